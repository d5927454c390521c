package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Filter chooses jobs by an expression, as in the archive's notes on cleaned logs:
// "user=135 and (job>=47421 and job<=50307)".
//
//	expression = term { "or" term }
//	term       = factor { "and" factor }
//	factor     = "not" factor | "(" expression ")" | comparison
//	comparison = field ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) ( number | name | "name" )
//
// The fields are job, submit, wait, run, estimate, procs, memory, status (see job.Job),
// user, group, queue, partition, app (by number or name) and hour, the hour of day of
// the submission, 0 to 23, in the log's TimeZoneString. Names allow only = and !=. A
// value that the log does not give is -1. "(2080 jobs removed)" at the end, as in the
// archive's notes, is ignored.
type Filter struct {
	text  string
	root  node
	hours bool
}

// String returns the expression as given.
func (f *Filter) String() string { return f.text }

// A subject is a job of a workload, with the time zone of its log.
type subject struct {
	*job.Job
	w    *Workload
	zone *time.Location
}

// A node reports whether a job is chosen.
type node func(subject) bool

// fields are the fields with numbers.
var fields = map[string]func(subject) int64{
	"job":      func(s subject) int64 { return s.ID },
	"submit":   func(s subject) int64 { return s.Submit },
	"wait":     func(s subject) int64 { return s.Wait },
	"run":      func(s subject) int64 { return s.Run },
	"estimate": func(s subject) int64 { return s.Estimate },
	"procs":    func(s subject) int64 { return int64(s.Procs) },
	"memory":   func(s subject) int64 { return s.MemoryKiB },
	"status":   func(s subject) int64 { return int64(s.Status) },
	"hour":     func(s subject) int64 { return int64(time.Unix(s.w.UnixStart+s.Submit, 0).In(s.zone).Hour()) },
}

// nameFields are the fields with names.
var nameFields = map[string]func(subject) string{
	"user":      func(s subject) string { return s.w.Users.Name(s.User) },
	"group":     func(s subject) string { return s.w.Groups.Name(s.Group) },
	"queue":     func(s subject) string { return s.w.Queues.Name(s.Queue) },
	"partition": func(s subject) string { return s.w.Partitions.Name(s.Partition) },
	"app":       func(s subject) string { return s.w.Apps.Name(s.App) },
}

// ParseFilter reads an expression.
func ParseFilter(text string) (*Filter, error) {
	p := &filterParser{rest: stripRemoved(text), text: text}
	f := &Filter{text: strings.TrimSpace(text)}
	p.next()
	f.root = p.or()
	if p.err == nil && p.token != "" {
		p.fail("and, or, or the end")
	}
	f.hours = p.hours
	return f, p.err
}

// stripRemoved removes "(2080 jobs removed)" from the end.
func stripRemoved(text string) string {
	text = strings.TrimSpace(text)
	if i := strings.LastIndexByte(text, '('); i >= 0 {
		if words := strings.Fields(text[i+1:]); len(words) == 3 && strings.HasPrefix(words[1], "job") && words[2] == "removed)" {
			return text[:i]
		}
	}
	return text
}

// bind returns a function that reports whether the filter chooses a job of w.
func (f *Filter) bind(w *Workload) (func(*job.Job) bool, error) {
	zone := time.UTC
	if f.hours {
		if w.UnixStart == 0 || w.TimeZone == "" && !w.LocalTimes {
			return nil, fmt.Errorf("the filter %q needs the time of day, but the log lacks UnixStartTime or TimeZoneString: give --timezone", f.text)
		}
		var err error
		if zone, err = Zone(w.TimeZone); err != nil {
			return nil, fmt.Errorf("the filter %q: %w", f.text, err)
		}
	}
	return func(j *job.Job) bool { return f.root(subject{j, w, zone}) }, nil
}

// A filterParser reads an expression by recursive descent.
type filterParser struct {
	text, rest string
	token      string // "" at the end; a quoted name keeps its first quote
	depth      int
	hours      bool
	err        error
}

// maxDepth bounds parentheses and nots.
const maxDepth = 100

