package run

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/program"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
)

// programs are the policies of a run that other processes play.
type programs struct {
	running []*program.Program
	names   []string // of their policies
	failed  []string // what went wrong, a line for each run
}

// startPrograms starts the programs among the policies, and names them as they call themselves. The
// caller closes them, after an error too.
func startPrograms(a *console.App, f *runFlags) error {
	for i, name := range f.Spec.Policies {
		if !workload.IsProgram(name) {
			continue
		}
		p, err := startProgram(a, name, f)
		if err != nil {
			return fmt.Errorf("--policy %q: %w", name, err)
		}
		f.programs.running = append(f.programs.running, p)
		own := experiment.Own{Name: p.Policy.Name, Version: p.Policy.Version, Make: func() sim.Policy { return p.Policy }}
		f.Spec.Own = append(f.Spec.Own, own)
		f.Spec.Policies[i] = own.Name
		f.programs.names = append(f.programs.names, own.Name)
	}
	return nil
}

func startProgram(a *console.App, name string, f *runFlags) (*program.Program, error) {
	if numbers, is := strings.CutPrefix(name, workload.FdPrefix); is {
		in, out, _ := strings.Cut(numbers, ":")
		r, err := strconv.ParseUint(in, 10, 16)
		w, err2 := strconv.ParseUint(out, 10, 16)
		if err != nil || err2 != nil {
			return nil, usage.Errorf("fd:READ:WRITE takes the numbers of two pipes, such as fd:3:4")
		}
		return program.Join(uintptr(r), uintptr(w))
	}
	argv, err := program.Command(strings.TrimPrefix(name, workload.ExecPrefix))
	if err != nil {
		return nil, usage.Errorf("%w", err)
	}
	return program.Start(a.Context, argv, a.Err, f.policyTimeout)
}

// close ends the programs.
func (p *programs) close() {
	for _, one := range p.running {
		one.Close()
	}
}

// fail notes that a run has failed, if a program played it: then the others go on.
func (p *programs) fail(played string, err error) bool {
	is := slices.Contains(p.names, played)
	if is {
		p.failed = append(p.failed, err.Error())
	}
	return is
}

// err returns the error of the runs that failed.
func (p *programs) err() error {
	if len(p.failed) == 0 {
		return nil
	}
	return fmt.Errorf("%s", strings.Join(p.failed, "; "))
}
