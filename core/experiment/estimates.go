package experiment

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/workload"
	"github.com/backfill-lab/backfill/core/workload/lublin"
)

// maxFactor bounds the factors of estimates.
const maxFactor = 1000

// estimated returns w with the estimates that the Spec asks for; w may be nil to check the Spec.
func (s *Spec) estimated(w *workload.Workload) (*workload.Workload, error) {
	kind, text, _ := strings.Cut(s.Estimates, ":")
	f := 0.0
	if kind == "factor" || kind == "model" {
		var err error
		if f, err = strconv.ParseFloat(text, 64); err != nil || !(f >= 0 && f <= maxFactor) || kind == "factor" && f == 0 {
			return nil, fmt.Errorf("the estimates %q have no factor: give %s:2, or another number up to %d", s.Estimates, kind, maxFactor)
		}
	}
	switch {
	case s.Estimates == "exact" || kind == "factor" || kind == "model":
	case s.Estimates != "":
		return nil, fmt.Errorf("the estimates %q are unknown: give exact, factor:F or model:F", s.Estimates)
	}
	switch {
	case w == nil || s.Estimates == "":
		return w, nil
	case kind == "factor":
		return w.ScaleEstimates(f), nil
	case kind == "model":
		model := lublin.Estimates{Kind: "round", Factor: f}
		return model.Replace(w, 1), nil
	}
	return w.ReplaceEstimates("estimates are the run times", func(j *job.Job) int64 { return j.Run }), nil
}
