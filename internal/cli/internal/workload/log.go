package workload

import (
	"cmp"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// LogFlags are the flags of commands that read a log and simulate nothing.
type LogFlags struct {
	Read  ReadFlags
	width string
	procs int
}

// Add adds the flags to a command's.
func (l *LogFlags) Add(fl *pflag.FlagSet) {
	fl.SortFlags = false
	l.Read.Add(fl)
	fl.StringVar(&l.width, "width", "allocated", "a job's processors: those allocated or those requested")
	fl.IntVar(&l.procs, "procs", 0, "processors of the machine (default: as the log says)")
}

// ReadLog reads the log that a command line names. What the flags and the name say goes before opt.
func (l *LogFlags) ReadLog(a *console.App, args []string, opt trace.Options) (*trace.Workload, error) {
	in := &Input{App: a, Opt: opt}
	in.Opt.Strict = l.Read.strict
	if err := in.Name(args); err != nil {
		return nil, err
	}
	in.Spec.Width, in.Spec.Procs = l.width, l.procs
	source := &in.Spec.Workload
	source.Columns, source.Map = cmp.Or(l.Read.Columns, source.Columns), cmp.Or(l.Read.ColumnMap.Text, source.Map)
	source.TimeZone, source.Anonymize = cmp.Or(l.Read.Zone, source.TimeZone), source.Anonymize || l.Read.Anonymize
	probe := in.Spec
	probe.Policies = []string{DefaultPolicy}
	if err := probe.Validate(); err != nil {
		return nil, usage.Errorf("%w", err)
	}
	return in.Load()
}
