package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// A Program plays a policy of a study over pipes: see core/policy/PROTOCOL.md. A run that it plays is addressed by
// the program's version and by Source, so that another code makes the run again.
type Program struct {
	Name    string            `json:"name"`            // as the program calls its policy, and the study names it
	Version string            `json:"version"`         // as the program says
	Command []string          `json:"command"`         // the program and its arguments
	Source  string            `json:"source"`          // SHA-256 of the command and its files' content
	Files   map[string]string `json:"files,omitempty"` // SHA-256 of each file of the code, by its absolute path
}

// NewProgram returns the program that is started by a command, without Name and Version. isFile tells which of the command's
// words are files of its code; further ones are in more. Where files lie is no part of Source.
func NewProgram(command []string, isFile func(word int) bool, more []string) (*Program, error) {
	p := &Program{Command: command, Files: map[string]string{}}
	h := sha256.New()
	add := func(path string) (err error) {
		if p.Files[path], err = fileSHA256(path); err == nil {
			fmt.Fprintf(h, "file %s\n", p.Files[path])
		}
		return err
	}
	for i, word := range command {
		if !isFile(i) {
			fmt.Fprintf(h, "word %q\n", word)
		} else if err := add(word); err != nil {
			return nil, err
		}
	}
	for _, path := range more {
		if err := add(path); err != nil {
			return nil, err
		}
	}
	p.Source = hex.EncodeToString(h.Sum(nil))
	return p, nil
}

func fileSHA256(path string) (string, error) {
	f, err := bounded.Open(path)
	if err != nil {
		return "", fmt.Errorf("%s: this file of a policy cannot be read: %w", path, atomicfile.Cause(err))
	}
	defer f.Close()
	return experiment.SHA256Of(f)
}

// unchanged is an error if a file of the code is not what was planned.
func (p *Program) unchanged() error {
	for _, path := range slices.Sorted(maps.Keys(p.Files)) {
		got, err := fileSHA256(path)
		if err == nil && got != p.Files[path] {
			err = fmt.Errorf("%s: this file of policy %s has changed since the sweep was planned", path, p.Name)
		}
		if err != nil {
			return fmt.Errorf("%w; plan the sweep again, which makes the runs of this policy again and no others", err)
		}
	}
	return nil
}

// own is the policy in a Spec. What plays it is started for each run: see Worker.Start.
func (p *Program) own(make func() sim.Policy) experiment.Own {
	return experiment.Own{Name: p.Name, Version: p.Version + " sha256:" + p.Source, Make: make}
}

// Played is a program at work.
type Played interface {
	sim.Policy
	io.Closer
}

// SetPrograms says which policies that the study names are played by programs.
func (s *Study) SetPrograms(programs []*Program) {
	s.programs = programs
	for _, p := range programs {
		s.own = append(s.own, p.own(func() sim.Policy { panic("no program has been started") }))
	}
}

// Programs returns the programs that play policies of the study.
func (s *Study) Programs() []*Program { return s.programs }

// start starts the program that plays a run's policy, if one does, and puts it into the run's Spec. Its end is the caller's.
// A program that does not start is the machine's fault, not the run's.
func (x *working) start(ctx context.Context, spec *experiment.Spec) (end func(), err error) {
	for _, p := range x.Plan.programs {
		i := slices.IndexFunc(spec.Own, func(o experiment.Own) bool { return o.Name == p.Name })
		if i < 0 || !slices.Contains(spec.Policies, p.Name) {
			continue
		}
		if x.Start == nil {
			return nil, &stopError{fmt.Errorf("policy %s is played by a program, which nothing here starts: backfill sweep run does", p.Name)}
		}
		check, _ := x.checked.LoadOrStore(p.Name, new(once[struct{}]))
		if _, err := check.(*once[struct{}]).do(func() (struct{}, error) { return struct{}{}, p.unchanged() }); err != nil {
			return nil, &stopError{err}
		}
		played, err := x.Start(ctx, p)
		if err != nil {
			return nil, &stopError{fmt.Errorf("policy %s: %w", p.Name, err)}
		}
		spec.Own = slices.Clone(spec.Own)
		spec.Own[i] = p.own(func() sim.Policy { return played })
		return func() { played.Close() }, nil
	}
	return func() {}, nil
}
