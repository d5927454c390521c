package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/workload"
)

// A runAnswer is what run answers with; the tables are in the blobs.
type runAnswer struct {
	Workload Summary  `json:"workload"` // as it was simulated: cut, scaled
	Runs     []runRow `json:"runs"`
	Jobs     string   `json:"jobs_sha256"` // result.Digest of the jobs table
	Table    string   `json:"runs_sha256"` // and of the runs table
	Steps    *stepped `json:"steps"`       // null where no policy recorded any
	Parts    *parted  `json:"parts"`       // null but on a grid

	Cluster *clustered `json:"cluster"` // null but on a cluster

	Decisions *parted `json:"decisions"` // null where no rule base decided
	// DecisionsLeftOut tells that none were asked for: see tooManyDecisions.
	DecisionsLeftOut bool `json:"decisions_left_out"`

	// StepsLeftOut tells that no steps were asked for: see tooManySteps.
	StepsLeftOut bool `json:"steps_left_out"`
}

// parted is what is known of the parts, the shares or the decisions table.
type parted struct {
	Rows   int    `json:"rows"`
	SHA256 string `json:"sha256"`
}

// stepped is what is known of the steps table.
type stepped struct {
	Rows    int    `json:"rows"`    // of the whole table
	SHA256  string `json:"sha256"`  // and its digest
	Thinned bool   `json:"thinned"` // the blob has not all of it: see thinSteps
}

type runRow struct {
	Run     string     `json:"run"`
	Policy  string     `json:"policy"`
	Metrics []*float64 `json:"metrics"`  // parallel to describe's metrics; null where not defined
	LeftOut int        `json:"left_out"` // jobs of more tasks than there are nodes to have one each
	Seconds float64    `json:"seconds"`  // of computing
}

// read returns a request's Spec and its workload.
func (s *simulator) read(raw json.RawMessage) (experiment.Spec, *workload.Workload, error) {
	spec, err := experiment.ParseSpec(raw)
	if err != nil {
		return spec, nil, err
	}
	w, err := spec.Load(s.open, workload.Options{})
	return spec, w, err
}

