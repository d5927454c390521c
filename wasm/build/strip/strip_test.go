package strip

import (
	"bytes"
	"debug/gosym"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// built returns testdata/program.go as a program of js/wasm.
func built(t *testing.T) []byte {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a program")
	}
	name := filepath.Join(t.TempDir(), "program.wasm")
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", name, "testdata/program.go")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func stripped(t *testing.T, wasm []byte) []byte {
	t.Helper()
	before := bytes.Clone(wasm)
	out, err := Program(wasm)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, wasm) {
		t.Error("Program changed what it was given")
	}
	return out
}

// A stripped program prints the same, and a traceback of it names the same functions.
func TestAStrippedProgramDoesTheSame(t *testing.T) {
	whole := built(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs Node.js")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	play := func(wasm []byte) (out string, functions []string) {
		name := filepath.Join(t.TempDir(), "program.wasm")
		if err := os.WriteFile(name, wasm, 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(node, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), name)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); err == nil {
			t.Error("the program did not fail, which it does at its end")
		}
		for _, m := range regexp.MustCompile(`(?m)^(main\.[\w.()*]+)\(`).FindAllStringSubmatch(stderr.String(), -1) {
			functions = append(functions, m[1])
		}
		return stdout.String(), functions
	}
	want, traced := play(whole)
	got, same := play(stripped(t, whole))
	if got != want || !strings.HasPrefix(want, "168760 inlined") {
		t.Errorf("stripped, it prints\n%s\nwhole\n%s", got, want)
	}
	if a, b := strings.Join(same, " "), strings.Join(traced, " "); a != b || b != "main.failing main.main" {
		t.Errorf("stripped, the traceback has the functions %q, whole %q", a, b)
	}
}

