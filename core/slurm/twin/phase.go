package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// phase returns the first second from 0 on, which is a Unix time, of something that happens every period and happened at
// a Unix time; 0 if nobody knows when.
func phase(unix *int64, start, period int64) int64 {
	if unix == nil {
		return 0
	}
	return ((*unix-start)%period + period) % period
}

// whole returns when the main scheduler last looked at the whole queue before second 0, as it does every period. Of a daemon that starts
// then, the first time is a period later.
func whole(started *int64, start, period int64) int64 {
	if started != nil && *started == start {
		return 0
	}
	return phase(started, start, period) - period
}

// calculation returns the microsecond of the next calculation of priorities, as a log has it or in its period.
func (t *Twin) calculation() int64 {
	due := t.nextCalc*cluster.Second + t.CalcUs
	if k, _ := slices.BinarySearch(t.Calcs, due-cluster.Second); k < len(t.Calcs) && t.Calcs[k] <= due+cluster.Second {
		return t.Calcs[k]
	}
	return due
}
