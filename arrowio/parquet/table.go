package parquet

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/backfill-lab/backfill/core/columns"
)

// The bounds of a file of another program.
const (
	maxFooter = 8 << 20  // bytes
	maxPage   = 64 << 20 // bytes of an unpacked page
	maxGroup  = 1 << 24  // rows of a row group
)

// A Table is the columns of a Parquet file of any program, as package columns reads them: numbers, texts,
// flags (as 0 and 1), dates and times. Lists and other nested columns are there, but cannot be read.
// It holds one row group's chosen columns at a time.
type Table struct {
	r       io.ReaderAt
	size    int64
	footer  *format.FileMetaData
	columns []columns.Column
	leaves  []leaf // of the columns
	next    int    // row group
	batch   columns.Batch
	chunk   []byte
	decoder chunkDecoder
}

// A leaf is where and how a column's values lie.
type leaf struct {
	at       int // index of the column in row groups
	physical format.Type
	nullable bool
	size     int  // bytes of a value of fixed_len_byte_array
	decimal  bool // values are to be divided by 10^scale
	scale    int
	unsigned bool
}

// NewTable reads the footer of a file of that size. Brotli, LZO and encryption are not read. A damaged or
// hostile file is an error, here or while it is read.
func NewTable(r io.ReaderAt, size int64) (t *Table, err error) {
	defer recovered(&err)
	footer, err := readFooter(r, size, maxFooter)
	if err != nil {
		return nil, err
	}
	t = &Table{r: r, size: size, footer: footer}
	return t, t.schema()
}

// recovered turns a panic into an error: the library's decoders panic on damage that scan.go overlooks.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w: %v", errDamaged, p)
	}
}

// schema makes columns of the footer's tree, in which each element is followed by its children.
func (t *Table) schema() error {
	all := t.footer.Schema
	if len(all) == 0 || len(all) > 8*columns.MaxColumns {
		return fmt.Errorf("parquet: the file has %d columns, more than %d", len(all), 8*columns.MaxColumns)
	}
	leaves := 0
	for i := 1; i < len(all); {
		e := &all[i]
		from := leaves
		var err error
		if i, err = skip(all, i, &leaves, 0); err != nil {
			return err
		}
		c, l := columns.Column{Name: e.Name, Note: "nested"}, leaf{at: from}
		if !e.NumChildren.Valid || e.NumChildren.V == 0 {
			c, l = column(e), leaf{at: from, physical: e.Type.V}
			l.number(e)
			l.nullable = e.RepetitionType.Valid && e.RepetitionType.V == format.Optional
		}
		t.columns, t.leaves = append(t.columns, c), append(t.leaves, l)
	}
	t.pandas()
	if len(t.columns) > columns.MaxColumns {
		return fmt.Errorf("parquet: the file has %d columns, more than %d", len(t.columns), columns.MaxColumns)
	}
	return nil
}

// pandas makes durations of the columns that pandas wrote as whole numbers, as its metadata tells
// (pandas.pydata.org/docs/development/developer.html): Parquet has no type for them.
func (t *Table) pandas() {
	var m struct {
		Columns []struct {
			Field string `json:"field_name"`
			NumPy string `json:"numpy_type"`
		} `json:"columns"`
	}
	if json.Unmarshal([]byte(t.Meta("pandas")), &m) != nil {
		return // not pandas, or nothing that it wrote
	}
	units := map[string]string{}
	for _, c := range m.Columns {
		unit, is := strings.CutPrefix(c.NumPy, "timedelta64[")
		if unit = strings.TrimSuffix(unit, "]"); is && slices.Contains([]string{"ns", "us", "ms", "s"}, unit) {
			units[c.Field] = unit
		}
	}
	t.SetDurations(units)
}

