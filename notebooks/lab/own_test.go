package lab

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/policy"
)

// lazy starts jobs in turn, one a pass.
type lazy struct {
	m     *Machine
	queue []*Waiting
	most  int // of jobs at once
}

func (p *lazy) Reset(m *Machine)  { *p = lazy{m: m, most: p.most} }
func (p *lazy) Submit(j *Waiting) { p.queue = append(p.queue, j) }
func (p *lazy) End(Running)       {}
func (p *lazy) Pass() {
	if len(p.queue) > 0 && int(p.queue[0].Procs) <= p.m.Free() && len(p.m.Running()) < p.most {
		p.m.Start(p.queue[0])
		p.queue = p.queue[1:]
	}
}

func TestAVersionIsOfTheCodeAndItsNumbers(t *testing.T) {
	two := func() Policy { return &lazy{most: 2} }
	several := func(n int) Own { return Mine("lazy", func() Policy { return &lazy{most: n} }) }
	one, other := several(2), several(2)
	if Mine("a", two).Version != Mine("b", two).Version || one.Version != other.Version {
		t.Error("the same code has two versions")
	}
	if one.Version == several(3).Version {
		t.Error("policies with other numbers have one version")
	}
}

// The version changes with what the policy does, wherever that is written, and with nothing else.
func TestAVersionFollowsTheSource(t *testing.T) {
	const code = `package main
import "cmp"
type P struct{}
func (P) Pass() { order(limit) }
func order(n int) int { return cmp.Compare(n, limit) }
const limit = 3
func unused() {}
var mine = lab.Mine("p", func() lab.Policy {
	return P{}
})
`
	replace := func(old, by string) string {
		if !strings.Contains(code, old) {
			t.Fatalf("%q is not in it", old)
		}
		return strings.Replace(code, old, by, 1)
	}
	version := func(text string) string {
		dir := t.TempDir()
		file := filepath.Join(dir, "main.go")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		all, err := sources(dir)
		if err != nil {
			t.Fatal(err)
		}
		begin := all.functions(file, 1+strings.Count(text[:strings.Index(text, "func() lab.Policy")], "\n"))
		return all.digest(begin, "P", func() Policy { return policy.NewFCFS(policy.Orders[0]) })
	}
	first := version(code)
	for _, same := range []string{
		replace("func unused() {}", "func unused() { panic(1) }"), replace("order(limit) }", "order(limit) } // in order"),
		replace("func (P) Pass() { order(limit) }", "\nfunc (P) Pass() {\n\torder( limit )\n}\n"), replace(`"p"`, `"q"`),
	} {
		if version(same) != first {
			t.Errorf("another version of\n%s", same)
		}
	}
	for _, other := range []string{
		replace("limit = 3", "limit = 4"), replace("cmp.Compare(n, limit)", "cmp.Compare(limit, n)"), replace("order(limit) }", "order(1) }"),
		replace("return P{}", "return &P{}"), replace("type P struct{}", "type P struct{ n int }"), replace("(P) Pass", "(*P) Pass"),
	} {
		if version(other) == first {
			t.Errorf("the same version of\n%s", other)
		}
	}
}

// queued is EASY on a queue in the order of a key.
type queued struct {
	m     *Machine
	queue []*Waiting
	key   func(*Waiting) int64
}

func (p *queued) Reset(m *Machine)  { *p = queued{m: m, key: p.key} }
func (p *queued) Submit(j *Waiting) { p.queue = append(p.queue, j) }
func (p *queued) End(Running)       {}
func (p *queued) Pass() {
	slices.SortStableFunc(p.queue, func(a, b *Waiting) int { return cmp.Compare(p.key(a), p.key(b)) })
	p.queue = Backfill(p.m, p.queue)
}

func TestBackfillIsEASY(t *testing.T) {
	for name, key := range map[string]func(*Waiting) int64{
		"easy": func(*Waiting) int64 { return 0 }, "sjf-easy": func(j *Waiting) int64 { return j.Estimate },
	} {
		for seed := range uint64(5) {
			e := Experiment{Spec: Spec{
				Workload: Source{Model: &Model{Name: "lublin", Jobs: 500, Procs: 64, Load: 0.9, Seed: seed + 1, Estimates: "round"}},
				Policies: []string{name, "mine"}, Own: []Own{Mine("mine", func() Policy { return &queued{key: key} })}}}
			runs := e.Play()
			for i, p := range runs[0].Placed {
				if p != runs[1].Placed[i] {
					t.Fatalf("seed %d: job %d is at %v under %s and at %v under ours", seed+1, runs[0].Jobs[i].ID, p, name, runs[1].Placed[i])
				}
			}
		}
	}
}
