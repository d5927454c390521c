package exact

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/measured"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/solvers"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
)

func compareCommand(a *console.App) *cobra.Command {
	var f exactFlags
	var out string
	c := usage.New("exact compare", usage.Arguments(0, 1), func(_ *cobra.Command, args []string) error {
		if out == "" || console.ToStdout(out) {
			return usage.Errorf("-o TABLE is missing: name a file for the answers")
		}
		return compareSolvers(a, args, &f, out)
	})
	fl := usage.Ordered(c)
	f.addInstances(fl)
	f.addSolvers(fl)
	fl.StringVarP(&out, "out", "o", "", "table of answers, which grows")
	return a.WithJSON(c)
}

func compareSolvers(a *console.App, args []string, f *exactFlags, out string) (err error) {
	if len(args) == 0 && f.from == "" {
		return usage.Errorf("give a FILE of instances, or --from-run DIR")
	}
	x, all, err := newExactRun(a, args, f)
	if err != nil {
		return err
	}
	if len(x.asked) == 0 {
		return usage.Errorf("--solver none: there is nothing to compare")
	}
	file, err := os.OpenFile(out, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return console.ReadError(out, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	t, err := measured.OpenTable(out, file)
	if err != nil {
		return err
	}
	refuted, err := x.compare(all, out, t)
	if err != nil {
		return err
	}
	if err := reportCalls(a, out, t.Calls); err != nil {
		return err
	}
	return errRefuted(refuted)
}

// compare makes the calls that t lacks, and returns the refuted answers.
func (x *exactRun) compare(all []*exact.Instance, name string, t *measured.Table) (refuted []*solved, err error) {
	m := x.app.Meter("measuring", "calls of solvers")
	defer m.Done()
	asked := x.asked
	for i, in := range all {
		sha256 := in.SHA256()
		for k, solver := range asked {
			m.Set(int64(i*len(asked)+k), int64(len(all)*len(asked)))
			setup := x.setup(solver)
			if t.Has(sha256, setup) {
				continue
			}
			x.asked = []*solvers.Solver{solver}
			s, err := x.solve(in)
			switch {
			case err != nil:
				return nil, fmt.Errorf("%s: %w", nameOf(in), err)
			case x.app.Context.Err() != nil:
				return nil, fmt.Errorf("stopped; %s keeps %s", name, numeral.Plural(len(t.Calls), "call"))
			case s.Answers[0].Status == solvers.Missing:
				return nil, errors.New(s.Answers[0].Says)
			case s.Answers[0].Status == solvers.Refuted:
				refuted = append(refuted, s)
			}
			if err := x.keep(t, setup, sha256, s); err != nil {
				return nil, err
			}
		}
	}
	return refuted, nil
}

// setup is how x calls a solver.
func (x *exactRun) setup(s *solvers.Solver) measured.Setup {
	setup := measured.Setup{Solver: s.Name, Workers: x.f.workers, Limit: x.f.time.Seconds()}
	if s.Scaled {
		setup.Scale = x.f.scale
	}
	return setup
}

// keep adds the answer to t, below a remark on this machine.
func (x *exactRun) keep(t *measured.Table, setup measured.Setup, sha256 string, s *solved) error {
	remark := fmt.Sprintf("%s: %s on %s; at most %d MiB a call", time.Now().Format(time.DateOnly), buildinfo.This(), machine(), x.f.memoryMiB)
	a := s.Answers[0]
	c := measured.Call{Now: s.Now, Waiting: s.Jobs, SHA256: sha256, Setup: setup, Version: a.Version, Slot: a.Scale,
		Status: string(a.Status), Cost: a.Cost, Bound: a.Below, Seconds: a.Seconds, Relaxed: a.Extra, CPU: a.CPU}
	if a.Starts == nil {
		c.Why = strings.Join(strings.Fields(a.Says), " ")
	}
	if setup.Solver == measured.Own {
		c.Version = buildinfo.Version()
	}
	return t.Add(remark, c)
}

// machine describes this machine without naming it.
func machine() string {
	model := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if found := regexp.MustCompile(`(?m)^model name\s*: (.+)$`).FindSubmatch(text); found != nil {
			model = string(found[1])
		}
	}
	return fmt.Sprintf("%s of %s", numeral.Plural(runtime.NumCPU(), "core"), model)
}

// reportCalls prints each setup's means, and returns an error if the answers contradict
// each other.
func reportCalls(a *console.App, name string, calls []measured.Call) error {
	type line struct {
		Solver    string       `json:"solver"`
		Scale     string       `json:"scale"`
		Workers   int          `json:"workers"`
		Limit     numeral.JSON `json:"limit_s"`
		Calls     int          `json:"calls"`
		Proven    int          `json:"proven"`
		Schedules int          `json:"schedules"`
		Gap       numeral.JSON `json:"gap_percent"`
		GapMost   numeral.JSON `json:"gap_most_percent"`
		Best      numeral.JSON `json:"to_best_percent"`
		BestMost  numeral.JSON `json:"to_best_most_percent"`
		Seconds   numeral.JSON `json:"seconds"`
		CPU       numeral.JSON `json:"cpu_s"`
	}
	lines := []line{}
	var rows console.Cells
	for _, s := range measured.Summarise(calls, measured.Best(calls)) {
		lines = append(lines, line{s.Solver, s.Scale, s.Workers, numeral.JSON(s.Limit), s.Calls, s.Proven, s.Schedules,
			numeral.JSON(s.Gap), numeral.JSON(s.GapMost), numeral.JSON(s.Best), numeral.JSON(s.BestMost), numeral.JSON(s.Seconds),
			numeral.JSON(s.CPU)})
		rows.Add(s.String(), console.Decimal(s.Limit), numeral.Whole(s.Calls), numeral.Whole(s.Proven), numeral.Whole(s.Schedules),
			console.Decimal(s.Gap),
			console.Decimal(s.GapMost), console.Decimal(s.Best), console.Decimal(s.BestMost), console.Decimal(s.Seconds), console.Decimal(s.CPU))
	}
	wrong := measured.Contradictions(calls)
	if err := a.Show(map[string]any{"file": name, "solvers": lines, "contradictions": len(wrong)}, func() {
		console.Titled(a, "lr", "solver|limit s|calls|proven|schedules|gap %|most|to best %|most|seconds|cpu s", rows)
	}); err != nil {
		return err
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%s: %s; the first: %s", name, numeral.Plural(len(wrong), "contradiction"), wrong[0])
	}
	return nil
}
