package known

import (
	"slices"
	"strconv"
	"strings"
)

// A ShareCase is one file of jobs that share nodes by fractions. Times are in
// microseconds; CPU, memory and yields are in millionths.
type ShareCase struct {
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
func ByShares() []ShareCase { return read("shares", ParseShares) }

// ParseShares reads one case of shared nodes. An error names the file and the line.
func ParseShares(name, text string) (ShareCase, error) {
	p := shareParser{parser: newParser(name, text)}
	p.number, p.numbersAre = millionths, "a number from 0 to 1000000 with at most six decimal places"
	err := p.blocks("cluster", p.cluster, p.block)
	if err == nil && (len(p.s.Jobs) == 0 || len(p.s.Schedules) == 0 || p.c.Title == "") {
		err = p.errorf("a case has a title, a cluster, jobs and at least one schedule")
	}
	if err != nil {
		return ShareCase{}, err
	}
	p.s.Name, p.s.Title, p.s.Doc = p.c.Name, p.c.Title, p.c.Doc
	return p.s, nil
}

type shareParser struct {
	parser
	s ShareCase
}

func (p *shareParser) block(words, rows []string, first int) error {
	if words[0] == "jobs" {
		return p.each(rows, first, p.job)
	}
	held := make([][]Held, len(p.s.Jobs))
	for _, algorithm := range words {
		p.s.Schedules = append(p.s.Schedules, ShareSchedule{algorithm, held})
	}
	return p.each(rows, first, func(row string) error { return p.held(held, row) })
}

// cluster reads nodes=N penalty=S.
func (p *shareParser) cluster(settings []string) error {
	for _, s := range settings {
		key, value, _ := strings.Cut(s, "=")
		x, ok := millionths(value)
		switch {
		case key == "nodes" && ok && x%1e6 == 0 && x > 0 && x <= 1e9:
			p.s.Nodes = int(x / 1e6)
		case key == "penalty" && ok:
			p.s.Penalty = x
		default:
			return p.errorf("%q is neither nodes=N nor penalty=S", s)
		}
	}
	if p.s.Nodes == 0 {
		return p.errorf("the cluster has no nodes=N")
	}
	return nil
}

// millionths reads a decimal number from 0 to a million with at most six places.
func millionths(word string) (x int64, ok bool) {
	whole, part, dot := strings.Cut(word, ".")
	if dot && part == "" || len(part) > 6 || strings.ContainsAny(word, "+-_") {
		return 0, false
	}
	x, err := strconv.ParseInt(whole+part+"000000"[len(part):], 10, 64)
	return x, err == nil && whole != "" && x <= 1e12
}

// job reads "id submit run tasks cpu memory".
func (p *shareParser) job(row string) error {
	v, rest, err := p.numbers(row, 6)
	switch {
	case err != nil:
		return err
	case len(rest) > 0 || v[0]%1e6 != 0 || v[3]%1e6 != 0 || v[3] == 0 || v[4] == 0 || v[4] > 1e6 || v[5] > 1e6 || len(p.s.Schedules) > 0:
		return p.errorf("%q is not a job: expected id submit run tasks cpu memory, before the schedules", row)
	}
	j := ShareJob{ID: v[0] / 1e6, Submit: v[1], Run: v[2], Tasks: int(v[3] / 1e6), CPU: int(v[4]), Memory: int(v[5])}
	if n := len(p.s.Jobs); n > 0 && (p.s.Jobs[n-1].Submit > j.Submit || p.s.Jobs[n-1].Submit == j.Submit && p.s.Jobs[n-1].ID >= j.ID) {
		return p.errorf("job %d is not in the order of submission and number", j.ID)
	}
	p.s.Jobs = append(p.s.Jobs, j)
	return nil
}

// held reads "id from to yield node:tasks[+...] [still]".
func (p *shareParser) held(held [][]Held, row string) error {
	v, rest, err := p.numbers(row, 4)
	if err != nil {
		return err
	}
	k := slices.IndexFunc(p.s.Jobs, func(j ShareJob) bool { return j.ID*1e6 == v[0] })
	h := Held{From: v[1], To: v[2], Yield: int(v[3]), Still: len(rest) == 2 && rest[1] == "still"}
	if k < 0 || h.From >= h.To || v[3] > 1e6 || len(rest) != 1 && !h.Still {
		return p.errorf("%q: expected id from to yield node:tasks[+...], then still in a penalty", row)
	}
	for _, word := range strings.Split(rest[0], "+") {
		node, number, _ := strings.Cut(word, ":")
		a, err1 := strconv.Atoi(node)
		n, err2 := strconv.Atoi(number)
		if err1 != nil || err2 != nil || a < 0 || a >= p.s.Nodes || n < 1 {
			return p.errorf("%q is not a part: expected node:tasks, nodes from 0", word)
		}
		h.Nodes = append(h.Nodes, NodeTasks{a, n})
	}
	held[k] = append(held[k], h)
	return nil
}
