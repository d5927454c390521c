package lab

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// The scales of a Paper.
const (
	Quick = paper.Quick // seconds
	Full  = paper.Full  // the paper's own size
)

// A Paper shows the tables and figures of a paper of papers.All(): those in the record, and those computed now:
//
//	var paper = lab.Paper{Key: "dynp", Scale: lab.Quick, Record: "record", Cache: "../out/dynp-runs"}
//
//	%%
//	paper.Table("table4")
//	paper.Claims("table4")
//	paper.Figure("fig2")
//
// A cell finds what earlier ones computed in the cache.
type Paper struct {
	Key    string // such as "dynp"
	Scale  paper.Scale
	Traces string // folder of the real logs; "" is substitutes
	Cache  string // folder that keeps runs, relative to the notebook; "" is none

	Seed     uint64    // of all that is drawn; 0 is 1
	Seeds    int       // how many, counting up: numbers are then medians, and printed ones inside the range are bold
	Reading  string    // of what the text leaves open, such as "steps=event,list=a": see backfill paper readings
	Factors  []float64 // shrinking factors in place of a figure's own
	Policies []string  // further curves of such a figure
	Own      []Own     // further curves of policies of yours: see Mine

	// Record is the folder of a record (backfill paper record), relative to the notebook. What
	// it has of an experiment stands above what is computed here, except with a Reading,
	// Factors, Policies or Own, which are not the record's. "" is none.
	Record string
}

// Evaluate returns an experiment of the paper, such as table4, with its results.
func (p Paper) Evaluate(name string) *paper.Evaluation {
	opt := paper.Options{Scale: p.Scale, Seed: p.Seed, Seeds: p.Seeds, Reading: must(papers.All().ParseReading(p.Reading)),
		Factors: p.Factors, Policies: slices.Clone(p.Policies), Own: p.Own}
	for _, o := range p.Own {
		if !slices.Contains(p.Policies, o.Name) {
			opt.Policies = append(opt.Policies, o.Name)
		}
	}
	if p.Traces != "" {
		if s, err := os.Stat(p.Traces); err != nil || !s.IsDir() {
			check(fmt.Errorf("%s does not exist: give Traces the folder of the logs, or nothing to use substitutes", p.Traces))
		}
		opt.Traces = os.DirFS(p.Traces)
	}
	if p.Cache != "" {
		opt.Cache = paper.Folder(p.Cache, func(file string) {
			sayLine(file + ": this file of the cache was damaged; its run is computed again")
		})
	}
	bar := newBar()
	opt.Progress = bar.paper
	all, err := papers.All().Evaluate(context.Background(), opt, p.Key+"/"+name)
	bar.done()
	e := must(all, err)[0]
	for _, o := range e.Origins {
		for _, log := range o.Missing {
			say("%s: %s is not in %s, and a substitute stands for it\n", o.Title, log, p.Traces)
		}
	}
	return e
}

// An evaluation is one that a cell shows; the title says where it is from, if there are two.
type evaluation struct {
	*paper.Evaluation
	title string
}

// evaluations returns what cells show of an experiment: that of the record, if there is one,
// and the one computed here.
func (p Paper) evaluations(name string) []evaluation {
	here := p.Evaluate(name)
	if p.Record == "" || p.Reading != "" || p.Factors != nil || p.Policies != nil || p.Own != nil {
		return []evaluation{{here, ""}}
	}
	recorded := p.recorded(p.Key + "/" + name)
	return []evaluation{{recorded, "record: " + size(recorded)}, {here, "here: " + size(here)}}
}

// size says how large an evaluation is.
func size(e *paper.Evaluation) string {
	if n := len(e.Seeds); n > 1 {
		return fmt.Sprintf("scale %s, %d seeds", e.Scale, n)
	}
	return "scale " + string(e.Scale)
}

// record reads the record's evaluations of the paper.
func (p Paper) record() []*paper.Evaluation {
	all := must(record.Read(papers.All(), must(arrowio.ReadTables(p.Record, record.Schemas...)))).Evaluations
	return slices.DeleteFunc(all, func(e *paper.Evaluation) bool { return e.Paper.Key != p.Key })
}

// recorded returns an experiment from the record.
func (p Paper) recorded(id string) *paper.Evaluation {
	all := p.record()
	k := slices.IndexFunc(all, func(e *paper.Evaluation) bool { return e.Experiment.ID == id })
	if k < 0 {
		check(fmt.Errorf("%s does not have %s: backfill paper record %s -o %s", p.Record, id, id, p.Record))
	}
	return all[k]
}

// Findings shows what came out in the record: the findings with the verdicts on claims that
// they rest on, the strongest first, and how many numbers and claims have which verdict.
func (p Paper) Findings() {
	all := p.record()
	if len(all) == 0 {
		check(fmt.Errorf("%s has nothing of %s: backfill paper record %s -o %s", p.Record, p.Key, p.Key, p.Record))
	}
	var rows [][]Cell
	for _, f := range all[0].Paper.Findings {
		rows = append(rows, []Cell{Text(string(f.Outcome) + ": " + must(f.Say(all))), Text(record.Support(f, all))})
	}
	Rows([]string{"found at the paper's own size", "which rests on these claims"}, rows)
	sayLine(paper.Count(all))
}

