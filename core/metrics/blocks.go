package metrics

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Means are the metrics of All that are weighted means of jobs, of which a log's weeks give intervals. Of
// percentiles, largest values and the machine's use a log is one observation.
var Means = []string{"killed_share", "wait_mean_s", "art_s", "artww_s", "awrt_s", "sld_mean", "bsld_mean", "sldww_60", "sldww_300", "sldwa"}

// A sums has what the Means are made of: in the order of Means, and the weights.
type sums struct {
	num               [10]float64
	jobs, width, area float64
}

// weight returns what the k-th of Means is weighted by.
func (s *sums) weight(k int) float64 {
	switch Means[k] {
	case "artww_s", "sldww_60", "sldww_300":
		return s.width
	case "awrt_s", "sldwa":
		return s.area
	}
	return s.jobs
}

func (s *sums) add(o *sums) {
	for k := range s.num {
		s.num[k] += o.num[k]
	}
	s.jobs, s.width, s.area = s.jobs+o.jobs, s.width+o.width, s.area+o.area
}

// Blocks are the sums of a schedule's jobs by the hour, day or week of their submission, which are those of stats.Divide.
// NewBlocks and Add make them job by job; Pair puts those of several schedules side by side. They take at most a
// megabyte: where a log is long, hours become days, and days weeks.
type Blocks struct {
	unit  int    // index into stats.Units
	begin int64  // seconds from a Monday to second 0 of the workload
	sums  []sums // by unit since that Monday
	far   bool   // a job was submitted before second 0, or later than anything that has a calendar
}

// mostBlocks bounds the blocks: 24 weeks of hours, 11 years of days, 78 years of weeks.
const mostBlocks = 4096

// NewBlocks returns the Blocks of no job yet; start is the Unix time of second 0, or 0 if it is not known.
func NewBlocks(start int64) *Blocks {
	return &Blocks{unit: len(stats.Units) - 1, begin: stats.SinceMonday(start)}
}

// Add adds a job that has ended. The order changes rounding only.
func (b *Blocks) Add(j *Ended) {
	part := partOf(j, j.End-j.Start, 1)
	b.add(j.Submit, &part)
}

// partOf returns the sums of one job.
func partOf(j *Ended, run, second int64) sums {
	response := j.End - j.Submit
	return newPart(j, run, second, [4]float64{BoundedSlowdown(response, run, second), BoundedSlowdown(response, run, tau*second),
		BoundedSlowdown(response, run, 60*second), BoundedSlowdown(response, run, 300*second)})
}

// newPart is partOf with the job's bounded slowdowns.
func newPart(j *Ended, run, second int64, slow [4]float64) (s sums) {
	response := float64(j.End-j.Submit) / float64(second)
	width := float64(j.Procs)
	area := width * float64(run) / float64(second)
	if j.Killed {
		s.num[0] = 1
	}
	s.num[1], s.num[2] = float64(j.Start-j.Submit)/float64(second), response
	s.num[3], s.num[4] = width*response, area*response
	s.num[5], s.num[6], s.num[7], s.num[8] = slow[0], slow[1], width*slow[2], width*slow[3]
	if run > 0 {
		s.num[9] = width * response
	}
	s.jobs, s.width, s.area = 1, width, area
	return s
}

// OfJob returns a job's value of a metric of Means, and its weight in the mean. The job held its processors for run; second
// is one in the unit of its times. It panics if there is no such metric.
func OfJob(metric string, j *Ended, run, second int64) (x, weight float64) {
	k := slices.Index(Means, metric)
	part := partOf(j, run, second)
	if weight = part.weight(k); weight == 0 {
		return 0, 0
	}
	return part.num[k] / weight, weight
}

// add adds a part that was submitted at a second.
func (b *Blocks) add(submit int64, part *sums) {
	if submit < 0 || submit > mostBlocks*stats.Units[0].Seconds {
		b.far = true
		return
	}
	at := b.begin + submit
	for at/stats.Units[b.unit].Seconds >= mostBlocks {
		if b.unit == 0 {
			b.far = true
			return
		}
		b.coarsen()
	}
	k := int(at / stats.Units[b.unit].Seconds)
	if k >= len(b.sums) {
		b.sums = append(b.sums, make([]sums, k+1-len(b.sums))...)
	}
	b.sums[k].add(part)
}

