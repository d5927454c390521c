package service

import (
	"bytes"
	"io"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/result"
)

// Convert returns the Op that writes a table (blob 0, an Arrow IPC file) to the sink
// of another format; blob 0 of the answer is that file.
func Convert(to func(io.Writer, *result.Schema, result.Meta) (result.Sink, error)) Op {
	return NewOp(1, func(c *Call, _ *Envelope) (converted, error) {
		t, meta, err := ipc.Read(c.Blobs[0])
		if err != nil {
			return converted{}, err
		}
		var out bytes.Buffer
		sink, err := to(&out, t.Schema, meta)
		if err == nil {
			err = sink.Write(t)
		}
		if err == nil {
			err = sink.Close()
		}
		c.Out = [][]byte{out.Bytes()}
		return converted{t.Rows}, err
	})
}

// converted describes a table that was written in another format.
type converted struct {
	Rows int `json:"rows"`
}
