package policy

import (
	"math"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/policy/formula"
	"github.com/backfill-lab/backfill/core/sim"
)

// An Order ranks waiting jobs by estimates: the smallest key first, ties by submission, then job
// number.
type Order struct {
	Name   string `json:"name"` // prefix of a policy's name, as in sjf-easy
	Title  string `json:"title"`
	Doc    string `json:"doc"` // which job comes first: the formula, and what its letters mean
	Source string `json:"source"`

	formula *formula.Formula                    // nil for the order of submission and an author's own
	key     func(now int64, j *sim.Job) float64 // the formula in Go, which is faster, or nil
	moving  bool                                // the key depends on now

	// keys sets all keys as key does, without a call for each, unless it is nil.
	keys func(now int64, m *sim.Machine, es []entry)
}

// NewOrder returns an order for a scheduler that keeps its own queue. Keys may change from
// one scheduling pass to the next; equal ones stay in the order of submission.
func NewOrder(name string, key func(now int64, j *sim.Job) float64) *Order {
	return &Order{Name: name, Title: name, key: key, moving: true}
}

// by sets the formula of an order.
func (o Order) by(f *formula.Formula) *Order {
	o.formula, o.moving = f, f.Moves()
	return &o
}

// ExpressionPrefix begins the name of an order that is an expression, before its parenthesis.
const ExpressionPrefix = "order"

// Expressed returns the order by an expression.
func Expressed(f *formula.Formula) *Order {
	return Order{Name: ExpressionPrefix + "(" + f.String() + ")", Title: "smallest " + f.String() + " first",
		Doc: f.Doc(), Source: textbook}.by(f)
}

// Expression returns the order as an expression, or "" if it is none.
func (o *Order) Expression() string {
	if o.formula == nil {
		return ""
	}
	return o.formula.String()
}

// Unclosed tells whether a text ends inside the expression of an order, as the first part of a name does that was split at
// its commas.
func Unclosed(name string) bool {
	from, open := expressionIn(name)
	return open > 0 && strings.Count(name[from:], "(") > strings.Count(name[from:], ")")
}

// Key returns j's key at second now, a pure function, the same on every machine.
func (o *Order) Key(now int64, j *sim.Job) float64 {
	switch {
	case o.key != nil:
		return o.key(now, j)
	case o.formula != nil:
		return o.formula.Key(now, j)
	}
	return 0
}

// Acronym is the name in titles: SJF; an expression as it is.
func (o *Order) Acronym() string {
	if strings.HasPrefix(o.Name, ExpressionPrefix+"(") {
		return o.Name
	}
	return strings.ToUpper(o.Name)
}

// Moving tells whether keys change as time passes.
func (o *Order) Moving() bool { return o.moving }

// ScaleFree tells whether the order stays the same when all times are multiplied by a number. It is not known of an
// author's own.
func (o *Order) ScaleFree() bool {
	if o.formula == nil {
		return o.key == nil
	}
	return o.formula.ScaleFree()
}

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

