package sacct

import (
	"bytes"
	"fmt"
	"math"
	"slices"
)

// maxSurplus is the most separators in the free text of a row.
const maxSurplus = 255

// split puts the fields of a row into r.fields. A row may have several lines.
func (r *Reader) split(row []byte) error {
	l := r.layout
	if l.end && len(row) > 0 && row[len(row)-1] == l.sep {
		row = row[:len(row)-1]
	}
	fields := bytes.Count(row, []byte{l.sep}) + 1
	surplus, lines := fields-len(l.columns), bytes.IndexByte(row, '\n') >= 0
	if surplus == 0 && !lines {
		rest := row
		last := len(l.columns) - 1
		for _, c := range l.columns[:last] {
			end := bytes.IndexByte(rest, l.sep)
			r.fields[c] = rest[:end]
			rest = rest[end+1:]
		}
		r.fields[l.columns[last]] = rest
		return nil
	}
	if surplus < 0 || surplus > maxSurplus || !r.place(row, surplus) {
		return r.errLine(fmt.Errorf("%w: %d fields, %d columns", ErrFields, fields, len(l.columns)))
	}
	if surplus > 0 {
		r.counts[ruleBar]++
	}
	return nil
}

// A placement is the working memory of place.
type placement struct {
	cuts []int32   // ends of the fields: separators, and the end of the row
	cost [][]int32 // by columns filled and surplus separators used; impossible if there is no way
	from [][]uint8 // the surplus used before the last column
}

const impossible = math.MaxInt32

// noCommand is what it costs that no command line stands where one should and another field looks like one: more than many texts.
const noCommand = 100_000

// place gives surplus separators to the columns of free text, so that the other columns
// look right, with as few texts as possible, and those that stand first in textColumns.
// It costs O(columns × surplus).
func (r *Reader) place(row []byte, surplus int) bool {
	l, p := r.layout, &r.placement
	p.begin(row, l, surplus)
	// One text without an end of a line leaves no choice: errors of fields say more than ErrFields.
	forced := len(l.texts) == 1 && l.sep != ',' && bytes.IndexByte(row, '\n') < 0
	commands := hasCommand(row, l.sep)
	for i, c := range l.columns {
		weight, isText := l.weight(i)
		cost, next := p.cost[i], p.cost[i+1]
		least, at := int32(impossible), 0 // of those with less surplus
		for u := range cost {
			switch to := u; {
			case isText:
				here := cost[u]
				if here < impossible && commands && c == colSubmitLine && !isCommand(p.field(row, i+u, i+u)) {
					here += noCommand
				}
				if next[u], p.from[i+1][u] = here, uint8(u); least < impossible && least+weight < here {
					next[u], p.from[i+1][u] = least+weight, uint8(at)
				}
				if here < least {
					least, at = here, u
				}
			case cost[u] == impossible:
			default:
				if l.sep == ',' && (c == colJobID || c == colJobIDRaw) {
					to = p.bracket(row, i, u, surplus)
				}
				if field := p.field(row, i+u, i+to); forced || r.valid(c, field) {
					next[to], p.from[i+1][to] = cost[u], uint8(u)
				}
			}
		}
		if !slices.ContainsFunc(next, func(c int32) bool { return c < impossible }) {
			return false
		}
	}
	if p.cost[len(l.columns)][surplus] == impossible {
		return false
	}
	for i, u := len(l.columns)-1, surplus; i >= 0; i-- {
		before := int(p.from[i+1][u])
		r.fields[l.columns[i]] = p.field(row, i+before, i+u)
		u = before
	}
	return true
}

// The programs that submit jobs, with what follows their names.
var programs = [...]string{"sbatch ", "srun ", "salloc "}

// isCommand tells whether a text begins with one of programs.
func isCommand(text []byte) bool {
	return slices.ContainsFunc(programs[:], func(p string) bool { return bytes.HasPrefix(text, []byte(p)) })
}

// hasCommand tells whether a field of a row may begin with one of programs.
func hasCommand(row []byte, sep byte) bool {
	for i, b := range row {
		if b == sep && isCommand(row[i+1:]) {
			return true
		}
	}
	return false
}

// weight returns what a separator in column i costs, if it may have any: one text is
// better than two.
func (l *layout) weight(i int) (weight int32, isText bool) {
	rank := slices.Index(l.texts, i)
	return int32(1000 + rank), rank >= 0
}

// begin finds the separators and clears the tables.
func (p *placement) begin(row []byte, l *layout, surplus int) {
	p.cuts = p.cuts[:0]
	for i, b := range row {
		if b == l.sep {
			p.cuts = append(p.cuts, int32(i))
		}
	}
	p.cuts = append(p.cuts, int32(len(row)))
	for len(p.cost) <= len(l.columns) {
		p.cost, p.from = append(p.cost, nil), append(p.from, nil)
	}
	for i := range len(l.columns) + 1 {
		p.cost[i] = slices.Grow(p.cost[i][:0], surplus+1)[:surplus+1]
		p.from[i] = slices.Grow(p.from[i][:0], surplus+1)[:surplus+1]
		for u := range p.cost[i] {
			p.cost[i][u] = impossible
		}
	}
	p.cost[0][0] = 0
}

// field returns the text from the field first up to and with the field last.
func (p *placement) field(row []byte, first, last int) []byte {
	from := int32(0)
	if first > 0 {
		from = p.cuts[first-1] + 1
	}
	return row[from:p.cuts[last]]
}

// bracket returns the surplus used after a job id in column i, which may be a list of
// tasks with commas, such as 123_[1,3].
func (p *placement) bracket(row []byte, i, u, surplus int) int {
	if bytes.IndexByte(p.field(row, i+u, i+u), '[') < 0 {
		return u
	}
	for to := u; to <= surplus; to++ {
		if bytes.IndexByte(p.field(row, i+to, i+to), ']') >= 0 {
			return to
		}
	}
	return u
}

// valid reports whether a field looks like column c: in a row that is shifted by a column,
// there is a name instead of a time or a number.
func (r *Reader) valid(c column, field []byte) bool {
	switch c {
	case colJobID, colJobIDRaw:
		_, err := parseID(field)
		return err == nil
	case colSubmit, colEligible, colStart, colEnd:
		_, err := parseTime(field, nil)
		return err == nil && len(field) > 0
	case colState:
		_, ok := parseState(field)
		return ok && len(field) > 0
	case colAllocTRES, colReqTRES:
		return len(field) == 0 || bytes.IndexByte(field, '=') > 0 && bytes.IndexByte(field, '\n') < 0
	case colElapsed, colElapsedRaw, colTimelimit, colTimelimitRaw, colAllocCPUS, colNCPUS, colReqCPUS, colAllocNodes, colNTasks, colPriority:
		_, err := parseValue(c, field, nil)
		return err == nil
	}
	return bytes.IndexByte(field, '\n') < 0
}

// reach returns how many columns, from the left, the fields of a line look like.
func (r *Reader) reach(line []byte) int {
	l := r.layout
	for i, c := range l.columns {
		end := bytes.IndexByte(line, l.sep)
		field := line
		if end >= 0 {
			field, line = line[:end], line[end+1:]
		}
		if _, isText := l.weight(i); !isText && !r.valid(c, field) {
			return i
		}
		if end < 0 {
			return i + 1
		}
	}
	return len(l.columns)
}