func (p *filterParser) fail(want string) node {
	if p.err == nil {
		got := strconv.Quote(p.token)
		if p.token == "" {
			got = "the end"
		}
		p.err = fmt.Errorf("the filter %q cannot be read: found %s, expected %s", p.text, got, want)
	}
	return func(subject) bool { return false }
}

// next reads the next token.
func (p *filterParser) next() {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	n := 0
	switch {
	case p.rest == "":
	case p.rest[0] == '"':
		end := strings.IndexByte(p.rest[1:], '"')
		if end < 0 {
			p.token = p.rest
			p.fail(`a name with a " at its end`)
			p.rest = ""
			return
		}
		p.token, p.rest = p.rest[:end+1], p.rest[end+2:]
		return
	case strings.IndexByte("=<>!", p.rest[0]) >= 0:
		n = 1
		if len(p.rest) > 1 && p.rest[1] == '=' {
			n = 2
		}
	case strings.IndexByte("()", p.rest[0]) >= 0:
		n = 1
	default:
		if n = strings.IndexAny(p.rest, " \t\r\n=<>!()\""); n < 0 {
			n = len(p.rest)
		}
	}
	p.token, p.rest = p.rest[:n], p.rest[n:]
}

func (p *filterParser) or() node {
	left := p.and()
	for p.err == nil && strings.EqualFold(p.token, "or") {
		p.next()
		a, b := left, p.and()
		left = func(s subject) bool { return a(s) || b(s) }
	}
	return left
}

func (p *filterParser) and() node {
	left := p.factor()
	for p.err == nil && strings.EqualFold(p.token, "and") {
		p.next()
		a, b := left, p.factor()
		left = func(s subject) bool { return a(s) && b(s) }
	}
	return left
}

func (p *filterParser) factor() node {
	if p.depth++; p.depth > maxDepth {
		return p.fail("fewer parentheses")
	}
	defer func() { p.depth-- }()
	switch {
	case p.err != nil:
		return p.fail("")
	case strings.EqualFold(p.token, "not"):
		p.next()
		inner := p.factor()
		return func(s subject) bool { return !inner(s) }
	case p.token == "(":
		p.next()
		inner := p.or()
		if p.token != ")" {
			return p.fail("a )")
		}
		p.next()
		return inner
	}
	return p.comparison()
}

// operators list the results of cmp.Compare for which a comparison holds.
var operators = map[string][]int{"=": {0}, "==": {0}, "!=": {-1, 1}, "<": {-1}, "<=": {-1, 0}, ">": {1}, ">=": {0, 1}}

func (p *filterParser) comparison() node {
	field := strings.ToLower(p.token)
	number, name := fields[field], nameFields[field]
	if number == nil && name == nil {
		return p.fail("a field (job, submit, wait, run, estimate, procs, memory, status, user, group, queue, partition, app, hour)")
	}
	p.hours = p.hours || field == "hour"
	p.next()
	op := p.token
	holds := operators[op]
	if holds == nil {
		return p.fail("one of = != < <= > >=")
	}
	test := func(a, b int64) bool { return slices.Contains(holds, cmp.Compare(a, b)) }
	p.next()
	value, quoted := strings.CutPrefix(p.token, `"`)
	if !quoted && (value == "" || strings.ContainsAny(value, "=<>!()")) {
		return p.fail("a number or a name")
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if number != nil {
		if err != nil || quoted {
			return p.fail("a whole number")
		}
		p.next()
		return func(s subject) bool { return test(number(s), n) }
	}
	if equal := op != "!="; !equal || op == "=" || op == "==" {
		p.next()
		if err == nil && !quoted {
			value = strconv.FormatInt(n, 10)
			if n == -1 {
				value = "" // not given
			}
		}
		return func(s subject) bool { return (name(s) == value) == equal }
	}
	if err != nil || quoted {
		return p.fail("a whole number after " + op)
	}
	p.next()
	return func(s subject) bool {
		m, err := strconv.ParseInt(name(s), 10, 64)
		return err == nil && test(m, n)
	}
}
