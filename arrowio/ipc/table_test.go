package ipc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/decimal128"
	"github.com/apache/arrow/go/v17/arrow/decimal256"
	"github.com/apache/arrow/go/v17/arrow/float16"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/arrowio/internal/laws"
)

// foreign makes a batch with a column of every type that is read, and one that is not.
func foreign(n int) (arrow.Record, map[string][]any) {
	r := rand.New(rand.NewPCG(5, 5))
	dict := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint8, ValueType: arrow.BinaryTypes.String}
	var fields []arrow.Field
	for name, t := range map[string]arrow.DataType{
		"i8": arrow.PrimitiveTypes.Int8, "i16": arrow.PrimitiveTypes.Int16, "i32": arrow.PrimitiveTypes.Int32, "i64": arrow.PrimitiveTypes.Int64,
		"u8": arrow.PrimitiveTypes.Uint8, "u16": arrow.PrimitiveTypes.Uint16, "u32": arrow.PrimitiveTypes.Uint32,
		"u64": arrow.PrimitiveTypes.Uint64, "f16": arrow.FixedWidthTypes.Float16, "f32": arrow.PrimitiveTypes.Float32,
		"f64": arrow.PrimitiveTypes.Float64, "bool": arrow.FixedWidthTypes.Boolean, "at": arrow.FixedWidthTypes.Timestamp_us,
		"local": &arrow.TimestampType{Unit: arrow.Second}, "day": arrow.FixedWidthTypes.Date32, "day64": arrow.FixedWidthTypes.Date64,
		"span": arrow.FixedWidthTypes.Duration_ns, "s": arrow.BinaryTypes.String, "ls": arrow.BinaryTypes.LargeString,
		"vs": arrow.BinaryTypes.StringView, "coded": dict, "none": arrow.Null,
		"dec": &arrow.Decimal128Type{Precision: 10, Scale: 1}, "dec256": &arrow.Decimal256Type{Precision: 50, Scale: 2},
		"list": arrow.ListOf(arrow.PrimitiveTypes.Int64),
	} {
		fields = append(fields, arrow.Field{Name: name, Type: t, Nullable: true})
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
	want := map[string][]any{}
	for i, f := range fields {
		for range n {
			x := r.Int64N(100)
			if r.IntN(4) == 0 || f.Name == "none" {
				b.Field(i).AppendNull()
				want[f.Name] = append(want[f.Name], nil)
				continue
			}
			want[f.Name] = append(want[f.Name], put(b.Field(i), x))
		}
	}
	delete(want, "list")
	return b.NewRecord(), want
}

// put appends a value made of x and returns it as it is read.
func put(b array.Builder, x int64) any {
	s := fmt.Sprint("text ", x)
	switch b := b.(type) {
	case *array.Int8Builder:
		b.Append(int8(-x))
		return -x
	case *array.Int16Builder:
		b.Append(int16(-x))
		return -x
	case *array.Int32Builder:
		b.Append(int32(-x))
		return -x
	case *array.Int64Builder:
		b.Append(-x)
		return -x
	case *array.Uint8Builder:
		b.Append(uint8(x))
	case *array.Uint16Builder:
		b.Append(uint16(x))
	case *array.Uint32Builder:
		b.Append(uint32(x))
	case *array.Uint64Builder:
		b.Append(uint64(x))
	case *array.Float16Builder:
		b.Append(float16.New(float32(x)))
		return float64(x)
	case *array.Float32Builder:
		b.Append(float32(x))
		return float64(x)
	case *array.Float64Builder:
		b.Append(float64(x))
		return float64(x)
	case *array.BooleanBuilder:
		b.Append(x%2 == 1)
		return x % 2
	case *array.TimestampBuilder:
		b.Append(arrow.Timestamp(x))
	case *array.Date32Builder:
		b.Append(arrow.Date32(x))
	case *array.Date64Builder:
		b.Append(arrow.Date64(x))
	case *array.DurationBuilder:
		b.Append(arrow.Duration(x))
	case *array.Decimal128Builder:
		b.Append(decimal128.FromI64(-x))
		return float64(-x) / 10
	case *array.Decimal256Builder:
		b.Append(decimal256.FromI64(-x))
		return float64(-x) / 100
	case *array.StringBuilder:
		b.Append(s)
		return s
	case *array.LargeStringBuilder:
		b.Append(s)
		return s
	case *array.StringViewBuilder:
		b.Append(s)
		return s
	case *array.BinaryDictionaryBuilder:
		b.AppendString(s)
		return s
	case *array.ListBuilder:
		b.Append(true)
		b.ValueBuilder().(*array.Int64Builder).Append(x)
	}
	return x
}

