package bridge

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/wasm/service"
)

// A sharedRun is a run that goes on and spares policies, so that other simulators play them meanwhile. It plays the
// first policies of its Spec, they the last; it takes their rows when it gets to those, so that its tables are the
// same to the byte.
type sharedRun struct {
	mu    sync.Mutex
	begun int            // policies that it plays or has played
	spent []chan arrival // of each policy: what comes of it, nil unless it was spared
	over  chan struct{}  // closed when the run has ended
}

// An arrival is one message about a policy that another simulator has played.
type arrival struct {
	about *playedRequest
	blob  []byte     // a batch of rows
	taken chan error // receives what came of it
}

// sharing registers the run of a request while it goes on; done ends that.
func (s *simulator) sharing(id int64, policies int) (r *sharedRun, done func()) {
	r = &sharedRun{spent: make([]chan arrival, policies), over: make(chan struct{})}
	s.mu.Lock()
	s.shares[id] = r
	s.mu.Unlock()
	return r, func() {
		close(r.over)
		s.mu.Lock()
		delete(s.shares, id)
		s.mu.Unlock()
	}
}

func (s *simulator) shared(id int64) *sharedRun {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shares[id]
}

// spare gives the last policy away that the run has not begun and not spared.
func (s *simulator) spare(_ *service.Call, p *spareRequest) (spared, error) {
	r := s.shared(p.Target)
	if r == nil {
		return spared{-1}, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := len(r.spent) - 1; i >= r.begun; i-- {
		if r.spent[i] == nil {
			r.spent[i] = make(chan arrival)
			return spared{i}, nil
		}
	}
	return spared{-1}, nil
}

type spareRequest struct {
	service.Envelope
	Target int64 `json:"target"` // id of the run
}

type spared struct {
	Run int `json:"run"` // the policy's number in the Spec, or -1: the run is over or needs no help
}

// play simulates one policy of a Spec for a run that has spared it. Blobs are batches of rows, each an Arrow IPC file,
// in the order in which they are written.
func (s *simulator) play(c *service.Call, p *playRequest) (*playAnswer, error) {
	if len(p.Spec.RawMessage) == 0 {
		return nil, errors.New("the request has no spec")
	}
	spec, w, err := s.read(p.Spec)
	if err != nil {
		return nil, err
	}
	if p.Run < 0 || p.Run >= len(spec.Policies) {
		return nil, fmt.Errorf("the request: policy %d of a spec with %d", p.Run, len(spec.Policies))
	}
	s.opt.Yield()
	a := &playAnswer{}
	to := bufio.NewWriterSize(nil, partBytes)
	tables, _, err := newSinks(spec, w, func(t *result.Schema) (result.Sink, error) { return &batches{c, t, &a.Batches, to}, nil })
	if err != nil {
		return nil, err
	}
	outcomes, err := experiment.Execute(c, spec, w,
		experiment.Options{Tables: tables, Parallel: 1, Only: []int{p.Run}, Progress: s.reporter(c, spec.Policies), WorkloadSHA256: w.SHA256()})
	if err = errors.Join(err, c.Err()); err != nil {
		return nil, err
	}
	a.Run, a.Blocks = newRunRow(&outcomes[0]), outcomes[0].Blocks
	return a, nil
}

type playRequest struct {
	service.Envelope
	Spec specText `json:"spec"`
	Run  int      `json:"run"` // the policy's number in it
}

// A playAnswer is one run of a Spec. Its rows are in the blobs.
type playAnswer struct {
	Run     runRow          `json:"run"`
	Blocks  *metrics.Blocks `json:"blocks"`  // of its jobs, for standings
	Batches int             `json:"batches"` // how many blobs there are
}

// batches is a Sink that sends every batch of a table's rows as a blob of its own.
type batches struct {
	call   *service.Call
	schema *result.Schema
	next   *int // number of the next blob
	to     *bufio.Writer
}

func (b *batches) Write(t *result.Table) error {
	if t.Rows == 0 {
		return nil
	}
	b.to.Reset(&parts{b.call, b.next, -1})
	file, err := ipc.NewWriter(b.to, b.schema, nil)
	if err == nil {
		err = file.Write(t)
	}
	if err == nil {
		err = file.Close()
	}
	return errors.Join(err, b.to.Flush())
}

// Close does nothing.
func (b *batches) Close() error { return nil }

// played hands the run what became of a policy that it has spared: first its row and the number of its batches, without
// a blob, then each batch as a blob. Without a row the other simulator has failed, and the run plays the policy
// itself. It answers when the run has taken that, which may be much later, and whether the run wants more.
func (s *simulator) played(c *service.Call, p *playedRequest) (service.Found, error) {
	if len(c.Blobs) > 1 {
		return service.Found{}, fmt.Errorf("the request: %d blobs given, at most 1 wanted", len(c.Blobs))
	}
	r := s.shared(p.Target)
	if r == nil || p.Run < 0 || p.Run >= len(r.spent) {
		return service.Found{}, nil
	}
	r.mu.Lock()
	to := r.spent[p.Run]
	r.mu.Unlock()
	if to == nil {
		return service.Found{}, nil
	}
	a := arrival{about: p, taken: make(chan error, 1)}
	if len(c.Blobs) == 1 {
		a.blob = c.Blobs[0]
	}
	select {
	case to <- a:
		return service.Found{Found: true}, <-a.taken
	case <-r.over:
		return service.Found{}, nil
	case <-c.Done():
		return service.Found{}, c.Err()
	}
}

type playedRequest struct {
	service.Envelope
	Target  int64           `json:"target"`            // id of the run
	Run     int             `json:"run"`               // the policy's number in its Spec
	Row     *runRow         `json:"row,omitempty"`     // of the first message, unless the simulator has failed
	Blocks  *metrics.Blocks `json:"blocks,omitempty"`  // that play answered, beside the row
	Batches int             `json:"batches,omitempty"` // how many blobs follow it
}

// elsewhere is experiment.Options.Elsewhere.
func (r *sharedRun) elsewhere(ctx context.Context, i int) (*experiment.Finished, error) {
	r.mu.Lock()
	from := r.spent[i]
	if from == nil {
		r.begun = i + 1
	}
	r.mu.Unlock()
	if from == nil {
		return nil, nil
	}
	a, err := receive(ctx, from)
	if err != nil {
		return nil, err
	}
	a.taken <- nil
	row := a.about.Row
	if row == nil {
		return nil, nil
	}
	return &experiment.Finished{
		LeftOut: row.LeftOut, Metrics: valuesOf(row.Metrics), Blocks: a.about.Blocks, Seconds: row.Seconds,
		Write: func(ctx context.Context, to result.Set) error {
			for range a.about.Batches {
				batch, err := receive(ctx, from)
				if err != nil {
					return err
				}
				t, _, err := ipc.Read(batch.blob)
				if err == nil {
					err = to.Write(t)
				}
				batch.taken <- err
				if err != nil {
					return err
				}
			}
			return nil
		},
	}, nil
}

func receive(ctx context.Context, from chan arrival) (arrival, error) {
	select {
	case a := <-from:
		return a, nil
	case <-ctx.Done():
		return arrival{}, ctx.Err()
	}
}

// valuesOf is the inverse of nullable.
func valuesOf(row []*float64) metrics.Values {
	v := make(metrics.Values, len(row))
	for i, x := range row {
		v[i] = math.NaN()
		if x != nil {
			v[i] = *x
		}
	}
	return v
}
