package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/slurm/twin"
	"github.com/backfill-lab/backfill/core/trace"
)

// A told is a finished run and what its replay told of every second.
type told struct {
	t       *testing.T
	policy  string
	o       Outcome
	procs   int
	moments []platform.Moment // of every second at which jobs start
	extend  bool
}

// place returns the index of a job.
func (x *told) place(id int64) int {
	return slices.IndexFunc(x.o.Jobs, func(j job.Job) bool { return j.ID == id })
}

// free returns the processors that are free at the end of second at.
func (x *told) free(at int64) int {
	n := x.procs
	for i, p := range x.o.Placed {
		if p.Start <= at && p.End > at {
			n -= int(x.o.Jobs[i].Procs)
		}
	}
	return n
}

// retold plays the policy and asks about each second at which a job starts, from the last to the first or in order.
func retold(t *testing.T, spec Spec, w *trace.Workload, name string, back bool) *told {
	t.Helper()
	spec.Policies = []string{name}
	outcomes, err := Execute(context.Background(), spec, w, Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReplay(context.Background(), spec, w, name, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	x := &told{t: t, policy: name, o: outcomes[0], procs: w.Procs, extend: spec.Overrun == "extend"}
	var seconds []int64
	for _, p := range x.o.Placed {
		seconds = append(seconds, p.Start)
	}
	slices.Sort(seconds)
	seconds = slices.Compact(seconds)
	if back {
		slices.Reverse(seconds)
	}
	for _, at := range seconds {
		m, err := r.At(context.Background(), float64(at), 1000, "")
		if err != nil {
			t.Fatalf("%s at %d: %v", name, at, err)
		}
		x.moments = append(x.moments, m)
	}
	return x
}

// check holds what was told against the run.
func (x *told) check() {
	for k := range x.moments {
		m := &x.moments[k]
		now := int64(m.At)
		if m.Pass != m.At || m.StartsAt != m.At {
			x.t.Fatalf("%s at %d: told of second %v and of the starts of %v", x.policy, now, m.Pass, m.StartsAt)
		}
		var want, got []int64
		for i, p := range x.o.Placed {
			if p.Start == now {
				want = append(want, x.o.Jobs[i].ID)
			}
		}
		for i := range m.Starts {
			got = append(got, m.Starts[i].Job)
			x.start(m, &m.Starts[i])
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			x.t.Fatalf("%s at %d: jobs %v start, told are %v", x.policy, now, want, got)
		}
		x.waits(m)
	}
}

func (x *told) start(m *platform.Moment, s *platform.Started) {
	now, i := int64(m.At), x.place(s.Job)
	j := &x.o.Jobs[i]
	fail := func(text string) { x.t.Fatalf("%s at %d: %s: %+v", x.policy, now, text, *s) }
	switch {
	case s.Kind == platform.Untold || s.Text == "" || !strings.HasPrefix(s.Text, s.Kind) || s.ID != strconv.FormatInt(s.Job, 10):
		fail("no reason")
	case s.Free < s.Procs || s.Procs != int(j.Procs) || s.Free > x.procs:
		fail("more processors than were free")
	}
	head := func() {
		h := x.place(s.Behind)
		switch p := x.o.Placed[h]; {
		case h < 0 || p.Start < now:
			fail("the head does not wait")
		case int(x.o.Jobs[h].Procs) <= s.Free:
			fail("the head had room itself")
		}
	}
	switch sim.Way(s.Kind) {
	case sim.First:
		if s.Ahead != 0 {
			fail("others are first")
		}
	case sim.EndsBefore:
		if head(); float64(now+j.Estimate) > s.Shadow {
			fail("it ends after the reservation")
		}
	case sim.LeftOver:
		if head(); float64(now+j.Estimate) <= s.Shadow || s.Extra < s.Procs || s.Extra > x.procs {
			fail("not enough is left over, or it is not needed")
		}
	case sim.Due:
		if s.Before >= 0 && !x.extend && strings.HasSuffix(x.policy, "cons") && int64(s.Before) < now {
			fail("a promise was broken")
		}
	case sim.Fits:
	default:
		fail("an unknown way")
	}
}

func (x *told) waits(m *platform.Moment) {
	now, waiting := int64(m.At), 0
	for i, p := range x.o.Placed {
		if j := &x.o.Jobs[i]; j.Submit <= now && p.Start > now {
			waiting++
			if w := m.Of(j.ID); w == nil || w.Text == "" || w.Planned >= 0 && int64(w.Planned) <= now {
				x.t.Fatalf("%s at %d: job %d waits, and the moment tells %+v", x.policy, now, j.ID, w)
			}
		}
	}
	if m.Waiting != waiting || len(m.Waits) != waiting || !strings.HasPrefix(m.Free, strconv.Itoa(x.free(now))+" ") {
		x.t.Fatalf("%s at %d: %d wait and %d are free, told are %d, %d and %s", x.policy, now, waiting, x.free(now),
			m.Waiting, len(m.Waits), m.Free)
	}
	for _, r := range m.Reserved {
		i := x.place(r.Job)
		start := x.o.Placed[i].Start
		if start <= now || int64(r.At) <= now || r.Procs != int(x.o.Jobs[i].Procs) || int64(r.Until-r.At) != x.o.Jobs[i].Estimate {
			x.t.Fatalf("%s at %d: a reservation of %+v", x.policy, now, r)
		}
		// Nobody is late for a reservation that stands: under EASY the head's, under conservative backfilling each.
		if (x.policy == "easy" || x.policy == "cons") && !x.extend && float64(start) > r.At {
			x.t.Fatalf("%s at %d: job %d has a reservation at %v and starts at %d", x.policy, now, r.Job, r.At, start)
		}
	}
	reserved := map[string]int{"easy": min(waiting, 1), "sjf-easy": min(waiting, 1), "rules:group-easy": min(waiting, 1),
		"cons": waiting, "plan-sjf": waiting, "dynp-simple": waiting, "fcfs": 0, "ljf-fcfs": 0, "list": 0}
	if n, ok := reserved[x.policy]; ok && n != len(m.Reserved) {
		x.t.Fatalf("%s at %d: %d reservations for %d jobs that wait", x.policy, now, len(m.Reserved), waiting)
	}
}

// machines are the policies of the catalogue for one machine.
func machines() (names []string) {
	for _, f := range Families {
		for _, info := range f.List {
			if f.On == "machine" && info.Name != policy.Recorded {
				names = append(names, info.Name)
			}
		}
	}
	return names
}

// Every policy for one machine says why each of its jobs starts and waits, and what it says is true of the run.
func TestEveryStartIsExplained(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 11))
	seen := map[string]int{}
	for n := range 12 {
		c := policytest.Random(r, 30)
		spec := Spec{}
		if c.Overrun == sim.Extend {
			spec.Overrun = "extend"
		}
		w := &trace.Workload{Name: "random", Procs: c.Procs, Jobs: trace.Hold(c.Jobs)}
		for k, name := range machines() {
			if strings.HasPrefix(name, "plan-opt") && n > 2 {
				continue
			}
			x := retold(t, spec, w, name, k%5 == n%5)
			x.check()
			for i := range x.moments {
				for k := range x.moments[i].Starts {
					seen[x.moments[i].Starts[k].Kind]++
				}
			}
		}
	}
	for _, way := range []sim.Way{sim.First, sim.Fits, sim.EndsBefore, sim.LeftOver, sim.Due} {
		if seen[string(way)] < 20 {
			t.Errorf("only %d jobs start since: %s", seen[string(way)], way)
		}
	}
}

