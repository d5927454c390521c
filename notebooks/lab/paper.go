package lab

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"

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
// What one cell computes the next finds in the cache.
type Paper struct {
	Key    string // which: "dynp"
	Scale  paper.Scale
	Traces string // folder of the real logs; "" is substitutes
	Cache  string // folder in which runs are kept, relative to the notebook; "" is none
}

// Evaluate returns an experiment of the paper, such as table4, with its results.
func (p Paper) Evaluate(name string) *paper.Evaluation {
	opt := paper.Options{Scale: p.Scale}
	if p.Traces != "" {
		opt.Traces = os.DirFS(p.Traces)
	}
	if p.Cache != "" {
		opt.Cache = paper.Folder(p.Cache)
	}
	return must(papers.All.Evaluate(context.Background(), opt, p.Key+"/"+name))[0]
}

// Table shows the experiment's numbers, and in brackets those printed. Ours is
// bold where it is within 10 % of the printed one.
func (p Paper) Table(name string) {
	e := p.Evaluate(name)
	header, at := []string{""}, map[paper.At]paper.Number{}
	var rows []string
	for _, n := range e.All() {
		if !slices.Contains(rows, n.Row) {
			rows = append(rows, n.Row)
		}
		if !slices.Contains(header[1:], n.Column) {
			header = append(header, n.Column)
		}
		at[paper.At{Row: n.Row, Column: n.Column}] = n
	}
	var cells [][]Cell
	for _, row := range rows {
		line := []Cell{Text(row)}
		for _, column := range header[1:] {
			n, ok := at[paper.At{Row: row, Column: column}]
			if !ok {
				line = append(line, Text(""))
				continue
			}
			line = append(line, compared(n))
		}
		cells = append(cells, line)
	}
	Rows(header, cells)
}

// compared is a cell of ours and the printed number.
func compared(n paper.Number) Cell {
	c := Cell{Text: "-", Exact: "not computed"}
	if !math.IsNaN(n.Ours) {
		c = Number(n.Ours)
	}
	if n.Unit != "" {
		c.Exact += " " + n.Unit
	}
	if !math.IsNaN(n.Published) {
		c.Text += " (" + numeral.Short(n.Published) + ")"
		c.Bold = n.Verdict == paper.Same || n.Verdict == paper.Close
	}
	return c
}

// Claims shows what the text claims of the table or figure, and whether our
// results agree.
func (p Paper) Claims(name string) {
	var rows [][]Cell
	for _, c := range p.Evaluate(name).Claims {
		verdict := Cell{Text: "fails"}
		if c.Holds {
			verdict = Cell{Text: "holds", Bold: true}
		}
		rows = append(rows, []Cell{Text(c.Text), verdict, Text(c.Note)})
	}
	Rows([]string{"the paper says", "here it", "because"}, rows)
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

// JobSets shows what the experiment's job sets were made from.
func (p Paper) JobSets(name string) {
	var rows [][]Cell
	for _, o := range p.Evaluate(name).Origins {
		from := "made without a log"
		if o.Substitute {
			from = "a substitute: no log was given"
		}
		for i, t := range o.Traces {
			if i == 0 {
				from = t.Name
			} else {
				from += ", " + t.Name
			}
		}
		rows = append(rows, []Cell{Text(o.Title), Text(from), Whole(int64(o.Jobs)), Whole(int64(o.Procs)), Text(o.SHA256[:12])})
	}
	Rows([]string{"job set", "made from", "jobs", "processors", "SHA-256"}, rows)
}
