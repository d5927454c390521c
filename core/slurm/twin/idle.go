package twin

import "github.com/backfill-lab/backfill/core/platform/cluster"

// Nothing that happens periodically costs anything while no job runs and none can start, for however many years a log leaves that so, as
// one with a wrong date does.

// idle returns the microsecond of the next pass, or None, and whether no pass before could start a job: nothing runs, the main scheduler
// has seen the queue as it is, and the jobs in it have to wait until a second that is known or until something happens.
func (t *Twin) idle(e *cluster.Engine) (next int64, is bool) {
	if len(e.Running) > 0 || t.queued || t.urgent || t.Looks != nil || t.Past != nil || t.opt.rest > t.opt.schedInterval*cluster.Second {
		return 0, false
	}
	next = cluster.None
	for k := range t.entries {
		i := t.entries[k].job
		if e.Ready(i) {
			return 0, false
		}
		if due := e.Due(i); due != cluster.None && (next == cluster.None || due < next) {
			next = due
		}
	}
	if t.asleep = true; next != cluster.None {
		next *= cluster.Second
	}
	return next, true
}

// longIdle is the seconds after which a queue that only waits for usage to decay is looked at less often.
const longIdle = 10 * 86_400

// doze returns the microsecond before which no pass is worth its while: nothing runs or comes and has not for long, so that only usage
// that decays, ever more slowly, may let a job start. It starts late by a thousandth of that time at most, and the passes are thousands,
// however long the half-life is.
func (t *Twin) doze(e *cluster.Engine) int64 {
	idle := e.Now - t.idleSince
	if len(e.Running) > 0 || e.Coming > 0 || idle < longIdle || t.Looks != nil || t.Past != nil {
		return 0
	}
	t.asleep = true
	return (e.Now + idle/1000) * cluster.Second
}

// catchUp sets the daemon's clocks as passes before now would have left them that had nothing to do.
func (t *Twin) catchUp(e *cluster.Engine) {
	if n := (e.Now - 1 - t.lastFull) / t.opt.schedInterval; t.asleep && n > 0 {
		t.lastFull += n * t.opt.schedInterval
		t.lastMain = t.lastFull
	}
	t.asleep = false
	step := t.opt.interval * cluster.Second
	if behind := e.NowUs - t.nextBackfill; t.opt.backfill && behind > 0 && len(t.Cycles) == 0 {
		t.nextBackfill += behind / step * step
	}
}

// quietPeriods is how many periods of calculation must have passed since something ran before they are taken together. The rounding of so
// many decays, one by one, is not that of one for all.
const quietPeriods = 1 << 9

// skipPeriods takes the periods before a microsecond together, but for the last, if nothing runs in many.
func (t *Twin) skipPeriods(e *cluster.Engine, until int64) {
	if n := (until/cluster.Second-t.nextCalc)/t.opt.period - 1; n > quietPeriods && len(e.Running) == 0 {
		t.nextCalc += n * t.opt.period
		t.limits.decay(t.fair.decay(n * t.opt.period))
	}
}

// stuck tells whether the waiting jobs will never start: nothing runs or comes, all can start
// as far as they know, and every part of the scheduler has tried.
func (t *Twin) stuck(e *cluster.Engine) bool {
	if len(e.Running) > 0 || e.Coming > 0 {
		t.idleSince = e.Now
		return false
	}
	for k := range t.entries {
		if i := t.entries[k].job; t.eligible[i] != never {
			t.idleSince = max(t.idleSince, t.eligible[i])
		}
	}
	patience := 2 * max(t.opt.schedInterval, t.opt.interval, t.opt.period, t.opt.minAge)
	if t.limits.spends { // what was used decays
		patience = max(patience, 10*or(t.sys.Description.Priority.HalfLifeS, 604_800))
	}
	return e.Now-t.idleSince > patience
}
