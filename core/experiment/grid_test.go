package experiment

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// twoSites is the log tight on a grid, under every grid policy.
func twoSites() Spec {
	return Spec{Workload: Source{File: "tight.swf"}, Overrun: "extend",
		Policies: []string{
			"grid-independent",
			"grid-sharing",
			"grid-multisite:split=adaptive",
			"grid-moldable:power=0.3",
			"grid-combined",
			"grid-plan",
		},
		Platforms: Platforms{Grid: &grid.Grid{
			Seed:      5,
			Sites:     []grid.Site{{Name: "slow", Procs: 10, From: []string{"0", "1"}}, {Name: "fast", Procs: 8, Speed: 1.5, From: []string{"*"}}},
			MultiSite: grid.MultiSite{Overhead: 0.5, Spread: "uniform"},
		}}}
}

func loaded(t testing.TB, s Spec) *trace.Workload {
	t.Helper()
	w, err := s.Load(tight, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestAGridOfOneSiteIsTheMachine(t *testing.T) {
	w := defaultWorkload(t)
	site := &grid.Grid{Sites: []grid.Site{{Name: "all", Procs: w.Procs}}}
	for one, several := range map[string]string{"fcfs": "grid-independent", "list": "grid-sharing:queue=list"} {
		for _, overrun := range []string{"cut", "extend"} {
			a, err := Execute(context.Background(), Spec{Policies: []string{one}, Overrun: overrun}, w, Options{Keep: true})
			if err != nil {
				t.Fatal(err)
			}
			b, err := Execute(context.Background(), Spec{Policies: []string{several}, Overrun: overrun,
				Platforms: Platforms{Grid: site}}, w, Options{Keep: true})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(a[0].Placed, b[0].Placed) || !slices.Equal(a[0].Jobs, b[0].Jobs) {
				t.Errorf("%s and %s (%s) differ on one site", one, several, overrun)
			}
			for i, x := range a[0].Metrics {
				if y := b[0].Metrics[i]; x != y && x == x {
					t.Errorf("metric %d: %v with %s, %v with %s", i, x, one, y, several)
				}
			}
		}
	}
}

func TestEveryScheduleOfAGridIsLegal(t *testing.T) {
	spec := twoSites()
	for _, o := range verified(t, spec, loaded(t, spec)) {
		if laws(o.Verified) != "legal follows" {
			t.Errorf("%s: only %s is checked: %q", o.Policy, laws(o.Verified), o.Verified.Notes)
		}
	}
}

// The rows of the jobs, those of the parts and the kept schedule agree, and the
// runs differ as their policies promise.
func TestRowsOfAGrid(t *testing.T) {
	spec := twoSites()
	w := loaded(t, spec)
	var jobs, parts, runs result.Collect
	outcomes, err := Execute(
		context.Background(), spec, w, Options{Tables: result.Set{result.Jobs: &jobs, result.Parts: &parts, result.Runs: &runs}, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	j, p := jobs.Table(), parts.Table()
	for _, table := range []*result.Table{j, p, runs.Table()} {
		if err := table.Check(); err != nil {
			t.Fatal(err)
		}
	}
	homes, row, seen := spec.Grid.HomesOf(w), 0, map[string]int{}
	for k, o := range outcomes {
		if got := runs.Table().Col("procs").Int[k]; got != 18 {
			t.Errorf("run %s has %d processors", o.Run, got)
		}
		for i := range w.Jobs.Held() {
			at := k*w.Len() + i
			var sites []string
			procs := int64(0)
			for ; row < p.Rows && p.Col("run").GetText(row) == o.Run && p.Col("job").Int[row] == w.Jobs.Held()[i].ID; row++ {
				sites = append(sites, p.Col("site").GetText(row))
				procs += p.Col("procs").Int[row]
				if p.Col("start_s").Float[row] != j.Col("start_s").Float[at] || p.Col("end_s").Float[row] != j.Col("end_s").Float[at] {
					t.Fatalf("row %d of the parts is not during job %d", row, w.Jobs.Held()[i].ID)
				}
			}
			slowdown, asked := j.Col("multisite_slowdown").Float[at], j.Col("asked_procs").Int[at]
			switch {
			case j.Col("site").GetText(at) != strings.Join(sites, "+") || j.Col("procs").Int[at] != procs || procs != int64(o.Jobs[i].Procs):
				t.Fatalf(
					"%s: job %d ran on %s with %d, its parts are %v with %d", o.Policy, w.Jobs.Held()[i].ID, j.Col("site").GetText(at),
					j.Col("procs").Int[at],
					sites, procs)
			case asked != int64(w.Jobs.Held()[i].Procs) || j.Col("home_site").GetText(at) != spec.Grid.Sites[homes[i]].Name:
				t.Fatalf("%s: job %d asks for %d at %s", o.Policy, w.Jobs.Held()[i].ID, asked, j.Col("home_site").GetText(at))
			case strings.HasPrefix(o.Policy, "grid-plan") != (j.Col("planned_s").Float[at] >= j.Col("submit_s").Float[at]):
				t.Fatalf(
					"%s: job %d, submitted at %v, is planned for %v", o.Policy, w.Jobs.Held()[i].ID, j.Col("submit_s").Float[at],
					j.Col("planned_s").Float[at])
			case (len(sites) > 1) != (slowdown == slowdown) || slowdown < 1 || slowdown > 1.5:
				t.Fatalf("%s: job %d ran on %v with slowdown %v", o.Policy, w.Jobs.Held()[i].ID, sites, slowdown)
			}
			if len(sites) == 1 && sites[0] != j.Col("home_site").GetText(at) {
				seen[o.Policy+" away"]++
			}
			if procs != asked {
				seen[o.Policy+" molded"]++
			}
			if len(sites) > 1 {
				seen[o.Policy+" split"]++
			}
		}
	}
	if row != p.Rows {
		t.Errorf("%d of %d rows of the parts belong to no job", p.Rows-row, p.Rows)
	}
	for _, o := range outcomes {
		want := []platform.Count{{Name: "away", Jobs: seen[o.Policy+" away"]}, {Name: "split", Jobs: seen[o.Policy+" split"]},
			{Name: "molded", Jobs: seen[o.Policy+" molded"]}}
		if !slices.Equal(o.Counts, want) {
			t.Errorf("%s counts %+v; the rows %+v", o.Policy, o.Counts, want)
		}
		name, _, _ := strings.Cut(o.Policy, ":")
		for what, policies := range map[string]string{
			"away":   "grid-sharing grid-multisite grid-moldable grid-combined grid-plan",
			"split":  "grid-multisite grid-combined",
			"molded": "grid-moldable grid-combined",
		} {
			if n := seen[o.Policy+" "+what]; n > 0 && !strings.Contains(policies, name) ||
				n == 0 && strings.Contains(policies, name) && name != "grid-combined" {
				t.Errorf("%s has %d jobs %s", o.Policy, n, what)
			}
		}
	}
}

// Who asks for more than the home site has is left out and counted; what is left
// has the same homes when it is put there again.
func TestJobsWiderThanTheirHomesAreCounted(t *testing.T) {
	spec := twoSites()
	all, err := Spec{Policies: []string{"easy"}, Workload: spec.Workload}.Load(tight, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range [][2][]string{{{"0", "1"}, {"*"}}, {{"2"}, {"0"}}, {nil, nil}} {
		for _, home := range []string{"", "queue", "user"} {
			g := *spec.Grid
			g.Sites, g.Home = slices.Clone(g.Sites), home
			g.Sites[0].From, g.Sites[1].From = from[0], from[1]
			spec.Grid = &g
			w := loaded(t, spec)
			if w.Procs != 18 || w.Count("wider-than-home") != all.Len()-w.Len() || w.Len() == all.Len() {
				t.Errorf("%d of %d jobs are left on %d processors; counts %v", w.Len(), all.Len(), w.Procs, w.Counts)
			}
			for i, home := range spec.Grid.HomesOf(w) {
				if int(w.Jobs.Held()[i].Procs) > g.Sites[home].Procs {
					t.Fatalf("from %v by %q: job %d, %d wide, is at home on site %d", from, home, w.Jobs.Held()[i].ID, w.Jobs.Held()[i].Procs, home)
				}
			}
			again, err := spec.Apply(w)
			if err != nil || again.SHA256() != w.SHA256() {
				t.Errorf("from %v by %q: putting the jobs on the grid twice changes them: %v", from, home, err)
			}
		}
	}
	if _, err := Execute(context.Background(), twoSites(), all, Options{}); err == nil || !strings.Contains(err.Error(), "its home site") {
		t.Errorf("jobs wider than their homes are run: %v", err)
	}
	small := twoSites()
	small.Grid.Sites = []grid.Site{{Name: "a", Procs: 1, From: []string{"9"}}, {Name: "b", Procs: 16}}
	small.Workload = Source{}
	small.Grid.Sites[1].Procs = 1
	small.Grid.Home = "partition"
	if w, err := small.Load(nil, trace.Options{}); err == nil && w.Count("wider-than-home") == 0 {
		t.Error("sites of one processor take every job")
	}
}

func TestResultsOfAGridDoNotDependOnHowManyRunsGoAtOnce(t *testing.T) {
	spec := twoSites()
	w := loaded(t, spec)
	if one, four := digestsOf(t, spec, w, 1), digestsOf(t, spec, w, 4); one != four {
		t.Fatalf("one run at a time gives %v, four %v", one, four)
	}
}

func TestBadGridsAreRefusedInWords(t *testing.T) {
	for _, c := range []struct{ json, want string }{
		{`{"policies":["grid-sharing"]}`, "policy grid-sharing is for a grid of sites, and the experiment has none"},
		{`{"policies":["easy"],"grid":{"sites":[{"name":"a","procs":4}]}}`, "policy easy is for one machine"},
		{`{"policies":["recorded"],"grid":{"sites":[{"name":"a","procs":4}]}}`, "policy recorded is for one machine"},
		{`{"policies":["grid-sharing"],"grid":{"sites":[]}}`, "no site"},
		{`{"policies":["grid-sharing"],"grid":{"sites":[{"name":"a","procs":0}]}}`, "grid.sites[0].procs is 0: give a whole number from 1"},
		{`{"policies":["grid-sharing"],"procs":9,"grid":{"sites":[{"name":"a","procs":4}]}}`, "leave procs out"},
		{`{"policies":["grid-sharing"],"grid":{"sites":[{"name":"a+b","procs":4}]}}`, "give it another"},
		{`{"policies":["grid-sharing"],"grid":{"sites":[{"name":"a","cpus":4}]}}`, `unknown field "cpus"`},
		{`{"policies":["grid-sharing:power=1"],"grid":{"sites":[{"name":"a","procs":4}]}}`, "unknown option power"},
	} {
		_, err := ParseSpec([]byte(c.json))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s gives %v, which does not say %q", c.json, err, c.want)
		}
	}
}

func TestDefaultsOfAGridWrittenOutAreTheSameSpec(t *testing.T) {
	short := Spec{Policies: []string{"grid-sharing"}, Platforms: Platforms{Grid: &grid.Grid{Sites: []grid.Site{{Name: "a", Procs: 4}}}}}
	long := Spec{
		Policies: []string{"grid-sharing"},
		Platforms: Platforms{Grid: &grid.Grid{Sites: []grid.Site{{Name: "a", Procs: 4, Speed: 1, Load: 1}}, Home: "queue",
			MultiSite: grid.MultiSite{Spread: "fixed", Reading: "home"}, Speedup: grid.Speedup{Model: "linear", Spread: "fixed"}}},
	}
	want := `{"workload":{"builtin":"default"},"policies":["grid-sharing"],"grid":{"sites":[{"name":"a","procs":4}]}}`
	if a, b := string(short.JSON()), string(long.JSON()); a != want || b != want {
		t.Fatalf("%s and %s; want %s", a, b, want)
	}
	if long.Grid.Sites[0].Speed != 1 || long.Grid.Home != "queue" {
		t.Error("writing the Spec changed its grid")
	}
	back, err := ParseSpec(twoSites().JSON())
	if err != nil || string(back.JSON()) != string(twoSites().JSON()) {
		t.Errorf("%s, %v", back.JSON(), err)
	}
	other := twoSites()
	other.Grid.Sites[1].Speed = 2
	if other.Digest("w") == twoSites().Digest("w") {
		t.Error("two grids have one digest")
	}
}

// A grid policy of one's own is run by name, and one that plans or steps is noted.
func TestAGridPolicyOfOnesOwn(t *testing.T) {
	spec := twoSites()
	w := loaded(t, spec)
	spec.Policies = []string{"mine", "grid-independent"}
	spec.Own = []Own{{Name: "mine", Version: "1", Make: func() grid.Policy {
		return &telling{Scheduler: grid.NewScheduler(grid.Options{Scope: "home"})}
	}}}
	var jobs, steps result.Collect
	outcomes, err := Execute(context.Background(), spec, w, Options{Tables: result.Set{result.Jobs: &jobs, result.Steps: &steps}, Keep: true})
	if err != nil || !slices.Equal(outcomes[0].Placed, outcomes[1].Placed) {
		t.Fatalf("%v", err)
	}
	planned := jobs.Table().Col("planned_s").Float
	for i := range w.Jobs.Held() {
		if submit := w.Jobs.Held()[i].Submit; outcomes[0].Placed[i].Start > submit && planned[i] != float64(submit)+7 ||
			!math.IsNaN(planned[w.Len()+i]) {
			t.Fatalf("job %d, submitted at %d, is planned for %v", w.Jobs.Held()[i].ID, submit, planned[i])
		}
	}
	if n := steps.Table().Rows; n != w.Len() || steps.Table().Col("job").GetText(n-1) != fmt.Sprint(w.Jobs.Held()[n-1].ID) {
		t.Errorf("%d steps are written for %d jobs", n, w.Len())
	}
}

// telling plans every job for 7 s after its submission, and tells of submissions.
type telling struct {
	*grid.Scheduler
	record func(*sim.Step)
}

func (p *telling) OnStep(record func(*sim.Step)) { p.record = record }

func (p *telling) Submit(j *grid.Job) {
	p.Scheduler.Submit(j)
	p.record(&sim.Step{Time: j.Submit, Kind: "submitted", Job: &j.Job})
}

func (*telling) Planned(j *grid.Job) (int64, []grid.Part, bool) { return j.Submit + 7, nil, true }

func TestSitesOfALog(t *testing.T) {
	plus := trace.Workload{
		Queues: []string{"b+c", "10", "9", "a"},
		Jobs:   trace.Hold([]job.Job{{Procs: 2, Queue: 0}, {Procs: 3, Queue: 1}, {Procs: 4, Queue: 2}, {Procs: 5, Queue: -1}}),
	}
	want := []grid.Site{{Name: "9", Procs: 4, From: []string{"9"}}, {Name: "10", Procs: 3, From: []string{"10"}},
		{Name: "b-c", Procs: 2, From: []string{"b+c"}}, {Name: "none", Procs: 5, From: []string{"*"}}}
	if got := grid.SitesOf(&plus, ""); !reflect.DeepEqual(got, want) {
		t.Errorf("the sites are %+v, not %+v", got, want)
	}
	w := loaded(t, Spec{Workload: Source{File: "tight.swf"}, Policies: []string{"easy"}})
	for home, n := range map[string]int{"": 3, "queue": 3, "user": 9, "group": 1, "partition": 1} {
		sites := grid.SitesOf(w, home)
		spec := Spec{Policies: []string{"grid-sharing"}, Platforms: Platforms{Grid: &grid.Grid{Sites: sites, Home: home}}}
		if err := spec.Validate(); err != nil || len(sites) != n {
			t.Errorf("by %q: %d sites, %v", home, len(sites), err)
			continue
		}
		if !slices.IsSortedFunc(sites, func(a, b grid.Site) int { return trace.CompareNames(a.Name, b.Name) }) {
			t.Errorf("by %q: the sites are in the order %v", home, sites)
		}
		on, err := spec.Apply(w)
		if err != nil || on.Len() != w.Len() {
			t.Fatalf("by %q: not every job fits its home: %v", home, err)
		}
		widest := make([]int, len(sites))
		names, key := grid.HomeNames(w, home), map[string]func(*job.Job) int32{
			"":          func(j *job.Job) int32 { return j.Queue },
			"queue":     func(j *job.Job) int32 { return j.Queue },
			"user":      func(j *job.Job) int32 { return j.User },
			"group":     func(j *job.Job) int32 { return j.Group },
			"partition": func(j *job.Job) int32 { return j.Partition },
		}[home]
		for i, at := range spec.Grid.HomesOf(on) {
			widest[at] = max(widest[at], int(on.Jobs.Held()[i].Procs))
			if name := names.Name(key(&on.Jobs.Held()[i])); name != sites[at].Name && !(name == "" && sites[at].Name == "none") {
				t.Fatalf("by %q: a job of %q is at home on %s", home, name, sites[at].Name)
			}
		}
		for i, s := range sites {
			if widest[i] != s.Procs {
				t.Errorf("by %q: site %s has %d processors, its widest job %d", home, s.Name, s.Procs, widest[i])
			}
		}
	}
}

// A seed goes to all that is drawn, and to no Spec that shares the grid.
func TestASeedGoesToAllThatIsDrawn(t *testing.T) {
	sites := &grid.Grid{Sites: []grid.Site{{Name: "a", Procs: 4}}}
	model, log := crowd(10, 4), Source{File: "x.swf"}
	for _, c := range []struct {
		spec         Spec
		drawn        bool
		jobs, ofGrid uint64
	}{
		{Spec{Workload: model}, true, 9, 0},
		{Spec{Workload: log}, false, 0, 0},
		{Spec{Workload: model, Platforms: Platforms{Grid: sites}}, true, 9, 9},
		{Spec{Workload: log, Platforms: Platforms{Grid: sites}}, true, 0, 9},
		{Spec{Workload: model, Platforms: Platforms{Shared: &shared.Nodes{Nodes: 2}}}, true, 9, 0},
		{Spec{Workload: log, Platforms: Platforms{Shared: &shared.Nodes{Nodes: 2}}}, false, 0, 0},
	} {
		drawn := c.spec.Reseed(9)
		var jobs, ofGrid uint64
		if c.spec.Workload.Model != nil {
			jobs = c.spec.Workload.Model.Seed
		}
		if c.spec.Grid != nil {
			ofGrid = c.spec.Grid.Seed
		}
		if drawn != c.drawn || jobs != c.jobs || ofGrid != c.ofGrid {
			t.Errorf("%+v: drawn %t, jobs by seed %d, the grid by %d", c, drawn, jobs, ofGrid)
		}
	}
	if sites.Seed != 0 || model.Model.Seed != 3 {
		t.Errorf("the seeds of the originals are %d and %d", sites.Seed, model.Model.Seed)
	}
}
