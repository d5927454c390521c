package verify

import (
	"cmp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// horizon is later than any schedule of problems ends or plans.
const horizon = 800

// A ticker is the oracle of Expect. It visits every second, keeps one counter a
// second of the free processors to come, and works from the meaning of EASY,
// not from its rule: a job may start if the head can start no later for it.
// Jobs must be in the order of submission; overruns are cut.
type ticker struct {
	p      Problem
	key    Key
	placed []job.Placement
	holds  []bool  // the job holds its processors
	slot   []int64 // conservative: planned start
}

// future returns the free processors in each second from now on, by the estimates
// of the running jobs.
func (k *ticker) future() []int {
	free := make([]int, horizon)
	for s := range free {
		free[s] = k.p.Procs
	}
	for i := range k.holds {
		if k.holds[i] {
			take(free, k.placed[i].Start, &k.p.Jobs[i])
		}
	}
	return free
}

func take(free []int, from int64, j *job.Job) {
	for s := from; s < from+j.Estimate; s++ {
		free[s] -= int(j.Procs)
	}
}

// fit returns the first second from now on from which there is room for j.
func fit(free []int, now int64, j *job.Job) int64 {
	for from := now; ; from++ {
		room := true
		for s := from; s < from+j.Estimate; s++ {
			room = room && free[s] >= int(j.Procs)
		}
		if room {
			return from
		}
	}
}

func (k *ticker) queue(now int64) (queue []int) {
	for i, at := range k.placed {
		if k.p.Jobs[i].Submit <= now && at.Start == job.None {
			queue = append(queue, i)
		}
	}
	if k.key != nil {
		slices.SortStableFunc(queue, func(a, b int) int {
			return cmp.Compare(k.key(now, &k.p.Jobs[a]), k.key(now, &k.p.Jobs[b]))
		})
	}
	return queue
}

// choose returns the first job that d lets start now, or -1. A start never
// allows what was not allowed before it, so asking again completes a pass.
func (k *ticker) choose(d Discipline, now int64) int {
	head := -1
	for _, i := range k.queue(now) {
		free, j := k.future(), &k.p.Jobs[i]
		switch fits := free[now] >= int(j.Procs); {
		case !fits && head < 0:
			head = i
		case !fits:
		case head < 0 || d == List:
			return i
		case d == EASY:
			before := fit(free, now, &k.p.Jobs[head])
			take(free, now, j)
			if fit(free, now, &k.p.Jobs[head]) == before {
				return i
			}
		}
	}
	return -1
}

// plan moves the waiting jobs if one has ended, then gives the new ones a slot.
func (k *ticker) plan(ended bool, now int64) {
	replan := func(i int) {
		free := k.future()
		for o, s := range k.slot {
			if o != i && s != job.None && k.placed[o].Start == job.None {
				take(free, s, &k.p.Jobs[o])
			}
		}
		k.slot[i] = fit(free, now, &k.p.Jobs[i])
	}
	for _, i := range k.queue(now) {
		if ended && k.slot[i] != job.None {
			replan(i)
		}
	}
	for i := range k.p.Jobs {
		if k.p.Jobs[i].Submit == now && k.slot[i] == job.None {
			replan(i)
		}
	}
}

// happens tells whether a job arrives, ends or is due now.
func (k *ticker) happens(now int64) bool {
	for i := range k.p.Jobs {
		if k.p.Jobs[i].Submit == now || k.placed[i].End == now || k.slot[i] == now {
			return true
		}
	}
	return false
}

func (k *ticker) play(d Discipline) []job.Placement {
	for range k.p.Jobs {
		k.placed = append(k.placed, job.Placement{Start: job.None, End: job.None})
		k.holds, k.slot = append(k.holds, false), append(k.slot, job.None)
	}
	start := func(i int, now int64) {
		j := &k.p.Jobs[i]
		k.placed[i] = job.Placement{Start: now, End: now + min(j.Run, j.Estimate), Killed: j.Run > j.Estimate}
		k.holds[i] = true
	}
	for now := int64(0); now < horizon/2; now++ {
		// Orders that change with time make it matter that there is no pass in a
		// second in which nothing happens.
		for again := k.happens(now); again; { // once more where a job of no length has come and gone
			ended := false
			for i := range k.holds {
				if k.holds[i] && k.placed[i].End == now {
					k.holds[i], ended = false, true
				}
			}
			if d == Conservative {
				k.plan(ended, now)
				for i, s := range k.slot {
					if s == now && k.placed[i].Start == job.None {
						start(i, now)
					}
				}
			} else {
				for i := k.choose(d, now); i >= 0; i = k.choose(d, now) {
					start(i, now)
				}
			}
			again = false
			for i := range k.holds {
				again = again || k.holds[i] && k.placed[i].End == now
			}
		}
	}
	return k.placed
}

func TestExpectIsWhatTheMeaningOfEachDisciplineGives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, placed, d, key := draw(t, false)
		k := ticker{p: p, key: key}
		if diff := gocmp.Diff(k.play(d), placed, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("second by second (-), Expect (+)\n%s", diff)
		}
	})
}
