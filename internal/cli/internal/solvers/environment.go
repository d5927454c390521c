package solvers

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/optimum/exact"
)

// An Environment finds solvers on PATH and in a Python environment, and remembers them.
type Environment struct {
	Python string // the interpreter; "" looks for one
	probed bool
	has    found
	why    error // why there is no Python environment
}

// found is the output of the script probe.py.
type found struct {
	ORTools string             `json:"ortools"` // version, or ""
	Bundled map[string]bundled `json:"bundled"` // by command
}

// A bundled command came with a Python package.
type bundled struct {
	Path    string `json:"path"`
	Library string `json:"library"` // folder of its shared libraries, or ""
}

//go:embed probe.py
var probe string

// ownModules is put before every script: without it Python imports modules from the present folder.
const ownModules = "import sys; sys.path = [folder for folder in sys.path if folder]\n"

// python returns the solvers of e.Python's environment or, if that is not set, of the
// first with any of $BACKFILL_PYTHON, the active environment, and python3 on PATH. It does not
// look in the present folder, which may be a stranger's.
func (e *Environment) python() (*found, error) {
	if e.probed {
		return &e.has, e.why
	}
	e.probed = true
	candidates := []string{e.Python}
	if e.Python == "" {
		candidates = []string{os.Getenv("BACKFILL_PYTHON")}
		if active := os.Getenv("VIRTUAL_ENV"); active != "" {
			candidates = append(candidates, filepath.Join(active, "bin", "python"))
		}
		candidates = append(candidates, "python3")
	}
	for _, python := range candidates {
		if python == "" {
			continue
		}
		var has found
		if e.why = ask(python, &has); e.why != nil {
			continue
		}
		if e.Python = python; has.ORTools != "" || len(has.Bundled) > 0 {
			e.has = has
			break
		}
	}
	return &e.has, e.why
}

func ask(python string, has *found) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, python, "-c", ownModules+probe).Output()
	if err == nil {
		err = json.Unmarshal(out, has)
	}
	if err != nil {
		return fmt.Errorf("%s: no Python to look for solvers with: %w", python, err)
	}
	return nil
}

// command returns the path of a command and the folder of its libraries.
func (e *Environment) command(name, hint string) (bundled, error) {
	if path, err := exec.LookPath(name); err == nil {
		return bundled{Path: path}, nil
	}
	has, _ := e.python()
	if b, ok := has.Bundled[name]; ok {
		return b, nil
	}
	return bundled{}, fmt.Errorf("no command %s on PATH%s", name, hint)
}

// All lists the solvers, ours first.
func All() []*Solver {
	all := []*Solver{{Name: "own", find: func(*Environment) error { return nil }, solve: own}}
	for i := range commands() {
		all = append(all, commands()[i].solver())
	}
	return append(all, &Solver{Name: "cpsat", find: findCPSAT, solve: cpsat})
}

// Named returns the solver of that name.
func Named(name string) (*Solver, error) {
	var names []string
	for _, s := range All() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return nil, fmt.Errorf("unknown solver %q: give one of %s", name, strings.Join(names, ", "))
}

// own returns l as limits of our solver.
func (l *Limits) own() exact.Options {
	return exact.Options{Seconds: l.Seconds, MemoryMiB: l.MemoryMiB, Workers: l.workers()}
}

func own(ctx context.Context, _ *Environment, t *Task) (*claim, error) {
	r, err := exact.Solve(ctx, t.Instance, t.Limits.own())
	if err != nil {
		return nil, err
	}
	c := &claim{says: string(r.Stopped), optimal: r.Optimal, starts: r.Starts, objective: float64(r.Cost),
		bound: float64(r.Bound), nodes: r.Nodes}
	if math.Abs(c.bound) >= exact.MaxCost {
		c.bound = math.NaN()
	}
	return c, nil
}
