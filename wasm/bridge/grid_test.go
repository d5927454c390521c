package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/builtin"
)

// runGrid plays a Spec with Execute and with the bridge and returns the tables
// of the bridge by name, which are those of Execute.
func runGrid(t *testing.T, spec experiment.Spec) map[string]*result.Table {
	t.Helper()
	w, err := spec.Load(nil, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, set := map[string]*result.Digest{}, result.Set{}
	for _, s := range result.All {
		want[s.Name] = result.NewDigest(s)
		set[s] = want[s.Name]
	}
	if _, err := experiment.Execute(context.Background(), spec, w, experiment.Options{Tables: set}); err != nil {
		t.Fatal(err)
	}
	got := ask(t, New(Options{}), request(t, map[string]any{"op": "run", "spec": spec}))
	if got.Error != "" {
		t.Fatal(got.Error)
	}
	tables := map[string]*result.Table{}
	for _, file := range got.blobs {
		table, meta, err := ipc.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		name := table.Schema.Name
		if sum := digestOf(t, table); sum != want[name].Sum() {
			t.Errorf("table %s: digest %s, Execute gives %s", name, sum, want[name].Sum())
		}
		if s := meta.Get(result.MetaSpec); s != string(spec.JSON()) {
			t.Errorf("table %s: spec %s", name, s)
		}
		tables[name] = table
	}
	about := aboutTable(got, "parts")
	if parts := tables["parts"]; parts == nil || about["rows"] != float64(parts.Rows) || about["sha256"] != want["parts"].Sum() {
		t.Errorf("the answer says %v of the parts", about)
	}
	return tables
}

func TestRunOnAGridGivesWhatExecuteGives(t *testing.T) {
	spec := twoSites
	for _, info := range grid.All.List() {
		if !slices.Contains(spec.Policies, info.Name) {
			spec.Policies = append(slices.Clip(spec.Policies), info.Name)
		}
	}
	if tables := runGrid(t, spec); len(tables) != 4 {
		t.Errorf("%d tables", len(tables))
	}
	one := ask(t, New(Options{}), request(t, map[string]any{"op": "run", "spec": map[string]any{"policies": []string{"easy"}}}))
	if about := aboutTable(one, "parts"); about != nil || len(one.blobs) != 2 {
		t.Errorf("one machine gives parts %v and %d blobs", about, len(one.blobs))
	}
}

// Where a page could not hold what a grid's policies decide, nothing of it is
// sent, and the answer says so.
func TestStepsOfAVeryLargeGridAreLeftOut(t *testing.T) {
	sites := make([]grid.Site, 200)
	for i := range sites {
		sites[i] = grid.Site{Name: fmt.Sprint(i), Procs: 256}
	}
	spec := experiment.Spec{Policies: []string{"grid-sharing"}, Platforms: experiment.Platforms{Grid: &grid.Grid{Home: "user"}}}
	w, err := builtin.Load("")
	if err != nil {
		t.Fatal(err)
	}
	most := maxGridSteps / w.Len()
	for n, want := range map[int]bool{1: false, most: false, most + 1: true, len(sites): true} {
		if spec.Grid.Sites = sites[:n]; tooManySteps(spec, w) != want {
			t.Errorf("%d jobs on %d sites: too many steps %t", w.Len(), n, !want)
		}
	}
	spec.Grid.Sites = sites
	got := ask(t, New(Options{}), request(t, map[string]any{"op": "run", "spec": spec}))
	if got.Error != "" {
		t.Fatal(got.Error)
	}
	left := fmt.Sprint(got.Answer.(map[string]any)["left_out"])
	if aboutTable(got, "steps") != nil || left != "[steps]" || aboutTable(got, "parts") == nil || len(got.blobs) != 3 {
		t.Errorf("left out %s, parts %v, %d blobs", left, aboutTable(got, "parts"), len(got.blobs))
	}
}

// The example is for people who have never seen a grid: each policy does what
// it is there for, and is better than the one before it.
func TestTheExampleShowsWhatEachPolicyIsFor(t *testing.T) {
	tables := runGrid(t, twoSites)
	jobs, runs, parts := tables["jobs"], tables["runs"], tables["parts"]
	if n := len(twoSites.Policies) * twoSites.Workload.Model.Jobs; jobs.Rows != n {
		t.Errorf("%d rows of jobs, not %d: some are left out", jobs.Rows, n)
	}
	away, split, molded := map[string]int{}, map[string]int{}, map[string]int{}
	for i := range jobs.Rows {
		p, site := jobs.Col("policy").GetText(i), jobs.Col("site").GetText(i)
		switch {
		case strings.Contains(site, "+"):
			split[p]++
		case site != jobs.Col("home_site").GetText(i):
			away[p]++
		}
		if jobs.Col("procs").Int[i] != jobs.Col("asked_procs").Int[i] {
			molded[p]++
		}
	}
	const independent, sharing, multi, moldable = "grid-independent", "grid-sharing", "grid-multisite", "grid-moldable"
	if want := []string{independent, sharing, multi, moldable}; !slices.Equal(twoSites.Policies, want) {
		t.Fatalf("the policies are %v", twoSites.Policies)
	}
	for p, n := range map[string][3]bool{independent: {}, sharing: {true}, multi: {true, true}, moldable: {true, false, true}} {
		if got := [3]bool{away[p] > 0, split[p] > 2, molded[p] > 2}; got != n {
			t.Errorf("%s: %d jobs away from home, %d split, %d molded", p, away[p], split[p], molded[p])
		}
	}
	if n := jobs.Rows + split[multi]; parts.Rows != n {
		t.Errorf("%d parts, want %d", parts.Rows, n)
	}
	for i := 1; i < runs.Rows; i++ {
		if a, b := runs.Col("art_s").Float[i-1], runs.Col("art_s").Float[i]; !(b < a) {
			t.Errorf("%s has a mean turnaround of %g s, the one before %g s", runs.Col("policy").GetText(i), b, a)
		}
	}
}

// What the form offers, a grid takes: every option by the names of the grid's
// fields, with its default, its bounds and each of its choices, and nothing beyond.
func TestGridsTakeTheOptionsThatTheFormOffers(t *testing.T) {
	f := described(t).Grid
	grids := func(where, name string, value any) error {
		fields := map[string]any{name: value}
		if where != "" {
			fields = map[string]any{where: fields}
		}
		fields["sites"] = []grid.Site{{Name: "a", Procs: 300}}
		spec, err := json.Marshal(map[string]any{"policies": []string{"grid-sharing"}, "grid": fields})
		if err == nil {
			_, err = experiment.ParseSpec(spec)
		}
		return err
	}
	for _, form := range []struct {
		where   string
		options []policy.Option
		of      any
	}{{"multisite", f.MultiSite, grid.MultiSite{}}, {"speedup", f.Speedup, grid.Speedup{}}, {"", f.Seed, nil}} {
		var names []string
		for _, o := range form.options {
			names = append(names, o.Name)
			values := []any{o.Least, o.Most}
			for _, c := range o.Choices {
				values = append(values[:len(values):len(values)], c.Name)
			}
			if o.Choices != nil {
				values = values[2:]
				if !slices.ContainsFunc(o.Choices, func(c policy.Choice) bool { return c.Name == o.Default }) {
					t.Errorf("the default of %s is %s", o.Name, o.Default)
				}
			} else if err := grids(form.where, o.Name, o.Least-1); err == nil {
				t.Errorf("%s takes less than the form does", o.Name)
			} else if err := grids(form.where, o.Name, 4*o.Most); err == nil && o.Name != "seed" {
				t.Errorf("%s takes more than the form does", o.Name)
			}
			for _, v := range values {
				if err := grids(form.where, o.Name, v); err != nil {
					t.Errorf("%s=%v: %v", o.Name, v, err)
				}
			}
		}
		if form.of == nil {
			continue
		}
		var fields []string
		for _, field := range reflect.VisibleFields(reflect.TypeOf(form.of)) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			fields = append(fields, name)
		}
		slices.Sort(names)
		slices.Sort(fields)
		if !slices.Equal(names, fields) {
			t.Errorf("the form for %s has %v, a grid has %v", form.where, names, fields)
		}
	}
	for _, h := range f.Homes {
		if err := grids("", "home", h.Name); err != nil {
			t.Error(err)
		}
	}
	if err := grids("", "home", "street"); err == nil {
		t.Error("any home is taken")
	}
}

