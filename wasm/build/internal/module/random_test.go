package module

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A source is a function as Go's compiler has it before it writes it: blocks of which each has a condition, a call or a jump at
// its end. The first is where it begins. What comes after a call is the block behind it.
type source struct {
	draw   *rand.Rand
	chains [][]*spot
	calls  int
	size   int
}

type spot struct {
	kind      kind
	call      bool
	empty     bool
	to, other *spot
	at        int
}

func (s *source) add(nodes ...*spot) *spot {
	s.chains = append(s.chains, nodes)
	s.size += len(nodes)
	return nodes[0]
}

// A place is what break and continue lead to.
type place struct{ head, exit *spot }

// random returns a function of nested loops and conditions in some order of blocks.
func random(seed uint64) *source {
	s := &source{draw: rand.New(rand.NewPCG(seed, 7))}
	begin := &spot{kind: jump}
	s.add(begin)
	s.calls = s.draw.IntN(4)
	begin.to = s.list(1+s.draw.IntN(5), s.add(&spot{kind: gone}), nil)
	s.drop()
	rest := s.chains[1:]
	s.draw.Shuffle(len(rest), func(i, k int) { rest[i], rest[k] = rest[k], rest[i] })
	at := 0
	for _, chain := range s.chains {
		for _, n := range chain {
			n.at = at
			at++
		}
	}
	return s
}

// drop removes what nothing leads to, as Go's compiler does.
func (s *source) drop() {
	seen := map[*spot]bool{}
	for todo := []*spot{s.chains[0][0]}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n != nil && !seen[n] {
			seen[n] = true
			todo = append(todo, n.to, n.other)
		}
	}
	s.chains = slices.DeleteFunc(s.chains, func(chain []*spot) bool { return !seen[chain[0]] })
}

// list makes some statements, after which next comes, and returns the first block.
func (s *source) list(depth int, next *spot, loops []place) *spot {
	for range 1 + s.draw.IntN(4) {
		next = s.statement(depth, next, loops)
	}
	return next
}

func (s *source) statement(depth int, next *spot, loops []place) *spot {
	if depth == 0 || s.size > 300 {
		return s.plain(next, loops)
	}
	switch s.draw.IntN(5) {
	case 0: // if
		n := &spot{kind: branch, to: s.list(depth-1, next, loops), other: next}
		if s.draw.IntN(2) == 0 {
			n.other = s.list(depth-1, next, loops)
		}
		return s.add(n)
	case 1: // while
		head := &spot{kind: branch, other: next}
		head.to = s.list(depth-1, head, append(loops, place{head, next}))
		return s.add(head)
	case 2: // do while
		foot := &spot{kind: branch, other: next}
		s.add(foot)
		head := &spot{kind: jump}
		s.add(head)
		foot.to = head
		head.to = s.list(depth-1, foot, append(loops, place{foot, next}))
		return head
	default:
		return s.plain(next, loops)
	}
}

func (s *source) plain(next *spot, loops []place) *spot {
	switch k := s.draw.IntN(8); {
	case k < s.calls:
		after := &spot{kind: jump, to: next, empty: s.draw.IntN(2) == 0}
		return s.add(&spot{kind: jump, call: true, to: after}, after)
	case k == 5 && len(loops) > 0:
		p := loops[s.draw.IntN(len(loops))]
		return s.add(&spot{kind: branch, to: p.head, other: next})
	case k == 6 && len(loops) > 0:
		p := loops[s.draw.IntN(len(loops))]
		return s.add(&spot{kind: branch, to: p.exit, other: next})
	case k == 7 && s.draw.IntN(4) == 0:
		return s.add(&spot{kind: gone})
	}
	return s.add(&spot{kind: jump, to: next, empty: s.draw.IntN(5) == 0})
}

// Globals of the module: where its stack ends, what it has done, and how many blocks it may still run.
const (
	sp = iota
	hash
	fuel
)

// body returns the function as Go's compiler writes it.
func (s *source) body() []byte {
	var nodes []*spot
	unwinds := false
	for _, chain := range s.chains {
		for _, n := range chain {
			nodes = append(nodes, n)
			unwinds = unwinds || n.call
		}
	}
	last := len(nodes) - 1
	out := []byte{2, 1, 0x7f, 1, 0x7e} // locals: one i32, one i64
	out = append(out, enter...)
	if unwinds {
		out = append(out, opBlock, noResult)
	}
	out = append(out, opLoop, noResult)
	for range nodes {
		out = append(out, opBlock, noResult)
	}
	out = append(out, opLocalGet, 0, opBrTable)
	out = binary.AppendUvarint(out, uint64(last))
	for i := range nodes {
		out = binary.AppendUvarint(out, uint64(i))
	}
	out = append(out, opEnd)
	for i, n := range nodes {
		if i > 0 {
			out = append(out, opEnd)
		}
		out = s.code(out, n, last-i, last)
	}
	out = append(out, opEnd, opUnreachable)
	if unwinds {
		out = append(out, opEnd, opI32Const, 1)
	}
	return append(out, opEnd)
}

