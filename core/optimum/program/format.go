package program

import (
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

// Formats lists all formats.
var Formats = []Format{HiGHS, CBC, SCIP, CPLEX, Gurobi}

// WriteStart writes a solution, starts in slots parallel to the jobs, for a solver to
// begin with: a solution file of HiGHS or SCIP, the file of CBC's -mipStart, or an MST
// file of CPLEX or Gurobi. A start without a variable is an error.
func (p *Program) WriteStart(w io.Writer, f Format, slots []int64) error {
	for i, t := range slots {
		if t < p.first[i] || t > p.last(i) {
			return fmt.Errorf("job %d of the instance cannot start in slot %d of the program: its slots are %d to %d",
				i, t, p.first[i], p.last(i))
		}
	}
	b := newFile(w)
	line, end := "%[1]s 1\n", "" // line takes the variable's name, column and cost
	switch f {
	case HiGHS:
		p.writeHiGHS(b, slots)
		return b.Flush()
	case CPLEX:
		fmt.Fprint(b, "<?xml version=\"1.0\" standalone=\"yes\"?>\n<CPLEXSolutions version=\"1.2\">\n <CPLEXSolution version=\"1.2\">\n"+
			"  <header problemName=\"program\" solutionName=\"start\" solutionIndex=\"0\" MIPStartEffortLevel=\"2\"/>\n  <variables>\n")
		line = "   <variable name=\"%[1]s\" index=\"%[2]d\" value=\"1\"/>\n"
		end = "  </variables>\n </CPLEXSolution>\n</CPLEXSolutions>\n"
	case CBC:
		fmt.Fprintf(b, "Stopped on time - objective value %d\n", p.Cost(slots))
		line = "%[2]d %[1]s 1 %[3]d\n"
	case SCIP:
		fmt.Fprintf(b, "solution status: unknown\nobjective value: %d\n", p.Cost(slots))
	case Gurobi:
		fmt.Fprint(b, "# MIP start\n")
	default:
		return unknown(string(f))
	}
	column := int64(0) // of the job's first variable
	for i, t := range slots {
		fmt.Fprintf(b, line, name(i, t), column+t-p.first[i], p.cost(i, t))
		column += p.last(i) - p.first[i] + 1
	}
	b.WriteString(end)
	return b.Flush()
}

// writeHiGHS names every column, as HiGHS requires.
func (p *Program) writeHiGHS(b *file, slots []int64) {
	fmt.Fprintf(b, "Model status\nUnknown\n\n# Primal solution values\nFeasible\nObjective %d\n# Columns %d\n", p.Cost(slots), p.Variables())
	for i, t := range p.variables() {
		value := " 0\n"
		if t == slots[i] {
			value = " 1\n"
		}
		b.variable(i, t).put(value)
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

// FormatNamed returns the format of that name, in any case.
func FormatNamed(name string) (Format, error) {
	if f := Format(strings.ToLower(name)); slices.Contains(Formats, f) {
		return f, nil
	}
	return "", unknown(name)
}

func unknown(format string) error {
	return fmt.Errorf("no solution format %q: give one of %q", format, Formats)
}
