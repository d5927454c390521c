package guess

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

const two = columns + `1|a|x|p|0|0|10|10|1|4|4|1|COMPLETED|n08|
2|a|x|p|0|0|10|10|1|4|4|1|COMPLETED|n09|
3|a|x|q|0|0|10|10|1|2|2|1|COMPLETED|g.big|
`

// An answer makes more nodes with the next numbers, in the partitions that had all others; the empty one is the guess.
func TestAnswers(t *testing.T) {
	g, err := From(read(t, two))
	if err != nil {
		t.Fatal(err)
	}
	before := resolve(t, g).Description
	q := g.Questions()
	if len(q) != 3 || q[0].Default != "2 4" || q[2].Default != "share" {
		t.Fatalf("%+v", q)
	}
	for i := range q {
		if err := q[i].Answer(" "); err != nil {
			t.Error(err)
		}
	}
	if same := resolve(t, g).Description; same.Nodes[1].Names != before.Nodes[1].Names || same.Priority.WeightFair == 0 {
		t.Errorf("%+v", same)
	}
	for i, answer := range []string{"4 8", "2", "FIFO"} {
		if err := q[i].Answer(answer); err != nil {
			t.Error(err)
		}
	}
	s := resolve(t, g)
	d := s.Description
	if d.Nodes[1].Names != "n[08-11]" || d.Nodes[1].Cores != 8 || d.Nodes[0].Names != "g.big,g.big-1" || d.Priority.Type != "basic" {
		t.Errorf("%+v", d)
	}
	if p, q := partition(s, "p"), partition(s, "q"); p.Nodes != 4 || q.Nodes != 2 {
		t.Errorf("partitions of %d and %d nodes", p.Nodes, q.Nodes)
	}
	if text := strings.Join(d.Assumed, "\n"); strings.Contains(text, sharing) || !strings.Contains(text, inOrder) ||
		!strings.Contains(text, "There are 4 nodes n[08-11] with 8 cores each, as was said.") {
		t.Errorf("assumed:\n%s", text)
	}
	if err := q[2].Answer("share"); err != nil || resolve(t, g).Description.Priority.WeightFair == 0 {
		t.Error("not back to fair share", err)
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	g, err := From(read(t, two))
	if err != nil {
		t.Fatal(err)
	}
	q := g.Questions()
	for answer, want := range map[string]string{
		"1 4": "jobs of the log ran on 2",
		"a":   "whole numbers", "2 4 5 6": "whole numbers", "0 4": "whole numbers", "999999999 1": "whole numbers",
		",": "whole numbers",
	} {
		if err := q[0].Answer(answer); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", answer, err, want)
		}
	}
	if err := q[2].Answer("lottery"); err == nil {
		t.Error("lottery is taken")
	}
	if s := resolve(t, g); len(s.Nodes) != 3 || s.Cores != 10 {
		t.Errorf("%d nodes with %d cores after wrong answers", len(s.Nodes), s.Cores)
	}
}

// Fill adds whom the description does not have, and only them.
func TestFill(t *testing.T) {
	five := int64(5)
	d := &cluster.Description{Accounts: []cluster.Account{{Name: "x", Shares: &five, Users: []cluster.User{{Name: "b"}}}}}
	all := read(t, columns+`1|a|x|p|0|0|10|10|1|4|4|1|COMPLETED|n1|
2|b|x|p|0|0|10|10|1|4|4|1|COMPLETED|n1|
3|c|y|p|0|0|10|10|1|4|4|1|COMPLETED|n1|
`)
	Fill(d, all)
	if len(d.Accounts) != 2 || len(d.Accounts[0].Users) != 2 || *d.Accounts[0].Shares != 5 || d.Accounts[1].Users[0].Name != "c" {
		t.Errorf("%+v", d.Accounts)
	}
	if len(d.Assumed) != 1 || !strings.HasSuffix(d.Assumed[0], ": a of x, c of y.") {
		t.Errorf("%q", d.Assumed)
	}
	Fill(d, all)
	if len(d.Assumed) != 1 || len(d.Accounts[0].Users) != 2 {
		t.Errorf("a second time: %+v", d)
	}
}
