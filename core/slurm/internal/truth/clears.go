package truth

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

// release is the microseconds from the line that says that a job is done until its nodes have cleared up, if no line says so: in these
// runs jobs a millisecond later did not get them, of two jobs 2 later one did, and jobs 3 later did.
const release = 2500

// A node that does not answer is set down after two or three pings, each of which is given up, as any message, after MessageTimeout
// (10 s): in these runs it died 24 to 32 s before.
const (
	silentUs  = 30 * cluster.Second
	messageUs = 10 * cluster.Second
)

// hasCleared takes a node that has cleared up after a job.
func (s *story) hasCleared(e *events, node string, at int64) {
	if n := len(e.done); n > 0 && s.ganged() {
		e.done[n-1] = max(e.done[n-1], at-switchUs)
		return
	}
	if e.cleared == nil {
		e.cleared = map[string]int64{}
	}
	e.cleared[node] = at
}

// nodesOf returns the nodes of a job's last run.
func (s *story) nodesOf(job int) (names []string) {
	if row := s.Log.Recorded[job].Row; row.NodeList >= 0 {
		names, _ = hostlist.Expand(s.lists[row.NodeList], len(s.System.Nodes))
	}
	return names
}

// clear lets nodes clear up after a job.
func (s *story) clear(job int, name string, from, until int64) {
	if i := s.System.Node(name); i >= 0 {
		s.clears = append(s.clears, change(from, cluster.Clearing, int32(job), s.only(i)), change(until, cluster.Cleared, int32(job), s.only(i)))
	}
}

// clearing takes until when the nodes of a job cleared up after its last run. Those of a job that had to yield have when it ends.
func (s *story) clearing(job int) {
	e := s.jobs[s.Log.Recorded[job].ID]
	if e == nil || e.starts == nil || e.yielded {
		return
	}
	ends := e.done
	if ends == nil {
		ends = e.kills
	}
	if ends == nil {
		return
	}
	end := ends[len(ends)-1]
	for _, name := range s.nodesOf(job) {
		s.clear(job, name, end, max(end+release, e.cleared[name]))
	}
}

// silent takes what it meant that a node had not answered for a while before it was set down. Jobs that ended there by themselves leave it
// clearing up, as nobody says that it is free; their other nodes, who say so by the same message, until that is given up. Plans leave the
// node out once the first message to it has been given up: that about such a job; the order to start one, which then goes back to the
// queue; or the last ping but one.
func (s *story) silent(node int, down int64) {
	name, died, out := s.System.Nodes[node].Name, down-silentUs, down-messageUs-cluster.Second
	for _, e := range s.ill {
		died, out = max(died, e.starts[len(e.starts)-1]), min(out, e.failed[len(e.failed)-1])
	}
	var on []int // jobs that it started while it answered
	for i := range s.Log.Recorded {
		e := s.jobs[s.Log.Recorded[i].ID]
		if e == nil || e.starts == nil || e.starts[len(e.starts)-1] > down || !slices.Contains(s.nodesOf(i), name) {
			continue
		}
		on, died = append(on, i), max(died, e.starts[len(e.starts)-1])
	}
	for _, i := range on {
		e := s.jobs[s.Log.Recorded[i].ID]
		if e.done == nil || e.done[len(e.done)-1] < died {
			continue
		}
		done := e.done[len(e.done)-1]
		out = min(out, done+messageUs)
		for _, other := range s.nodesOf(i) {
			until := done + messageUs
			if other == name {
				until = down
			}
			s.clear(i, other, done, until)
		}
	}
	s.nodes = append(s.nodes, change(out, cluster.Drain, -1, s.only(node)), change(down, cluster.Resume, -1, s.only(node)))
}
