package shared_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/shared"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// A trial is one small cluster with its jobs.
type trial struct {
	Nodes   int
	Penalty int64
	Virtual bool // runs on in penalties
	Newest  bool // of equals is packed first
	Jobs    []shared.Job
}

// play runs the trial and returns it and its schedule in the referee's own words. No
// runs mean that jobs are paused for ever, as a period of the penalty or less can do.
func (c *trial) play(tb testing.TB, name string) (*shared.Engine, referee.Problem, []referee.Run) {
	tb.Helper()
	a, err := shared.Parse(name)
	if err != nil {
		tb.Fatal(err)
	}
	cfg := shared.Config{Nodes: c.Nodes, Jobs: c.Jobs, Algorithm: a, Penalty: c.Penalty, Record: true,
		VirtualInPenalty: c.Virtual, NewestFirst: c.Newest}
	e, err := shared.New(cfg)
	if err == nil {
		err = e.Run(context.Background(), nil)
	}
	if errors.Is(err, shared.ErrStuck) && a.Period*shared.Second <= c.Penalty {
		return e, referee.Problem{}, nil // the referee would not come to an end either
	} else if err != nil {
		tb.Fatalf("%v\n%s", err, show(c, name))
	}
	s, runs := shared.Retold(cfg, e.Outcomes(), e.Stretches())
	return e, s, runs
}