// code appends a block that has so many others around it.
func (s *source) code(out []byte, n *spot, around, last int) []byte {
	leads := func(to, around int) {
		out = append(out, opI32Const)
		out = AppendInt(out, int64(to))
		out = append(out, opLocalSet, 0, opBr)
		out = binary.AppendUvarint(out, uint64(around))
	}
	number := func(op byte, v int) {
		out = append(out, op)
		out = AppendInt(out, int64(v))
	}
	if !n.empty || n.kind != jump {
		// Without fuel it returns; it counts in a global and in a local what it does.
		out = append(out, opGlobalGet, fuel, opI32Eqz, opIf, noResult, opI32Const, 0, opReturn, opEnd)
		out = append(out, opGlobalGet, fuel, opI32Const, 1, opI32Sub, opGlobalGet+1, fuel)
		out = append(out, opGlobalGet, hash)
		number(opI64Const, 31)
		out = append(out, 0x7e) // multiply
		number(opI64Const, n.at)
		out = append(out, 0x7c, opLocalGet, 2, 0x7c, opGlobalGet+1, hash) // add twice
		out = append(out, opLocalGet, 2)
		number(opI64Const, n.at+1)
		out = append(out, 0x7c, opLocalSet, 2)
	}
	condition := func() {
		out = append(out, opGlobalGet, hash)
		number(opI64Const, 3+n.at%20)
		out = append(out, 0x88, 0xa7) // shift, wrap
		number(opI32Const, 1)
		out = append(out, 0x71) // and
	}
	switch {
	case n.call:
		out = append(out, opLocalGet, 1, opI32Const, 8, opI32Sub, 0x22, 1, opGlobalGet+1, sp, opLocalGet, 1)
		number(opI64Const, FirstFunction<<16|(n.at+1))
		out = append(out, 0x37, 3, 0, opI32Const, 0, opCall, 0)
		out = append(out, enter...)
		out = append(out, opBrIf)
		out = binary.AppendUvarint(out, uint64(around+1))
	case n.kind == gone:
		out = append(out, opI32Const, 0, opReturn)
	case n.kind == branch:
		to, other := n.to, n.other
		condition()
		if n.at%3 == 0 { // as Go does where what comes next is what the condition leads to
			out = append(out, opI32Eqz)
		}
		out = append(out, opIf, noResult)
		leads(to.at, around+1)
		out = append(out, opEnd)
		if other.at != n.at+1 || n.at == last {
			leads(other.at, around)
		}
	case n.to.at != n.at+1:
		leads(n.to.at, around)
	}
	return out
}

// program returns a module with one function.
func program(body []byte) []byte {
	section := func(body ...byte) []byte { return body }
	code := append(binary.AppendUvarint([]byte{1}, uint64(len(body))), body...)
	m := Module{Sections: []Section{
		{ID: 1, Body: section(1, 0x60, 1, 0x7f, 1, 0x7f)},
		{ID: Imports, Body: section(1, 1, 'e', 1, 'c', 0, 0)},
		{ID: Functions, Body: section(1, 0)},
		{ID: 5, Body: section(1, 0, 1)},
		{ID: 6, Body: section(3, 0x7f, 1, opI32Const, 0x80, 0x20, opEnd, 0x7e, 1, opI64Const, 1, opEnd, 0x7f, 1, opI32Const, 0xb8, 0x17, opEnd)},
		{ID: 7, Body: section(5, 1, 'f', 0, 1, 1, 's', 3, 0, 1, 'h', 3, 1, 1, 'u', 3, 2, 1, 'm', 2, 0)},
		{ID: Code, Body: code},
	}}
	return m.Bytes()
}

// played runs the function of each file as Go's runtime would: what a call returns is drawn from what was done before, and
// after a switch the function goes on where its stack says. A line for each tells what it has done.
const played = `
const fs = require("fs");
for (const name of process.argv.slice(1)) {
  let x, calls = 0, again = 0;
  const c = () => {
    calls++;
    x.h.value = BigInt.asIntN(64, x.h.value * 7n + 3n);
    if ((x.h.value >> 11n) & 1n) return 1;
    x.s.value += 8;
    return 0;
  };
  x = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(name)), {e: {c}}).exports;
  for (let at = 0; x.f(at) === 1; again++) {
    const back = new DataView(x.m.buffer).getBigInt64(x.s.value, true);
    x.s.value += 8;
    at = Number(back & 0xffffn);
  }
  console.log(x.h.value, x.u.value, x.s.value, calls, again);
}`

// Any function of loops and conditions can be made straight, and then does the same, wherever it goes on after a call.
func TestStraightFunctionsDoTheSame(t *testing.T) {
	node := nodePath(t)
	dir := t.TempDir()
	var files []string
	write := func(name string, body []byte) {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, program(body), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	const count = 400
	for seed := range uint64(count) {
		body := random(seed).body()
		c := coder{imports: 1}
		made, err := c.function(body, 0)
		if err != nil {
			t.Fatalf("function %d: %v", seed, err)
		}
		if !bytes.Contains(body, []byte{opCall}) && tables(made) {
			t.Errorf("function %d has no calls, and a table", seed)
		}
		write(fmt.Sprint(seed, ".before"), body)
		write(fmt.Sprint(seed, ".straight"), made)
	}
	out, err := exec.Command(node, append([]string{"-e", played, "--"}, files...)...).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, err.(*exec.ExitError).Stderr)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != 2*count {
		t.Fatalf("%d lines", len(lines))
	}
	distinct, resumed := map[string]bool{}, 0
	for i := 0; i < len(lines); i += 2 {
		if lines[i] != lines[i+1] {
			t.Errorf("function %d did %s, straight %s", i/2, lines[i], lines[i+1])
		}
		distinct[lines[i]] = true
		if !strings.HasSuffix(lines[i], " 0") {
			resumed++
		}
	}
	if len(distinct) < count/2 || resumed < count/4 {
		t.Errorf("%d functions did %d things, and %d went on after a call", count, len(distinct), resumed)
	}
}

// tables tells whether a function has a br_table.
func tables(body []byte) bool {
	for at := 5; at < len(body); { // behind the locals
		in, ok := decode(body, at)
		if !ok {
			return true
		}
		at = in.to
	}
	return false
}
