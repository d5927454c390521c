package bound

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
)

// A short job is submitted ten seconds into an hour's job, on one node. Served
// first, it costs the long one a minute, of which it can give back a second.
func ExampleStretch() {
	jobs := []shared.Job{
		{ID: 1, Submit: 0, Run: 3600 * shared.Second, Tasks: 1, CPU: shared.Whole},
		{ID: 2, Submit: 10 * shared.Second, Run: 60 * shared.Second, Tasks: 1, CPU: shared.Whole},
	}
	s, err := Stretch(context.Background(), 1, jobs, 10*shared.Second)
	fmt.Printf("%.6f %v\n", s, err)
	// Output: 1.016667 <nil>
}

// seconds makes a job of whole-node tasks.
func seconds(submit, run int64, tasks int32) shared.Job {
	return shared.Job{Submit: submit * shared.Second, Run: run * shared.Second, Tasks: tasks, CPU: shared.Whole}
}

func TestBoundsByHand(t *testing.T) {
	half := seconds(0, 100, 1)
	half.CPU = shared.Whole / 2
	for _, c := range []struct {
		name      string
		nodes     int
		jobs      []shared.Job
		threshold int64 // seconds
		want      float64
	}{
		{"no jobs", 1, nil, 10, 1},
		{"no work", 1, []shared.Job{seconds(5, 0, 3), seconds(5, 0, 3)}, 0, 1},
		{"one job", 4, []shared.Job{seconds(7, 50, 4)}, 10, 1},
		{"one job, wider than the cluster", 4, []shared.Job{seconds(7, 50, 6)}, 10, 1.5},
		{"two jobs that fit", 2, []shared.Job{seconds(0, 100, 1), seconds(0, 100, 1)}, 10, 1},
		{"two halves on a node", 1, []shared.Job{half, half}, 10, 1},
		{"two equal jobs take turns", 1, []shared.Job{seconds(0, 100, 1), seconds(0, 100, 1)}, 10, 2},
		{"three jobs on two nodes", 2, []shared.Job{seconds(0, 100, 1), seconds(0, 100, 1), seconds(0, 100, 1)}, 10, 1.5},
		{"shortest first", 1, []shared.Job{seconds(0, 10, 1), seconds(0, 30, 1)}, 0, 4.0 / 3},
		{"jobs below the threshold", 1, []shared.Job{seconds(0, 4, 1), seconds(0, 5, 1)}, 10, 1},
		{"jobs at the threshold", 1, []shared.Job{seconds(0, 6, 1), seconds(0, 5, 1)}, 10, 1.1},
		{"one after the other", 1, []shared.Job{seconds(0, 10, 1), seconds(10, 10, 1)}, 10, 1},
	} {
		got, err := Stretch(context.Background(), c.nodes, c.jobs, c.threshold*shared.Second)
		if err != nil || got > c.want || got < c.want*(1-2e-9) {
			t.Errorf("%s: %.12f, %v; want %.12f", c.name, got, err, c.want)
		}
	}
}

func TestHostileInputIsAnError(t *testing.T) {
	good := seconds(0, 100, 1)
	with := func(change func(*shared.Job)) []shared.Job {
		j := good
		change(&j)
		return []shared.Job{good, j}
	}
	var crowd []shared.Job
	for i := range int64(6000) {
		crowd = append(crowd, seconds(0, 1000+i, 1))
	}
	for _, c := range []struct {
		name      string
		nodes     int
		jobs      []shared.Job
		threshold int64
		says      string
	}{
		{"no nodes", 0, []shared.Job{good}, 0, "nodes"},
		{"fewer nodes", -3, []shared.Job{good}, 0, "nodes"},
		{"nodes without number", math.MaxInt, []shared.Job{good}, 0, "nodes"},
		{"a negative threshold", 1, []shared.Job{good}, -1, "threshold"},
		{"a threshold of ages", 1, []shared.Job{good}, math.MaxInt64, "threshold"},
		{"no tasks", 1, with(func(j *shared.Job) { j.Tasks = 0 }), 0, "tasks"},
		{"no need", 1, with(func(j *shared.Job) { j.CPU = 0 }), 0, "CPU"},
		{"an early job", 1, with(func(j *shared.Job) { j.Submit = -1 }), 0, "submission"},
		{"an endless job", 1, with(func(j *shared.Job) { j.Run = math.MaxInt64 }), 0, "run time"},
		{"a crowd", 1, crowd, 0, "too many jobs"},
	} {
		if _, err := Stretch(context.Background(), c.nodes, c.jobs, c.threshold); err == nil || !strings.Contains(err.Error(), c.says) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v", c.name, err)
		}
		if ok, err := feasible(c.nodes, c.jobs, c.threshold, 1); ok || err == nil {
			t.Errorf("%s: feasible says %t, %v", c.name, ok, err)
		}
	}
	for _, s := range []float64{math.NaN(), math.Inf(-1), 0, 0.999} {
		if ok, err := feasible(1, []shared.Job{good}, 0, s); ok || err != nil {
			t.Errorf("a stretch of %v: %t, %v", s, ok, err)
		}
	}
	if ok, err := feasible(1, []shared.Job{good, good}, 0, math.Inf(1)); !ok || err != nil {
		t.Errorf("a stretch of any size: %t, %v", ok, err)
	}
}

// The largest and most uneven jobs that package shared knows make the coarsest
// ticks. The bound is a bound still.
func TestTheBoundHoldsAtTheLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	coarsest := 0
	for range 2000 {
		tr := trial{nodes: 1 + r.IntN(shared.MaxNodes), threshold: r.Int64N(20 * shared.Second)}
		for range 1 + r.IntN(4) {
			tr.jobs = append(tr.jobs, shared.Job{
				Submit: r.Int64N(1 << r.IntN(43)), Run: 1 + r.Int64N(1<<r.IntN(43)),
				Tasks: 1 + r.Int32N(shared.MaxTasks), CPU: 1 + r.Int32N(shared.Whole),
			})
		}
		got := tr.stretch(t)
		in, err := newInstance(tr.nodes, tr.jobs, tr.threshold)
		if err != nil {
			t.Fatal(err)
		}
		coarsest = min(coarsest, in.shift)
		shortest := math.Inf(1)
		for _, j := range in.jobs {
			shortest = min(shortest, j.basis)
		}
		slack := 2e-9 + math.Ldexp(4, -in.shift)/shortest
		want := newProblem(tr.nodes, tr.jobs, tr.threshold).byCuts()
		if got > want*(1+1e-9) || got < want*(1-slack) && got > 1 {
			t.Fatalf("%+v: %.12f; the cuts say %.12f (ticks of 2^%d microseconds)", tr, got, want, -in.shift)
		}
	}
	if coarsest > -10 {
		t.Errorf("the coarsest tick is 2^%d microseconds", -coarsest)
	}
}

// The builds for GOAMD64=v3 and WebAssembly have to pass this too.
func TestBoundsAreTheSameBitsOnEveryBuild(t *testing.T) {
	const want = "82a8bd9dec6a2592"
	sum := sha256.New()
	for seed := range uint64(4) {
		s, err := Stretch(context.Background(), 128, synthetic(t, seed, 0.3+0.2*float64(seed)), 10*shared.Second)
		if err != nil {
			t.Fatal(err)
		}
		binary.Write(sum, binary.LittleEndian, s)
	}
	r := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		binary.Write(sum, binary.LittleEndian, draw(20, r.IntN).stretch(t))
	}
	if got := hex.EncodeToString(sum.Sum(nil)[:8]); got != want {
		t.Errorf("the bounds have the digest %s, not %s", got, want)
	}
}
