package known

import (
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/job"
)

// A parser reads one file line by line.
type parser struct {
	file  string
	lines []string
	at    int  // lines read
	body  bool // the line after the prose was read
	c     Case

	number     func(word string) (n int64, ok bool)
	numbersAre string // what number accepts
}

// next returns the next line that is neither empty nor prose; prose before the
// body is the title and the doc.
func (p *parser) next() (line string, ok bool) {
	for p.at < len(p.lines) {
		line = strings.TrimRight(p.lines[p.at], " \t\r")
		p.at++
		prose, isProse := strings.CutPrefix(line, "#")
		switch {
		case strings.TrimSpace(line) == "":
		case !isProse:
			return line, true
		case !p.body:
			prose = strings.TrimPrefix(prose, " ")
			if p.c.Title == "" {
				p.c.Title = prose
			} else if p.c.Doc != "" || prose != "" {
				p.c.Doc += prose + "\n"
			}
		}
	}
	return "", false
}

// rows returns the lines between the separator, which comes next, and the next
// empty line, and the number of the first.
func (p *parser) rows() (rows []string, first int, err error) {
	if p.at >= len(p.lines) || strings.TrimSpace(p.lines[p.at]) != "----" {
		return nil, 0, p.errorf("expected a line of four hyphens after this one")
	}
	p.at++
	first = p.at + 1
	for ; p.at < len(p.lines) && strings.TrimSpace(p.lines[p.at]) != ""; p.at++ {
		rows = append(rows, p.lines[p.at])
	}
	return rows, first, nil
}

// blocks reads the file: set gets the settings of the line that begins with head,
// block every later block, the words of its first line and its rows.
func (p *parser) blocks(head string, set func(settings []string) error, block func(words, rows []string, first int) error) error {
	for line, ok := p.next(); ok; line, ok = p.next() {
		words := strings.Fields(line)
		if words[0] == head {
			p.body = true
			if err := set(words[1:]); err != nil {
				return err
			}
			continue
		}
		if !p.body {
			return p.errorf("%q comes before the %s line", line, head)
		}
		rows, first, err := p.rows()
		if err != nil {
			return err
		}
		after := p.at
		if err := block(words, rows, first); err != nil {
			return err
		}
		p.at = after
	}
	return nil
}

// each calls read with every row that is not prose.
func (p *parser) each(rows []string, first int, read func(row string) error) error {
	for i, row := range rows {
		p.at = first + i
		if strings.HasPrefix(row, "#") {
			continue
		}
		if err := read(row); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) block(words, rows []string, first int) error {
	switch words[0] {
	case "swf":
		for _, w := range words[1:] {
			if w != "width=requested" {
				return p.errorf("%q is not width=requested", w)
			}
			p.c.Requested = true
		}
		p.c.SWF = strings.Join(rows, "\n") + "\n"
		return nil
	case "jobs":
		return p.each(rows, first, func(row string) error {
			rest, err := p.job(row)
			if err == nil && (len(rest) > 0 || int(p.c.Jobs[len(p.c.Jobs)-1].Procs) > p.c.Procs) {
				err = p.errorf("%q is not a job of this machine: expected id submit run estimate procs", row)
			}
			return err
		})
	}
	return p.schedule(words, rows, first, func(_ int, words []string) error {
		if len(words) > 0 {
			return p.errorf("%q: expected id start end, then killed if the job was cut", words)
		}
		return nil
	})
}

// machine reads procs=N and overrun=cut|extend.
func (p *parser) machine(settings []string) error {
	for _, s := range settings {
		key, value, _ := strings.Cut(s, "=")
		switch n, err := strconv.Atoi(value); {
		case key == "procs" && err == nil && n > 0 && n <= job.MaxProcs:
			p.c.Procs = n
		case key == "overrun" && (value == "cut" || value == "extend"):
			p.c.Extend = value == "extend"
		default:
			return p.errorf("%q is neither procs=N nor overrun=cut|extend", s)
		}
	}
	if p.c.Procs == 0 {
		return p.errorf("the machine has no procs=N")
	}
	return nil
}

// whole reads a whole number from 0 to job.MaxSeconds.
func whole(word string) (n int64, ok bool) {
	n, err := strconv.ParseInt(word, 10, 64)
	return n, err == nil && n >= 0 && n <= job.MaxSeconds
}

// numbers reads n numbers and returns the words after them.
func (p *parser) numbers(row string, n int) (values []int64, rest []string, err error) {
	words := strings.Fields(row)
	if len(words) < n {
		return nil, nil, p.errorf("%q has %d fields of %d", row, len(words), n)
	}
	for _, w := range words[:n] {
		v, ok := p.number(w)
		if !ok {
			return nil, nil, p.errorf("%q is not %s", w, p.numbersAre)
		}
		values = append(values, v)
	}
	return values, words[n:], nil
}

// job reads "id submit run estimate procs" and returns the words after them.
func (p *parser) job(row string) (rest []string, err error) {
	v, rest, err := p.numbers(row, 5)
	if err != nil {
		return nil, err
	}
	if v[3] < 1 || v[4] < 1 || v[4] > job.MaxProcs {
		return nil, p.errorf("%q is not a job: estimate and processors must be at least 1", row)
	}
	if n := len(p.c.Jobs); n > 0 && (p.c.Jobs[n-1].Submit > v[1] || p.c.Jobs[n-1].Submit == v[1] && p.c.Jobs[n-1].ID >= v[0]) {
		return nil, p.errorf("job %d is not in the order of submission and number", v[0])
	}
	j := job.Unknown
	j.ID, j.Submit, j.Run, j.Estimate, j.Procs = v[0], v[1], v[2], v[3], int32(v[4])
	p.c.Jobs = append(p.c.Jobs, j)
	return rest, nil
}

// schedule reads the policies' rows of "id start end [...] [killed]", one per job in
// any order, and calls more with the words in the middle and the job's index.
func (p *parser) schedule(policies, rows []string, first int, more func(k int, words []string) error) error {
	placed := make([]job.Placement, len(p.c.Jobs))
	for i := range placed {
		placed[i] = job.Placement{Start: job.None, End: job.None}
	}
	err := p.each(rows, first, func(row string) error {
		v, rest, err := p.numbers(row, 3)
		if err != nil {
			return err
		}
		killed := len(rest) > 0 && rest[len(rest)-1] == "killed"
		if killed {
			rest = rest[:len(rest)-1]
		}
		k := slices.IndexFunc(p.c.Jobs, func(j job.Job) bool { return j.ID == v[0] })
		if k < 0 || placed[k].Start != job.None {
			return p.errorf("job %d is unknown or has a row already", v[0])
		}
		if err := more(k, rest); err != nil {
			return err
		}
		placed[k] = job.Placement{Start: v[1], End: v[2], Killed: killed}
		return nil
	})
	if err != nil {
		return err
	}
	p.at = first - 2 // the line that names the policies
	for k := range placed {
		if placed[k].Start == job.None {
			return p.errorf("job %d has no row", p.c.Jobs[k].ID)
		}
	}
	for _, name := range policies {
		if slices.ContainsFunc(p.c.Schedules, func(s Schedule) bool { return s.Policy == name }) {
			return p.errorf("%s has a schedule already", name)
		}
		p.c.Schedules = append(p.c.Schedules, Schedule{Policy: name, Placed: placed})
	}
	return nil
}
