package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
)

const (
	fewRows = 3    // fewer tell nothing
	near    = 0.02 // by which run times may differ from the times of start and end
	roundTo = 2    // seconds by which they may differ, too
)

// factors are the units that times are mistaken for, as factors of seconds.
var factors = []struct {
	unit     string
	num, den int64
}{{"min", 60, 1}, {"h", 3600, 1}, {"d", 86400, 1}, {"ms", 1, 1000}, {"us", 1, 1e6}, {"ns", 1, 1e9}}

// compare holds the columns of the first batch against each other.
func (r *Reader) compare() {
	r.findSteps()
	r.findSerials()
	r.findCodes()
	if c := &r.cells[Wait]; r.guessed(Wait) && r.misfits(c, Wait) == r.batch.Rows { // such as queue_time that is the time of queueing
		c.given = false
	}
	r.compareRuns()
	r.compareWaits()
	r.findSmall()
	for _, f := range [...]Field{Nodes, PerNode, Tasks, NodeTasks, PerTask} {
		if c := &r.cells[f]; r.guessed(f) && (r.cells[Procs].given || r.cells[ReqProcs].given) && r.misfits(c, f) > 0 { // such as a list of nodes
			c.given = false
		}
	}
	r.row, r.codes, r.clocks = Row{}, 0, 0
}

// guessed tells whether a field is read from a column that nobody has chosen.
func (r *Reader) guessed(f Field) bool {
	c := &r.cells[f]
	return c.given && c.at >= 0 && !r.written[f] && r.Reading.Preset == ""
}

// misfits counts the rows without a value that could be one of the field.
func (r *Reader) misfits(c *cell, f Field) (rows int) {
	wrong := false
	for i := range r.batch.Rows {
		n, err := r.value(c, f, i)
		isDate := f == Wait && n > 1e9
		wrong = wrong || err != nil || isDate
		if err != nil || n == None && f == Wait || isDate {
			rows++
		}
	}
	if !wrong {
		return 0
	}
	return rows
}

func isNear(x, y, most float64) bool { return x-y <= max(most, near*y) && y-x <= max(most, near*y) }

// part returns the reciprocal of a factor in words.
func part(num, den int64) string {
	if den > 1 {
		return numeral.Whole(int(den)) + " times"
	}
	return "1/" + numeral.Whole(int(num))
}

var unitNames = map[string]string{
	"min": "minutes", "h": "hours", "d": "days", "ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds",
}

// doubt keeps d for Reading.Doubts.
func (r *Reader) doubt(d doubt.Doubt) { r.Reading.Doubts = append(r.Reading.Doubts, d) }

// fix says how to read a field from a column.
func (r *Reader) fix(f Field, column, unit string) string { return r.Reading.Fix(f, column, unit) }

// Fix says what to type to read a field from a column in a unit; "" is the usual one.
func (r *Reading) Fix(f Field, column, unit string) string {
	entry := f.String() + "=" + Quote(column)
	if unit != "" {
		entry += ":" + unit
	}
	if r.Preset == "" && !r.Guessed {
		return "give " + entry + " in --map"
	}
	if strings.ContainsAny(entry, " \"()&;'") { // for a shell
		return "give --map 'auto," + strings.ReplaceAll(entry, "'", `'\''`) + "'"
	}
	return "give --map auto," + entry
}

// An alike says by which words in their names unused columns look like those of a field, and by which they do not.
type alike struct {
	field      Field
	what       string
	words, not []string
}

// gluedProcs are ends of words that are processors.
var gluedProcs = strings.Fields("cores cpus procs processors slots threads")

var alikes = []alike{
	{Procs, "processors", strings.Fields("cpu cpus core cores ncpu ncpus ncore ncores proc procs nproc nprocs processor processors " +
		"slot slots pe pes task tasks ntasks ppn rank ranks thread threads"), strings.Fields("time usage used util utilization efficiency " +
		"hour hours seconds energy freq load avg ave average min max percent pct list id type name model")},
	{Estimate, "limits", strings.Fields("limit timelimit walltime wallclock wall requested estimate estimated"),
		strings.Fields("used mem memory cpu cpus core cores node nodes gpu gpus elapsed partition actual start end resources processors tres")},
	{GPUs, "GPUs", strings.Fields("gpu gpus ngpu ngpus accelerator accelerators"), strings.Fields("time usage used util utilization " +
		"efficiency hour hours seconds energy freq load avg ave average min max percent pct id type name model mem memory power hour list")},
	{Memory, "memory", strings.Fields("mem memory ram"), strings.Fields("used usage max ave avg peak rss")},
}

