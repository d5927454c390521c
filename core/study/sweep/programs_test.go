package sweep

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// A played policy counts how often it was closed.
type playedEASY struct {
	sim.Policy
	closed *atomic.Int32
}

func (p playedEASY) Close() error {
	p.closed.Add(1)
	return nil
}

// programs plans a study of EASY and a program of its own, whose code is a file.
func programs(t *testing.T, dir, file string) *Plan {
	t.Helper()
	p, err := NewProgram([]string{"interpreter", file}, func(i int) bool { return i == 1 }, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Name, p.Version = "mine", "1"
	s := parse(t, `{"workload":{"model":{"name":"lublin","jobs":60,"procs":16,"seed":{"from":1,"to":3}}},"policies":["easy","mine"]}`)
	s.SetPrograms([]*Program{p})
	if _, err := NewPlan(t.Context(), dir, s, nil, noLog); err != nil {
		t.Fatal(err)
	}
	plan, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func writeCode(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Each run of a program has one of its own, which is closed; another code makes these runs again, wherever it lies.
func TestRunsOfProgramsAreKeptByTheirCode(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "code")
	var started, closed atomic.Int32
	run := func(file string) (Progress, error) {
		plan := programs(t, dir, file)
		w := Worker{Plan: plan, Store: openStore(t, dir), Keep: keepText, Start: func(context.Context, *Program) (Played, error) {
			started.Add(1)
			return playedEASY{policy.NewEASY(policy.Orders[0]), &closed}, nil
		}}
		return w.Do(t.Context(), plan.All())
	}
	moved := filepath.Join(t.TempDir(), "other")
	for _, step := range []struct {
		file, text string
		now        int
	}{{file, "1", 6}, {file, "1", 0}, {file, "2", 3}, {moved, "2", 0}, {file, "1", 0}} {
		writeCode(t, step.file, step.text)
		if at, err := run(step.file); err != nil || at.Now != step.now || at.Failed != 0 {
			t.Fatalf("code %s: %+v, %v", step.text, at, err)
		}
	}
	if started.Load() != 6 || closed.Load() != 6 {
		t.Errorf("%d programs were started, %d closed", started.Load(), closed.Load())
	}
}

// What is wrong with a program, and not with its policy, ends the work, and fails no run.
func TestAProgramThatDoesNotStartEndsTheWork(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "code")
	writeCode(t, file, "1")
	plan := programs(t, dir, file)
	broken := func(context.Context, *Program) (Played, error) { return nil, errors.New("no interpreter") }
	for _, step := range []struct {
		start func(context.Context, *Program) (Played, error)
		text  string
		says  string
	}{
		{nil, "1", "which nothing here starts"}, {broken, "1", "policy mine: no interpreter"},
		{broken, "2", "has changed since the sweep was planned"},
	} {
		writeCode(t, file, step.text)
		w := Worker{Plan: plan, Store: openStore(t, dir), Keep: keepText, Start: step.start}
		at, err := w.Do(t.Context(), plan.All())
		if err == nil || !strings.Contains(err.Error(), step.says) || at.Failed != 0 {
			t.Errorf("%v does not say %q; %d runs failed", err, step.says, at.Failed)
		}
	}
	if _, err := NewProgram([]string{filepath.Join(dir, "none")}, func(int) bool { return true }, nil); err == nil {
		t.Error("a file that is missing has a digest")
	}
}
