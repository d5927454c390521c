package twin

import (
	"cmp"
	"math"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// options are the Scheduling parameters with their defaults.
type options struct {
	cluster.Scheduling
	backfill                                bool
	depth, schedInterval, delay, mainStart  int64
	interval, window, resolution            int64
	maxTest, maxUser, maxPart, maxAssoc     int64
	partDepth, maxUserPart, maxTime         int64
	rest                                    int64 // microseconds between two main passes
	maxStart, minAge, minPrio, partReserved int64
	period                                  int64
	perGroup                                bool // ends are grouped from the first of each group
}

func optionsOf(d *cluster.Description) options {
	o := d.Scheduling
	return options{
		Scheduling: o, backfill: o.Backfill == nil || *o.Backfill,
		depth: or(o.QueueDepth, 100), schedInterval: or(o.SchedIntervalS, 60), delay: or(o.BatchDelayS, 3),
		interval: or(o.BfIntervalS, 30), window: or(o.BfWindowS, 86_400), resolution: or(o.BfResolutionS, 60),
		maxTest: or(o.BfMaxJobTest, 500), maxUser: or(o.BfMaxJobUser, 0), maxPart: or(o.BfMaxJobPart, 0),
		maxAssoc: or(o.BfMaxJobAssoc, 0), mainStart: cmp.Or(or(o.MaxJobStart, 0), math.MaxInt32),
		maxStart: or(o.BfMaxJobStart, 0), minAge: or(o.BfMinAgeReserveS, 0),
		rest: or(o.SchedMinIntervalUs, 2), partDepth: or(o.PartitionJobDepth, 0), maxUserPart: or(o.BfMaxJobUserPart, 0),
		maxTime: or(o.BfMaxTimeS, or(o.BfIntervalS, 30)),
		minPrio: or(o.BfMinPrioReserve, 0), partReserved: or(o.BfJobPartCount, 0),
		period:   or(d.Priority.CalcPeriodS, 300),
		perGroup: !d.Since("20.11"), // the version that changed it is between 17.11 and 22.05
	}
}
