package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/arrowio/parquet"
	"github.com/backfill-lab/backfill/cmd/backfill/internal/progress"
	"github.com/backfill-lab/backfill/core/atomicfile"
	"github.com/backfill-lab/backfill/core/chart"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/figures"
)

func (a *app) paperRunCommand() *cobra.Command {
	var f paperFlags
	var out string
	var formats []string
	var rows bool
	c := &cobra.Command{
		Use:   "run ID...",
		Short: "Compute experiments and write their results, tables and figures",
		Long: `Compute experiments and write their results to DIR/PAPER/EXPERIMENT:

  cells.parquet, cells.csv   the table's numbers, ours and those printed
  table.md                   the table and the claims to read
  runs.parquet               one row per run, with all metrics
  figure.svg, .png, .pdf     the picture, and its numbers in figure.csv
  experiment.json            all of it, with job sets, seeds and hashes
  RUN-base.json              a trained rule base, for --policy rules:FILE

With --rows, the runs are simulated once more and also written as

  jobs.parquet               one row per job and run
  steps.parquet              one row per decision of a scheduler that records them`,
		Example: `  backfill paper run dynp/table4 --traces ~/traces
  backfill paper run dynp --scale quick --out quick`,
		Args:              arguments(1, 1000),
		ValidArgsFunction: completePapers,
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkFormats(formats); err != nil {
				return err
			}
			all, err := a.evaluate(c.Context(), &f, args)
			if err != nil {
				return err
			}
			files, err := a.writePapers(c.Context(), &f, all, out, formats, rows)
			if err != nil {
				return err
			}
			return a.showFiles(files, fmt.Sprint(paper.Count(all)))
		},
	}
	f.add(c.Flags())
	c.Flags().StringVarP(&out, "out", "o", "out", "folder for the results")
	c.Flags().StringSliceVar(&formats, "format", figures.Formats, "formats of figures: svg, png, pdf, csv (the numbers drawn)")
	c.Flags().BoolVar(&rows, "rows", false, "write every job's row, and every step's")
	a.jsonFlag(c)
	return c
}

// writePapers writes the evaluations and returns the files.
func (a *app) writePapers(ctx context.Context, f *paperFlags, all []*paper.Evaluation, out string, formats []string,
	rows bool) (files []string, err error) {
	for _, e := range all {
		dir := filepath.Join(out, filepath.FromSlash(e.Experiment.ID))
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return files, fmt.Errorf("%s: the folder cannot be made: %w", dir, plainPath(err))
		}
		d := drop{ctx: ctx, dir: dir}
		d.evaluation(f, e)
		if e.Chart != nil {
			d.chart(e.Chart, formats)
		}
		if rows && len(e.Simulated()) > 0 {
			m := progress.New(a.err, "rows of "+e.Experiment.ID, "runs")
			d.rows(f, e, m)
			m.Done()
		}
		files = append(files, d.files...)
		if d.err != nil {
			return files, d.err
		}
	}
	return files, nil
}

// A drop writes files into a folder until the first error.
type drop struct {
	ctx   context.Context
	dir   string
	files []string
	err   error
}

func (d *drop) write(name string, fill func(io.Writer) error) {
	if d.err == nil && d.ctx.Err() != nil {
		d.err = errors.New("stopped; the files written so far are kept")
	}
	if d.err != nil {
		return
	}
	name = filepath.Join(d.dir, name)
	switch err := atomicfile.Write(name, fill); {
	case d.err != nil: // of a file opened inside fill
	case err == nil:
		d.files = append(d.files, name)
	case !errors.Is(err, errNoRows):
		d.err = err
	}
}

func (d *drop) evaluation(f *paperFlags, e *paper.Evaluation) {
	meta := e.Meta(version())
	if cells := e.CellsTable(); cells.Rows > 0 {
		d.table("cells.parquet", cells, meta)
		d.write("cells.csv", func(w io.Writer) error { return close(result.NewCSV(w, cells.Schema), cells) })
	}
	if runs := e.RunsTable(); runs.Rows > 0 {
		d.table("runs.parquet", runs, meta)
	}
	d.write("table.md", func(w io.Writer) error {
		_, err := io.WriteString(w, e.Markdown())
		return err
	})
	d.write("experiment.json", func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(describePaper(f, e))
	})
	for _, r := range e.Runs {
		for _, name := range slices.Sorted(maps.Keys(r.Summary.Bases)) {
			d.write(strings.ReplaceAll(r.Label+" "+name, " ", "-")+".json", func(w io.Writer) error {
				return rules.Write(w, r.Summary.Bases[name])
			})
		}
	}
}

func (d *drop) table(name string, t *result.Table, m result.Meta) {
	d.write(name, func(w io.Writer) error {
		p, err := parquet.NewWriter(w, t.Schema, m)
		if err != nil {
			return err
		}
		return close(p, t)
	})
}

// close writes one table to a sink and completes it.
func close(s result.Sink, t *result.Table) error {
	if err := s.Write(t); err != nil {
		return err
	}
	return s.Close()
}

