package experiment

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/result"
)

// instancesOf runs the Spec and returns its instances, its outcomes and its tables
// of steps and instances.
func instancesOf(t *testing.T, spec Spec, n int) (all []*platform.Instance, outcomes []Outcome, steps, table *result.Table) {
	t.Helper()
	w := defaultWorkload(t).Head(n)
	rows, problems := result.NewCollect(result.Steps), result.NewCollect(result.Instances)
	outcomes, err := Execute(
		context.Background(),
		spec,
		w,
		Options{
			Tables:   result.Set{result.Steps: rows, result.Instances: problems},
			Keep:     true,
			Instance: func(in *platform.Instance) error { all = append(all, in); return nil },
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	return all, outcomes, rows.Table(), problems.Table()
}

// The instances are what the finished schedule says of the seconds at which jobs
// were submitted: who waited, and who ran until when by estimate.
func TestInstancesAreWhatTheScheduleTells(t *testing.T) {
	spec := Spec{Policies: []string{"dynp-advanced", "easy", "dynp-simple:quality=sld", "dynp-basic"}}
	all, outcomes, _, _ := instancesOf(t, spec, 1200)
	procs := defaultWorkload(t).Procs
	var want []*exact.Instance
	for _, o := range outcomes {
		if o.Policy == "easy" || o.Policy == "dynp-basic" {
			continue
		}
		last := int64(-1)
		for _, arrived := range o.Jobs {
			now := arrived.Submit
			if now == last {
				continue
			}
			last = now
			in := &exact.Instance{Procs: procs, Now: now}
			free := map[int64]int{now: in.Procs}
			for i, j := range o.Jobs {
				switch at := o.Placed[i]; {
				case j.Submit <= now && at.Start >= now:
					in.Jobs = append(in.Jobs, exact.Job{ID: j.ID, Procs: int(j.Procs), Estimate: j.Estimate, Submit: j.Submit})
				case at.Start < now && at.End > now:
					free[now] -= int(j.Procs)
					free[at.Start+j.Estimate] += int(j.Procs)
				}
			}
			if len(in.Jobs) < 2 {
				continue
			}
			for at, procs := range free {
				in.Free = append(in.Free, exact.Step{At: at, Procs: procs})
			}
			slices.SortFunc(in.Free, func(a, b exact.Step) int { return cmp.Compare(a.At, b.At) })
			for i := 1; i < len(in.Free); i++ {
				in.Free[i].Procs += in.Free[i-1].Procs
			}
			want = append(want, in)
		}
	}
	if len(all) != len(want) || len(want) < 100 {
		t.Fatalf("there are %d instances, not %d", len(all), len(want))
	}
	for i, in := range all {
		if !strings.HasPrefix(in.Name, in.Run+"@") {
			t.Errorf("instance %d of run %s is called %q", i, in.Run, in.Name)
		}
		plain := *in.Instance
		plain.Name = ""
		if !reflect.DeepEqual(&plain, want[i]) {
			t.Fatalf("instance %d is %+v, not %+v", i, plain, want[i])
		}
	}
}

// The policy that the simple decider takes has the cheapest list schedule: running
// jobs cost the same under all.
func TestInstancesAgreeWithTheStepsOnTheBestPolicy(t *testing.T) {
	all, _, steps, _ := instancesOf(t, Spec{Policies: []string{"dynp-simple"}}, 3000)
	after := map[int64]string{}
	for i := range steps.Rows {
		after[steps.Col("step").Int[i]] = steps.Col("after").GetText(i)
	}
	for _, in := range all {
		_, cost, policy := in.Best()
		name, ok := after[in.Step]
		i := slices.IndexFunc(exact.Policies, func(p exact.Policy) bool { return p.Name == name })
		if !ok || i < 0 {
			t.Fatalf("step %d has %q in force", in.Step, name)
		}
		if got := in.Cost(in.List(exact.Policies[i].Order(in.Instance))); got != cost {
			t.Fatalf("%s: dynP takes %s, which costs %d; %s costs %d", in.Name, name, got, policy, cost)
		}
	}
}

func TestTheInstancesTableHoldsTheInstances(t *testing.T) {
	all, _, _, table := instancesOf(t, Spec{Policies: []string{"dynp-advanced"}}, 600)
	row := 0
	for _, in := range all {
		for _, s := range in.Free {
			if table.Col("kind").GetText(row) != "free" || table.Col("free_from_s").Float[row] != float64(s.At) ||
				table.Col("procs").Int[row] != int64(s.Procs) {
				t.Fatalf("row %d is not the step %+v of %s", row, s, in.Name)
			}
			row++
		}
		for _, j := range in.Jobs {
			if table.Col("kind").GetText(row) != "job" || table.Col("submit_s").Float[row] != float64(j.Submit) ||
				table.Col("procs").Int[row] != int64(j.Procs) ||
				table.Col("estimate_s").Float[row] != float64(j.Estimate) ||
				table.Col("step").Int[row] != in.Step ||
				table.Col("time_s").Float[row] != float64(in.Now) {
				t.Fatalf("row %d is not the job %+v of %s", row, j, in.Name)
			}
			row++
		}
	}
	if row != table.Rows || row == 0 {
		t.Fatalf("%d rows are of instances, of %d", row, table.Rows)
	}
}

func TestCollectingInstancesChangesNoResult(t *testing.T) {
	w := defaultWorkload(t).Head(1500)
	spec := Spec{Policies: []string{"dynp-advanced", "dynp-basic", "easy"}}
	sums := func(collect bool) (sums [3]string) {
		jobs, runs, steps := result.NewDigest(result.Jobs), result.NewDigest(result.Runs), result.NewDigest(result.Steps)
		opt := Options{Tables: result.Set{result.Jobs: jobs, result.Runs: runs, result.Steps: steps}}
		if collect {
			opt.Tables[result.Instances] = result.NewCollect(result.Instances)
		}
		if _, err := Execute(context.Background(), spec, w, opt); err != nil {
			t.Fatal(err)
		}
		return [3]string{jobs.Sum(), runs.Sum(), steps.Sum()}
	}
	if with, without := sums(true), sums(false); with != without {
		t.Errorf("with instances the digests are %v, without %v", with, without)
	}
}
