package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

// askSystem sends a description, nil for the example's, with changes.
func askCluster(t *testing.T, file []byte, changes ...string) (a clusterAnswer, problem string) {
	t.Helper()
	in := request(t, map[string]any{"op": "cluster", "name": "mine.json", "changes": changes})
	in.Blobs = [][]byte{file}
	var got struct {
		Answer clusterAnswer
		Error  string
	}
	New(Options{}).Handle(in, func(m service.Message) {
		if err := json.Unmarshal(m.JSON, &got); err != nil {
			t.Fatal(err)
		}
	})
	return got.Answer, got.Error
}

// What the form offers, descriptions take, and then have it.
func TestDescriptionsTakeWhatControlsOffer(t *testing.T) {
	f := described(t).Cluster
	for _, c := range f.Controls {
		values := []string{plain(c.Least), plain(c.Most)}
		if c.Choices != nil {
			values = nil
			for _, choice := range c.Choices {
				values = append(values, choice.Name)
			}
		}
		if f.About.Values[c.Name] == "" {
			t.Errorf("%s has no value in the example", c.Name)
		}
		for _, v := range values {
			a, problem := askCluster(t, nil, c.Name+"="+v)
			if problem != "" || a.Values[c.Name] != v {
				t.Errorf("%s=%s: the value is %q, %s", c.Name, v, a.Values[c.Name], problem)
			}
		}
	}
	for _, like := range f.About.Like {
		a, problem := askCluster(t, nil, f.Added.Name+"=3:"+like.Name)
		if problem != "" || a.Nodes != f.About.Nodes+3 {
			t.Errorf("three nodes %s: %d nodes, %s", like.Title, a.Nodes, problem)
		}
	}
}

// Where a description does not say it, the form has Slurm's default.
func TestControlsHaveSlurmsDefaults(t *testing.T) {
	a, problem := askCluster(t, []byte(`{"backfill_cluster": 1, "nodes": [{"names": "n1", "cores": 4, "memory_mib": 0}],
		"partitions": [{"name": "p", "nodes": "ALL"}], "scheduling": {}, "priority": {}}`))
	want := map[string]string{"priority.weight_fairshare": "0", "scheduling.bf_max_job_test": "500", "scheduling.bf_interval_s": "30",
		"scheduling.backfill": "true"}
	for name, v := range want {
		if a.Values[name] != v {
			t.Errorf("%s is %q, want %s %s", name, a.Values[name], v, problem)
		}
	}
	if len(a.Values) != len(want) {
		t.Errorf("values of %d controls, want %d", len(a.Values), len(want))
	}
}

func TestADescriptionComesBackAsItIs(t *testing.T) {
	var file bytes.Buffer
	if err := campus.WriteDescription(&file); err != nil {
		t.Fatal(err)
	}
	a, problem := askCluster(t, file.Bytes())
	var back bytes.Buffer
	if err := cluster.Write(&back, a.Cluster); err != nil || problem != "" || !bytes.Equal(back.Bytes(), file.Bytes()) {
		t.Errorf("%v %s: it is another: %s", err, problem, back.Bytes())
	}
	if a.Nodes != 10 || a.Cores != 160 || a.GPUs != 8 || a.Accounts != 4 || a.Users != 8 ||
		!slices.Equal(a.Partitions, []string{"batch", "gpu"}) {
		t.Errorf("the example is said to be %+v", a)
	}
}

