package figures

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
	"pgregory.net/rapid"
)

func TestEveryFigureHasItsOwnID(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range All() {
		if seen[f.ID] || f.ID == "" || f.Title == "" || !strings.HasSuffix(f.Doc, ".") {
			t.Errorf("%q: ids are unique, titles and docs are there", f.ID)
		}
		seen[f.ID] = true
	}
	All()[0].ID = "changed"
	if registry[0].ID != "gantt" {
		t.Error("All hands out the registry itself")
	}
}

func TestBadInputIsOneClearError(t *testing.T) {
	wrong := &result.Schema{Name: "jobs", Columns: []result.Column{{Name: "run", Type: result.Text}}}
	short := small()
	short.Tables[result.Jobs].Col("end_s").Float = short.Tables[result.Jobs].Col("end_s").Float[:3]
	for _, c := range []struct {
		id   string
		in   Input
		want string
	}{
		{"pie", small(), `no figure "pie"; there are gantt, utilisation`},
		{"gantt", Input{}, "jobs table, which is missing"},
		{"metrics", Input{}, "runs table, which is missing"},
		{"gantt", Input{Tables: result.Tables{result.Jobs: result.NewTable(wrong, 0)}}, `no column "policy"`},
		{"gantt", short, `column "end_s" of the jobs table has 3 float64 values for 18 rows`},
		{"gantt", with(Options{Only: []string{"easy"}}), `no run or policy "easy"`},
		{"metrics", with(Options{Only: []string{"easy"}}), `no run or policy "easy"`},
		{"metrics", with(Options{Metrics: []string{"joy"}}), `no metric "joy"`},
		{"gantt", with(Options{From: 5, To: 5}), "is empty"},
		{"gantt", with(Options{From: math.NaN()}), "finite"},
		{"gantt", with(Options{DPI: -1}), "negative"},
		{"gantt", with(Options{Color: "mood"}), `no color by "mood"`},
		{"gantt", Input{Tables: result.Tables{result.Jobs: manyRuns(maxRuns + 1)}}, "25 runs are more than the 24"},
	} {
		d, err := Draw(c.id, c.in)
		if err == nil || d != nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want ...%s...", c.id, err, c.want)
		}
	}
}

func with(o Options) Input {
	in := small()
	in.Options = o
	return in
}

func manyRuns(n int) *result.Table {
	t := result.NewTable(result.Jobs, n)
	for i := range n {
		t.Col("run").SetText(i, fmt.Sprint("run", i))
		t.Col("policy").SetText(i, "easy")
		t.Col("procs").Int[i] = 1
		t.Col("end_s").Float[i] = 60
	}
	return t
}

// Nothing, one job, one job of no length and no users give pictures in every format.
func TestLittleIsDrawnToo(t *testing.T) {
	one := manyRuns(1)
	point := manyRuns(1)
	point.Col("end_s").Float[0] = 0
	never := manyRuns(2)
	never.Col("start_s").Float[0] = math.NaN()
	runs := result.NewTable(result.Runs, 1)
	for _, m := range metrics.All {
		runs.Col(m.Name).Float[0] = math.NaN()
	}
	for name, in := range map[string]Input{
		"nothing":   {Tables: result.Tables{result.Jobs: result.NewTable(result.Jobs, 0), result.Runs: result.NewTable(result.Runs, 0)}},
		"one job":   {Tables: result.Tables{result.Jobs: one, result.Runs: runs}},
		"no length": {Tables: result.Tables{result.Jobs: point, result.Runs: runs}},
		"never ran": {Tables: result.Tables{result.Jobs: never, result.Runs: runs}},
		"24 runs":   {Tables: result.Tables{result.Jobs: manyRuns(maxRuns), result.Runs: runs}},
		"afterward": {Tables: result.Tables{result.Jobs: one, result.Runs: runs}, Options: Options{From: 1000, To: 2000}},
	} {
		in.DPI = 50
		for _, color := range []string{"width", "user", "queue"} {
			in.Color = color
			for _, f := range All() {
				d, err := Draw(f.ID, in)
				if err != nil {
					t.Fatalf("%s of %s: %v", f.ID, name, err)
				}
				formats := Formats
				if color != "width" {
					formats = formats[:1]
				}
				for _, format := range formats {
					b, err := d.Bytes(format)
					if err != nil || len(b) == 0 {
						t.Fatalf("%s.%s of %s: %d bytes, %v", f.ID, format, name, len(b), err)
					}
					if format == "svg" {
						checkSVG(t, b)
					}
				}
			}
		}
	}
}

