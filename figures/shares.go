package figures

import (
	"cmp"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// A sharing is the use of a cluster's nodes in a run.
type sharing struct {
	*schedule
	nodes int64
	rows  []share
	whole bool // every task has a whole node, chosen for display
	over  bool // jobs had more than a node's CPU
}

// A share is what a job held during [start, end).
type share struct {
	job        int // row of the schedule
	start, end float64
	nodes      []nodeRange
	cpu        float64 // of each task, in nodes
	penalty    bool
}

// sharings returns the sharing of each run, and the known CPU needs of tasks by job
// number; nil if no run has shares. A run without them has its tasks on whole nodes.
func (in *Input) sharings(all []*schedule) ([]*sharing, map[int64]float64, error) {
	t := in.Tables[result.Shares]
	if t == nil || t.Rows == 0 {
		return nil, nil, nil
	}
	err := checkTable(t, result.Shares, "run", "policy", "job", "start_s", "end_s", "nodes", "yield", "cpu", "state")
	if err != nil {
		return nil, nil, err
	}
	list := t.Col("nodes")
	parsed := make([][]nodeRange, len(list.Dict.Texts()))
	for k, text := range list.Dict.Texts() {
		parsed[k], _ = parseNodes(text) // nil: the row counts as left out
	}
	need := map[int64]float64{} // looked up only
	out := make([]*sharing, len(all))
	shared := false
	for k, s := range all {
		out[k] = &sharing{schedule: s, nodes: s.procs}
		out[k].read(t, parsed, need)
		shared = shared || len(out[k].rows) > 0
	}
	if !shared {
		return nil, nil, nil
	}
	for _, s := range out {
		if len(s.rows) == 0 {
			s.onWholeNodes(need)
		}
	}
	return out, need, nil
}

// read reads the run's rows of t; parsed has the nodes by their codes.
func (s *sharing) read(t *result.Table, parsed [][]nodeRange, need map[int64]float64) {
	list, state := t.Col("nodes"), t.Col("state")
	id, start, end := t.Col("job").Int, t.Col("start_s").Float, t.Col("end_s").Float
	yield, cpu := t.Col("yield").Float, t.Col("cpu").Float
	penalty, row := codeOf(state.Dict, "penalty"), s.byNumber()
	for i := range s.rowsOf(t) {
		k, known := row[id[i]]
		if !known || !isSpan(start[i], end[i]) || list.Code[i] < 0 || parsed[list.Code[i]] == nil ||
			!(yield[i] >= 0 && yield[i] <= 1) || !(cpu[i] >= 0 && cpu[i] <= maxMachine) {
			s.unplaced++
			continue
		}
		nodes := parsed[list.Code[i]]
		n := tasks(nodes)
		s.rows = append(s.rows, share{job: k, start: start[i], end: end[i], nodes: nodes, cpu: cpu[i] / n, penalty: state.Code[i] == penalty})
		s.nodes = max(s.nodes, nodes[len(nodes)-1].to) // if the size of the cluster is unknown
		if yield[i] > 0 {
			need[id[i]] = max(need[id[i]], math.Round(cpu[i]/n/yield[i]*wholeNode)/wholeNode)
		}
	}
}

// onWholeNodes gives every task a whole node. It uses what it needs, or all if that is
// unknown.
func (s *sharing) onWholeNodes(need map[int64]float64) {
	s.whole = true
	if s.nodes == 0 {
		s.nodes = s.peak()
	}
	pieces, _ := s.assign(s.nodes)
	for _, p := range pieces {
		j := s.jobs.at(int(p.Job))
		used, ok := need[j.job]
		if !ok {
			used = 1
		}
		s.rows = append(s.rows, share{int(p.Job), j.start, j.end, []nodeRange{{p.Low, p.High, 1}}, used, false})
		s.nodes = max(s.nodes, p.High)
	}
}

const wholeNode = 1_000_000 // a node in the units of a Gantt chart of shares

// A band is a part of one node that a job held.
type band struct {
	job        int
	node       int64
	start, end float64
	low, high  int64 // of the node, in wholeNode-th parts
	penalty    bool
	idle       bool // held and not used
}

// bands stacks the jobs' shares of each node in order of submission, node by node.
// It costs O(k) for each change on a node with k jobs.
func (s *sharing) bands() []band {
	type change struct {
		at   float64
		row  int
		ends bool
	}
	changes := make([][]change, s.nodes)
	for i, r := range s.rows {
		if r.start == r.end {
			continue
		}
		for _, n := range r.nodes {
			for node := n.from; node < n.to; node++ {
				changes[node] = append(changes[node], change{r.start, i, false}, change{r.end, i, true})
			}
		}
	}
	var out []band
	for node, all := range changes {
		slices.SortStableFunc(all, func(a, b change) int { return cmp.Compare(a.at, b.at) })
		var held []int // rows
		type use struct {
			job  int
			idle bool
		}
		open := map[use]int{} // 1 + the latest band: looked up only
		for i := 0; i < len(all); {
			at := all[i].at
			for ; i < len(all) && all[i].at == at; i++ {
				if k := slices.Index(held, all[i].row); !all[i].ends {
					held = append(held, all[i].row)
				} else if k >= 0 {
					held = slices.Delete(held, k, k+1)
				}
			}
			if i == len(all) {
				break
			}
			slices.SortStableFunc(held, func(a, b int) int { return cmp.Compare(s.rows[a].job, s.rows[b].job) })
			until, sum := all[i].at, 0.0
			add := func(b band) {
				key := use{b.job, b.idle}
				if last := open[key]; last > 0 {
					o := &out[last-1]
					if o.end == b.start && o.low == b.low && o.high == b.high && o.penalty == b.penalty {
						o.end = b.end
						return
					}
				}
				out = append(out, b)
				open[key] = len(out)
			}
			for _, row := range held {
				r := &s.rows[row]
				low := int64(math.Round(sum * wholeNode))
				sum += float64(r.cpu * float64(countOn(r.nodes, int64(node))))
				high := int64(math.Round(sum * wholeNode))
				s.over = s.over || high > wholeNode+int64(len(held))
				b := band{job: r.job, node: int64(node), start: at, end: until,
					low: min(low, wholeNode), high: min(high, wholeNode), penalty: r.penalty}
				if b.low < b.high {
					add(b)
				}
				if s.whole && b.high < wholeNode {
					b.low, b.high, b.idle = b.high, wholeNode, true
					add(b)
				}
			}
		}
	}
	return out
}

func countOn(nodes []nodeRange, node int64) int64 {
	for _, r := range nodes {
		if r.from <= node && node < r.to {
			return r.count
		}
	}
	return 0
}

// onNodes is the detail of the panel of s.
func (s *sharing) onNodes() string {
	text := numeral.Plural(s.jobs.len(), "job")
	if s.whole {
		text += " on whole nodes"
	}
	return text
}
