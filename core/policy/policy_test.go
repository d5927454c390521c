package policy

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/policy/formula"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// every calls f for each queue order and kind.
func every(t *testing.T, f func(t *testing.T, o *Order, k *Kind)) {
	for _, o := range Orders {
		for i := range Kinds {
			t.Run(describe(o, &Kinds[i]).Name, func(t *testing.T) { f(t, o, &Kinds[i]) })
		}
	}
}

func TestEveryPolicyKeepsTheLaws(t *testing.T) {
	every(t, func(t *testing.T, o *Order, k *Kind) {
		policytest.Laws(t, func() sim.Policy { return k.make(o) }, traits(o))
	})
}

// traits are those of policies in that order.
func traits(o *Order) policytest.Traits {
	if o.ScaleFree() {
		return policytest.Static
	}
	return policytest.Shiftable
}

// key is an Order as the referee takes it, for a workload with that first submission.
func key(o *Order, first int64) verify.Key {
	if o.Name == "" {
		return nil
	}
	return func(now int64, j *job.Job) float64 {
		return o.Key(now, &sim.Job{ID: j.ID, Submit: j.Submit, Since: j.Submit - first, Estimate: j.Estimate, Procs: j.Procs})
	}
}

// checkOracle compares a schedule with the referee's own.
func checkOracle(c policytest.Case, o *Order, k *Kind) error {
	got, err := policytest.Simulate(c, k.make(o))
	if err != nil {
		return err
	}
	want, err := verify.Expect(c.Problem(), verify.Discipline(k.Name), key(o, c.Jobs[0].Submit))
	if err != nil {
		return err
	}
	for i := range got {
		if got[i] != want[i] {
			return fmt.Errorf("job %d is put at %+v; the referee says %+v", c.Jobs[i].ID, got[i], want[i])
		}
	}
	return nil
}

func TestExpressionsKeepTheLaws(t *testing.T) {
	for _, text := range []string{"sqrt(estimate)*wait", "-wait*procs + 3", "log2(submit)*procs"} {
		f, err := formula.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for i := range Kinds {
			policytest.Laws(t, func() sim.Policy { return Kinds[i].make(Expressed(f)) }, traits(Expressed(f)))
		}
	}
}

func TestEveryPolicyIsTheRefereesOwn(t *testing.T) {
	slow.AsWebAssembly(t)
	every(t, func(t *testing.T, o *Order, k *Kind) {
		r := rand.New(rand.NewPCG(3, 9))
		for n := range 150 {
			c := policytest.Random(r, 40)
			if err := checkOracle(c, o, k); err != nil {
				t.Fatalf("case %d, %d processors, overrun %d, %+v: %v", n, c.Procs, c.Overrun, c.Jobs, err)
			}
		}
	})
}

// Whenever jobs move, the referee moves them at the same ends. Laws hold, and the choices differ.
func TestConservativeCompressesWhenTold(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(39, 3))
	apart := map[string]int{}
	for _, order := range []string{"", "sjf-", "order(estimate-wait)-"} {
		for _, when := range []string{"ends", "early", "never"} {
			name := order + "cons:compress=" + when
			for range 60 {
				c := policytest.Random(r, 40)
				p, err := All.Parse(name)
				if err != nil {
					t.Fatal(err)
				}
				d, key, err := verify.Parse(name, 0)
				if err != nil {
					t.Fatal(err)
				}
				want, err := verify.Expect(c.Problem(), d, key)
				if err != nil {
					t.Fatal(err)
				}
				got, err := policytest.Simulate(c, p)
				if err != nil || !slices.Equal(got, want) {
					t.Fatalf("%s: %v, %v, want %v of %+v", name, err, got, want, c)
				}
				if usual, _ := verify.Expect(c.Problem(), verify.Conservative, key); !slices.Equal(usual, want) {
					apart[when]++
				}
			}
		}
		policytest.Laws(t, func() sim.Policy { p, _ := All.Parse(order + "cons:compress=early"); return p }, policytest.Static)
	}
	if apart["ends"] > 0 || apart["early"] < 5 || apart["never"] < 30 {
		t.Errorf("schedules that differ from those of all ends: %v", apart)
	}
}

// F1 to F4 count from the first submission, or on request from second 0: the same if that is the first, else other policies.
func TestSubmissionsAreCountedFromTheFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 1))
	apart := 0
	for _, order := range []string{"f1", "f2", "f3", "f4"} {
		for n := range 150 {
			kind := Kinds[n%len(Kinds)].Name
			c := policytest.Random(r, 40)
			cut := c
			cut.Jobs = slices.Clone(c.Jobs)
			for i, first := 0, c.Jobs[0].Submit; i < len(c.Jobs); i++ {
				c.Jobs[i].Submit -= first
				cut.Jobs[i].Submit = c.Jobs[i].Submit + 200_000
			}
			starts := func(c policytest.Case, options string) (all []int64) {
				p, err := All.Parse(order + "-" + kind + options)
				if err != nil {
					t.Fatal(err)
				}
				placed, err := policytest.Simulate(c, p)
				if err != nil {
					t.Fatal(err)
				}
				for i := range placed {
					all = append(all, placed[i].Start-c.Jobs[0].Submit)
				}
				return all
			}
			want := starts(c, "")
			for how, got := range map[string][]int64{
				"log, first at 0": starts(c, ":since=log"), "first, spelled": starts(c, ":since=first"), "first, of a cut": starts(cut, ""),
			} {
				if !slices.Equal(got, want) {
					t.Fatalf("%s-%s, %s: starts %v, want %v of %+v", order, kind, how, got, want, c)
				}
			}
			if !slices.Equal(starts(cut, ":since=log"), want) {
				apart++
			}
		}
	}
	if apart < 50 {
		t.Errorf("only %d of 600 schedules differ where a cut counts from the start of its log", apart)
	}
}

