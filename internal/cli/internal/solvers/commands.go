package solvers

import (
	"fmt"
	"strconv"
)

// halfUnit is the absolute gap that solvers may leave: costs are integers, so a
// schedule within it of the bound is optimal. No relative gap is allowed.
const halfUnit = "0.5"

// mstFile is the start file of solvers that know formats by file names.
const mstFile = "start.mst"

var commands = []command{
	{
		name: "highs", program: "highs",
		hint: " nor in a Python environment (pip install highsbox)",
		args: func(model string, l *Limits) []string {
			return []string{"--options_file", "options", "--time_limit", seconds(l), "--read_solution_file", startFile,
				"--solution_file", solutionFile, model}
		},
		files: func(l *Limits) map[string]string {
			parallel := "off"
			if l.workers() > 1 {
				parallel = "on"
			}
			return map[string]string{"options": fmt.Sprintf("mip_rel_gap = 0\nmip_abs_gap = %s\nthreads = %d\nparallel = %s\n",
				halfUnit, l.workers(), parallel)}
		},
		version: `(?m)^Running HiGHS (\S+)`,
		bound:   `(?m)^\s*Dual bound\s+(\S+)`,
		nodes:   `(?m)^\s*Nodes\s+(\d+)`,
		optimal: []string{"Optimal"},
		nothing: `Time limit reached|Memory limit reached`,
	},
	{
		name: "cbc", program: "cbc",
		hint: " nor in a Python environment (pip install pulp; Debian: apt-get install coinor-cbc)",
		args: func(model string, l *Limits) []string {
			return []string{model, "-mipStart", startFile, "-timeMode", "elapsed", "-seconds", seconds(l),
				"-ratioGap", "0", "-allowableGap", halfUnit, "-solve", "-solution", solutionFile}
		},
		version: `(?m)^Version:\s*(\S+)`,
		bound:   `(?m)^Lower bound:\s*(\S+)`,
		nodes:   `(?m)^Enumerated nodes:\s*(\d+)`,
		optimal: []string{"Optimal"},
		nothing: `No feasible solution found|no integer solution|Stopped on time`,
	},
	{
		name: "scip", program: "scip",
		args: func(model string, l *Limits) []string {
			a := []string{"-c", "set limits time " + seconds(l), "-c", "set limits gap 0",
				"-c", "set limits absgap " + halfUnit, "-c", "set lp threads 1"}
			if l.MemoryMiB > 0 {
				a = append(a, "-c", "set limits memory "+strconv.Itoa(l.MemoryMiB))
			}
			return append(a, "-c", "read "+model, "-c", "read "+startFile, "-c", "optimize",
				"-c", "write solution "+solutionFile, "-c", "display statistics", "-c", "quit")
		},
		version: `(?m)^SCIP version (\S+)`,
		bound:   `(?m)^\s*Dual Bound\s*:\s*(\S+)`,
		nodes:   `(?m)^\s*nodes \(total\)\s*:\s*(\d+)`,
		optimal: []string{"optimal solution found"},
		nothing: `no solution available|(?:time|memory) limit reached`,
	},
	{
		name: "cplex", program: "cplex", start: mstFile,
		args: func(model string, l *Limits) []string {
			a := []string{"-c", "set timelimit " + seconds(l), "set threads " + strconv.Itoa(l.workers()),
				"set mip tolerances mipgap 0", "set mip tolerances absmipgap " + halfUnit}
			if l.MemoryMiB > 0 {
				a = append(a, "set mip limits treememory "+strconv.Itoa(l.MemoryMiB))
			}
			return append(a, "read "+model, "read "+mstFile, "optimize", "write "+solutionFile+" sol", "quit")
		},
		version: `Interactive Optimizer (\S+)`,
		bound:   `best bound =\s*(\S+)`,
		nodes:   `Nodes = (\d+)`,
		optimal: []string{"integer optimal solution", "integer optimal, tolerance"},
		nothing: `no integer solution|No solution exists`,
	},
	{
		name: "gurobi", program: "gurobi_cl", start: mstFile,
		args: func(model string, l *Limits) []string {
			a := []string{"Threads=" + strconv.Itoa(l.workers()), "TimeLimit=" + seconds(l), "MIPGap=0", "MIPGapAbs=" + halfUnit}
			if l.MemoryMiB > 0 {
				a = append(a, fmt.Sprintf("MemLimit=%g", float64(l.MemoryMiB)/1000))
			}
			return append(a, "InputFile="+mstFile, "ResultFile="+solutionFile, model)
		},
		version: `Gurobi (?:Optimizer version|Compute Server version|)\s*(\d\S*)`,
		bound:   `best bound ([^\s,]+)`,
		nodes:   `Explored (\d+) nodes`,
		status:  `(?m)^(Optimal solution found|Time limit reached|Memory limit reached|Model is infeasible)`,
		optimal: []string{"Optimal solution found"},
		nothing: `Solution count 0`,
	},
}

func seconds(l *Limits) string { return strconv.FormatFloat(l.Seconds, 'f', -1, 64) }
