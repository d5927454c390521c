package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/progress"
	"github.com/backfill-lab/backfill/cmd/backfill/internal/solvers"
	"github.com/backfill-lab/backfill/cmd/backfill/internal/table"
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/measured"
)

func (a *app) exactCompareCommand() *cobra.Command {
	var f exactFlags
	var out string
	c := &cobra.Command{
		Use:   "compare [FILE | --from-run DIR] -o TABLE",
		Short: "Measure solvers on a set of instances, and keep each answer",
		Long: `Ask solvers for the best schedule of each instance, one call after the other, and add a line for
each answer to TABLE. Calls that TABLE has are not repeated, so an interrupted comparison
continues, and several commands with other solvers, slots or workers fill one table. In the end
each solver's means over all of TABLE are printed.

TABLE has tab-separated columns, which go doc ./core/optimum/measured Call describes; a line with #
says on which machine the calls below it ran. Gaps are to the second: gap is the distance of a
solver's schedules from its own bounds, to best from the highest bound that any of them proved.
Solvers of slots have such bounds only with --relaxed, for which they are called twice. A bound
above the cost of another's schedule is an error. backfill exact --help has more on the flags.`,
		Example: `  backfill exact compare steps/instances.jsonl --waiting 13-128 --sample 40 \
      --solver own,cpsat,highs --relaxed --time 60s -o solvers.tsv
  backfill exact compare steps/instances.jsonl --waiting 13-128 --sample 40 \
      --solver cpsat --workers 8 --time 60s -o solvers.tsv`,
		Args: arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if out == "" || toStdout(out) {
				return usage("-o TABLE is missing: name a file for the answers")
			}
			return a.exactCompare(args, &f, out)
		},
	}
	fl := c.Flags()
	fl.SortFlags = false
	f.addInstances(fl)
	f.addSolvers(fl)
	fl.StringVarP(&out, "out", "o", "", "table of answers, which grows")
	return a.withJSON(c)
}

func (a *app) exactCompare(args []string, f *exactFlags, out string) (err error) {
	if len(args) == 0 && f.from == "" {
		return usage("give a FILE of instances, or --from-run DIR")
	}
	x, all, err := a.newExactRun(args, f)
	if err != nil {
		return err
	}
	if len(x.asked) == 0 {
		return usage("--solver none: there is nothing to compare")
	}
	t, err := openCalls(out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.file.Close()) }()
	refuted, err := x.compare(all, t)
	if err != nil {
		return err
	}
	if err := a.reportCalls(out, t.calls); err != nil {
		return err
	}
	return errRefuted(refuted)
}

// A callsFile is a growing file of calls.
type callsFile struct {
	file   *os.File
	calls  []measured.Call
	remark string // the last one
}

func openCalls(name string) (*callsFile, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, fileError(name, err)
	}
	t := &callsFile{file: file}
	if info, err := file.Stat(); err == nil && info.Size() == 0 {
		return t, t.add(measured.Columns)
	}
	calls, remarks, err := measured.Read(name, file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if t.calls = calls; len(remarks) > 0 {
		t.remark = remarks[len(remarks)-1]
	}
	return t, nil
}

// add adds a line at once, so that an interruption leaves whole lines.
func (t *callsFile) add(line string) error {
	_, err := t.file.WriteString(line + "\n")
	return err
}

// has reports whether the file has that call.
func (t *callsFile) has(sha256 string, s measured.Setup) bool {
	return slices.ContainsFunc(t.calls, func(c measured.Call) bool { return c.SHA256 == sha256 && c.Setup == s })
}

// compare makes the calls that t lacks, and returns the refuted answers.
func (x *exactRun) compare(all []*exact.Instance, t *callsFile) (refuted []*solved, err error) {
	m := progress.New(x.app.err, "measuring", "calls of solvers")
	defer m.Done()
	asked := x.asked
	for i, in := range all {
		sha256 := in.SHA256()
		for k, solver := range asked {
			m.Set(int64(i*len(asked)+k), int64(len(all)*len(asked)))
			setup := x.setup(solver)
			if t.has(sha256, setup) {
				continue
			}
			x.asked = []*solvers.Solver{solver}
			s, err := x.solve(in)
			switch {
			case err != nil:
				return nil, fmt.Errorf("%s: %w", nameOf(in), err)
			case x.app.ctx.Err() != nil:
				return nil, fmt.Errorf("stopped; %s keeps %s", t.file.Name(), plural(len(t.calls), "call"))
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
func (x *exactRun) keep(t *callsFile, setup measured.Setup, sha256 string, s *solved) error {
	remark := fmt.Sprintf("%s: %s on %s; at most %d MiB a call", time.Now().Format(time.DateOnly), thisBuild(), machine(), x.f.memoryMiB)
	if remark != t.remark {
		if err := t.add("# " + remark); err != nil {
			return err
		}
		t.remark = remark
	}
	a := s.Answers[0]
	c := measured.Call{Now: s.Now, Waiting: s.Jobs, SHA256: sha256, Setup: setup, Version: a.Version, Slot: a.Scale,
		Status: string(a.Status), Cost: a.Cost, Bound: a.Below, Seconds: a.Seconds, Relaxed: a.Extra, CPU: a.CPU}
	if a.Starts == nil {
		c.Why = strings.Join(strings.Fields(a.Says), " ")
	}
	if setup.Solver == measured.Own {
		c.Version = version()
	}
	t.calls = append(t.calls, c)
	return t.add(c.Line())
}

// machine describes this machine without naming it.
func machine() string {
	model := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if found := regexp.MustCompile(`(?m)^model name\s*: (.+)$`).FindSubmatch(text); found != nil {
			model = string(found[1])
		}
	}
	return fmt.Sprintf("%s of %s", plural(runtime.NumCPU(), "core"), model)
}

// reportCalls prints each setup's means, and returns an error if the answers contradict
// each other.
func (a *app) reportCalls(name string, calls []measured.Call) error {
	type line struct {
		Solver    string `json:"solver"`
		Scale     string `json:"scale"`
		Workers   int    `json:"workers"`
		Limit     number `json:"limit_s"`
		Calls     int    `json:"calls"`
		Proven    int    `json:"proven"`
		Schedules int    `json:"schedules"`
		Gap       number `json:"gap_percent"`
		GapMost   number `json:"gap_most_percent"`
		Best      number `json:"to_best_percent"`
		BestMost  number `json:"to_best_most_percent"`
		Seconds   number `json:"seconds"`
		CPU       number `json:"cpu_s"`
	}
	lines := []line{}
	var rows cells
	for _, s := range measured.Summarise(calls, measured.Best(calls)) {
		lines = append(lines, line{s.Solver, s.Scale, s.Workers, number(s.Limit), s.Calls, s.Proven, s.Schedules,
			number(s.Gap), number(s.GapMost), number(s.Best), number(s.BestMost), number(s.Seconds), number(s.CPU)})
		rows.add(s.String(), decimal(s.Limit), whole(s.Calls), whole(s.Proven), whole(s.Schedules), decimal(s.Gap),
			decimal(s.GapMost), decimal(s.Best), decimal(s.BestMost), decimal(s.Seconds), decimal(s.CPU))
	}
	wrong := measured.Contradictions(calls)
	if err := a.show(map[string]any{"file": name, "solvers": lines, "contradictions": len(wrong)}, func() error {
		return table.Titled(a, "lr", "solver|limit s|calls|proven|schedules|gap %|most|to best %|most|seconds|cpu s", rows)
	}); err != nil {
		return err
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%s: %s; the first: %s", name, plural(len(wrong), "contradiction"), wrong[0])
	}
	return nil
}
