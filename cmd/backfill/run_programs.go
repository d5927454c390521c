package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/cmd/backfill/internal/program"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/sim"
)

// programs are the policies of a run that other processes play.
type programs struct {
	running []*program.Program
	names   []string // of their policies
	failed  []string // what went wrong, a line for each run
}

// startPrograms starts the programs among the policies, and names them as they call themselves. The
// caller closes them, after an error too.
func (a *app) startPrograms(f *runFlags) error {
	for i, name := range f.spec.Policies {
		if !isProgram(name) {
			continue
		}
		p, err := a.startProgram(name, f)
		if err != nil {
			return fmt.Errorf("--policy %q: %w", name, err)
		}
		f.programs.running = append(f.programs.running, p)
		own := experiment.Own{Name: p.Policy.Name, Version: p.Policy.Version, Machine: func() sim.Policy { return p.Policy }}
		f.spec.Own = append(f.spec.Own, own)
		f.spec.Policies[i] = own.Name
		f.programs.names = append(f.programs.names, own.Name)
	}
	return nil
}

func (a *app) startProgram(name string, f *runFlags) (*program.Program, error) {
	if numbers, is := strings.CutPrefix(name, fdPrefix); is {
		in, out, _ := strings.Cut(numbers, ":")
		r, err := strconv.ParseUint(in, 10, 16)
		w, err2 := strconv.ParseUint(out, 10, 16)
		if err != nil || err2 != nil {
			return nil, usage("fd:READ:WRITE takes the numbers of two pipes, such as fd:3:4")
		}
		return program.Join(uintptr(r), uintptr(w))
	}
	argv, err := program.Words(strings.TrimPrefix(name, execPrefix))
	switch {
	case err != nil:
		return nil, usage("%w", err)
	case len(argv) == 0:
		return nil, usage("exec: is followed by a program and its arguments, such as exec:python3 easy.py")
	}
	return program.Start(a.ctx, argv, a.err, f.policyTimeout)
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
