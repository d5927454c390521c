//go:build ignore

// Command limits holds the module's Go files against three limits, each of which
// keeps code readable without scrolling:
//
//	no line over 140 columns       two versions stand side by side on a screen
//	no function over 80 lines      a function is seen whole, and does one thing
//	no file over 400 lines         a file holds one concept
//
// Generated files are exempt, and data: a table in a file with a line
// "//limits:data" and the reason; the output of an example is what it is. Arguments limit it to files that begin so.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"slices"
	"strings"
	"unicode/utf8"
)

const maxColumns, maxFunction, maxFile = 140, 80, 400

func main() {
	bad := 0
	for _, name := range files() {
		wanted := func(prefix string) bool { return strings.HasPrefix(name, strings.TrimPrefix(prefix, "./")) }
		if len(os.Args) > 1 && !slices.ContainsFunc(os.Args[1:], wanted) {
			continue
		}
		for _, line := range check(name) {
			fmt.Println(line)
			bad++
		}
	}
	if bad > 0 {
		fmt.Fprintf(os.Stderr, "limits: %d lines, functions or files are too long; scripts/limits.go says why they have limits\n", bad)
		os.Exit(1)
	}
}

// files are the Go files that git tracks or would add.
func files() []string {
	out, err := exec.Command("git", "ls-files", "-co", "--exclude-standard", "-z", "*.go").Output()
	if err != nil {
		fmt.Fprintln(os.Stderr, "limits: git ls-files:", err)
		os.Exit(1)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// check returns what is too long in a file, a line each.
func check(name string) (bad []string) {
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil // deleted, and git not yet told
	} else if err != nil {
		return []string{err.Error()}
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return []string{err.Error()}
	}
	if ast.IsGenerated(file) || bytes.Contains(text, []byte("\n//limits:data ")) {
		return nil
	}
	n, output := 0, false // output of an example, which cannot be broken
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		n++
		line := strings.TrimSpace(lines.Text())
		output = line == "// Output:" || output && strings.HasPrefix(line, "//")
		if columns := utf8.RuneCount(lines.Bytes()); columns > maxColumns && !output {
			bad = append(bad, fmt.Sprintf("%s:%d: %d columns, at most %d", name, n, columns, maxColumns))
		}
	}
	if n > maxFile {
		bad = append(bad, fmt.Sprintf("%s: %d lines, at most %d", name, n, maxFile))
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		from, to := set.Position(f.Pos()), set.Position(f.End())
		if length := to.Line - from.Line + 1; length > maxFunction {
			bad = append(bad, fmt.Sprintf("%s:%d: %s has %d lines, at most %d", name, from.Line, f.Name.Name, length, maxFunction))
		}
	}
	return bad
}
