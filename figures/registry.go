package figures

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"gonum.org/v1/plot/vg"
)

// A Figure is one kind of picture.
type Figure struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Doc   string `json:"doc"`             // one sentence: what it shows
	Needs string `json:"needs,omitempty"` // the table, or "rules", without which it shows nothing; "" of most

	draw func(Input) (*Drawing, error)
}

// All returns every figure in the order of a report.
func All() []Figure { return slices.Clone(registry) }

// For returns the figures that have something to show of in.
func For(in Input) []Figure {
	return slices.DeleteFunc(All(), func(f Figure) bool {
		if f.Needs == "rules" {
			return len(in.Rules) == 0
		}
		i := slices.IndexFunc(result.All, func(s *result.Schema) bool { return s.Name == f.Needs })
		return i >= 0 && !in.has(result.All[i])
	})
}

var registry = []Figure{
	{"gantt", "Schedule", "Which processors each job held over time, one panel per run and site: " +
		"single jobs if there are few, shades of width, user or queue if there are many.", "", overTime(drawGantt)},
	{"utilisation", "Busy processors", "How many processors were busy over time, one panel per run and site.", "", overTime(drawUtilisation)},
	{"shares", "Node shares", "On shared nodes: each job's share of every node's CPU over time, one panel per run; " +
		"on many nodes, the CPU in use and the CPU that jobs could use.", result.Shares.Name, overTime(drawShares)},
	{"strategies", "Strategies in force",
		"With a rule base: which strategy was in force over time, a lane for each, one panel per run.",
		result.Decisions.Name, overTime(drawStrategies)},
	{"rules", "Rule bases",
		"With a rule base: where each rule applies, a curve for each feature of the state, and what it recommends.", "rules", drawRules},
	{"queue", "Waiting jobs", "How many jobs waited over time, and how many processors they asked for.", "", overTime(drawQueue)},
	{"metrics", "Metrics", "Every run's metrics side by side with 95 % intervals, the best of each marked.", "", drawMetrics},
	{"wait-cdf", "Waiting times", "The share of jobs that waited no longer than a given time.", "", drawWaitCDF},
	{"slowdown-cdf", "Bounded slowdown", "The share of jobs with a bounded slowdown no larger than a given one.", "", drawSlowdownCDF},
	{"wait-by-width", "Waiting time by width",
		"Median and 95th percentile of the waiting times of narrow and wide jobs.", "", drawWaitByWidth},
}

// An Input is the data of a figure. Figures of schedules need the table of jobs, and use
// the machine's size in the runs and a grid's parts if given. In addition, shares needs
// the shares and strategies the decisions. metrics needs the runs, rules needs Rules.
type Input struct {
	Tables result.Tables
	// Scan hands the rows of a table that is not among Tables to a sink, in batches: schedules
	// are made of these columns of large results. Others may be empty. It may be nil.
	Scan  func(table *result.Schema, columns []string, to result.Sink) error
	Rules []*rules.Base
	// Ignored is what the log says and the runs leave out. It is said in every figure with a
	// recorded schedule.
	Ignored  []trace.Ignored
	Calendar Calendar // of the axes of time
	Options

	kept *kept // schedules that several figures share; nil: none
}

// Uses are the tables that figures are drawn from.
var Uses = []*result.Schema{result.Jobs, result.Runs, result.Parts, result.Shares, result.Decisions}

// Of returns the Input for tables whose files have that metadata. o.Sites takes
// precedence over the sites there.
func Of(tables result.Tables, meta result.Meta, o Options) Input {
	if o.Sites == nil {
		o.Sites = sitesOf(meta)
	}
	in := Input{Tables: tables, Rules: specOf[struct{ Rules []*rules.Base }](meta).Rules, Calendar: calendarOf(meta), Options: o,
		kept: new(kept)}
	if json.Unmarshal([]byte(meta.Get(result.MetaIgnored)), &in.Ignored) != nil {
		in.Ignored = nil // of an older version
	}
	return in
}

