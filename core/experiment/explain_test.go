package experiment

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// The problem of a self-tuning step is the same whether it is asked for or collected.
func TestInstanceAtIsTheStepsInstance(t *testing.T) {
	const jobs = 400
	for _, overrun := range []string{"", "extend"} {
		spec := Spec{Policies: []string{"dynp-advanced"}, Overrun: overrun}
		all, _, _, _ := instancesOf(t, spec, jobs)
		w := defaultWorkload(t).Head(jobs)
		for i := 0; i < len(all); i += max(1, len(all)/25) {
			want := all[i]
			told := 0
			got, err := InstanceAt(context.Background(), spec, w, want.Policy, want.Now, func(n int) { told = max(told, n) })
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want.Instance) {
				t.Fatalf("%s: asked for %+v, collected %+v", want.Name, got, want.Instance)
			}
			if told > jobs {
				t.Errorf("%d of %d jobs were submitted", told, jobs)
			}
		}
	}
}

// Under any policy it is what the finished schedule tells of that second.
func TestInstanceAtIsWhatTheScheduleTells(t *testing.T) {
	spec := Spec{Policies: []string{"fcfs", "easy", "cons", "sjf-easy", "plan-ljf"}}
	w := defaultWorkload(t).Head(600)
	outcomes, err := Execute(context.Background(), spec, w, Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range outcomes {
		for i := 50; i < len(o.Jobs); i += 75 {
			now := o.Jobs[i].Submit
			in, err := InstanceAt(context.Background(), spec, w, o.Policy, now, nil)
			if err != nil {
				t.Fatal(err)
			}
			waiting, free := 0, w.Procs
			for k, j := range o.Jobs {
				switch at := o.Placed[k]; {
				case j.Submit <= now && at.Start >= now:
					if got := in.Jobs[waiting]; got.ID != j.ID || got.Procs != int(j.Procs) || got.Estimate != j.Estimate || got.Submit != j.Submit {
						t.Fatalf("%s: job %+v, not %+v", in.Name, got, j)
					}
					waiting++
				case at.Start < now && at.End > now:
					free -= int(j.Procs)
				}
			}
			if len(in.Jobs) != waiting || in.Free[0].Procs != free || in.Now != now || in.Free[len(in.Free)-1].Procs != w.Procs {
				t.Fatalf("%s: %d wait and %d are free, not %d and %d", in.Name, len(in.Jobs), in.Free[0].Procs, waiting, free)
			}
		}
	}
}

func TestInstanceAtRefusesInWords(t *testing.T) {
	w := defaultWorkload(t).Head(50)
	for _, c := range []struct {
		spec   Spec
		policy string
		at     int64
		want   string
	}{
		{Spec{}, "easy", w.Jobs.Held()[3].Submit + 1, "choose a second"},
		{Spec{}, "easy", -1, "choose a second"},
		{Spec{}, "easy", 1 << 60, "choose a second"},
		{Spec{}, "recorded", w.Jobs.Held()[3].Submit, "recorded"},
		{Spec{}, "nobody", w.Jobs.Held()[3].Submit, "nobody"},
		{Spec{Platforms: Platforms{Shared: &shared.Nodes{Nodes: 4}}}, "easy", w.Jobs.Held()[3].Submit, "one machine only"},
	} {
		if _, err := InstanceAt(context.Background(), c.spec, w, c.policy, c.at, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s at %d: error %v, want one with %q", c.policy, c.at, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := InstanceAt(ctx, Spec{}, w, "easy", w.Jobs.Held()[30].Submit, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestExplainRefusesInWords(t *testing.T) {
	w := defaultWorkload(t).Head(50)
	if _, err := Explain(context.Background(), Spec{}, w, "easy", "99"); err == nil || err.Error() != "the log has no job 99" {
		t.Errorf("an unknown job gives %v", err)
	}
	spec := Spec{Own: []Own{{Name: "mute", Version: "1", Make: func() sim.Policy { return mute{policy.NewEASY(policy.Orders[0])} }}}}
	if _, err := Explain(context.Background(), spec, w, "mute", "1"); err == nil || !strings.Contains(err.Error(), "cannot explain itself") {
		t.Errorf("a policy that cannot explain itself does: %v", err)
	}
}

// mute hides every method but those of a Policy.
type mute struct{ sim.Policy }