func TestRowsWithoutAScheduleAreCounted(t *testing.T) {
	in := small()
	in.Tables[result.Jobs].Col("start_s").Float[0] = math.NaN()
	in.Tables[result.Jobs].Col("procs").Int[1] = 0
	in.Tables[result.Jobs].Col("end_s").Float[2] = -5
	for _, id := range []string{"gantt", "utilisation", "queue", "wait-cdf", "wait-by-width"} {
		d, err := Draw(id, in)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(d.Note, "Left out: 3 rows") {
			t.Errorf("%s says %q", id, d.Note)
		}
	}
}

// Rows with a negative number are drawn but are not jobs: they have no label and are
// not counted.
func TestRowsThatAreNoJobsAreNotCounted(t *testing.T) {
	in := small()
	before, err := Draw("gantt", in)
	if err != nil {
		t.Fatal(err)
	}
	in.Tables[result.Jobs].Col("job").Int[0] = -7
	after, err := Draw("gantt", in)
	if err != nil {
		t.Fatal(err)
	}
	if b, a := before.Panels[0].Detail, after.Panels[0].Detail; !strings.HasPrefix(b, "9 jobs") || !strings.HasPrefix(a, "8 jobs") {
		t.Errorf("of nine jobs, one of which becomes none: %q, then %q", b, a)
	}
	svg, err := after.Bytes("svg")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(svg), ">-7<") {
		t.Error("a row that is no job has its number")
	}
}

// Whatever numbers a table holds, there is a picture or an error, never a panic or an
// invalid SVG.
func TestHostileTables(t *testing.T) {
	times := []float64{0, 1, 60, 86400, 1e11, -1, -1e11, 1e18, 1e300, math.MaxFloat64, math.NaN(), math.Inf(1), math.Inf(-1), 0.5, 1e-300}
	widths := []int64{1, 2, 128, 1 << 30, 0, -1, math.MaxInt64, math.MinInt64}
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(rt, "rows")
		in := Input{Tables: result.Tables{result.Jobs: result.NewTable(result.Jobs, n), result.Runs: result.NewTable(result.Runs, min(n, 4))}}
		pick := rapid.SampledFrom(times)
		for i := range n {
			in.Tables[result.Jobs].Col("run").SetText(i, rapid.SampledFrom([]string{"a", "b", ""}).Draw(rt, "run"))
			in.Tables[result.Jobs].Col("user").SetText(i, rapid.StringN(0, 4, 8).Draw(rt, "user"))
			in.Tables[result.Jobs].Col("procs").Int[i] = rapid.SampledFrom(widths).Draw(rt, "procs")
			for _, c := range []string{"submit_s", "start_s", "end_s"} {
				in.Tables[result.Jobs].Col(c).Float[i] = pick.Draw(rt, c)
			}
		}
		for i := range in.Tables[result.Runs].Rows {
			for _, m := range metrics.All {
				in.Tables[result.Runs].Col(m.Name).Float[i] = pick.Draw(rt, m.Name)
			}
		}
		in.Tables[result.Parts] = result.NewTable(result.Parts, rapid.IntRange(0, 12).Draw(rt, "parts"))
		for i := range in.Tables[result.Parts].Rows {
			in.Tables[result.Parts].Col("run").SetText(i, rapid.SampledFrom([]string{"a", "b", ""}).Draw(rt, "run"))
			in.Tables[result.Parts].Col("site").SetText(i, rapid.SampledFrom([]string{"x", "y", "\x00"}).Draw(rt, "site"))
			in.Tables[result.Parts].Col("procs").Int[i] = rapid.SampledFrom(widths).Draw(rt, "procs")
			in.Tables[result.Parts].Col("start_s").Float[i] = pick.Draw(rt, "start")
			in.Tables[result.Parts].Col("end_s").Float[i] = pick.Draw(rt, "end")
		}
		in.Sites = rapid.SampledFrom([][]Site{nil, {{Name: "y", Procs: math.MaxInt32}, {Name: "z"}}}).Draw(rt, "sites")
		in.Procs = rapid.SampledFrom([]int64{0, 1, 100, math.MaxInt64}).Draw(rt, "machine")
		in.Color = rapid.SampledFrom([]string{"", "user"}).Draw(rt, "color")
		for _, f := range All() {
			d, err := Draw(f.ID, in)
			if err != nil {
				continue
			}
			svg, err := d.Bytes("svg")
			if err != nil {
				continue
			}
			checkSVG(t, svg)
			if t.Failed() {
				rt.Fatalf("figure %s", f.ID)
			}
		}
	})
}
