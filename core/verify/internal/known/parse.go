package known

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A parser reads one file line by line.
type parser struct {
	file       string
	lines      []string
	at         int // lines read
	title, doc string
	unit       unit

	id, submit int64 // of the last job, -1 before the first
	scheduled  bool  // jobs are complete
}

// A unit is the unit of a file's numbers: 1, or with zeros the last decimal place.
type unit struct {
	zeros string
	most  int64
	doc   string
}

var (
	whole      = unit{"", job.MaxSeconds, fmt.Sprintf("a whole number from 0 to %d", job.MaxSeconds)}
	millionths = unit{"000000", 1e12, "a number from 0 to 1000000 with at most six decimal places"}
)

func (u unit) parse(word string) (n int64, ok bool) {
	before, after, dot := strings.Cut(word, ".")
	if before == "" || dot && after == "" || len(after) > len(u.zeros) || strings.ContainsAny(word, "+-") {
		return 0, false
	}
	n, err := strconv.ParseInt(before+after+u.zeros[len(after):], 10, 64)
	return n, err == nil && n <= u.most
}

// choice sets flag if word is yes, and reports whether it is one of the two words.
func choice(word, no, yes string, flag *bool) bool {
	*flag = word == yes
	return *flag || word == no
}

// A format is what a kind of file consists of, besides prose.
type format struct {
	head     string // first word of the line of settings
	needs    string // the setting that must be given, or ""
	settings string // for an error, as in "procs=N nor overrun=cut|extend"
	set      func(key, value string) bool
	block    func(words []string) // any other line, which the block's rows follow
}

// A failure is what the methods of a parser panic with.
type failure struct{ error }

func (p *parser) fail(format string, args ...any) {
	panic(failure{fmt.Errorf("%s:%d: %s", p.file, p.at, fmt.Sprintf(format, args...))})
}

func newParser(file, text string, u unit) *parser {
	return &parser{file: file, lines: strings.Split(text, "\n"), unit: u, id: -1, submit: -1}
}

// head returns the file's name without folder and ending, and its prose.
func (p *parser) head() (name, title, doc string) {
	return strings.TrimSuffix(path.Base(p.file), ".txt"), p.title, p.doc
}

// read reads the file.
func (p *parser) read(f format) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = r.(failure).error
		}
	}()
	headed := false
	for p.at < len(p.lines) {
		line := strings.TrimRight(p.lines[p.at], " \t\r")
		p.at++
		words := strings.Fields(line)
		prose, isProse := strings.CutPrefix(line, "#")
		switch {
		case len(words) == 0 || isProse && headed:
		case isProse:
			p.prose(strings.TrimPrefix(prose, " "))
		case words[0] == f.head:
			headed = true
			p.settings(f, words[1:])
		case !headed:
			p.fail("%q comes before the %s line", line, f.head)
		default:
			f.block(words)
		}
	}
	if p.title == "" || p.id < 0 || !p.scheduled {
		p.fail("a case has a title, a %s, jobs and at least one schedule", f.head)
	}
	return nil
}

// prose adds a line to the title and the doc.
func (p *parser) prose(line string) {
	if p.title == "" {
		p.title = line
	} else if p.doc != "" || line != "" {
		p.doc += line + "\n"
	}
}

func (p *parser) settings(f format, words []string) {
	missing := f.needs
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		if !f.set(key, value) {
			p.fail("%q is neither %s", w, f.settings)
		}
		if key == missing {
			missing = ""
		}
	}
	if missing != "" {
		p.fail("the %s has no %s=N", f.head, missing)
	}
}

// rows yields the lines between the separator, which comes next, and the next empty
// line, without prose.
func (p *parser) rows(yield func(row string) bool) {
	if p.at >= len(p.lines) || strings.TrimSpace(p.lines[p.at]) != "----" {
		p.fail("expected a line of four hyphens after this one")
	}
	for p.at++; p.at < len(p.lines) && strings.TrimSpace(p.lines[p.at]) != ""; {
		row := p.lines[p.at]
		p.at++
		if !strings.HasPrefix(row, "#") && !yield(row) {
			return
		}
	}
}

// numbers reads n numbers and returns the words after them.
func (p *parser) numbers(row string, n int) (values []int64, rest []string) {
	words := strings.Fields(row)
	if len(words) < n {
		p.fail("%q has %d fields of %d", row, len(words), n)
	}
	for _, w := range words[:n] {
		v, ok := p.unit.parse(w)
		if !ok {
			p.fail("%q is not %s", w, p.unit.doc)
		}
		values = append(values, v)
	}
	return values, words[n:]
}

// next checks the place of a job.
func (p *parser) next(id, submit int64) {
	if p.scheduled {
		p.fail("job %d comes after a schedule", id)
	}
	if submit < p.submit || submit == p.submit && id <= p.id {
		p.fail("job %d is not in the order of submission and number", id)
	}
	p.id, p.submit = id, submit
}

// parts reads A:4+B:2: find returns the index of a name, or -1, and its most.
func (p *parser) parts(words, expected string, find func(name string) (at, most int), add func(at, n int)) {
	for word := range strings.SplitSeq(words, "+") {
		name, number, _ := strings.Cut(word, ":")
		at, most := find(name)
		n, err := strconv.Atoi(number)
		if err != nil || at < 0 || n < 1 || n > most {
			p.fail("%q is not a part: expected %s", word, expected)
		}
		add(at, n)
	}
}