// Orders is every queue order with a name, the order of submission first.
var Orders = []*Order{
	{Name: "", Title: "submission", Doc: "First submitted first.", Source: textbook},
	named("sjf", "estimate", Order{Title: "shortest job first", Doc: "Smallest estimate first.", Source: textbook,
		key: func(_ int64, j *sim.Job) float64 { return float64(j.Estimate) }}),
	named("ljf", "-estimate", Order{Title: "longest job first", Doc: "Largest estimate first.", Source: textbook,
		key: func(_ int64, j *sim.Job) float64 { return -float64(j.Estimate) }}),
	named("saf", "estimate*procs", Order{Title: "smallest area first", Doc: "Smallest estimate times processors first.", Source: textbook,
		key: func(_ int64, j *sim.Job) float64 { return float64(j.Estimate) * float64(j.Procs) }}),
	named("laf", "-estimate*procs", Order{Title: "largest area first", Doc: "Largest estimate times processors first.", Source: textbook,
		key: func(_ int64, j *sim.Job) float64 { return -float64(j.Estimate) * float64(j.Procs) }}),
	named("narrow", "procs", Order{Title: "narrowest first", Doc: "Fewest processors first.", Source: textbook,
		key: func(_ int64, j *sim.Job) float64 { return float64(j.Procs) }}),
	named("wide", "-procs", Order{Title: "widest first", Doc: "Most processors first.", Source: textbook,
		key: func(_ int64, j *sim.Job) float64 { return -float64(j.Procs) }}),
	named("lxf", "-((wait+estimate)/estimate)", Order{Title: "largest expansion factor first",
		Doc: "Largest (w+e)/e first: w is the wait so far, e the estimate.",
		Source: "Chiang, Arpaci-Dusseau, Vernon: " +
			"The Impact of More Accurate Requested Runtimes on Production Job Scheduling Performance, JSSPP 2002",
		key: expansion, keys: func(now int64, m *sim.Machine, es []entry) {
			for i := range es {
				es[i].key = expansion(now, m.Job(es[i].index))
			}
		}}),
	named("wfp3", "-((wait/estimate)^3*procs)", Order{Title: "long waits and wide jobs first (WFP3)",
		Doc:    "Largest (w/e)^3*n first: w is the wait so far, e the estimate, n the processors.",
		Source: cobalt,
		key:    wfp3, keys: func(now int64, m *sim.Machine, es []entry) {
			for i := range es {
				es[i].key = wfp3(now, m.Job(es[i].index))
			}
		}}),
	named("unicef", "if(procs==1, -1/0, -(wait/(log2(procs)*estimate)))", Order{
		Title: "long waits, short and narrow jobs first (UNICEF)",
		Doc: "Largest w/(log2(n)*e) first: w is the wait so far, e the estimate, n the processors. " +
			"A serial job, whose divisor is 0, comes before all others.",
		Source: cobalt,
		key: func(now int64, j *sim.Job) float64 {
			if j.Procs == 1 {
				return math.Inf(-1)
			}
			return -(float64(now-j.Submit) / float64(det.Log2(float64(j.Procs))*float64(j.Estimate)))
		}}),
	named("f1", "log10(estimate)*procs + 870*log10(submit)", learned("1", "log10(e)*n + 870*log10(s)", 870,
		func(e, n float64) float64 { return float64(det.Log10(e) * n) })),
	named("f2", "sqrt(estimate)*procs + 25600*log10(submit)", learned("2", "sqrt(e)*n + 25600*log10(s)", 25600,
		func(e, n float64) float64 { return float64(math.Sqrt(e) * n) })),
	named("f3", "estimate*procs + 6860000*log10(submit)", learned("3", "e*n + 6860000*log10(s)", 6860000,
		func(e, n float64) float64 { return float64(e * n) })),
	named("f4", "estimate*sqrt(procs) + 530000*log10(submit)", learned("4", "e*sqrt(n) + 530000*log10(s)", 530000,
		func(e, n float64) float64 { return float64(e * math.Sqrt(n)) })),
}

func expansion(now int64, j *sim.Job) float64 {
	return -(float64(now-j.Submit+j.Estimate) / float64(j.Estimate))
}

func wfp3(now int64, j *sim.Job) float64 {
	x := float64(now-j.Submit) / float64(j.Estimate)
	return -float64(float64(float64(x*x)*x) * float64(j.Procs))
}

// named returns o as the order of an expression, which has a name. In Go it is up to an eighth faster.
func named(name, expression string, o Order) *Order {
	f, err := formula.Parse(expression)
	if err != nil {
		panic(err)
	}
	o.Name = name
	return o.by(f)
}

// learned is an order by a formula of sc17: what size gives, plus a weight times the logarithm of the second of submission.
func learned(number, short string, weight float64, size func(e, n float64) float64) Order {
	return Order{Title: "learned formula " + number + " (F" + number + ")", Source: sc17,
		Doc: "Smallest " + short + " first: e is the estimate, n the processors, " +
			"s the second of submission, counted from the first one of the workload, at least 1.",
		key: func(_ int64, j *sim.Job) float64 {
			return size(float64(j.Estimate), float64(j.Procs)) + float64(weight*det.Log10(float64(max(j.Since, 1))))
		}}
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
	if !o.countsSubmissions() {
		return nil
	}
	return Options[string]{Since}
}

func (o *Order) countsSubmissions() bool { return o.formula != nil && o.formula.CountsSubmissions() }

// Counting returns the order as it is where Since has that value.
func (o *Order) Counting(since string) *Order {
	if !o.countsSubmissions() || since != "log" {
		return o
	}
	c := *o
	c.key, c.formula = nil, o.formula.FromLog()
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
