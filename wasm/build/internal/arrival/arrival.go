// Package arrival makes the first picture of the page: a small workload under FCFS and under EASY, with
// what the eye should look for. The build simulates it, so that the page shows it before its simulator is there.
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
	Jobs  []Job           `json:"jobs"`
	Runs  []Run           `json:"runs"` // of FCFS and of EASY
	Hole  Hole            `json:"hole"`
}

// A Job has the same place in Picture.Jobs, in the order of submission, as in Run.Starts and Run.Ends.
type Job struct {
	ID     int64 `json:"id"`
	Procs  int   `json:"procs"`
	Submit int64 `json:"submit"`
}

// A Run is a schedule.
type Run struct {
	Policy string  `json:"policy"`
	Starts []int64 `json:"starts"`
	Ends   []int64 `json:"ends"`
	Wait   float64 `json:"wait_mean_s"`
}

// A Hole is a time in which FCFS lets processors idle because the job at the head of the queue does not fit.
type Hole struct {
	Job    int   `json:"job"`    // place of the job at the head
	From   int64 `json:"from"`   // it stands there from then on
	To     int64 `json:"to"`     // it starts
	Idle   int   `json:"idle"`   // the fewest processors that are idle within
	Filled int   `json:"filled"` // jobs behind it in the queue that EASY starts within
}

// Make simulates the experiment, whose policies are fcfs and easy.
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
		p.Jobs = append(p.Jobs, Job{ID: j.ID, Procs: int(j.Procs), Submit: j.Submit})
	}
	for i := range outcomes {
		r := Run{Policy: outcomes[i].Policy, Wait: outcomes[i].Metric("wait_mean_s")}
		for _, at := range outcomes[i].Placed {
			r.Starts, r.Ends = append(r.Starts, at.Start), append(r.Ends, at.End)
		}
		p.Runs = append(p.Runs, r)
	}
	p.Hole = p.hole()
	return p, nil
}

// hole returns the hole that wastes most: processors times seconds.
func (p *Picture) hole() (most Hole) {
	fcfs, easy := p.Runs[0], p.Runs[1]
	for i := 1; i < len(p.Jobs); i++ {
		h := Hole{Job: i, From: max(p.Jobs[i].Submit, fcfs.Starts[i-1]), To: fcfs.Starts[i], Idle: p.Procs}
		for k := range i {
			if fcfs.Ends[k] > h.From {
				h.Idle -= p.Jobs[k].Procs // all before it have started: from here on more idle, not fewer
			}
		}
		if int64(h.Idle)*(h.To-h.From) <= int64(most.Idle)*(most.To-most.From) {
			continue
		}
		for k := i + 1; k < len(p.Jobs); k++ {
			if easy.Starts[k] >= h.From && easy.Starts[k] < h.To {
				h.Filled++
			}
		}
		most = h
	}
	return most
}
