package cluster

import (
	"cmp"
	"maps"
	"slices"

	"github.com/backfill-lab/backfill/core/verify"
)

// times checks when the job ran and how that ended, and returns whether it ran. Before a second it
// may not start because it has just come back to the queue.
func (t *judge) times(after int64) bool {
	j, s := t.j, t.s
	if s.Start < 0 && s.How == "CANCELLED" && t.last {
		if !t.ordered("cancel") {
			t.report(RuleOrder, "was cancelled at %d, and nobody ordered it", s.End)
		}
		return false
	}
	if s.How == "DEADLINE" && s.Start < 0 && t.last {
		t.expired()
		return false
	}
	if s.Start < 0 || s.End < s.Start {
		t.report(verify.RulePlaced, "ran from %d to %d", s.Start, s.End)
		return false
	}
	if earliest := max(j.Earliest, after); s.Start < earliest {
		t.report(verify.RuleSubmit, "starts at %d, expected no start before %d", s.Start, earliest)
	}
	t.wish()
	t.end()
	t.order()
	t.after()
	return true
}

// end checks the end of a run.
func (t *judge) end() {
	j, s := t.j, t.s
	length, killed := t.length()
	least, most := t.suspended()
	ran := s.End - s.Start - most
	back := !t.last
	switch s.How {
	case "COMPLETED", "FAILED", "TIMEOUT":
		if ran > length || ran+most-least < length {
			t.report(verify.RuleEnd, "held its nodes for %d s, expected %d", ran, length)
		}
		if (s.How == "TIMEOUT") != killed {
			t.report(verify.RuleKilled, "ended as %s: run time %d, ended after %d, cut %t", s.How, j.Run, j.Kill, j.Cut)
		} else if (s.How == "FAILED") != (j.Fails && !killed) || back {
			t.report(verify.RuleEnd, "ended as %s; its error is %t, it went back to the queue: %t", s.How, j.Fails, back)
		}
		return
	case "CANCELLED":
		if !t.ordered("cancel") || back {
			t.report(RuleOrder, "was cancelled at %d, and nobody ordered it", s.End)
		}
	case "REQUEUED":
		if !t.ordered("requeue") || !back {
			t.report(RuleOrder, "went back to the queue at %d, and nobody ordered it", s.End)
		}
	case "NODE_FAIL":
		down := func(a Away) bool { return a.Down && a.Begin == s.End && slices.Contains(s.Nodes, a.Node) }
		if !slices.ContainsFunc(t.p.Away, down) {
			t.report(RuleOrder, "lost a node at %d, and none of them went down", s.End)
		}
	case "PREEMPTED":
		if !j.Yields {
			t.report(RuleOrder, "was preempted at %d, and no job may do that", s.End)
		}
	default:
		t.report(verify.RuleEnd, "ended as %q", s.How)
	}
	if ran > length {
		t.report(verify.RuleEnd, "held its nodes for %d s, expected at most %d", ran, length)
	}
}

// ordered tells whether somebody ordered what ended the run.
func (t *judge) ordered(do string) bool {
	return slices.Contains(t.p.Orders, Order{t.s.End, t.i, do})
}

// order checks that the job was not held when it started. What is ordered in the second of the start
// may have come before or after it, and only a job that waits can be held.
func (t *judge) order() {
	held, last := t.j.Held, int64(-1)
	for _, o := range t.p.Orders {
		if o.Job != t.i || o.At > t.s.Start || o.At < last || o.At == t.s.Start && o.Do == "hold" {
			continue
		}
		switch last = o.At; o.Do {
		case "hold":
			ran := func(s Stay) bool { return s.Job == t.i && s.Start <= o.At && o.At < s.End }
			held = held || !slices.ContainsFunc(t.p.Earlier, ran)
		case "release":
			held = false
		}
	}
	if held {
		t.report(RuleOrder, "starts although it is held")
	}
}

// after checks what the job depends on.
func (t *judge) after() {
	met := 0
	for _, a := range t.j.After {
		s := &t.p.Stays[a.Job]
		ok := s.End <= t.s.Start
		switch a.Kind {
		case "after":
			ok = ok || s.Start >= 0 && s.Start+a.Wait <= t.s.Start ||
				slices.ContainsFunc(t.p.Earlier, func(e Stay) bool { return e.Job == a.Job && e.Start+a.Wait <= t.s.Start })
		case "afterok":
			ok = ok && s.How == "COMPLETED"
		case "afternotok":
			ok = ok && s.How != "COMPLETED"
		}
		if ok {
			met++
		}
	}
	if n := len(t.j.After); met < n && !(t.j.AnyOf && met > 0) {
		t.report(RuleAfter, "starts when %d of %d jobs that it waits for have done what they should", met, n)
	}
}

// allowed checks that the nodes took jobs, and were not reserved for others for as long as the job's
// limit goes.
func (t *judge) allowed() {
	s := t.s
	for _, a := range t.p.Away {
		if !slices.Contains(s.Nodes, a.Node) {
			continue
		}
		if a.Begin <= s.Start && s.Start < a.End {
			t.report(RuleAway, "starts on node %s, which takes no jobs from %d to %d", t.nodes[a.Node].Name, a.Begin, a.End)
		} else if a.Down && s.Start < a.Begin && a.Begin < s.End {
			t.report(RuleAway, "runs on node %s, which is down from %d to %d", t.nodes[a.Node].Name, a.Begin, a.End)
		}
	}
	for k := range t.p.Reserved {
		r := &t.p.Reserved[k]
		if t.j.Reservation == int32(k+1) {
			outside := func(n int32) bool { return !r.Nodes[n] }
			if !r.meets(s.Start, s.Start+1) || slices.ContainsFunc(s.Nodes, outside) {
				t.report(RuleReserved, "has nodes %v, expected some of reservation %s, from %d to %d", s.Nodes, r.Name, r.Begin, r.End)
			}
			continue
		}
		taken := func(n int32) bool { return r.Nodes[n] }
		if t.j.Reservation == 0 && r.meets(s.Start, s.Start+t.j.Limit) && slices.ContainsFunc(s.Nodes, taken) {
			t.report(RuleReserved, "has nodes %v, with a limit of %d s, which are reserved (%s) from %d to %d",
				s.Nodes, t.j.Limit, r.Name, r.Begin, r.End)
		}
	}
}

// meets tells whether the reservation is there at some second from one to before another.
func (r *Reserved) meets(from, to int64) bool {
	for begin := r.Begin; begin < to; begin += r.Period {
		if begin+r.End-r.Begin > from {
			return true
		}
		if r.Period == 0 {
			break
		}
	}
	return false
}

// abreast checks how many tasks of an array run together.
func abreast(found *verify.Report, jobs []Job, arrays map[int32][]change) {
	for _, array := range slices.Sorted(maps.Keys(arrays)) {
		all := arrays[array]
		most := jobs[all[0].job].ArrayLimit
		if array == 0 || most == 0 {
			continue
		}
		slices.SortFunc(all, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.sign, b.sign)) })
		running := int32(0)
		for _, c := range all {
			if running += int32(c.sign); running > most {
				found.Add(RuleArray, jobs[c.job].ID, c.at, "is one of %d tasks of an array that run, expected at most %d", running, most)
			}
		}
	}
}
