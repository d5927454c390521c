package solvers

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
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

// python returns the solvers of e.Python's environment or, if that is not set, of the
// first with any of $BACKFILL_PYTHON, the active environment, .venv in the present
// folder, and python3 on PATH.
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
		candidates = append(candidates, filepath.Join(".venv", "bin", "python"), "python3")
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
	out, err := exec.CommandContext(ctx, python, "-c", probe).Output()
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
