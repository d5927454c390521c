package shared

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// The rules that Check applies besides those of package verify.
const (
	RuleHeld    = "held"    // what a job holds is sorted by time, with all its tasks on nodes of the cluster
	RuleYield   = "yield"   // yields are from 0 to 1
	RulePenalty = "penalty" // resumptions and migrations cost the penalty, nothing else does
	RuleWork    = "work"    // the work done first reaches the run time in the last microsecond
	RuleCount   = "count"   // pauses, migrations and moved tasks are counted
)

// Check returns what is illegal in a schedule: the violations of each job in the order of
// c.Jobs, then those of the nodes' memory and CPU by time. Where a job of no length comes and
// goes, others may be paused and resumed within one microsecond; what they hold does not show
// it, so there the numbers of pauses and migrations are bounds. Check costs O(n log n) for n
// nodes held for some time.
func Check(c Problem, runs []Run) []verify.Violation {
	var found verify.Report
	if !found.Entries(len(c.Jobs), len(runs), func(i int) int64 { return c.Jobs[i].ID }) {
		return found
	}
	short := instants(&c, runs)
	var sound []bool
	for i := range c.Jobs {
		j := judge{c: &c, j: &c.Jobs[i], run: &runs[i], short: short, found: &found}
		sound = append(sound, j.held())
		if sound[i] {
			j.ends()
			j.work()
			j.changes()
		}
	}
	c.nodes(&found, runs, sound)
	return found
}

// A judge looks at one job.
type judge struct {
	c     *Problem
	j     *Job
	run   *Run
	short map[int64]int
	found *verify.Report
}

func (s *judge) report(rule string, micros int64, format string, args ...any) {
	if micros != job.None {
		micros /= secondMicros
	}
	s.found.Add(rule, s.j.ID, micros, format, args...)
}

// held reports whether what the job holds makes sense, so that the rest can be judged.
func (s *judge) held() bool {
	ok := true
	last := s.j.Submit
	for k := range s.run.Held {
		h := &s.run.Held[k]
		wrong := ""
		switch {
		case h.From < s.j.Submit:
			s.report(verify.RuleSubmit, h.From, "holds nodes from %d on, expected none before its submission at %d", h.From, s.j.Submit)
			ok = false
		case h.From < last || h.From >= h.To:
			wrong = fmt.Sprintf("is held from %d to %d, expected some time from %d on", h.From, h.To, last)
		default:
			wrong = s.nodes(h)
		}
		if wrong != "" {
			s.report(RuleHeld, h.From, "%s", wrong)
			ok = false
		}
		if h.Yield < 0 || h.Yield > Whole {
			s.report(RuleYield, h.From, "has a yield of %d from %d on, expected 0 to %d", h.Yield, h.From, Whole)
			ok = false
		}
		last = h.To
	}
	return ok
}

// nodes says what is wrong with the nodes of h, or "".
func (s *judge) nodes(h *Held) string {
	all, last := 0, -1
	for _, n := range h.Nodes {
		if n.Node <= last || n.Node >= s.c.Nodes || n.Tasks < 1 {
			return fmt.Sprintf("from %d on holds %v of %d nodes, expected tasks on nodes in their order", h.From, h.Nodes, s.c.Nodes)
		}
		last = n.Node
		all += n.Tasks
	}
	if all != s.j.Tasks {
		return fmt.Sprintf("from %d on has %d tasks on nodes, expected all %d", h.From, all, s.j.Tasks)
	}
	return ""
}

// ends compares start and end with what the job holds.
func (s *judge) ends() {
	held := s.run.Held
	switch {
	case s.run.Start < s.j.Submit:
		s.report(verify.RuleSubmit, s.run.Start, "starts at %d, expected no start before its submission at %d", s.run.Start, s.j.Submit)
	case s.j.Run == 0 && (len(held) > 0 || s.run.Start != s.run.End):
		s.report(verify.RulePlaced, s.run.Start, "has no length and is there from %d to %d, expected it to hold nothing", s.run.Start, s.run.End)
	case s.j.Run > 0 && len(held) == 0:
		s.report(verify.RulePlaced, s.j.Submit, "submitted at %d, never held nodes", s.j.Submit)
	case s.j.Run > 0 && (held[0].From != s.run.Start || held[len(held)-1].To != s.run.End):
		s.report(verify.RulePlaced, s.run.Start, "is recorded from %d to %d, but holds nodes from %d to %d",
			s.run.Start, s.run.End, held[0].From, held[len(held)-1].To)
	}
}

