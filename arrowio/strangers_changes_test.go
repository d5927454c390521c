package arrowio

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// A change of a log that leaves its jobs as they are. It returns the text and the map to read it with, or nothing if the log cannot be
// changed so.
type change struct {
	name   string
	change func(s *stranger, g *grid, w *trace.Workload) (log, columns string)
}

var changes = []change{
	{"columns reversed", func(s *stranger, g *grid, _ *trace.Workload) (string, string) {
		order := make([]int, len(g.names))
		for k := range order {
			order[k] = len(order) - 1 - k
		}
		return g.choose(order).join(";", inQuotes, ""), s.opt.Map
	}},
	{"rows reversed", func(s *stranger, g *grid, w *trace.Workload) (string, string) {
		if s.ordered(w) {
			return "", ""
		}
		slices.Reverse(g.rows)
		return g.join(";", inQuotes, ""), s.opt.Map
	}},
	{"rows shuffled", func(s *stranger, g *grid, w *trace.Workload) (string, string) {
		if s.ordered(w) {
			return "", ""
		}
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(g.rows), func(i, j int) { g.rows[i], g.rows[j] = g.rows[j], g.rows[i] })
		return g.join(";", inQuotes, ""), s.opt.Map
	}},
	{"only what is read", func(s *stranger, g *grid, w *trace.Workload) (string, string) {
		if w.Reading == nil || w.Reading.Preset != "" {
			return "", ""
		}
		return g.choose(g.read(w.Reading)).join("\t", asIs, "\t"), s.opt.Map
	}},
	{"milliseconds", func(s *stranger, g *grid, w *trace.Workload) (string, string) {
		if w.Reading == nil || s.opt.Map != "" || len(s.doubts) > 0 {
			return "", ""
		}
		columns := "auto"
		for _, from := range w.Reading.Sources {
			k := slices.Index(g.names, from.Column)
			if !slices.Contains([]string{"run", "wait", "estimate"}, from.Field) || from.Unit != "s" || !g.milli(k) {
				continue
			}
			columns += "," + from.Field + "=" + table.Quote(from.Column) + ":ms"
		}
		if columns == "auto" {
			return "", ""
		}
		return g.join(";", inQuotes, ""), columns
	}},
	{"header again", func(s *stranger, g *grid, w *trace.Workload) (string, string) {
		if w.Slurm == nil || len(g.rows) < 2 {
			return "", ""
		}
		at := len(g.rows) - 1 // a step would lose its job
		for at > 1 && strings.Contains(g.rows[at][0], ".") {
			at--
		}
		g.rows = slices.Insert(g.rows, at, g.names)
		return g.join("|", asIs, "|"), ""
	}},
}

// ordered tells whether the order of the rows says which belong together, or which of several is told apart.
func (s *stranger) ordered(w *trace.Workload) bool {
	return slices.ContainsFunc(w.Counts, func(c trace.Count) bool {
		return strings.HasPrefix(c.Rule, "sacct-") || c.Rule == "renumbered"
	}) || slices.Contains(s.names, "job") && w.Reading != nil && !slices.ContainsFunc(w.Reading.Sources, func(from table.Taken) bool {
		return from.Field == "job"
	}) || s.noted["unsorted"] > 0
}

// choose returns the columns with these indexes.
func (g *grid) choose(columns []int) *grid {
	c := &grid{}
	pick := func(row []string) (some []string) {
		for _, k := range columns {
			some = append(some, row[k])
		}
		return some
	}
	c.names = pick(g.names)
	for _, row := range g.rows {
		c.rows = append(c.rows, pick(row))
	}
	return c
}

// read returns the indexes of the columns that a reading uses, in the order of its fields.
func (g *grid) read(r *table.Reading) (columns []int) {
	for _, from := range r.Sources {
		if k := slices.IndexFunc(g.names, func(name string) bool { return strings.TrimSpace(name) == from.Column }); k >= 0 {
			columns = append(columns, k)
		}
	}
	return columns
}

// milli writes the seconds of a column in milliseconds, and returns false if they are no numbers.
func (g *grid) milli(k int) bool {
	if k < 0 || slices.ContainsFunc(g.rows, func(row []string) bool { return !isFloat.MatchString(row[k]) }) {
		return false
	}
	for _, row := range g.rows {
		x, _ := strconv.ParseFloat(row[k], 64) // isFloat
		row[k] = strconv.FormatFloat(1000*x, 'f', -1, 64)
	}
	return true
}

// The order of rows and columns, columns that are not needed, units that are said and a header that is repeated change no job.
func TestStrangersJobsStayThroughChanges(t *testing.T) {
	tried := map[string]int{}
	for _, s := range strangers(t) {
		if s.fails != "" || s.grid() == nil {
			continue
		}
		w, err := read(t, "log", s.log, s.opt)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		for _, c := range changes {
			log, columns := c.change(s, s.grid(), w)
			if log == "" {
				continue
			}
			tried[c.name]++
			opt := s.opt
			opt.Map = columns
			sameJobs(t, s, c.name, log, opt)
		}
	}
	for _, c := range changes {
		if tried[c.name] < 5 {
			t.Errorf("%s: only %d logs were changed so", c.name, tried[c.name])
		}
	}
}

// sameJobs asks for the jobs of s in a changed log, or a doubt.
func sameJobs(t *testing.T, s *stranger, name, log string, opt trace.Options) {
	t.Helper()
	w, err := read(t, "log", log, opt)
	if err != nil {
		t.Errorf("%s: %s: %v\n%.400s", s.name, name, err, log)
		return
	}
	if d := cmp.Diff(s.jobs, s.seen(w)); d != "" && len(w.Doubts()) == 0 {
		t.Errorf("%s: %s: %s%v\n%.400s", s.name, name, d, w.Reading, log)
	}
}

// synonyms returns the documented names of the columns of each field, by its key.
func synonyms(t *testing.T) map[string][]string {
	t.Helper()
	data, err := os.ReadFile("../core/trace/table/fields.tsv")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		if cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(cells) == 5 {
			all[cells[0]] = strings.Fields(cells[4])
		}
	}
	return all
}

// Columns may have any of the documented names of their fields.
func TestStrangersColumnsHaveAnyDocumentedName(t *testing.T) {
	names := synonyms(t)
	tried := 0
	for _, s := range strangers(t) {
		g := s.grid()
		if g == nil || s.fails != "" || s.opt.Map != "" {
			continue
		}
		w, err := read(t, "log", s.log, s.opt)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		if w.Reading == nil || !w.Reading.Guessed {
			continue
		}
		g = g.choose(g.read(w.Reading))
		for round := range 50 {
			for k, from := range w.Reading.Sources {
				if some := names[from.Field]; len(some) > 0 {
					g.names[k] = some[round%len(some)] + unitEnding(from)
				}
			}
			tried++
			sameJobs(t, s, fmt.Sprint("names ", g.names), g.join(";", asIs, ";"), s.opt)
		}
	}
	if tried < 500 {
		t.Errorf("only %d tables", tried)
	}
}

// unitEnding returns the end of a column's name that says its unit.
func unitEnding(from table.Taken) string {
	if from.Unit == "" || from.Unit == "date" || from.Unit == "excel" || len(from.Unit) == 3 && from.Unit != "min" {
		return ""
	}
	return "_" + from.Unit
}