func FuzzPolicies(f *testing.F) {
	f.Add([]byte{0, 10, 10, 7, 0, 10, 10, 1, 1, 3, 5, 0, 0, 30, 20, 140}, byte(0))
	f.Fuzz(func(t *testing.T, script []byte, which byte) {
		c := policytest.Parse(script[:min(len(script), 120)])
		if len(c.Jobs) == 0 {
			return
		}
		o, k := Orders[int(which/4)%len(Orders)], &Kinds[which%4]
		if err := checkOracle(c, o, k); err != nil {
			t.Fatalf("%s, %+v: %v", describe(o, k).Name, c, err)
		}
	})
}

func TestEASYNeverDelaysTheHead(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		c := policytest.Random(r, 60)
		c.Overrun = sim.Cut
		placed, err := policytest.Simulate(c, NewEASY(Orders[0]))
		if err != nil {
			t.Fatal(err)
		}
		if found := verify.HeadOnTime(c.Problem(), placed, nil); len(found) > 0 {
			t.Fatalf("%+v: %v", c, verify.Err(found))
		}
	}
}

func TestConservativeKeepsItsPromises(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 200 {
		c := policytest.Random(r, 60)
		c.Overrun = sim.Cut
		placed, err := policytest.Simulate(c, NewConservative(Orders[0]))
		if err != nil {
			t.Fatal(err)
		}
		promised, err := verify.Promises(c.Problem(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range placed {
			if placed[i].Start > promised[i] {
				t.Fatalf("%+v: job %d was promised second %d and starts at %d", c, c.Jobs[i].ID, promised[i], placed[i].Start)
			}
		}
	}
}

// With exact estimates nothing ends early, so conservative backfilling never
// has to move a job: every job starts when it was told at submission.
func TestConservativeWithExactEstimatesStartsAsPromised(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 6))
	for range 200 {
		c := policytest.Random(r, 60)
		c.Overrun = sim.Cut
		for i := range c.Jobs {
			c.Jobs[i].Run = c.Jobs[i].Estimate
		}
		placed, err := policytest.Simulate(c, NewConservative(Orders[0]))
		if err != nil {
			t.Fatal(err)
		}
		promised, _ := verify.Promises(c.Problem(), nil)
		for i := range placed {
			if placed[i].Start != promised[i] {
				t.Fatalf("%+v: job %d was promised second %d and starts at %d", c, c.Jobs[i].ID, promised[i], placed[i].Start)
			}
		}
	}
}

// FCFS on one processor is a single-server queue, whose waits follow Lindley's
// recursion: w' = max(0, w + run - gap to the next submission).
func TestFCFSOnOneProcessorIsLindleysRecursion(t *testing.T) {
	r := rand.New(rand.NewPCG(1952, 1))
	for range 200 {
		c := policytest.Random(r, 60)
		c.Procs, c.Overrun = 1, sim.Cut
		for i := range c.Jobs {
			c.Jobs[i].Procs = 1
		}
		placed, err := policytest.Simulate(c, NewFCFS(Orders[0]))
		if err != nil {
			t.Fatal(err)
		}
		wait := int64(0)
		for i := range c.Jobs {
			if got := placed[i].Start - c.Jobs[i].Submit; got != wait {
				t.Fatalf("job %d waits %d s; Lindley says %d", c.Jobs[i].ID, got, wait)
			}
			if i+1 < len(c.Jobs) {
				wait = max(0, wait+c.Jobs[i].Length(true)-(c.Jobs[i+1].Submit-c.Jobs[i].Submit))
			}
		}
	}
}

// On a machine that every job fills alone nothing can be backfilled.
func TestOnAFullMachineAllKindsAreFCFS(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 100 {
		c := policytest.Random(r, 40)
		for i := range c.Jobs {
			c.Jobs[i].Procs, c.Jobs[i].Run = int32(c.Procs), max(1, c.Jobs[i].Run)
		}
		c.Overrun = sim.Cut
		want, _ := policytest.Simulate(c, NewFCFS(Orders[0]))
		for i := range Kinds {
			got, err := policytest.Simulate(c, Kinds[i].make(Orders[0]))
			if err != nil {
				t.Fatal(err)
			}
			for k := range got {
				if got[k] != want[k] {
					t.Fatalf("%s puts job %d at %+v, FCFS at %+v", Kinds[i].Name, c.Jobs[k].ID, got[k], want[k])
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	for _, info := range All.List() {
		if got, err := All.Find(info.Name); err != nil || !reflect.DeepEqual(got.Info, info) {
			t.Errorf("Find(%s) = %+v, %v", info.Name, got, err)
		}
	}
	for _, name := range []string{"", "-", "-easy", "easy-", "sjf", "easy-sjf", "sjf-sjf-easy", "easy:", "recorded"} {
		if _, err := All.Parse(name); err == nil {
			t.Errorf("Parse(%q) finds a policy", name)
		}
	}
	if got, err := All.Find(" SJF-Easy"); err != nil || got.Name != "sjf-easy" {
		t.Errorf("case and spaces count: %+v, %v", got, err)
	}
}
