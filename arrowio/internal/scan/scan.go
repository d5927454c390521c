// Package scan reads result tables from files of any format, by the format's one reader of tables.
package scan

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// A Source is the table in a file.
type Source interface {
	table.Table

	// About returns the file's metadata.
	About() result.Meta

	// ReadCodes is Read for result tables. It sets codes[k] to the texts of the k-th chosen column if
	// dicts[k] is not nil: as codes of that Dict, -1 for null. Null need not be set where the values tell
	// nulls, as NaN and -1 do.
	ReadCodes(chosen []int, dicts []*result.Dict, codes [][]int32) (*table.Batch, error)
}

// An Opener is told what a file has, and returns where its rows go.
type Opener = func(*result.Schema, result.Meta) (result.Sink, error)

// Results reads the result table in a source whose file may hold that many values. What open returns gets
// the rows in batches, and is not closed. If columns are given, the others are not read: their vectors
// are empty.
func Results(t Source, values int64, columns []string, open Opener) (result.Meta, error) {
	s, m, err := t.About().Schema()
	if err != nil {
		return nil, err
	}
	if err := match(t.Columns(), s); err != nil {
		return nil, err
	}
	to, err := open(s, m)
	if err != nil {
		return nil, err
	}
	out := result.Table{Schema: s, Cols: make([]result.Vector, len(s.Columns))}
	var chosen []int
	var dicts []*result.Dict
	for i := range s.Columns {
		if c := &s.Columns[i]; len(columns) == 0 || slices.Contains(columns, c.Name) {
			if c.Type == result.Text {
				out.Cols[i].Dict = result.NewDict()
			}
			chosen, dicts = append(chosen, i), append(dicts, out.Cols[i].Dict)
		}
	}
	codes := make([][]int32, len(chosen))
	most := values/int64(len(s.Columns)) + result.BatchRows
	for {
		b, err := t.ReadCodes(chosen, dicts, codes)
		if err == io.EOF {
			return m, nil
		}
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", s.Name, err)
		}
		if most -= int64(b.Rows); most < 0 {
			return nil, fmt.Errorf("table %s: the file is damaged: it has more rows than it can hold", s.Name)
		}
		out.Rows = b.Rows
		for k, i := range chosen {
			out.Cols[i].Code = codes[k]
			if err := fill(&out.Cols[i], &b.Cols[k], s.Columns[i].Type); err != nil {
				return nil, fmt.Errorf("table %s: column %s: %w", s.Name, s.Columns[i].Name, err)
			}
			if err := out.CheckColumn(i); err != nil {
				return nil, err
			}
		}
		if err := to.Write(&out); err != nil {
			return nil, err
		}
	}
}

// types are how columns of a result lie in a file.
var types = [...]table.Type{result.Float: table.Float, result.Int: table.Int, result.Bool: table.Int, result.Text: table.Text}

// match returns an error if a file's columns are not those of the schema in its metadata.
func match(columns []table.Column, s *result.Schema) error {
	if len(columns) != len(s.Columns) {
		return fmt.Errorf("the file has %d columns, table %s has %d", len(columns), s.Name, len(s.Columns))
	}
	for i := range s.Columns {
		if c := &s.Columns[i]; columns[i].Name != c.Name || columns[i].Type != types[c.Type] {
			return fmt.Errorf("column %d of the file is not the %s of table %s, of type %s", i, c.Name, s.Name, c.Type)
		}
	}
	return nil
}

// fill sets a column of a result to values of a file, but for texts.
func fill(to *result.Vector, from *table.Vector, t result.Type) error {
	switch t {
	case result.Float:
		to.Float = from.Float
		return nil
	case result.Text:
		return nil
	}
	if slices.Contains(from.Null, true) {
		return fmt.Errorf("it has nulls, which %s cannot", t)
	}
	if t == result.Int {
		to.Int = from.Int
		return nil
	}
	to.Bool = to.Bool[:0]
	for row, x := range from.Int {
		if x&^1 != 0 {
			return fmt.Errorf("row %d of a batch is %d, neither true nor false", row, x)
		}
		to.Bool = append(to.Bool, x != 0)
	}
	return nil
}

// AppendCodes appends the codes of texts in a Dict, which keeps copies of them; a text of no characters is null.
func AppendCodes(codes []int32, texts []string, dict *result.Dict) []int32 {
	for _, s := range texts {
		codes = append(codes, dict.Code(strings.Clone(s)))
	}
	return codes
}

// Collect returns all rows of a scan, for tables that fit into memory.
func Collect(scan func(Opener) (result.Meta, error)) (*result.Table, result.Meta, error) {
	var all *result.Collect
	m, err := scan(func(s *result.Schema, _ result.Meta) (result.Sink, error) {
		all = result.NewCollect(s)
		return all, nil
	})
	if err != nil {
		return nil, nil, err
	}
	return all.Table(), m, nil
}
