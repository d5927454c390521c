package figures

import (
	"bytes"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Rows come back as they were added, whichever of their numbers are whole, small or neither.
func TestRowsAreKeptAsTheyAre(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		odd := func() bool { return r.IntN(1+int(seed)) == 0 } // about one in a seed: early, late or never
		time := func() float64 {
			if odd() {
				return []float64{0.25, -1e-6, math.MaxInt32 + 1, math.MinInt32 - 1, 1e15}[r.IntN(5)]
			}
			return float64(r.Int32() - 1<<30)
		}
		number := func() int32 {
			if odd() {
				return []int32{math.MaxInt16 + 1, math.MinInt16 - 1, math.MaxInt32, math.MinInt32}[r.IntN(4)]
			}
			return int32(int16(r.Uint32()))
		}
		var rows jobRows
		if seed%2 == 0 {
			rows.grow(r.IntN(40))
		}
		want := make([]jobRow, 30)
		for i := range want {
			want[i] = jobRow{job: int64(number()) << r.IntN(33), submit: time(), start: time(), end: time(), width: number(),
				whole: number(), user: number(), queue: number(), id: number(), fate: fate{killed: odd(), away: odd()}}
			rows.add(&want[i])
		}
		n := 0
		for i, got := range rows.all() {
			if *got != want[i] {
				t.Fatalf("seed %d: row %d is %+v, want %+v", seed, i, *got, want[i])
			}
			n++
		}
		if n != len(want) || rows.len() != n {
			t.Fatalf("seed %d: %d of %d rows", seed, n, len(want))
		}
	}
}

// A chart that makes its blocks whenever it needs them is the one that holds them, and both pictures are the same.
func TestPlacedChartsAreThoseThatHoldTheirBlocks(t *testing.T) {
	in := large(3000, 1)
	all, err := in.schedules()
	if err != nil {
		t.Fatal(err)
	}
	cl, s := classesByWidth(all), all[0]
	from, to, _ := in.window(all)
	got := s.gantt(cl, from, to)
	var jobs []GanttJob
	for i := range int32(s.jobs.len()) {
		jobs = append(jobs, got.job(i))
	}
	want := NewGantt(jobs, s.capacity())
	if got.Top != want.Top || got.Procs != want.Procs {
		t.Errorf("%d of %d processors, want %d of %d", got.Top, got.Procs, want.Top, want.Procs)
	}
	pictures := [2]*raster{newRaster(300, 200, len(cl.colors)), newRaster(300, 200, len(cl.colors))}
	var unsorted []rasterBlock
	k := 0
	for p, j := range got.blocks() {
		if p != want.Pieces[k] || *j != want.Jobs[p.Job] {
			t.Fatalf("block %d is %+v of %+v, want %+v", k, p, *j, want.Pieces[k])
		}
		k++
		b := pictures[0].block(j.Start/to, j.End/to, float64(p.Low)/256, float64(p.High)/256, j.Class, j.Killed)
		pictures[0].add(b)
		unsorted = append(unsorted, b)
	}
	if k != len(want.Pieces) {
		t.Errorf("%d blocks, want %d", k, len(want.Pieces))
	}
	slices.Reverse(unsorted)
	pictures[1].addAll(unsorted)
	colors := slices.Repeat([]color.RGBA{black}, len(cl.colors))
	if a, b := pictures[0].image(colors), pictures[1].image(colors); !bytes.Equal(a.Pix, b.Pix) {
		t.Error("the pictures differ")
	}
	for _, lo := range []float64{from, to / 3, to - 1} {
		if a, b := got.Blocks(lo, to), want.Blocks(lo, to); a != b {
			t.Errorf("%d blocks from %v on, want %d", a, lo, b)
		}
	}
	gx0, gx1, _, gy := got.DataRange()
	if wx0, wx1, _, wy := want.DataRange(); gx0 != wx0 || gx1 != wx1 || gy != wy {
		t.Error("the ranges differ")
	}
}
