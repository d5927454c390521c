package main

import (
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/experiment"
)

// workloadFlags are the flags of commands that simulate a workload: what is simulated, and on which platform.
type workloadFlags struct {
	spec    experiment.Spec // its fields that flags can set
	seed    uint64
	groups  []float64
	shake   shakeFlag
	grid    gridFlags
	cluster clusterFlags
	system  systemRun
	read    readFlags
}

// addMachine adds the flags of every command that simulates a workload: those of its
// Spec, and those that say how to read a log.
func (f *workloadFlags) addMachine(fl *pflag.FlagSet) {
	fl.IntVar(&f.spec.Procs, "procs", 0, "processors of the machine (default: the workload's own)")
	fl.Float64Var(&f.spec.Shrink, "shrink", 1, "multiply the times between submissions: 0.8 is a load of 1/0.8")
	fl.Var(&f.shake, "shake", "move every submission by up to so many `seconds` at random; 60:3 is another draw than 60:1")
	fl.StringVar(&f.spec.Estimates, "estimates", "", "instead of the users' estimates: exact, factor:2 (twice theirs) or model:2 (drawn)")
	fl.StringVar(&f.spec.Arrival, "arrival", "submission", "when jobs come: at their submission, or when they became eligible (sacct)")
	fl.StringVar(&f.spec.Width, "width", "allocated", "a job's processors: those allocated or those requested")
	fl.StringVar(&f.spec.Overrun, "overrun", "cut", "a run past its estimate: cut it there or extend")
	f.read.add(fl)
}

// applyMachine changes a Spec by the flags of addMachine.
func (f *workloadFlags) applyMachine(flags *pflag.FlagSet, to *experiment.Spec) {
	set(flags, "procs", &to.Procs, f.spec.Procs)
	set(flags, "shrink", &to.Shrink, f.spec.Shrink)
	if flags.Changed("shake") {
		to.Shake = f.shake.Shake
	}
	set(flags, "estimates", &to.Estimates, f.spec.Estimates)
	set(flags, "arrival", &to.Arrival, f.spec.Arrival)
	set(flags, "width", &to.Width, f.spec.Width)
	set(flags, "overrun", &to.Overrun, f.spec.Overrun)
	set(flags, "columns", &to.Workload.Columns, f.read.columns)
	set(flags, "map", &to.Workload.Map, f.read.columnMap.text)
	set(flags, "timezone", &to.Workload.TimeZone, f.read.zone)
	set(flags, "anonymize", &to.Workload.Anonymize, f.read.anonymize)
}

// checkMachine checks the flags of addMachine.
func (f *workloadFlags) checkMachine(flags *pflag.FlagSet) error {
	if flags.Changed("procs") && f.spec.Procs < 1 {
		return usage("--procs %d: a machine has at least 1 processor", f.spec.Procs)
	}
	if flags.Changed("shrink") && !(f.spec.Shrink > 0) {
		return usage("--shrink %v: give a positive number", f.spec.Shrink)
	}
	return nil
}

// checkPolicies joins the parts of names that commas divided, and checks them.
func (f *workloadFlags) checkPolicies() error {
	f.spec.Policies = f.spec.Catalogue().Join(f.spec.Policies)
	for _, name := range f.spec.Policies {
		if _, is := afterRules(name); is || isProgram(name) {
			continue // the experiment may have its rule base
		}
		if err := checkPolicy(name); err != nil {
			return err
		}
	}
	return nil
}

// check checks the flags before any work is done, but not the policies.
func (f *workloadFlags) check(flags *pflag.FlagSet) error {
	if err := f.checkMachine(flags); err != nil {
		return err
	}
	if f.spec.UserGroups = nil; flags.Changed("groups") {
		f.spec.UserGroups = f.groups
	}
	probe := f.spec // the Spec checks its own fields, without those that input checks together
	probe.Workload, probe.Policies = experiment.Source{}, []string{defaultPolicy}
	if err := probe.Validate(); err != nil {
		return usage("%w", err)
	}
	return nil
}