// coarsen makes days of hours, or weeks of days.
func (b *Blocks) coarsen() {
	times := int(stats.Units[b.unit-1].Seconds / stats.Units[b.unit].Seconds)
	b.unit--
	n := (len(b.sums) + times - 1) / times
	for k := range n {
		var all sums
		for i := k * times; i < min((k+1)*times, len(b.sums)); i++ {
			all.add(&b.sums[i])
		}
		b.sums[k] = all
	}
	b.sums = b.sums[:n]
}

// filled returns the number of blocks that have a job.
func (b *Blocks) filled() (n int) {
	for i := range b.sums {
		if b.sums[i].jobs > 0 {
			n++
		}
	}
	return n
}

// clone returns a copy of b.
func (b *Blocks) clone() *Blocks { return &Blocks{b.unit, b.begin, slices.Clone(b.sums), b.far} }

// A Paired is several schedules of the same jobs in the same blocks.
type Paired struct {
	Unit   string // of a block, such as week
	Blocks int    // that have jobs
	all    []*Blocks
}

// Pair puts schedules of the same jobs into blocks of the same length, the longest of which there are at least stats.Least.
// It returns nil if there are too few even of hours, or if a schedule has no Blocks.
func Pair(schedules []*Blocks) *Paired {
	if len(schedules) == 0 || slices.ContainsFunc(schedules, func(b *Blocks) bool { return b == nil || b.far }) {
		return nil
	}
	for unit := range stats.Units {
		p := &Paired{Unit: stats.Units[unit].Name, Blocks: mostBlocks}
		for _, b := range schedules {
			if b.unit < unit {
				return nil // its blocks are longer already, and too few
			}
			b = b.clone()
			for b.unit > unit {
				b.coarsen()
			}
			p.Blocks = min(p.Blocks, b.filled())
			p.all = append(p.all, b)
		}
		if p.Blocks >= stats.Least {
			return p
		}
	}
	return nil
}

// Sums returns the sums of a metric of each schedule; nil if it is none of Means.
func (p *Paired) Sums(metric string) []stats.Sums {
	k := slices.Index(Means, metric)
	if k < 0 {
		return nil
	}
	n := 0
	for _, b := range p.all {
		n = max(n, len(b.sums))
	}
	all := make([]stats.Sums, len(p.all))
	for i, b := range p.all {
		all[i] = stats.NewSums(n)
		for j := range b.sums {
			all[i].Num[j], all[i].Den[j] = b.sums[j].num[k], b.sums[j].weight(k)
		}
	}
	return all
}

// Size returns how many blocks there are: 12 weeks. It is "" of nil.
func (p *Paired) Size() string {
	if p == nil {
		return ""
	}
	return numeral.Plural(p.Blocks, p.Unit)
}

// A Standing says where a schedule stands among several in a metric.
type Standing uint8

const (
	Behind Standing = iota
	First           // unbeaten, but not by more than the log varies: see Best
	Best            // unbeaten, and every other differs from it at stats.Level: see stats.Change.Apart
)

// Perhaps says what keeps a First from being the Best, where differences are seen in so much of a log, such as 12 weeks; "" is
// one that is too short for any.
func Perhaps(of string) string {
	if of == "" {
		return "the log is too short to say how much it varies"
	}
	return "the " + of + " do not tell it from another one, or a log has one value of it (percentiles, largest values, use of the machine)"
}

// Surely says what makes a First the Best.
func Surely(of string) string {
	return "by more than the " + of + " of this log vary (at 95 %)"
}

// Standings ranks schedules of the same jobs by their values of m; a NaN has no part. p, which is parallel to values or nil,
// tells chance from more; only metrics of Means can be Best. All are Behind if all are equal, or if neither direction
// of m is better.
func Standings(m Metric, values []float64, p *Paired) []Standing {
	all := make([]Standing, len(values))
	best, others := math.NaN(), false
	for _, v := range values {
		if d := (v - best) * float64(m.Better); v == v && (best != best || d > 0) {
			others = others || best == best
			best = v
		} else if d < 0 {
			others = true
		}
	}
	if m.Better == Either || !others {
		return all
	}
	place := First
	if p != nil {
		var sides []stats.Sums
		for k, s := range p.Sums(m.Name) {
			if values[k] == values[k] {
				sides = append(sides, s)
			}
		}
		if len(sides) > 0 && stats.FindBest(sides, m.Better == Higher, stats.Level).Apart {
			place = Best
		}
	}
	for k, v := range values {
		if v == best {
			all[k] = place
		}
	}
	return all
}
