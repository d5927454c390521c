package offline

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/backfill-lab/backfill/core/learn/pareto"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// An Order is the places of a workload's jobs in the order of scheduling. As text it is
// the differences between neighbours, one or two bytes a job, because jobs start roughly
// in the order of submission.
type Order pareto.Order

// MarshalText implements encoding.TextMarshaler.
func (o Order) MarshalText() ([]byte, error) {
	raw, last := make([]byte, 0, 2*len(o)), int32(0)
	for _, v := range o {
		raw = binary.AppendVarint(raw, int64(v)-int64(last))
		last = v
	}
	return base64.StdEncoding.AppendEncode(nil, raw), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (o *Order) UnmarshalText(text []byte) error {
	raw, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return err
	}
	*o = (*o)[:0]
	for last := int64(0); len(raw) > 0; {
		d, n := binary.Varint(raw)
		last += d
		if n <= 0 || d != int64(int32(d)) || last != int64(int32(last)) {
			return errors.New("an order of jobs is damaged")
		}
		*o = append(*o, int32(last))
		raw = raw[n:]
	}
	return nil
}

// byAdvantage returns Greedy's order: by submission minus the group's advantage in seconds.
func byAdvantage(jobs []job.Job, groups rules.Groups, a rules.Advantage) Order {
	keys := make([]int64, len(jobs))
	o := make(Order, len(jobs))
	for i := range jobs {
		keys[i] = jobs[i].Submit - a[groups.Of(jobs[i].User)-1]
		o[i] = int32(i)
	}
	slices.SortStableFunc(o, func(a, b int32) int { return cmp.Compare(keys[a], keys[b]) })
	return o
}

// power draws a power of two up to most, each with a chance of 1/20, 1 with the rest.
func power(r *rand.Rand, most int) int {
	n := 1
	for n <= most/2 {
		n *= 2
	}
	for k := r.IntN(20); k > 0 && n > 1; k-- {
		n /= 2
	}
	return n
}

func stretch(r *rand.Rand, n int) (from, to int) {
	length := power(r, n)
	from = r.IntN(n - length + 1)
	return from, from + length
}

// favour returns an order in which the jobs of a random group move by a random number of
// places, forward or back, within a random stretch.
func (p *Problem) favour(r *rand.Rand, o Order) Order {
	from, to := stretch(r, len(o))
	group := 1 + r.IntN(rules.NumGroups)
	by := power(r, to-from)
	if r.Uint64()&1 == 1 {
		by = -by
	}
	keys := make([]int, len(o))
	for k := from; k < to; k++ {
		keys[o[k]] = k
		if p.groups.Of(p.m.jobs[o[k]].User) == group {
			keys[o[k]] -= by
		}
	}
	c := slices.Clone(o)
	slices.SortStableFunc(c[from:to], func(a, b int32) int { return cmp.Compare(keys[a], keys[b]) })
	return c
}

// sorted returns an order in which a random stretch of at most 1024 jobs is sorted by width,
// run time or area, rising or falling.
func (p *Problem) sorted(r *rand.Rand, o Order) Order {
	length := min(power(r, 1024), len(o))
	from := r.IntN(len(o) - length + 1)
	by, sign := r.IntN(3), 1
	if r.Uint64()&1 == 1 {
		sign = -1
	}
	size := func(i int32) float64 {
		switch by {
		case 0:
			return float64(p.m.jobs[i].Procs)
		case 1:
			return float64(p.m.length[i])
		}
		return float64(p.m.jobs[i].Procs) * float64(p.m.length[i])
	}
	c := slices.Clone(o)
	slices.SortStableFunc(c[from:from+length], func(a, b int32) int { return sign * cmp.Compare(size(a), size(b)) })
	return c
}
