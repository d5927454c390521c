package known

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/verify"
)

func TestEveryScheduleIsLegal(t *testing.T) {
	for _, c := range Cases() {
		p := verify.Problem{Procs: c.Procs, Jobs: c.Jobs, Extend: c.Extend}
		for _, s := range c.Schedules {
			if err := verify.Err(verify.Check(p, s.Placed)); err != nil {
				t.Errorf("%s, %s: %v", c.Name, s.Policy, err)
			}
		}
	}
}

func TestHandAndOracleAgree(t *testing.T) {
	for _, c := range Cases() {
		p := verify.Problem{Procs: c.Procs, Jobs: c.Jobs, Extend: c.Extend}
		for _, s := range c.Schedules {
			d, key, err := verify.Parse(s.Policy, c.Jobs[0].Submit)
			if err != nil {
				t.Errorf("%s: %v", c.Name, err)
				continue
			}
			oracle, err := verify.Expect(p, d, key)
			if err != nil {
				t.Errorf("%s, %s: %v", c.Name, s.Policy, err)
			}
			if diff := cmp.Diff(s.Placed, oracle); diff != "" {
				t.Errorf("%s, %s: by hand (-), by the oracle (+)\n%s", c.Name, s.Policy, diff)
			}
			if err := verify.Err(verify.Follows(p, s.Placed, d, key)); err != nil {
				t.Errorf("%s, %s: %v", c.Name, s.Policy, err)
			}
		}
	}
}

func TestTheCasesCoverEveryPolicy(t *testing.T) {
	cases := Cases()
	if len(cases) < 30 {
		t.Errorf("%d cases, expected at least 30", len(cases))
	}
	seen := map[string]int{}
	for _, c := range cases {
		for _, s := range c.Schedules {
			seen[s.Policy]++
		}
		if c.Doc == "" {
			t.Errorf("%s has no reasoning", c.Name)
		}
	}
	for _, name := range []string{"fcfs", "list", "easy", "cons"} {
		if seen[name] < 15 {
			t.Errorf("%s is in %d cases, expected at least 15", name, seen[name])
		}
		for _, order := range []string{"sjf", "ljf", "saf", "laf", "narrow", "wide", "lxf", "wfp3", "unicef", "f1", "f2", "f3", "f4"} {
			if name != "cons" && seen[order+"-"+name] == 0 {
				t.Errorf("no case has %s-%s", order, name)
			}
		}
	}
}

const good = `# A title
#
# The reasoning.

machine procs=3 overrun=extend

jobs
----
# id submit run estimate procs
7 1 2 3 1
9 1 4 1 3

easy cons
----
9 3 7
7 1 3 killed
`

func TestParse(t *testing.T) {
	c, err := Parse("cases/a-name.txt", good)
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "a-name" || c.Title != "A title" || c.Doc != "The reasoning.\n" || c.Procs != 3 || !c.Extend || c.SWF != "" {
		t.Errorf("the head was read as %+v", c)
	}
	if len(c.Jobs) != 2 || c.Jobs[0].ID != 7 || c.Jobs[0].Submit != 1 || c.Jobs[0].Run != 2 ||
		c.Jobs[0].Estimate != 3 || c.Jobs[0].Procs != 1 {
		t.Errorf("the jobs were read as %+v", c.Jobs)
	}
	if len(c.Schedules) != 2 || c.Schedules[1].Policy != "cons" {
		t.Fatalf("the schedules were read as %+v", c.Schedules)
	}
	for _, s := range c.Schedules {
		if p := s.Placed; p[0].Start != 1 || p[0].End != 3 || !p[0].Killed || p[1].Start != 3 || p[1].End != 7 || p[1].Killed {
			t.Errorf("%s was read as %+v", s.Policy, p)
		}
	}
}

func TestParseNamesTheLineThatIsWrong(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"procs=3", "procs=0", "x.txt:5: "},
		{"procs=3", "procs=many", "x.txt:5: "},
		{"procs=3 overrun=extend", "", "x.txt:5: the machine has no procs"},
		{"machine procs=3 overrun=extend\n", "", "x.txt:6: \"jobs\" comes before the machine"},
		{"jobs\n----\n", "jobs\n", "x.txt:7: expected a line of four hyphens"},
		{"7 1 2 3 1", "7 1 2 3", "x.txt:10: "},
		{"7 1 2 3 1", "7 1 2 3 1 1", "x.txt:10: "},
		{"7 1 2 3 1", "7 1 2 -3 1", "x.txt:10: "},
		{"7 1 2 3 1", "7 1 2 0 1", "x.txt:10: "},
		{"7 1 2 3 1", "7 1 2 3 4", "x.txt:10: "},
		{"9 1 4 1 3", "6 1 4 1 3", "x.txt:11: job 6 is not in the order"},
		{"9 1 4 1 3", "9 0 4 1 3", "x.txt:11: job 9 is not in the order"},
		{"9 3 7\n", "9 3\n", "x.txt:15: "},
		{"9 3 7\n", "9 3 7 cut\n", "x.txt:15: "},
		{"9 3 7\n", "8 3 7\n", "x.txt:15: job 8 is unknown"},
		{"9 3 7\n", "9 3 7\n9 3 7\n", "x.txt:16: job 9 is unknown or has a row"},
		{"9 3 7\n", "", "x.txt:13: job 9 has no row"},
		{"easy cons", "easy easy", "x.txt:13: easy has a schedule already"},
		{"# A title\n#\n# The reasoning.\n", "", "a case has a title"},
		{"easy cons\n----\n9 3 7\n7 1 3 killed\n", "", "a case has a title, a machine, jobs and at least one schedule"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("%q is not in the good case", c.old)
		}
		if _, err := Parse("x.txt", text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("with %q for %q: error %v, expected one with %q", c.new, c.old, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(good)
	f.Add("# t\nmachine procs=1\nswf width=requested\n----\n1\n")
	f.Add("# t\nmachine procs=1\n\u00a0\neasy\n----\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse("x.txt", text)
		if err != nil {
			return
		}
		for _, s := range c.Schedules {
			if len(s.Placed) != len(c.Jobs) {
				t.Fatalf("%s has %d placements for %d jobs", s.Policy, len(s.Placed), len(c.Jobs))
			}
		}
	})
}
