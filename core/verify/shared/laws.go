package shared

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/verify"
)

// RuleLaw is the rule of Obeys besides RuleShare.
const RuleLaw = "law"

// Obeys returns where a legal schedule breaks a law of its algorithm. The laws hold
// however the algorithm is programmed:
//
//   - jobs start, resume, pause and move only when table 1 of the paper lets them: Greedy
//     never pauses or moves a job, GreedyP does at submissions, MCB8 at multiples of the
//     period;
//   - between two mappings by MCB8-stretch no yield falls;
//   - MCB8 moves no job below MINFT or MINVT, except one that GreedyP stops in that
//     instant;
//   - GreedyP and GreedyPM start a job that arrives alone when it arrives;
//   - with '*' no job waits after a completion if the memory would hold it;
//   - except after MCB8-stretch no yield is below 1/max(1, largest load), and no job with
//     less than its need is on nodes with CPU to spare;
//   - with OPT=MIN each job with less than its need has a full node on which no job has
//     more; with OPT=AVG the sum of the yields is not below that with OPT=MIN.
//
// Because yields are rounded down, each job may lack one part of Whole, with OPT=AVG three.
// Obeys costs O(instants * (jobs + nodes)).
func Obeys(c Problem, r Rules, runs []Run) []verify.Violation {
	s := newScene(&c, &r, runs)
	for _, at := range s.instants {
		s.enter(at)
		s.shares()
		s.room()
	}
	for i := range runs {
		s.turns(i)
	}
	return s.found
}

// A scene is a schedule at one instant after the other.
type scene struct {
	c        *Problem
	r        *Rules
	runs     []Run
	instants []int64
	submits  map[int64]int // how many jobs are submitted, by microsecond
	ends     map[int64]int
	short    map[int64]int
	at       int64
	entries  []int   // by job: how many of Held are over
	held     []*Held // by job: what it holds now
	node     [][]int // jobs on each node
	load     []int64
	used     []int64
	found    verify.Report
}

func newScene(c *Problem, r *Rules, runs []Run) *scene {
	s := &scene{c: c, r: r, runs: runs, submits: make(map[int64]int), ends: make(map[int64]int), short: instants(c, runs),
		entries: make([]int, len(runs)), held: make([]*Held, len(runs)),
		node: make([][]int, c.Nodes), load: make([]int64, c.Nodes), used: make([]int64, c.Nodes)}
	for i := range runs {
		s.submits[c.Jobs[i].Submit]++
		s.ends[runs[i].End]++
		for _, h := range runs[i].Held {
			s.instants = append(s.instants, h.From, h.To)
		}
	}
	slices.Sort(s.instants)
	s.instants = slices.Compact(s.instants)
	return s
}

func (s *scene) report(rule string, at, id int64, format string, args ...any) {
	s.found.Add(rule, id, at/secondMicros, "at %d %s", at, fmt.Sprintf(format, args...))
}

// enter moves the scene to at.
func (s *scene) enter(at int64) {
	s.at = at
	for n := range s.node {
		s.node[n], s.load[n], s.used[n] = s.node[n][:0], 0, 0
	}
	for i := range s.runs {
		held := s.runs[i].Held
		for s.entries[i] < len(held) && held[s.entries[i]].To <= at {
			s.entries[i]++
		}
		s.held[i] = nil
		if k := s.entries[i]; k < len(held) && held[k].From <= at {
			s.held[i] = &held[k]
			for _, n := range held[k].Nodes {
				need := s.c.Jobs[i].need(n.Tasks)
				s.node[n.Node] = append(s.node[n.Node], i)
				s.load[n.Node] += need
				s.used[n.Node] += need * int64(held[k].Yield)
			}
		}
	}
}

// shares judges the yields.
func (s *scene) shares() {
	least := int(Whole * Whole / max(Whole, slices.Max(s.load)))
	held, sum, n := make([][]Part, len(s.held)), 0, 0
	for i, h := range s.held {
		if h == nil {
			continue
		}
		held[i] = h.Nodes
		sum += h.Yield
		n++
		id := s.c.Jobs[i].ID
		if h.Yield < least && !s.r.Stretch {
			s.report(RuleShare, s.at, id, "has a yield of %d, expected at least %d", h.Yield, least)
		}
		if h.Yield < Whole && !slices.ContainsFunc(h.Nodes, func(n Part) bool { return s.full(n.Node, h.Yield) }) {
			s.report(RuleShare, s.at, id, "has a yield of %d and no node that is full", h.Yield)
		}
	}
	if s.r.Goal == "AVG" && !s.r.Stretch {
		other := 0
		for _, yield := range s.c.fair(held) {
			other += yield
		}
		if sum+n*(1+slack) < other {
			s.report(RuleShare, s.at, -1, "the sum of yields is %d, with OPT=MIN it would be %d", sum, other)
		}
	}
}