// doubtUnused names columns that nothing was read from and that look like processors, limits or memory, if nothing else gives them.
func (r *Reader) doubtUnused() {
	for _, a := range alikes {
		if r.cells[a.field].given || r.written[a.field] || r.Reading.Preset != "" ||
			a.field == Procs && (!r.cells[Nodes].given || r.cells[PerNode].given || r.cells[NodeTasks].given || r.cells[Tasks].given) {
			continue
		}
		for i, c := range r.table.Columns() {
			if slices.Contains(r.asked[:r.bound], i) || c.Type == Other || !a.fits(c.Name) {
				continue
			}
			unit := ""
			if a.field == Memory {
				unit = "MiB (or another unit)"
			}
			to := a.field
			if plain, _ := bare(c.Name); to == Procs && strings.HasSuffix(plain, "_per_node") {
				to = PerNode
			}
			d := doubt.Doubt{Key: "unused-column", What: fmt.Sprintf("column %s looks like %s and is not used", c.Name, a.what),
				Fix: "to use it, " + r.fix(to, c.Name, unit), Grave: a.field != Memory && a.field != GPUs}
			if a.field == Procs {
				d.What += fmt.Sprintf(": nodes (%s) are the width of jobs", r.cells[Nodes].column.Name)
			}
			r.doubt(d)
			break
		}
	}
}

// doubtTwins doubts fields that two columns of one name may give.
func (r *Reader) doubtTwins() {
	for f := range r.cells {
		name, n := r.cells[f].column.Name, 0
		for _, c := range r.table.Columns() {
			if c.Name == name {
				n++
			}
		}
		if r.cells[f].given && n > 1 {
			r.doubt(doubt.Doubt{Key: "twin-columns", Fix: "rename the others",
				What: fmt.Sprintf("%d columns are named %s, of which the first was read as %s", n, name, Field(f))})
		}
	}
}

// fits tells whether a name has one of the words and none of the others.
func (a *alike) fits(name string) bool {
	plain, unit := bare(name)
	if unit != "" && a.field == Procs { // cpu_hours
		return false
	}
	words := strings.Split(plain, "_")
	has := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	glued := a.field == Procs && slices.ContainsFunc(words, func(w string) bool { // totalcores, hwthreads
		return slices.ContainsFunc(gluedProcs, func(end string) bool { return strings.HasSuffix(w, end) })
	})
	return (glued || has(a.words)) && !has(a.not)
}

// doubtWidths doubts processors that are fewer than nodes, and says how parts of processors were counted.
func (r *Reader) doubtWidths() {
	procs, nodes := r.cells[Procs].column.Name, r.cells[Nodes].column.Name
	w := &r.widths
	if w.rows >= fewRows && doubt.Share(w.fewer, w.rows) {
		r.doubt(doubt.Doubt{Key: "node-widths", Jobs: w.fewer, Of: w.rows, Grave: true,
			What: fmt.Sprintf("%s are fewer than %s in %s of %s rows: they may be those of each node", procs, nodes,
				numeral.Whole(w.fewer), numeral.Whole(w.rows)),
			Fix: "if each has 36, " + r.fix(Procs, nodes, "x36")})
	}
	switch {
	case w.nodes > 0 && procs == "":
		r.doubt(doubt.Doubt{Key: "nodes-as-processors", Jobs: w.nodes,
			What: fmt.Sprintf("no column has processors: each of %s counts as one", nodes),
			Fix:  "if each node has 36, " + r.fix(Procs, nodes, "x36")})
	case w.nodes > 0:
		r.doubt(doubt.Doubt{Key: "nodes-for-processors", Jobs: w.nodes, Grave: true,
			What: fmt.Sprintf("%s is empty in %s rows, whose nodes (%s) are their width", procs, numeral.Whole(w.nodes), nodes),
			Fix:  "if each node has 36 processors, " + r.fix(Procs, nodes, "x36") + " for all of them"})
	}
	r.doubtTasks()
	if w.parts > 0 {
		r.doubt(doubt.Doubt{Key: "parts-of-processors", Jobs: w.parts, Example: w.part,
			What: fmt.Sprintf("%s rows have parts of processors, rounded up to whole ones", numeral.Whole(w.parts))})
	}
}

// widths counts rows whose processors are doubtful.
type widths struct {
	rows, fewer int // with processors and nodes, and with fewer of these
	nodes       int // without processors, though there is a column of them, and with nodes
	parts       int // with parts of processors
	part        string
}

func (w *widths) add(row *Row) {
	if row.Procs == None && row.ReqProcs == None && row.Nodes > 0 {
		w.nodes++
	}
	if row.Procs <= 0 || row.Nodes <= 0 {
		return
	}
	if w.rows++; row.Procs < row.Nodes {
		w.fewer++
	}
}

// doubtTasks says that tasks are the width of jobs, if nothing else is.
func (r *Reader) doubtTasks() {
	if r.cells[Procs].given || r.cells[PerNode].given || r.cells[PerTask].given {
		return
	}
	for _, f := range [...]Field{Tasks, NodeTasks} {
		if c := &r.cells[f]; c.given && (f == Tasks || r.cells[Nodes].given) {
			r.doubt(doubt.Doubt{Key: "tasks", What: c.column.Name + ": tasks count as one processor each",
				Fix: "if each has 4, " + r.fix(PerTask, "4", "")})
			return
		}
	}
}
