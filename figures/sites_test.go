package figures

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/result"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
	"pgregory.net/rapid"
)

// A testPart is what a job holds on one site.
type testPart struct {
	site  string
	procs int64
}

type gridJob struct {
	submit, start, end float64
	asked              int64
	killed             bool
	parts              []testPart
}

// gridInput makes the tables of runs on a grid.
func gridInput(sites []Site, runs map[string][]gridJob) Input {
	rows, parts := 0, 0
	for _, jobs := range runs {
		rows += len(jobs)
		for _, j := range jobs {
			parts += len(j.parts)
		}
	}
	tables := result.Tables{result.Jobs: result.NewTable(result.Jobs, rows), result.Parts: result.NewTable(result.Parts, parts)}
	in := Input{Tables: tables, Options: Options{Sites: sites}}
	names := make([]string, 0, len(runs))
	for name := range runs {
		names = append(names, name)
	}
	slices.Sort(names)
	row, part := 0, 0
	for _, name := range names {
		for i, j := range runs[name] {
			held := int64(0)
			for _, p := range j.parts {
				held += p.procs
				in.Tables[result.Jobs].Col("multisite_slowdown").Float[row] = math.NaN()
				if at := in.Tables[result.Jobs].Col("site"); len(j.parts) > 1 {
					in.Tables[result.Jobs].Col("multisite_slowdown").Float[row] = 2
					at.SetText(row, strings.TrimPrefix(at.GetText(row)+"+"+p.site, "+"))
				} else {
					at.SetText(row, p.site)
				}
				in.Tables[result.Parts].Col("run").SetText(part, "g/"+name)
				in.Tables[result.Parts].Col("policy").SetText(part, name)
				in.Tables[result.Parts].Col("site").SetText(part, p.site)
				in.Tables[result.Parts].Col("job").Int[part] = int64(i + 1)
				in.Tables[result.Parts].Col("procs").Int[part] = p.procs
				in.Tables[result.Parts].Col("start_s").Float[part], in.Tables[result.Parts].Col("end_s").Float[part] = j.start, j.end
				part++
			}
			in.Tables[result.Jobs].Col("run").SetText(row, "g/"+name)
			in.Tables[result.Jobs].Col("policy").SetText(row, name)
			in.Tables[result.Jobs].Col("job").Int[row] = int64(i + 1)
			in.Tables[result.Jobs].Col("procs").Int[row], in.Tables[result.Jobs].Col("asked_procs").Int[row] = held, j.asked
			in.Tables[result.Jobs].Col("submit_s").Float[row] = j.submit
			in.Tables[result.Jobs].Col("start_s").Float[row], in.Tables[result.Jobs].Col("end_s").Float[row] = j.start, j.end
			in.Tables[result.Jobs].Col("killed").Bool[row] = j.killed
			in.Tables[result.Jobs].Col("home_site").SetText(row, "B")
			row++
		}
	}
	return in
}

// smallGrid is three sites, one of them tiny. Under multisite job 4 runs on two
// and job 8 on three of them; under moldable jobs 4 and 8 run on fewer
// processors for longer. Job 5 is killed in both.
func smallGrid() Input {
	same := []gridJob{
		{0, 0, 3600, 6, false, []testPart{{"B", 6}}},
		{0, 0, 7200, 3, false, []testPart{{"A", 3}}},
		{600, 600, 4200, 1, false, []testPart{{"C", 1}}},
		{},
		{900, 1200, 3000, 1, true, []testPart{{"A", 1}}},
		{3600, 3600, 9000, 2, false, []testPart{{"B", 2}}},
		{4000, 4200, 8000, 1, false, []testPart{{"C", 1}}},
		{},
		{9000, 9600, 11000, 8, false, []testPart{{"B", 8}}},
	}
	split, mold := slices.Clone(same), slices.Clone(same)
	split[3] = gridJob{700, 700, 3400, 3, false, []testPart{{"B", 2}, {"C", 1}}}
	split[7] = gridJob{5000, 5000, 9600, 8, false, []testPart{{"B", 6}, {"A", 1}, {"C", 1}}}
	mold[3] = gridJob{700, 700, 3600, 3, false, []testPart{{"B", 2}}}
	mold[7] = gridJob{5000, 5000, 9600, 8, false, []testPart{{"B", 6}}}
	return gridInput([]Site{{"A", 4, 1}, {"B", 8, 3.5}, {"C", 2, 0.5}}, map[string][]gridJob{"multisite": split, "moldable": mold})
}

