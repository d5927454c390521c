package experiment

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/verify"
)

// verified plays the Spec and fails if the referee finds anything.
func verified(t *testing.T, spec Spec, w *trace.Workload) []Outcome {
	t.Helper()
	outcomes, err := Execute(context.Background(), spec, w, Options{Verify: Verify})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range outcomes {
		if err := verify.Err(o.Verified.Violations); err != nil {
			t.Errorf("%s: %v", o.Run, err)
		}
		if o.Jobs != nil || o.Verified.Jobs == 0 {
			t.Errorf("%s: the schedule is kept, or %d jobs were checked", o.Run, o.Verified.Jobs)
		}
	}
	return outcomes
}

// laws are the names of what was checked.
func laws(v *platform.Verified) string {
	var names []string
	for _, l := range v.Laws {
		names = append(names, l.Name)
	}
	return strings.Join(names, " ")
}

func crowd(jobs, procs int) Source {
	return Source{Model: &Model{Name: "lublin", Jobs: jobs, Procs: procs, Load: 0.9, Users: 9, Seed: 3}}
}

func TestTheRefereeChecksWhatAPolicyPromises(t *testing.T) {
	for _, overrun := range []string{"cut", "extend"} {
		want := map[string]string{
			"fcfs": "legal order follows", "sjf-fcfs": "legal follows", "list": "legal greedy follows", "lxf-easy": "legal head follows",
			"cons": "legal promises follows", "plan-ljf": "legal follows", "rules:greedy": "legal follows", "rules:group-easy": "legal head follows",
			"rules:submit-cons": "legal follows", "f1-easy": "legal", "dynp-simple": "legal", "rules:mine": "legal",
		}
		always, err := rules.NewRigid(nil, []rules.Strategy{rules.GreedyStrategy})
		if err != nil {
			t.Fatal(err)
		}
		spec := Spec{Workload: crowd(150, 64), Overrun: overrun, Rules: []*rules.Base{rules.NewBase("mine", "", always)}}
		for name := range want {
			spec.Policies = append(spec.Policies, name)
		}
		for _, o := range verified(t, spec, loaded(t, spec)) {
			if overrun == "extend" { // estimates bound nothing
				want[o.Policy] = strings.NewReplacer("head ", "", "promises ", "").Replace(want[o.Policy])
			}
			if laws(o.Verified) != want[o.Policy] || len(o.Verified.Notes) == 1 != (want[o.Policy] == "legal") {
				t.Errorf("%s, %s: %q is checked with the notes %q, expected %q", o.Policy, overrun, laws(o.Verified), o.Verified.Notes, want[o.Policy])
			}
		}
	}
}

// Every policy that is listed passes the referee on its platform.
func TestTheRefereePassesEveryPolicy(t *testing.T) {
	machine := Spec{Workload: crowd(60, 32)}
	sites := Spec{Workload: crowd(60, 32), Platforms: Platforms{Grid: &grid.Grid{
		Sites:     []grid.Site{{Name: "a", Procs: 32, Load: 3}, {Name: "b", Procs: 24, Speed: 2.5}},
		MultiSite: grid.MultiSite{Overhead: 0.5, Spread: "uniform"}}}}
	sharing := Spec{Workload: crowd(40, 8), Platforms: Platforms{Shared: &shared.Nodes{Nodes: 8}}}
	resources := Spec{Workload: crowd(60, 32), Platforms: Platforms{Cluster: fourNodes()}}
	for _, p := range Builtin.List() {
		if e, err := Builtin.Find(p.Name); err != nil {
			t.Fatal(err)
		} else if _, err := onCluster.Scheduler(e, must(cluster.New(fourNodes()))); err == nil {
			resources.Policies = append(resources.Policies, p.Name)
		}
		switch {
		case p.Name == policy.Slurm:
		case strings.HasPrefix(p.Name, grid.Prefix):
			sites.Policies = append(sites.Policies, p.Name)
		case strings.HasPrefix(p.Name, shared.Prefix):
			sharing.Policies = append(sharing.Policies, p.Name)
		case p.Name != policy.Recorded:
			machine.Policies = append(machine.Policies, p.Name)
		}
	}
	sharing.Policies = append(sharing.Policies, "easy", "cons")
	for _, spec := range []Spec{machine, sites, sharing, resources} {
		for _, o := range verified(t, spec, loaded(t, spec)) {
			if len(o.Verified.Laws) == 1 && len(o.Verified.Notes) == 0 {
				t.Errorf("%s: only %s is checked, and nothing says why", o.Policy, laws(o.Verified))
			}
		}
	}
}

// A note about ties names the order, and only a policy of that order has one.
func TestNotesAboutTiesNameTheOrder(t *testing.T) {
	var own []Own
	for _, name := range []string{"f1-mine", "mine-f1"} {
		own = append(own, Own{Name: name, Version: "1", Make: aMachine})
	}
	const ties, unknown = "jobs that tie in the order %s may come", "the choices of %s are not checked"
	sites := []grid.Site{{Name: "a", Procs: 32}, {Name: "b", Procs: 32}}
	for _, spec := range []Spec{
		{Policies: []string{"f1-easy", "plan-unicef", "f1-mine", "mine-f1"}, Own: own},
		{Policies: []string{"grid-sharing:order=f2,site=home"}, Platforms: Platforms{Grid: &grid.Grid{Sites: sites}}},
	} {
		spec.Workload = crowd(60, 32)
		for _, o := range verified(t, spec, loaded(t, spec)) {
			want := fmt.Sprintf(unknown, o.Policy)
			for name, order := range map[string]string{"f1-easy": "f1", "plan-unicef": "unicef", "grid-sharing:order=f2,site=home": "f2"} {
				if o.Policy == name {
					want = fmt.Sprintf(ties, order)
				}
			}
			if notes := o.Verified.Notes; len(notes) != 1 || !strings.Contains(notes[0], want) {
				t.Errorf("%s: the notes are %q, expected %q", o.Policy, notes, want)
			}
		}
	}
}

