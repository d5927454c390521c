package measured

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/internal/bounded"
	"github.com/backfill-lab/backfill/internal/printable"
)

// Columns is the first line of a file of calls. Every other line is a call, or a remark
// on those below it, such as the machine's, if it begins with #. No line is empty, and no
// column: a dash stands for an empty text.
const Columns = "second\twaiting\tsha256\tsolver\tscale\tworkers\tlimit_s\tversion\tslot_s\tstatus\tcost\tbound\t" +
	"seconds\trelaxed_s\tcpu_s\twhy"

// Read reads a file of calls. An error names the file and the line. No two calls have the
// same instance and setup.
func Read(name string, r io.Reader) (calls []Call, remarks []string, err error) {
	type key struct {
		sha256 string
		Setup
	}
	seen := map[key]int{}
	s := bounded.Lines(r, 64<<10)
	for line := 1; s.Scan(); line++ {
		text := s.Text()
		switch {
		case line == 1 && text != Columns:
			return nil, nil, fmt.Errorf("%s:1: the columns are %q, want %q", name, printable.Name(text), Columns)
		case line == 1:
			continue
		case strings.HasPrefix(text, "#"):
			remarks = append(remarks, strings.TrimSpace(text[1:]))
			continue
		}
		c, err := parse(text)
		if err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		k := key{c.SHA256, c.Setup}
		if other := seen[k]; other > 0 {
			return nil, nil, fmt.Errorf("%s:%d: line %d is the same call of %v", name, line, other, c.Setup)
		}
		seen[k] = line
		calls = append(calls, c)
	}
	if err := s.Err(); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return calls, remarks, nil
}

// none stands for an empty text.
const none = "-"

func parse(line string) (c Call, err error) {
	f := strings.Split(line, "\t")
	names := strings.Split(Columns, "\t")
	if len(f) != len(names) {
		return c, fmt.Errorf("%d columns, want %d", len(f), len(names))
	}
	column := func(title string) string {
		for i, name := range names {
			if name == title {
				return f[i]
			}
		}
		panic("measured: no column " + title)
	}
	text := func(title string) string {
		if s := column(title); s != none {
			return s
		}
		return ""
	}
	integer := func(title string) (n int64) {
		n, e := strconv.ParseInt(column(title), 10, 64)
		if (e != nil || n < 0) && err == nil {
			err = fmt.Errorf("%s is %q, want a whole number", title, column(title))
		}
		return n
	}
	seconds := func(title string) (x float64) {
		x, e := strconv.ParseFloat(column(title), 64)
		if !(e == nil && x >= 0 && x < 1e9) && err == nil {
			err = fmt.Errorf("%s is %q, want seconds", title, column(title))
		}
		return x
	}
	c = Call{Now: integer("second"), Waiting: int(integer("waiting")), SHA256: text("sha256"), Version: text("version"),
		Setup: Setup{text("solver"), text("scale"), int(integer("workers")), seconds("limit_s")},
		Slot:  integer("slot_s"), Status: text("status"), Cost: integer("cost"), Bound: integer("bound"),
		Seconds: seconds("seconds"), Relaxed: seconds("relaxed_s"), CPU: seconds("cpu_s"), Why: text("why")}
	if err == nil && (len(c.SHA256) != 64 || c.Solver == "" || c.Status == "") {
		err = fmt.Errorf("the SHA-256 %q, the solver %q or the status %q is none", c.SHA256, c.Solver, c.Status)
	}
	return c, err
}

// Line is c as a line of a file without its end, with milliseconds.
func (c *Call) Line() string {
	return fmt.Sprintf("%d\t%d\t%s\t%s\t%s\t%d\t%g\t%s\t%d\t%s\t%d\t%d\t%.3f\t%.3f\t%.3f\t%s", c.Now, c.Waiting, c.SHA256, c.Solver,
		cmp.Or(c.Scale, none), c.Workers, c.Limit, cmp.Or(c.Version, none), c.Slot, c.Status, c.Cost, c.Bound, c.Seconds, c.Relaxed, c.CPU,
		cmp.Or(c.Why, none))
}

// A Table is a file of calls that grows, a line at a time, so that an interruption leaves whole lines.
type Table struct {
	Calls  []Call
	file   io.Writer
	remark string // the last one
}

// OpenTable reads a file of calls, or begins an empty one. What is added is written to its end.
func OpenTable(name string, file io.ReadWriter) (*Table, error) {
	text := bufio.NewReader(file)
	if _, err := text.Peek(1); err == io.EOF {
		_, err := io.WriteString(file, Columns+"\n")
		return &Table{file: file}, err
	}
	calls, remarks, err := Read(name, text)
	if err != nil {
		return nil, err
	}
	t := &Table{Calls: calls, file: file}
	if n := len(remarks); n > 0 {
		t.remark = remarks[n-1]
	}
	return t, nil
}

// Has reports whether the table has a call of the setup for the instance of that SHA-256.
func (t *Table) Has(sha256 string, s Setup) bool {
	return slices.ContainsFunc(t.Calls, func(c Call) bool { return c.SHA256 == sha256 && c.Setup == s })
}

// Add adds a call, below a remark on the machine unless that is the last one already.
func (t *Table) Add(remark string, c Call) error {
	if remark != t.remark {
		if _, err := io.WriteString(t.file, "# "+remark+"\n"); err != nil {
			return err
		}
		t.remark = remark
	}
	t.Calls = append(t.Calls, c)
	_, err := io.WriteString(t.file, c.Line()+"\n")
	return err
}
