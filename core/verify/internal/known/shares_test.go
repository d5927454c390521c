package known

import (
	"context"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/shared"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sharesOf translates a case for the referee.
func sharesOf(c *SharedCase) referee.Problem {
	s := referee.Problem{Nodes: c.Nodes, Penalty: c.Penalty}
	for _, j := range c.Jobs {
		s.Jobs = append(s.Jobs, referee.Job(j))
	}
	return s
}

// byHand translates the referee's times into a case's: one partly in a penalty becomes
// two.
func byHand(run referee.Run) (all []Held) {
	for _, h := range run.Held {
		var nodes []NodeTasks
		for _, n := range h.Nodes {
			nodes = append(nodes, NodeTasks(n))
		}
		from := h.From
		if h.Ready > from {
			from = min(h.Ready, h.To)
			all = append(all, Held{From: h.From, To: from, Yield: h.Yield, Nodes: nodes, Still: true})
		}
		if from < h.To {
			all = append(all, Held{From: from, To: h.To, Yield: h.Yield, Nodes: nodes})
		}
	}
	return all
}

// played runs the engine.
func played(t *testing.T, c *SharedCase, algorithm string) []referee.Run {
	a, err := shared.Parse(algorithm)
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	cfg := shared.Config{Nodes: c.Nodes, Algorithm: a, Penalty: c.Penalty, Record: true}
	for _, j := range c.Jobs {
		cfg.Jobs = append(cfg.Jobs, shared.Job{ID: j.ID, Submit: j.Submit, Run: j.Run,
			Tasks: int32(j.Tasks), CPU: int32(j.CPU), Memory: int32(j.Memory)})
	}
	e, err := shared.New(cfg)
	if err == nil {
		err = e.Run(context.Background(), nil)
	}
	if err != nil {
		t.Fatalf("%s, %s: %v", c.Name, algorithm, err)
	}
	_, runs := shared.Retold(cfg, e.Outcomes(), e.Stretches())
	return runs
}

func TestHandOracleAndEngineAgreeOnShares(t *testing.T) {
	for _, c := range ByShares() {
		for _, s := range c.Schedules {
			compare := func(who string, runs []referee.Run) {
				for i, j := range c.Jobs {
					if diff := cmp.Diff(s.Held[i], byHand(runs[i]), cmpopts.EquateEmpty()); diff != "" {
						t.Errorf("%s, %s, job %d: by hand (-), by the %s (+)\n%s", c.Name, s.Algorithm, j.ID, who, diff)
					}
				}
			}
			runs := played(t, &c, s.Algorithm)
			compare("engine", runs)
			r, err := referee.Parse(s.Algorithm)
			if err != nil {
				t.Fatal(err)
			}
			if err := verify.Err(referee.Follows(sharesOf(&c), r, runs)); err != nil {
				t.Errorf("%s, %s: %v", c.Name, s.Algorithm, err)
			}
			if r.Goal != "MIN" {
				continue
			}
			oracle, err := referee.Expect(sharesOf(&c), r)
			if err != nil {
				t.Fatalf("%s, %s: %v", c.Name, s.Algorithm, err)
			}
			compare("oracle", oracle)
		}
	}
}

func TestTheSharesCoverTheAlgorithms(t *testing.T) {
	seen := map[string]int{}
	for _, c := range ByShares() {
		if c.Doc == "" {
			t.Errorf("%s has no reasoning", c.Name)
		}
		for _, s := range c.Schedules {
			for part := range strings.SplitSeq(s.Algorithm, "/") {
				seen[part]++
			}
		}
	}
	for _, name := range []string{"Greedy*", "GreedyP*", "GreedyPM*", "MCB8*", "per", "Greedy", "OPT=AVG", "MINVT=10", "MINFT=17"} {
		if seen[name] == 0 {
			t.Errorf("no case has %s", name)
		}
	}
}

const goodShares = `# A title
#
# The reasoning.

cluster nodes=2 penalty=0.5

jobs
----
# id submit run tasks cpu memory
7 1 2.5 3 0.25 0.000001

Greedy* MCB8*
----
7 1 2   1   0:1+1:2
7 3 3.5 0.5 1:3 still
`

func TestParseShares(t *testing.T) {
	c, err := ParseShares("shares/a-name.txt", goodShares)
	if err != nil {
		t.Fatal(err)
	}
	held := [][]Held{{{1e6, 2e6, 1e6, []NodeTasks{{0, 1}, {1, 2}}, false}, {3e6, 3.5e6, 5e5, []NodeTasks{{1, 3}}, true}}}
	want := SharedCase{Name: "a-name", Title: "A title", Doc: "The reasoning.\n", Nodes: 2, Penalty: 5e5,
		Jobs:      []ShareJob{{7, 1e6, 2.5e6, 3, 250_000, 1}},
		Schedules: []ShareSchedule{{"Greedy*", held}, {"MCB8*", held}}}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
}

func TestParseSharesNamesTheLine(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"cluster nodes=2", "cluster nodes=0", "5: \"nodes=0\""},
		{"cluster nodes=2", "cluster nodes=1.5", "5: \"nodes=1.5\""},
		{"cluster nodes=2", "cluster", "5: the cluster has no nodes=N"},
		{"penalty=0.5", "penalty=-1", "5: \"penalty=-1\""},
		{"cluster nodes=2 penalty=0.5", "", "7: \"jobs\" comes before the cluster line"},
		{"7 1 2.5 3", "7 1 2.5 1.5", "10: \"7 1 2.5 1.5 0.25 0.000001\" is not a job"},
		{"0.25 0.000001", "0.25", "10: \"7 1 2.5 3 0.25\" has 5 fields of 6"},
		{"0.25 0.000001", "0.25 0.0000001", "10: \"0.0000001\" is not a number"},
		{"0.25 0.000001", "1.25 0.1", "10: \"7 1 2.5 3 1.25 0.1\" is not a job"},
		{"0.000001\n", "0.000001\n6 1 1 1 1 1\n", "11: job 6 is not in the order"},
		{"Greedy* MCB8*\n----", "Greedy* MCB8*", "12: expected a line of four hyphens"},
		{"7 1 2 ", "8 1 2 ", "14: \"8 1 2   1   0:1+1:2\": expected id"},
		{"7 1 2 ", "7 2 2 ", "14: \"7 2 2   1   0:1+1:2\": expected id"},
		{"0:1+1:2", "0:1+2:2", "14: \"2:2\" is not a part"},
		{"1:3 still", "1:3 stil", "15: \"7 3 3.5 0.5 1:3 stil\": expected id"},
		{"# A title", "", "16: a case has a title"},
	} {
		text := strings.Replace(goodShares, c.old, c.new, 1)
		if c.old == "# A title" {
			text = strings.Replace(text, "# The reasoning.", "", 1)
		}
		if _, err := ParseShares("f", text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: error %v, expected one with %q", c.new, c.old, err, c.want)
		}
	}
}
