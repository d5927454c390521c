package bridge

import (
	"context"
	"encoding/json"

	"github.com/backfill-lab/backfill/core/experiment"
)

// why tells why a job of a Spec's run did not start earlier. The run is played
// again up to the job's start.
func (s *simulator) why(ctx context.Context, c *Call) (any, [][]byte, error) {
	var p struct {
		Envelope
		Spec   json.RawMessage `json:"spec"`
		Policy string          `json:"policy"`
		Job    int64           `json:"job"`
	}
	if err := c.Decode(&p, 0); err != nil {
		return nil, nil, err
	}
	spec, w, err := s.read(p.Spec)
	if err != nil {
		return nil, nil, err
	}
	a, err := experiment.Explain(ctx, spec, w, p.Policy, p.Job)
	if err != nil {
		return nil, nil, err
	}
	return a, nil, nil
}
