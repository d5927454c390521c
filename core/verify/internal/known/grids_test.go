package known

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/verify"
	"github.com/backfill-lab/backfill/core/verify/grid"
)

// gridOf translates a case for the referee.
func gridOf(c *GridCase) grid.Problem {
	g := grid.Problem{Extend: c.Extend, Slowest: c.Slowest}
	for _, s := range c.Sites {
		g.Sites = append(g.Sites, grid.Site{Procs: s.Procs, Speed: s.Speed, Load: s.Load})
	}
	for i, j := range c.Jobs {
		g.Jobs = append(g.Jobs, grid.Job{Job: j, Home: c.Homes[i], Slowdown: c.Slowdowns[i]})
	}
	return g
}

func TestHandAndOracleAgreeOnGrids(t *testing.T) {
	for _, c := range Grids() {
		for k, s := range c.Schedules {
			r, err := grid.Parse(s.Policy, c.Jobs[0].Submit)
			if err != nil {
				t.Errorf("%s: %v", c.Name, err)
				continue
			}
			byHand := make([]grid.Placement, len(s.Placed))
			for i, at := range s.Placed {
				byHand[i].Placement = at
				for _, p := range c.Parts[k][i] {
					byHand[i].Parts = append(byHand[i].Parts, grid.Part(p))
				}
			}
			oracle, err := grid.Expect(gridOf(&c), r)
			if err != nil {
				t.Errorf("%s, %s: %v", c.Name, s.Policy, err)
			}
			if diff := cmp.Diff(byHand, oracle); diff != "" {
				t.Errorf("%s, %s: by hand (-), by the oracle (+)\n%s", c.Name, s.Policy, diff)
			}
			if err := verify.Err(grid.Follows(gridOf(&c), r, byHand)); err != nil {
				t.Errorf("%s, %s: %v", c.Name, s.Policy, err)
			}
		}
	}
}

func TestTheGridsCoverEveryPolicy(t *testing.T) {
	seen := map[string]int{}
	for _, c := range Grids() {
		if c.Doc == "" {
			t.Errorf("%s has no reasoning", c.Name)
		}
		for _, s := range c.Schedules {
			name, options, _ := strings.Cut(s.Policy, ":")
			seen[name]++
			for option := range strings.SplitSeq(options, ",") {
				seen[option]++
			}
		}
	}
	for _, name := range []string{"grid-independent", "grid-sharing", "grid-multisite", "grid-moldable", "grid-combined",
		"queue=list", "order=sjf", "site=fastest", "site=best-fit", "site=most-power", "site=most-free", "site=home",
		"split=larger", "split=faster", "split=adaptive", "count=each", "tie=larger", "take=power", "first=split"} {
		if seen[name] == 0 {
			t.Errorf("no case has %s", name)
		}
	}
}

const goodGrid = `# A title
#
# The reasoning.

grid overrun=extend reading=slowest

sites
----
# name procs speed load
A 3 1.5 2
B 1 1 1

jobs
----
7 1 2 3 1 A
9 1 4 1 3 A 1.5

grid-sharing grid-moldable
----
9 3 7 B:1+A:2
7 1 3 A:1 killed
`

func TestParseGrid(t *testing.T) {
	c, err := ParseGrid("grids/a-name.txt", goodGrid)
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "a-name" || c.Title != "A title" || c.Doc != "The reasoning.\n" || c.Procs != 4 || !c.Extend || !c.Slowest {
		t.Errorf("the head was read as %+v", c)
	}
	if diff := cmp.Diff([]Site{{"A", 3, 1.5, 2}, {"B", 1, 1, 1}}, c.Sites); diff != "" {
		t.Error(diff)
	}
	if len(c.Jobs) != 2 || c.Jobs[1].Procs != 3 || !cmp.Equal(c.Homes, []int{0, 0}) || !cmp.Equal(c.Slowdowns, []float64{1, 1.5}) {
		t.Errorf("the jobs were read as %+v", c)
	}
	parts := [][]Part{{{0, 1}}, {{1, 1}, {0, 2}}}
	if diff := cmp.Diff([][][]Part{parts, parts}, c.Parts); diff != "" {
		t.Error(diff)
	}
	if s := c.Schedules[1]; s.Policy != "grid-moldable" || !s.Placed[0].Killed || s.Placed[1].Killed || s.Placed[1].Start != 3 {
		t.Errorf("a schedule was read as %+v", s)
	}
}

func TestParseGridNamesTheLineThatIsWrong(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"grid overrun=extend reading=slowest\n", "", "x.txt:6: \"sites\" comes before the grid line"},
		{"reading=slowest", "reading=fastest", "x.txt:5: "},
		{"A 3 1.5 2\n", "A 3 1.5\n", "x.txt:10: "},
		{"A 3 1.5 2\n", "A 0 1.5 2\n", "x.txt:10: "},
		{"A 3 1.5 2\n", "A 3 -1 2\n", "x.txt:10: "},
		{"A 3 1.5 2\n", "A 3 1 NaN\n", "x.txt:10: "},
		{"B 1 1 1\n", "A 1 1 1\n", "x.txt:11: "},
		{"B 1 1 1\n", "B 1073741824 1 1\n", "x.txt:11: "},
		{"7 1 2 3 1 A\n", "7 1 2 3 1\n", "x.txt:15: "},
		{"7 1 2 3 1 A\n", "7 1 2 3 2 B\n", "x.txt:15: "},
		{"7 1 2 3 1 A\n", "7 1 2 3 1 C\n", "x.txt:15: "},
		{"A 1.5\n", "A 0.5\n", "x.txt:16: "},
		{"A:1 killed", "killed", "x.txt:21: "},
		{"A:1 killed", "A:4", "x.txt:21: "},
		{"A:1 killed", "C:1", "x.txt:21: "},
		{"B:1+A:2", "B:1+", "x.txt:20: "},
		{"7 1 3 A:1 killed\n", "", "x.txt:18: job 7 has no row"},
		{"sites\n----\n# name procs speed load\nA 3 1.5 2\nB 1 1 1\n", "", "x.txt:10: "},
	} {
		text := strings.Replace(goodGrid, c.old, c.new, 1)
		if text == goodGrid {
			t.Fatalf("%q is not in the good case", c.old)
		}
		if _, err := ParseGrid("x.txt", text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("with %q for %q: error %v, expected one with %q", c.new, c.old, err, c.want)
		}
	}
}

func FuzzParseGrid(f *testing.F) {
	f.Add(goodGrid)
	f.Add("# t\ngrid\njobs\n----\n1 0 1 1 1 A\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseGrid("x.txt", text)
		if err != nil {
			return
		}
		if len(c.Parts) != len(c.Schedules) || len(c.Homes) != len(c.Jobs) || len(c.Slowdowns) != len(c.Jobs) {
			t.Fatalf("%d schedules have %d lists of parts, %d jobs %d homes", len(c.Schedules), len(c.Parts), len(c.Jobs), len(c.Homes))
		}
	})
}
