package workload

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/numeral"
)

// An Ignored is something that a log says of jobs and that simulations leave out.
type Ignored struct {
	Key   string  `json:"key"`
	Jobs  int     `json:"jobs"`  // of which the log says so
	Share float64 `json:"share"` // of all jobs, 0..1
	Doc   string  `json:"doc"`   // what jobs did, to follow their number: "asked for GPUs"
}

// String returns a line such as "38.1 % of the jobs (1,204) asked for GPUs".
func (i Ignored) String() string {
	return fmt.Sprintf("%s of the jobs (%s) %s", i.Percent(), numeral.Whole(i.Jobs), i.Doc)
}

// Percent returns the share such as "38.1 %", never rounded to none or all.
func (i Ignored) Percent() string {
	switch p := 100 * i.Share; {
	case p > 0 && p < 0.1:
		return "under 0.1 %"
	case p < 100 && p > 99.9:
		return "over 99.9 %"
	default:
		return numeral.Fixed(math.Round(p*10)/10, -1) + " %"
	}
}

// traitDocs says what jobs with each of the job.Traits did.
var traitDocs = []struct {
	trait    job.Traits
	key, doc string
}{
	{job.AskedGPUs, "gpus", "asked for GPUs, of which a simulation has no limit"},
	{job.AskedFeatures, "features", "asked for nodes with certain features"},
	{job.AskedLicences, "licences", "asked for licences"},
	{job.MoreProcs, "whole-nodes", "got more processors than they asked for, as with whole nodes; a simulation gives them the same"},
	{job.Reserved, "reservations", "ran in a reservation, which kept its nodes from others"},
	{job.Dependent, "dependencies", "waited for other jobs; a simulation may start them first"},
	{job.Late, "eligible", "were held, depended on others or had a begin time, and could not start at their submission; " +
		"a simulation may start them then, unless --arrival eligible"},
	{job.Suspended, "suspended", "were suspended for some time"},
	{job.Interrupted, "interrupted", "were preempted or requeued, or lost a node; a simulation plays each run as a job, and nothing fails"},
}

// Ignored lists what the log says of the jobs and simulations on one machine do not take into
// account, the most general first. Unlisted, because logs do not tell it, are outages,
// maintenance, limits, fair shares, and where on the machine jobs ran.
func (w *Workload) Ignored() []Ignored {
	if w.Generated {
		return nil
	}
	var all []Ignored
	add := func(key string, jobs int, doc string) {
		if jobs > 0 {
			all = append(all, Ignored{key, jobs, float64(jobs) / float64(len(w.Jobs)), doc})
		}
	}
	several := func(key, what string, names Names, index func(*job.Job) int32) {
		of, used, seen := 0, make([]bool, len(names)), 0
		for k := range w.Jobs {
			if i := index(&w.Jobs[k]); i >= 0 {
				if of++; !used[i] {
					used[i] = true
					seen++
				}
			}
		}
		if seen > 1 {
			add(key, of, fmt.Sprintf("were of %s %s with priorities, limits or nodes of their own; a simulation has one queue",
				numeral.Whole(seen), what))
		}
	}
	several("partitions", "partitions", w.Partitions, func(j *job.Job) int32 { return j.Partition })
	if w.Slurm == nil { // there, queues are partitions
		several("queues", "queues", w.Queues, func(j *job.Job) int32 { return j.Queue })
	} else {
		several("qos", "QOS", w.SlurmNames.QOS, func(j *job.Job) int32 { return w.slurm(j).QOS })
		priorities, ranked := map[int64]bool{}, 0
		for k := range w.Jobs {
			if p := w.slurm(&w.Jobs[k]).Priority; p >= 0 {
				priorities[p] = true
				ranked++
			}
		}
		if len(priorities) > 1 {
			add("priority", ranked, "had priorities, which no policy here uses")
		}
	}
	memory := 0
	with := make([]int, len(traitDocs))
	for k := range w.Jobs {
		j := &w.Jobs[k]
		count(&memory, j.RequestedMemoryKiB >= 0)
		for i := 0; j.Traits != 0 && i < len(traitDocs); i++ { // hardly any job has some
			count(&with[i], j.Traits&traitDocs[i].trait != 0)
		}
	}
	add("memory", memory, "asked for memory, of which a simulation has no limit")
	for i, t := range traitDocs {
		add(t.key, with[i], t.doc)
	}
	return all
}
