package logs

import (
	"math"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/empirical"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// moments are the means of width, estimate, run time and area.
func moments(w *trace.Workload) (width, estimate, run, area float64) {
	n := float64(w.Len())
	for i := range w.Jobs.Held() {
		j := &w.Jobs.Held()[i]
		width += float64(j.Procs) / n
		estimate += float64(j.Estimate) / n
		run += float64(j.Run) / n
		area += j.Area(false) / n
	}
	return width, estimate, run, area
}

// With what cleaning removed, the logs have the number of jobs and the means of table 2: CTC's
// mean estimate is 1 s off.
func TestUncleanedLogsAreThePrintedOnes(t *testing.T) {
	for _, c := range []struct {
		log                       *Log
		width, estimate, run, gap float64
	}{{CTC, 10.72, 24324, 10983, 369}, {SDSC, 10.53, 14337, 6119, 934}, {KTH, 7.66, 13678, 8877, 1031}} {
		l := (&paper.Paper{}).Loader(paper.First(paper.Full), papertest.Traces())
		w, ok, err := c.log.Read(l, Options{Uncleaned: true})
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			t.Skip("the logs are not given")
		}
		if missing := c.log.Jobs - w.Len(); missing != 0 && (c.log != KTH || missing != 1) {
			t.Errorf("%s lacks %d jobs", c.log.Title, missing)
		}
		width, estimate, run, _ := moments(w)
		gap := float64(w.Jobs.Held()[w.Len()-1].Submit-w.Jobs.Held()[0].Submit) / float64(w.Len()-1)
		if math.Abs(width-c.width) > 0.006 || math.Abs(estimate-c.estimate) > 1 || math.Abs(run-c.run) > 0.6 || math.Abs(gap-c.gap) > 4 {
			t.Errorf("%s: means %.3f, %.1f s, %.1f s, gap %.1f s", c.log.Title, width, estimate, run, gap)
		}
		for i := range w.Jobs.Held()[1:] {
			if a, b := &w.Jobs.Held()[i], &w.Jobs.Held()[i+1]; a.Submit > b.Submit || a.Submit == b.Submit && a.ID >= b.ID {
				t.Fatalf("%s: job %d comes before %d", c.log.Title, a.ID, b.ID)
			}
		}
	}
}

// pc2-like has the widths of largest entropy with the printed mean width (table 3) and the
// mean area that gives the printed utilization (table 5) with the printed mean of times
// between submissions.
func TestPC2HasTheWidthsThatAssumeLeast(t *testing.T) {
	const width, area = 6.48, 0.4249 * 96 * 1013
	d := PC2.Like("")
	var share, run [2]float64 // of the short and the long
	for _, e := range d.estimates {
		class := 0
		if e[0] >= d.long {
			class = 1
		}
		share[class] += float64(e[1]) / 10_000
		parts := 0.0
		for _, r := range d.runs(e[0]) {
			parts += float64(r[1])
		}
		for _, r := range d.runs(e[0]) {
			run[class] += float64(e[1]) / 10_000 * float64(r[0]) * float64(r[1]) / parts
		}
	}
	// Mean widths x and y of short and long jobs: share0 x + share1 y = width, run0 x + run1 y = area.
	det := share[0]*run[1] - share[1]*run[0]
	means := [2]float64{(width*run[1] - share[1]*area) / det, (share[0]*area - width*run[0]) / det}
	for class, mean := range means {
		want := exponential(mean)
		got := map[int64]int64{}
		total := int64(0)
		for _, w := range d.widthsOf(class == 1) {
			got[w[0]] = w[1]
			total += w[1]
		}
		if total != 10_000 {
			t.Errorf("the shares of class %d add up to %d", class, total)
		}
		for w, share := range want {
			if math.Abs(float64(got[w])-10_000*share) > 2 {
				t.Errorf("class %d, mean width %.3f: the share of width %d is %d, not %.1f", class, mean, w, got[w], 10_000*share)
			}
		}
	}
	w, err := d.Model().Generate(empirical.Options{Jobs: 200_000})
	if err != nil {
		t.Fatal(err)
	}
	if gotWidth, _, _, gotArea := moments(w); math.Abs(gotWidth/width-1) > 0.01 || math.Abs(gotArea/area-1) > 0.05 {
		t.Errorf("the mean width is %.3f, the mean area %.0f", gotWidth, gotArea)
	}
}

// exponential returns shares of the widths that are proportional to exp(-width/m), with the
// m that gives the mean.
func exponential(mean float64) map[int64]float64 {
	shares := map[int64]float64{}
	low, high := 1e-3, 1e3
	for range 100 {
		m, total, sum := math.Sqrt(low*high), 0.0, 0.0
		for _, w := range []int64{1, 2, 4, 8, 16, 32, 64, 96} {
			shares[w] = math.Exp(-float64(w) / m)
			total += shares[w]
			sum += float64(w) * shares[w]
		}
		for w := range shares {
			shares[w] /= total
		}
		if sum/total < mean {
			low = m
		} else {
			high = m
		}
	}
	return shares
}

// A plain seed is used as it is, and Nearest is the log's.
func TestSeeds(t *testing.T) {
	for _, c := range []struct {
		opt  Options
		want uint64
	}{{Options{}, PC2.Like("").Seed}, {Options{Tail: "outcome"}, 20}, {Options{Seed: 3}, 3}} {
		l := (&paper.Paper{}).Loader(paper.First(paper.Quick), nil)
		if _, err := PC2.Synthetic(l, 100, c.opt); err != nil {
			t.Fatal(err)
		}
		if got := l.Origin().Seeds; len(got) != 1 || got[0] != c.want {
			t.Errorf("%+v: seeds %d, want %d", c.opt, got, c.want)
		}
	}
}
