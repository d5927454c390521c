// Package report writes evaluations of papers as one self-contained HTML page. It follows
// the reader's choice of dark or light, and prints well.
package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/printable"
)

// An Input is the content of a report.
type Input struct {
	Evaluations []*paper.Evaluation // grouped by paper
	Program     string              // its name and version, and what it was built with
	Repeat      func(id string) string

	// Log returns the address of a log by the SHA-256 of its uncompressed file, or "" if that
	// is not known; nil knows none.
	Log func(sha256 string) string

	// Leagues compare readings of papers. A number that one held out has what came out under
	// the reading that was chosen without it below ours.
	Leagues []*record.League

	// Beside are the same experiments under another reading, or nil: their numbers and
	// verdicts stand below ours.
	Beside []*paper.Evaluation
}

//go:embed report.html
var page string

//go:embed report.css
var style string

var tmpl = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Funcs(template.FuncMap{"slug": slug, "support": record.Support, "say": say}).Parse(page))
})

// Write writes the page. The same input gives the same bytes.
func Write(w io.Writer, in Input) error {
	p := Page{Style: template.CSS(style), Program: in.Program, log: in.Log, Tally: paper.Count(in.Evaluations)}
	held := heldOut(in.Leagues)
	for _, e := range in.Evaluations {
		if n := len(p.Papers); n == 0 || p.Papers[n-1].Key != e.Paper.Key {
			p.Papers = append(p.Papers, &Paper{Paper: e.Paper})
		}
		if err := p.Papers[len(p.Papers)-1].add(e, in, held); err != nil {
			return fmt.Errorf("report of %s: %w", e.Experiment.ID, err)
		}
		p.Scale = e.Scale
	}
	if len(in.Beside) > 0 {
		p.Other = paper.Count(in.Beside)
		for _, e := range in.Beside {
			if len(e.Reading) > 0 {
				p.Reading = e.Reading.String()
			}
		}
	}
	return execute(w, tmpl(), p)
}

// execute writes a page. The names of logs and descriptions on it are printable.
func execute(w io.Writer, t *template.Template, data any) error {
	shown := printable.Writer{To: w}
	if err := t.Execute(&shown, data); err != nil {
		return err
	}
	return shown.Flush()
}

// Page and the types below are for the template.
type (
	Page struct {
		Style   template.CSS
		Program string
		Scale   paper.Scale
		Tally   paper.Tally
		Papers  []*Paper

		Reading string      // the other one, or ""
		Other   paper.Tally // under it

		log func(sha256 string) string
	}
	Paper struct {
		*paper.Paper
		Evaluations []*paper.Evaluation
		Tally       paper.Tally
		JobSets     []paper.Origin
		Experiments []Experiment
	}
	Experiment struct {
		*paper.Evaluation
		Anchor  string
		Tally   paper.Tally
		Picture template.HTML // SVG, or ""
		Columns []string
		Rows    []Row
		Marked  []paper.Class // the classes that cells are marked with
		Notes   []string
		JobSets []paper.Origin
		Seeds   string
		Command string
		AnyHeld bool                // a cell has Held
		Beside  string              // the other reading, or ""
		Others  []paper.ClaimResult // the claims under it
	}
	Row struct {
		Name  string
		Cells []Cell
	}
	Cell struct {
		Ours, Published, Ratio string
		Spread                 string // over the seeds; "" if there is none
		Dots                   template.HTML
		Held                   string // ours under the reading that was chosen by other numbers, or ""
		Beside                 string // ours under the other reading, or ""
		Verdict                paper.Verdict
		Class                  paper.Class
		Note                   int // from 1; 0 is none
	}
)

func (p *Paper) add(e *paper.Evaluation, in Input, held map[string]string) error {
	p.Evaluations = append(p.Evaluations, e)
	p.Tally = paper.Count(p.Evaluations)
	for _, o := range e.Origins {
		if !slices.ContainsFunc(p.JobSets, func(s paper.Origin) bool { return s.JobSet == o.JobSet }) {
			p.JobSets = append(p.JobSets, o)
		}
	}
	x := Experiment{
		Evaluation: e, Anchor: strings.ReplaceAll(e.Experiment.ID, "/", "-"), Tally: paper.Count([]*paper.Evaluation{e}),
		JobSets: e.Origins, Seeds: seeds(e.Origins), Command: in.Repeat(e.Experiment.ID),
	}
	if e.Chart != nil {
		d, err := figures.DrawChart(*e.Chart)
		if err != nil {
			return err
		}
		width, _ := d.Size()
		x.Picture = inline(d.SVG(), fmt.Sprintf("%.0fpt", 1.2*width.Points()))
	}
	x.Marked, x.Notes = e.Marked(), e.Notes()
	x.lay(e.Matrix(), held)
	if k := slices.IndexFunc(in.Beside, func(b *paper.Evaluation) bool { return b.Experiment.ID == e.Experiment.ID }); k >= 0 {
		x.beside(in.Beside[k])
	}
	p.Experiments = append(p.Experiments, x)
	return nil
}

