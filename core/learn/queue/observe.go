package queue

import (
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Feature is a number of an observation.
type Feature struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// MachineFeatures are the first numbers of an observation. The head is the first waiting job; its shadow time is when it would
// start if nothing else did, by the estimates.
var MachineFeatures = []Feature{
	{"free", "free processors, a share of the machine"},
	{"waiting", "waiting jobs, n/(n+16)"},
	{"running", "running jobs, n/(n+16)"},
	{"next_end", "time to the next expected end, t/(t+1 h)"},
	{"shadow", "time to the shadow time of the head, t/(t+1 h)"},
	{"extra", "processors that the head leaves over at its shadow time, a share of the machine"},
	{"work", "estimated work of all waiting jobs, as time of the whole machine, t/(t+1 h)"},
}

// JobFeatures are the numbers of each place of the window, which are all 0 if no job is there.
var JobFeatures = []Feature{
	{"wait", "time since the submission, t/(t+1 h)"},
	{"estimate", "estimate, t/(t+1 h)"},
	{"procs", "processors, a share of the machine"},
	{"slowdown", "1 - 1/s, s the bounded slowdown if it started now and ran as long as estimated"},
	{"work", "estimated work, as time of the whole machine, t/(t+1 h)"},
	{"user_jobs", "waiting jobs of its user, itself too, n/(n+16); 0 if the user is unknown"},
	{"fits", "1 if it fits into the free processors"},
	{"backfills", "1 if it fits, and to start it now does not delay the head beyond its shadow time, as in EASY"},
}

// Size returns the length of an observation with a window.
func Size(window int) int { return len(MachineFeatures) + window*len(JobFeatures) }

// Observe sets obs, of length Size(Window), to what the agent sees; of an episode that is over that is 0.
func (e *Env) Observe(obs []float32) {
	clear(obs)
	if e.Over() {
		return
	}
	procs, now := float64(e.Procs), e.m.Now()
	next := int64(0)
	if running := e.m.Running(); len(running) > 0 {
		next = max(0, running[0].End-now)
	}
	shadow, extra := e.reservation()
	work := 0.0
	for _, j := range e.queue {
		work += workOf(j)
	}
	copy(obs, []float32{
		float32(float64(e.m.Free()) / procs), count(len(e.queue)), count(len(e.m.Running())), seconds(float64(next)),
		seconds(float64(shadow - now)), float32(float64(extra) / procs), seconds(work / procs),
	})
	obs = obs[len(MachineFeatures):]
	for i, j := range e.queue[:min(len(e.queue), e.Window)] {
		place := obs[i*len(JobFeatures):][:len(JobFeatures)]
		place[0] = seconds(float64(now - j.Submit))
		place[1] = seconds(float64(j.Estimate))
		place[2] = float32(float64(j.Procs) / procs)
		place[3] = float32(1 - 1/bounded(now-j.Submit, j.Estimate))
		place[4] = seconds(workOf(j) / procs)
		if j.User != job.None {
			place[5] = count(e.users[j.User])
		}
		if int(j.Procs) > e.m.Free() {
			continue
		}
		place[6] = 1
		if i == 0 || now+j.Estimate <= shadow || int(j.Procs) <= extra {
			place[7] = 1
		}
	}
}

// workOf returns the estimated work of a job in processor seconds.
func workOf(j *sim.Job) float64 { return float64(float64(j.Estimate) * float64(j.Procs)) }

// Mask sets mask, of length Window+1, to 1 for each action that does what it says: the jobs that fit, and last to wait.
func (e *Env) Mask(mask []byte) {
	clear(mask)
	if e.Over() {
		return
	}
	for k := range e.Window {
		if e.Fits(k) {
			mask[k] = 1
		}
	}
	if e.MayWait() {
		mask[e.Window] = 1
	}
}

// reservation returns when the head will fit, by the estimates, and how many more processors will be free then.
func (e *Env) reservation() (shadow int64, extra int) {
	head := int(e.queue[0].Procs)
	if free := e.m.Free(); head <= free {
		return e.m.Now(), free - head
	}
	return policy.Reservation(e.m, head)
}

func seconds(t float64) float32 { return float32(t / (t + 3600)) }

func count(n int) float32 { return float32(float64(n) / float64(n+16)) }
