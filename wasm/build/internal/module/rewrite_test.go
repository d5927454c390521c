package module

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// made returns a program without code that says that a release of Go made it, as Go's linker writes that.
func made(release string) []byte {
	var body []byte
	text := func(s string) { body = append(binary.AppendUvarint(body, uint64(len(s))), s...) }
	text("producers")
	body = append(body, 2)
	for _, f := range [][2]string{{"language", "Go"}, {"processed-by", "Go cmd/compile"}} {
		text(f[0])
		body = append(body, 1)
		text(f[1])
		text(release)
	}
	m := &Module{Sections: []Section{{ID: custom, Body: []byte("\x04name")}, {ID: custom, Body: body}}}
	return m.Bytes()
}

func TestOnlyProgramsOfTheKnownReleaseAreRecognised(t *testing.T) {
	for _, c := range []struct{ release, problem string }{
		{Known, ""},
		{Known + ".8", ""},
		{Known + "0", "made it"},
		{"go1.99", "go1.99 made it; only " + Known},
		{"devel go1.27-2f4c", "made it"},
		{"", "does not name the Go release"},
	} {
		m, err := Parse(made(c.release))
		if err != nil {
			t.Fatal(err)
		}
		if err := m.checkGo(); (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) {
			t.Errorf("made by %q: %v, want %q", c.release, err, c.problem)
		}
	}
	if err := (&Module{Sections: []Section{{ID: custom, Body: []byte("\x09producers\x02\x09")}}}).checkGo(); err == nil {
		t.Error("a section that is cut off names a release")
	}
}

// A step that does not recognise the program is left out with one line, and the others are done.
func TestAStepThatDoesNotRecogniseTheProgramIsLeftOut(t *testing.T) {
	name := filepath.Join(t.TempDir(), "program.wasm")
	if err := os.WriteFile(name, []byte("a"), 0o644); err != nil {
		t.Fatal(err)
	}
	add := func(b byte) func([]byte) ([]byte, error) {
		return func(wasm []byte) ([]byte, error) { return append(bytes.Clone(wasm), b), nil }
	}
	refuse := func([]byte) ([]byte, error) { return nil, errors.New("unheard of") }
	var lines []string
	warn := func(line string) { lines = append(lines, line) }
	if err := Rewrite(name, name, warn, Step{"first", add('b')}, Step{"second", refuse}, Step{"third", add('c')}); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "abc" {
		t.Errorf("the program is %q, %v", got, err)
	}
	if want := []string{name + " goes without the step second: unheard of"}; !slices.Equal(lines, want) {
		t.Errorf("the warnings are %q, want %q", lines, want)
	}
	if err := Rewrite(name+"x", name, warn); err == nil {
		t.Error("a program that is missing is no error")
	}
}
