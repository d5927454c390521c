package exact

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// matchLabel is the label of the steps beside the printed rows by a value of matchChoice.
func matchLabel(value string) string { return "matched by " + value }

// section4 compares the matches with each other, in columns that had a part in them and
// in those that had none.
func section4(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "exact/section4"}
	for _, v := range matchChoice.Values {
		by := match(v.Name)
		if v.Name == matchChoice.Default() {
			by = ""
		}
		label := matchLabel(v.Name)
		x.Runs = append(x.Runs, matching(label, at, by))
		sizeOff := func(series string, printed, before func(*row) int64) func(*paper.Results) float64 {
			return func(r *paper.Results) float64 { return 100 * farness(r.Series(label, series), printed, before) }
		}
		none := func(*row) int64 { return 0 }
		x.Add(v.Name, "jobs, off", "%", sizeOff(jobsRow, func(r *row) int64 { return int64(r.Jobs) }, none))
		x.Add(v.Name, "makespan, off", "%", sizeOff(makespan, func(r *row) int64 { return r.Makespan }, by.before))
		x.Add(v.Name, "acc. run time, off", "%", sizeOff(accumulated, func(r *row) int64 { return r.Accumulated }, none))
		x.Add(v.Name, "time scale as printed", "", func(r *paper.Results) float64 { return asPrinted(r.Series(label, scale)) })
		x.AddInterval(v.Name, "loss, off by", "points",
			func(r *paper.Results) float64 { s := lossOff(r, label); return s.low },
			func(r *paper.Results) float64 { s := lossOff(r, label); return s.high })
		x.Add(v.Name, "printed loss possible", "", func(r *paper.Results) float64 {
			return float64(count(offsOf(r, label), func(s span) bool { return s.low <= rounding }))
		})
	}
	x.Runs = append(x.Runs, paper.Describe(ctcTrace, log, offsets))
	x.Add(ctcTrace, atOneOffset, "", paper.Value(ctcTrace, atOneOffset))
	x.Claims = []paper.Claim{
		paper.Open("length-nearer", nearer("length", "size")),
		paper.Open("loss-tells", nearer("size", "alone")),
	}
	return x
}

// farness is the mean of |ours/printed - 1|, both without what comes before the step.
func farness(ours []float64, printed, before func(*row) int64) float64 {
	sum := 0.0
	for i := range rows() {
		r := &rows()[i]
		sum += math.Abs((ours[i]-float64(before(r)))/float64(printed(r)-before(r)) - 1)
	}
	return sum / float64(len(rows()))
}

// asPrinted counts the rows whose time scale is the printed one.
func asPrinted(minutes []float64) (n float64) {
	for i := range rows() {
		if minutes[i] == rows()[i].scale {
			n++
		}
	}
	return n
}

// rounding is that of a printed loss, in percent.
const rounding = 0.005

// offs are how far the losses of the steps, of which these ends are known, are from the printed ones:
// at least and at most.
func offs(low, high []float64) (all []span) {
	for i := range rows() {
		p := numbers().At("table1", rows()[i].title, loss)
		all = append(all, span{max(0, low[i]-p, p-high[i]), max(math.Abs(low[i]-p), math.Abs(high[i]-p))})
	}
	return all
}

func offsOf(r *paper.Results, label string) []span {
	return offs(losses(r.Series(label, inSlots+found)), losses(r.Series(label, inSlots)))
}

// lossOff is the mean of offs.
func lossOff(r *paper.Results, label string) (mean span) {
	for _, s := range offsOf(r, label) {
		mean.low += s.low
		mean.high += s.high
	}
	n := float64(len(rows()))
	return span{mean.low / n, mean.high / n}
}

// nearer is the judge of the claim that one match comes nearer to the printed losses than
// another.
func nearer(one, other string) func(r *paper.Results) (paper.Verdict, string) {
	return func(r *paper.Results) (paper.Verdict, string) {
		a, b := lossOff(r, matchLabel(one)), lossOff(r, matchLabel(other))
		v := paper.Undecided
		switch {
		case a.high < b.low:
			v = paper.Holds
		case a.low >= b.high:
			v = paper.Fails
		}
		return v, fmt.Sprintf("off by %.2f to %.2f points by %s, by %.2f to %.2f by %s", a.low, a.high, one, b.low, b.high, other)
	}
}

// offsets keeps how many of the printed submission times are submissions of the log, if the
// paper's clock begins at the second that suits most of them.
var offsets = paper.Statistic{Name: "exact/offsets", Version: 1, New: func(*trace.Workload) paper.Watch {
	return paper.Watch{Values: func(out *paper.Summary, jobs []job.Job, _ []job.Placement) {
		out.Values[atOneOffset] = float64(coincide(rows(), jobs))
	}}
}}

const atOneOffset = "printed submission times at one offset"

func coincide(rows []row, jobs []job.Job) (most int) {
	var submits, begins []int64
	for _, j := range jobs {
		submits = append(submits, j.Submit)
	}
	slices.Sort(submits)
	for _, at := range slices.Compact(submits) {
		for _, r := range rows {
			begins = append(begins, at-r.submitted)
		}
	}
	slices.Sort(begins)
	for i := 0; i < len(begins); {
		n := 1
		for i+n < len(begins) && begins[i+n] == begins[i] {
			n++
		}
		most, i = max(most, n), i+n
	}
	return most
}
