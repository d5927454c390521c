package bridge

import (
	"errors"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

type waitsRequest struct {
	service.Envelope
	Spec specText `json:"spec"` // its workload is the log of blob 0, by whatever name
}

// A waitsAnswer is what a picture needs that follows a pointer.
type waitsAnswer struct {
	Jobs  []int64   `json:"jobs"`  // numbers in the log
	Waits [][]int64 `json:"waits"` // seconds, of each policy of the Spec and parallel to the jobs
}

// waits simulates the log of blob 0 and answers how long its jobs wait. It makes no tables of results, which take ten
// times as long as the simulation of a few jobs.
func (s *simulator) waits(c *service.Call, p *waitsRequest) (*waitsAnswer, error) {
	spec, err := experiment.ParseSpec(p.Spec.RawMessage)
	if err != nil {
		return nil, err
	}
	if spec.Grid != nil || spec.Shared != nil || spec.Cluster != nil {
		return nil, errors.New("waits are answered of one machine only")
	}
	w, err := trace.ReadFrom(spec.Workload.File, newSource(c.Blobs[0]), spec.Reading(trace.Options{}))
	if err == nil {
		w, err = spec.Apply(w)
	}
	if err != nil {
		return nil, err
	}
	yield := s.paced(nil)
	outcomes, err := experiment.Execute(c, spec, w, experiment.Options{
		Keep: true, Parallel: 1, Progress: func(experiment.Progress) { yield() },
	})
	if err != nil {
		return nil, err
	}
	a := &waitsAnswer{Waits: make([][]int64, len(outcomes))}
	for i := range w.Jobs.Held() {
		a.Jobs = append(a.Jobs, w.Jobs.Held()[i].ID)
		for k := range outcomes {
			a.Waits[k] = append(a.Waits[k], outcomes[k].Placed[i].Start-w.Jobs.Held()[i].Submit)
		}
	}
	return a, nil
}
