package addon

import (
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/wasm/bridge"
)

// An experiment regenerates a table or a figure of a paper.
type experiment struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Kind  string `json:"kind"` // table or figure
	Paper string `json:"paper"`
}

// experiments lists the experiments of all papers. It is in the add-on because papers
// bring their published numbers along, which few visitors ask for.
func experiments(c *bridge.Call) (any, error) {
	if err := c.Decode(new(bridge.Envelope), 0); err != nil {
		return nil, err
	}
	all := []experiment{}
	for _, p := range papers.All {
		for _, e := range p.Experiments(paper.Quick) {
			all = append(all, experiment{ID: e.ID, Title: e.Title, Kind: string(e.Kind), Paper: p.Title})
		}
	}
	return map[string]any{"experiments": all}, nil
}
