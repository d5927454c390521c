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

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// The bounds of a file of another program.
const (
	maxFooter = 8 << 20  // bytes
	maxPage   = 64 << 20 // bytes of an unpacked page
	maxGroup  = 1 << 24  // rows of a row group
)

// A Table is the columns of a Parquet file of any program, as package table reads them: numbers, texts,
// flags (as 0 and 1), dates and times. Lists and other nested columns are there, but cannot be read.
// It holds the pages of the chosen columns that have the next rows.
type Table struct {
	r       io.ReaderAt
	size    int64
	footer  *format.FileMetaData
	columns []table.Column
	leaves  []leaf // of the columns
	next    int    // row group
	group   int    // the one that is read
	left    int    // rows of it
	most    int    // rows that Read returns
	unread  int64  // bytes that chunks may still have: none counts twice
	batch   table.Batch

	decoders []chunkDecoder // of the columns that were chosen
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
	footer, err := readFooter(r, size)
	if err != nil {
		return nil, err
	}
	t = &Table{r: r, size: size, unread: size, footer: footer, most: batchRows}
	if err := t.groups(); err != nil {
		return nil, err
	}
	return t, t.schema()
}

// groups checks the numbers of rows.
func (t *Table) groups() error {
	rows := int64(0)
	for i := range t.footer.RowGroups {
		n := t.footer.RowGroups[i].NumRows
		if n < 0 || n > maxGroup {
			return fmt.Errorf("parquet: row group %d has %d rows, more than %d: write the file with smaller row groups", i, n, maxGroup)
		}
		if rows += n; rows > valuesPerByte*t.size+1<<20 {
			return fmt.Errorf("%w: %d rows in %d bytes", errDamaged, rows, t.size)
		}
	}
	if rows != t.footer.NumRows {
		return fmt.Errorf("%w: its footer says %d rows, its row groups have %d", errDamaged, t.footer.NumRows, rows)
	}
	return nil
}

// recovered turns a panic into an error: the library's decoders panic on damage that scan.go overlooks, and
// say then what is of their code, not of the file.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = errDamaged
	}
}

