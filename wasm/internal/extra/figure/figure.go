// Package figure is the page's add-on for figures for print, loaded when one is first wanted. It gets results as the
// Arrow files of a run.
//
//	figure  blobs are the tables of jobs, runs and, on a grid, parts or, on a cluster,
//	        shares; blob 0 of the answer is the picture
package figure

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/arrowio/ipc"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/wasm/service"
)

// New returns the add-on's Service.
func New() *service.Service {
	return service.NewService(map[string]service.Op{
		"figure": service.NewOp(service.AnyBlobs, draw),
	})
}

func draw(c *service.Call, p *figureRequest) (*picture, error) {
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
	service.Envelope
	Figure  string          `json:"figure"` // figures.Figure.ID
	Format  string          `json:"format"` // svg, pdf or png
	Options figures.Options `json:"options"`
}

// A picture describes the file in the blob.
type picture struct {
	Bytes int `json:"bytes"`
}
