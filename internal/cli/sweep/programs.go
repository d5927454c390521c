package sweep

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/program"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
)

// programFlags say which programs of a study may start. None starts without the user's word, because a study, or a sweep's
// folder, may be a stranger's.
type programFlags struct {
	allowed bool
	sources []string // further files of their code
	timeout time.Duration
}

func (f *programFlags) addAllow(fl *pflag.FlagSet) {
	f.timeout = time.Minute
	fl.BoolVar(&f.allowed, "allow-programs", false, "start the study's policies exec:PROGRAM, which you trust as what you start yourself")
}

func (f *programFlags) addTimeout(fl *pflag.FlagSet) {
	fl.DurationVar(&f.timeout, "policy-timeout", time.Minute, "longest time that a program may think about an answer; 0 is any")
}

// refused is the error for a program that may not start.
func refused(name string) error {
	return usage.Errorf("policy %s is a program, which a study starts only if you allow it: look at what it is, then give --allow-programs",
		name)
}

// embedPrograms replaces policies exec:PROGRAM of a study by the names that the programs give themselves, and returns the
// programs. Each is started once, to be asked.
func (f *programFlags) embedPrograms(a *console.App, fields map[string]json.RawMessage, folder string) (all []*sweep.Program, err error) {
	var policies []json.RawMessage
	if json.Unmarshal(fields["policies"], &policies) != nil {
		return nil, nil
	}
	for i, raw := range policies {
		var name string
		if json.Unmarshal(raw, &name) != nil || !workload.IsProgram(name) {
			continue
		}
		line, is := strings.CutPrefix(name, workload.ExecPrefix)
		switch {
		case !is:
			return nil, usage.Errorf("policy %s: pipes are those of one run: a study takes exec:PROGRAM", name)
		case !f.allowed:
			return nil, refused(name)
		}
		p, err := f.ask(a, line, folder)
		if err != nil {
			return nil, fmt.Errorf("policy %s: %w", name, err)
		}
		if slices.ContainsFunc(all, func(other *sweep.Program) bool { return other.Name == p.Name }) {
			return nil, usage.Errorf("two programs call their policy %s: change the name in one", p.Name)
		}
		all = append(all, p)
		policies[i], _ = json.Marshal(p.Name) // text
	}
	if all == nil && f.sources != nil {
		return nil, usage.Errorf("--source %s: no policy of the study is a program", f.sources[0])
	}
	if all != nil {
		fields["policies"], err = json.Marshal(policies)
	}
	return all, err
}

// ask starts a program and returns what it calls its policy. Files of its command line are found in the study's folder.
func (f *programFlags) ask(a *console.App, line, folder string) (*sweep.Program, error) {
	command, err := program.Command(line)
	if err != nil {
		return nil, usage.Errorf("%w", err)
	}
	files := map[int]bool{}
	for i, word := range command {
		if i == 0 && filepath.Base(word) == word {
			continue // found on the PATH
		}
		if path := beside(folder, word); console.Exists(path) && !console.IsFolder(path) {
			command[i], files[i] = path, true
		}
	}
	var more []string
	for _, path := range f.sources {
		more = append(more, beside(folder, path))
	}
	p, err := sweep.NewProgram(command, func(i int) bool { return files[i] }, more)
	if err != nil {
		return nil, err
	}
	asked, err := program.Start(a.Context, command, a.Err, f.timeout)
	if err != nil {
		return nil, err
	}
	asked.Close()
	p.Name, p.Version = asked.Policy.Name, asked.Policy.Version
	return p, nil
}

// beside returns the absolute path of a file that is named from a folder.
func beside(folder, path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	if all, err := filepath.Abs(path); err == nil {
		path = all
	}
	return path
}

// check is an error if a plan has programs and none may start.
func (f *programFlags) check(p *sweep.Plan) error {
	if p.Study == nil || f.allowed || len(p.Programs()) == 0 {
		return nil
	}
	first := p.Programs()[0]
	return refused(fmt.Sprintf("%s (%s)", first.Name, strings.Join(first.Command, " ")))
}

// start implements sweep.Worker.Start. What the program writes to standard error is kept for the error of its run alone.
func (f *programFlags) start(ctx context.Context, p *sweep.Program) (sweep.Played, error) {
	started, err := program.Start(ctx, p.Command, io.Discard, f.timeout)
	if err != nil {
		return nil, err
	}
	if got := started.Policy; got.Name != p.Name || got.Version != p.Version {
		started.Close()
		return nil, fmt.Errorf("the program calls itself %s, version %s, and was planned as %s, version %s: plan the sweep again",
			got.Name, got.Version, p.Name, p.Version)
	}
	return played{started.Policy, started}, nil
}

// played is a program that plays one run.
type played struct {
	*policy.External
	program *program.Program
}

// Close implements io.Closer.
func (p played) Close() error {
	p.program.Close()
	return nil
}
