// Package solvers asks solvers for the best schedule of an instance: our own, the
// integer-programming solvers of this machine, and CP-SAT in a Python environment. It
// trusts no answer: the referee (core/verify) checks each schedule, the solver's claims are
// compared with the schedule's recomputed cost, and Confront compares them with the
// schedules of the others.
//
//	own      branch and bound (core/optimum/exact), on whole seconds
//	highs    HiGHS: the command highs, or that of the Python package highsbox
//	cbc      COIN-OR CBC: the command cbc, or that of the Python package pulp
//	scip     SCIP: the command scip
//	cplex    IBM CPLEX: the command cplex
//	gurobi   Gurobi: the command gurobi_cl
//	cpsat    OR-tools CP-SAT: the Python package ortools, on whole seconds
//
// The commands solve the time-scaled program (core/optimum/program) from files; their
// schedule is then compacted.
package solvers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
)

// A Task is the question to a solver.
type Task struct {
	Instance *exact.Instance
	Program  *program.Program // of the instance, for Scaled solvers; nil if it has none
	Relaxed  *program.Program // nil, or a second program for Scaled solvers, for Answer.Below
	Unfit    error            // why Program or a Relaxed that was asked for is nil
	MPS      bool             // Scaled solvers get an MPS file, not an LP file
	Limits   Limits
}

// Limits bound one call of a solver.
type Limits struct {
	Seconds   float64       // by the clock, positive
	Workers   int           // threads, 0 is one; cbc and scip always have one
	MemoryMiB int           // 0 is no limit; of programs, the address space
	Grace     time.Duration // on top of Seconds, for files, before a program is killed; 0 is two minutes
}

func (l *Limits) workers() int { return max(1, l.Workers) }

// A Status is the outcome of a call.
type Status string

const (
	Optimal  Status = "optimal"  // a legal schedule, and the claim that none is better
	Feasible Status = "feasible" // a legal schedule
	Nothing  Status = "nothing"  // no schedule within the limits
	Missing  Status = "missing"  // the solver is not on this machine
	Unfit    Status = "unfit"    // it solves a program, and the instance has none (no jobs, or too large)
	Failed   Status = "failed"   // it crashed, hung, or its output is unreadable
	Refuted  Status = "refuted"  // its schedule is illegal, or a claim is wrong; a legal schedule stays
)

// An Answer is a solver's checked answer.
type Answer struct {
	Solver  string  `json:"solver"`
	Version string  `json:"version"` // "" if unknown
	Status  Status  `json:"status"`
	Says    string  `json:"says"`    // the solver's own words for the status, or why there are none
	Scale   int64   `json:"scale_s"` // seconds of a slot, 1 for whole seconds and without a program
	Seconds float64 `json:"seconds"` // by the clock, with reading and writing files
	CPU     float64 `json:"cpu_s"`   // processor seconds of both calls, of all threads; 0 if unknown
	Nodes   int64   `json:"nodes"`   // of its search; 0 if unknown

	// Starts is the best schedule, compacted and parallel to the instance's jobs, and
	// Cost its cost; null and 0 without one. Objective is the cost before compaction.
	Starts    []int64 `json:"starts"`
	Cost      int64   `json:"cost"`
	Objective int64   `json:"objective"`

	// Bound is the claimed lower bound of the problem solved, 0 without one. Gap is the
	// most by which Objective may exceed that problem's optimum, as a fraction of
	// Objective; 1 if unknown. With a Scale above 1 the instance's optimum may be lower.
	Bound int64   `json:"bound"`
	Gap   float64 `json:"gap"`

	// Below is a lower bound of the instance itself, 0 without one: Bound, or that of a
	// second call on Task.Relaxed, which took Extra seconds.
	Below int64   `json:"instance_bound"`
	Extra float64 `json:"relaxed_seconds"`

	Refutation *Refutation `json:"refutation"` // of a bound; null without one

	scaled bool // Bound and Objective are of a program
}

// A claim is a solver's unchecked answer.
type claim struct {
	version   string
	says      string
	optimal   bool    // it claims that its schedule is optimal
	nothing   bool    // it says that it found no schedule
	starts    []int64 // nil if there is no schedule
	objective float64 // NaN if unknown
	bound     float64 // NaN if unknown
	nodes     int64
}

// A Solver is one way to solve instances.
type Solver struct {
	Name   string
	Scaled bool                     // it solves the time-scaled program
	find   func(*Environment) error // returns what is missing on this machine
	solve  func(context.Context, *Environment, *Task) (*claim, error)
}

