package arrowio

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	arrowipc "github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/parquet-go/parquet-go"

	"github.com/backfill-lab/backfill/core/trace/table"
)

// A container holds a log in another way; ok is false if it cannot.
type container struct {
	name string
	pack func(s *stranger) (log string, ok bool)
}

var containers = []container{
	{"gzip", func(s *stranger) (string, bool) { return zipped(s.log), true }},
	{"tar", func(s *stranger) (string, bool) { return zipped(archived(s.log)), true }},
	{"CRLF", func(s *stranger) (string, bool) {
		return strings.ReplaceAll(s.log, "\n", "\r\n"), !strings.Contains(s.log, "\r")
	}},
	{"CR", func(s *stranger) (string, bool) {
		return strings.ReplaceAll(s.log, "\n", "\r"), !strings.Contains(s.log, "\r")
	}},
	{"BOM", func(s *stranger) (string, bool) { return "\ufeff" + s.log, !strings.HasPrefix(s.log, "\ufeff") }},
	{"no-last-newline", func(s *stranger) (string, bool) { return strings.TrimSuffix(s.log, "\n"), true }},
	rowsIn("quoted-CSV", func(g *grid) string { return g.join(",", inQuotes, "") }),
	rowsIn("CSV", func(g *grid) string { return g.join(",", quoteCommas, "") }),
	rowsIn("tabs", func(g *grid) string { return g.join("\t", asIs, "\t") }),
	rowsIn("semicolons", func(g *grid) string { return g.join(";", asIs, ";") }),
	rowsIn("Excel-CSV", func(g *grid) string { return "sep=;\n" + g.join(";", inQuotes, "") }),
	rowsIn("bars", func(g *grid) string { return g.join("|", asIs, "|") }),
	rowsIn("pandas-CSV", func(g *grid) string { return g.pandas() }),
	rowsIn("R-CSV", func(g *grid) string { return g.r() }),
	rowsIn("JSON-rows", func(g *grid) string { return g.records() }),
	rowsIn("JSON-lines", func(g *grid) string { return g.lines() }),
	rowsIn("Parquet", func(g *grid) string { return g.parquet() }),
	rowsIn("Arrow-stream", func(g *grid) string { return g.arrow() }),
}

// rowsIn is a container of rows and columns. One that cannot hold a log returns nothing.
func rowsIn(name string, write func(g *grid) string) container {
	return container{name, func(s *stranger) (string, bool) {
		g := s.grid()
		if g == nil {
			return "", false
		}
		log := write(g)
		return log, log != ""
	}}
}

func zipped(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, s) // to memory
	_ = w.Close()
	return b.String()
}

// archived returns a tar archive of a log.
func archived(s string) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	_ = w.WriteHeader(&tar.Header{Name: "log", Size: int64(len(s)), Mode: 0o644}) // to memory
	_, _ = io.WriteString(w, s)
	_ = w.Close()
	return b.String()
}

// A grid is the rows of a log.
type grid struct {
	names []string
	rows  [][]string
}

// grid returns the cells of a log, nil if other containers cannot hold it.
func (s *stranger) grid() *grid {
	if s.plain || s.opt.Columns != "" {
		return nil
	}
	sep := table.Separator([]byte(s.log))
	if sep == 0 {
		return nil
	}
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(s.log, "\ufeff")))
	r.Comma, r.Comment = rune(sep), '#'
	all, err := r.ReadAll()
	if err != nil || len(all) == 0 {
		return nil
	}
	g := &grid{all[0], all[1:]}
	if n := len(g.names) - 1; g.names[n] == "" { // of a bar at the end of each line
		g.names = g.names[:n]
		for i := range g.rows {
			g.rows[i] = g.rows[i][:n]
		}
	}
	return g
}

