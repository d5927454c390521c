package module

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// builtProgram returns a file of testdata as a program of js/wasm, built with these flags. It skips short tests, and those on a Go
// release that the steps do not know.
func builtProgram(t *testing.T, source string, flags ...string) []byte {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a program")
	}
	name := filepath.Join(t.TempDir(), "program.wasm")
	cmd := exec.Command("go", append(append([]string{"build"}, flags...), "-o", name, filepath.Join("testdata", source))...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Parse(data); err != nil {
		t.Fatal(err)
	}
	if _, err := ParseGo(data); err != nil {
		t.Skip("the build leaves these steps out: ", err)
	}
	return data
}

// nodePath returns where Node.js is. It skips tests where there is none.
func nodePath(t *testing.T) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs Node.js")
	}
	return node
}

// runProgram returns what a program prints, which fails at its end, and its traceback.
func runProgram(t *testing.T, wasm []byte) (out, trace string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "program.wasm")
	if err := os.WriteFile(name, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(nodePath(t), filepath.Join(goRoot(t), "lib", "wasm", "wasm_exec_node.js"), name)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err == nil {
		t.Error("the program did not fail, which it does at its end")
	}
	return stdout.String(), stderr.String()
}

// rewritten returns what program makes of a program. It is an error if that changes what it is given.
func rewritten(t *testing.T, wasm []byte, program func([]byte) ([]byte, error)) []byte {
	t.Helper()
	before := bytes.Clone(wasm)
	out, err := program(wasm)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, wasm) {
		t.Error("the step changed what it was given")
	}
	return out
}

// goRoot returns where Go is.
func goRoot(t *testing.T) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(root))
}
