package figures

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
)

var red = color.RGBA{0xff, 0, 0, 0xff}

// A raster drawn by hand, pixel by pixel.
func TestRasterByHand(t *testing.T) {
	type block struct {
		x0, x1, y0, y1 float64
		class          int
	}
	white := color.RGBA{0xff, 0xff, 0xff, 0xff}
	grey := func(share float64) color.RGBA { return mix(white, black, share) }
	for _, c := range []struct {
		name   string
		blocks []block
		want   [2][2]color.RGBA // from the top left
	}{
		{"idle", nil, [2][2]color.RGBA{{white, white}, {white, white}}},
		{"the lower left quarter", []block{{0, 0.5, 0, 0.5, 0}}, [2][2]color.RGBA{{white, white}, {black, white}}},
		{"half a pixel is half as dark", []block{{0, 0.25, 0.5, 1, 0}}, [2][2]color.RGBA{{grey(0.5), white}, {white, white}}},
		{"a quarter of each", []block{{0.25, 0.75, 0.25, 0.75, 0}}, [2][2]color.RGBA{{grey(0.25), grey(0.25)}, {grey(0.25), grey(0.25)}}},
		{"the class of the larger area", []block{{0, 0.3, 0, 1, 0}, {0.3, 1, 0, 1, 1}}, [2][2]color.RGBA{{black, red}, {black, red}}},
		{"a job without length is faint where nothing else is", []block{{0.5, 0.5, 0, 0.5, 0}},
			[2][2]color.RGBA{{white, white}, {white, grey(5. / 24)}}},
		{"and hides nothing", []block{{0, 1, 0, 1, 1}, {0.5, 0.5, 0, 0.5, 0}}, [2][2]color.RGBA{{red, red}, {red, red}}},
		{"beyond the picture is cut", []block{{-3, 9, -1, 0.5, 0}}, [2][2]color.RGBA{{white, white}, {black, black}}},
		{"at the very end", []block{{1, 1, 1, 1, 0}}, [2][2]color.RGBA{{white, grey(5. / 24)}, {white, white}}},
	} {
		r := newRaster(2, 2, 2)
		var blocks []rasterBlock
		for _, b := range c.blocks {
			blocks = append(blocks, r.block(b.x0, b.x1, b.y0, b.y1, b.class, false))
		}
		r.addAll(blocks)
		img := r.image([]color.RGBA{black, red})
		for y := range 2 {
			for x := range 2 {
				if got := color.RGBAModel.Convert(img.At(x, y)); got != c.want[y][x] {
					t.Errorf("%s: pixel %d,%d is %v, want %v", c.name, x, y, got, c.want[y][x])
				}
			}
		}
	}
}

// The darkness of the picture is the use of the machine.
func TestRasterShowsTheUtilisation(t *testing.T) {
	in := large(20_000, 1)
	all, err := in.schedules()
	if err != nil {
		t.Fatal(err)
	}
	s := all[0]
	from, to, _ := in.window(all)
	g := s.gantt(classesByWidth(all), from, to)
	r := newRaster(600, 200, 1)
	for p, j := range g.blocks() {
		r.add(r.block((j.Start-from)/(to-from), (j.End-from)/(to-from), float64(p.Low)/256, float64(p.High)/256, 0, false))
	}
	busy := 0.0
	for _, j := range s.jobs.all() {
		busy += (j.end - j.start) * float64(j.width)
	}
	busy /= (to - from) * 256
	img := r.image([]color.RGBA{black})
	dark := 0.0
	for _, p := range img.Pix {
		dark += float64(p) / 24
	}
	if got := dark / float64(len(img.Pix)); math.Abs(got-busy) > 0.005 {
		t.Errorf("the picture is %.4f dark, %.4f of the machine was busy", got, busy)
	}
}

func TestKilledJobsLackACorner(t *testing.T) {
	r := newRaster(30, 30, 1)
	r.add(r.block(0, 1, 0, 1, 0, true))
	img := r.image([]color.RGBA{black})
	at := func(x, y int) bool { return color.RGBAModel.Convert(img.At(x, y)) == color.Color(black) }
	if at(29, 0) || !at(0, 0) || !at(29, 29) || !at(0, 29) {
		t.Error("pixels: not just the upper right corner is missing")
	}
	whole := vg.Rectangle{Max: vg.Point{X: 40, Y: 20}}
	if a, b := len(outline(whole, false)), len(outline(whole, true)); b != a+1 {
		t.Errorf("outlines of %d and %d points", a, b)
	}
}