// Every job with a name is counted under it once, listed or not.
func TestHomesCountEveryJob(t *testing.T) {
	for _, users := range []int{0, 1, maxHomes, maxHomes + 1, 60} {
		spec := experiment.Spec{
			Workload: experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 300, Users: users, Type: "both", Seed: 4}},
			Policies: []string{"easy"},
		}
		w, err := spec.Load(nil, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		jobs, widest := map[string]int{}, map[string]int{}
		for _, j := range w.Jobs.Held() {
			jobs[w.Users.Name(j.User)]++
			widest[w.Users.Name(j.User)] = max(widest[w.Users.Name(j.User)], int(j.Procs))
		}
		var by []string
		for _, k := range homeKeys(w) {
			by = append(by, k.By)
			if k.By != "user" {
				continue
			}
			sum, most := k.Others.Jobs, k.Others.Widest
			for i, n := range k.Names {
				sum += n.Jobs
				most = max(most, n.Widest)
				if n.Jobs != jobs[n.Name] || n.Widest != widest[n.Name] || i > 0 && n.Jobs > k.Names[i-1].Jobs {
					t.Errorf("%d users: %+v, counted %d jobs up to %d processors", users, n, jobs[n.Name], widest[n.Name])
				}
			}
			all := 0
			for _, n := range widest {
				all = max(all, n)
			}
			if sum != w.Len() || most != all || len(k.Names) > maxHomes || len(k.Names)+k.Others.Names != len(jobs) {
				t.Errorf("%d users: %+v", users, k)
			}
		}
		want := "[queue user]"
		if users == 0 {
			want = "[queue]"
		}
		if fmt.Sprint(by) != want {
			t.Errorf("%d users: %v", users, by)
		}
	}
}
