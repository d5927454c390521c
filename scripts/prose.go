//go:build ignore

// Command prose holds what people read against limits and against scripts/moulds.tsv, a list of phrases that
// no native engineer would write, each with what to write instead:
//
//	Markdown      lines of at most 110 columns (code, tables, pictures and a single long link are exempt),
//	              links that lead to files and headings that exist
//	README.md     no exemption; at most 90 lines, 900 words, and 25 words a table cell
//	phrases       in Markdown, in Go's string literals, in the command's help, in the page's English texts
//
// Files that scripts/moulds_left.txt names, by prefix, may still have such phrases: delete a line when its files
// have none. A line that names nothing, or files without one, is an error too, so the list can only shrink.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	maxColumns     = 110
	readmeLines    = 90
	readmeWords    = 900
	readmeCell     = 25
	mouldsFile     = "scripts/moulds.tsv"
	mouldsLeftFile = "scripts/moulds_left.txt"
	englishTexts   = "wasm/web/src/texts/en/"
	helpTexts      = "internal/cli/internal/usage/help/"
)

// written are Markdown files that a program writes, or that quote: only their links are checked.
var written = []string{"notebooks/record/", "core/result/testdata/", "notebooks/testdata/"}

type mould struct {
	goOnly  bool
	pattern *regexp.Regexp
	instead string
}

type finding struct {
	file string
	line int
	text string
}

func main() {
	moulds, err := readMoulds()
	if err != nil {
		fail(err)
	}
	var found, phrases []finding
	for _, name := range tracked() {
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue // deleted, and git not yet told
		} else if err != nil {
			fail(err)
		}
		generated := slices.ContainsFunc(written, func(p string) bool { return strings.HasPrefix(name, p) })
		switch {
		case strings.HasSuffix(name, ".md"):
			found = append(found, links(name, text)...)
			if !generated {
				found = append(found, columns(name, text)...)
				phrases = append(phrases, search(moulds, false, name, prose(text))...)
			}
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			phrases = append(phrases, search(moulds, true, name, literals(name, text))...)
		case strings.HasPrefix(name, helpTexts):
			phrases = append(phrases, search(moulds, true, name, prose(text))...)
		case strings.HasPrefix(name, englishTexts):
			phrases = append(phrases, search(moulds, false, name, uncommented(text))...)
		}
	}
	found = append(found, readme()...)
	found = append(found, allowed(phrases)...)
	for _, f := range found {
		fmt.Printf("%s:%d: %s\n", f.file, f.line, f.text)
	}
	if len(found) > 0 {
		fmt.Fprintf(os.Stderr, "prose: %d lines to mend; scripts/prose.go has the limits, %s the phrases\n", len(found), mouldsFile)
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "prose:", err)
	os.Exit(1)
}

// tracked are the files that git tracks or would add.
func tracked() []string {
	out, err := exec.Command("git", "ls-files", "-co", "--exclude-standard", "-z", "*.md", "*.go", englishTexts, helpTexts).Output()
	if err != nil {
		fail(fmt.Errorf("git ls-files: %w", err))
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// readMoulds reads the phrases. Each must be found in its own example, so that a pattern with a mistake is noticed.
func readMoulds() (all []mould, err error) {
	text, err := os.ReadFile(mouldsFile)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != 4 || cells[0] != "all" && cells[0] != "go" {
			return nil, fmt.Errorf("%s:%d: want four cells: all or go, pattern, example, what to write instead", mouldsFile, i+1)
		}
		p, err := regexp.Compile("(?i)" + cells[1])
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", mouldsFile, i+1, err)
		}
		if !p.MatchString(cells[2]) {
			return nil, fmt.Errorf("%s:%d: the pattern does not find its example %q", mouldsFile, i+1, cells[2])
		}
		all = append(all, mould{cells[0] == "go", p, cells[3]})
	}
	return all, nil
}

// piece is text that people read, and the line it begins on.
type piece struct {
	line int
	text string
}

// search finds phrases. White space is one space, so that a phrase over a line's end is found.
func search(moulds []mould, isGo bool, name string, pieces []piece) (found []finding) {
	for _, p := range pieces {
		text := strings.Join(strings.Fields(p.text), " ")
		for _, m := range moulds {
			if m.goOnly && !isGo {
				continue
			}
			if phrase := m.pattern.FindString(text); phrase != "" {
				found = append(found, finding{name, p.line, fmt.Sprintf("%q: write %q", phrase, m.instead)})
			}
		}
	}
	return found
}

var code = regexp.MustCompile("`[^`]*`")

// prose returns the paragraphs of a Markdown file, without blocks and spans of code.
func prose(text []byte) (all []piece) {
	fenced := false
	for i, line := range strings.Split(string(text), "\n") {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") {
			fenced = !fenced
			continue
		}
		if fenced {
			continue
		}
		if trimmed == "" || len(all) == 0 || strings.HasPrefix(trimmed, "|") || strings.HasPrefix(trimmed, "- ") {
			all = append(all, piece{line: i + 1})
		}
		all[len(all)-1].text += line + "\n"
	}
	for i := range all {
		all[i].text = code.ReplaceAllString(all[i].text, "`x`")
	}
	return all
}

// literals returns a Go file's string literals of two words or more; literals joined by + are one piece.
func literals(name string, text []byte) (all []piece) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if err != nil {
		fail(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		joined, ok := joinedLiteral(e)
		if ok && strings.Contains(joined, " ") {
			all = append(all, piece{set.Position(e.Pos()).Line, joined})
		}
		return !ok
	})
	return all
}

