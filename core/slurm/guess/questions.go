package guess

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

// A Question is about something that people know and the log shows in part. Its zero answer is the guess.
type Question struct {
	Text    string // without a question mark
	Default string
	take    func(answer string) error
}

// Answer takes an answer; an empty one is the Default. The error says what was expected, and changes nothing.
func (q *Question) Answer(text string) error {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	return q.take(text)
}

// most bounds the questions about nodes.
const most = 4

// Questions returns the questions about the guess, a handful: one about each of the kinds of nodes with the most
// cores, and one about priorities. Answers change the Description.
func (g *Guess) Questions() (all []Question) {
	asked := map[int]bool{}
	for len(asked) < min(most, len(g.kinds)) {
		best := -1
		for i := range g.kinds {
			if !asked[i] && (best < 0 || g.kinds[i].all() > g.kinds[best].all()) {
				best = i
			}
		}
		asked[best] = true
		all = append(all, g.about(&g.kinds[best]))
	}
	kind := Question{Text: "Priorities: fifo for the order of submission, share for fair share, age and size", Default: "share"}
	if g.fifo {
		kind.Default = "fifo"
	}
	kind.take = func(answer string) error {
		fifo := strings.EqualFold(answer, "fifo")
		if !fifo && !strings.EqualFold(answer, "share") {
			return fmt.Errorf("%q: expected fifo or share", answer)
		}
		if g.fifo = fifo; fifo {
			g.instead(sharing, inOrder)
		} else {
			g.instead("Jobs are in the order of submission", sharing)
		}
		return nil
	}
	return append(all, kind)
}

// instead replaces the sentence that begins in some way.
func (g *Guess) instead(begins, by string) {
	for i, s := range g.assumed {
		if strings.HasPrefix(s, begins) {
			g.assumed[i] = by
		}
	}
}

func (k *kind) all() int64 { return int64(len(k.names)) * k.cores }

var errNumbers = errors.New("expected whole numbers: how many nodes, cores of each, and MiB of memory of each")

// about asks for the number of nodes of a kind, their cores and their memory.
func (g *Guess) about(k *kind) Question {
	list := hostlist.Compress(k.names)
	const widest = 60
	if len(list) > widest {
		list = list[:widest] + "..."
	}
	q := Question{Text: list + ": nodes, cores of each, MiB of each", Default: fmt.Sprintf("%d %d %d", len(k.names), k.cores, k.mib)}
	if !g.memory {
		q.Text, q.Default = list+": nodes, cores of each", fmt.Sprintf("%d %d", len(k.names), k.cores)
	}
	q.take = func(answer string) error {
		words := strings.FieldsFunc(answer, func(c rune) bool { return c == ' ' || c == ',' || c == 'x' })
		n := []int64{int64(len(k.names)), k.cores, k.mib}
		if len(words) == 0 || len(words) > 3 {
			return errNumbers
		}
		for i, w := range words {
			v, err := strconv.ParseInt(w, 10, 64)
			if err != nil || v < 1 {
				return errNumbers
			}
			n[i] = v
		}
		total := n[0]
		for i := range g.kinds {
			if &g.kinds[i] != k {
				total += int64(len(g.kinds[i].names))
			}
		}
		switch {
		case n[0] < int64(k.seen):
			return fmt.Errorf("%d nodes: jobs of the log ran on %d of them", n[0], k.seen)
		case total > cluster.MaxNodes || n[1] > maxCores || n[2] > 1<<40:
			return errNumbers
		}
		k.cores, k.mib = n[1], n[2]
		g.grow(k, int(n[0]))
		g.assumed = append(g.assumed,
			fmt.Sprintf("There are %d nodes %s with %d cores each, as was said.", n[0], hostlist.Compress(k.names), n[1]))
		return nil
	}
	return q
}

// grow gives a kind more nodes, with the next numbers. They are in the partitions that have all of the others.
func (g *Guess) grow(k *kind, count int) {
	taken := map[string]bool{}
	for i := range g.kinds {
		for _, name := range g.kinds[i].names {
			taken[name] = true
		}
	}
	var in []*part
	for i := range g.parts {
		whole := true
		for _, name := range k.names {
			whole = whole && g.parts[i].nodes[name] > 0
		}
		if whole {
			in = append(in, &g.parts[i])
		}
	}
	last := k.names[len(k.names)-1]
	front, number := stem(last)
	front, domain, numbered := strings.Cut(front, "*")
	if !numbered {
		front, number = last+"-", 0
	}
	digits := len(last) - len(front) - len(domain)
	for len(k.names) < count {
		number++
		name := fmt.Sprintf("%s%0*d%s", front, max(digits, 1), number, domain)
		if taken[name] {
			continue
		}
		k.names = append(k.names, name)
		for _, p := range in {
			p.nodes[name] = 1
		}
	}
}