// shown are the policies among the runs, as far as it matters for besideRecorded.
func (in *Input) shown() (names []string) {
	for _, s := range []*result.Schema{result.Jobs, result.Runs} {
		t := in.Tables[s]
		for _, known := range []string{policy.Recorded, policy.Slurm} {
			if t != nil && slices.Contains(t.Col("policy").Dict.Texts(), known) && (len(in.Only) == 0 ||
				slices.ContainsFunc(in.Only, func(name string) bool { return name == known || strings.HasSuffix(name, "/"+known) })) {
				names = append(names, known)
			}
		}
	}
	return names
}

// besideRecorded is the note of figures with a recorded schedule; "" of others.
func (in *Input) besideRecorded() string {
	note := policy.BesideRecorded(in.shown())
	if note == "" {
		return ""
	}
	note = " " + note
	for i, ignored := range in.Ignored {
		if i == 0 {
			note += " In the log, and left out of the others:"
		}
		note += fmt.Sprintf(" %s: %s;", ignored.Key, ignored.Percent())
	}
	return strings.TrimSuffix(note, ";")
}

func (in *Input) has(s *result.Schema) bool { return in.Tables[s] != nil && in.Tables[s].Rows > 0 }

// Options are the choices of a figure; the zero value shows everything.
type Options struct {
	Only []string `json:"only,omitempty"` // runs or policies, in this order; none means all

	From float64 `json:"from_s,omitempty"` // the time window [From, To) in seconds;
	To   float64 `json:"to_s,omitempty"`   // To 0 means to the end

	Procs int64  `json:"procs,omitempty"` // size of the machine; 0 means that of Runs, else the peak of use
	Sites []Site `json:"sites,omitempty"` // of the grid, in this order; others in Parts follow

	// Color says what colours jobs in gantt and shares: "width", "wait", "overtaking", "user", "queue"
	// or, on a grid, "placement". "" means width; on few nodes, each job has its own colour.
	Color   string   `json:"color,omitempty"`
	Metrics []string `json:"metrics,omitempty"` // to draw in metrics; none means the usual nine

	Title  string  `json:"title,omitempty"`  // instead of the figure's own; "-" for none
	Width  float64 `json:"width,omitempty"`  // of the page in inches; 0 means 7
	Height float64 `json:"height,omitempty"` // in inches; 0 means what the panels need
	DPI    int     `json:"dpi,omitempty"`    // of PNG; 0 means 200
}

// Draw draws the figure with that id.
func Draw(id string, in Input) (*Drawing, error) {
	var ids []string
	for _, f := range registry {
		if f.ID != id {
			ids = append(ids, f.ID)
			continue
		}
		var d *Drawing
		err := in.check()
		if err == nil {
			d, err = f.draw(in)
		}
		if err != nil {
			return nil, fmt.Errorf("figure %s: %w", id, err)
		}
		switch in.Title {
		case "":
			d.Title = f.Title
		case "-":
			d.Title = ""
		default:
			d.Title = label(in.Title, 200)
		}
		if note := in.besideRecorded(); note != "" {
			d.Note = strings.TrimSpace(d.Note + note)
		}
		d.Width, d.Height, d.DPI = vg.Length(in.Width)*vg.Inch, vg.Length(in.Height)*vg.Inch, in.DPI
		return d, nil
	}
	return nil, fmt.Errorf("figures: no figure %q; there are %s", id, strings.Join(ids, ", "))
}

const maxMachine = 1000 * job.MaxProcs // processors

// check refuses options that no figure can honour.
func (o *Options) check() error {
	for _, f := range []float64{o.From, o.To, o.Width, o.Height} {
		if !isTime(f) {
			return fmt.Errorf("from, to, width and height must be finite numbers")
		}
	}
	switch {
	case o.To != 0 && o.To <= o.From:
		return fmt.Errorf("the time window [%v, %v) is empty", o.From, o.To)
	case o.Procs > maxMachine:
		return fmt.Errorf("%d processors are more than %d", o.Procs, maxMachine)
	case o.Procs < 0 || o.DPI < 0 || o.Width < 0 || o.Height < 0:
		return fmt.Errorf("procs, dpi, width and height cannot be negative")
	case !slices.Contains([]string{"", "width", "wait", "overtaking", "user", "queue", "placement"}, o.Color):
		return fmt.Errorf("no color by %q; use width, wait, overtaking, user, queue or placement", o.Color)
	}
	return o.checkSites()
}