// The referee reads the paper as the engine does.
func TestTheRefereeKnowsTheReading(t *testing.T) {
	spec := Spec{Workload: crowd(400, 32), Platforms: Platforms{Shared: &shared.Nodes{Nodes: 32, VirtualInPenalty: true, NewestFirst: true}},
		Policies: []string{"dfrs:GreedyPM*/per/OPT=MIN/MINVT=600", "dfrs:MCB8*/OPT=MIN/MINFT=300"}}
	for _, o := range verified(t, spec, loaded(t, spec)) {
		if laws(o.Verified) != "legal laws follows" {
			t.Errorf("%s: only %s is checked", o.Policy, laws(o.Verified))
		}
	}
}

// The check of a run, which may take a minute, holds up nobody who gives up.
func TestACheckEndsWithTheContext(t *testing.T) {
	spec := Spec{Workload: crowd(2000, 64), Policies: []string{"cons"}}
	w := loaded(t, spec)
	outcomes, err := Execute(context.Background(), spec, w, Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := &execution{spec: spec, w: w, Options: Options{Verify: Verify}}
	if v, err := x.verified(ctx, &outcomes[0]); v != nil || err != context.Canceled {
		t.Errorf("verified returns %v, %v", v, err)
	}
}

// A policy that calls itself EASY and starts jobs in order of submission is caught.
func TestTheRefereeCatchesAPolicyThatBreaksItsPromise(t *testing.T) {
	mine := func() sim.Policy { return policy.NewFCFS(policy.Orders[0]) }
	spec := Spec{Workload: crowd(150, 64), Policies: []string{"mine"}, Own: []Own{{Name: "mine", Version: "1", Make: mine}}}
	w := loaded(t, spec)
	outcomes, err := Execute(context.Background(), spec, w, Options{Keep: true, Verify: Verify})
	if err != nil {
		t.Fatal(err)
	}
	if v := outcomes[0].Verified; laws(v) != "legal" || len(v.Violations) > 0 || len(v.Notes) != 1 {
		t.Errorf("under its own name: %+v", v)
	}
	outcomes[0].Policy = "easy"
	v, err := Verify(spec, w, &outcomes[0])
	if err != nil || laws(v) != "legal head follows" || len(v.Violations) == 0 || v.Violations[0].Rule != verify.RuleMissed {
		t.Errorf("as EASY: %+v, %v", v, err)
	}
	outcomes[0].Placed[7].End++
	v, err = Verify(spec, w, &outcomes[0])
	if err != nil || laws(v) != "legal" || v.Violations[0].Rule != verify.RuleEnd || v.Violations[0].Job != 8 {
		t.Errorf("with a job that ends late: %+v, %v", v, err)
	}
}

// The referee looks at what is reported, on every platform.
func TestTheRefereeCatchesWrongSchedulesOnEveryPlatform(t *testing.T) {
	for _, spec := range []Spec{
		{Workload: crowd(100, 32), Policies: []string{"grid-multisite"}, Overrun: "extend",
			Platforms: Platforms{Grid: &grid.Grid{Sites: []grid.Site{{Name: "a", Procs: 32}, {Name: "b", Procs: 16, Speed: 2}}}}},
		{Workload: crowd(40, 8), Policies: []string{"dfrs:GreedyPM*"}, Platforms: Platforms{Shared: &shared.Nodes{Nodes: 8}}},
		{Workload: crowd(40, 8), Policies: []string{"easy"}, Platforms: Platforms{Shared: &shared.Nodes{Nodes: 8}}},
	} {
		w := loaded(t, spec)
		outcomes, err := Execute(context.Background(), spec, w, Options{Keep: true, Verify: Verify})
		if err != nil {
			t.Fatal(err)
		}
		o := &outcomes[0]
		switch r := o.Detail.(type) {
		case *grid.Run:
			r.Placed[7].End++
			r.Schedule.Parts(8)[0].Site = 2
		case *shared.Run:
			r.Outcomes[7].End++
			held := slices.IndexFunc(r.Stretches, func(s shared.Stretch) bool { return s.Job == 8 })
			r.Stretches[held].Places[0].Node = 8
		default:
			o.Placed[7].End++
			o.Placed[8].Start--
		}
		if v, err := Verify(spec, w, o); err != nil || len(v.Violations) < 2 || laws(v) != "legal" {
			t.Errorf("%s: of two wrong jobs the referee finds %+v, %v", o.Policy, v, err)
		}
	}
}

func TestARecordedScheduleIsCheckedForWhatCanBe(t *testing.T) {
	spec := Spec{Workload: Source{File: "waits.swf"}, Policies: []string{"recorded"}, Procs: 4}
	log := "; MaxProcs: 4\n1 0 5 10 3 -1 -1 3 20 -1 1 1 1 1 1 -1 -1 -1\n2 0 5 10 3 -1 -1 3 20 -1 1 1 1 1 1 -1 -1 -1\n"
	w, err := spec.Load(func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(log)), nil }, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := verified(t, spec, w)[0].Verified
	want := "capacity is not checked: a log may overlap more jobs than its machine holds, and this one does so 1 times"
	if laws(v) != "recorded" || v.Jobs != 2 || !slices.Equal(v.Notes, []string{want}) {
		t.Errorf("%+v", v)
	}
}
