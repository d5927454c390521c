package bridge

import (
	"bytes"
	"context"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/result"
)

// csv turns a table (blob 0, an Arrow IPC file) into CSV text.
func csv(_ context.Context, c *Call) (any, [][]byte, error) {
	var p struct{ Envelope }
	if err := c.Decode(&p, 1); err != nil {
		return nil, nil, err
	}
	t, _, err := ipc.Read(c.Blobs[0])
	if err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	w := result.NewCSV(&out, t.Schema)
	if err := w.Write(t); err != nil {
		return nil, nil, err
	}
	if err := w.Close(); err != nil {
		return nil, nil, err
	}
	return map[string]int{"rows": t.Rows}, [][]byte{out.Bytes()}, nil
}
