package paper

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Printed holds the numbers that a paper prints, by table or figure. Those of a figure
// stand in the text.
type Printed struct {
	tables  map[string][]Published
	numbers map[[3]string]float64 // by table, row and column
	notes   map[string]string     // why ours may differ, by the words that tables have
}

// printedColumns is the first line of a file of printed numbers. Every other line is
// one number, or a remark if it begins with #. The unit may be empty; where is the
// number's place in the paper; class is a Class. A file may have one column more, with a word of
// notesFile that says why our number may differ, or nothing.
const (
	printedColumns = "row\tcolumn\tvalue\tunit\twhere\tclass"
	notesColumn    = "\tdiffers"
	notesFile      = "printed/differs.txt" // see readEntries
)

// readPrinted reads every printed/*.tsv of fsys; table4.tsv holds the numbers of table4.
func readPrinted(fsys fs.FS) (*Printed, error) {
	p := &Printed{tables: map[string][]Published{}, numbers: map[[3]string]float64{}, notes: map[string]string{}}
	if data, err := fs.ReadFile(fsys, notesFile); err == nil {
		entries, err := readEntries(notesFile, bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			p.notes[e.word] = e.text
		}
	}
	names, err := fs.Glob(fsys, "printed/*.tsv")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		table := strings.TrimSuffix(path.Base(name), ".tsv")
		if p.tables[table], err = readNumbers(name, bytes.NewReader(data), p.notes); err != nil {
			return nil, err
		}
		for _, n := range p.tables[table] {
			p.numbers[[3]string{table, n.Row, n.Column}] = n.Value
		}
	}
	return p, nil
}

// Embedded returns a function that reads embedded files when it is first called. It
// panics if they are damaged.
func Embedded(fsys fs.FS) func() *Printed {
	return sync.OnceValue(func() *Printed {
		p, err := readPrinted(fsys)
		if err != nil {
			panic(err)
		}
		return p
	})
}

// readNumbers reads a file of printed numbers. An error names the file and the line.
func readNumbers(name string, r io.Reader, notes map[string]string) (all []Published, err error) {
	seen, columns := map[At]int{}, 6
	s := bufio.NewScanner(r)
	for line := 1; s.Scan(); line++ {
		bad := func(format string, args ...any) ([]Published, error) {
			return nil, fmt.Errorf("%s:%d: %s", name, line, fmt.Sprintf(format, args...))
		}
		if line == 1 {
			if s.Text() == printedColumns+notesColumn {
				columns++
			} else if s.Text() != printedColumns {
				return bad("the columns are %q, want %q", s.Text(), printedColumns)
			}
			continue
		}
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		f := strings.Split(s.Text(), "\t")
		if len(f) != columns {
			return bad("%d columns, want %d", len(f), columns)
		}
		n := Published{Row: f[0], Column: f[1], Unit: f[3], Where: f[4], Class: Class(f[5])}
		if n.Row == "" || n.Where == "" {
			return bad("row or where is empty")
		}
		if !n.Class.known() || n.Class == Own {
			return bad("the class %q is none of %q for a printed number", f[5], Classes)
		}
		if n.Value, err = strconv.ParseFloat(f[2], 64); err != nil || math.IsNaN(n.Value) || math.IsInf(n.Value, 0) {
			return bad("the value %q is no number", f[2])
		}
		n.Step = lastDigit(f[2])
		if why := f[columns-1]; columns > 6 && why != "" {
			if n.Note = notes[why]; n.Note == "" {
				return bad("%s says nothing of %q", notesFile, why)
			}
		}
		if other := seen[At{n.Row, n.Column}]; other > 0 {
			return bad("row %q, column %q stands in line %d, too", n.Row, n.Column, other)
		}
		seen[At{n.Row, n.Column}] = line
		all = append(all, n)
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if all == nil {
		return nil, fmt.Errorf("%s: there are no numbers", name)
	}
	return all, nil
}

// lastDigit is the unit of the last digit of a number in a text without an exponent, 0 with one.
func lastDigit(text string) float64 {
	if strings.ContainsAny(text, "eE") {
		return 0
	}
	_, decimals, _ := strings.Cut(text, ".")
	step, err := strconv.ParseFloat("1e-"+strconv.Itoa(len(decimals)), 64)
	if err != nil {
		panic(err) // it is a number
	}
	return step
}

// Of returns the numbers of a table for an experiment. It panics if there is no such table.
func (p *Printed) Of(table string) []Published {
	all := slices.Clone(p.tables[table])
	if all == nil {
		panic("paper: no numbers are printed in " + table)
	}
	return all
}

// Note returns what a word in the tables says of why ours may differ. It panics if there is no such word.
func (p *Printed) Note(word string) string {
	if p.notes[word] == "" {
		panic("paper: " + notesFile + " says nothing of " + word)
	}
	return p.notes[word]
}

// Rows returns the names of a table's rows in their order. It panics if there is no such table.
func (p *Printed) Rows(table string) (rows []string) {
	if p.tables[table] == nil {
		panic("paper: no numbers are printed in " + table)
	}
	for i := range p.tables[table] {
		if row := p.tables[table][i].Row; len(rows) == 0 || rows[len(rows)-1] != row {
			rows = append(rows, row)
		}
	}
	return rows
}

// At returns a number of a table; NaN where none is printed.
func (p *Printed) At(table, row, column string) float64 {
	if v, ok := p.numbers[[3]string{table, row, column}]; ok {
		return v
	}
	return math.NaN()
}

// Tables returns the names of the tables, sorted.
func (p *Printed) Tables() []string {
	return slices.Sorted(maps.Keys(p.tables))
}
