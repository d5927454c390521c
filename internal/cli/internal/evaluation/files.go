package evaluation

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/chart"
	"github.com/backfill-lab/backfill/internal/cli/internal/buildinfo"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
)

// Write writes the evaluations and returns the files.
func Write(a *console.App, f *Flags, all []*paper.Evaluation, out string, formats []string, rows bool) (files []string, err error) {
	for _, e := range all {
		d := Folder{App: a, Dir: filepath.Join(out, filepath.FromSlash(e.Experiment.ID))}
		for _, folder := range []string{out, filepath.Dir(d.Dir), d.Dir} {
			d.fresh.Expect(folder)
		}
		if err := atomicfile.MakeFolder(d.Dir); err != nil {
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
		if d.Err != nil && a.Context.Err() == nil {
			d.fresh.Remove()
			return files, d.Err
		}
		files = append(files, d.Files...)
		if d.Err != nil {
			return files, d.Err
		}
	}
	return files, nil
}

// A Folder writes files into a folder until the first error.
type Folder struct {
	App   *console.App
	Dir   string
	Files []string
	Err   error

	fresh atomicfile.Fresh
}

// Write writes a file.
func (d *Folder) Write(name string, fill func(io.Writer) error) {
	if d.Err == nil && d.App.Context.Err() != nil {
		d.Err = errors.New("stopped; the files written so far are kept")
	}
	if d.Err != nil {
		return
	}
	name = filepath.Join(d.Dir, name)
	d.fresh.Expect(name)
	if d.Err = atomicfile.Write(name, fill); d.Err == nil {
		d.Files = append(d.Files, name)
	}
}

func (d *Folder) evaluation(f *Flags, e *paper.Evaluation) {
	meta := e.Meta(buildinfo.Version())
	if cells := e.CellsTable(); cells.Rows > 0 {
		d.WriteTable("cells.parquet", cells, meta)
		d.Write("cells.csv", func(w io.Writer) error { return result.WriteTable(result.NewCSV(w, cells.Schema), cells) })
	}
	if runs := e.RunsTable(); runs.Rows > 0 {
		d.WriteTable("runs.parquet", runs, meta)
	}
	d.Write("table.md", func(w io.Writer) error {
		_, err := io.WriteString(w, e.Markdown())
		return err
	})
	d.Write("experiment.json", func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(describePaper(f, e))
	})
	for _, r := range e.Runs {
		for _, name := range slices.Sorted(maps.Keys(r.Summary.Bases)) {
			d.Write(strings.ReplaceAll(r.Label+" "+name, " ", "-")+".json", func(w io.Writer) error {
				return rules.Write(w, r.Summary.Bases[name])
			})
		}
	}
}

// WriteTable writes a Parquet file.
func (d *Folder) WriteTable(name string, t *result.Table, m result.Meta) {
	d.Write(name, func(w io.Writer) error { return arrowio.WriteTable(w, t, m) })
}

func (d *Folder) chart(c *chart.Chart, formats []string) {
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
		d.Write("figure."+format, func(w io.Writer) error {
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
func (d *Folder) rows(f *Flags, e *paper.Evaluation) {
	if d.Err != nil {
		return
	}
	dir, err := arrowio.Create(d.Dir, e.Meta(buildinfo.Version()), arrowio.Options{Tables: paper.RowTables(), Beside: true})
	if d.Err = err; err != nil {
		return
	}
	defer dir.Abort()
	m := d.App.Meter("rows of "+e.Experiment.ID, "runs")
	d.Err = e.Rows(d.App.Context, paper.Options{Parallel: f.parallel}, dir.Tables(), func(done, total int) {
		m.Set(int64(done),
			int64(total))
	})
	m.Done()
	if d.Err == nil {
		d.Err = dir.Commit()
	}
	d.Files = append(d.Files, dir.Files()...)
}

// describe writes README.md and croissant.json on the files written so far.
func (d *Folder) describe(f *Flags, e *paper.Evaluation) {
	if d.Err != nil {
		return
	}
	about := arrowio.Description{Title: "Results of experiment " + e.Experiment.ID, Meta: e.Meta(buildinfo.Version()),
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
	for _, path := range d.Files {
		name := filepath.Base(path)
		file := arrowio.DescribedFile{Name: name, Schema: schemas[name], Doc: docs[name]}
		if file.Schema == nil && file.Doc == "" {
			file.Doc = "a rule base that a run made"
		}
		if d.Err = about.Add(d.Dir, file); d.Err != nil {
			return
		}
	}
	var names []string
	names, d.Err = about.Write(d.Dir, d.Dir)
	for _, name := range names {
		d.Files = append(d.Files, filepath.Join(d.Dir, name))
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

	SchemaVersion int `json:"schema_version"`
}

type paperRun struct {
	Label    string        `json:"label"`
	JobSet   string        `json:"job_set"`
	Policies []string      `json:"policies,omitempty"`
	Shrink   float64       `json:"shrink,omitempty"`
	SHA256   string        `json:"sha256"` // of what it depends on
	Values   paper.Numbers `json:"values,omitempty"`
}

func describePaper(f *Flags, e *paper.Evaluation) paperDescription {
	x := e.Experiment
	d := paperDescription{
		ID: x.ID, Kind: x.Kind, Title: x.Title, Doc: x.Doc, Paper: e.Paper.Authors + ": " + e.Paper.Title + ". " + e.Paper.Venue,
		Scale: e.Scale, Seeds: e.Seeds, Reading: e.Reading, Command: f.Repeat("run", x.ID), Version: buildinfo.Version(), JobSets: e.Origins,
		Numbers: append([]paper.Number{}, e.Numbers...), Claims: append([]paper.ClaimResult{}, e.Claims...), Chart: e.Chart,
		SchemaVersion: result.SchemaVersion,
	}
	for _, r := range e.Runs {
		d.Runs = append(d.Runs, paperRun{r.Label, r.Origin.JobSet, r.Spec.Policies, r.Spec.Shrink, r.Digest, r.Summary.Values})
	}
	return d
}
