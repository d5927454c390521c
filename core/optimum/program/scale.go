package program

import (
	"cmp"
	"fmt"
	"math/big"

	"github.com/backfill-lab/backfill/core/optimum/exact"
)

// A Memory describes the solving computer to equation 6. The zero value is that of the
// paper's text: 0.0001 MB for each entry of the matrix, and a quarter of 8 GB for all.
type Memory struct {
	EntryBytes int64 // x of equation 6; 0 is 100
	TotalBytes int64 // for the program; 0 is 2,000,000,000
}

// Printed is the Memory that gives all but one of the time scales printed in the paper's
// table 1: an entry takes ten times as much as in its text, or the program has a tenth of
// the memory.
var Printed = Memory{EntryBytes: 1000}

const minute = 60 // seconds, the unit of time scales

// Scale is equation 6: the length of a slot in seconds, whole minutes, for jobs whose
// estimates add up to accumulated seconds and whose schedule takes makespan seconds.
func (m Memory) Scale(makespan, accumulated int64) (seconds int64, err error) {
	entry, total := cmp.Or(m.EntryBytes, 100), cmp.Or(m.TotalBytes, 2_000_000_000)
	if entry < 0 || total < 0 {
		return 0, fmt.Errorf("an entry of %d bytes and a memory of %d bytes, expected numbers above 0", entry, total)
	}
	// The least k with (60 k)^2 * total >= makespan * accumulated * entry.
	need := new(big.Int).Mul(big.NewInt(makespan), big.NewInt(accumulated))
	need.Mul(need, big.NewInt(entry))
	per := new(big.Int).Mul(big.NewInt(minute*minute), big.NewInt(total))
	squared, rest := new(big.Int).QuoRem(need, per, new(big.Int))
	if rest.Sign() > 0 {
		squared.Add(squared, big.NewInt(1))
	}
	k := new(big.Int).Sqrt(squared)
	if new(big.Int).Mul(k, k).Cmp(squared) < 0 {
		k.Add(k, big.NewInt(1))
	}
	if !k.IsInt64() || k.Int64() > most/minute {
		return 0, fmt.Errorf("equation 6 gives a slot longer than %d s: allow more memory", int64(most))
	}
	return max(1, k.Int64()) * minute, nil
}

const most = 100_000_000_000 // seconds of a slot or horizon: thousands of years

// Size is the size of an instance, for equation 6.
type Size struct {
	Jobs        int   `json:"jobs"`
	Makespan    int64 `json:"makespan_s"`        // largest of FCFS, SJF and LJF, from Now on
	Accumulated int64 `json:"accumulated_run_s"` // sum of the estimates
}

// SizeOf returns the size of an instance.
func SizeOf(in *exact.Instance) Size {
	s := Size{Jobs: len(in.Jobs)}
	for i := range in.Jobs {
		s.Accumulated += in.Jobs[i].Estimate
	}
	for _, policy := range exact.Policies {
		s.Makespan = max(s.Makespan, end(in, in.List(policy.Order(in)))-in.Now)
	}
	return s
}

// end returns when the last job of a schedule ends, Now without jobs.
func end(in *exact.Instance, starts []int64) int64 {
	last := in.Now
	for i, at := range starts {
		last = max(last, at+in.Jobs[i].Estimate)
	}
	return last
}
