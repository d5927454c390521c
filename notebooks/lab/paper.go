package lab

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/numeral"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/figures"
)

// The scales of a Paper.
const (
	Quick = paper.Quick // seconds
	Full  = paper.Full  // the paper's own size
)

// A Paper shows the tables and figures of one of papers.All, computed anew:
//
//	var paper = lab.Paper{Key: "dynp", Scale: lab.Quick, Cache: "../out/dynp-runs"}
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

	// Record is the folder of a record (backfill paper record), relative to the notebook. What
	// it has is then shown instead of computed, and the other fields but Key are not used.
	Record string
}

// Evaluate returns an experiment of the paper, such as table4, with its results.
func (p Paper) Evaluate(name string) *paper.Evaluation {
	if p.Record != "" {
		return p.recorded(p.Key + "/" + name)
	}
	opt := paper.Options{Scale: p.Scale, Seed: p.Seed, Seeds: p.Seeds, Reading: must(papers.All.ParseReading(p.Reading)),
		Factors: p.Factors, Policies: p.Policies}
	if p.Traces != "" {
		opt.Traces = os.DirFS(p.Traces)
	}
	if p.Cache != "" {
		opt.Cache = paper.Folder(p.Cache)
	}
	return must(papers.All.Evaluate(context.Background(), opt, p.Key+"/"+name))[0]
}

func (p Paper) recorded(id string) *paper.Evaluation {
	file := filepath.Join(p.Record, paper.EvaluationsFile)
	f := must(os.Open(file))
	defer f.Close()
	all := must(papers.All.ReadEvaluations(file, f))
	k := slices.IndexFunc(all, func(e *paper.Evaluation) bool { return e.Experiment.ID == id })
	if k < 0 {
		check(fmt.Errorf("%s does not have %s: backfill paper record %s -o %s", p.Record, id, id, p.Record))
	}
	return all[k]
}

// heading says what a table shows: nothing of what the notebook computes, the size and the
// seeds of a record.
func (p Paper) heading(e *paper.Evaluation) string {
	switch {
	case p.Record == "":
		return ""
	case len(e.Seeds) > 1:
		return fmt.Sprintf("record: scale %s, %d seeds", e.Scale, len(e.Seeds))
	}
	return fmt.Sprintf("record: scale %s", e.Scale)
}

// Table shows the experiment's numbers, both ends where one is an interval, and in
// brackets those printed. Ours is bold if it is measured and within 10 % of the printed
// one; the letter after a number that is not measured is that of its class.
func (p Paper) Table(name string) {
	e := p.Evaluate(name)
	m := e.Matrix()
	var rows [][]Cell
	for _, row := range m.Rows {
		line := []Cell{Text(row)}
		for _, column := range m.Columns {
			c := Text("")
			if n, ok := m.At(row, column); ok {
				c = compared(n)
			}
			line = append(line, c)
		}
		rows = append(rows, line)
	}
	Rows(append([]string{p.heading(e)}, m.Columns...), rows)
}

// compared is a cell of our number and the printed one.
func compared(n paper.Number) Cell {
	c := Cell{Text: "-", Exact: "not computed"}
	if !math.IsNaN(n.Ours) {
		c = Number(n.Ours)
	}
	if n.Interval() {
		most := Number(n.Most)
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
	if !math.IsNaN(n.Published) {
		c.Text += " (" + numeral.Short(n.Published) + ")"
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
	e := p.Evaluate(name)
	here := "here it"
	if h := p.heading(e); h != "" {
		here = "in the " + h
	}
	var rows [][]Cell
	for _, c := range e.Claims {
		verdict := Cell{Text: c.Said(), Bold: c.Verdict == paper.Holds}
		rows = append(rows, []Cell{Text(c.Text), verdict, Text(c.Note)})
	}
	Rows([]string{"the paper says", here, "because"}, rows)
}

// Figure draws the experiment's chart below the cell.
func (p Paper) Figure(name string) {
	e := p.Evaluate(name)
	if e.Chart == nil {
		check(fmt.Errorf("%s/%s is a table: it has no chart", p.Key, name))
	}
	d := must(figures.DrawChart(*e.Chart))
	d.DPI = 90 // a paper has many figures, and several panels in each
	Picture(d)
}

// JobSets shows the sources of the experiment's job sets.
func (p Paper) JobSets(name string) {
	var rows [][]Cell
	for _, o := range p.Evaluate(name).Origins {
		from := "made without a log"
		if o.Substitute {
			from = "a substitute: no log was given"
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
	Rows([]string{"job set", "made from", "jobs", "processors", "SHA-256"}, rows)
}