// run simulates a Spec. Its blobs are the jobs and the runs table, the steps table
// where a policy recorded any, the parts table where the Spec has a grid, the shares
// table where it has a cluster and the decisions table where it has rule bases.
func (s *simulator) run(ctx context.Context, c *Call) (any, [][]byte, error) {
	var p struct {
		Envelope
		Spec json.RawMessage `json:"spec"`
	}
	if err := c.Decode(&p, 0); err != nil {
		return nil, nil, err
	}
	if len(p.Spec) == 0 {
		return nil, nil, fmt.Errorf("the request has no spec")
	}
	spec, w, err := s.read(p.Spec)
	if err != nil {
		return nil, nil, err
	}
	s.opt.Yield()

	sha256 := w.SHA256()
	meta := spec.Meta(sha256, s.opt.Program)
	jobs, err := newOutput(result.Jobs, meta)
	if err != nil {
		return nil, nil, err
	}
	runs, err := newOutput(result.Runs, meta)
	if err != nil {
		return nil, nil, err
	}
	parts, err := newOutput(result.Parts, meta)
	if err != nil {
		return nil, nil, err
	}
	shares, err := newOutput(result.Shares, meta)
	if err != nil {
		return nil, nil, err
	}
	decisions, err := newOutput(result.Decisions, meta)
	if err != nil {
		return nil, nil, err
	}
	a := runAnswer{Workload: summarise(w), StepsLeftOut: tooManySteps(spec, w), DecisionsLeftOut: tooManyDecisions(spec, w)}
	if spec.Cluster != nil {
		if a.Cluster, err = newClustered(ctx, spec, w); err != nil {
			return nil, nil, err
		}
		s.opt.Yield()
	}
	steps := result.NewCollect(result.Steps)
	pace := pace{send: c.Progress, yield: s.opt.Yield, policies: spec.Policies}
	opt := experiment.Options{
		Jobs: jobs, Runs: runs, Steps: steps, Parts: parts, Parallel: 1, Progress: pace.progress, WorkloadSHA256: sha256,
	}
	if a.StepsLeftOut {
		opt.Steps = nil
	}
	if !a.DecisionsLeftOut {
		opt.Decisions = decisions
	}
	if a.Cluster != nil && !tooManyShares(spec, w) {
		opt.Shares = shares
	}
	outcomes, err := experiment.Execute(ctx, spec, w, opt)
	if err == nil {
		err = errors.Join(ctx.Err(), jobs.Close(), runs.Close(), parts.Close(), shares.Close(), decisions.Close())
	}
	if err != nil {
		return nil, nil, err
	}
	a.Jobs, a.Table = jobs.digest.Sum(), runs.digest.Sum()
	for _, o := range outcomes {
		a.Runs = append(a.Runs, runRow{Run: o.Run, Policy: o.Policy, Seconds: o.Seconds, LeftOut: o.LeftOut, Metrics: nullable(values(o))})
	}
	blobs := [][]byte{jobs.bytes.Bytes(), runs.bytes.Bytes()}
	if t := steps.Table(); t.Rows > 0 {
		file, about, err := packSteps(t, meta)
		if err != nil {
			return nil, nil, err
		}
		a.Steps, blobs = about, append(blobs, file)
	}
	if spec.Grid != nil {
		a.Parts, blobs = &parted{parts.rows, parts.digest.Sum()}, append(blobs, parts.bytes.Bytes())
	}
	if opt.Shares != nil {
		a.Cluster.Shares, blobs = &parted{shares.rows, shares.digest.Sum()}, append(blobs, shares.bytes.Bytes())
	}
	if decisions.rows > 0 {
		a.Decisions, blobs = &parted{decisions.rows, decisions.digest.Sum()}, append(blobs, decisions.bytes.Bytes())
	}
	return a, blobs, nil
}

// values are the metrics of describe.
func values(o experiment.Outcome) []float64 {
	all := make([]float64, len(metrics.Every))
	for i := range metrics.Every {
		all[i] = o.Metric(metrics.Every[i].Name)
	}
	return all
}

// packSteps returns the Arrow file of a steps table and what is known of it.
func packSteps(t *result.Table, meta result.Meta) ([]byte, *stepped, error) {
	whole := result.NewDigest(t.Schema)
	if err := whole.Write(t); err != nil {
		return nil, nil, err
	}
	about := &stepped{Rows: t.Rows, SHA256: whole.Sum()}
	t, about.Thinned = thinSteps(t, maxSteps)
	file, err := newOutput(t.Schema, meta)
	if err == nil {
		err = errors.Join(file.Write(t), file.Close())
	}
	if err != nil {
		return nil, nil, err
	}
	return file.bytes.Bytes(), about, nil
}

// nullable is JSON's way to say NaN.
func nullable(xs []float64) []*float64 {
	out := make([]*float64, len(xs))
	for i := range xs {
		if !math.IsNaN(xs[i]) && !math.IsInf(xs[i], 0) {
			out[i] = &xs[i]
		}
	}
	return out
}

// An output is a Sink that keeps a table as an Arrow file in memory, counts its
// rows and computes its digest.
type output struct {
	rows   int
	bytes  bytes.Buffer
	digest *result.Digest
	file   *ipc.Writer
}

func newOutput(s *result.Schema, m result.Meta) (*output, error) {
	o := &output{digest: result.NewDigest(s)}
	var err error
	o.file, err = ipc.NewWriter(&o.bytes, s, m)
	return o, err
}

func (o *output) Write(t *result.Table) error {
	if err := o.digest.Write(t); err != nil {
		return err
	}
	o.rows += t.Rows
	return o.file.Write(t)
}

func (o *output) Close() error { return o.file.Close() }
