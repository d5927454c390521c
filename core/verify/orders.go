package verify

import (
	"fmt"
	"math"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// keys holds every order of the queue by name, from its published formula: e is the estimate, n
// the processors, s the second of submission since the first one of the workload. The last bit may differ from that of core/policy, so jobs
// that tie in exact arithmetic may come in either order under unicef and f1 to f4.
var keys = map[string]Key{
	"sjf":    fixed(func(e, _ float64) float64 { return e }),
	"ljf":    fixed(func(e, _ float64) float64 { return -e }),
	"saf":    fixed(func(e, n float64) float64 { return e * n }),
	"laf":    fixed(func(e, n float64) float64 { return -e * n }),
	"narrow": fixed(func(_, n float64) float64 { return n }),
	"wide":   fixed(func(_, n float64) float64 { return -n }),
	"lxf":    func(now int64, j *job.Job) float64 { return -float64(now-j.Submit+j.Estimate) / float64(j.Estimate) },
	"wfp3": func(now int64, j *job.Job) float64 {
		x := float64(now-j.Submit) / float64(j.Estimate)
		return -(x * x * x * float64(j.Procs))
	},
	"unicef": func(now int64, j *job.Job) float64 {
		if j.Procs == 1 { // division by log2(1) = 0
			return math.Inf(-1)
		}
		return -float64(now-j.Submit) / (math.Log2(float64(j.Procs)) * float64(j.Estimate))
	},
}

// learned are those that know s, from the first submission.
var learned = map[string]func(first int64) Key{
	"f1": formula(math.Log10, plain, 870),
	"f2": formula(math.Sqrt, plain, 25600),
	"f3": formula(plain, plain, 6860000),
	"f4": formula(plain, math.Sqrt, 530000),
}

// fixed returns a Key that does not depend on time.
func fixed(f func(e, n float64) float64) Key {
	return func(_ int64, j *job.Job) float64 { return f(float64(j.Estimate), float64(j.Procs)) }
}

// formula returns the Key f(e)*g(n) + weight*log10(s), with s at least 1.
func formula(f, g func(float64) float64, weight float64) func(first int64) Key {
	return func(first int64) Key {
		return func(_ int64, j *job.Job) float64 {
			return f(float64(j.Estimate))*g(float64(j.Procs)) + weight*math.Log10(float64(max(j.Submit-first, 1)))
		}
	}
}

func plain(x float64) float64 { return x }

// OrderKey returns the order of the queue of that name, nil if there is none. first is the first submission of the workload, from
// which f1 to f4 count.
func OrderKey(name string, first int64) Key {
	if of := learned[name]; of != nil {
		return of(first)
	}
	return keys[name]
}

// Parse splits a policy's name, such as easy, sjf-easy or plan-sjf. first is the first submission of the workload.
func Parse(policy string, first int64) (Discipline, Key, error) {
	policy, options, _ := strings.Cut(policy, ":")
	compressed := ""
	for _, o := range strings.Split(options, ",") {
		switch o {
		case "since=log":
			first = 0
		case "compress=early", "compress=never":
			compressed = ":" + o
		case "", "since=first", "compress=ends":
		default:
			return "", nil, fmt.Errorf("the option %q is not known", o)
		}
	}
	policy, own, err := expression(policy, first)
	if err != nil {
		return "", nil, err
	}
	order, name, ordered := strings.Cut(policy, "-")
	if !ordered {
		name = policy
	}
	planned := ordered && order == string(Planned)
	if planned { // the order comes last, and fcfs is that of submission
		order, name, ordered = name, order, name != "fcfs"
	}
	key := OrderKey(order, first)
	if own != nil {
		key = own
	}
	switch d := Discipline(name + compressed); {
	case d != FCFS && d != List && d != EASY && !d.promises() && !planned:
		return "", nil, fmt.Errorf("%q is none of fcfs, list, easy and cons", name)
	case ordered && key == nil:
		return "", nil, fmt.Errorf("%q is no order of the queue", order)
	case !ordered:
		return d, nil, nil
	default:
		return d, key, nil
	}
}