// full reports whether a node has less CPU to spare than its jobs need for one part of yield
// more: all of them, or with OPT=MIN those with that yield, which must be the largest there.
func (s *scene) full(node, yield int) bool {
	rest, parts := Whole*Whole-s.used[node], int64(0)
	for _, i := range s.node[node] {
		for _, n := range s.held[i].Nodes {
			if n.Node != node {
				continue
			}
			switch {
			case s.r.Goal != "MIN":
				parts += (1 + slack) * s.c.Jobs[i].need(n.Tasks)
			case s.held[i].Yield > yield:
				return false
			case s.held[i].Yield == yield:
				parts += s.c.Jobs[i].need(n.Tasks)
			}
		}
	}
	return rest < parts
}

// tick reports whether MCB8 is due then.
func (s *scene) tick(at int64) bool {
	return s.r.Per && (at-s.c.Jobs[0].Submit)%s.r.Period == 0
}

// room judges which jobs wait after a completion at which Greedy maps.
func (s *scene) room() {
	if !s.r.Star || s.r.Submission == "MCB8" || s.ends[s.at] == 0 || s.submits[s.at] > 0 || s.tick(s.at) {
		return
	}
	free := make([]int64, s.c.Nodes)
	for n := range free {
		free[n] = Whole
	}
	for i, h := range s.held {
		if h != nil {
			for _, n := range h.Nodes {
				free[n.Node] -= int64(s.c.Jobs[i].Memory) * int64(n.Tasks)
			}
		}
	}
	for i := range s.runs {
		j := &s.c.Jobs[i]
		if s.held[i] != nil || j.Submit >= s.at || s.runs[i].End <= s.at {
			continue
		}
		room := int64(j.Tasks)
		if j.Memory > 0 {
			room = 0
			for _, f := range free {
				room += f / int64(j.Memory)
			}
		}
		if room >= int64(j.Tasks) {
			s.report(RuleLaw, s.at, j.ID, "waits after a completion, with memory for %d of its %d tasks", room, j.Tasks)
		}
	}
}

// turns judges when job i starts, pauses, resumes and moves.
func (s *scene) turns(i int) {
	j, r := &s.c.Jobs[i], &s.runs[i]
	greedy := s.r.Submission != "MCB8" && s.r.Submission != ""
	global := func(at int64) bool { // MCB8 maps all jobs
		return s.tick(at) || s.r.Submission == "MCB8" && (s.submits[at] > 0 || s.r.Star && s.ends[at] > 0)
	}
	begins := func(at int64) bool { return global(at) || s.r.Star && s.ends[at] > 0 }
	forced := func(at int64, by ...string) bool { return s.submits[at] > 0 && slices.Contains(by, s.r.Submission) }
	if alone := s.submits[j.Submit] == 1 && !s.tick(j.Submit); forced(j.Submit, "GreedyP", "GreedyPM") && alone && r.Start != j.Submit {
		s.report(RuleLaw, j.Submit, j.ID, "is not started until %d", r.Start)
	}
	if !begins(r.Start) && !(greedy && r.Start == j.Submit) {
		s.report(RuleLaw, r.Start, j.ID, "starts, submitted at %d", j.Submit)
	}
	virtual := int64(0)
	for k := range r.Held {
		if k > 0 {
			was, h := &r.Held[k-1], &r.Held[k]
			from := was.From
			if !s.c.VirtualInPenalty {
				from = max(from, min(was.Ready, was.To))
			}
			virtual += int64(was.Yield) * (was.To - from)
			if s.r.Stretch && was.To == h.From && !s.tick(h.From) && h.Yield < was.Yield {
				s.report(RuleLaw, h.From, j.ID, "has its yield lowered from %d to %d", was.Yield, h.Yield)
			}
			switch {
			case was.To < h.From:
				if !global(was.To) && !forced(was.To, "GreedyP", "GreedyPM") {
					s.report(RuleLaw, was.To, j.ID, "is paused")
				}
				if !begins(h.From) {
					s.report(RuleLaw, h.From, j.ID, "is resumed")
				}
			case slices.Equal(was.Nodes, h.Nodes):
			case s.short[h.From] > 0: // it may have been paused and resumed
			case forced(h.From, "GreedyPM"):
			case !global(h.From):
				s.report(RuleLaw, h.From, j.ID, "is moved")
			case !forced(h.From, "GreedyP") && (h.From-j.Submit < s.r.MinFT || virtual < s.r.MinVT*Whole):
				s.report(RuleLaw, h.From, j.ID, "is moved after %d with a virtual time of %d parts", h.From-j.Submit, virtual)
			}
		}
	}
}
