package policy

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
	"github.com/backfill-lab/backfill/core/verify"
)

func TestNamedOrdersAreTheirExpressionsToTheBit(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 3))
	for _, o := range Orders[1:] {
		for range 20_000 {
			since := r.Int64N(1 << r.IntN(32))
			j := sim.Job{Since: since, Submit: since + 1000, Estimate: 1 + r.Int64N(1<<r.IntN(40)), Procs: 1 + r.Int32N(1<<r.IntN(30))}
			now := j.Submit + r.Int64N(1<<r.IntN(32))
			if got, want := o.Key(now, &j), o.formula.Key(now, &j); math.Float64bits(got) != math.Float64bits(want) {
				t.Fatalf("%s of %+v at %d is %v, want %v", o.Name, j, now, got, want)
			}
		}
	}
}

// The referee reads expressions, too, on its own. Roots are exact, logarithms are not everywhere.
func TestExpressionsAreTheRefereesOwn(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(39, 1))
	for n, expression := range []string{"estimate*procs - 2*wait", "-((wait/estimate)^3 * procs)", "0/wait", "sqrt(estimate)/procs - -submit",
		"if(wait >= 5, if(procs != 1, -wait, 2e0), max(estimate, 10, procs)*1e-7)", "min(abs(estimate - 10), procs) + submit/3600/(2*3)",
		"-(procs - estimate - (wait - 1))^2", "if(submit<=3,1,0) + if(procs==2,1,0) - if(wait<2,1.5,0) + if(estimate > 9, .1, 0)", "submit"} {
		for _, form := range []string{"order(%s)-fcfs", "order(%s)-list", "order(%s)-easy", "order(%s)-cons"} {
			found, err := All.Find(fmt.Sprintf(form, expression))
			if err != nil {
				t.Fatal(err)
			}
			for range 40 {
				c := policytest.Random(r, 40)
				d, key, err := verify.Parse(found.Name, c.Jobs[0].Submit)
				if err != nil {
					t.Fatal(err)
				}
				want, err := verify.Expect(c.Problem(), d, key)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := policytest.Simulate(c, found.New()); err != nil || !slices.Equal(got, want) {
					t.Fatalf("%d, %s: %v, %v, want %v of %+v", n, found.Name, err, got, want, c)
				}
			}
		}
	}
}

// Letters whose lower case has another length, and broken UTF-8, stand before and behind what is looked for.
func TestAnExpressionIsLookedForByByte(t *testing.T) {
	for _, name := range []string{"ⱥⱥⱥⱥⱥⱥ-order(submit)", "\xff\xff\xff\xff-order", "ȺȺȺȺ-ORDER(submit)-easy", "İorder", "order",
		"\xfforder(submit"} {
		if found, err := All.Find(name); err == nil {
			t.Errorf("%q is %s", name, found.Name)
		}
	}
	if found, err := All.Find("OrDeR (submit)-EASY"); err != nil || found.Name != "order(submit)-easy" {
		t.Error(found.Name, err)
	}
}

func TestExpressionsHaveOneSpelling(t *testing.T) {
	for name, want := range map[string]string{
		" ORDER ( Estimate * (procs) ) - Easy": "order(estimate*procs)-easy",
		"order(submit):since=log":              "",
		"order((submit))-cons:since=log":       "order(submit)-cons:since=log",
		"order(submit)-easy:since=first":       "order(submit)-easy:since=first",
		"order(estimate)-list:since=log":       "it takes no options",
		"order(estimat)-easy":                  `policy order(estimat)-easy: column 7: unknown name "estimat"; did you mean estimate?`,
		"order(estimate)-eazy":                 `did you mean order(estimate)-easy?`,
		"order(estimate":                       "column 6: the parenthesis is not closed",
		"x-order(1)-easy":                      "x-order",
		"order-easy":                           "unknown",
	} {
		found, err := All.Find(name)
		if err != nil && (want == "" || strings.Contains(err.Error(), want)) {
			continue
		}
		if err != nil || found.Name != want {
			t.Errorf("%s: %s, %v, want %s", name, found.Name, err, want)
		}
	}
	if a, _ := All.Find("order(submit)-easy:since=first"); a.Key != "order(submit)-easy:" {
		t.Errorf("the default option makes another policy, %s", a.Key)
	}
}

// Moving orders are computed for many entries at once.
func TestKeysOfEntriesAreThoseOfJobs(t *testing.T) {
	c := policytest.Random(rand.New(rand.NewPCG(2, 2)), 30)
	for n := range 40 {
		for len(c.Jobs) < 3*n {
			j := c.Jobs[len(c.Jobs)-1]
			j.ID, j.Submit = j.ID+1, j.Submit+int64(n%3)
			c.Jobs = append(c.Jobs, j)
		}
	}
	for _, o := range both() {
		p := &entries{List: NewList(o), t: t}
		if _, err := policytest.Simulate(c, p); err != nil || o.Moving() && p.most < 60 {
			t.Errorf("%s: %v, %d jobs wait at most", o.Name, err, p.most)
		}
	}
}

// both returns the named orders in Go and as expressions.
func both() (all []*Order) {
	for _, o := range Orders[1:] {
		all = append(all, o, Expressed(o.formula))
	}
	return all
}

// entries compares the keys of its queue before each pass.
type entries struct {
	*List
	t    *testing.T
	most int
}

func (p *entries) Pass() {
	p.most = max(p.most, len(p.q.entries))
	p.q.rekey(p.m.Now(), p.m)
	for _, e := range p.q.entries {
		if want := p.q.order.Key(p.m.Now(), p.m.Job(e.index)); e.key != want {
			p.t.Fatalf("%s: the key of job %d is %v, want %v", p.q.order.Name, e.index, e.key, want)
		}
	}
	p.List.Pass()
}

// BenchmarkOrders compares orders that are expressions with the same ones in Go, under EASY.
func BenchmarkOrders(b *testing.B) {
	w, err := lublin.Model{Jobs: 5000, Procs: 128, Load: 0.95, Seed: 1, Estimates: lublin.Estimates{Kind: "round", Factor: 3}}.Generate()
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"sjf", "f2", "lxf", "wfp3", "unicef"} {
		o := OrderNamed(name)
		b.Run(name+"/Go", func(b *testing.B) { benchmark(b, w.Procs, w.Jobs.Held(), NewEASY(o)) })
		b.Run(name+"/expression", func(b *testing.B) { benchmark(b, w.Procs, w.Jobs.Held(), NewEASY(Expressed(o.formula))) })
	}
}

func benchmark(b *testing.B, procs int, jobs []job.Job, p sim.Policy) {
	for b.Loop() {
		e, err := sim.New(sim.Config{Procs: procs, Jobs: jobs}, p)
		if err == nil {
			err = e.Run(context.Background(), nil)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(jobs))*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}
