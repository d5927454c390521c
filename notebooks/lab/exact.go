package lab

import (
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures"
)

// Instances returns the off-line problems of the self-tuning steps at submissions in the
// experiment's runs.
func (e Experiment) Instances() (all []*platform.Instance) {
	must(experiment.Execute(context.Background(), e.Spec, e.Workload(), experiment.Options{
		Instance: func(in *platform.Instance) error {
			all = append(all, in)
			return nil
		}}))
	return all
}

// Solve returns the best schedule of an instance within an amount of work, of about as
// many seconds (exact.Options.Work), the same on every machine. It calls told, if not
// nil, with every better schedule and bound.
func Solve(in *exact.Instance, work float64, told func(*exact.Result)) *exact.Result {
	return must(exact.Solve(context.Background(), in, exact.Options{Work: work, Progress: told}))
}

// Starts returns the starts of an instance's jobs under one of exact.Policies.
func Starts(in *exact.Instance, policy string) []int64 {
	for _, p := range exact.Policies {
		if p.Name == policy {
			return in.List(p.Order(in))
		}
	}
	check(fmt.Errorf("unknown policy %q of instances: give fcfs, sjf or ljf", policy))
	return nil
}

// A Plan is a named schedule of an instance.
type Plan struct {
	Name   string
	Starts []int64
}

// Plans draws schedules of an instance, one below the other, with the processors that
// running jobs hold.
func Plans(title string, in *exact.Instance, plans ...Plan) {
	var names []string
	var starts [][]int64
	for _, p := range plans {
		names, starts = append(names, p.Name), append(starts, p.Starts)
	}
	jobs := must(experiment.Schedules(in, names, starts))
	Picture(must(figures.Draw("gantt", figures.Input{Tables: result.Tables{result.Jobs: jobs},
		Options: figures.Options{Procs: int64(in.Procs), Color: "queue", Title: title}})))
}
