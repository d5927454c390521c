package laws

import (
	"io"
	"runtime/metrics"
	"strings"

	"github.com/backfill-lab/backfill/core/trace/table"
)

// Allocated returns the bytes that a call allocates, but for what fills the spans at hand, some tens of kB. Unlike
// runtime.ReadMemStats it does not stop the program, which in a law of thousands of calls would take most of the time.
func Allocated(do func()) uint64 {
	before := allocated()
	do()
	return allocated() - before
}

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// ReadTable reads all columns that can be read, as numbers and texts with nil for null. It ends without
// an error before a batch of more than most rows, which a damaged file can claim of nulls.
func ReadTable(t table.Table, most int) (map[string][]any, error) {
	var chosen []int
	for i, c := range t.Columns() {
		if c.Type != table.Other {
			chosen = append(chosen, i)
		}
	}
	all := map[string][]any{}
	for {
		b, err := t.Read(chosen)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if b.Rows > most {
			return all, nil
		}
		for k, i := range chosen {
			name := t.Columns()[i].Name
			for row := range b.Rows {
				all[name] = append(all[name], valueAt(&b.Cols[k], row))
			}
		}
	}
}

func valueAt(v *table.Vector, row int) any {
	switch {
	case v.Null != nil && v.Null[row]:
		return nil
	case v.Text != nil:
		return strings.Clone(v.Text[row]) // the batch is valid until the next one
	case v.Float != nil:
		return v.Float[row]
	}
	return v.Int[row]
}