func asIs(s string) string     { return s }
func inQuotes(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// quoteCommas puts cells in quotes where they need them.
func quoteCommas(s string) string {
	if strings.ContainsAny(s, ",\"\n") {
		return inQuotes(s)
	}
	return s
}

// join returns the rows with a separator between their cells, "" if cells have one of the bytes that it cannot hold.
func (g *grid) join(sep string, cell func(string) string, cannot string) string {
	var b strings.Builder
	for _, row := range append([][]string{g.names}, g.rows...) {
		for i, s := range row {
			if cannot != "" && strings.ContainsAny(s, cannot+"\"\n") {
				return ""
			}
			if i > 0 {
				b.WriteString(sep)
			}
			b.WriteString(cell(s))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// A typed column is what a program makes of texts: Int, Float, Time or Text, with null for nothing.
type typed struct {
	name  string
	kind  table.Type
	cells []any // int64, float64, time.Time, string, or nil
}

var (
	isWhole = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,17})$`)
	isFloat = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)
	isDate  = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}$`)
	noValue = []string{"", "NaN", "nan", "NA", "None", "Unknown", "null", "NULL"}
)

// columns returns the columns with types. As in pandas, whole numbers beside missing ones are floats, unless whole is true.
func (g *grid) columns(whole bool) (all []typed) {
	for k, name := range g.names {
		c := typed{name: name, kind: table.Text}
		gap := false
		fits := func(is *regexp.Regexp) bool {
			some := false
			for _, row := range g.rows {
				if slices.Contains(noValue, row[k]) {
					gap = true
				} else if some = true; !is.MatchString(row[k]) {
					return false
				}
			}
			return some
		}
		switch {
		case fits(isWhole) && (whole || !gap):
			c.kind = table.Int
		case fits(isFloat):
			c.kind = table.Float
		case fits(isDate):
			c.kind = table.Time
		}
		for _, row := range g.rows {
			c.cells = append(c.cells, c.cell(row[k]))
		}
		all = append(all, c)
	}
	return all
}

// cell returns the value of a text.
func (c *typed) cell(s string) any {
	if s == "" || c.kind != table.Text && slices.Contains(noValue, s) {
		return nil
	}
	switch c.kind {
	case table.Int:
		n, _ := strconv.ParseInt(s, 10, 64) // isWhole
		return n
	case table.Float:
		x, _ := strconv.ParseFloat(s, 64) // isFloat
		return x
	case table.Time:
		at, err := time.Parse("2006-01-02T15:04:05", strings.Replace(s, " ", "T", 1))
		if err != nil {
			return nil
		}
		return at
	}
	return s
}

// text returns a value as pandas and R write it, with missing for nothing.
func (c *typed) text(v any, missing string) string {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		s := strconv.FormatFloat(v, 'f', -1, 64)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	case time.Time:
		return v.Format("2006-01-02 15:04:05")
	case string:
		return v
	}
	return missing
}

// pandas returns what DataFrame.to_csv writes: an index, and 120.0 for a whole number beside missing ones.
func (g *grid) pandas() string {
	cells := &grid{names: append([]string{""}, g.names...)}
	columns := g.columns(false)
	for i := range g.rows {
		row := []string{strconv.Itoa(i)}
		for _, c := range columns {
			row = append(row, c.text(c.cells[i], ""))
		}
		cells.rows = append(cells.rows, row)
	}
	return cells.join(",", quoteCommas, "")
}

// r returns what write.csv writes: quotes around names and texts, row names, and NA for nothing.
func (g *grid) r() string {
	var b strings.Builder
	b.WriteString(`""`)
	for _, name := range g.names {
		b.WriteString("," + inQuotes(name))
	}
	columns := g.columns(true)
	for i := range g.rows {
		b.WriteString("\n" + inQuotes(strconv.Itoa(i+1)))
		for _, c := range columns {
			s := c.text(c.cells[i], "NA")
			if f, is := c.cells[i].(float64); is {
				s = strconv.FormatFloat(f, 'f', -1, 64)
			} else if c.kind == table.Text && s != "NA" || c.kind == table.Time && c.cells[i] != nil {
				s = inQuotes(s)
			}
			b.WriteString("," + s)
		}
	}
	return b.String() + "\n"
}

