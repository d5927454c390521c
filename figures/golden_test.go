package figures

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite testdata")

// TestGolden compares the numbers drawn first, then the picture.
func TestGolden(t *testing.T) {
	used := map[string]bool{}
	check := func(name string, got []byte) {
		t.Helper()
		used[name] = true
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatalf("%v; go test -update writes it", err)
		}
		if !bytes.Equal(want, got) {
			t.Errorf("%s differs (-want +got):\n%s", name, cmp.Diff(string(want), string(got)))
		}
	}
	both := func(name string, d *Drawing) {
		t.Helper()
		for _, format := range []string{"csv", "svg"} {
			b, err := d.Bytes(format)
			if err != nil {
				t.Fatal(err)
			}
			check(name+"."+format, b)
		}
	}
	for _, f := range For(small()) {
		both(f.ID, drawn(t, f.ID, small()))
	}
	for _, id := range []string{"gantt", "utilisation"} {
		both("grid-"+id, drawn(t, id, smallGrid()))
	}
	many := smallCluster()
	many.Procs = maxBands + 1
	for name, in := range map[string]Input{"cluster-shares": smallCluster(), "cluster-use": many} {
		both(name, drawn(t, "shares", in))
	}
	both("strategies", drawn(t, "strategies", ruled()))
	for _, base := range ruleBases() {
		d, err := DrawRules(base)
		if err != nil {
			t.Fatal(err)
		}
		both("rules-"+base.Name, d)
	}
	for name, d := range ownPictures() {
		b, err := d.Bytes("svg")
		if err != nil {
			t.Fatal(err)
		}
		check("own-"+name+".svg", b)
	}
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !used[f.Name()] && !f.IsDir() { // rapid makes a folder
			t.Errorf("testdata/%s is used by no test", f.Name())
		}
	}
}

// ownPictures uses the functions for notebooks.
func ownPictures() map[string]*Drawing {
	x := []float64{1, 0.9, 0.8, 0.7, 0.6}
	lines := DrawLines(Axes{Title: "Response time", X: Axis{Label: "Shrinking factor"}, Y: Axis{Label: "ART", Seconds: true, Zero: true}},
		Series{Name: "FCFS", X: x, Y: []float64{4000, 5000, 7000, 11000, 30000},
			Low: []float64{3800, 4700, 6000, 9000, 25000}, High: []float64{4400, 5200, 7700, 12000, 33000}},
		Series{Name: "SJF", X: x, Y: []float64{2000, 2500, 3000, 4500, 9000}})
	bars := DrawBars(Axes{Title: "Jobs started", Y: Axis{Label: "Share"}}, []string{"CTC", "KTH", "SDSC"},
		Series{Name: "FCFS", Y: []float64{0.3, 0.5, 0.2}}, Series{Name: "SJF", Y: []float64{0.6, 0.45, 0.7}},
		Series{Name: "LJF", Y: []float64{0.1, 0.05, 0.1}})
	front := DrawFronts(Axes{Title: "Front", X: Axis{Label: "AWRT of group 1", Seconds: true},
		Y: Axis{Label: "AWRT of group 2", Seconds: true}},
		Series{Name: "off-line", X: []float64{3600, 5000, 9000}, Y: []float64{90000, 50000, 40000}})
	steps := DrawSteps(Axes{Title: "Queue", X: Axis{Label: "Time", Seconds: true}, Y: Axis{Label: "Jobs"}},
		Series{Name: "a", X: []float64{0, 60, 90, 600}, Y: []float64{1, 4, 2}})
	cdfs := DrawCDFs(Axes{Title: "Waits", X: Axis{Label: "Wait", Seconds: true, Log: true}},
		Series{Name: "a", Y: []float64{0, 0, 5, 60, 60, 3600}}, Series{Name: "b", Y: []float64{1, 2, 3, 4, 5e5}})
	return map[string]*Drawing{
		"lines": lines, "bars": bars, "front": front, "steps": steps, "cdfs": cdfs,
		"combined": Combine("All", 2,
			DrawScatter(Axes{Title: "Scatter"}, Series{Name: "p", X: []float64{1, 2, 3}, Y: []float64{3, 1, 2}}), lines),
	}
}
