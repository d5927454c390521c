package twin

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A sleepless Twin skips no pass.
type sleepless struct {
	*Twin
	woken int // how often it would have
}

func (w *sleepless) Pass(e *cluster.Engine) int64 {
	wake := w.Twin.Pass(e)
	if w.asleep {
		w.woken++
		w.asleep, wake = false, w.gang.before(w.wake(e))
	}
	return wake
}

// All jobs start when they would if the scheduler looked at a queue in which none can start as often as Slurm's does.
func TestPassesThatAreSkippedWouldHaveDoneNothing(t *testing.T) {
	skipped := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 11))
		d := clusters.System(r)
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		jobs := clusters.Jobs(r, s)
		for i := range jobs {
			jobs[i].Submit *= 20 // with nothing to do between them
			if r.IntN(2) == 0 {
				jobs[i].Begin = jobs[i].Submit + r.Int64N(5000)
			}
		}
		play := func(w cluster.Scheduler) *cluster.Engine {
			return run(t, cluster.Config{System: s, Jobs: jobs, Scheduler: w, UnixStart: 7, Within: true})
		}
		awake := &sleepless{Twin: New(s)}
		if a, b := play(New(s)), play(awake); !reflect.DeepEqual(a.Placed, b.Placed) {
			t.Fatalf("seed %d: the schedules differ", seed)
		}
		skipped += awake.woken
	}
	if skipped < 1000 {
		t.Errorf("only %d passes were skipped", skipped)
	}
}

// A job of the year 1970 among those of 2026, or one that may start fifty years after its submission, costs no more than others.
func TestIdleYearsCostNothing(t *testing.T) {
	const years = 50 * 365 * 86_400
	day := busyDay{change: func(d *cluster.Description) { d.Scheduling.Backfill, d.Priority.Type = nil, "" },
		jobs: []cluster.Job{
			handmade(0, 60, 60, 4), handmade(1, 60, 60, 4, func(j *cluster.Job) { j.Begin = years }), handmade(years+100, 60, 60, 4),
			handmade(2*years, 60, 60, 4, func(j *cluster.Job) { j.Begin = 3 * years }),
		}}
	begin := time.Now()
	e := day.play(t)
	if e.Left > 0 || e.Placed[1].Start-years > 60 || e.Placed[2].Start-years > 160 || e.Placed[3].Start-3*years > 60 {
		t.Errorf("%d jobs are left, and they started at %v", e.Left, e.Starts())
	}
	if took := time.Since(begin); took > 2*time.Second {
		t.Errorf("a century of idle days took %v", took)
	}
}

// still never lets time pass.
type still struct{ *Twin }

func (s still) Pass(e *cluster.Engine) int64 {
	s.Twin.Pass(e)
	return e.NowUs
}

func TestASchedulerForWhichTimeStandsStillIsAnError(t *testing.T) {
	s, err := cluster.New(micro())
	if err != nil {
		t.Fatal(err)
	}
	j := handmade(0, 10, 10, 1)
	j.User = s.User("u", "x", "")
	e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: []cluster.Job{j}, Scheduler: still{New(s)}})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(t.Context()); err == nil || e.Err() == nil {
		t.Errorf("the run ends with %v", err)
	}
}

// counted counts its passes.
type counted struct {
	*Twin
	passes int
}

func (c *counted) Pass(e *cluster.Engine) int64 {
	c.passes++
	return c.Twin.Pass(e)
}

// A job that a limit on minutes holds for ever is given up after ten half-lives, of however many years, in some thousand passes.
func TestAQueueThatNeverStartsIsGivenUpSoon(t *testing.T) {
	life, d := int64(1e11), micro()
	d.Priority.HalfLifeS = &life
	d.Accounts = []cluster.Account{{Name: "x", Limits: cluster.Limits{GrpTRESMins: cluster.TRES{"cpu": 0}}}}
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	j := handmade(0, 10, 10, 1)
	j.User = s.User("u", "x", "")
	c := &counted{Twin: New(s)}
	e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: []cluster.Job{j}, Scheduler: c})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(t.Context()); err == nil || e.Now < 9*life || c.passes > 200_000 {
		t.Errorf("at second %d, after %d passes: %v", e.Now, c.passes, err)
	}
}