// SetDurations makes durations of columns of whole numbers, by their names with their units (ns, us, ms or s).
func (t *Table) SetDurations(units map[string]string) {
	for i := range t.columns {
		if c := &t.columns[i]; c.Type == columns.Int && t.leaves[i].physical == format.Int64 && units[c.Name] != "" {
			c.Type, c.Unit = columns.Duration, units[c.Name]
		}
	}
}

// skip returns the index after an element and all below it, and counts the leaves.
func skip(all []format.SchemaElement, i int, leaves *int, depth int) (int, error) {
	if i >= len(all) || depth > maxDepth {
		return 0, errDamaged
	}
	n := all[i].NumChildren
	i++
	if !n.Valid || n.V <= 0 {
		*leaves++
		return i, nil
	}
	for range n.V {
		var err error
		if i, err = skip(all, i, leaves, depth+1); err != nil {
			return 0, err
		}
	}
	return i, nil
}

// Converted types of the format's older versions.
const (
	convertedDecimal   = 5
	convertedDate      = 6
	convertedTimeMs    = 7
	convertedTimeUs    = 8
	convertedMillis    = 9
	convertedMicros    = 10
	convertedBSON      = 20
	convertedInterval  = 21
	noConversion       = -1
	repeatedValuesNote = "a list"
)

// column describes a leaf of the schema.
func column(e *format.SchemaElement) columns.Column {
	c := columns.Column{Name: e.Name}
	converted := noConversion
	if e.ConvertedType.Valid {
		converted = int(e.ConvertedType.V)
	}
	other := func(note string) columns.Column {
		c.Type, c.Note = columns.Other, note
		return c
	}
	switch v := e.LogicalType.Value.(type) {
	case *format.TimestampType:
		c.Type, c.Local, c.Unit = columns.Time, !v.IsAdjustedToUTC, "ns"
		if v.Unit.Value != nil {
			c.Unit = map[time.Duration]string{time.Millisecond: "ms", time.Microsecond: "us"}[v.Unit.Value.Duration()]
		}
		if c.Unit == "" {
			c.Unit = "ns"
		}
	case *format.TimeType:
		return other("times of day")
	}
	switch converted {
	case convertedDate:
		c.Type, c.Unit, c.Local = columns.Time, "d", true
	case convertedMillis, convertedMicros:
		if c.Type != columns.Time {
			c.Type, c.Unit = columns.Time, map[int]string{convertedMillis: "ms", convertedMicros: "us"}[converted]
		}
	case convertedTimeMs, convertedTimeUs, convertedBSON, convertedInterval:
		return other("of a type that is not read")
	}
	switch {
	case !e.Type.Valid || e.RepetitionType.Valid && e.RepetitionType.V == format.Repeated:
		return other(repeatedValuesNote)
	case c.Type == columns.Time && (e.Type.V == format.Int32 || e.Type.V == format.Int64):
	case c.Type == columns.Time:
		return other("of a type that is not read")
	case isDecimal(e) && (e.Type.V == format.Int32 || e.Type.V == format.Int64):
		c.Type = columns.Float
	case e.Type.V == format.Boolean, e.Type.V == format.Int32, e.Type.V == format.Int64:
		c.Type = columns.Int
	case e.Type.V == format.Int96: // a time, as older programs write it
		c.Type, c.Unit, c.Local = columns.Time, "ns", true
	case isDecimal(e) && e.Type.V == format.ByteArray:
		return other("decimal numbers of many lengths")
	case e.Type.V == format.Float, e.Type.V == format.Double, isDecimal(e) && e.Type.V == format.FixedLenByteArray && fits(e.TypeLength.V):
		c.Type = columns.Float
	case e.Type.V == format.ByteArray:
		c.Type = columns.Text
	default:
		return other("of a type that is not read")
	}
	return c
}

// isDecimal tells whether an element is a decimal number, by its logical or its older converted type.
func isDecimal(e *format.SchemaElement) bool {
	_, is := e.LogicalType.Value.(*format.DecimalType)
	return is || e.ConvertedType.Valid && e.ConvertedType.V == convertedDecimal
}

