package shared

// equalShares gives each of m jobs an m-th of every node (EQUIPARTITION, theorem 4), or
// what it needs if that is less.
func equalShares(e *Engine) {
	for k, i := range e.running {
		share := full / int64(len(e.running))
		e.grant[k] = int32(min(share/int64(e.cfg.Jobs[i].CPU), Whole))
	}
}

// Theorem4 returns the instance of theorem 4: n >= 2 jobs for one node. The first two are
// submitted at 0 and run for n-1 units each; the i-th of the others runs for (n-1)/(i-1)
// units and is submitted when all jobs before it but one would be done one after the
// other. A unit, in microseconds, that n-1 factorial divides makes all times whole; others
// are rounded. EQUIPARTITION ends all jobs at once and stretches the last by n. Running
// each when it is submitted, and the first at the end, stretches only the first, by
// 1 + 1/1 + ... + 1/(n-1).
func Theorem4(n int, unit int64) []Job {
	jobs := make([]Job, n)
	at := int64(0)
	for i := range jobs {
		run := int64(n-1) * unit / int64(max(i, 1))
		jobs[i] = Job{ID: int64(i + 1), Submit: at, Run: run, Tasks: 1, CPU: Whole}
		if i > 0 {
			at += run
		}
	}
	return jobs
}
