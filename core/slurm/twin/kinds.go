package twin

import (
	"math"
	"slices"
)

// A kind is a kind of limit; of those on resources there is one for each resource.
type kind uint8

const (
	grpJobs kind = iota
	grpWall
	maxJobsPerAccount // of a QOS
	maxJobsPerUser    // of a QOS
	maxJobs           // of an association
	maxWall
	grpTRESMins
	grpTRES
	grpTRESRunMins
	maxTRESMinsPerJob
	maxTRESPerJob
	maxTRESPerNode
	maxTRESPerAccount
	maxTRESPerUser
	maxTRESRunMinsPerAccount
	maxTRESRunMinsPerUser
	minTRESPerJob
)

// A test looks at the limits of a job one after the other. Of each kind the first QOS that sets one decides; if none does, all
// associations.
type test struct {
	ask  amounts
	over bool

	first broken // the first of those that are

	qos      bool // the limits looked at are a QOS's
	set, now uint // kinds that a QOS sets: before this source, and with it
	tres     []limitedBy
	before   int     // how many of tres were set before this source
	factor   float64 // of limits of associations on what jobs hold; 0 is 1
}

// A limitedBy is a resource of which a QOS sets a limit.
type limitedBy struct {
	kind
	at int
}

// A broken is the limit that holds a job.
type broken struct {
	kind
	at  int  // among what limits are on
	qos bool // it is a QOS's
}

func (l *limits) begin() *test {
	l.test = test{tres: l.test.tres[:0]}
	return &l.test
}

// count tests a limit on a number.
func (t *test) count(k kind, limit *int64, have int64) {
	if limit == nil || t.set>>k&1 > 0 {
		return
	}
	t.fail(have > *limit, broken{kind: k, qos: t.qos})
	if t.qos {
		t.now |= 1 << k
	}
}

// try notes a limit on a resource, and whether a job is over it.
func (t *test) try(k kind, b bound, over bool) {
	r := limitedBy{k, b.at}
	if slices.Contains(t.tres[:t.before], r) {
		return
	}
	t.fail(over, broken{k, b.at, t.qos})
	if t.qos {
		t.tres = append(t.tres, r)
	}
}

func (t *test) fail(over bool, b broken) {
	if over && !t.over {
		t.over, t.first = true, b
	}
}

// minutes tests limits on what a group may use over time. As long as it is not reached a job may start, or with safe limits if the
// rest is enough for all that it and running jobs may use. Slurm counts whole minutes of what was used, and of what may be.
func (t *test) minutes(k kind, limit []bound, use *used, minutes float64, safe bool) {
	for _, b := range limit {
		asks, past := float64(t.ask[b.at]*minutes), math.Floor(use.past[b.at]/60)
		over := asks > 0 && past >= b.most
		if safe {
			over = over || asks > b.most || asks > 0 && asks+math.Floor(use.ahead[b.at]/60) > b.most-past
		}
		t.try(k, b, over)
	}
}

// running tests limits on what running jobs may still use.
func (t *test) running(k kind, limit []bound, use *used, minutes float64) {
	for _, b := range limit {
		asks := float64(t.ask[b.at] * minutes)
		t.try(k, b, asks > b.most || asks > 0 && asks+math.Floor(use.ahead[b.at]/60) > b.most)
	}
}

// alone tests limits on each job for some time.
func (t *test) alone(k kind, limit []bound, long float64) {
	for _, b := range limit {
		if k == maxTRESPerJob {
			b = t.times(b)
		}
		t.try(k, b, float64(t.ask[b.at]*long) > b.most)
	}
}

// times returns a limit of an association as the QOS at hand changes it: the whole part of that many times as much (LimitFactor).
func (t *test) times(b bound) bound {
	if t.factor > 0 && !t.qos {
		b.most = math.Trunc(b.most * t.factor)
	}
	return b
}

// perNode tests limits on each node of a job, which has the whole part of an equal share.
func (t *test) perNode(limit []bound, nodes float64) {
	for _, b := range limit {
		t.try(maxTRESPerNode, b, math.Floor(t.ask[b.at]/nodes) > b.most)
	}
}

// least tests how much a job must ask for.
func (t *test) least(limit []bound) {
	for _, b := range limit {
		t.try(minTRESPerJob, b, t.ask[b.at] < b.most)
	}
}

// next says that what follows is of another source.
func (t *test) next() {
	t.set, t.before = t.now, len(t.tres)
}
