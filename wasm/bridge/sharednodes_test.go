package bridge

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

// runCluster plays the example with the bridge and returns the answer and its
// tables by name.
func runCluster(t *testing.T, spec experiment.Spec) (runAnswer, map[string]*result.Table) {
	t.Helper()
	s := New(Options{})
	var out service.Message
	s.Handle(request(t, map[string]any{"op": "run", "spec": spec}), service.Whole(func(m service.Message) { out = m }))
	var got struct {
		Answer runAnswer
		Error  string
	}
	if err := json.Unmarshal(out.JSON, &got); err != nil || got.Error != "" {
		t.Fatalf("%v %s", err, got.Error)
	}
	tables := map[string]*result.Table{}
	for _, file := range out.Blobs {
		table, _, err := ipc.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		tables[table.Schema.Name] = table
	}
	return got.Answer, tables
}

func TestRunOnAClusterGivesWhatExecuteGives(t *testing.T) {
	a, tables := runCluster(t, sharedExample)
	w, err := sharedExample.Load(nil, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := result.NewDigest(result.Shares)
	outcomes, err := experiment.Execute(context.Background(), sharedExample, w, experiment.Options{Tables: result.Set{result.Shares: want}})
	if err != nil {
		t.Fatal(err)
	}
	said := a.Tables["shares"]
	if a.Shared == nil || said.SHA256 != want.Sum() || digestOf(t, tables["shares"]) != want.Sum() ||
		said.Rows != tables["shares"].Rows {
		t.Errorf("the shares are not those of Execute: %+v", said)
	}
	d := described(t)
	for i, o := range outcomes {
		for k, m := range d.Metrics {
			v, got := o.Metric(m.Name), a.Runs[i].Metrics[k]
			if (got == nil) != (v != v) || got != nil && *got != v {
				t.Errorf("%s, %s: %v, Execute gives %v", o.Policy, m.Name, got, v)
			}
		}
	}
}

// Penalties, pauses and migrations are there to be seen, and the policies better
// the more they do, down to the bound.
func TestTheSharedExampleShowsWhatEachPolicyIsFor(t *testing.T) {
	a, tables := runCluster(t, sharedExample)
	jobs := tables["jobs"]
	sum := map[string]float64{}
	for i := range jobs.Rows {
		p := jobs.Col("policy").GetText(i)
		sum[p+" pauses"] += max(jobs.Col("pauses").Float[i], 0)
		sum[p+" migrations"] += max(jobs.Col("migrations").Float[i], 0)
	}
	names := sharedExample.Policies
	if jobs.Rows != 20*len(names) || sum[names[1]+" pauses"] != 0 || sum[names[2]+" pauses"] == 0 || sum[names[2]+" migrations"] != 0 ||
		sum[names[3]+" migrations"] == 0 ||
		sum[names[3]+" pauses"] == 0 {
		t.Errorf("%d rows, %v", jobs.Rows, sum)
	}
	k := slices.IndexFunc(described(t).Metrics, func(m metrics.Metric) bool { return m.Name == "bsld_max" })
	for i, r := range a.Runs {
		if i > 0 && *r.Metrics[k] >= *a.Runs[i-1].Metrics[k] {
			t.Errorf("%s has a maximum stretch of %v, not less than the one before it", r.Policy, *r.Metrics[k])
		}
	}
	if b := a.Shared.Bound; b == nil || *b < 1 || *b > *a.Runs[len(a.Runs)-1].Metrics[k] {
		t.Errorf("the bound is %v", b)
	}
	if n := len(a.Shared.Tasks.Job); n != 20 || len(a.Shared.Tasks.Memory) != n || slices.Max(a.Shared.Tasks.Memory) > 1 {
		t.Errorf("tasks %+v", a.Shared.Tasks)
	}
}

// Every choice of parts that is a combination of the paper is a policy, and all
// of these can be chosen so; the presets are names as results have them.
func TestAlgorithmsAreChosenByTheirParts(t *testing.T) {
	d := described(t)
	made := map[string]bool{}
	for _, a := range d.Shared.Parts[0].Choices {
		for _, b := range d.Shared.Parts[1].Choices {
			for _, c := range d.Shared.Parts[2].Choices {
				made[shared.Prefix+a.Name+b.Name+c.Name] = true
			}
		}
	}
	n := 0
	for _, p := range d.Policies {
		if p.Family != "dfrs" {
			continue
		}
		if n++; !made[p.Name] {
			t.Errorf("%s cannot be chosen by its parts", p.Name)
		}
	}
	if n != 14 {
		t.Errorf("%d combinations, the paper's table 1 has 14", n)
	}
	for _, p := range d.Shared.Presets {
		a, err := shared.Parse(strings.TrimPrefix(p.Name, shared.Prefix))
		if err != nil || shared.Prefix+a.String() != p.Name {
			t.Errorf("%s: %v, %s", p.Name, err, a)
		}
	}
}

// The shares of a run are left out if a page could not hold them.
func TestSharesOfVeryManyJobsAreLeftOut(t *testing.T) {
	spec := sharedExample
	for jobs, want := range map[int]bool{20: false, maxShared / 3: false, maxShared/3 + 1: true} {
		w := &trace.Workload{}
		w.Jobs = trace.Hold(slices.Grow(w.Jobs.Held(), jobs)[:jobs])
		if tooManyShares(spec, w) != want {
			t.Errorf("%d jobs under three policies that share: left out %t", jobs, !want)
		}
	}
	if spec.Policies = []string{"easy"}; tooManyShares(spec, &trace.Workload{}) {
		t.Error("a run on whole nodes has no shares to leave out")
	}
}
