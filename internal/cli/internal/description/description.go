// Package description reads descriptions of clusters, and their accounting.
package description

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// isExample tells whether a name that opening failed with means the example cluster.
func isExample(name string, err error) bool {
	return name == campus.Name && errors.Is(err, fs.ErrNotExist)
}

// ReadLog reads sacct output, or that of the example cluster by its name.
func ReadLog(name, columns, zone string) (*sacct.Records, error) {
	in, err := trace.Zone(zone)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(name); isExample(name, err) {
		return accounting.ReadAccounting(name, campus.Log(), columns, in)
	}
	return console.ReadFile(name, func(r io.Reader) (*sacct.Records, error) {
		if file, is := r.(*os.File); is {
			r = arrowio.NewLog(r, file)
		}
		return accounting.ReadAccounting(name, r, columns, in)
	})
}

// Read reads the description of a cluster from a file, or gives that of the example cluster by its name.
func Read(name string) (*cluster.Description, error) {
	if _, err := os.Stat(name); isExample(name, err) {
		return campus.Description(), nil
	}
	return console.ReadFile(name, func(r io.Reader) (*cluster.Description, error) { return cluster.Read(name, r) })
}

// System reads the description of a cluster from a file, or returns the example's.
func System(name string) (*cluster.System, error) {
	d, err := Read(name)
	if err != nil {
		return nil, err
	}
	s, err := cluster.New(d)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// Flags say how to read sacct output.
type Flags struct{ cluster, columns, Zone, requests, scripts, events string }

// AddTo adds the flags to a command's.
func (f *Flags) AddTo(fl *pflag.FlagSet) {
	fl.StringVar(&f.cluster, "cluster", "", "description of the cluster, a JSON `file`, or campus: see backfill cluster example")
	fl.StringVar(&f.columns, "columns", "", "columns of sacct output without a header line, as its --format has them")
	fl.StringVar(&f.requests, "requests", "", "what the jobs asked for, by their names: an events `file` of the Slurm simulator")
	fl.StringVar(&f.scripts, "scripts", "", "the jobs' batch scripts, `where` sacct --batch-script printed them or in a folder")
	fl.StringVar(&f.Zone, "timezone", "", "the cluster's `zone`, such as Europe/Berlin, for local times in sacct output")
}

// AddEventsTo adds the flag of an events file, which Log takes.
func (f *Flags) AddEventsTo(fl *pflag.FlagSet) { AddEvents(fl, &f.events) }

// AddEvents adds the flag of an events file.
func AddEvents(fl *pflag.FlagSet, to *string) {
	fl.StringVar(to, "events", "", "what people did to jobs, and when: a `file` of events, as the help says")
}

// Records reads the description, the log, and what its jobs asked for.
func (f *Flags) Records(log string) (s *cluster.System, all *sacct.Records, asked accounting.Requests, err error) {
	if f.cluster == "" {
		return nil, nil, nil, usage.Errorf("--cluster is missing: the description of the cluster")
	}
	if s, err = System(f.cluster); err != nil {
		return nil, nil, nil, err
	}
	if all, err = ReadLog(log, f.columns, f.Zone); err != nil {
		return nil, nil, nil, err
	}
	if f.requests != "" {
		asked, err = console.ReadFile(f.requests, func(r io.Reader) (accounting.Requests, error) {
			return accounting.ReadRequests(f.requests, r)
		})
	}
	if f.scripts != "" && err == nil {
		err = addScripts(f.scripts, all)
	}
	return s, all, asked, err
}

// addScripts adds the options of batch scripts, in a file or the files of a folder, to the jobs.
func addScripts(name string, all *sacct.Records) error {
	files, folder := []string{name}, false
	if entries, err := os.ReadDir(name); err == nil {
		files, folder = nil, true
		for _, e := range entries {
			if e.Type().IsRegular() {
				files = append(files, filepath.Join(name, e.Name()))
			}
		}
	}
	scripts := accounting.Scripts{}
	for _, file := range files {
		if _, err := console.ReadFile(file, func(r io.Reader) (any, error) { return nil, scripts.ReadScripts(file, r) }); err != nil &&
			!(folder && errors.Is(err, accounting.ErrNoScript)) {
			return err
		}
	}
	if scripts.AddTo(all) == 0 {
		return fmt.Errorf("%s: none of its batch scripts (%d) is of a job of the log", name, len(scripts))
	}
	return nil
}

// Log reads the same as Records, and returns what makes the ended jobs of the log as a cluster sees them.
func (f *Flags) Log(log string) (*cluster.System, func(*cluster.System) (*accounting.Log, error), error) {
	s, all, asked, err := f.Records(log)
	var events []accounting.Event
	if f.events != "" && err == nil {
		events, err = ReadEvents(f.events, f.Zone)
	}
	return s, func(s *cluster.System) (*accounting.Log, error) {
		l, err := accounting.FromAccounting(all, asked, s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", log, err)
		}
		if err := l.Apply(events, s); err != nil {
			return nil, fmt.Errorf("%s: %w", f.events, err)
		}
		return l, nil
	}, err
}

// ReadEvents reads an events file, whose times without a zone are in one.
func ReadEvents(name, zone string) ([]accounting.Event, error) {
	in, err := trace.Zone(zone)
	if err != nil {
		return nil, err
	}
	return console.ReadFile(name, func(r io.Reader) ([]accounting.Event, error) { return accounting.ReadEvents(name, r, in) })
}
