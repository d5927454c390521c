package experiment

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

// maxFactor bounds the factors of estimates.
const maxFactor = 1000

// estimated returns w with the estimates that the Spec asks for.
func (s *Spec) estimated(w *trace.Workload) (*trace.Workload, error) {
	change, of, err := s.estimator()
	if err != nil || of == nil {
		return w, err
	}
	return w.ReplaceEstimates(change, of), nil
}

// estimator returns what trace.ReplaceEstimates takes, to be used once: of is called for each job in turn. It is nil if
// the jobs keep their estimates.
func (s *Spec) estimator() (change string, of func(*job.Job) int64, err error) {
	kind, text, _ := strings.Cut(s.Estimates, ":")
	f := 0.0
	if kind == "factor" || kind == "model" {
		if f, err = strconv.ParseFloat(text, 64); err != nil || !(f >= 0 && f <= maxFactor) || kind == "factor" && f == 0 {
			return "", nil, fmt.Errorf("the estimates %q have no factor: give %s:2, or another number up to %d", s.Estimates, kind, maxFactor)
		}
	}
	switch {
	case s.Estimates == "":
		return "", nil, nil
	case s.Estimates == "exact":
		return "estimates are the run times", func(j *job.Job) int64 { return j.Run }, nil
	case kind == "factor":
		change, of = trace.ScaledEstimates(f)
		return change, of, nil
	case kind == "model":
		change, of = (&lublin.Estimates{Kind: "round", Factor: f}).Draws(1)
		return change, of, nil
	}
	return "", nil, fmt.Errorf("the estimates %q are unknown: give exact, factor:F or model:F", s.Estimates)
}
