package policy

import (
	"math"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim"
)

// An Order ranks waiting jobs by estimates: the smallest key first, ties by submission, then job
// number.
type Order struct {
	Name   string                              `json:"name"` // prefix of a policy's name, as in sjf-easy
	Title  string                              `json:"title"`
	Doc    string                              `json:"doc"` // which job comes first: the formula, and what its letters mean
	Source string                              `json:"source"`
	key    func(now int64, j *sim.Job) float64 // nil for the order of submission
	moving bool                                // the key depends on now

	fromLog func(now int64, j *sim.Job) float64 // key, with seconds since second 0 of the log; nil if it knows no seconds

	// keys sets all keys as key does, without a call for each, unless it is nil.
	keys func(now int64, m *sim.Machine, es []entry)
}

// NewOrder returns an order for a scheduler that keeps its own queue. Keys may change from
// one scheduling pass to the next; equal ones stay in the order of submission.
func NewOrder(name string, key func(now int64, j *sim.Job) float64) *Order {
	return &Order{Name: name, Title: name, key: key, moving: true}
}

// Key returns j's key at second now, a pure function, the same on every machine.
func (o *Order) Key(now int64, j *sim.Job) float64 {
	if o.key == nil {
		return 0
	}
	return o.key(now, j)
}

// Moving tells whether keys change as time passes.
func (o *Order) Moving() bool { return o.moving }

// Describe adds the order to info, a policy that has it.
func (o *Order) Describe(info Info) Info {
	info.Doc += " Queue order: " + o.Title + ". " + o.Doc
	if o.Source != textbook {
		info.Source += "; order: " + o.Source
	}
	return info
}

const (
	sc17     = "Carastan-Santos, de Camargo: Obtaining Dynamic Scheduling Policies with Simulation and Machine Learning, SC17"
	cobalt   = "Tang, Lan, Desai, Buettner: Fault-aware, utility-based job scheduling on Blue Gene/P systems, CLUSTER 2009"
	textbook = "classical"
)

// Orders is every queue order, the order of submission first.
var Orders = []*Order{
	{Name: "", Title: "submission", Doc: "First submitted first.", Source: textbook},
	{Name: "sjf", Title: "shortest job first", Doc: "Smallest estimate first.", Source: textbook,
		key: func(_ int64, j *sim.Job) float64 { return float64(j.Estimate) }},
	{Name: "ljf", Title: "longest job first", Doc: "Largest estimate first.", Source: textbook,
		key: func(_ int64, j *sim.Job) float64 { return -float64(j.Estimate) }},
	{Name: "saf", Title: "smallest area first", Doc: "Smallest estimate times processors first.", Source: textbook,
		key: func(_ int64, j *sim.Job) float64 { return float64(j.Estimate) * float64(j.Procs) }},
	{Name: "laf", Title: "largest area first", Doc: "Largest estimate times processors first.", Source: textbook,
		key: func(_ int64, j *sim.Job) float64 { return -float64(j.Estimate) * float64(j.Procs) }},
	{Name: "narrow", Title: "narrowest first", Doc: "Fewest processors first.", Source: textbook,
		key: func(_ int64, j *sim.Job) float64 { return float64(j.Procs) }},
	{Name: "wide", Title: "widest first", Doc: "Most processors first.", Source: textbook,
		key: func(_ int64, j *sim.Job) float64 { return -float64(j.Procs) }},
	{Name: "lxf", Title: "largest expansion factor first", Doc: "Largest (w+e)/e first: w is the wait so far, e the estimate.", moving: true,
		Source: "Chiang, Arpaci-Dusseau, Vernon: " +
			"The Impact of More Accurate Requested Runtimes on Production Job Scheduling Performance, JSSPP 2002",
		key: expansion, keys: func(now int64, m *sim.Machine, es []entry) {
			for i := range es {
				es[i].key = expansion(now, m.Job(es[i].index))
			}
		}},
	{Name: "wfp3", Title: "long waits and wide jobs first (WFP3)",
		Doc:    "Largest (w/e)^3*n first: w is the wait so far, e the estimate, n the processors.",
		Source: cobalt, moving: true,
		key: wfp3, keys: func(now int64, m *sim.Machine, es []entry) {
			for i := range es {
				es[i].key = wfp3(now, m.Job(es[i].index))
			}
		}},
	{Name: "unicef", Title: "long waits, short and narrow jobs first (UNICEF)",
		Doc: "Largest w/(log2(n)*e) first: w is the wait so far, e the estimate, n the processors. " +
			"A serial job, whose divisor is 0, comes before all others.",
		Source: cobalt, moving: true,
		key: func(now int64, j *sim.Job) float64 {
			if j.Procs == 1 {
				return math.Inf(-1)
			}
			return -(float64(now-j.Submit) / float64(det.Log2(float64(j.Procs))*float64(j.Estimate)))
		}},
	learned("f1", "learned formula 1 (F1)", "Smallest log10(e)*n + 870*log10(s) first: ", 870,
		func(e, n float64) float64 { return float64(det.Log10(e) * n) }),
	learned("f2", "learned formula 2 (F2)", "Smallest sqrt(e)*n + 25600*log10(s) first: ", 25600,
		func(e, n float64) float64 { return float64(math.Sqrt(e) * n) }),
	learned("f3", "learned formula 3 (F3)", "Smallest e*n + 6860000*log10(s) first: ", 6860000,
		func(e, n float64) float64 { return float64(e * n) }),
	learned("f4", "learned formula 4 (F4)", "Smallest e*sqrt(n) + 530000*log10(s) first: ", 530000,
		func(e, n float64) float64 { return float64(e * math.Sqrt(n)) }),
}

