package bridge

import (
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

// A generatorForm offers workloads of the model of Lublin and Feitelson.
type generatorForm struct {
	Usual     experiment.Model `json:"usual"` // where nothing is chosen
	Sliders   []slider         `json:"sliders"`
	Estimates []choice         `json:"estimates"` // of Model.Estimates
}

// A slider chooses a number of an experiment.Model.
type slider struct {
	Name  string    `json:"name"` // of the model's field
	Title string    `json:"title"`
	Doc   string    `json:"doc"`
	Unit  string    `json:"unit"`  // "%" of numbers from 0 to 1, "x" of factors, or ""
	Stops []float64 `json:"stops"` // rising; a Spec can have others
}

var generator = generatorForm{
	Usual: experiment.Model{Name: "lublin", Jobs: 1000, Procs: 128, Load: 0.85, Users: 32, Seed: 1,
		Estimates: "round", Factor: 3, Wide: 0.125, RunFactor: 1},
	Sliders: []slider{
		{"jobs", "Jobs", "How many jobs are submitted.", "",
			[]float64{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000}},
		{"procs", "Processors", "Processors of the machine that the jobs are for.", "",
			[]float64{4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096}},
		{"load", "Offered load", "Work that is submitted, as a part of what the machine can do in that time. " +
			"Above 100 % the queue grows and grows.", "%",
			[]float64{0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.1, 1.2, 1.5}},
		{"wide", "Wide jobs", "Part of the parallel jobs that ask for a large part of the machine.", "%",
			[]float64{0.01, 0.05, 0.125, 0.25, 0.5, 0.75, 1}},
		{"run_factor", "Run times", "All run times are multiplied by it. The load stays: longer jobs come less often.", "x",
			[]float64{0.1, 0.25, 0.5, 1, 2, 4, 10}},
		{"factor", "Estimates of", "Users ask for up to so many run times more than they need.", "x", []float64{0, 0.5, 1, 3, 10, 30}},
		{"users", "Users", "How many users submit the jobs: the second half as many as the first, the third a third, and so on.", "",
			[]float64{1, 2, 4, 8, 16, 32, 64, 128, 256}},
	},
	Estimates: []choice{
		{Name: "round", Title: "round values",
			Doc: "Drawn between the run time and its multiple, then rounded up to 5, 10, 15, 30 minutes, 1, 2, 3 hours, ..."},
		{Name: "factor", Title: "drawn", Doc: "Drawn between the run time and its multiple."},
		{Name: "exact", Title: "exact", Doc: "Users know the run time to the second."},
	},
}

// generate draws the workload of a model and answers with its Summary. A run draws it again.
func (s *simulator) generate(_ *service.Call, p *generateRequest) (*Summary, error) {
	w, err := s.workload(experiment.Spec{Workload: experiment.Source{Model: &p.Model}})
	if err != nil {
		return nil, err
	}
	a := summarise(w)
	return &a, nil
}

type generateRequest struct {
	service.Envelope
	Model experiment.Model `json:"model"`
}

// workload makes the workload of a Spec that has no policies yet.
func (s *simulator) workload(spec experiment.Spec) (*trace.Workload, error) {
	spec.Policies = []string{policy.Kinds[0].Name}
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	if spec.Workload.File != "" {
		return s.readLog(spec.Workload.File, spec.Reading(trace.Options{}))
	}
	return spec.Load(s.open, trace.Options{})
}

// shape counts the jobs of a Spec's workload in classes, as it is before any change of load or machine.
func (s *simulator) shape(_ *service.Call, p *shapeRequest) (*trace.Shape, error) {
	w, err := s.workload(experiment.Spec{Workload: p.Workload, Width: p.Width})
	if err != nil {
		return nil, err
	}
	a := w.Shape()
	return &a, nil
}

type shapeRequest struct {
	service.Envelope
	Workload experiment.Source `json:"workload"`
	Width    string            `json:"width,omitempty"` // of a log's jobs, as in a Spec
}
