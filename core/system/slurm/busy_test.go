package slurm

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/retell"
	"github.com/backfill-lab/backfill/core/system"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/system"
)

// busySystem adds reservations, outages and preemption to a random system.
func busySystem(r *rand.Rand) *system.Description {
	d := randomSystem(r)
	nodes := func() string { return d.Nodes[r.IntN(len(d.Nodes))].Names }
	for range r.IntN(3) {
		begin := int64(r.IntN(8000))
		end := begin + 1 + int64(r.IntN(3000))
		d.Outages = append(d.Outages, system.Outage{Nodes: nodes(), BeginS: begin, EndS: end, Drain: r.IntN(2) == 0})
	}
	for range r.IntN(3) {
		begin := int64(r.IntN(8000))
		v := system.Reservation{Name: "r", Nodes: nodes(), BeginS: begin, EndS: begin + 1 + int64(r.IntN(4000))}
		if r.IntN(3) == 0 {
			v.Flags = []string{"daily"}
		}
		d.Reservations = append(d.Reservations, v)
	}
	d.Preemption = system.Preemption{Type: []string{"", "qos", "partition_prio"}[r.IntN(3)], Mode: []string{"requeue", "cancel"}[r.IntN(2)],
		ExemptS: int64(r.IntN(2) * 100)}
	d.QOS[1].Preempt, d.QOS[0].GraceS = []string{"low"}, int64(r.IntN(2)*50)
	d.Scheduling.RequeueDelayS, d.Scheduling.BfMaxJobArrayResv = ptr(int64(50+r.IntN(200))), ptr(int64(1+r.IntN(5)))
	d.Scheduling.QueueDepth = ptr(100) // or those that are preempted start again before those that preempt
	again := r.IntN(4) > 0
	d.Scheduling.Requeue = &again
	return d
}

// busyJobs draws jobs that depend on each other, tasks of arrays, and what people do to them.
func busyJobs(r *rand.Rand, s *system.System) (jobs []system.Job, changes []system.Change) {
	jobs = randomJobs(r, s)
	for i := range jobs {
		j := &jobs[i]
		j.Fails, j.NoRequeue = r.IntN(5) == 0, r.IntN(5) == 0
		at := j.Submit + int64(r.IntN(2000))
		do := func(kind system.ChangeKind, at int64) {
			changes = append(changes, system.Change{At: at, AtUs: int64(r.IntN(2) * 300_000), Kind: kind, Job: int32(i)})
		}
		switch r.IntN(8) {
		case 0:
			for range 1 + r.IntN(3) {
				if i > 0 {
					j.After = append(j.After, system.Dependency{Job: int32(r.IntN(i)), Kind: system.DependencyKind(r.IntN(4)),
						Wait: int64(r.IntN(2) * 60)})
				}
			}
			j.AnyOf = r.IntN(2) == 0
		case 1:
			if i > 0 && jobs[i-1].Array > 0 {
				j.Array, j.ArrayLimit = jobs[i-1].Array, jobs[i-1].ArrayLimit
			} else {
				j.Array, j.ArrayLimit = int32(i+1), int32(r.IntN(3))
			}
		case 2:
			j.Held = true
			do(system.Release, at)
		case 3:
			do(system.Cancel, at)
		case 4:
			do(system.Requeue, at)
		case 5:
			do(system.Hold, at)
			do(system.Release, at+int64(r.IntN(1000)))
		case 6:
			j.Reservation = int32(r.IntN(len(s.Description.Reservations) + 1))
		}
	}
	return jobs, changes
}

// Whatever people do and nodes suffer: every schedule is legal, a second run is the same, and jobs that
// never start wait for what cannot happen any more, for a reservation
// that is over, or for nodes that are reserved every day.
func busyLaw(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 17))
	s, err := system.New(busySystem(r))
	if err != nil {
		t.Fatal(err)
	}
	c := system.Config{System: s, Cut: r.IntN(2) == 0, UnixStart: int64(r.IntN(1000))}
	c.Jobs, c.Changes = busyJobs(r, s)
	play := func() *system.Engine {
		c.Scheduler = New(s)
		e, err := system.NewEngine(c)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		_ = e.Run(context.Background()) // what never starts is looked at below
		return e
	}
	e := play()
	var stuck []int
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if e.Phase[i] == system.Done {
			continue
		}
		if e.Phase[i] != system.Waiting || e.Depends(int32(i)) == system.Met && !e.Held[i] && j.Reservation == 0 && len(e.Reserved) == 0 {
			t.Errorf("seed %d: job %d never ended: phase %d, %+v", seed, j.ID, e.Phase[i], *j)
		}
		stuck = append(stuck, i)
	}
	if again := play(); !reflect.DeepEqual(e.Placed, again.Placed) || !reflect.DeepEqual(e.Earlier, again.Earlier) {
		t.Errorf("seed %d: a second run differs", seed)
	}
	placed := slices.Clone(e.Placed)
	for _, i := range stuck { // the referee knows them as cancelled at the end
		placed[i].How, placed[i].End = system.Cancelled, e.Now
		c.Changes = append(c.Changes, system.Change{At: e.Now, Kind: system.Cancel, Job: int32(i)})
	}
	if d := s.Description; d.Preemption.Type != "" && d.QOS[0].GraceS > 0 {
		return // a job that is given time may run into what the referee forbids
	}
	if err := verify.Err(referee.Check(retell.System(c, placed, e.Earlier...))); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
}

func TestEveryScheduleOfABusyClusterIsLegal(t *testing.T) {
	for seed := range uint64(120) {
		busyLaw(t, seed)
	}
}

func FuzzBusyTwin(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(busyLaw)
}
