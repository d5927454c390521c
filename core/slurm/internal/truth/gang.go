package truth

import (
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

// gangs are the phrases of gang scheduling.
const gangs = `scanning partitions|gang: suspending |gang: resuming |entering gs_job_fini for `

// switchUs is the microseconds from the line that says that a job is done until others have its cores.
const switchUs = 1000

// ganged tells whether jobs may have the same cores: then it is cores that others get after a job, not nodes.
func (s *story) ganged() bool { return s.System.Description.Preemption.Gang }

// gangEvents are what gang scheduling does to the last run of a job.
type gangEvents struct {
	paused int64 // microseconds; while it is, less the moment at which that began
	halted bool
	killed int64 // when its limit ended it
}

// gang takes a line of gang scheduling.
func (s *story) gang(what string, e *events, at int64) {
	switch what {
	case "scanning partitions":
		s.Turns, s.last = later(s.Turns, at), at
	case "gang: suspending ":
		e.paused, e.halted = e.paused-s.last, true
	case "gang: resuming ":
		e.paused, e.halted = e.paused+s.last, false
	case "entering gs_job_fini for ": // others get its cores, some milliseconds after it is done; of one that was ended, not before
		if n := len(e.done); n > 0 {
			if e.killed > 0 {
				e.done[n-1] = at - switchUs
			}
			s.last = e.done[n-1] + switchUs
		}
	}
}

// suspended returns for how many microseconds a job was suspended that was done at a moment, maybe before it had stopped.
func (e *gangEvents) suspended(done int64) int64 {
	if e.halted {
		return e.paused + done
	}
	return e.paused
}

// completes lets the nodes of a job that its limit has ended take no jobs until it is done.
func (s *story) completes(i int, e *events) {
	row := s.Log.Recorded[i].Row
	if e.killed == 0 || row.NodeList < 0 {
		return
	}
	names, _ := hostlist.Expand(s.lists[row.NodeList], len(s.System.Nodes))
	for _, name := range names {
		set := s.only(s.System.Node(name))
		s.nodes = append(s.nodes, change(e.killed, cluster.Drain, -1, set), change(e.done[len(e.done)-1]+switchUs, cluster.Resume, -1, set))
	}
}