func drawn(t *testing.T, id string, in Input) *Drawing {
	t.Helper()
	d, err := Draw(id, in)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func titles(d *Drawing) (out []string) {
	for _, p := range d.Panels {
		out = append(out, p.Title)
	}
	return out
}

func TestAGridHasOnePanelPerRunAndSite(t *testing.T) {
	want := []string{"moldable · A", "moldable · B", "moldable · C", "multisite · A", "multisite · B", "multisite · C"}
	for _, id := range []string{"gantt", "utilisation"} {
		if got := titles(drawn(t, id, smallGrid())); !slices.Equal(got, want) {
			t.Errorf("%s: %q", id, got)
		}
	}
	in := smallGrid()
	in.Only, in.Sites = []string{"multisite"}, []Site{{Name: "C"}, {Name: "idle", Procs: 5}}
	want = []string{"multisite · C", "multisite · idle", "multisite · B", "multisite · A"}
	if got := titles(drawn(t, "gantt", in)); !slices.Equal(got, want) {
		t.Errorf("sites as named, then as they appear: %q", got)
	}
}

// The blocks of a Gantt chart are the parts: each job on its sites with its processors
// there, at its time, in one colour.
func TestBlocksAreTheParts(t *testing.T) {
	in := smallGrid()
	area := map[string]float64{} // of the parts, by panel and job
	parts := in.Tables[result.Parts]
	for i := range parts.Rows {
		k := fmt.Sprintf("%s · %s %d", parts.Col("policy").GetText(i), parts.Col("site").GetText(i), parts.Col("job").Int[i])
		area[k] += float64(parts.Col("procs").Int[i]) * (parts.Col("end_s").Float[i] - parts.Col("start_s").Float[i])
	}
	class := map[string]string{}
	for _, s := range drawn(t, "gantt", in).Series() {
		for i, job := range s.Labels {
			area[s.Panel+" "+job] -= s.Y[i] * (s.High[i] - s.Low[i])
			run, _, _ := strings.Cut(s.Panel, " · ")
			if was, ok := class[run+job]; ok && was != s.Name {
				t.Errorf("job %s of %s is %q on one site and %q on another", job, run, was, s.Name)
			}
			class[run+job] = s.Name
		}
	}
	for k, a := range area {
		if a != 0 {
			t.Errorf("%s: the parts exceed the blocks by %v processor-seconds", k, a)
		}
	}
	for job, want := range map[string]string{
		"multisite4": "3–4, on several sites at once", "multisite8": "5–8, on several sites at once", "multisite1": "5–8",
		"moldable4": "2, molded: not the processors asked for", "moldable8": "5–8, molded: not the processors asked for",
	} {
		if class[job] != want {
			t.Errorf("job %s is %q, want %q", job, class[job], want)
		}
	}
}

// A grid of one site is drawn as a machine.
func TestAGridOfOneSiteIsDrawnAsAMachine(t *testing.T) {
	in := small()
	rows := in.Tables[result.Jobs].Rows
	in.Tables[result.Parts] = result.NewTable(result.Parts, rows)
	for i := range rows {
		for _, c := range []string{"run", "policy"} {
			in.Tables[result.Parts].Col(c).SetText(i, in.Tables[result.Jobs].Col(c).GetText(i))
		}
		in.Tables[result.Parts].Col("site").SetText(i, "all")
		for _, c := range []string{"job", "procs"} {
			in.Tables[result.Parts].Col(c).Int[i] = in.Tables[result.Jobs].Col(c).Int[i]
		}
		for _, c := range []string{"start_s", "end_s"} {
			in.Tables[result.Parts].Col(c).Float[i] = in.Tables[result.Jobs].Col(c).Float[i]
		}
	}
	in.Sites = []Site{{Name: "all", Procs: 8}}
	machine := small()
	machine.Procs = 8
	for _, id := range []string{"gantt", "utilisation"} {
		got, err := drawn(t, id, in).Bytes("csv")
		if err != nil {
			t.Fatal(err)
		}
		want, err := drawn(t, id, machine).Bytes("csv")
		if err != nil {
			t.Fatal(err)
		}
		if strings.ReplaceAll(string(got), " · all", "") != string(want) {
			t.Errorf("%s of one site:\n%s\nof the machine:\n%s", id, got, want)
		}
	}
}

func TestColoursByPlacement(t *testing.T) {
	in := smallGrid()
	in.Color = "placement"
	got := map[string]string{}
	for _, s := range drawn(t, "gantt", in).Series() {
		run, _, _ := strings.Cut(s.Panel, " · ")
		for _, job := range s.Labels {
			got[run+job] = s.Name
		}
	}
	for job, want := range map[string]string{
		"multisite1": "at home", "multisite2": "on another site", "multisite4": "on several sites", "multisite8": "on several sites",
		"moldable1": "at home", "moldable3": "on another site", "moldable4": "molded", "moldable8": "molded",
	} {
		if got[job] != want {
			t.Errorf("job %s ran %q, want %q", job, got[job], want)
		}
	}
	machine := small()
	machine.Color = "placement"
	if d := drawn(t, "gantt", machine); d.LegendTitle != "Processors per job" {
		t.Errorf("the legend of one machine is of %q", d.LegendTitle)
	}
}

func TestSitesWithoutASizeHaveTheirPeak(t *testing.T) {
	in := smallGrid()
	in.Sites = nil
	for _, p := range drawn(t, "gantt", in).Panels {
		_, site, _ := strings.Cut(p.Title, " · ")
		if want := map[string]float64{"A": 4, "B": 8, "C": 2}[site]; p.Plot.Y.Max != want {
			t.Errorf("%s reaches up to %v, want %v", p.Title, p.Plot.Y.Max, want)
		}
	}
}

func TestSitesComeFromTheExperiment(t *testing.T) {
	for spec, want := range map[string][]Site{
		`{"grid":{"sites":[{"name":"a","procs":8,"speed":2.5,"from":["1"]},{"name":"b","procs":4}],"home":"queue"}}`: {
			{"a", 8, 2.5}, {"b", 4, 1}},
		`{"policies":["easy"]}`: nil,
		`{"grid":7}`:            nil,
		``:                      nil,
	} {
		if got := sitesOf(result.Meta{{Key: result.MetaSpec, Value: spec}}); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", spec, got, want)
		}
	}
}

