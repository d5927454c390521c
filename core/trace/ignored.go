package trace

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/internal/numeral"
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
	{job.Exclusive, "exclusive", "had their nodes to themselves, of which the log counts the processors they asked for; a simulation gives " +
		"the others to other jobs"},
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
	return w.ignored().list()
}

// ignored counts the jobs; spooled ones were counted when they were.
func (w *Workload) ignored() *ignoredCounter {
	if w.Jobs.Spooled() {
		return w.Jobs.spool.ignored
	}
	c := new(ignoredCounter)
	jobs := w.Jobs.Held()
	for i := range jobs {
		var s *job.Slurm
		if w.Slurm != nil {
			s = w.slurm(&jobs[i])
		}
		c.add(&jobs[i], s)
	}
	return c
}

// An ignoredCounter counts jobs for Ignored.
type ignoredCounter struct {
	jobs, memory            int
	partitions, queues, qos several
	priority                int64   // the first
	priorities              bool    // several
	ranked                  int     // jobs with one
	traits                  [16]int // jobs with each bit of Traits
}

// add adds a job, and what Slurm's accounting says of it, or nil.
func (c *ignoredCounter) add(j *job.Job, s *job.Slurm) {
	c.jobs++
	c.partitions.add(j.Partition)
	if s == nil { // there, queues are partitions
		c.queues.add(j.Queue)
	} else {
		c.qos.add(s.QOS)
		if s.Priority >= 0 {
			if c.ranked == 0 {
				c.priority = s.Priority
			}
			c.priorities = c.priorities || s.Priority != c.priority
			c.ranked++
		}
	}
	count(&c.memory, j.RequestedMemoryKiB >= 0)
	for t := j.Traits; t != 0; t &= t - 1 { // hardly any job has some
		c.traits[bits.TrailingZeros16(uint16(t))]++
	}
}

func (c *ignoredCounter) list() (all []Ignored) {
	add := func(key string, jobs int, doc string) {
		if jobs > 0 {
			all = append(all, Ignored{key, jobs, float64(jobs) / float64(c.jobs), doc})
		}
	}
	of := func(key, what string, s *several) {
		if s.seen > 1 {
			add(key, s.jobs, fmt.Sprintf("were of %s %s with priorities, limits or nodes of their own; a simulation has one queue",
				numeral.Whole(s.seen), what))
		}
	}
	of("partitions", "partitions", &c.partitions)
	of("queues", "queues", &c.queues)
	of("qos", "QOS", &c.qos)
	if c.priorities {
		add("priority", c.ranked, "had priorities, which no policy here uses")
	}
	add("memory", c.memory, "asked for memory, of which a simulation has no limit")
	for _, t := range traitDocs {
		add(t.key, c.traits[bits.TrailingZeros16(uint16(t.trait))], t.doc)
	}
	return all
}

// several counts the jobs of something that has a number, and how many of it there are.
type several struct {
	jobs, seen int
	used       []bool
}

func (s *several) add(i int32) {
	if i < 0 {
		return
	}
	if need := int(i) + 1; need > len(s.used) {
		s.used = append(s.used, make([]bool, need-len(s.used))...)
	}
	if s.jobs++; !s.used[i] {
		s.used[i] = true
		s.seen++
	}
}
