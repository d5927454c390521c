package main

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/cmd/backfill/internal/progress"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/result/chart"
	"github.com/backfill-lab/backfill/core/result/dictionary"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/atomicfile"
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
  steps.parquet              one row per decision of a scheduler that records them

Figures over shrinking factors can be changed: --factors plays others, --policy
adds curves. With other factors there are no claims to judge.`,
		Example: `  backfill paper run dynp/table4 --traces ~/traces
  backfill paper run dynp --scale quick --out quick
  backfill paper run dynp/fig4 --traces ~/traces --factors 1,0.8,0.6 --policy easy --policy sjf-easy`,
		Args:              arguments(1, 1000),
		ValidArgsFunction: completes(catalogue.IDs),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := checkFormats(formats); err != nil {
				return err
			}
			all, err := a.evaluate(&f, args)
			if err != nil {
				return err
			}
			files, err := a.writePapers(&f, all, out, formats, rows)
			if err != nil {
				return err
			}
			return a.showFiles(files, tally(all))
		},
	}
	f.add(c.Flags())
	f.addExtended(c.Flags())
	c.Flags().StringVarP(&out, "out", "o", "out", "folder for the results")
	c.Flags().StringSliceVar(&formats, "format", figures.Formats, "formats of figures: svg, png, pdf, csv (the numbers drawn)")
	c.Flags().BoolVar(&rows, "rows", false, "write every job's row, and every step's")
	return a.withJSON(c)
}

// writePapers writes the evaluations and returns the files.
func (a *app) writePapers(f *paperFlags, all []*paper.Evaluation, out string, formats []string, rows bool) (files []string, err error) {
	for _, e := range all {
		d := drop{app: a, dir: filepath.Join(out, filepath.FromSlash(e.Experiment.ID))}
		if err := atomicfile.MakeFolder(d.dir); err != nil {
			return files, err
		}
		d.evaluation(f, e)
		if e.Chart != nil {
			d.chart(e.Chart, formats)
		}
		if rows && len(e.Simulated()) > 0 {
			d.rows(f, e)
		}
		d.describe(f, e)
		files = append(files, d.files...)
		if d.err != nil {
			return files, d.err
		}
	}
	return files, nil
}

// A drop writes files into a folder until the first error.
type drop struct {
	app   *app
	dir   string
	files []string
	err   error
}

func (d *drop) write(name string, fill func(io.Writer) error) {
	if d.err == nil && d.app.ctx.Err() != nil {
		d.err = errors.New("stopped; the files written so far are kept")
	}
	if d.err != nil {
		return
	}
	name = filepath.Join(d.dir, name)
	if d.err = atomicfile.Write(name, fill); d.err == nil {
		d.files = append(d.files, name)
	}
}

func (d *drop) evaluation(f *paperFlags, e *paper.Evaluation) {
	meta := e.Meta(version())
	if cells := e.CellsTable(); cells.Rows > 0 {
		d.table("cells.parquet", cells, meta)
		d.write("cells.csv", func(w io.Writer) error { return result.WriteTable(result.NewCSV(w, cells.Schema), cells) })
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
	d.write(name, func(w io.Writer) error { return arrowio.WriteTable(w, t, m) })
}

func (d *drop) chart(c *chart.Chart, formats []string) {
	// A PNG and a PDF take as long as many a run. A Drawing is not safe for concurrent use, so each format has its own.
	type picture struct {
		bytes []byte
		err   error
	}
	pictures := make([]picture, len(formats))
	var group sync.WaitGroup
	for i, format := range formats {
		group.Go(func() {
			p := &pictures[i]
			var drawing *figures.Drawing
			if drawing, p.err = figures.DrawChart(*c); p.err == nil {
				p.bytes, p.err = drawing.Bytes(format)
			}
		})
	}
	group.Wait()
	for i, format := range formats {
		d.write("figure."+format, func(w io.Writer) error {
			if pictures[i].err != nil {
				return pictures[i].err
			}
			_, err := w.Write(pictures[i].bytes)
			return err
		})
	}
}

// rows writes what happened to every job, to files that appear together: one for each
// of paper.RowTables that has rows.
func (d *drop) rows(f *paperFlags, e *paper.Evaluation) {
	if d.err != nil {
		return
	}
	dir, err := arrowio.Create(d.dir, e.Meta(version()), arrowio.Options{Tables: paper.RowTables(), Beside: true})
	if d.err = err; err != nil {
		return
	}
	defer dir.Abort()
	m := progress.New(d.app.err, "rows of "+e.Experiment.ID, "runs")
	d.err = e.Rows(d.app.ctx, paper.Options{Parallel: f.parallel}, dir.Tables(), func(done, total int) { m.Set(int64(done), int64(total)) })
	m.Done()
	if d.err == nil {
		d.err = dir.Commit()
	}
	d.files = append(d.files, dir.Files()...)
}

// describe writes README.md and croissant.json on the files written so far.
func (d *drop) describe(f *paperFlags, e *paper.Evaluation) {
	if d.err != nil {
		return
	}
	about := dictionary.Folder{Title: "Results of experiment " + e.Experiment.ID, Meta: e.Meta(version()),
		Again: "`" + describePaper(f, e).Command + "` makes them again."}
	schemas := map[string]*result.Schema{"cells.parquet": e.CellsTable().Schema, "runs.parquet": e.RunsTable().Schema}
	for _, s := range paper.RowTables() {
		schemas[s.Name+".parquet"] = s
	}
	docs := map[string]string{
		"cells.csv": "the rows of cells.parquet", "table.md": "the table, beside the printed one",
		"experiment.json": "the experiment and its verdicts",
		"figure.csv":      "the numbers drawn", "figure.svg": "the figure", "figure.png": "the figure", "figure.pdf": "the figure",
	}
	for _, path := range d.files {
		name := filepath.Base(path)
		file := dictionary.File{Name: name, Schema: schemas[name], Doc: docs[name]}
		if file.Schema == nil && file.Doc == "" {
			file.Doc = "a rule base that a run made"
		}
		if d.err = about.Add(d.dir, file); d.err != nil {
			return
		}
	}
	var names []string
	names, d.err = about.Write(d.dir, d.dir)
	for _, name := range names {
		d.files = append(d.files, filepath.Join(d.dir, name))
	}
}

// A paperDescription is experiment.json.
type paperDescription struct {
	ID      string              `json:"id"`
	Kind    paper.Kind          `json:"kind"`
	Title   string              `json:"title"`
	Doc     string              `json:"doc,omitempty"`
	Paper   string              `json:"paper"`
	Scale   paper.Scale         `json:"scale"`
	Seeds   []uint64            `json:"seeds"`
	Reading paper.Reading       `json:"reading,omitempty"`
	Command string              `json:"command"`
	Version string              `json:"version"`
	JobSets []paper.Origin      `json:"job_sets"`
	Runs    []paperRun          `json:"runs"`
	Numbers []paper.Number      `json:"numbers"`
	Claims  []paper.ClaimResult `json:"claims"`
	Chart   *chart.Chart        `json:"chart,omitempty"`
}

type paperRun struct {
	Label    string        `json:"label"`
	JobSet   string        `json:"job_set"`
	Policies []string      `json:"policies,omitempty"`
	Shrink   float64       `json:"shrink,omitempty"`
	SHA256   string        `json:"sha256"` // of what it depends on
	Values   paper.Numbers `json:"values,omitempty"`
}

func describePaper(f *paperFlags, e *paper.Evaluation) paperDescription {
	x := e.Experiment
	d := paperDescription{
		ID: x.ID, Kind: x.Kind, Title: x.Title, Doc: x.Doc, Paper: e.Paper.Authors + ": " + e.Paper.Title + ". " + e.Paper.Venue,
		Scale: e.Scale, Seeds: e.Seeds, Reading: e.Reading, Command: f.repeat("run", x.ID), Version: version(), JobSets: e.Origins,
		Numbers: append([]paper.Number{}, e.Numbers...), Claims: append([]paper.ClaimResult{}, e.Claims...), Chart: e.Chart,
	}
	for _, r := range e.Runs {
		d.Runs = append(d.Runs, paperRun{r.Label, r.Origin.JobSet, r.Spec.Policies, r.Spec.Shrink, r.Digest, r.Summary.Values})
	}
	return d
}
