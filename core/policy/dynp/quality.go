package dynp

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/wide"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/sim"
)

// A Quality measures the full schedule of a self-tuning step: running and waiting jobs at
// their planned starts and estimated ends. Less is better.
type Quality uint8

const (
	ART    Quality = iota // average response time
	ARTwW                 // average response time weighted by width
	MS                    // makespan: the last end, counted from the present second
	SLD                   // average slowdown: response time over estimate
	SLDwW                 // average slowdown bounded by 60 s, weighted by width
	Wait                  // average wait
	WaitwW                // average wait weighted by width
)

var qualityNames = [...]string{"art", "artww", "ms", "sld", "sldww", "wait", "waitww"}

var qualityTitles = [len(qualityNames)]string{"average response time", "response time weighted by width", "makespan", "average slowdown",
	"bounded slowdown weighted by width", "average wait", "wait weighted by width"}

// String returns the quality's name, as in dynp-advanced:quality=artww.
func (q Quality) String() string { return qualityNames[q] }

// QualityNamed returns the quality of that name.
func QualityNamed(name string) (Quality, error) {
	if i := slices.Index(qualityNames[:], name); i >= 0 {
		return Quality(i), nil
	}
	return 0, fmt.Errorf("unknown quality %q: expected one of %s", name, strings.Join(qualityNames[:], ", "))
}

// parts is the unit of a slowdown, which is rounded down to a 2^20th so that sums are
// integers. Schedules whose slowdowns differ by less than a millionth a job may compare
// equal.
const parts = 1 << 20

// A sum adds up a Quality over jobs: total over weight is the average.
type sum struct {
	total  wide.Uint
	weight uint64
	last   int64 // latest end
}

func (s *sum) plus(o sum) sum {
	return sum{total: s.total.Add(o.total), weight: s.weight + o.weight, last: max(s.last, o.last)}
}

// add counts one job that holds procs processors on [start, end).
func (s *sum) add(q Quality, submit, start, end int64, procs int32) {
	response := uint64(end - submit)
	switch q {
	case ART:
		s.total = s.total.AddProduct(response, 1)
		s.weight++
	case ARTwW:
		s.total = s.total.AddProduct(response, uint64(procs))
		s.weight += uint64(procs)
	case MS:
		s.last = max(s.last, end)
	case SLD:
		s.total = s.total.AddProduct(slowdown(response, uint64(end-start)), 1)
		s.weight++
	case SLDwW:
		s.total = s.total.AddProduct(slowdown(max(response, 60), max(uint64(end-start), 60)), uint64(procs))
		s.weight += uint64(procs)
	case Wait:
		s.total = s.total.AddProduct(uint64(start-submit), 1)
		s.weight++
	case WaitwW:
		s.total = s.total.AddProduct(uint64(start-submit), uint64(procs))
		s.weight += uint64(procs)
	}
}

// slowdown returns response/length in parts, rounded down. Both are below 2^44, so that
// the division of 128 by 64 bits cannot overflow.
func slowdown(response, length uint64) uint64 {
	hi, lo := bits.Mul64(response, parts)
	n, _ := bits.Div64(hi, lo, max(length, 1))
	return n
}

// value is the quality of a whole schedule, slowdowns in parts.
func (s *sum) value(q Quality, now int64) fraction {
	if q == MS {
		return fraction{wide.Uint{Lo: uint64(max(s.last-now, 0))}, 1}
	}
	return fraction{s.total, max(s.weight, 1)}
}

// float returns a value of q in its own unit.
func (q Quality) float(v fraction) float64 {
	if q == SLD || q == SLDwW {
		return v.float() / parts
	}
	return v.float()
}

// ofRunning sums up the running jobs, which all plans share.
func ofRunning(q Quality, m *sim.Machine) (s sum) {
	for _, r := range m.Running() {
		s.add(q, m.Job(r.Index).Submit, r.Start, r.End, r.Procs)
	}
	return s
}

func ofWaiting(q Quality, rows []plan.Row) (s sum) {
	for i := range rows {
		r := &rows[i]
		s.add(q, r.Submit, r.Start, r.Start+r.Length, r.Procs)
	}
	return s
}