// fits tells whether decimals may have that many bytes: 32 hold 76 digits.
func fits(size int32) bool { return size > 0 && size <= maxDecimal }

const maxDecimal = 32

// number notes what an element's numbers are.
func (l *leaf) number(e *format.SchemaElement) {
	if l.decimal = isDecimal(e); l.decimal {
		l.scale = int(e.Scale.V)
		if t, ok := e.LogicalType.Value.(*format.DecimalType); ok {
			l.scale = int(t.Scale)
		}
		if l.physical == format.FixedLenByteArray && fits(e.TypeLength.V) {
			l.size = int(e.TypeLength.V)
		}
	}
	t, ok := e.LogicalType.Value.(*format.IntType)
	l.unsigned = ok && !t.IsSigned ||
		e.ConvertedType.Valid && e.ConvertedType.V >= deprecated.Uint8 && e.ConvertedType.V <= deprecated.Uint64
}

// Columns implements columns.Table.
func (t *Table) Columns() []columns.Column { return t.columns }

// Meta implements columns.Table.
func (t *Table) Meta(key string) string { return meta(t.footer).Get(key) }

// Rows returns the number of rows that the file says it has.
func (t *Table) Rows() (rows int64) {
	for i := range t.footer.RowGroups {
		if n := t.footer.RowGroups[i].NumRows; n > 0 && n <= maxGroup {
			rows += n
		}
	}
	return rows
}

// Read reads the chosen columns of the next row group.
func (t *Table) Read(chosen []int) (b *columns.Batch, err error) {
	if t.next >= len(t.footer.RowGroups) {
		return nil, io.EOF
	}
	g := &t.footer.RowGroups[t.next]
	defer func() {
		if err != nil {
			err = fmt.Errorf("row group %d: %w", t.next, err)
		}
	}()
	defer recovered(&err)
	if g.NumRows < 0 || g.NumRows > maxGroup || g.NumRows > valuesPerByte*t.size+1<<20 {
		return nil, fmt.Errorf("parquet: %d rows, more than %d or than the file can hold: write it with smaller row groups", g.NumRows, maxGroup)
	}
	t.batch.Rows = int(g.NumRows)
	if t.batch.Cols == nil {
		t.batch.Cols = make([]columns.Vector, len(chosen))
	}
	for k, i := range chosen {
		if err := t.readChunk(g, t.leaves[i], &t.batch.Cols[k], t.batch.Rows); err != nil {
			return nil, fmt.Errorf("column %s: %w", t.columns[i].Name, err)
		}
	}
	t.next++
	return &t.batch, nil
}

// readChunk reads a column of a row group.
func (t *Table) readChunk(g *format.RowGroup, l leaf, v *columns.Vector, rows int) error {
	if l.at >= len(g.Columns) {
		return errDamaged
	}
	if path := g.Columns[l.at].FilePath; path != "" {
		return fmt.Errorf("parquet: its values are in another file, %s", shorten(path))
	}
	md := &g.Columns[l.at].MetaData
	if md.Type != l.physical {
		return errDamaged
	}
	from := md.DataPageOffset
	if d := md.DictionaryPageOffset; d > 0 && d < from {
		from = d
	}
	n := md.TotalCompressedSize
	if from < 4 || n < 0 || from > t.size || n > t.size-from {
		return errDamaged
	}
	if int64(cap(t.chunk)) < n {
		t.chunk = make([]byte, n)
	}
	t.chunk = t.chunk[:n]
	if _, err := t.r.ReadAt(t.chunk, from); err != nil && err != io.EOF {
		return err
	}
	return t.decoder.decode(t.chunk, md.Codec, l, v, rows)
}

func shorten(s string) string {
	if len(s) > 60 {
		return s[:57] + "..."
	}
	return s
}

// IsFile tells whether a file begins as a Parquet file does.
func IsFile(head []byte) bool { return len(head) >= 4 && string(head[:4]) == "PAR1" }
