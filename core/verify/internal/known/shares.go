package known

import (
	"math"
	"slices"
	"strconv"
)

// A ShareCase is one file of jobs that share nodes by fractions. Times are in
// microseconds; CPU, memory and yields are in millionths.
type SharedCase struct {
	Name, Title, Doc string
	Nodes            int
	Penalty          int64 // time without progress after a resumption or migration
	Jobs             []ShareJob
	Schedules        []ShareSchedule
}

// A ShareJob is a job of equal tasks.
type ShareJob struct {
	ID, Submit, Run    int64
	Tasks, CPU, Memory int
}

// A ShareSchedule is that of one algorithm.
type ShareSchedule struct {
	Algorithm string   // as in GreedyP*/OPT=MIN
	Held      [][]Held // by time, parallel to the Jobs
}

// A Held is a time in which a job held the same nodes with the same yield,
// entirely in its penalty or entirely outside.
type Held struct {
	From, To int64
	Yield    int
	Nodes    []NodeTasks // in order of nodes
	Still    bool        // in its penalty
}

// NodeTasks is the number of a job's tasks on a node.
type NodeTasks struct{ Node, Tasks int }

// ByShares returns the cases of shared nodes by name.
func ByShares() []SharedCase { return read("shares", ParseShares) }

// ParseShares reads one case of shared nodes. An error names the file and the line.
func ParseShares(name, text string) (c SharedCase, err error) {
	p := newParser(name, text, millionths)
	err = p.read(format{
		head: "cluster", needs: "nodes", settings: "nodes=N nor penalty=S",
		set: func(key, value string) bool {
			x, ok := millionths.parse(value)
			switch key {
			case "nodes":
				c.Nodes = int(x / 1e6)
				return ok && x%1e6 == 0 && x > 0 && x <= 1e9
			case "penalty":
				c.Penalty = x
				return ok
			}
			return false
		},
		block: func(words []string) {
			if words[0] == "jobs" {
				for row := range p.rows {
					p.shareJob(&c, row)
				}
				return
			}
			p.scheduled = true
			held := make([][]Held, len(c.Jobs))
			for _, algorithm := range words {
				c.Schedules = append(c.Schedules, ShareSchedule{algorithm, held})
			}
			for row := range p.rows {
				k, h := p.held(&c, row)
				held[k] = append(held[k], h)
			}
		},
	})
	c.Name, c.Title, c.Doc = p.head()
	return c, err
}

// shareJob reads "id submit run tasks cpu memory".
func (p *parser) shareJob(c *SharedCase, row string) {
	v, rest := p.numbers(row, 6)
	if len(rest) > 0 || v[0]%1e6 != 0 || v[3]%1e6 != 0 || v[3] == 0 || v[4] == 0 || v[4] > 1e6 || v[5] > 1e6 {
		p.fail("%q is not a job: expected id submit run tasks cpu memory", row)
	}
	p.next(v[0]/1e6, v[1])
	c.Jobs = append(c.Jobs, ShareJob{v[0] / 1e6, v[1], v[2], int(v[3] / 1e6), int(v[4]), int(v[5])})
}

// held reads "id from to yield node:tasks[+...] [still]" and returns the job's index.
func (p *parser) held(c *SharedCase, row string) (k int, h Held) {
	v, rest := p.numbers(row, 4)
	k = slices.IndexFunc(c.Jobs, func(j ShareJob) bool { return j.ID*1e6 == v[0] })
	h = Held{From: v[1], To: v[2], Yield: int(v[3]), Still: len(rest) == 2 && rest[1] == "still"}
	if k < 0 || h.From >= h.To || v[3] > 1e6 || len(rest) != 1 && !h.Still {
		p.fail("%q: expected id from to yield node:tasks[+...], then still in a penalty", row)
	}
	p.parts(rest[0], "node:tasks, nodes from 0", func(node string) (at, most int) {
		at, err := strconv.Atoi(node)
		if err != nil || at >= c.Nodes {
			at = -1
		}
		return at, math.MaxInt
	}, func(node, tasks int) { h.Nodes = append(h.Nodes, NodeTasks{node, tasks}) })
	return k, h
}