func one[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// draw makes a trial of few nodes with jobs that crowd them: instants coincide,
// and sizes are such that some fill nodes exactly.
func draw(r *rand.Rand) *trial {
	const second = shared.Second
	c := &trial{Nodes: 2 + r.IntN(3), Penalty: one(r, int64(0), 1, 3*second, 7*second), Virtual: r.IntN(4) == 0, Newest: r.IntN(4) == 0}
	submit := int64(0)
	for i := range 1 + r.IntN(8) {
		submit += one(r, int64(0), 0, 1, 1*second, 2*second, 5*second, 10*second, 40*second)
		j := shared.Job{ID: int64(i + 1), Submit: submit, Run: r.Int64N(20) * second,
			CPU:    one(r, int32(250_000), 500_000, 500_000, 1_000_000, 1_000_000, 1+r.Int32N(shared.Whole)),
			Memory: one(r, int32(0), 100_000, 200_000, 300_000, 400_000, 500_000, 600_000, 1_000_000, r.Int32N(shared.Whole+1))}
		if r.IntN(3) == 0 {
			j.Run = 1 + r.Int64N(30*second)
		}
		room := int32(2 * c.Nodes)
		if j.Memory > 0 {
			room = min(room, shared.Whole/j.Memory*int32(c.Nodes))
		}
		j.Tasks = 1 + r.Int32N(room)
		c.Jobs = append(c.Jobs, j)
	}
	return c
}

// drawAlgorithm draws one of the algorithms by its name, with short bounds.
func drawAlgorithm(r *rand.Rand) string {
	name := one(r, "Greedy*", "Greedy/per", "Greedy*/per",
		"GreedyP*", "GreedyP/per", "GreedyP*/per", "GreedyPM*", "GreedyPM/per", "GreedyPM*/per",
		"MCB8*", "MCB8/per", "MCB8*/per", "/per", "/per", "/stretch-per")
	if name == "/stretch-per" {
		name += one(r, "/OPT=MAX", "/OPT=AVG")
	} else {
		name += one(r, "/OPT=MIN", "/OPT=MIN", "/OPT=AVG")
	}
	mapped := one(r, "", "", "/MINVT=1", "/MINVT=4", "/MINVT=9", "/MINFT=3", "/MINFT=10", "/MINFT=30")
	a, err := shared.Parse(name)
	if err != nil {
		panic(err)
	}
	if a.Submission == shared.MCB8 || a.Periodic != shared.Nothing {
		name += mapped
	}
	if a.Periodic != shared.Nothing {
		name += one(r, "/PERIOD=2", "/PERIOD=5", "/PERIOD=10", "/PERIOD=20")
	}
	return name
}

// show tells all of a trial, to be read in a failure.
func show(c *trial, name string) string {
	text, _ := json.Marshal(c)
	return fmt.Sprintf("%s on %s", name, text)
}

// checkReferee is the law: the schedule is legal, obeys the laws of its
// algorithm, follows the rules at every instant, has the metrics that the referee
// works out, and with OPT=MIN is the one of the oracle.
func checkReferee(t *testing.T, c *trial, name string) []referee.Run {
	t.Helper()
	e, s, runs := c.play(t, name)
	if runs == nil {
		return nil
	}
	r, err := referee.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	checkMetrics(t, c, e, totalsOf(&s, runs))
	if err := verify.Err(referee.Obeys(s, r, runs)); err != nil {
		t.Fatalf("%v\n%s", err, show(c, name))
	}
	if err := verify.Err(referee.Follows(s, r, runs)); err != nil {
		t.Fatalf("%v\n%s", err, show(c, name))
	}
	if r.Goal != "MIN" {
		return runs
	}
	want, err := referee.Expect(s, r)
	if err != nil {
		t.Fatalf("%v\n%s", err, show(c, name))
	}
	if reflect.DeepEqual(want, runs) {
		return runs // cmp takes as long as all else
	}
	if diff := cmp.Diff(want, runs, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("the oracle (-), the engine (+)\n%s%s", diff, show(c, name))
	}
	return runs
}

// checkMetrics compares the engine's metrics with the referee's.
func checkMetrics(t *testing.T, c *trial, e *shared.Engine, want totals) {
	t.Helper()
	m, in := e.Metrics(), shared.Input(c.Nodes, c.Jobs, e.Outcomes())
	used, lost := in.Use()
	if used == 0 {
		m[metrics.Index("underutil")] = 0 // a quotient by 0
	}
	for _, x := range []struct {
		name      string
		got, want float64
	}{
		{"bsld_max", m.Value("bsld_max"), want.MaxStretch},
		{"bsld_mean", m.Value("bsld_mean"), want.MeanStretch},
		{"underutil", m.Value("underutil"), want.Normalized},
		{"node-seconds lost", lost, want.Underutilization},
		{"makespan_s", m.Value("makespan_s"), want.Seconds},
		{"gigabytes of pauses", m.Value("pause_bandwidth") * want.Seconds, want.PauseGB},
		{"gigabytes of migrations", m.Value("migration_bandwidth") * want.Seconds, want.MigrationGB},
	} {
		if !(math.Abs(x.got-x.want) <= 1e-12*math.Abs(x.want)) {
			t.Errorf("%s is %v, the referee says %v", x.name, x.got, x.want)
		}
	}
}

func TestTheRefereeAndTheEngineAgree(t *testing.T) {
	slow.Law(t)
	const trials = 2000
	kinds := map[string]int{}
	for seed := range uint64(trials) {
		r := rand.New(rand.NewPCG(seed, 2011))
		c, name := draw(r), drawAlgorithm(r)
		parts := strings.Split(name, "/")
		for _, run := range checkReferee(t, c, name) {
			for _, part := range parts {
				kinds[part+" pauses"] += run.Pauses
				kinds[part+" moves"] += run.Migrations
			}
			for k := range run.Held {
				if run.Held[k].Yield < shared.Whole {
					kinds[parts[0]+" shares"]++
				}
				if k > 0 && run.Held[k-1].Ready > run.Held[k].From && run.Held[k-1].Ready != run.Held[k].Ready {
					kinds["penalty in penalty"]++
				}
			}
		}
	}
	// What the trials are good for: in them this happened that often.
	for _, kind := range []string{
		"Greedy* shares", "GreedyP* pauses", "GreedyP pauses", "GreedyPM* pauses", "GreedyPM* moves", "GreedyPM moves",
		"MCB8* pauses", "MCB8* moves", "MCB8 moves", "per pauses", "per moves", "stretch-per moves", "stretch-per pauses",
		"MINVT=1 moves", "MINVT=4 moves", "MINFT=10 moves", "MINFT=10 pauses", "OPT=AVG moves", "OPT=MAX moves", "penalty in penalty",
	} {
		if kinds[kind] < 20 {
			t.Errorf("%q: %d times, expected at least 20", kind, kinds[kind])
		}
	}
}

func FuzzTheRefereeAndTheEngineAgree(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, jobs, algorithm uint64) {
		checkReferee(t, draw(rand.New(rand.NewPCG(jobs, 1))), drawAlgorithm(rand.New(rand.NewPCG(algorithm, 2))))
	})
}

// Under the name of another algorithm the referee accepts a schedule only if that
// algorithm makes the same.
func TestTheRefereeTellsAlgorithmsApart(t *testing.T) {
	slow.Law(t)
	apart := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 7))
		c, name, other := draw(r), drawAlgorithm(r), drawAlgorithm(r)
		rules, err := referee.Parse(other)
		if err != nil {
			t.Fatal(err)
		}
		if rules.Goal != "MIN" { // others may share the CPU out in several ways
			continue
		}
		_, s, runs := c.play(t, name)
		_, _, others := c.play(t, other)
		if runs == nil || others == nil {
			continue
		}
		same := fmt.Sprint(runs) == fmt.Sprint(others)
		if accepted := len(referee.Follows(s, rules, runs)) == 0; accepted != same {
			t.Fatalf("schedules are equal: %t, the referee accepts it: %t\n%s\nnot %s", same, accepted, show(c, name), other)
		}
		if !same {
			apart++
		}
	}
	if apart < 100 {
		t.Errorf("%d schedules differed, expected at least 100", apart)
	}
}