// On every platform, going from start to start by what each moment says of the next comes by every start of the run,
// and each has a reason.
func TestEveryStartIsExplainedOnEveryPlatform(t *testing.T) {
	nodes, campus := clusterOf(), Spec{Workload: Source{Builtin: campus.Name}, Platforms: Platforms{Cluster: campus.Description()}}
	nodes.Policies = append(nodes.Policies, "fcfs", "dfrs:GreedyPM*/per/OPT=MIN/MINVT=600")
	campus.Policies = []string{policy.Slurm, "fcfs", "list", "easy", "sjf-easy", "cons", "plan-sjf", "dynp-simple"}
	grids := twoSites()
	grids.Policies = []string{"grid-independent", "grid-sharing:queue=list", "grid-multisite", "grid-moldable", "grid-plan"}
	kinds := map[string]int{}
	for _, spec := range []Spec{nodes, campus, grids} {
		w := loaded(t, spec)
		outcomes, err := Execute(context.Background(), spec, w, Options{Keep: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range outcomes {
			x := &told{t: t, policy: o.Policy, o: o}
			r, err := NewReplay(context.Background(), spec, w, o.Policy, nil)
			if err != nil {
				t.Fatal(err)
			}
			starts, last := map[int64]float64{}, -1.0
			for at := 0.0; at >= 0; {
				m, err := r.At(context.Background(), at, 3, "")
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range m.Starts {
					if m.StartsAt != m.Pass {
						break
					}
					if kinds[s.Kind]++; s.Kind != shared.ResumedLater {
						starts[s.Job] = m.StartsAt
					}
					on := s.Kind == platform.Untold || s.On == "" && s.Free < 0 || !strings.HasPrefix(s.Text, s.Kind+": ")
					before := s.Kind == string(sim.EndsBefore) && m.At+float64(s.Estimate) > s.Shadow
					if on || before || s.Behind >= 0 && x.place(s.Behind) < 0 {
						t.Fatalf("%s, %s at %v: %+v", spec.Platform(), o.Policy, m.At, s)
					}
				}
				for _, wait := range m.Waits {
					if wait.Text == "" || wait.ID == "" {
						t.Fatalf("%s, %s at %v: %+v", spec.Platform(), o.Policy, m.At, wait)
					}
				}
				if m.LastStart >= 0 && m.LastStart != last {
					t.Fatalf("%s, %s: the start before %v was at %v, not at %v", spec.Platform(), o.Policy, at, last, m.LastStart)
				}
				if m.StartsAt == m.Pass {
					last = m.Pass
				}
				at = m.NextStart
			}
			r.Close()
			for i := range o.Jobs {
				if got, ok := starts[o.Jobs[i].ID]; !ok || int64(math.Floor(got)) != o.Placed[i].Start {
					t.Fatalf("%s, %s: job %d starts at %d and is told at %v", spec.Platform(), o.Policy, o.Jobs[i].ID, o.Placed[i].Start, got)
				}
			}
		}
	}
	for _, kind := range []string{twin.ByMain, twin.ByBackfill, shared.MappedNew, shared.MappedLater, shared.MappedAnew, shared.ResumedLater,
		string(sim.First), cluster.FirstForNodes, string(sim.EndsBefore), string(sim.Due)} {
		if kinds[kind] < 3 {
			t.Errorf("only %d jobs start since: %s; %v", kinds[kind], kind, kinds)
		}
	}
}

// The same second is told in the same words in whatever order seconds are asked for, and a cancelled answer does no harm.
func TestAMomentDoesNotDependOnTheOneBefore(t *testing.T) {
	spec := Spec{Policies: []string{"easy"}}
	w := defaultWorkload(t).Head(300)
	for _, name := range []string{"easy", "cons", "dynp-advanced", "rules:group-easy"} {
		first := map[int64]platform.Moment{}
		r, err := NewReplay(context.Background(), spec, w, name, nil)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(5, 6))
		for range 200 {
			at := w.Jobs.Held()[random.IntN(40)*7].Submit + random.Int64N(2)
			gone, cancel := context.WithCancel(context.Background())
			if cancel(); random.IntN(4) == 0 {
				r.At(gone, float64(at), 5, "")
			}
			m, err := r.At(context.Background(), float64(at), 5, "")
			if err != nil {
				t.Fatal(err)
			}
			known, again := first[at]
			if first[at] = m; again && text(&known) != text(&m) {
				t.Fatalf("%s at %d: %s\nand\n%s", name, at, text(&known), text(&m))
			}
		}
		r.Close()
	}
}

func text(m *platform.Moment) string {
	b, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// What cannot be told is refused in a line.
func TestMomentsRefuseInWords(t *testing.T) {
	w := defaultWorkload(t).Head(50)
	if _, err := NewReplay(context.Background(), Spec{}, w, "recorded", nil); err == nil || !strings.Contains(err.Error(), "no rules") {
		t.Errorf("recorded: %v", err)
	}
	r, err := NewReplay(context.Background(), Spec{}, w, "easy", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for id, want := range map[string]string{"99": "the log has no job 99", "1": "job 1 does not wait at second", "x": "is not the number"} {
		if _, err := r.At(context.Background(), float64(w.Jobs.Held()[0].Submit), 5, id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("job %s: error %v, want one with %q", id, err, want)
		}
	}
	own := Spec{Own: []Own{{Name: "mute", Version: "1", Make: func() sim.Policy { return mute{policy.NewEASY(policy.Orders[0])} }}}}
	q, err := NewReplay(context.Background(), own, w, "mute", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	m, err := q.At(context.Background(), float64(w.Jobs.Held()[0].Submit), 5, "")
	if err != nil || m.Starts[0].Kind != platform.Untold || !strings.Contains(m.Starts[0].Text, "does not say why") {
		t.Errorf("a policy that does not tell: %+v, %v", m.Starts, err)
	}
}

func BenchmarkMoment(b *testing.B) {
	for _, n := range []int{5000, 100_000} {
		spec := Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: n, Procs: 256, Load: 0.9, Seed: 1}}, Policies: []string{"easy"}}
		w, err := spec.Load(nil, trace.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for _, name := range []string{"easy", "cons"} {
			b.Run(fmt.Sprintf("%s/%d/first", name, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := NewReplay(context.Background(), spec, w, name, nil); err != nil {
						b.Fatal(err)
					}
				}
			})
			r, err := NewReplay(context.Background(), spec, w, name, nil)
			if err != nil {
				b.Fatal(err)
			}
			last := float64(w.Jobs.Held()[w.Len()-1].Submit)
			b.Run(fmt.Sprintf("%s/%d/back", name, n), func(b *testing.B) { // a second before the last answer's, near the end
				at := last
				for b.Loop() {
					m, err := r.At(context.Background(), at, 40, "")
					if err != nil {
						b.Fatal(err)
					}
					if at = m.LastStart; at < last/2 {
						at = last
					}
				}
			})
			r.Close()
		}
	}
}