func (d *drop) chart(c *chart.Chart, formats []string) {
	picture, err := figures.DrawChart(*c)
	if err != nil && d.err == nil {
		d.err = err
	}
	for _, format := range formats {
		d.write("figure."+format, func(w io.Writer) error { return picture.Write(w, format) })
	}
}

// rows writes what happened to every job, to files that appear together: one for
// each usual table that has rows. The table of runs is written already.
func (d *drop) rows(f *paperFlags, e *paper.Evaluation, m *progress.Meter) {
	tables := slices.DeleteFunc(result.Usual(), func(s *result.Schema) bool { return s == result.Runs })
	set := result.Set{}
	d.open(tables, e.Meta(version()), set, func() error {
		return e.Rows(d.ctx, paper.Options{Parallel: f.parallel}, set, func(done, total int) { m.Set(int64(done), int64(total)) })
	})
}

// errNoRows keeps the file of a table without rows from appearing.
var errNoRows = errors.New("the table has no rows")

// open opens the files of the tables, one inside the other's writing, and has
// fill write them.
func (d *drop) open(tables []*result.Schema, meta result.Meta, set result.Set, fill func() error) {
	d.write(tables[0].Name+".parquet", func(w io.Writer) error {
		sink := &lateSink{w: w, meta: meta}
		set[tables[0]] = sink
		if len(tables) > 1 {
			d.open(tables[1:], meta, set, fill)
		} else {
			d.err = fill()
		}
		return errors.Join(d.err, sink.Close())
	})
}

// A lateSink writes a Parquet file that begins with the first row.
type lateSink struct {
	w    io.Writer
	meta result.Meta
	sink result.Sink
}

func (l *lateSink) Write(t *result.Table) (err error) {
	if l.sink == nil {
		if l.sink, err = parquet.NewWriter(l.w, t.Schema, l.meta); err != nil {
			return err
		}
	}
	return l.sink.Write(t)
}

// Close completes the file, or returns errNoRows.
func (l *lateSink) Close() error {
	if l.sink == nil {
		return errNoRows
	}
	return l.sink.Close()
}

// A paperDescription is experiment.json.
type paperDescription struct {
	ID      string         `json:"id"`
	Kind    paper.Kind     `json:"kind"`
	Title   string         `json:"title"`
	Doc     string         `json:"doc,omitempty"`
	Paper   string         `json:"paper"`
	Scale   paper.Scale    `json:"scale"`
	Command string         `json:"command"`
	Version string         `json:"version"`
	JobSets []paper.Origin `json:"job_sets"`
	Runs    []paperRun     `json:"runs"`
	Numbers []paperNumber  `json:"numbers"`
	Claims  []paperClaim   `json:"claims"`
	Chart   *chart.Chart   `json:"chart,omitempty"`
}

type paperRun struct {
	Label    string        `json:"label"`
	JobSet   string        `json:"job_set"`
	Policies []string      `json:"policies,omitempty"`
	Shrink   float64       `json:"shrink,omitempty"`
	SHA256   string        `json:"sha256"` // of what it depends on
	Values   paper.Numbers `json:"values,omitempty"`
}

type paperNumber struct {
	ID        string        `json:"id"`
	Row       string        `json:"row"`
	Column    string        `json:"column"`
	Unit      string        `json:"unit,omitempty"`
	Published number        `json:"published"`
	Ours      number        `json:"ours"`
	Ratio     number        `json:"ratio"`
	Verdict   paper.Verdict `json:"verdict,omitempty"`
	Note      string        `json:"note,omitempty"`
}

type paperClaim struct {
	ID      string `json:"id"`
	Text    string `json:"text"`
	Section string `json:"section"`
	Holds   bool   `json:"holds"`
	Note    string `json:"note"`
}

func describePaper(f *paperFlags, e *paper.Evaluation) paperDescription {
	x := e.Experiment
	d := paperDescription{
		ID: x.ID, Kind: x.Kind, Title: x.Title, Doc: x.Doc, Paper: e.Paper.Authors + ": " + e.Paper.Title + ". " + e.Paper.Venue,
		Scale: e.Scale, Command: f.repeat("run", x.ID), Version: version(), JobSets: e.Origins,
		Numbers: []paperNumber{}, Claims: []paperClaim{}, Chart: e.Chart,
	}
	for _, r := range e.Runs {
		d.Runs = append(d.Runs, paperRun{r.Label, r.Origin.JobSet, r.Spec.Policies, r.Spec.Shrink, r.Digest, r.Summary.Values})
	}
	for _, n := range e.All() {
		d.Numbers = append(d.Numbers, paperNumber{n.ID, n.Row, n.Column, n.Unit, number(n.Published), number(n.Ours), number(n.Ratio),
			n.Verdict, n.Note})
	}
	for _, c := range e.Claims {
		d.Claims = append(d.Claims, paperClaim{c.ID, c.Text, c.Section, c.Holds, c.Note})
	}
	return d
}