func TestPixelsBeginWhereOutlinesEnd(t *testing.T) {
	jobs := make([]GanttJob, 30)
	for i := range jobs {
		jobs[i] = GanttJob{Start: float64(i), End: float64(i + 1), Procs: 1}
	}
	g := NewGantt(jobs, 0)
	if g.Procs != 1 || g.Top != 1 {
		t.Errorf("a machine of %d up to %d, want the peak, 1", g.Procs, g.Top)
	}
	g.MaxBlocks = 20
	if !g.Aggregated(0, 30) || g.Aggregated(0, 20) || g.Blocks(5, 15) != 10 {
		t.Errorf("%d blocks in view between 5 and 15", g.Blocks(5, 15))
	}
}

func TestExceededMachinesAreMarked(t *testing.T) {
	in := small()
	in.Procs = 4
	d, err := Draw("gantt", in)
	if err != nil {
		t.Fatal(err)
	}
	if last := d.Legend[len(d.Legend)-1].Name; last != "size of the machine" {
		t.Errorf("the legend ends with %q", last)
	}
	if top := d.Panels[0].Plot.Y.Max; top != 8 {
		t.Errorf("the axis reaches up to %v, want the 8 in use", top)
	}
}

func TestWidthClasses(t *testing.T) {
	for most, want := range map[int64][]int64{
		1: {1}, 2: {1, 2}, 3: {1, 2, 3}, 8: {1, 2, 4, 8}, 128: {1, 4, 16, 64, 128},
		1000: {1, 4, 16, 64, 256, 1000}, 1 << 30: {1, 64, 4096, 262144, 16777216, 1 << 30},
	} {
		got := widthBounds(most)
		if len(got) != len(want) {
			t.Errorf("%d: %v, want %v", most, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] || widthClass(got, got[i]) != i || i > 0 && widthClass(got, got[i-1]+1) != i {
				t.Errorf("%d: %v, want %v", most, got, want)
			}
		}
	}
	if got := widthNames(widthBounds(128)); got[0] != "1" || got[2] != "5–16" || got[4] != "65–128" {
		t.Errorf("%q", got)
	}
}

func TestWaitAndOvertakingClasses(t *testing.T) {
	var rows []jobRow
	for _, j := range [][2]float64{{0, 60}, {10, 50}, {10, 61}, {20, 20 + 3601}, {30, 30 + 6*86400}} { // submit, start
		rows = append(rows, jobRow{submit: j[0], start: j[1]})
	}
	rows[0], rows[4] = rows[4], rows[0] // in whatever order the table has them
	s := &schedule{jobs: new(jobRows)}
	for i := range rows {
		s.jobs.add(&rows[i])
	}
	s.jobs.markOvertakers()
	for by, want := range map[string][]string{
		"wait":       {"longer", "up to 1 min", "up to 1 min", "6 h", "up to 1 min"},
		"overtaking": {"in order", "before one submitted earlier", "in order", "in order", "in order"},
	} {
		c := classesFor(by, []*schedule{s})
		for i, j := range s.jobs.all() {
			if got := c.names[c.of(i, j)]; got != want[i] {
				t.Errorf("%s of job %d: %s, want %s", by, i, got, want[i])
			}
		}
		if len(c.colors) != len(c.names) {
			t.Errorf("%s: %d colours for %d names", by, len(c.colors), len(c.names))
		}
	}
}

func TestUsersBeyondTheLargestShareAColour(t *testing.T) {
	in := large(200, 1)
	all, err := in.schedules()
	if err != nil {
		t.Fatal(err)
	}
	c := classesFor("user", all)
	if len(c.names) != maxClasses+1 || c.names[maxClasses] != "others" {
		t.Fatalf("%q", c.names)
	}
	area := make([]float64, len(c.names))
	byUser := map[int32]float64{}
	for i, j := range all[0].jobs.all() {
		a := (j.end - j.start) * float64(j.width)
		area[c.of(i, j)] += a
		byUser[j.user] += a
	}
	for i := 1; i < maxClasses; i++ {
		if area[i] > area[i-1] {
			t.Errorf("class %d (%s) is larger than the one before", i, c.names[i])
		}
	}
	for u, a := range byUser {
		if a > area[maxClasses-1] && c.of(0, &jobRow{user: u}) == maxClasses {
			t.Errorf("user %s has more than %s but no colour", all[0].users.Text(u), c.names[maxClasses-1])
		}
	}
}

// One run of 100,000 jobs, from the table to the file.
func BenchmarkGantt(b *testing.B) {
	in := large(100_000, 1)
	for _, format := range Formats[:3] {
		b.Run(format, func(b *testing.B) {
			for b.Loop() {
				d, err := Draw("gantt", in)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := d.Bytes(format); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(100_000*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
