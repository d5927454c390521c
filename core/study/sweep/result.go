package sweep

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/backfill-lab/backfill/core/result"
)

// A Result is what a run leaves: its row of the runs table, or why it failed.
type Result struct {
	Seconds float64           `json:"seconds"`          // of computing
	Error   string            `json:"error,omitempty"`  // why the run failed; the same again if it is repeated
	Load    float64           `json:"load,omitempty"`   // offered, of the workload as it was simulated, where its Spec asks for one
	Row     map[string]any    `json:"row,omitempty"`    // of the runs table, by column; what is null is left out
	Cached  bool              `json:"cached,omitempty"` // it has no row: a paper's experiment has its numbers in Plan.Cache
	Files   map[string]string `json:"files,omitempty"`  // SHA-256 of the file of each table that is kept, by its name
}

// parseResult reads a result and checks that its row fits the runs table.
func parseResult(text []byte) (*Result, error) {
	r := new(Result)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, err
	}
	if r.Error != "" || r.Cached {
		return r, nil
	}
	for _, c := range result.Runs.Columns {
		v, is := r.Row[c.Name]
		switch _, number := v.(float64); {
		case !is && c.Nullable:
			continue
		case !is:
			return nil, fmt.Errorf("its row lacks the column %s", c.Name)
		case c.Type == result.Text:
			if text, is := v.(string); !is || text == "" {
				return nil, fmt.Errorf("its column %s is not text", c.Name)
			}
		case !number:
			return nil, fmt.Errorf("its column %s is not a number", c.Name)
		}
	}
	return r, nil
}

// rowOf returns the only row of a table, by column.
func rowOf(t *result.Table) (map[string]any, error) {
	if t == nil || t.Rows != 1 {
		return nil, errors.New("the run has no row")
	}
	row := map[string]any{}
	for i, c := range t.Schema.Columns {
		switch v := &t.Cols[i]; c.Type {
		case result.Float:
			if x := v.Float[0]; x == x {
				row[c.Name] = x
			}
		case result.Int:
			row[c.Name] = v.Int[0]
		case result.Bool:
			row[c.Name] = v.Bool[0]
		case result.Text:
			if text := v.GetText(0); text != "" {
				row[c.Name] = text
			}
		}
	}
	return row, nil
}