// lay lays out the cells; held is what heldOut returns.
func (x *Experiment) lay(m *paper.Matrix, held map[string]string) {
	x.Columns = m.Columns
	for _, row := range m.Rows {
		r := Row{Name: row}
		for _, column := range m.Columns {
			n := m.At(row, column)
			if n == nil {
				r.Cells = append(r.Cells, Cell{})
				continue
			}
			c := Cell{Verdict: n.Verdict, Class: n.Class, Note: 1 + slices.Index(x.Notes, n.Note), Held: held[n.ID],
				Ours: n.Own(), Spread: n.Spread(), Dots: dots(n)}
			x.AnyHeld = x.AnyHeld || c.Held != ""
			if n.Verdict != "" {
				c.Published, c.Ratio = n.Printed(), "–"
				if n.Ratio == n.Ratio {
					c.Ratio = "×" + paper.FormatRatio(float64(n.Ratio))
				}
			}
			r.Cells = append(r.Cells, c)
		}
		x.Rows = append(x.Rows, r)
	}
}

// heldOut returns what came out under readings that were chosen by other numbers, by the
// number's id.
func heldOut(leagues []*record.League) map[string]string {
	under := map[string]string{}
	for _, l := range leagues {
		for _, h := range l.Held {
			under[h.ID] = h.Text()
		}
	}
	return under
}

// beside adds what came out under another reading.
func (x *Experiment) beside(e *paper.Evaluation) {
	x.Beside, x.Others = e.Reading.Name(), e.Claims
	m := e.Matrix()
	for i := range x.Rows {
		r := &x.Rows[i]
		for k, column := range x.Columns {
			n := m.At(r.Name, column)
			if n == nil {
				continue
			}
			if r.Cells[k].Beside = n.Own(); n.Spread() != "" {
				r.Cells[k].Beside += ", " + n.Spread()
			}
			if n.Verdict != "" {
				r.Cells[k].Beside += ", " + string(n.Verdict)
			}
		}
	}
}

// Other is what the other reading says of the i-th claim, or "".
func (x Experiment) Other(i int) string {
	if i >= len(x.Others) {
		return ""
	}
	return x.Others[i].Said()
}

// Took says how long the runs took.
func (x Experiment) Took() string {
	if x.Seconds < 1 {
		return ""
	}
	return paper.Format(math.Round(x.Seconds), "s") + " of processor time"
}

func seeds(origins []paper.Origin) string {
	var all []string
	for _, o := range origins {
		for _, s := range o.Seeds {
			all = append(all, fmt.Sprintf("%s %d", o.Title, s))
		}
	}
	return strings.Join(all, ", ")
}

// inline makes an SVG file part of a page, width wide: it drops the prolog and the
// namespaces.
func inline(svg, width string) template.HTML {
	head, body, _ := strings.Cut(svg[max(0, strings.Index(svg, "<svg")):], ">")
	head = strings.NewReplacer(`xmlns="http://www.w3.org/2000/svg"`, "", `xmlns:xlink="http://www.w3.org/1999/xlink"`, "").Replace(head)
	// figures escapes text from logs
	return template.HTML(strings.Join(strings.Fields(head), " ") + ` role="img" style="width:` + width + `">` + body)
}

// Style is the CSS class of a cell: the verdict on a measured number, or "apart".
func (c Cell) Style() string {
	if c.Verdict != "" && c.Class != paper.Measured {
		return "apart"
	}
	return slug(c.Verdict)
}

// Mark is the mark of a printed number's class.
func (c Cell) Mark() string {
	if c.Verdict == "" {
		return ""
	}
	return c.Class.Mark()
}

// Said is the cell's title: the verdict, and the class if there is a mark.
func (c Cell) Said() string {
	if c.Mark() == "" {
		return string(c.Verdict)
	}
	return string(c.Verdict) + ", " + c.Class.Title()
}

// say is a finding's text with the numbers of evaluations of its paper.
func say(f paper.Finding, p []*paper.Evaluation) (string, error) { return f.Say(p) }

// slug is the CSS class of a verdict. Those on numbers that vary look as the others do.
func slug(v paper.Verdict) string {
	switch v {
	case paper.Inside:
		v = paper.Same
	case paper.Near:
		v = paper.Close
	case paper.Outside:
		v = paper.Differs
	}
	return strings.ReplaceAll(string(v), " ", "-")
}

// Whole formats a count with separated thousands.
func (p Page) Whole(n int) string { return paper.Format(float64(n), "") }

// Log returns the address of a log, or "".
func (p Page) Log(sha256 string) string {
	if p.log == nil {
		return ""
	}
	return p.log(sha256)
}

// Share returns a part of a tally in percent, for the width of a bar.
func (Page) Share(part, whole int) string {
	if whole == 0 {
		return "0"
	}
	return fmt.Sprintf("%.2f", 100*float64(part)/float64(whole))
}
