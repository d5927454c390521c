//go:build unix

package solvers

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/internal/cli/internal/solvers/solverstest"
)

// two is two jobs that cannot run side by side on 4 processors, of which 2 are free
// from second 160 on only. In slots of 60 s its optimum is job 2 in slot 0, job 1 in
// slot 1.
func two(t *testing.T) *Task {
	in := &exact.Instance{Procs: 4, Now: 100, Free: []exact.Step{{At: 100, Procs: 2}, {At: 160, Procs: 4}},
		Jobs: []exact.Job{{ID: 7, Procs: 4, Estimate: 600, Submit: 40}, {ID: 8, Procs: 2, Estimate: 60, Submit: 100}}}
	p, err := program.New(in, program.Options{Scale: 60, Horizon: 1200})
	if err != nil {
		t.Fatal(err)
	}
	return &Task{Instance: in, Program: p, Limits: Limits{Seconds: 0.5}}
}

// solution is a HiGHS file of those slots, with that status and objective.
func solution(t *testing.T, p *program.Program, status string, objective int64, slots ...int64) string {
	var b bytes.Buffer
	if err := p.WriteStart(&b, program.HiGHS, slots); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(b.String(), "Unknown", status, 1)
	return strings.Replace(text, fmt.Sprintf("Objective %d", p.Cost(slots)), fmt.Sprintf("Objective %d", objective), 1)
}

func TestNoSolverIsTrusted(t *testing.T) {
	task := two(t)
	best := task.Program.Cost([]int64{1, 0})
	for _, c := range []struct {
		name   string
		says   string // its solution file, or "" for none
		script string
		status Status
		want   string // in Says
	}{
		{"honest", solution(t, task.Program, "Optimal", best, 1, 0), "echo '  Dual bound  " + fmt.Sprint(best) + "'", Optimal, "Optimal"},
		{"in time", solution(t, task.Program, "Time limit reached", best, 1, 0), "echo '  Dual bound  12.3'", Feasible, "Time limit"},
		{"optimal but for a gap", solution(t, task.Program, "Optimal", best, 1, 0), "echo '  Dual bound  12.3'", Feasible, "Optimal"},
		{"empty-handed", "Model status\nTime limit reached\n\n# Primal solution values\nNone\n", "", Nothing, "Time limit"},
		{"infeasible", "Model status\nInfeasible\n\n# Primal solution values\nNone\n", "", Refuted, "shows no schedule"},
		{"overlapping", solution(t, task.Program, "Optimal", task.Program.Cost([]int64{1, 1}), 1, 1), "", Refuted, "is illegal"},
		{"cheaper than true", solution(t, task.Program, "Optimal", best-60, 1, 0), "", Refuted, "claims a cost of"},
		{"not optimal", solution(t, task.Program, "Optimal", task.Program.Cost([]int64{2, 0}), 2, 0), "", Refuted,
			"less than 3240, but that of fcfs costs 3000"},
		{"bound too high", solution(t, task.Program, "Optimal", best, 1, 0), "echo '  Dual bound  1e9'", Refuted, "no schedule costs less"},
		{"bound beyond integers", solution(t, task.Program, "Optimal", best, 1, 0), "echo '  Dual bound  1e99'", Refuted, "less than 46116860"},
		{"bound below zero", solution(t, task.Program, "Time limit reached", best, 1, 0), "echo '  Dual bound  -1e99'", Feasible, "Time"},
		{"crashing", "", "echo Segmentation fault >&2; exit 139", Failed, "Segmentation fault"},
		{"killed", "", "kill -9 $$", Failed, "signal: killed"},
		{"hanging", "", "sleep 1000 & echo $! >$PIDFILE; wait", Failed, "did not end within 1s"},
		{"talking for ever", "", "exec yes", Failed, "did not end within 1s"},
		{"silent", "", "", Failed, "wrote no solution"},
		{"garbled", "\x00\xff\xfe garbage\n# Columns 3\n1 2 3\n", "head -c 100000 /dev/urandom", Refuted, "shows no schedule"},
		{"half", solution(t, task.Program, "Optimal", best, 1, 0)[:150], "", Failed, "cannot be read"},
		{"fractional", strings.Replace(solution(t, task.Program, "Optimal", best, 1, 0), "x0_1 1", "x0_1 0.5", 1), "", Failed, "neither 0 nor 1"},
		{"of another program", "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 5\n# Columns 1\ny 1\n", "",
			Failed, "not a variable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			script := c.script
			if c.says != "" {
				canned := filepath.Join(dir, "canned")
				if err := os.WriteFile(canned, []byte(c.says), 0o666); err != nil {
					t.Fatal(err)
				}
				script = "cp " + canned + " solution.sol; " + script
			}
			pidFile := filepath.Join(dir, "pid")
			t.Setenv("PIDFILE", pidFile)
			solverstest.Fake(t, "highs", script)
			call := *task
			if strings.Contains(c.want, "did not end") {
				call.Limits.Grace = 500 * time.Millisecond
			}
			begun := time.Now()
			a := named(t, "highs").Solve(context.Background(), &Environment{}, &call)
			if a.Status != c.status || !strings.Contains(a.Says, c.want) || strings.Contains(a.Says, "\n") {
				t.Fatalf("the answer is %+v, expected %s with %q", a, c.status, c.want)
			}
			good := a.Status == Optimal || a.Status == Feasible
			if good && a.Starts == nil || a.Status != Refuted && !good && a.Starts != nil { // a refuted answer keeps a legal schedule
				t.Fatalf("the answer is %+v", a)
			}
			if (a.Starts != nil) != (a.Cost == best) || !good && (a.Bound != 0 || a.Gap != 1) {
				t.Fatalf("the answer is %+v", a)
			}
			if took := time.Since(begun); took > time.Minute {
				t.Fatalf("it took %s", took)
			}
			if text, err := os.ReadFile(pidFile); err == nil { // what it started is ended with it
				var pid int
				fmt.Sscan(string(text), &pid)
				for deadline := time.Now().Add(time.Minute); syscall.Kill(pid, 0) == nil && !zombie(pid); time.Sleep(10 * time.Millisecond) {
					if time.Now().After(deadline) {
						t.Fatalf("process %d still runs", pid)
					}
				}
			}
		})
	}
}

