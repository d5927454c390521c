package lab

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/atomicfile"
)

// Export writes the sweep's table to a file for other programs, whose end says how: .csv or .parquet.
func (s Sweep) Export(file string) { export(file, s.Table()) }

// Export writes one of the experiment's tables, such as JobsTable, in the same way. Parquet has them already, in Dir.
func (e Experiment) Export(file string, of *result.Schema) { export(file, e.Read(of)) }

func export(file string, t *result.Table) {
	var open func(w io.Writer) (result.Sink, error)
	switch end := filepath.Ext(file); end {
	case ".csv":
		open = func(w io.Writer) (result.Sink, error) { return result.NewCSV(w, t.Schema), nil }
	case ".parquet":
		open = func(w io.Writer) (result.Sink, error) { return parquet.NewWriter(w, t.Schema, nil) }
	default:
		check(fmt.Errorf("%s: tables are exported as .csv and .parquet, not as %q", file, end))
	}
	put(file, func(w io.Writer) error {
		sink, err := open(w)
		if err != nil {
			return err
		}
		if err := sink.Write(t); err != nil {
			return err
		}
		return sink.Close()
	})
	say("%s: %d rows\n", file, t.Rows)
}

// Save writes a figure of the experiment to a file, whose end says how: .pdf, .svg, .png, or .csv for its numbers.
func (e Experiment) Save(file, figure string, o Options) { save(file, e.drawing(figure, o)) }

func save(file string, d *figures.Drawing) {
	put(file, func(w io.Writer) error { return d.Write(w, strings.TrimPrefix(filepath.Ext(file), ".")) })
	say("%s: %s\n", file, d.Title)
}

// put writes a file, and the folder that it is in.
func put(file string, write func(io.Writer) error) {
	check(atomicfile.MakeFolder(filepath.Dir(file)))
	check(atomicfile.Write(file, write))
}