// schema makes columns of the footer's tree, in which each element is followed by its children.
func (t *Table) schema() error {
	all := t.footer.Schema
	if len(all) == 0 || len(all) > 8*table.MaxColumns {
		return fmt.Errorf("parquet: the file has %d columns, more than %d", len(all), 8*table.MaxColumns)
	}
	leaves := 0
	for i := 1; i < len(all); {
		e := &all[i]
		from := leaves
		var err error
		if i, err = skip(all, i, &leaves, 0); err != nil {
			return err
		}
		c, l := table.Column{Name: e.Name, Note: "nested"}, leaf{at: from}
		if !e.NumChildren.Valid || e.NumChildren.V == 0 {
			c, l = column(e), leaf{at: from, physical: e.Type.V}
			l.number(e)
			l.nullable = e.RepetitionType.Valid && e.RepetitionType.V == format.Optional
		}
		t.columns, t.leaves = append(t.columns, c), append(t.leaves, l)
	}
	t.pandas()
	if len(t.columns) > table.MaxColumns {
		return fmt.Errorf("parquet: the file has %d columns, more than %d", len(t.columns), table.MaxColumns)
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
		if c := &t.columns[i]; c.Type == table.Int && t.leaves[i].physical == format.Int64 && units[c.Name] != "" {
			c.Type, c.Unit = table.Duration, units[c.Name]
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
func column(e *format.SchemaElement) table.Column {
	c := table.Column{Name: e.Name}
	converted := noConversion
	if e.ConvertedType.Valid {
		converted = int(e.ConvertedType.V)
	}
	other := func(note string) table.Column {
		c.Type, c.Note = table.Other, note
		return c
	}
	switch v := e.LogicalType.Value.(type) {
	case *format.TimestampType:
		c.Type, c.Local, c.Unit = table.Time, !v.IsAdjustedToUTC, "ns"
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
		c.Type, c.Unit, c.Local = table.Time, "d", true
	case convertedMillis, convertedMicros:
		if c.Type != table.Time {
			c.Type, c.Unit = table.Time, map[int]string{convertedMillis: "ms", convertedMicros: "us"}[converted]
		}
	case convertedTimeMs, convertedTimeUs, convertedBSON, convertedInterval:
		return other("of a type that is not read")
	}
	switch {
	case !e.Type.Valid || e.RepetitionType.Valid && e.RepetitionType.V == format.Repeated:
		return other(repeatedValuesNote)
	case c.Type == table.Time && (e.Type.V == format.Int32 || e.Type.V == format.Int64):
	case c.Type == table.Time:
		return other("of a type that is not read")
	case isDecimal(e) && (e.Type.V == format.Int32 || e.Type.V == format.Int64):
		c.Type = table.Float
	case e.Type.V == format.Boolean, e.Type.V == format.Int32, e.Type.V == format.Int64:
		c.Type = table.Int
	case e.Type.V == format.Int96: // a time, as older programs write it
		c.Type, c.Unit, c.Local = table.Time, "ns", true
	case isDecimal(e) && e.Type.V == format.ByteArray:
		return other("decimal numbers of many lengths")
	case e.Type.V == format.Float, e.Type.V == format.Double, isDecimal(e) && e.Type.V == format.FixedLenByteArray && fits(e.TypeLength.V):
		c.Type = table.Float
	case e.Type.V == format.ByteArray:
		c.Type = table.Text
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

// Columns implements table.Table.
func (t *Table) Columns() []table.Column { return t.columns }

// Meta implements table.Table.
func (t *Table) Meta(key string) string { return meta(t.footer).Get(key) }

// About returns the footer's metadata without the schema for readers of Arrow: the columns say the same.
func (t *Table) About() result.Meta {
	return slices.DeleteFunc(meta(t.footer), func(p result.Pair) bool { return p.Key == arrowSchema })
}

// Rows returns the number of rows.
func (t *Table) Rows() int64 { return t.footer.NumRows }

// batchRows is the number of rows that Read returns at a time, at most.
const batchRows = 1 << 14

// Read reads the chosen columns of the next rows.
func (t *Table) Read(chosen []int) (*table.Batch, error) { return t.ReadCodes(chosen, nil, nil) }

// ReadCodes implements scan.Source; without dicts it is Read.
func (t *Table) ReadCodes(chosen []int, dicts []*result.Dict, codes [][]int32) (b *table.Batch, err error) {
	defer func() {
		if err != nil && err != io.EOF {
			err = fmt.Errorf("row group %d: %w", t.group, err)
		}
	}()
	defer recovered(&err)
	if t.decoders == nil {
		shared := new(scratch)
		t.batch.Cols, t.decoders = make([]table.Vector, len(chosen)), make([]chunkDecoder, len(chosen))
		for k, i := range chosen {
			t.decoders[k] = chunkDecoder{scratch: shared, leaf: t.leaves[i], window: window{r: t.r}}
			if dicts != nil {
				t.decoders[k].texts, t.decoders[k].bare = dicts[k], true
			}
		}
		if dicts != nil {
			t.most = RowGroupRows // in whole groups of ours, who collects them has to grow least often
		}
	}
	for t.left == 0 {
		if t.next >= len(t.footer.RowGroups) {
			return nil, io.EOF
		}
		if err := t.open(chosen); err != nil {
			return nil, err
		}
	}
	t.batch.Rows = min(t.left, t.most)
	for k, i := range chosen {
		read, err := t.decoders[k].next(t.batch.Rows, &t.batch.Cols[k])
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", t.columns[i].Name, err)
		}
		if dicts != nil {
			codes[k] = read
		}
	}
	t.left -= t.batch.Rows
	return &t.batch, nil
}

// open begins with the next row group.
func (t *Table) open(chosen []int) error {
	t.group = t.next
	t.next++
	g := &t.footer.RowGroups[t.group]
	for k, i := range chosen {
		if err := t.openChunk(g, &t.decoders[k], int(g.NumRows)); err != nil {
			return fmt.Errorf("column %s: %w", t.columns[i].Name, err)
		}
	}
	t.left = int(g.NumRows)
	return nil
}

// openChunk begins with a column of a row group.
func (t *Table) openChunk(g *format.RowGroup, d *chunkDecoder, rows int) error {
	if d.leaf.at >= len(g.Columns) {
		return errDamaged
	}
	if path := g.Columns[d.leaf.at].FilePath; path != "" {
		return fmt.Errorf("parquet: its values are in another file, %s", shorten(path))
	}
	md := &g.Columns[d.leaf.at].MetaData
	if md.Type != d.leaf.physical {
		return errDamaged
	}
	from := md.DataPageOffset
	if at := md.DictionaryPageOffset; at > 0 && at < from {
		from = at
	}
	n := md.TotalCompressedSize
	if from < 4 || n < 0 || from > t.size || n > t.size-from || n > t.unread {
		return errDamaged
	}
	t.unread -= n
	d.open(from, n, md.Codec, rows)
	return nil
}

func shorten(s string) string {
	if len(s) > 60 {
		return s[:57] + "..."
	}
	return s
}

// IsFile tells whether a file begins as a Parquet file does.
func IsFile(head []byte) bool { return len(head) >= 4 && string(head[:4]) == "PAR1" }
