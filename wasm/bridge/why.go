package bridge

import (
	"encoding/json"

	"github.com/backfill-lab/backfill/core/experiment"
)

// why answers why a job of a Spec's run did not start earlier. It plays the run again
// up to the job's start.
func (s *simulator) why(c *Call) (any, error) {
	var p struct {
		Envelope
		Spec   json.RawMessage `json:"spec"`
		Policy string          `json:"policy"`
		Job    int64           `json:"job"`
	}
	if err := c.Decode(&p, 0); err != nil {
		return nil, err
	}
	spec, w, err := s.read(p.Spec)
	if err != nil {
		return nil, err
	}
	return experiment.Explain(c, spec, w, p.Policy, p.Job)
}