// By the standard library's reader of the table, every function is there and has its name, and none has lines.
func TestFunctionsKeepTheirNames(t *testing.T) {
	whole := built(t)
	table := func(wasm []byte) *gosym.Table {
		m, err := parse(wasm)
		if err != nil {
			t.Fatal(err)
		}
		found, err := find(m.data)
		if err != nil {
			t.Fatal(err)
		}
		table, err := gosym.NewTable(nil, gosym.NewLineTable(found.data, 0))
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	before, after := table(whole), table(stripped(t, whole))
	if a, b := len(after.Funcs), len(before.Funcs); a != b || b < 1000 {
		t.Fatalf("stripped, there are %d functions, before %d", a, b)
	}
	lines := 0
	for i, f := range before.Funcs {
		g := after.Funcs[i]
		if g.Name != f.Name || g.Entry != f.Entry || g.End != f.End {
			t.Errorf("%s is from %d to %d, stripped %s from %d to %d", f.Name, f.Entry, f.End, g.Name, g.Entry, g.End)
		}
		if _, line, _ := before.PCToLine(f.Entry); line > 0 {
			lines++
		}
		if file, line, _ := after.PCToLine(g.Entry); line > 0 || file != "" {
			t.Errorf("stripped, %s is in %s:%d", g.Name, file, line)
		}
	}
	if lines < 1000 {
		t.Errorf("only %d functions had lines before", lines)
	}
}

// What is stripped is the data: every other section is as it was, and the data that is left is not larger.
func TestOtherSectionsAreAsTheyWere(t *testing.T) {
	whole := built(t)
	before, err := parse(whole)
	if err != nil {
		t.Fatal(err)
	}
	after, err := parse(stripped(t, whole))
	if err != nil {
		t.Fatal(err)
	}
	if len(before.sections) != len(after.sections) || len(before.sections) < 10 {
		t.Fatalf("%d sections, stripped %d", len(before.sections), len(after.sections))
	}
	for i, s := range before.sections {
		if g := after.sections[i]; g.id != s.id || !bytes.Equal(g.body, s.body) {
			t.Errorf("section %d differs", i)
		}
	}
	changed := 0
	for i, b := range after.data {
		if before.data[i] != b {
			if changed++; b != 0 {
				t.Fatalf("byte %d of the data was %d and is %d", i, before.data[i], b)
			}
		}
	}
	if changed == 0 || len(before.data) != len(after.data) {
		t.Errorf("%d bytes changed; %d bytes of data became %d", changed, len(before.data), len(after.data))
	}
}

// The segments of any memory make that memory.
func checkSegments(t *testing.T, data []byte) {
	t.Helper()
	body := segments(data)
	got, err := image(body)
	if err != nil {
		t.Fatalf("%v of %x", err, body)
	}
	if want := bytes.TrimRight(data, "\x00"); !bytes.Equal(got, want) {
		t.Errorf("%d bytes became %d", len(want), len(got))
	}
}

func TestSegmentsMakeTheMemory(t *testing.T) {
	full := func(n int) []byte { return bytes.Repeat([]byte{7}, n) }
	zero := func(n int) []byte { return make([]byte, n) }
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	for _, c := range []struct {
		data     []byte
		segments byte
	}{
		{nil, 0}, {zero(9), 0}, {full(1), 1}, {full(5000), 1}, {join(zero(100), full(3)), 1}, {join(full(3), zero(100)), 1},
		{join(full(64), zero(gap-1), full(1)), 1}, {join(full(64), zero(gap), full(1)), 2},
		{join(zero(gap*3), full(200), zero(gap*70), full(1), zero(gap*9), full(8192), zero(gap)), 3},
	} {
		checkSegments(t, c.data)
		if got := segments(c.data)[0]; got != c.segments {
			t.Errorf("%d bytes are %d segments, want %d", len(c.data), got, c.segments)
		}
	}
}

// Segments may come in any order and overlap; the last one holds.
func TestLaterSegmentsOverwrite(t *testing.T) {
	body := []byte{3, 0, i32Const, 4, end, 2, 'a', 'b', 0, i32Const, 0, end, 1, 'c', 0, i32Const, 3, end, 2, 'd', 'e'}
	if got, err := image(body); err != nil || string(got) != "c\x00\x00deb" {
		t.Errorf("image = %q, %v", got, err)
	}
}

func TestWhatIsNoProgramIsRefused(t *testing.T) {
	section := func(id byte, body ...byte) []byte {
		return append(append(bytes.Clone(header), id, byte(len(body))), body...)
	}
	for _, c := range []struct {
		wasm []byte
		want string
	}{
		{nil, "no WebAssembly of version 1"},
		{[]byte("\x7fELF"), "no WebAssembly of version 1"},
		{header, "no data in the WebAssembly"},
		{append(bytes.Clone(header), 1, 9), "the WebAssembly is cut off"},
		{section(dataCount, 1), "the WebAssembly counts its data segments, which Go's linker does not"},
		{section(dataSection, 1, 0, i32Const, 1, end, 9), "the data section does not end where it should"},
		{section(dataSection, 0, 0), "the data section does not end where it should"},
		{section(dataSection, 1, 1, i32Const, 1, end, 0), "a data segment has no plain address in memory 0"},
		{section(dataSection, 1, 0, i32Const, 0x7f, end, 0), "a data segment at address -1 is beyond 268435456 bytes"},
		{section(dataSection, 1, 0, i32Const, 0xff, 0xff, 0xff, 0xff, 7, end, 1, 7),
			"a data segment at address 2147483647 is beyond 268435456 bytes"},
		{section(dataSection, 1, 0, i32Const, 8, end, 1, 7), "the table of functions: " + errTable.Error()},
	} {
		if _, err := Program(c.wasm); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.wasm, err, c.want)
		}
	}
}

func FuzzProgram(f *testing.F) {
	f.Add(header, []byte{})
	f.Add([]byte{}, append(bytes.Clone(begin), make([]byte, 200)...))
	f.Fuzz(func(t *testing.T, wasm, data []byte) {
		if out, err := Program(wasm); err == nil {
			if again, err := Program(out); err != nil || !bytes.Equal(again, out) {
				t.Errorf("stripped twice: %v, the same %t", err, bytes.Equal(again, out))
			}
		}
		checkSegments(t, data)
		_ = dropLines(data)
	})
}
