// Package workload has the flags that describe a workload and its platform, and reads both.
package workload

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/table"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// Flags are the flags of commands that simulate a workload: what is simulated, and on which platform.
type Flags struct {
	Spec    experiment.Spec // its fields that flags can set
	Seed    uint64
	Groups  []float64
	Grid    gridFlags
	Shared  sharedFlags
	Cluster clusterFlags
	Read    ReadFlags
}

// AddMachine adds the flags of every command that simulates a workload: those of its
// Spec, and those that say how to read a log.
func (f *Flags) AddMachine(fl *pflag.FlagSet) {
	fl.IntVar(&f.Spec.Procs, "procs", 0, "processors of the machine (default: the workload's own)")
	fl.Float64Var(&f.Spec.Shrink, "shrink", 1, "multiply the times between submissions: 0.8 is a load of 1/0.8")
	fl.Float64Var(&f.Spec.OfferedLoad, "load", 0,
		"offered load to scale the times between submissions to, instead of --shrink: 1 fills the machine")
	fl.Func("shake", "move every submission by a random number of `seconds`, at most this; 60:3 draws others than 60:1", f.setShake)
	fl.StringVar(&f.Spec.Estimates, "estimates", "", "instead of the users' estimates: exact, factor:2 (twice theirs) or model:2 (drawn)")
	fl.StringVar(&f.Spec.Arrival, "arrival", "submission", "when jobs come: at their submission, or when they became eligible (sacct)")
	fl.StringVar(&f.Spec.Width, "width", "allocated", "a job's processors: those allocated or those requested")
	fl.StringVar(&f.Spec.Overrun, "overrun", "cut", "a run past its estimate: cut it there or extend")
	f.Read.Add(fl)
}

// ApplyMachine changes a Spec by the flags of AddMachine.
func (f *Flags) ApplyMachine(flags *pflag.FlagSet, to *experiment.Spec) {
	usage.Set(flags, "procs", &to.Procs, f.Spec.Procs)
	usage.Set(flags, "shrink", &to.Shrink, f.Spec.Shrink)
	usage.Set(flags, "load", &to.OfferedLoad, f.Spec.OfferedLoad)
	usage.Set(flags, "shake", &to.Shake, f.Spec.Shake)
	usage.Set(flags, "estimates", &to.Estimates, f.Spec.Estimates)
	usage.Set(flags, "arrival", &to.Arrival, f.Spec.Arrival)
	usage.Set(flags, "width", &to.Width, f.Spec.Width)
	usage.Set(flags, "overrun", &to.Overrun, f.Spec.Overrun)
	usage.Set(flags, "columns", &to.Workload.Columns, f.Read.Columns)
	usage.Set(flags, "map", &to.Workload.Map, f.Read.ColumnMap.Text)
	usage.Set(flags, "timezone", &to.Workload.TimeZone, f.Read.Zone)
	usage.Set(flags, "anonymize", &to.Workload.Anonymize, f.Read.Anonymize)
}

// CheckNumbers checks the flags of AddMachine.
func (f *Flags) CheckNumbers(flags *pflag.FlagSet) error {
	if flags.Changed("procs") && f.Spec.Procs < 1 {
		return usage.Errorf("--procs %d: a machine has at least 1 processor", f.Spec.Procs)
	}
	if flags.Changed("shrink") && !(f.Spec.Shrink > 0) {
		return usage.Errorf("--shrink %v: give a positive number", f.Spec.Shrink)
	}
	if flags.Changed("load") && !(f.Spec.OfferedLoad > 0) {
		return usage.Errorf("--load %v: give a positive number; 1 fills the machine", f.Spec.OfferedLoad)
	}
	return nil
}

// CheckPolicies joins the parts of names that commas divided, and checks them.
func (f *Flags) CheckPolicies() error {
	f.Spec.Policies = f.Spec.Catalogue().Join(f.Spec.Policies)
	for _, name := range f.Spec.Policies {
		if _, is := ruleName(name); is || IsProgram(name) {
			continue // the experiment may have its rule base
		}
		if err := CheckPolicy(name); err != nil {
			return err
		}
	}
	return nil
}

// CheckMachine checks the flags before any work is done, but not the policies.
func (f *Flags) CheckMachine(flags *pflag.FlagSet) error {
	if err := f.CheckNumbers(flags); err != nil {
		return err
	}
	if f.Spec.UserGroups = nil; flags.Changed("groups") {
		f.Spec.UserGroups = f.Groups
	}
	probe := f.Spec // the Spec checks its own fields, without those that input checks together
	probe.Workload, probe.Policies = experiment.Source{}, []string{DefaultPolicy}
	if err := probe.Validate(); err != nil {
		return usage.Errorf("%w", err)
	}
	return nil
}

// setShake reads --shake: seconds, or seconds and a seed, 60:3.
func (f *Flags) setShake(text string) error {
	within, seed, seeded := strings.Cut(text, ":")
	s := &experiment.Shake{}
	var err error
	if s.WithinS, err = strconv.ParseInt(within, 10, 64); err == nil && seeded {
		s.Seed, err = strconv.ParseUint(seed, 10, 64)
	}
	if err != nil || s.WithinS < 1 || s.WithinS > trace.MostShake {
		return fmt.Errorf("give 1 to %d seconds, and a seed after a colon for another draw, such as 60:3", trace.MostShake)
	}
	f.Spec.Shake = s
	return nil
}

// A mapFlag is the value of --map: a map of columns or the name of a JSON file with one.
type mapFlag struct{ Text string }

func addMap(fl *pflag.FlagSet, m *mapFlag) {
	fl.Var(m, "map", "which columns of a table are what: field=column:unit,..., a data set's name, or a JSON file (see help tables)")
}

func (m *mapFlag) String() string { return m.Text }

// Type names the value in the help.
func (m *mapFlag) Type() string { return "map" }

// Set reads the map, which the experiment has without the file.
func (m *mapFlag) Set(value string) error {
	if strings.HasSuffix(value, ".json") && !strings.Contains(value, "=") {
		text, err := console.ReadFile(value, console.Text(value, MaxSpec))
		if err != nil {
			return err
		}
		value = string(text)
	}
	parsed, err := table.ParseMap(value)
	if err != nil {
		return err
	}
	m.Text = parsed.String()
	return nil
}
