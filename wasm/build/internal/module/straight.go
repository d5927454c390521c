package module

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// Straight lets a Go program in WebAssembly run without a table of jumps.
//
// Go's compiler makes each function a loop around a table: every jump sets a number and goes through the table to the block
// that has it. This is so because a function can go on after any of its calls when its goroutine has waited. Browsers
// compile such code badly: whatever a loop of the program has in registers passes through that table. Straight
// finds the blocks of each function again and writes it with WebAssembly's own blocks, loops and ifs, and with a table only
// for going on after a call.
//
// The code between jumps is as it was, so the results are the same, bit by bit. A function that is not as Go's compiler
// writes them stays as it is. The format is that of cmd/internal/obj/wasm/wasmobj.go and cmd/compile/internal/wasm/ssa.go, of
// Go 1.26.
var Straight = Step{"straight", straighten}

// straighten returns a program that does the same. It is an error if the program is not as the Go release Known makes one.
func straighten(wasm []byte) ([]byte, error) {
	m, err := ParseGo(wasm)
	if err != nil {
		return nil, err
	}
	table, err := FindTable(m.Data)
	if err != nil {
		return nil, fmt.Errorf("the table of functions: %w", err)
	}
	functions, err := table.All()
	if err != nil {
		return nil, fmt.Errorf("the table of functions: %w", err)
	}
	c := coder{functions: functions}
	for i := range m.Sections {
		s := &m.Sections[i]
		switch s.ID {
		case Imports:
			err = c.readImports(s.Body)
		case Functions:
			err = c.readTypes(s.Body)
		case Code:
			s.Body, err = c.code(s.Body)
		}
		if err != nil {
			return nil, err
		}
	}
	if c.straight < c.jumping*99/100 {
		return nil, fmt.Errorf("only %d of %d functions are as %s writes them: compare cmd/internal/obj/wasm/wasmobj.go with "+
			"wasm/build/internal/module", c.straight, c.jumping, Known)
	}
	return m.Bytes(), nil
}

// A coder writes the code of a program.
type coder struct {
	functions map[int]Function // by index, without imports
	imports   int
	types     []uint64 // of functions, without imports

	jumping  int // functions that have jumps or are resumed
	straight int // of them
}

// goType is the type of functions with Go's calling convention: the linker's first.
const goType = 0

// readImports counts the functions that come from outside: Go's linker imports nothing else.
func (c *coder) readImports(body []byte) error {
	r := Reader{Rest: body}
	for n := r.Uint(); n > 0; n-- {
		r.Take(r.Uint())
		r.Take(r.Uint())
		kind := r.Byte()
		r.Uint()
		if r.Failed || kind != 0 {
			return errors.New("the program imports what is no function")
		}
		c.imports++
	}
	return nil
}

func (c *coder) readTypes(body []byte) error {
	r := Reader{Rest: body}
	for n := r.Uint(); n > 0; n-- {
		c.types = append(c.types, r.Uint())
		if r.Failed {
			return errors.New("the types of functions are cut off")
		}
	}
	return nil
}

// code returns the section of code with its functions straight.
func (c *coder) code(body []byte) ([]byte, error) {
	r := Reader{Rest: body}
	count := r.Uint()
	if count != uint64(len(c.types)) {
		return nil, errors.New("there are not as many functions as types of them")
	}
	out := binary.AppendUvarint(nil, count)
	for i := range c.types {
		function := r.Take(r.Uint())
		if r.Failed {
			return nil, errors.New("the code is cut off")
		}
		if c.types[i] == goType {
			switch made, err := c.function(function, i); err {
			case nil:
				function = made
				c.straight++
				c.jumping++
			case errPlain:
			default:
				c.jumping++
			}
		}
		out = binary.AppendUvarint(out, uint64(len(function)))
		out = append(out, function...)
	}
	return out, nil
}

// function returns the body of function i made straight.
func (c *coder) function(body []byte, i int) ([]byte, error) {
	f, err := c.parse(body, i)
	if err != nil {
		return nil, err
	}
	g, err := f.arrange()
	if err != nil {
		return nil, err
	}
	return f.emit(g)
}

// returns tells whether a function may return. Those of the runtime that never do have other code behind them, which is
// not what comes next.
func (c *coder) returns(i int) bool { return !never[c.functions[i].Name] }

var never = func() map[string]bool {
	all := map[string]bool{}
	for name := range strings.FieldsSeq(`gopanic throw fatal panicdivide panicshift panicoverflow panicdottypeE panicdottypeI panicnildottype
		panicwrap panicmakeslicelen panicmakeslicecap panicunsafeslicelen panicunsafeslicenilptr
		panicunsafestringlen panicunsafestringnilptr panicrangestate goPanicIndex goPanicIndexU goPanicSliceAlen
		goPanicSliceAlenU goPanicSliceAcap goPanicSliceAcapU goPanicSliceB goPanicSliceBU goPanicSlice3Alen goPanicSlice3AlenU
		goPanicSlice3Acap goPanicSlice3AcapU goPanicSlice3B goPanicSlice3BU goPanicSlice3C goPanicSlice3CU
		goPanicSliceConvert`) {
		all["runtime."+name] = true
	}
	return all
}()