// Solve asks the solver and checks its answer, which also reports any failure.
func (s *Solver) Solve(ctx context.Context, env *Environment, t *Task) *Answer {
	a := &Answer{Solver: s.Name, Scale: 1, Gap: 1, scaled: s.Scaled}
	if s.Scaled && t.Program != nil {
		a.Scale = t.Program.Scale()
	}
	if err := s.find(env); err != nil {
		a.Status, a.Says = Missing, err.Error()
		return a
	}
	if s.Scaled && t.Program == nil {
		a.Status, a.Says = Unfit, t.Unfit.Error()
		return a
	}
	begun, used := time.Now(), processorSeconds()
	defer func() { a.CPU = processorSeconds() - used }()
	c, err := s.solve(ctx, env, t)
	a.Seconds = time.Since(begun).Seconds()
	if c != nil {
		a.Version, a.Says, a.Nodes = c.version, c.says, c.nodes
	}
	if err != nil {
		a.Status, a.Says = Failed, err.Error()
		return a
	}
	if a.check(t, c); s.Scaled {
		a.relax(ctx, s, env, t)
	} else {
		a.Below = a.Bound
	}
	return a
}

// relax asks for a bound of the instance itself.
func (a *Answer) relax(ctx context.Context, s *Solver, env *Environment, t *Task) {
	if t.Relaxed == nil && t.Unfit != nil {
		a.Says += "; relaxed: " + t.Unfit.Error()
	}
	if t.Relaxed == nil || a.Status == Refuted {
		return
	}
	task := *t
	task.Program, task.Relaxed = t.Relaxed, nil
	begun := time.Now()
	c, err := s.solve(ctx, env, &task)
	a.Extra = time.Since(begun).Seconds()
	if err != nil {
		a.Says += "; relaxed: " + err.Error()
		return
	}
	if c.optimal && math.IsNaN(c.bound) { // some solvers print no bound if there is no gap
		c.bound = c.objective
	}
	a.Below = c.lower(true)
	if err := t.policy(false).or(a.Starts != nil, a.Cost, a.Solver).refutes(a.Below); err != nil {
		a.deny(err)
	}
}

// lower returns the claimed bound, rounded up to a whole cost, or 0 for none. Solvers of
// programs may err by a millionth.
func (c *claim) lower(scaled bool) int64 {
	if math.IsNaN(c.bound) || math.IsInf(c.bound, 0) {
		return 0
	}
	err := 1e-6
	if scaled {
		err *= math.Max(1, math.Abs(c.bound))
	}
	return int64(math.Ceil(max(0, min(c.bound-err, 1<<62)))) // a float64 beyond an int64 could become anything
}

// deny takes a's bounds away, because of err.
func (a *Answer) deny(err error) {
	a.Status, a.Says, a.Bound, a.Below, a.Gap = Refuted, err.Error(), 0, 0, 1
	errors.As(err, &a.Refutation)
}

// check adds to a the schedule of c, if it is legal, and the claims of c, if none of them
// is wrong.
func (a *Answer) check(t *Task, c *claim) {
	err := a.schedule(t, c)
	if err == nil {
		err = a.judge(t, c)
	}
	if err != nil {
		a.deny(err)
	}
}

// schedule adds the schedule of c to a, or returns what is wrong with it.
func (a *Answer) schedule(t *Task, c *claim) error {
	if c.starts == nil {
		if !c.nothing {
			return fmt.Errorf("it says %q, but shows no schedule", c.says)
		}
		return nil
	}
	objective, err := referee(t.Instance, c.starts)
	if err != nil {
		return fmt.Errorf("its schedule is illegal: %w", err)
	}
	starts, cost := c.starts, objective
	if a.scaled {
		starts = program.Compact(t.Instance, starts)
		if cost, err = referee(t.Instance, starts); err != nil {
			return fmt.Errorf("its compacted schedule is illegal: %w", err)
		}
	}
	a.Starts, a.Cost, a.Objective = starts, cost, objective
	return nil
}

// judge adds the claims of c to a, which has its schedule, or returns the wrong one.
func (a *Answer) judge(t *Task, c *claim) error {
	known := t.policy(a.scaled)
	a.Status, a.Bound = Nothing, c.lower(a.scaled)
	if err := known.refutes(a.Bound); err != nil || a.Starts == nil {
		return err
	}
	cost := a.Objective
	if off := math.Abs(c.objective - float64(cost)); off > 0.5+1e-6*float64(cost) {
		return fmt.Errorf("it claims a cost of %.0f, but its schedule's is %d", c.objective, cost)
	}
	if err := (witness{cost, a.Solver}).refutes(a.Bound); err != nil {
		return err
	}
	a.Status = Feasible
	if c.optimal && !(float64(cost)-c.bound > 1) { // else it claims optimality within a gap
		a.Status, a.Bound = Optimal, cost
	}
	if c.optimal {
		if err := known.refutes(cost); err != nil {
			return err
		}
	}
	if a.Gap = 0; a.Bound < cost { // both are 0 without jobs
		a.Gap = float64(cost-a.Bound) / float64(cost)
	}
	return nil
}
