package bridge

import (
	"context"
	"sync"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

// replays are the runs of one Spec that are being asked about: each stands where it was asked last, so that the next
// second costs little.
type replays struct {
	mu     sync.Mutex // one answer at a time
	of     string     // the Spec as the page wrote it
	spec   experiment.Spec
	w      *trace.Workload
	policy map[string]*experiment.Replay
}

// forget closes the replays and frees their memory, once no answer is being made.
func (r *replays) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.close()
}

func (r *replays) close() {
	for _, p := range r.policy {
		p.Close()
	}
	r.of, r.w, r.policy = "", nil, nil
}

// moment answers why jobs started and wait at a second of a Spec's run.
func (s *simulator) moment(c *service.Call, p *momentRequest) (platform.Moment, error) {
	r := &s.replays
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of != string(p.Spec.RawMessage) {
		r.close()
		spec, w, err := s.read(p.Spec)
		if err != nil {
			return platform.Moment{}, err
		}
		r.of, r.spec, r.w, r.policy = string(p.Spec.RawMessage), spec, w, map[string]*experiment.Replay{}
	}
	yield := s.paced(nil)
	replay, err := r.replay(c, p.Policy, func(int, int) { yield() })
	if err != nil {
		return platform.Moment{}, err
	}
	return replay.At(c, p.At, p.Most, string(p.Job))
}

type momentRequest struct {
	service.Envelope
	Spec   specText  `json:"spec"`
	Policy string    `json:"policy"`        // one of the Spec's
	At     float64   `json:"at"`            // second
	Most   int       `json:"most"`          // waiting jobs that are told of
	Job    jobNumber `json:"job,omitempty"` // and this one
}

func (r *replays) replay(ctx context.Context, policy string, progress func(int, int)) (*experiment.Replay, error) {
	if known := r.policy[policy]; known != nil {
		return known, nil
	}
	replay, err := experiment.NewReplay(ctx, r.spec, r.w, policy, progress)
	if err == nil {
		r.policy[policy] = replay
	}
	return replay, err
}
