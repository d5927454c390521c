package bridge

import (
	"context"
	"encoding/json"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/why"
	"github.com/backfill-lab/backfill/core/workload"
)

// A whyAnswer is the story of one job's wait.
type whyAnswer struct {
	why.Answer
	Sentences []string `json:"sentences"` // parallel to spans
}

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
	spec, err := experiment.ParseSpec(p.Spec)
	if err != nil {
		return nil, nil, err
	}
	w, err := spec.Load(s.open, workload.Options{})
	if err != nil {
		return nil, nil, err
	}
	a, err := experiment.Explain(ctx, spec, w, p.Policy, p.Job)
	if err != nil {
		return nil, nil, err
	}
	out := whyAnswer{Answer: a, Sentences: make([]string, len(a.Spans))}
	for i := range a.Spans {
		out.Sentences[i] = a.Spans[i].Sentence(&a)
	}
	return out, nil, nil
}
