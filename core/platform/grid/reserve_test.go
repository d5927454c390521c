package grid_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
)

// booking is what a reserver asks a planner for.
type booking struct {
	job    int64 // 0: a block at the first submission
	start  int64
	length int64
	procs  int
}

// TestReservationsOnOneSiteAreThoseOfOneMachine plays the same reservations on
// core/policy/plan.
func TestReservationsOnOneSiteAreThoseOfOneMachine(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	granted := 0
	for n := range 1500 {
		c := policytest.Random(r, 20)
		var books []booking
		for i := range c.Jobs {
			if r.IntN(3) == 0 {
				books = append(books, booking{job: c.Jobs[i].ID, start: max(-1, c.Jobs[i].Submit-2+r.Int64N(30))})
			}
		}
		if r.IntN(2) == 0 {
			books = append(books, booking{start: c.Jobs[0].Submit + r.Int64N(40), length: 1 + r.Int64N(20), procs: 1 + r.IntN(c.Procs)})
		}
		one := plan.New(policy.Orders[0])
		var wantSaid, said []string
		se, err := sim.New(sim.Config{Procs: c.Procs, Jobs: c.Jobs, Overrun: c.Overrun,
			Observers: []sim.Observer{simBooker{one, books, &wantSaid}}}, one)
		if err == nil {
			err = se.Run(context.Background(), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		s := single(c)
		p := grid.NewPlanner(grid.PlanOptions{})
		e, err := grid.New(grid.Config{Grid: &s.Grid, Jobs: c.Jobs, Natures: s.Natures, Overrun: c.Overrun,
			Observers: []grid.Observer{gridBooker{p, books, &said}}}, p)
		if err == nil {
			err = e.Run(context.Background(), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(said, wantSaid) {
			t.Fatalf("case %d: %v, and on one machine %v", n, said, wantSaid)
		}
		for i, at := range e.Schedule().Placed {
			if at.Placement != se.Schedule()[i] {
				t.Fatalf("case %d: job %d is at %+v, and on one machine at %+v\n%+v %+v", n, i+1, at.Placement, se.Schedule()[i], c, books)
			}
		}
		for _, w := range said {
			if strings.HasSuffix(w, "true") {
				granted++
			}
		}
	}
	if granted < 1000 {
		t.Errorf("only %d reservations were granted", granted)
	}
}

type simBooker struct {
	p     *plan.Policy
	books []booking
	said  *[]string
}

func (b simBooker) Submitted(now int64, j *sim.Job) {
	for _, k := range b.books {
		switch {
		case k.job == j.ID:
			at, err := b.p.Reserve(j, k.start)
			*b.said = append(*b.said, fmt.Sprint(at, err == nil))
		case k.job == 0 && j.Index == 0:
			at, err := b.p.Block(k.start, k.length, k.procs)
			*b.said = append(*b.said, fmt.Sprint(at, err == nil))
		}
	}
}
func (simBooker) Started(int64, *sim.Job)     {}
func (simBooker) Ended(int64, *sim.Job, bool) {}
func (simBooker) Passed(int64)                {}

type gridBooker struct {
	p     *grid.Planner
	books []booking
	said  *[]string
}

func (b gridBooker) Submitted(now int64, j *grid.Job) {
	for _, k := range b.books {
		switch {
		case k.job == j.ID:
			at, err := b.p.Reserve(j, k.start, grid.Part{Site: 0, Procs: j.Procs})
			*b.said = append(*b.said, fmt.Sprint(at, err == nil))
		case k.job == 0 && j.Index == 0:
			at, err := b.p.Block(k.start, k.length, grid.Part{Site: 0, Procs: int32(k.procs)})
			*b.said = append(*b.said, fmt.Sprint(at, err == nil))
		}
	}
}
func (gridBooker) Started(int64, *grid.Job, []grid.Part) {}
func (gridBooker) Ended(int64, *grid.Job, bool)          {}
func (gridBooker) Passed(int64)                          {}

// A reserver reserves for every third job on two sites, a while ahead.
type reserver struct {
	p     *grid.Planner
	sites int
	kept  map[int32]int64
	parts map[int32][]grid.Part
}

func (b reserver) Submitted(now int64, j *grid.Job) {
	if j.Index%3 != 0 || j.Procs < 2 || b.sites < 2 {
		return
	}
	parts := []grid.Part{{Site: 1, Procs: 1}, {Site: 0, Procs: j.Procs - 1}}
	if _, err := b.p.Reserve(j, -5, parts...); err == nil {
		panic("a start that is over was granted")
	}
	at, err := b.p.Reserve(j, now+int64(j.Index), parts...)
	if err != nil {
		at, err = b.p.Reserve(j, grid.ASAP, parts...)
	}
	if err == nil {
		b.kept[j.Index], b.parts[j.Index] = at, parts
	}
}
func (reserver) Started(int64, *grid.Job, []grid.Part) {}
func (reserver) Ended(int64, *grid.Job, bool)          {}
func (reserver) Passed(int64)                          {}

// TestReservationsAcrossSitesAreKept: to the second, on their parts, and where
// jobs may outlive their estimates never early.
func TestReservationsAcrossSitesAreKept(t *testing.T) {
	kept := 0
	for seed := range uint64(3000) {
		c := draw(rand.New(rand.NewPCG(seed, 6)))
		p := grid.NewPlanner(grid.PlanOptions{Split: []string{"", "faster"}[seed%2]})
		b := reserver{p, len(c.Grid.Sites), map[int32]int64{}, map[int32][]grid.Part{}}
		e, err := grid.New(grid.Config{Grid: &c.Grid, Jobs: c.Jobs, Natures: c.Natures, Overrun: c.Overrun, Observers: []grid.Observer{b}}, p)
		if err == nil {
			err = e.Run(context.Background(), nil)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, show(c, "grid-plan"))
		}
		for i, parts := range b.parts {
			at := e.Schedule().Placed[i]
			if !slices.Equal(e.Schedule().Parts(int(i)), parts) || at.Start < b.kept[i] || at.Start > b.kept[i] && c.Overrun == sim.Cut {
				t.Fatalf("job %d starts at %d on %v, and was promised %d on %v\n%s", i+1, at.Start, e.Schedule().Parts(int(i)), b.kept[i], parts,
					show(c, "grid-plan"))
			}
			kept++
		}
	}
	if kept < 500 {
		t.Errorf("only %d reservations were granted", kept)
	}
}