// objects returns each row as a JSON object with its members in the order of the columns.
func (g *grid) objects() (all []string) {
	columns := g.columns(false)
	for i := range g.rows {
		var members []string
		for _, c := range columns {
			v := c.cells[i]
			if at, is := v.(time.Time); is {
				v = at.Format("2006-01-02T15:04:05.000")
			}
			name, _ := json.Marshal(c.name) // a string
			value, _ := json.Marshal(v)     // a string, number or null
			members = append(members, string(name)+":"+string(value))
		}
		all = append(all, "{"+strings.Join(members, ",")+"}")
	}
	return all
}

// records returns what DataFrame.to_json(orient="records") writes, nothing for no rows, which have no names.
func (g *grid) records() string {
	if len(g.rows) == 0 {
		return ""
	}
	return "[" + strings.Join(g.objects(), ",") + "]"
}

// lines is records with a line for each row.
func (g *grid) lines() string {
	return strings.Join(g.objects(), "\n")
}

// parquet returns a Parquet file, whose columns the library sorts by their names.
func (g *grid) parquet() string {
	group := parquet.Group{}
	columns := g.columns(true)
	for _, c := range columns {
		node := map[table.Type]parquet.Node{
			table.Int: parquet.Int(64), table.Float: parquet.Leaf(parquet.DoubleType), table.Text: parquet.String(),
			table.Time: parquet.TimestampAdjusted(parquet.Microsecond, false),
		}[c.kind]
		if _, twice := group[c.name]; twice || c.name == "" {
			return ""
		}
		group[c.name] = parquet.Optional(node)
	}
	slices.SortFunc(columns, func(a, b typed) int { return strings.Compare(a.name, b.name) })
	var b bytes.Buffer
	w := parquet.NewWriter(&b, parquet.NewSchema("jobs", group))
	for i := range g.rows {
		var row parquet.Row
		for k, c := range columns {
			v, defined := parquet.Value{}, 1
			switch cell := c.cells[i].(type) {
			case nil:
				defined = 0
			case time.Time:
				v = parquet.ValueOf(cell.UnixMicro())
			default:
				v = parquet.ValueOf(cell)
			}
			row = append(row, v.Level(0, defined, k))
		}
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			panic(err) // to memory
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.String()
}

// arrow returns an Arrow stream.
func (g *grid) arrow() string {
	var fields []arrow.Field
	columns := g.columns(true)
	for _, c := range columns {
		fields = append(fields, arrow.Field{Name: c.name, Nullable: true, Type: map[table.Type]arrow.DataType{
			table.Int: arrow.PrimitiveTypes.Int64, table.Float: arrow.PrimitiveTypes.Float64, table.Text: arrow.BinaryTypes.LargeString,
			table.Time: &arrow.TimestampType{Unit: arrow.Nanosecond},
		}[c.kind]})
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
	for k, c := range columns {
		for _, v := range c.cells {
			switch f := b.Field(k).(type) {
			case *array.Int64Builder:
				appendOr(v, f.Append, f.AppendNull)
			case *array.Float64Builder:
				appendOr(v, f.Append, f.AppendNull)
			case *array.LargeStringBuilder:
				appendOr(v, f.Append, f.AppendNull)
			case *array.TimestampBuilder:
				appendOr(v, func(at time.Time) { f.Append(arrow.Timestamp(at.UnixNano())) }, f.AppendNull)
			}
		}
	}
	var s bytes.Buffer
	w := arrowipc.NewWriter(&s, arrowipc.WithSchema(b.Schema()))
	if err := w.Write(b.NewRecord()); err != nil {
		panic(err) // to memory
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return s.String()
}

func appendOr[T any](v any, add func(T), null func()) {
	if x, is := v.(T); is {
		add(x)
	} else {
		null()
	}
}
