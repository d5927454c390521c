package result

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/spool"
)

// keptSchema has every type that kept takes, twice.
var keptSchema = &Schema{Name: "kept", Columns: []Column{
	{Name: "run", Type: Text}, {Name: "policy", Type: Text}, {Name: "a", Type: Int}, {Name: "b", Type: Float},
	{Name: "c", Type: Text, Nullable: true}, {Name: "d", Type: Text, Nullable: true}, {Name: "e", Type: Float}, {Name: "f", Type: Int},
}}

// keepRows checks that the rows that a script draws come out of a kept as a table would hold them, bit for bit, with the same
// dictionaries. A byte chooses for each column whether it stays, and how it changes if not.
func keepRows(t *testing.T, script []byte, memory int, create func() (spool.File, error)) {
	k := newKept(keptSchema, "r", "p", nil)
	k.store = spool.New(memory, create)
	want := NewTable(keptSchema, 0)
	ints, floats, texts := [2]int64{}, [2]float64{}, [2]string{}
	for n := 0; len(script) >= 7; n++ {
		ops := script[:6]
		x := int64(script[6])
		script = script[7:]
		for i := range 2 {
			switch ops[i] % 5 {
			case 1:
				ints[i]++
			case 2:
				ints[i] = -x << (ops[i] % 57)
			}
			switch ops[2+i] % 7 {
			case 1:
				floats[i] += float64(x)
			case 2:
				floats[i] = 1 / float64(x) // +Inf, too
			case 3:
				floats[i] = math.NaN()
			case 4:
				floats[i] = math.Copysign(0, -1)
			case 5:
				floats[i] = math.Float64frombits(0x7ff8_0000_0000_0001 + uint64(x))
			}
			switch ops[4+i] % 5 {
			case 1:
				texts[i] = fmt.Sprint("text ", x%7)
			case 2:
				texts[i] = ""
			case 3:
				texts[i] = strings.Repeat("ü\x00", int(x)) + fmt.Sprint(n)
			}
		}
		k.row()
		k.whole(ints[0])
		k.float(floats[0])
		k.text(texts[0])
		k.text(texts[1])
		k.float(floats[1])
		k.whole(ints[1])

		want.Rows++
		for i, s := range []string{"r", "p", "", "", texts[0], texts[1]} {
			if v := &want.Cols[i]; v.Dict != nil {
				v.Code = append(v.Code, v.Dict.Code(s))
			}
		}
		for i, to := range []int{2, 7} {
			want.Cols[to].Int = append(want.Cols[to].Int, ints[i])
		}
		for i, to := range []int{3, 6} {
			want.Cols[to].Float = append(want.Cols[to].Float, floats[i])
		}
	}
	for range 2 { // Write can be repeated
		rows := 0
		err := k.Write(sink(func(got *Table) error {
			rows += got.Rows
			return differs(got, want)
		}))
		if err != nil || rows != want.Rows {
			t.Fatalf("%d of %d rows: %v", rows, want.Rows, err)
		}
	}
	if err := errors.Join(k.Err(), k.Close()); err != nil {
		t.Fatal(err)
	}
}

// differs returns an error unless two tables have the same bits and dictionaries.
func differs(got, want *Table) error {
	for i := range got.Cols {
		g, w := &got.Cols[i], &want.Cols[i]
		same := got.Rows == want.Rows && slices.Equal(g.Int, w.Int) && slices.Equal(g.Code, w.Code) &&
			slices.EqualFunc(g.Float, w.Float, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) })
		if !same || g.Dict != nil && !slices.Equal(g.Dict.Texts(), w.Dict.Texts()) {
			return fmt.Errorf("column %s is another one", got.Schema.Columns[i].Name)
		}
	}
	return nil
}

// inFolder makes files in a folder of the test.
func inFolder(t testing.TB) func() (spool.File, error) {
	dir, n := t.TempDir(), 0
	return func() (spool.File, error) {
		n++
		return os.Create(filepath.Join(dir, fmt.Sprint(n)))
	}
}

func TestKeptRowsComeOutAsTheyWentIn(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	for _, rows := range []int{0, 1, 2, 100, 20_000} { // the last are many chunks
		script := make([]byte, 7*rows)
		for i := range script {
			script[i] = byte(r.Uint32())
		}
		keepRows(t, script, 0, inFolder(t))
		keepRows(t, script, 100_000, inFolder(t)) // some in memory, some in the file
		keepRows(t, script, 0, nil)
	}
}

func FuzzKept(f *testing.F) {
	f.Add([]byte("abcdefghijklmnopqrstuvwxyz0123456789"))
	f.Add(binary.LittleEndian.AppendUint64(nil, math.MaxUint64))
	f.Fuzz(func(t *testing.T, script []byte) { keepRows(t, script, 0, inFolder(t)) })
}

func TestRowsThatCannotBeKeptAreAnError(t *testing.T) {
	broken := errors.New("no space left")
	k := newKept(keptSchema, "r", "p", nil)
	k.store = spool.New(0, func() (spool.File, error) { return nil, broken })
	for range 100_000 {
		k.row()
		k.whole(1)
		k.float(rand.Float64())
		k.text("")
		k.text("")
		k.float(rand.Float64())
		k.whole(1)
	}
	if !errors.Is(k.Err(), broken) {
		t.Errorf("error %v after 100,000 rows", k.Err())
	}
	if err := k.Write(NewCollect(keptSchema)); !errors.Is(err, broken) {
		t.Errorf("they are written with error %v", err)
	}
}

func BenchmarkKept(b *testing.B) {
	b.ReportAllocs()
	rows := NewStepRows("r", "p", inFolder(b))
	n := int64(0)
	for b.Loop() {
		rows.Begin(&Step{Time: 37 * n, Kind: "self-tuning", Before: "sjf", After: "fcfs", Case: "6a", Job: -1, Waiting: int(n % 30)})
		for _, name := range []string{"fcfs", "sjf", "ljf"} {
			rows.Option(name, math.Sqrt(float64(n)))
			n++
		}
	}
	rows.put()
	c := NewDigest(Steps)
	if err := rows.Write(c); err != nil {
		b.Fatal(err)
	}
}
