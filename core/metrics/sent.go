package metrics

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/study/stats"
)

// sentBlocks are Blocks as JSON, in which one program hands them to another.
type sentBlocks struct {
	Unit  int         `json:"unit"`
	Begin int64       `json:"begin"`
	Sums  [][]float64 `json:"sums"` // by block: num, jobs, width, area; empty without a job
}

// MarshalJSON writes the Blocks for UnmarshalJSON, bit for bit; null if no interval can come of them.
func (b *Blocks) MarshalJSON() ([]byte, error) {
	s := sentBlocks{b.unit, b.begin, make([][]float64, len(b.sums))}
	for k := range b.sums {
		if part := &b.sums[k]; part.jobs > 0 {
			s.Sums[k] = append(part.num[:], part.jobs, part.width, part.area)
		}
		if b.far || slices.ContainsFunc(s.Sums[k], func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
			return []byte("null"), nil
		}
	}
	return json.Marshal(s)
}

// UnmarshalJSON reads what MarshalJSON has written. It is an error if that is no Blocks.
func (b *Blocks) UnmarshalJSON(text []byte) error {
	var s sentBlocks
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	if s.Unit < 0 || s.Unit >= len(stats.Units) || s.Begin < 0 || s.Begin >= stats.Units[0].Seconds || len(s.Sums) > mostBlocks {
		return fmt.Errorf("metrics: no blocks of a log: unit %d, begin %d, %d blocks", s.Unit, s.Begin, len(s.Sums))
	}
	got := Blocks{unit: s.Unit, begin: s.Begin, sums: make([]sums, len(s.Sums))}
	for k, row := range s.Sums {
		part := &got.sums[k]
		n := len(part.num)
		if len(row) == 0 {
			continue
		}
		if len(row) != n+3 {
			return fmt.Errorf("metrics: block %d has %d sums, expected %d", k, len(row), n+3)
		}
		copy(part.num[:], row)
		part.jobs, part.width, part.area = row[n], row[n+1], row[n+2]
	}
	*b = got
	return nil
}
