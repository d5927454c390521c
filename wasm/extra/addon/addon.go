// Package addon has the large parts of the page's program, which are loaded on demand:
// Parquet files, figures for print, and the papers' experiments. It speaks the protocol
// of package bridge and gets results as the Arrow files of run.
//
//	parquet      blob 0 is a table; blob 0 of the answer is the Parquet file
//	figure       blobs are the tables of jobs, runs and, on a grid, parts or, on a
//	             cluster, shares; blob 0 of the answer is the picture
//	experiments  lists the experiments that regenerate papers' tables and figures
package addon

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/wasm/bridge"
)

// New returns the add-on's Service.
func New() *bridge.Service {
	return bridge.NewService(map[string]bridge.Op{
		"parquet":     bridge.Convert(parquet.NewWriter),
		"figure":      bridge.NewOp(bridge.AnyBlobs, draw),
		"experiments": bridge.NewOp(0, experiments),
	})
}

func draw(c *bridge.Call, p *figureRequest) (*picture, error) {
	tables, meta := result.Tables{}, result.Meta{}
	for i, blob := range c.Blobs {
		table, about, err := ipc.Read(blob)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(result.All, table.Schema) || tables[table.Schema] != nil {
			return nil, fmt.Errorf("blob %d is a table %s that is given twice or of another version", i, table.Schema.Name)
		}
		tables[table.Schema], meta = table, about
	}
	d, err := figures.Draw(p.Figure, figures.Of(tables, meta, p.Options))
	if err != nil {
		return nil, err
	}
	data, err := d.Bytes(p.Format)
	if err != nil {
		return nil, err
	}
	c.Out = [][]byte{data}
	return &picture{len(data)}, nil
}

type figureRequest struct {
	bridge.Envelope
	Figure  string          `json:"figure"` // figures.Figure.ID
	Format  string          `json:"format"` // svg, pdf or png
	Options figures.Options `json:"options"`
}

// A picture describes the file in the blob.
type picture struct {
	Bytes int `json:"bytes"`
}

// An experiment regenerates a table or a figure of a paper.
type experiment struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Kind  string `json:"kind"` // table or figure
	Paper string `json:"paper"`
}

// experiments lists the experiments of all papers. It is in the add-on because papers
// bring their published numbers along, which few visitors ask for.
func experiments(*bridge.Call, *bridge.Envelope) (*experimentList, error) {
	all := []experiment{}
	for _, p := range papers.All {
		for _, e := range p.Experiments(paper.First(paper.Quick)) {
			all = append(all, experiment{ID: e.ID, Title: e.Title, Kind: string(e.Kind), Paper: p.Title})
		}
	}
	return &experimentList{all}, nil
}

type experimentList struct {
	Experiments []experiment `json:"experiments"`
}
