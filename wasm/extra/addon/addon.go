// Package addon holds what is large and the page loads on demand: Parquet files,
// figures for print, and the papers' experiments. It speaks the protocol of package
// bridge and gets results as the Arrow files of run.
//
//	parquet      blob 0 is a table; blob 0 of the answer is the Parquet file
//	figure       blobs are the tables of jobs, runs and, on a grid, parts or, on a
//	             cluster, shares; blob 0 of the answer is the picture
//	experiments  lists the experiments that regenerate papers' tables and figures
package addon

import (
	"bytes"
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/wasm/bridge"
)

// New returns the add-on's Service.
func New() *bridge.Service {
	return bridge.NewService(map[string]bridge.Op{"parquet": toParquet, "figure": draw, "experiments": experiments})
}

func toParquet(_ context.Context, c *bridge.Call) (any, [][]byte, error) {
	var p struct{ bridge.Envelope }
	if err := c.Decode(&p, 1); err != nil {
		return nil, nil, err
	}
	t, meta, err := ipc.Read(c.Blobs[0])
	if err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	w, err := parquet.NewWriter(&out, t.Schema, meta)
	if err != nil {
		return nil, nil, err
	}
	if err := w.Write(t); err != nil {
		return nil, nil, err
	}
	if err := w.Close(); err != nil {
		return nil, nil, err
	}
	return map[string]int{"rows": t.Rows}, [][]byte{out.Bytes()}, nil
}

func draw(_ context.Context, c *bridge.Call) (any, [][]byte, error) {
	var p struct {
		bridge.Envelope
		Figure  string          `json:"figure"`
		Format  string          `json:"format"`
		Options figures.Options `json:"options"`
	}
	wanted := 2
	if len(c.Blobs) == 3 {
		wanted = 3
	}
	if err := c.Decode(&p, wanted); err != nil {
		return nil, nil, err
	}
	in := figures.Input{Options: p.Options}
	for i, blob := range c.Blobs {
		table, meta, err := ipc.Read(blob)
		if err != nil {
			return nil, nil, err
		}
		var into **result.Table
		switch wanted := [...]string{"jobs", "runs", "parts or shares"}[i]; {
		case i == 0 && table.Schema == result.Jobs:
			into = &in.Jobs
		case i == 1 && table.Schema == result.Runs:
			into = &in.Runs
		case i == 2 && table.Schema == result.Parts:
			into = &in.Parts
		case i == 2 && table.Schema == result.Shares:
			into = &in.Shares
		default:
			return nil, nil, fmt.Errorf("blob %d is the table %s (perhaps of another version), not %s", i, table.Schema.Name, wanted)
		}
		*into = table
		if len(in.Sites) == 0 {
			in.Sites = figures.SitesOf(meta)
		}
	}
	d, err := figures.Draw(p.Figure, in)
	if err != nil {
		return nil, nil, err
	}
	picture, err := d.Bytes(p.Format)
	if err != nil {
		return nil, nil, err
	}
	return map[string]int{"bytes": len(picture)}, [][]byte{picture}, nil
}