// work checks that the job ends in the first microsecond in which its work reaches its run time.
func (s *judge) work() {
	if len(s.run.Held) == 0 {
		return
	}
	target := product(s.j.Run, Whole)
	done, before := new(big.Int), new(big.Int)
	for k := range s.run.Held {
		h := &s.run.Held[k]
		before.Set(done)
		if length := h.To - max(h.From, h.Ready); length > 0 {
			done.Add(done, product(length, int64(h.Yield)))
			before.Sub(done, big.NewInt(int64(h.Yield)))
		}
	}
	if done.Cmp(target) < 0 || before.Cmp(target) >= 0 {
		s.report(RuleWork, s.run.End, "has done %v parts of work by %d and %v a microsecond earlier, expected %v in between",
			done, s.run.End, before, target)
	}
}

func product(a, b int64) *big.Int { return new(big.Int).Mul(big.NewInt(a), big.NewInt(b)) }

// changes judges the penalties and the counts.
func (s *judge) changes() {
	pauses, migrations, moved, loose := 0, 0, 0, false
	for k := range s.run.Held {
		h := &s.run.Held[k]
		penalty := h.From + s.c.Penalty
		at := s.short[h.From] > 0 // there and back within the microsecond
		loose = loose || at || s.short[h.To] > 0
		want := penalty
		switch was := &s.run.Held[max(k-1, 0)]; {
		case at && h.Ready == penalty:
		case k == 0:
			want = min(h.Ready, h.From)
		case was.To < h.From:
			pauses++
		case !slices.Equal(was.Nodes, h.Nodes):
			migrations++
			moved += movedTasks(was.Nodes, h.Nodes)
		default:
			want = was.Ready
		}
		if h.Ready != want {
			s.report(RulePenalty, h.From, "holds %v from %d on and stands still until %d, expected until %d", h.Nodes, h.From, h.Ready, want)
		}
	}
	r := s.run
	if exact := r.Pauses == pauses && r.Migrations == migrations && r.Moved == moved; !exact && !loose ||
		r.Pauses+r.Migrations < pauses+migrations {
		s.report(RuleCount, r.End, "is recorded with %d pauses, %d migrations and %d tasks moved, expected %d, %d and %d",
			r.Pauses, r.Migrations, r.Moved, pauses, migrations, moved)
	}
}

// movedTasks returns how many tasks left their node.
func movedTasks(from, to []Part) (moved int) {
	there := make(map[int]int)
	for _, n := range to {
		there[n.Node] = n.Tasks
	}
	for _, n := range from {
		moved += max(0, n.Tasks-there[n.Node])
	}
	return moved
}

// nodes adds the overloads of the nodes' memory and CPU, each where it begins.
func (c *Problem) nodes(found *verify.Report, runs []Run, sound []bool) {
	type change struct {
		at        int64
		node      int
		mem, used int64
	}
	var all []change
	for i := range runs {
		if !sound[i] {
			continue
		}
		j := &c.Jobs[i]
		for k := range runs[i].Held {
			h := &runs[i].Held[k]
			for _, n := range h.Nodes {
				mem, used := int64(j.Memory)*int64(n.Tasks), j.need(n.Tasks)*int64(h.Yield)
				all = append(all, change{h.From, n.Node, mem, used}, change{h.To, n.Node, -mem, -used})
			}
		}
	}
	slices.SortFunc(all, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.node, b.node)) })
	mem, used := make([]int64, c.Nodes), make([]int64, c.Nodes)
	over := make([]bool, c.Nodes)
	for k, ch := range all {
		mem[ch.node] += ch.mem
		used[ch.node] += ch.used
		if k+1 < len(all) && all[k+1].at == ch.at && all[k+1].node == ch.node {
			continue
		}
		full := mem[ch.node] > Whole || used[ch.node] > Whole*Whole
		if full && !over[ch.node] {
			found.Add(verify.RuleCapacity, job.None, ch.at/secondMicros,
				"from %d on node %d has %d millionths of its memory in use and %d of 1e12 parts of its CPU",
				ch.at, ch.node, mem[ch.node], used[ch.node])
		}
		over[ch.node] = full
	}
}
