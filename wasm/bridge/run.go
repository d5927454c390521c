package bridge

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

// A runAnswer is the answer of run; its tables are in the blobs.
type runAnswer struct {
	Workload Summary         `json:"workload"` // as it was simulated: cut, scaled
	Runs     []runRow        `json:"runs"`
	Tables   map[string]sent `json:"tables"`   // by name; those without rows are missing
	LeftOut  []string        `json:"left_out"` // tables that are too large for a page: see sending
	Ignored  []string        `json:"ignored"`  // what the log says and the runs leave out, a line each
	Within   blocked         `json:"within"`   // what standings are seen in
	Alike    [][]likeness    `json:"alike"`    // by run: whether its mean wait is like another's; null without blocks
	Beside   string          `json:"beside"`   // what must be said of schedules that stand beside each other; "" of most
	Shared   *sharedMachine  `json:"shared"`   // null unless the Spec has shared nodes
	Cluster  *clusterMachine `json:"cluster"`  // null unless the Spec has a cluster
}

type runRow struct {
	Run     string     `json:"run"`
	Policy  string     `json:"policy"`
	Metrics []*float64 `json:"metrics"`          // parallel to describe's metrics; null if undefined
	Stands  []standing `json:"stands,omitempty"` // parallel to metrics; not of play, which knows no other run
	LeftOut int        `json:"left_out"`         // jobs of more tasks than there are nodes; on a system, jobs that never start
	Seconds float64    `json:"seconds"`          // of computing
}

// A specText is an experiment.Spec in a request, for experiment.ParseSpec.
type specText struct{ json.RawMessage }

// read returns a request's Spec and its workload.
func (s *simulator) read(raw specText) (experiment.Spec, *trace.Workload, error) {
	spec, err := experiment.ParseSpec(raw.RawMessage)
	if err != nil {
		return spec, nil, err
	}
	if spec.Workload.File == "" {
		w, err := spec.Load(s.open, trace.Options{})
		return spec, w, err
	}
	w, err := s.readLog(spec.Workload.File, spec.Reading(trace.Options{}))
	if err == nil {
		w, err = spec.Apply(w)
	}
	return spec, w, err
}

// run simulates a Spec. Its blobs are the tables that the answer names.
func (s *simulator) run(c *service.Call, p *runRequest) (*runAnswer, error) {
	if len(p.Spec.RawMessage) == 0 {
		return nil, errors.New("the request has no spec")
	}
	s.replays.forget()
	spec, w, err := s.read(p.Spec)
	if err != nil {
		return nil, err
	}
	s.opt.Yield()
	sha256 := w.SHA256()
	tables, leftOut, err := newOutputs(c, spec, w, spec.Meta(w, sha256, s.opt.Program))
	if err != nil {
		return nil, err
	}
	a := &runAnswer{Workload: summarise(w), LeftOut: leftOut, Ignored: []string{}}
	for _, i := range spec.Ignored(w) {
		a.Ignored = append(a.Ignored, i.String())
	}
	a.Beside = beside(spec)
	if a.Shared, err = newSharedMachine(c, spec, w); err != nil {
		return nil, err
	}
	if a.Cluster, err = newClusterMachine(spec, w); err != nil {
		return nil, err
	}
	s.opt.Yield()
	shared, done := s.sharing(p.ID, len(spec.Policies))
	defer done()
	outcomes, err := experiment.Execute(c, spec, w, experiment.Options{
		Tables: tables, Parallel: 1, Progress: s.reporter(c, spec.Policies), WorkloadSHA256: sha256, Elsewhere: shared.elsewhere,
	})
	if err = errors.Join(err, c.Err()); err != nil {
		return nil, err
	}
	for i := range outcomes {
		a.Runs = append(a.Runs, newRunRow(&outcomes[i]))
	}
	a.stand(outcomes)
	a.Tables, leftOut, err = pack(tables)
	a.LeftOut = append(a.LeftOut, leftOut...)
	return a, err
}

func newRunRow(o *experiment.Outcome) runRow {
	return runRow{Run: o.Run, Policy: o.Policy, Seconds: o.Seconds, LeftOut: o.LeftOut, Metrics: nullable(o.Metrics)}
}

type runRequest struct {
	service.Envelope
	Spec specText `json:"spec"`
}

// nullable returns xs for JSON, which has no NaN: null stands for it.
func nullable(xs []float64) []*float64 {
	out := make([]*float64, len(xs))
	for i := range xs {
		if !math.IsNaN(xs[i]) && !math.IsInf(xs[i], 0) {
			out[i] = &xs[i]
		}
	}
	return out
}

// A report is the progress of a run.
type report struct {
	Policy string `json:"policy"`
	Run    int    `json:"run"`   // 0, 1, ... in the order of the Spec's policies
	Runs   int    `json:"runs"`  // how many there are
	Done   int    `json:"done"`  // jobs that have ended in this run
	Total  int    `json:"total"` // jobs of this run
}

// reporter passes the progress of the policies' runs on and yields each time: about
// every 50 ms.
func (s *simulator) reporter(c *service.Call, policies []string) func(experiment.Progress) {
	return func(at experiment.Progress) {
		c.Progress(report{at.Policy, slices.Index(policies, at.Policy), len(policies), at.Done, at.Total})
		s.opt.Yield()
	}
}

// why answers why a job of a Spec's run did not start earlier. It plays the run again
// up to the job's start.
func (s *simulator) why(c *service.Call, p *whyRequest) (platform.Answer, error) {
	spec, w, err := s.read(p.Spec)
	if err != nil {
		return platform.Answer{}, err
	}
	return experiment.Explain(c, spec, w, p.Policy, string(p.Job))
}

type whyRequest struct {
	service.Envelope
	Spec   specText  `json:"spec"`
	Policy string    `json:"policy"` // one of the Spec's
	Job    jobNumber `json:"job"`
}

// jobNumber is the number of a job in a request: 4711 or a text such as "4711_3".
type jobNumber string

func (n *jobNumber) UnmarshalJSON(b []byte) error {
	var number int64
	if json.Unmarshal(b, &number) == nil {
		*n = jobNumber(strconv.FormatInt(number, 10))
		return nil
	}
	return json.Unmarshal(b, (*string)(n))
}