// Table shows the experiment's numbers, both ends where one is an interval, and in
// brackets those printed. Ours is bold if it is measured and within 10 % of the printed
// one; the letter after a number that is not measured is that of its class. A long table
// is folded: a click opens it. Rows of which scale quick computes nothing are left out, and
// counted below the table.
func (p Paper) Table(name string) {
	for _, e := range p.evaluations(name) {
		e.table()
	}
}

// folded is from how many rows on a table is folded.
const folded = 50

func (e evaluation) table() {
	m := e.Matrix()
	var rows [][]Cell
	for _, row := range m.Rows {
		line, computed := []Cell{Text(row)}, false
		for _, column := range m.Columns {
			c := Text("")
			if n := m.At(row, column); n != nil {
				c, computed = compared(n), computed || n.Ours == n.Ours
			}
			line = append(line, c)
		}
		if computed || e.Scale == Full {
			rows = append(rows, line)
		}
	}
	header := append([]string{e.title}, m.Columns...)
	if len(rows) < folded {
		Rows(header, rows)
	} else {
		_, name, _ := strings.Cut(e.Experiment.ID, "/")
		fold(fmt.Sprintf("%s, %s: %d rows", name, cmp.Or(e.title, "here"), len(rows)), header, rows)
	}
	if left := len(m.Rows) - len(rows); left > 0 {
		say("%s: %d of the table's %d rows, of which this scale computes nothing, are not shown\n",
			cmp.Or(e.title, "here"), left, len(m.Rows))
	}
}

// compared is a cell of our number and the printed one.
func compared(n *paper.Number) Cell {
	c := Cell{Text: "-", Exact: "not computed"}
	if n.Ours == n.Ours {
		c = Number(float64(n.Ours))
	}
	if n.Interval() {
		most := Number(float64(n.Most))
		c.Exact += " to " + most.Exact
		if most.Text != c.Text {
			c.Text += " to " + most.Text
		}
	}
	if n.Unit != "" {
		c.Exact += " " + n.Unit
	}
	if spread := n.Spread(); spread != "" {
		c.Exact += ", with the seeds " + spread
	}
	if n.Published == n.Published {
		c.Text += " (" + numeral.Short(float64(n.Published)) + ")"
		c.Bold = n.Class == paper.Measured && (n.Verdict == paper.Same || n.Verdict == paper.Close || n.Verdict == paper.Inside)
		if mark := n.Class.Mark(); mark != "" {
			c.Text += " " + mark
			c.Exact += ", " + n.Class.Title()
		}
	}
	return c
}

// Claims shows the text's claims about the table or figure, and the verdicts of our
// results.
func (p Paper) Claims(name string) {
	all := p.evaluations(name)
	header := []string{"the paper says"}
	for _, e := range all {
		header = append(header, cmp.Or(e.title, "here it"), "because")
	}
	var rows [][]Cell
	for _, claim := range all[len(all)-1].Claims {
		row := []Cell{Text(claim.Text)}
		for _, e := range all {
			k := slices.IndexFunc(e.Claims, func(c paper.ClaimResult) bool { return c.ID == claim.ID })
			if k < 0 {
				row = append(row, Text("-"), Text("not in the record"))
				continue
			}
			c := e.Claims[k]
			row = append(row, claimed(&c), Text(c.Note))
		}
		rows = append(rows, row)
	}
	Rows(header, rows)
}

// claimed is a cell of the verdict on a claim. What fails is seen first.
func claimed(c *paper.ClaimResult) Cell {
	return Cell{Text: c.Said(), Bold: c.Verdict == paper.Holds, Bad: c.Verdict == paper.Fails}
}

// Figure draws the experiment's chart below the cell.
func (p Paper) Figure(name string) {
	for _, e := range p.evaluations(name) {
		if e.Chart == nil {
			check(fmt.Errorf("%s/%s is a table: it has no chart", p.Key, name))
		}
		c := *e.Chart
		if e.title != "" {
			c.Title = strings.TrimSuffix(c.Title, ".") + " (" + e.title + ")"
		}
		d := must(figures.DrawChart(c))
		d.DPI = 90 // a paper has many figures, and several panels in each
		Picture(d)
	}
}

// JobSets shows the sources of the experiment's job sets.
func (p Paper) JobSets(name string) {
	for _, e := range p.evaluations(name) {
		e.jobSets()
	}
}

func (e evaluation) jobSets() {
	var rows [][]Cell
	for _, o := range e.Origins {
		from := "made without a log"
		if o.Substitute {
			from = "a substitute: no log was given"
			if len(o.Missing) > 0 {
				from = "a substitute: the folder of logs lacks " + strings.Join(o.Missing, ", ")
			}
		}
		var logs []string
		for _, t := range o.Traces {
			logs = append(logs, t.Name)
		}
		if logs != nil {
			from = strings.Join(logs, ", ")
		}
		rows = append(rows, []Cell{Text(o.Title), Text(from), Whole(int64(o.Jobs)), Whole(int64(o.Procs)), Text(o.SHA256[:12])})
	}
	Rows([]string{cmp.Or(e.title, "job set"), "made from", "jobs", "processors", "SHA-256"}, rows)
}