// joinedLiteral returns the text of a string literal, or of a sum that has one, with a word for every other operand.
func joinedLiteral(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, e.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		x, okX := joinedLiteral(e.X)
		y, okY := joinedLiteral(e.Y)
		if !okX {
			x = "%s"
		}
		if !okY {
			y = "%s"
		}
		return x + y, e.Op == token.ADD && (okX || okY)
	}
	return "", false
}

// uncommented returns a TypeScript file's lines without those that are comments.
func uncommented(text []byte) (all []piece) {
	for i, line := range strings.Split(string(text), "\n") {
		if trimmed := strings.TrimSpace(line); !strings.HasPrefix(trimmed, "//") && !strings.HasPrefix(trimmed, "*") {
			all = append(all, piece{i + 1, line})
		}
	}
	return all
}

// allowed returns the phrases in files that are not listed as left, and the lines of that list without a phrase.
func allowed(phrases []finding) (found []finding) {
	text, err := os.ReadFile(mouldsLeftFile)
	if err != nil && !os.IsNotExist(err) {
		fail(err)
	}
	covered := make([]bool, len(phrases))
	for i, line := range strings.Split(string(text), "\n") {
		prefix := strings.TrimSpace(line)
		if prefix == "" || prefix[0] == '#' {
			continue
		}
		used := false
		for k, f := range phrases {
			if strings.HasPrefix(f.file, prefix) {
				covered[k], used = true, true
			}
		}
		if !used {
			found = append(found, finding{mouldsLeftFile, i + 1, prefix + " has no such phrase any more: delete this line"})
		}
	}
	for k, f := range phrases {
		if !covered[k] {
			found = append(found, f)
		}
	}
	return found
}

var (
	unbreakable = regexp.MustCompile(`^\s*([-*] |\d+\. |> )?\S+$`)
	picture     = regexp.MustCompile(`^\s*(- )?!?\[!?\[?[^\]]*\]\([^)]*\)`)
)

// columns finds lines that are too long. In README.md only pictures and code that cannot be broken are exempt nowhere.
func columns(name string, text []byte) (found []finding) {
	fenced := false
	for i, line := range bytes.Split(text, []byte("\n")) {
		trimmed := bytes.TrimSpace(line)
		if bytes.HasPrefix(trimmed, []byte("```")) {
			fenced = !fenced
		}
		exempt := name != "README.md" && (fenced || bytes.HasPrefix(trimmed, []byte("|")) || bytes.HasPrefix(line, []byte("    ")) ||
			unbreakable.Match(line) || picture.Match(line))
		if n := utf8.RuneCount(line); n > maxColumns && !exempt {
			found = append(found, finding{name, i + 1, fmt.Sprintf("%d columns, at most %d", n, maxColumns)})
		}
	}
	return found
}

// readme holds README.md against its own limits.
func readme() (found []finding) {
	const name = "README.md"
	text, err := os.ReadFile(name)
	if err != nil {
		fail(err)
	}
	if n := bytes.Count(text, []byte("\n")); n > readmeLines {
		found = append(found, finding{name, n, fmt.Sprintf("%d lines, at most %d: move what is in detail to docs/", n, readmeLines)})
	}
	if n := len(bytes.Fields(text)); n > readmeWords {
		found = append(found, finding{name, 1, fmt.Sprintf("%d words, at most %d", n, readmeWords)})
	}
	for i, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		for _, cell := range strings.Split(line, "|") {
			if n := len(strings.Fields(cell)); n > readmeCell {
				found = append(found, finding{name, i + 1, fmt.Sprintf("a table cell of %d words, at most %d", n, readmeCell)})
			}
		}
	}
	return found
}

var (
	link    = regexp.MustCompile(`(?:\[` + "`" + `(?:\w+\.)*(\w+)` + "`" + `)?\]\(([^):#\s]*)(?:#([^)\s]*))?\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	noWord  = regexp.MustCompile(`[^\pL\pN _-]`)
)

// links finds links to files that do not exist, to headings that a page does not have, and to functions and types
// ([`Engine.Step`](sim/step.go)) that a file does not declare.
func links(name string, text []byte) (found []finding) {
	for _, m := range link.FindAllSubmatchIndex(text, -1) {
		file, anchor, declared := name, "", ""
		if m[2] >= 0 {
			declared = string(text[m[2]:m[3]])
		}
		if m[5] > m[4] {
			file = path.Join(path.Dir(name), string(text[m[4]:m[5]]))
		}
		if m[6] >= 0 {
			anchor = string(text[m[6]:m[7]])
		}
		line := 1 + bytes.Count(text[:m[0]], []byte("\n"))
		if _, err := os.Stat(file); err != nil {
			found = append(found, finding{name, line, "the link to " + file + " leads nowhere"})
		} else if anchor != "" && strings.HasSuffix(file, ".md") && !slices.Contains(anchors(file), anchor) {
			found = append(found, finding{name, line, file + " has no heading #" + anchor})
		} else if declared != "" && strings.HasSuffix(file, ".go") {
			body, _ := os.ReadFile(file)
			if !regexp.MustCompile(`(?m)^(func|type|var|const|\t)[^=]*\b` + declared + `\b`).Match(body) {
				found = append(found, finding{name, line, file + " declares no " + declared})
			}
		}
	}
	return found
}

// anchors returns the anchors of a page's headings, as forges make them.
func anchors(name string) (all []string) {
	text, err := os.ReadFile(name)
	if err != nil {
		fail(err)
	}
	for _, m := range heading.FindAllSubmatch(text, -1) {
		words := noWord.ReplaceAllString(strings.ToLower(string(m[1])), "")
		all = append(all, strings.ReplaceAll(words, " ", "-"))
	}
	return all
}
