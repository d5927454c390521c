package program

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// A Solution is the content of a solver's file. Its starts are variables of the program;
// a referee must say whether they are a legal schedule.
type Solution struct {
	Status    string  // in the solver's words; "" if the format has none
	Objective float64 // from the file; NaN if absent
	Slots     []int64 // starts, parallel to the jobs; nil if the file holds no solution
}

const nearOne = 1e-4 // tolerance of a variable's distance from 0 or 1

// ReadSolution reads a solver's solution file. A variable that is not the program's or is
// neither 0 nor 1, and a job that starts twice or never, are errors.
func (p *Program) ReadSolution(r io.Reader, f Format) (*Solution, error) {
	read := &reading{p: p, s: &Solution{Objective: math.NaN()}}
	var err error
	switch f {
	case HiGHS:
		err = read.lines(r, read.highs())
	case CBC:
		err = read.lines(r, read.cbc())
	case SCIP:
		err = read.lines(r, read.scip)
	case Gurobi:
		err = read.lines(r, read.gurobi)
	case CPLEX:
		err = read.cplex(r)
	default:
		err = unknown(string(f))
	}
	if s := read.s; err == nil && s.Slots != nil && read.found < len(s.Slots) {
		err = fmt.Errorf("%d of %d jobs never start", len(s.Slots)-read.found, len(s.Slots))
	}
	if err != nil {
		return nil, err
	}
	return read.s, nil
}

// A reading is a solution file half read.
type reading struct {
	p     *Program
	s     *Solution
	found int // jobs that start
}

const longestLine = 1 << 20 // bytes, of solution files; also of an element in XML

func (d *reading) lines(r io.Reader, each func(line string) error) error {
	s := bounded.Lines(r, longestLine)
	for n := 1; s.Scan(); n++ {
		if line := strings.TrimSpace(s.Text()); line != "" {
			if err := each(line); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
		}
	}
	return s.Err()
}

// highs reads a file with sections; only the columns of the primal solution count.
func (d *reading) highs() func(string) error {
	before, primal, columns := "", false, false
	return func(line string) error {
		switch {
		case before == "Model status":
			d.s.Status = line
		case strings.HasPrefix(line, "# "):
			primal = strings.HasPrefix(line, "# Primal") || primal && !strings.HasPrefix(line, "# Dual")
			columns = primal && strings.HasPrefix(line, "# Columns")
		case primal && !columns && strings.HasPrefix(line, "Objective "):
			return d.objective(strings.TrimPrefix(line, "Objective "))
		case columns:
			return d.pair(line)
		}
		before = line
		return nil
	}
}

// cbc reads a line with the status, then number, name, value and cost of each variable
// that is not 0. Stars before the number mark a violated bound.
func (d *reading) cbc() func(string) error {
	first, none := true, false
	return func(line string) error {
		if none {
			return nil
		}
		if first {
			first = false
			status, value, ok := strings.Cut(line, " - objective value ")
			d.s.Status = status
			none = strings.Contains(status, "no integer solution") // a relaxation's follows
			if !ok || none {
				return nil
			}
			return d.objective(strings.Fields(value + " ?")[0])
		}
		fields := strings.Fields(strings.TrimLeft(line, "* "))
		if len(fields) < 3 {
			return fmt.Errorf("%.60q is not the number, name, value and cost of a variable", line)
		}
		return d.variable(fields[1], fields[2])
	}
}

func (d *reading) scip(line string) error {
	if rest, ok := strings.CutPrefix(line, "solution status:"); ok {
		d.s.Status = strings.TrimSpace(rest)
		return nil
	}
	return d.marked(line, "objective value:", "no solution")
}

func (d *reading) gurobi(line string) error { return d.marked(line, "# Objective value =", "#") }

// marked reads the objective, or a variable unless the line begins with other.
func (d *reading) marked(line, objective, other string) error {
	if rest, ok := strings.CutPrefix(line, objective); ok {
		return d.objective(rest)
	}
	if strings.HasPrefix(line, other) {
		return nil
	}
	return d.pair(line)
}

var errElement = fmt.Errorf("an element has more than %d MB: this is not a solution of CPLEX", longestLine>>20)

// xmlError words an error of encoding/xml.
func xmlError(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("line %d: this is not the XML of a solution: the file is cut off or damaged", syntax.Line)
	}
	return err
}

// cplex reads the header and the variables of the first solution of an XML file.
func (d *reading) cplex(r io.Reader) error {
	src := &text.Bounded{Src: r, Most: longestLine, TooLong: errElement}
	x := xml.NewDecoder(src)
	for solutions := 0; ; {
		src.Begin(x.InputOffset())
		token, err := x.Token()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return xmlError(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		at := func(key string) string {
			for _, a := range e.Attr {
				if a.Name.Local == key {
					return a.Value
				}
			}
			return ""
		}
		switch e.Name.Local {
		case "CPLEXSolution":
			if solutions++; solutions > 1 {
				return nil
			}
		case "header":
			d.s.Status = at("solutionStatusString")
			if v := at("objectiveValue"); v != "" {
				err = d.objective(v)
			}
		case "variable":
			err = d.variable(at("name"), at("value"))
		}
		if err != nil {
			return err
		}
	}
}

// pair reads a name and a value, and ignores the rest of the line.
func (d *reading) pair(line string) error {
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return fmt.Errorf("%.60q is not the name and value of a variable", line)
	}
	return d.variable(fields[0], fields[1])
}

func (d *reading) objective(text string) error {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		return fmt.Errorf("the objective value %.60q is not a number", text)
	}
	d.s.Objective = v
	return nil
}

func (d *reading) variable(name, value string) error {
	i, t, err := d.p.parse(name)
	if err != nil {
		return err
	}
	v, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil:
		return fmt.Errorf("the value %.60q of %.60s is not a number", value, name)
	case math.Abs(v) <= nearOne:
		return nil
	case !(math.Abs(v-1) <= nearOne):
		return fmt.Errorf("%.60s is %.60s, which is neither 0 nor 1", name, value)
	}
	if d.s.Slots == nil {
		d.s.Slots = slices.Repeat([]int64{-1}, len(d.p.length))
	}
	if d.s.Slots[i] >= 0 {
		return fmt.Errorf("job %d of the instance starts in slot %d and in slot %d", i, d.s.Slots[i], t)
	}
	d.s.Slots[i] = t
	d.found++
	return nil
}

// parse reads the name of a variable.
func (p *Program) parse(name string) (i int, t int64, err error) {
	rest, x := strings.CutPrefix(name, "x")
	job, slot, _ := strings.Cut(rest, "_")
	i, errJob := strconv.Atoi(job)
	t, errSlot := strconv.ParseInt(slot, 10, 64)
	if !x || errJob != nil || errSlot != nil || i < 0 || i >= len(p.length) || t < p.first[i] || t > p.last(i) {
		return 0, 0, fmt.Errorf("%.60q is not a variable of the program", name)
	}
	return i, t, nil
}