func expansion(now int64, j *sim.Job) float64 {
	return -(float64(now-j.Submit+j.Estimate) / float64(j.Estimate))
}

func wfp3(now int64, j *sim.Job) float64 {
	x := float64(now-j.Submit) / float64(j.Estimate)
	return -float64(float64(float64(x*x)*x) * float64(j.Procs))
}

// learned returns an order by a formula of sc17: what size gives, plus a weight times the logarithm of the second of submission.
func learned(name, title, formula string, weight float64, size func(e, n float64) float64) *Order {
	key := func(second func(*sim.Job) int64) func(int64, *sim.Job) float64 {
		return func(_ int64, j *sim.Job) float64 {
			return size(float64(j.Estimate), float64(j.Procs)) + float64(weight*det.Log10(float64(max(second(j), 1))))
		}
	}
	return &Order{Name: name, Title: title, Source: sc17, Doc: formula + "e is the estimate, n the processors, " +
		"s the second of submission, counted from the first one of the workload, at least 1.",
		key:     key(func(j *sim.Job) int64 { return j.Since }),
		fromLog: key(func(j *sim.Job) int64 { return j.Submit })}
}

// Since is the option of policies whose order counts the seconds of submissions: from where. It is "first" or "log".
var Since = Field(Option{Name: "since", Title: "Submissions counted from", Default: "first",
	Doc: "Where the formula of the queue order begins to count submissions.",
	Choices: []Choice{
		{Name: "first", Title: "first submission", Doc: "The first submission of the workload, as in the paper's sequences of jobs."},
		{Name: "log", Title: "start of the log", Doc: "Second 0 of the log, however late the workload was cut from it."},
	}}, func(since *string) *string { return since })

// SinceOptions returns Since if the order counts the seconds of submissions, else nothing.
func (o *Order) SinceOptions() Options[string] {
	if o.fromLog == nil {
		return nil
	}
	return Options[string]{Since}
}

// Counting returns the order as it is where Since has that value.
func (o *Order) Counting(since string) *Order {
	if o.fromLog == nil || since != "log" {
		return o
	}
	c := *o
	c.key = o.fromLog
	return &c
}

// OrderNamed returns the order of that name, or nil.
func OrderNamed(name string) *Order {
	for _, o := range Orders {
		if o.Name == name {
			return o
		}
	}
	return nil
}