// With too many panels there is one per run.
func TestManySitesAreDrawnTogether(t *testing.T) {
	for _, n := range []int{maxPanels, maxPanels + 1} {
		var jobs []gridJob
		for i := range n {
			jobs = append(jobs, gridJob{0, 0, 60, 1, false, []testPart{{fmt.Sprint("s", i), 1}}})
		}
		want := n
		if n > maxPanels {
			want = 1
		}
		if got := len(drawn(t, "gantt", gridInput(nil, map[string][]gridJob{"p": jobs})).Panels); got != want {
			t.Errorf("%d sites: %d panels, want %d", n, got, want)
		}
	}
}

func TestBadSitesAreOneClearError(t *testing.T) {
	wrong := smallGrid()
	wrong.Tables[result.Parts] = result.NewTable(&result.Schema{Name: "parts", Columns: []result.Column{{Name: "run", Type: result.Text}}}, 1)
	sites := func(s ...Site) Input {
		in := smallGrid()
		in.Sites = s
		return in
	}
	for want, in := range map[string]Input{
		`the parts table has no column "policy"`: wrong,
		`two sites are called "A"`:               sites(Site{Name: "A"}, Site{Name: "A"}),
		`site "A" has -1 processors`:             sites(Site{"A", -1, 0}),
		`site "A" has speed NaN`:                 sites(Site{"A", 1, math.NaN()}),
	} {
		for _, id := range []string{"gantt", "utilisation"} {
			if _, err := Draw(id, in); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want ...%s...", id, err, want)
			}
		}
	}
	lost := smallGrid()
	lost.Tables[result.Parts].Col("start_s").Float[0] = math.NaN()
	lost.Tables[result.Parts].Col("site").Code[1] = -1
	lost.Tables[result.Parts].Col("job").Int[2] = 99
	if note := drawn(t, "gantt", lost).Note; !strings.Contains(note, "Left out: 3 rows") {
		t.Errorf("it says %q", note)
	}
}

// Rows of panels are as high as their ratios ask for, whatever the page.
func TestRowsAreAsHighAsTheirRatios(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		ratio := rapid.SliceOfN(rapid.Float64Range(0.05, 0.5), 1, 8).Draw(rt, "ratios")
		d := &Drawing{ShareX: true}
		heights := make([]vg.Length, len(ratio))
		widths := make([]vg.Length, len(ratio))
		for i, r := range ratio {
			p := newPlot()
			p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 10, 0, math.Pow(10, float64(i))
			p.Add(sizeOf{&widths[i], &heights[i]})
			d.Panels = append(d.Panels, Panel{Plot: p, Ratio: r, Title: "panel"})
		}
		w, h := d.Size()
		d.draw(draw.NewCanvas(new(recorder.Canvas), w, h))
		for i := range ratio {
			if got, want := float64(heights[i]/heights[0]), ratio[i]/ratio[0]; math.Abs(got/want-1) > 0.05 {
				rt.Fatalf("ratios %v: row %d is %.3f times as high as the first, want %.3f", ratio, i, got, want)
			}
			if math.Abs(float64(widths[i]-widths[0])) > 1e-6 {
				rt.Fatalf("panels are %v wide", widths)
			}
		}
	})
}

// sizeOf is a plotter that records the size of the plot area.
type sizeOf struct{ w, h *vg.Length }

func (s sizeOf) Plot(c draw.Canvas, _ *plot.Plot) { *s.w, *s.h = c.Size().X, c.Size().Y }
