// Package arrival makes the first picture of the page: a small workload under FCFS and under EASY. The build simulates
// it, so that the page shows it before its simulator is there.
package arrival

import (
	"context"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/trace"
)

// Spec is the experiment of the picture. Its seed was chosen by what came out, and the page says so: among the first
// hundred it shows plainest a long hole under FCFS that many jobs fill under EASY.
func Spec() experiment.Spec {
	return experiment.Spec{
		Workload: experiment.Source{Model: &experiment.Model{
			Name: "lublin", Jobs: 60, Procs: 32, Load: 0.9, Users: 8, Seed: 4, Estimates: "round", Factor: 3,
		}},
		Policies: []string{"fcfs", "easy"},
	}
}

// A Picture is what the page draws. Times are seconds since the start of the workload.
type Picture struct {
	Spec  experiment.Spec `json:"spec"`
	Procs int             `json:"procs"`
	Jobs  []Job           `json:"jobs"` // in the order of submission
	Runs  []Run           `json:"runs"` // of FCFS and of EASY
}

// A Job has the same place in Picture.Jobs as in Run.Starts.
type Job struct {
	ID       int64 `json:"id"`
	Submit   int64 `json:"submit"`
	Procs    int   `json:"procs"`
	Run      int64 `json:"run"`
	Estimate int64 `json:"estimate"`
}

// A Run is a schedule.
type Run struct {
	Policy string  `json:"policy"`
	Starts []int64 `json:"starts"`
}

// Make simulates the experiment.
func Make(spec experiment.Spec) (*Picture, error) {
	w, err := spec.Load(nil, trace.Options{})
	if err != nil {
		return nil, err
	}
	outcomes, err := experiment.Execute(context.Background(), spec, w, experiment.Options{Keep: true})
	if err != nil {
		return nil, err
	}
	p := &Picture{Spec: spec, Procs: w.Procs}
	for i := range w.Jobs.Held() {
		j := &w.Jobs.Held()[i]
		p.Jobs = append(p.Jobs, Job{ID: j.ID, Submit: j.Submit, Procs: int(j.Procs), Run: j.Run, Estimate: j.Estimate})
	}
	for i := range outcomes {
		r := Run{Policy: outcomes[i].Policy}
		for _, at := range outcomes[i].Placed {
			r.Starts = append(r.Starts, at.Start)
		}
		p.Runs = append(p.Runs, r)
	}
	return p, nil
}
