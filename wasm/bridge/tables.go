package bridge

import (
	"bytes"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/workload"
)

// sent describes a table of an answer.
type sent struct {
	Blob    int    `json:"blob"`    // number of the blob that is its Arrow file
	Rows    int    `json:"rows"`    // of the whole table
	SHA256  string `json:"sha256"`  // and its result.Digest
	Thinned bool   `json:"thinned"` // the file has part of it: see thinSteps
}

// limits report which tables of a Spec's runs may be more than a page can hold.
var limits = map[*result.Schema]func(experiment.Spec, *workload.Workload) bool{
	result.Steps: tooManySteps, result.Shares: tooManyShares, result.Decisions: tooManyDecisions,
}

// An output is a Sink that keeps a table as an Arrow file in memory, counts its rows
// and computes its digest. Steps are kept as a table until their number is known,
// because many have to be thinned.
type output struct {
	rows   int
	bytes  bytes.Buffer
	digest *result.Digest
	file   result.Sink
	steps  *result.Collect // nil for other tables
}

// newOutputs returns the sinks of the tables to send, and the names of those left out.
// Instances are not sent: the page asks for them one by one.
func newOutputs(spec experiment.Spec, w *workload.Workload, meta result.Meta) (set result.Set, leftOut []string, err error) {
	set, leftOut = result.Set{}, []string{}
	for _, s := range result.All {
		if tooMany := limits[s]; tooMany != nil && tooMany(spec, w) {
			leftOut = append(leftOut, s.Name)
			continue
		} else if s == result.Instances {
			continue
		}
		o := &output{digest: result.NewDigest(s)}
		if s == result.Steps {
			o.steps = result.NewCollect(s)
		}
		if o.file, err = ipc.NewWriter(&o.bytes, s, meta); err != nil {
			return nil, nil, err
		}
		set[s] = o
	}
	return set, leftOut, nil
}

func (o *output) Write(t *result.Table) error {
	if err := o.digest.Write(t); err != nil {
		return err
	}
	o.rows += t.Rows
	if o.steps != nil {
		return o.steps.Write(t)
	}
	return o.file.Write(t)
}

func (o *output) Close() error { return o.file.Close() }

// pack returns the tables' files and describes each, by name. Tables without rows are
// left out, unless every run has them.
func pack(set result.Set) (about map[string]*sent, blobs [][]byte, err error) {
	about = map[string]*sent{}
	for _, s := range result.All {
		o, ok := set[s].(*output)
		if !ok || o.rows == 0 && s.Rows != result.Always {
			continue
		}
		a := &sent{Blob: len(blobs), Rows: o.rows, SHA256: o.digest.Sum()}
		if o.steps != nil {
			var thin *result.Table
			if thin, a.Thinned = thinSteps(o.steps.Table(), maxSteps); err == nil {
				err = o.file.Write(thin)
			}
		}
		if err == nil {
			err = o.Close()
		}
		if err != nil {
			return nil, nil, err
		}
		about[s.Name], blobs = a, append(blobs, o.bytes.Bytes())
	}
	return about, blobs, nil
}
