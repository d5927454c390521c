package empirical

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Cell is one combination of width, estimate and run time and its number of jobs.
type Cell struct {
	Procs    int32
	Estimate int64 // seconds
	Run      int64 // seconds
	Jobs     int64
}

func (c Cell) compare(d Cell) int {
	return cmp.Or(cmp.Compare(c.Procs, d.Procs), cmp.Compare(c.Estimate, d.Estimate), cmp.Compare(c.Run, d.Run))
}

// A Table is the three-dimensional table of a workload without empty cells, in order of
// width, estimate and run time: cell i is Procs[i], Estimate[i], Run[i], Jobs[i]. (With
// columns the JSON is a fifth of the size.)
type Table struct {
	Procs    []int32 `json:"procs"`
	Estimate []int64 `json:"estimate_s"`
	Run      []int64 `json:"run_s"`
	Jobs     []int64 `json:"jobs"`
}

// NewTable sorts the cells in place and returns their table; it adds up cells of the same
// combination.
func NewTable(cells []Cell) Table {
	slices.SortFunc(cells, Cell.compare)
	var t Table
	for i, c := range cells {
		if i > 0 && c.compare(cells[i-1]) == 0 {
			t.Jobs[len(t.Jobs)-1] += c.Jobs
			continue
		}
		t.Procs = append(t.Procs, c.Procs)
		t.Estimate = append(t.Estimate, c.Estimate)
		t.Run = append(t.Run, c.Run)
		t.Jobs = append(t.Jobs, c.Jobs)
	}
	return t
}

func (t *Table) check(procs int) string {
	n := len(t.Jobs)
	if n == 0 || len(t.Procs) != n || len(t.Estimate) != n || len(t.Run) != n {
		return "the table's columns are empty or of different lengths"
	}
	for i := range n {
		for _, c := range [...]struct {
			what           string
			n, least, most int64
		}{
			{"is %d processors wide", int64(t.Procs[i]), 1, int64(procs)},
			{"has an estimate of %d s", t.Estimate[i], 1, job.MaxSeconds},
			{"has a run time of %d s", t.Run[i], 0, job.MaxSeconds},
			{"stands for %d jobs", t.Jobs[i], 1, 1 << 32}, // 2^31 such cells do not overflow
		} {
			if c.n < c.least || c.n > c.most {
				return fmt.Sprintf("the table's cell %d "+c.what+": want %d..%d", i, c.n, c.least, c.most)
			}
		}
	}
	return ""
}

// A sampler draws cells of a table.
type sampler struct {
	table *Table
	sums  []int64 // sums[i] is the number of jobs of cells 0..i
}

func (t *Table) sampler() sampler {
	s := sampler{t, make([]int64, len(t.Jobs))}
	total := int64(0)
	for i, n := range t.Jobs {
		total += n
		s.sums[i] = total
	}
	return s
}

// draw returns a cell with a probability proportional to its jobs.
func (s *sampler) draw(r *rand.Rand) Cell {
	k := r.Int64N(s.sums[len(s.sums)-1])
	i := sort.Search(len(s.sums), func(i int) bool { return s.sums[i] > k })
	t := s.table
	return Cell{Procs: t.Procs[i], Estimate: t.Estimate[i], Run: t.Run[i], Jobs: t.Jobs[i]}
}
