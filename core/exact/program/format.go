package program

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Format is a solver's format of solutions and starts.
type Format string

// The formats, by the solver that made them.
const (
	HiGHS  Format = "highs"
	CBC    Format = "cbc"
	SCIP   Format = "scip"
	CPLEX  Format = "cplex"
	Gurobi Format = "gurobi"
)

// Formats lists them all.
var Formats = []Format{HiGHS, CBC, SCIP, CPLEX, Gurobi}

// WriteStart writes a solution, starts in slots parallel to the jobs, for a solver
// to begin with: a solution file of HiGHS or SCIP, the file of CBC's -mipStart, or an
// MST file of CPLEX or Gurobi. A start without a variable is an error.
func (p *Program) WriteStart(w io.Writer, f Format, slots []int64) error {
	for i, t := range slots {
		if t < p.first[i] || t > p.last(i) {
			return fmt.Errorf("job %d of the instance cannot start in slot %d of the program: its slots are %d to %d",
				i, t, p.first[i], p.last(i))
		}
	}
	b := bufio.NewWriter(w)
	switch f {
	case HiGHS:
		p.writeHiGHS(b, slots)
	case CPLEX:
		fmt.Fprintf(b, "<?xml version=\"1.0\" standalone=\"yes\"?>\n<CPLEXSolutions version=\"1.2\">\n <CPLEXSolution version=\"1.2\">\n"+
			"  <header problemName=\"program\" solutionName=\"start\" solutionIndex=\"0\" MIPStartEffortLevel=\"2\"/>\n  <variables>\n")
		for i, t := range slots {
			fmt.Fprintf(b, "   <variable name=\"%s\" index=\"%d\" value=\"1\"/>\n", name(nil, i, t), p.column(i, t))
		}
		fmt.Fprint(b, "  </variables>\n </CPLEXSolution>\n</CPLEXSolutions>\n")
	case CBC:
		fmt.Fprintf(b, "Stopped on time - objective value %d\n", p.Cost(slots))
		for i, t := range slots {
			fmt.Fprintf(b, "%d %s 1 %d\n", p.column(i, t), name(nil, i, t), p.cost(i, t))
		}
	case SCIP:
		fmt.Fprintf(b, "solution status: unknown\nobjective value: %d\n", p.Cost(slots))
		for i, t := range slots {
			fmt.Fprintf(b, "%s 1\n", name(nil, i, t))
		}
	case Gurobi:
		fmt.Fprint(b, "# MIP start\n")
		for i, t := range slots {
			fmt.Fprintf(b, "%s 1\n", name(nil, i, t))
		}
	default:
		return unknown(string(f))
	}
	return b.Flush()
}

// writeHiGHS names every column, as HiGHS requires.
func (p *Program) writeHiGHS(b *bufio.Writer, slots []int64) {
	fmt.Fprintf(b, "Model status\nUnknown\n\n# Primal solution values\nFeasible\nObjective %d\n# Columns %d\n", p.Cost(slots), p.Variables())
	var line []byte
	for i, t := range p.variables() {
		line = append(name(line[:0], i, t), " 0\n"...)
		if t == slots[i] {
			line[len(line)-2] = '1'
		}
		b.Write(line)
	}
	used := make([]int64, p.slots)
	for i, t := range slots {
		for at := t; at < p.end(i, t); at++ {
			used[at] += int64(p.in.Jobs[i].Procs)
		}
	}
	fmt.Fprintf(b, "# Rows %d\n", int64(len(slots))+p.slots-p.from())
	for i := range slots {
		fmt.Fprintf(b, "j%d 1\n", i)
	}
	for t := p.from(); t < p.slots; t++ {
		fmt.Fprintf(b, "t%d %d\n", t, used[t])
	}
}

// column returns the place of x[i,t] among the variables.
func (p *Program) column(i int, t int64) (n int64) {
	for k := range i {
		n += p.last(k) - p.first[k] + 1
	}
	return n + t - p.first[i]
}

// FormatNamed returns the format of that name, whatever its case.
func FormatNamed(name string) (Format, error) {
	if f := Format(strings.ToLower(name)); slices.Contains(Formats, f) {
		return f, nil
	}
	return "", unknown(name)
}

func unknown(format string) error {
	return fmt.Errorf("no solution format %q: give one of %q", format, Formats)
}
