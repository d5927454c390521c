package result

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/backfill-lab/backfill/core/internal/spool"
)

// keptMemory is the number of bytes of a run's rows in a table that stay in memory: about two million rows.
const keptMemory = 16 << 20

// kept is the rows of one run, kept until it is over. A row is a set of bits, one for each column that differs from the row before,
// and these columns: the difference of an integer, the changed bits of a float64 from the highest on, the number of a text. A chunk of
// the spool can be read without those before it.
type kept struct {
	schema      *Schema
	run, policy string
	store       *spool.Spool
	now         []cell // the row that is being made, without run and policy
	before      []cell // the last one in store
	numbers     map[string]uint64
	err         error
}

// A cell is the value of a column in a row.
type cell struct {
	bits uint64 // of an integer or a float64
	text string // "" is null
}

func newKept(s *Schema, run, policy string, create func() (spool.File, error)) kept {
	return kept{schema: s, run: run, policy: policy, store: spool.New(keptMemory, create), before: make([]cell, len(s.Columns)-2)}
}

// row begins a row; its values, in the order of the columns, are what whole, float and text add.
func (k *kept) row() {
	k.put()
	k.now = k.now[:0]
}

func (k *kept) whole(x int64)   { k.now = append(k.now, cell{bits: uint64(x)}) }
func (k *kept) float(x float64) { k.now = append(k.now, cell{bits: math.Float64bits(x)}) }
func (k *kept) text(s string)   { k.now = append(k.now, cell{text: s}) }

// put adds the row that is being made, if there is one, to store. It remains the one that is being made.
func (k *kept) put() {
	if len(k.now) == 0 || k.err != nil {
		return
	}
	b, fresh := k.store.Begin()
	if fresh {
		clear(k.before)
		k.numbers = map[string]uint64{}
	}
	changed := spool.Changed(k.now, k.before)
	b = binary.AppendUvarint(b, changed)
	for m := changed; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		now, before := &k.now[i], &k.before[i]
		switch k.schema.Columns[i+2].Type {
		case Int:
			b = binary.AppendVarint(b, int64(now.bits-before.bits))
		case Float:
			b = binary.AppendUvarint(b, bits.ReverseBytes64(now.bits^before.bits))
		case Text:
			b = k.number(b, now.text)
		}
		*before = *now
	}
	k.err = k.store.End(b)
}

// number appends the number of a text, and the text where it is new to the chunk.
func (k *kept) number(b []byte, s string) []byte {
	if s == "" {
		return append(b, 0)
	}
	n, known := k.numbers[s]
	if known {
		return binary.AppendUvarint(b, n)
	}
	n = uint64(len(k.numbers)) + 1
	k.numbers[s] = n
	b = binary.AppendUvarint(b, n)
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// Err returns why rows could not be kept. They then are not complete.
func (k *kept) Err() error { return k.err }

// Close gives back the file of rows that memory does not hold.
func (k *kept) Close() error { return k.store.Close() }

// Write hands the rows to sink, in batches of BatchRows. Nothing can be added afterwards.
func (k *kept) Write(sink Sink) error {
	k.row()
	if k.err == nil {
		k.err = k.store.Done()
	}
	if k.err != nil {
		return k.err
	}
	r := &keptReader{schema: k.schema, rows: k.store.Read(), now: make([]cell, len(k.before))}
	t := NewTable(k.schema, 0)
	for {
		t.empty()
		more := true
		for more && t.Rows < BatchRows {
			changed, ok, err := r.next()
			if err != nil {
				return err
			}
			if more = ok; ok {
				t.add(k.run, k.policy, r.now, changed)
			}
		}
		if t.Rows == 0 {
			return nil
		}
		if err := sink.Write(t); err != nil || !more {
			return err
		}
	}
}

// empty makes a batch without rows, with dictionaries of its own.
func (t *Table) empty() {
	t.Rows = 0
	for i := range t.Cols {
		v := &t.Cols[i]
		if v.Float, v.Int, v.Bool, v.Code = v.Float[:0], v.Int[:0], v.Bool[:0], v.Code[:0]; v.Dict != nil {
			v.Dict = NewDict()
		}
	}
}

// add adds a row with a set of the columns that differ from the row before.
func (t *Table) add(run, policy string, row []cell, changed uint64) {
	t.Cols[0].Code = append(t.Cols[0].Code, t.Cols[0].Dict.Code(run))
	t.Cols[1].Code = append(t.Cols[1].Code, t.Cols[1].Dict.Code(policy))
	for i := range row {
		switch v, c := &t.Cols[i+2], &row[i]; t.Schema.Columns[i+2].Type {
		case Int:
			v.Int = append(v.Int, int64(c.bits))
		case Float:
			v.Float = append(v.Float, math.Float64frombits(c.bits))
		case Text:
			if t.Rows > 0 && changed>>i&1 == 0 {
				v.Code = append(v.Code, v.Code[t.Rows-1])
			} else {
				v.Code = append(v.Code, v.Dict.Code(c.text))
			}
		}
	}
	t.Rows++
}

// A keptReader reads the rows of a kept.
type keptReader struct {
	schema *Schema
	rows   *spool.Reader
	now    []cell
	texts  []string // of the chunk, by number - 1
}

// next sets now to the next row and returns the columns that changed; ok is false after the last row.
func (r *keptReader) next() (changed uint64, ok bool, err error) {
	fresh, ok, err := r.rows.Next()
	if !ok || err != nil {
		return 0, false, err
	}
	if fresh {
		clear(r.now)
		r.texts = r.texts[:0]
	}
	changed = r.rows.Uint()
	for m := changed & (1<<len(r.now) - 1); m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		switch c := &r.now[i]; r.schema.Columns[i+2].Type {
		case Int:
			c.bits += uint64(r.rows.Int())
		case Float:
			c.bits ^= bits.ReverseBytes64(r.rows.Uint())
		case Text:
			c.text = r.text()
		}
	}
	if fresh {
		changed = math.MaxUint64
	}
	return changed, true, r.rows.Err()
}

// text reads what number has written.
func (r *keptReader) text() string {
	switch n := r.rows.Uint(); {
	case n == 0:
		return ""
	case n <= uint64(len(r.texts)):
		return r.texts[n-1]
	}
	r.texts = append(r.texts, string(r.rows.Bytes(r.rows.Uint())))
	return r.texts[len(r.texts)-1]
}