// written returns the batches as a stream and as a file.
func written(t testing.TB, rec arrow.Record, options ...ipc.Option) (stream, file []byte) {
	t.Helper()
	var s bytes.Buffer
	sw := ipc.NewWriter(&s, append(options, ipc.WithSchema(rec.Schema()))...)
	f := new(memoryFile)
	fw, err := ipc.NewFileWriter(f, append(options, ipc.WithSchema(rec.Schema()))...)
	if err != nil {
		t.Fatal(err)
	}
	half := rec.NumRows() / 2
	for _, part := range []arrow.Record{rec.NewSlice(0, half), rec.NewSlice(half, rec.NumRows())} {
		if err := errors.Join(sw.Write(part), fw.Write(part)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(sw.Close(), fw.Close()); err != nil {
		t.Fatal(err)
	}
	return s.Bytes(), f.Bytes()
}

// memoryFile is what the library's file writer writes to.
type memoryFile struct{ bytes.Buffer }

func (m *memoryFile) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.ErrUnsupported
	}
	return int64(m.Len()), nil
}

func readAll(t *Table) (map[string][]any, error) { return laws.ReadTable(t, 100_000) }

func readStream(data []byte) (map[string][]any, error) {
	t, err := NewStream(iotest.HalfReader(bytes.NewReader(data)))
	if err != nil {
		return nil, err
	}
	return readAll(t)
}

func readFile(data []byte) (map[string][]any, error) {
	t, err := NewTable(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	return readAll(t)
}

func TestStreamsAndFilesOfAnyTypeAreRead(t *testing.T) {
	rec, want := foreign(50)
	for name, options := range map[string][]ipc.Option{"plain": nil, "zstd": {ipc.WithZstd()}, "lz4": {ipc.WithLZ4()}} {
		stream, file := written(t, rec, options...)
		got, err := readStream(stream)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%s stream: %v %.1500s", name, err, d)
		}
		if got, err = readFile(file); err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("%s file: %v %.1500s", name, err, cmp.Diff(want, got))
		}
		if !IsStream(stream) || IsStream(file) || !IsFile(file) || IsFile(stream) {
			t.Errorf("%s: a stream or file is not known as one", name)
		}
	}
	stream, _ := written(t, rec)
	if got, err := readStream(stream[:len(stream)-8]); err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("a stream without its end: %v", err)
	}
}

// Whatever byte is damaged, reading is an error in a line or gives some rows, and takes little memory.
func TestDamageTakesLittleMemory(t *testing.T) {
	rec, _ := foreign(20)
	stream, file := written(t, rec)
	step := 3
	if testing.Short() {
		step = 31
	}
	for what, read := range map[string]func([]byte) (map[string][]any, error){"stream": readStream, "file": readFile} {
		data := map[string][]byte{"stream": stream, "file": file}[what]
		for i := 0; i < len(data); i += step {
			for _, x := range []byte{0, 0x7f, 0xff, data[i] ^ 1} {
				if x == data[i] {
					continue // no damage
				}
				bad := bytes.Clone(data)
				bad[i] = x
				var err error
				if n := laws.Allocated(func() { _, err = read(bad) }); n > 16<<20 {
					t.Fatalf("%s, byte %d as %#x: %d bytes allocated", what, i, x, n)
				}
				if err != nil && strings.Contains(err.Error(), "\n") {
					t.Fatalf("%s, byte %d as %#x: an error of several lines: %v", what, i, x, err)
				}
			}
		}
		for i := 9; i < len(data)-8; i += 17 {
			if got, err := read(data[:i]); err == nil && len(got["i8"]) >= 20 {
				t.Fatalf("%s: the first %d of %d bytes are read as all", what, i, len(data))
			}
		}
	}
}

func TestWhatIsNoArrowIsSaid(t *testing.T) {
	for _, c := range []struct{ data, says string }{
		{"", "damaged or cut off"},
		{"\xff\xff\xff\xff\xff\xff\xff\x00", "cut off"},
		{"\xff\xff\xff\xff\xff\xff\xff\x7f", "no Arrow data"},
		{"\xff\xff\xff\xff\x10\x00\x00\x00", "cut off"},
		{"\xff\xff\xff\xff\x10\x00\x00\x000123456789abcdef", "ipc:"},
	} {
		if _, err := readStream([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v; it should say %q", c.data, err, c.says)
		}
	}
}

func FuzzTable(f *testing.F) {
	rec, _ := foreign(6)
	stream, file := written(f, rec)
	f.Add(stream, true)
	f.Add(file, false)
	f.Fuzz(func(t *testing.T, data []byte, stream bool) {
		read := readFile
		if stream {
			read = readStream
		}
		if _, err := read(data); errors.Is(err, io.EOF) || err != nil && strings.Contains(err.Error(), "\n") {
			t.Fatal(err)
		}
	})
}
