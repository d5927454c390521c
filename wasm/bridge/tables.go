package bridge

import (
	"bufio"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

// sent describes a table of an answer.
type sent struct {
	Blob    int    `json:"blob"`    // number of the blob that is its Arrow file
	Rows    int    `json:"rows"`    // of the whole table
	SHA256  string `json:"sha256"`  // and its result.Digest
	Thinned bool   `json:"thinned"` // the file has part of it: see sending
}

// maxRows bounds every table that is sent, in rows. A longer one is left out, unless
// every run has rows of it or it can be thinned. The page reads what it draws into its
// memory. Steps have rows of some 60 bytes, and a log of 100,000 jobs makes up to 600,000 of them for one
// self-tuning policy of three orders.
const maxRows = 1 << 21

// A sending says how a table is sent, where that differs from others.
type sending struct {
	// tooMany reports before the run whether a page could hold its rows, so that they
	// need not be made; or nil.
	tooMany func(experiment.Spec, *trace.Workload) bool

	// thin makes a table of at most that many rows from a longer one; or nil.
	thin func(t *result.Table, most int) (thin *result.Table, thinned bool)
}

// sendings are the tables that are not sent like others. A table on request is sent only
// if it is among them: the page draws shares, and asks for instances one by one.
var sendings = map[*result.Schema]sending{
	result.Steps:       {tooMany: tooManySteps, thin: thinSteps},
	result.Allocations: {tooMany: tooManyAllocations},
	result.Shares:      {tooMany: tooManyShares},
	result.Decisions:   {tooMany: tooManyDecisions},
}

// An output is a Sink that sends a table as an Arrow file in parts, counts its rows and
// computes its digest. A table that may have to be thinned is kept as a table until the
// number of its rows is known.
type output struct {
	sending
	rows, most int
	parts      *parts
	buffer     *bufio.Writer // to parts
	digest     *result.Digest
	file       result.Sink
	kept       *result.Collect // nil unless it may have to be thinned
}

// parts sends what is written to it as the next blob of an answer: it has a number once there is something of it.
type parts struct {
	call *service.Call
	next *int // of the answer's next blob
	blob int  // or -1
}

// Write implements io.Writer.
func (p *parts) Write(b []byte) (int, error) {
	if p.blob < 0 {
		p.blob = *p.next
		*p.next++
	}
	for part := range slices.Chunk(b, partBytes) {
		p.call.Part(p.blob, part)
	}
	return len(b), nil
}

// partBytes is the most that a part has, in bytes. Each costs a message, and a browser takes longer to give larger ones'
// memory back.
const partBytes = 1 << 18

// newOutputs returns the sinks of the tables to send as blobs of the call's answer, and the names of those left out.
func newOutputs(c *service.Call, spec experiment.Spec, w *trace.Workload, meta result.Meta) (
	set result.Set, leftOut []string, err error) {
	next := 0
	return newSinks(spec, w, func(s *result.Schema) (result.Sink, error) {
		return newOutput(&parts{c, &next, -1}, s, sendings[s], meta)
	})
}

// newSinks makes the sinks of the tables that a page gets, and names those that are left out.
func newSinks(spec experiment.Spec, w *trace.Workload, make func(*result.Schema) (result.Sink, error)) (
	set result.Set, leftOut []string, err error) {
	set, leftOut = result.Set{}, []string{}
	for _, s := range result.All {
		how, special := sendings[s]
		if s.Rows == result.OnRequest && !special {
			continue
		} else if how.tooMany != nil && how.tooMany(spec, w) {
			leftOut = append(leftOut, s.Name)
			continue
		}
		if set[s], err = make(s); err != nil {
			return nil, nil, err
		}
	}
	return set, leftOut, nil
}

func newOutput(p *parts, s *result.Schema, how sending, meta result.Meta) (o *output, err error) {
	o = &output{sending: how, most: maxRows, parts: p, buffer: bufio.NewWriterSize(p, partBytes), digest: result.NewDigest(s)}
	if s.Rows == result.Always {
		o.most = math.MaxInt
	}
	if how.thin != nil {
		o.kept = result.NewCollect(s)
	}
	o.file, err = ipc.NewWriter(o.buffer, s, meta)
	return o, err
}

func (o *output) Write(t *result.Table) error {
	if err := o.digest.Write(t); err != nil {
		return err
	}
	o.rows += t.Rows
	if o.kept != nil {
		return o.kept.Write(t)
	} else if o.tooLong() {
		return nil
	}
	return o.file.Write(t)
}

// tooLong reports whether the table is left out for the number of its rows.
func (o *output) tooLong() bool { return o.thin == nil && o.rows > o.most }

func (o *output) Close() error {
	if err := o.file.Close(); err != nil {
		return err
	}
	return o.buffer.Flush()
}

// pack completes the tables' files and describes each, by name, and names those that are
// left out because they are too long. Tables without rows are missing, unless every run
// has them.
func pack(set result.Set) (about map[string]sent, leftOut []string, err error) {
	about = map[string]sent{}
	for _, s := range result.All {
		o, ok := set[s].(*output)
		if !ok || o.rows == 0 && s.Rows != result.Always {
			continue
		} else if o.tooLong() {
			leftOut = append(leftOut, s.Name)
			continue
		}
		a := sent{Rows: o.rows, SHA256: o.digest.Sum()}
		if o.kept != nil {
			var thin *result.Table
			thin, a.Thinned = o.thin(o.kept.Table(), o.most)
			err = o.file.Write(thin)
		}
		if err == nil {
			err = o.Close()
		}
		if err != nil {
			return nil, nil, err
		}
		a.Blob = o.parts.blob
		about[s.Name] = a
	}
	return about, leftOut, nil
}