func TestRunOnASystemGivesWhatExecuteGives(t *testing.T) {
	spec := campusSpec()
	spec.Policies = []string{"slurm", "recorded", "easy"}
	a, tables := runCluster(t, spec)
	w, err := spec.Load(nil, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	jobs, held := result.NewDigest(result.Jobs), result.NewDigest(result.Allocations)
	if _, err := experiment.Execute(context.Background(), spec, w,
		experiment.Options{Tables: result.Set{result.Jobs: jobs, result.Allocations: held}}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"jobs": jobs.Sum(), "allocations": held.Sum()} {
		if digestOf(t, tables[name]) != want || a.Tables[name].SHA256 != want {
			t.Errorf("the %s are not those of Execute", name)
		}
	}
	if a.Cluster == nil || a.Cluster.Nodes != 10 || a.Cluster.Cores != 160 || len(a.Cluster.Listed) != 10 ||
		a.Cluster.Listed[6] != (nodeInfo{"g1", 16, 4}) {
		t.Fatalf("the answer's system is %+v", a.Cluster)
	}
	for _, note := range append([]string{accounting.OneQueue}, accounting.Notes...) {
		if !slices.Contains(a.Cluster.Notes, note) {
			t.Errorf("it does not say: %s", note)
		}
	}
}

// Slurm obeys rules that the others do not, and the example's log was never recorded on a real cluster.
func TestDifferencesThatAreNoGainAreSaid(t *testing.T) {
	const gain, made = "not what a policy would gain", "of no real cluster"
	for _, c := range []struct {
		policies       []string
		builtin        string
		noGain, noReal bool
	}{
		{[]string{"slurm", "easy"}, campus.Name, true, false},
		{[]string{"slurm"}, campus.Name, false, false},
		{[]string{"easy", "cons"}, campus.Name, false, false},
		{[]string{"slurm", "recorded"}, campus.Name, true, true},
		{[]string{"slurm", "easy", "recorded"}, "", true, false},
	} {
		said := beside(experiment.Spec{Workload: experiment.Source{Builtin: c.builtin}, Policies: c.policies})
		if strings.Contains(said, gain) != c.noGain || strings.Contains(said, made) != c.noReal {
			t.Errorf("%v on %q: %q", c.policies, c.builtin, said)
		}
	}
}

// Fair share and the depth of backfill make the waits that the example's own test documents, in minutes.
func TestControlsChangeWhoWaits(t *testing.T) {
	for _, c := range []struct {
		changes []string
		want    map[string]float64
	}{
		{nil, map[string]float64{"physics": 706, "chemistry": 39}},
		{[]string{"priority.weight_fairshare=0"}, map[string]float64{"physics": 490, "chemistry": 359}},
		{[]string{"scheduling.bf_max_job_test=1"}, map[string]float64{"physics": 1047}},
	} {
		about, problem := askCluster(t, nil, c.changes...)
		if problem != "" {
			t.Fatal(problem)
		}
		spec := campusSpec()
		spec.Cluster, spec.Policies = about.Cluster, []string{"slurm"}
		_, tables := runCluster(t, spec)
		jobs, sum, n := tables["jobs"], map[string]float64{}, map[string]float64{}
		for i := range jobs.Rows {
			who := jobs.Col("account").GetText(i)
			sum[who], n[who] = sum[who]+jobs.Col("wait_s").Float[i]/60, n[who]+1
		}
		for who, want := range c.want {
			if got := sum[who] / n[who]; math.Abs(got-want) > 1 {
				t.Errorf("%v: %s waits for %.1f minutes, documented are %.0f", c.changes, who, got, want)
			}
		}
	}
}

// Hostile descriptions are refused in one short line.
func TestBadDescriptionsAreRefused(t *testing.T) {
	var good bytes.Buffer
	if err := campus.WriteDescription(&good); err != nil {
		t.Fatal(err)
	}
	text := good.String()
	for _, c := range []struct{ file, problem string }{
		{"{", "mine.json:1: this is not the JSON of a cluster"},
		{`{"backfill_cluster": 2}`, "backfill_cluster is 2"},
		{`{"backfill_cluster": 1, "nodes": [], "colour": 1}`, "colour"},
		{strings.Replace(text, `"c[1-6]"`, `"c[1-99999999]"`, 1), "mine.json: "},
		{strings.Replace(text, `"cores": 16`, `"cores": -1`, 1), "nodes[0].cores is -1"},
		{strings.Replace(text, `"nodes": "g[1-2]"`, `"nodes": "h[1-2]"`, 1), "h1"},
		{text + text, "more follows"},
		{strings.Repeat("[", 1<<20), "mine.json"},
		{string(make([]byte, maxDescription+1)), "more than a description can be"},
	} {
		_, problem := askCluster(t, []byte(c.file))
		if !strings.Contains(problem, c.problem) || strings.Contains(problem, "\n") || len(problem) > service.MaxError+3 {
			t.Errorf("%.60q: %q, want one line with %q", c.file, problem, c.problem)
		}
	}
	for _, change := range []string{"x", "priority.weight=1", "policy=easy", "add=1:zz", "scheduling.bf_interval_s=soon",
		"jobs=physics:+20%", "remove=c[1-7]"} {
		if _, problem := askCluster(t, nil, change); !strings.Contains(problem, change) || strings.Contains(problem, "\n") {
			t.Errorf("%s: %q", change, problem)
		}
	}
}

// A page has rows for some nodes; of more it gets no allocations.
func TestAllocationsOfManyNodesAreLeftOut(t *testing.T) {
	spec := campusSpec()
	if tooManyAllocations(spec, &trace.Workload{}) {
		t.Error("those of the example are left out")
	}
	spec.Cluster.Nodes[0].Names = "c[1-200]"
	if !tooManyAllocations(spec, &trace.Workload{}) {
		t.Error("those of 200 nodes are sent")
	}
	about, err := newClusterMachine(spec, &trace.Workload{})
	if err != nil || about.Nodes != 204 || len(about.Listed) != 0 {
		t.Errorf("%v: %+v", err, about)
	}
}