// zombie tells whether a process has ended and nobody has asked for its status.
func zombie(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(text), ") Z ")
}

// The same for a solver in Python: a fake interpreter that knows OR-tools and then
// says what it likes.
func TestCPSATIsNotTrustedEither(t *testing.T) {
	task := two(t)
	_, best, _ := task.Instance.Best()
	for _, c := range []struct {
		script string
		status Status
		want   string
	}{
		{fmt.Sprintf(`echo '{"version": "9.9", "status": "OPTIMAL", "objective": %d, "bound": %[1]d, "starts": [160, 100]}'`, best),
			Optimal, "OPTIMAL"},
		{fmt.Sprintf(`echo warning >&2; echo '{"status": "FEASIBLE", "objective": %d, "bound": 1, "starts": [160, 100]}'`, best),
			Feasible, "FEASIBLE"},
		{`echo '{"status": "UNKNOWN", "bound": 3}'`, Nothing, "UNKNOWN"},
		{`echo '{"status": "INFEASIBLE"}'`, Refuted, "shows no schedule"},
		{`echo '{"status": "OPTIMAL", "objective": 1, "bound": 1, "starts": [160, 100]}'`, Refuted, "claims a cost"},
		{`echo '{"status": "OPTIMAL", "objective": 1, "bound": 1, "starts": [100, 100]}'`, Refuted, "is illegal"},
		{`echo '{"status": "OPTIMAL", "objective": 1, "bound": 1, "starts": [0, 100]}'`, Refuted, "is illegal"},
		{`echo '{"status": "OPTIMAL", "objective": 1, "bound": 1, "starts": [160]}'`, Refuted, "1 starts for 2 jobs"},
		{`echo '{"status": "OPTIMAL", "objective": 1, "bound": 1, "starts": [9223372036854775807, 100]}'`, Refuted, "is illegal"},
		{`echo nonsense`, Failed, "not JSON"},
		{`echo "Traceback: no memory" >&2; exit 1`, Failed, "no memory"},
	} {
		solverstest.FakePython(t, c.script)
		a := named(t, "cpsat").Solve(context.Background(), &Environment{}, task)
		if a.Status != c.status || !strings.Contains(a.Says, c.want) {
			t.Errorf("%s: the answer is %+v, expected %s with %q", c.script, a, c.status, c.want)
		}
	}
}

// Solvers that can use several threads are told how many.
func TestWorkersAreThreads(t *testing.T) {
	task := two(t)
	for _, workers := range []int{0, 1, 3} {
		task.Limits.Workers = workers
		n, parallel := max(1, workers), map[bool]string{true: "on", false: "off"}[workers > 1]
		if o := task.Limits.own(); o.Workers != n {
			t.Errorf("%d workers: ours gets %+v", workers, o)
		}
		solverstest.Fake(t, "highs", fmt.Sprintf("grep -q 'threads = %d' options && grep -q 'parallel = %s' options || exit 9; "+
			"cp start.sol solution.sol", n, parallel))
		solverstest.Fake(t, "gurobi_cl", fmt.Sprintf(`case "$*" in *Threads=%d*) echo Solution count 0;; *) exit 9;; esac`, n))
		solverstest.Fake(t, "cplex", fmt.Sprintf(`case "$*" in *"set threads %d"*) echo no integer solution;; *) exit 9;; esac`, n))
		solverstest.FakePython(t, fmt.Sprintf(`grep -q '"workers":%d' || exit 9; echo '{"status": "UNKNOWN"}'`, n))
		for name, status := range map[string]Status{"highs": Feasible, "gurobi": Nothing, "cplex": Nothing, "cpsat": Nothing} {
			if a := named(t, name).Solve(context.Background(), &Environment{}, task); a.Status != status {
				t.Errorf("%d workers: %+v", workers, a)
			}
		}
	}
}

func TestMissingSolversAreNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("BACKFILL_PYTHON", "")
	t.Setenv("VIRTUAL_ENV", "")
	task := two(t)
	for _, s := range All() {
		a := s.Solve(context.Background(), &Environment{}, task)
		if s.Name == "own" {
			if a.Starts == nil {
				t.Errorf("our own solver says %+v", a)
			}
		} else if a.Status != Missing || a.Says == "" || a.Starts != nil {
			t.Errorf("%s, which is not there, says %+v", s.Name, a)
		}
	}
	if _, err := Named("glpk"); err == nil || !strings.Contains(err.Error(), "highs, cbc") {
		t.Errorf("the solver glpk: %v", err)
	}
}

func TestCancellingEndsASolver(t *testing.T) {
	task := two(t)
	task.Limits = Limits{Seconds: 1000}
	solverstest.Fake(t, "highs", "exec sleep 1000")
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	begun := time.Now()
	a := named(t, "highs").Solve(ctx, &Environment{}, task)
	if a.Status != Failed || time.Since(begun) > time.Minute {
		t.Errorf("after %s the answer is %+v", time.Since(begun), a)
	}
}

func TestMemoryOfSolversIsLimited(t *testing.T) {
	task := two(t)
	task.Limits = Limits{Seconds: 20, MemoryMiB: 256}
	solverstest.Fake(t, "highs", "head -c 2000000000 /dev/zero | tail -c 1900000000 >/dev/null || exit 1; exit 0")
	a := named(t, "highs").Solve(context.Background(), &Environment{}, task)
	if a.Status != Failed || strings.Contains(a.Says, "no solution") {
		t.Errorf("a program that takes 2 GB says %+v", a)
	}
}

// Every schedule that a policy makes is legal, and costs what the instance says; one
// job a second too early is not.
func TestTheRefereeKnowsTheMachine(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	refused := 0
	for range 300 {
		in := random(r, 1+r.IntN(6))
		for i := range exact.Policies {
			starts := in.List(exact.Policies[i].Order(in))
			cost, err := referee(in, starts)
			if err != nil || cost != in.Cost(starts) {
				t.Fatalf("%s on %+v: %d, %v", exact.Policies[i].Name, in, cost, err)
			}
			for k := range starts {
				starts[k]--
				if _, err := referee(in, starts); err != nil {
					refused++
				} else if starts[k] < in.Now {
					t.Fatalf("a start in the past is accepted: %v of %+v", starts, in)
				}
				starts[k]++
			}
		}
	}
	if refused < 300 {
		t.Errorf("only %d schedules were refused", refused)
	}
}

// A bound of whole seconds comes from a second call, and is held against the
// schedule of the first.
func TestRelaxedBoundsAreChecked(t *testing.T) {
	task := two(t)
	var err error
	if task.Relaxed, err = program.New(task.Instance, program.Options{Scale: 60, Relaxed: true}); err != nil {
		t.Fatal(err)
	}
	best := task.Program.Cost([]int64{1, 0})
	first := solution(t, task.Program, "Optimal", best, 1, 0)
	cost := named(t, "own").Solve(context.Background(), &Environment{}, task).Cost
	for _, c := range []struct {
		name   string
		second string // what the second call says
		status Status
		below  int64
		want   string
	}{
		{"good", fmt.Sprint("  Dual bound  ", cost-7), Optimal, cost - 7, "Optimal"},
		{"none", "Time limit reached", Optimal, 0, "Optimal"},
		{"too high", fmt.Sprint("  Dual bound  ", cost+1), Refuted, 0, "claims that no schedule costs less"},
	} {
		t.Run(c.name, func(t *testing.T) {
			canned := filepath.Join(t.TempDir(), "canned")
			if err := os.WriteFile(canned, []byte(first), 0o666); err != nil {
				t.Fatal(err)
			}
			solverstest.Fake(t, "highs", fmt.Sprintf("if grep -q relaxed model.lp; then echo '%s'; exec touch solution.sol; fi; "+
				"cp %s solution.sol; echo '  Dual bound  %d'", c.second, canned, best))
			a := named(t, "highs").Solve(context.Background(), &Environment{}, task)
			if a.Status != c.status || a.Below != c.below || !strings.Contains(a.Says, c.want) {
				t.Errorf("%+v", a)
			}
		})
	}
}

// Processor time counts what the solver's program used, and not how long it slept.
func TestProcessorSecondsAreThoseOfThePrograms(t *testing.T) {
	task := two(t)
	used := map[string]float64{}
	for name, script := range map[string]string{"works": "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done", "sleeps": "sleep 1"} {
		solverstest.Fake(t, "highs", script)
		a := named(t, "highs").Solve(context.Background(), &Environment{}, task)
		if used[name] = a.CPU; a.CPU < 0 || a.CPU > a.Seconds+0.5 {
			t.Errorf("it %s: %.2f processor seconds in %.2f s", name, a.CPU, a.Seconds)
		}
	}
	if used["works"] < 2*used["sleeps"]+0.02 || used["sleeps"] > 0.5 {
		t.Errorf("%.3f processor seconds of work, %.3f of sleep", used["works"], used["sleeps"])
	}
}
