package program

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// A Solution is the content of a solver's file. Its starts are variables of the program;
// whether they are a legal schedule is for a referee to say.
type Solution struct {
	Status    string  // in the solver's words; "" if the format has none
	Objective float64 // from the file; NaN if absent
	Slots     []int64 // starts, parallel to the jobs; nil if the file holds no solution
}

// nearOne is the tolerance of a variable's distance from 0 or 1.
const nearOne = 1e-4

// ReadSolution reads a solver's solution file. A variable that is not the program's or
// is neither 0 nor 1 is an error, and so is a job that starts twice or never.
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
	if err != nil {
		return nil, err
	}
	return read.done()
}

// A reading is a solution file half read.
type reading struct {
	p     *Program
	s     *Solution
	found int // jobs that start
}

// longestLine bounds the lines of solution files, in bytes.
const longestLine = 1 << 20

func (d *reading) lines(r io.Reader, each func(line string) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, longestLine)
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
			return fmt.Errorf("%q is not the number, name, value and cost of a variable", clip(line))
		}
		return d.variable(fields[1], fields[2])
	}
}

func (d *reading) scip(line string) error {
	if rest, ok := strings.CutPrefix(line, "solution status:"); ok {
		d.s.Status = strings.TrimSpace(rest)
		return nil
	}
	if rest, ok := strings.CutPrefix(line, "objective value:"); ok {
		return d.objective(strings.TrimSpace(rest))
	}
	if strings.HasPrefix(line, "no solution") {
		return nil
	}
	return d.pair(line)
}

func (d *reading) gurobi(line string) error {
	if rest, ok := strings.CutPrefix(line, "# Objective value ="); ok {
		return d.objective(strings.TrimSpace(rest))
	}
	if strings.HasPrefix(line, "#") {
		return nil
	}
	return d.pair(line)
}

// cplex reads the header and the variables of the first solution of an XML file.
func (d *reading) cplex(r io.Reader) error {
	x := xml.NewDecoder(r)
	for solutions := 0; ; {
		token, err := x.Token()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
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
		return fmt.Errorf("%q is not the name and value of a variable", clip(line))
	}
	return d.variable(fields[0], fields[1])
}

func (d *reading) objective(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return fmt.Errorf("the objective value %q is not a number", clip(text))
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
		return fmt.Errorf("the value %q of %s is not a number", clip(value), clip(name))
	case math.Abs(v) <= nearOne:
		return nil
	case !(math.Abs(v-1) <= nearOne):
		return fmt.Errorf("%s is %s, which is neither 0 nor 1", clip(name), clip(value))
	}
	if d.s.Slots == nil {
		d.s.Slots = make([]int64, len(d.p.length))
		for i := range d.s.Slots {
			d.s.Slots[i] = -1
		}
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
	job, slot, ok := strings.Cut(strings.TrimPrefix(name, "x"), "_")
	i, errJob := strconv.Atoi(job)
	t, errSlot := strconv.ParseInt(slot, 10, 64)
	if !ok || !strings.HasPrefix(name, "x") || errJob != nil || errSlot != nil ||
		i < 0 || i >= len(p.length) || t < p.first[i] || t > p.last(i) {
		return 0, 0, fmt.Errorf("%q is not a variable of the program", clip(name))
	}
	return i, t, nil
}

func (d *reading) done() (*Solution, error) {
	if d.s.Slots != nil && d.found < len(d.s.Slots) {
		return nil, fmt.Errorf("%d of %d jobs never start", len(d.s.Slots)-d.found, len(d.s.Slots))
	}
	return d.s, nil
}

// clip keeps what is quoted in an error short.
func clip(s string) string {
	if len(s) > 60 {
		return s[:60] + "..."
	}
	return s
}
