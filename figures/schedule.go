package figures

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
	"gonum.org/v1/plot"
)

const maxRuns = 24 // in a figure: readers cannot tell more apart

// A schedule is one run, or its part on one site of a grid.
type schedule struct {
	name   string // in legends and panels
	run    string
	policy string
	procs  int64 // the machine's processors, 0 if unknown

	site     *Site       // nil for the whole run
	siblings []*schedule // on all sites of a run on a grid, set by bySite

	ratio float64 // height of the panel over its width
	ticks int     // approximate number on its vertical axis
	named bool    // that axis has a name

	jobs          *jobRows
	users, queues *result.Dict
	ids           *result.Dict // numbers that users know, where they are others
	grid          bool         // any job has a home site
	shared        bool         // jobs shared nodes: widths are tasks, and a node may hold several
	wanted        bool         // by Options.Only
	unplaced      int          // rows left out: never started, or impossible
}

// number is the number of a job as users know it.
func (s *schedule) number(j *jobRow) string {
	if j.id >= 0 {
		return s.ids.Text(j.id)
	}
	return strconv.FormatInt(j.job, 10)
}

// rowsOf yields the rows of t of this run and policy.
func (s *schedule) rowsOf(t *result.Table) iter.Seq[int] {
	runs, policies := t.Col("run"), t.Col("policy")
	run, policy := codeOf(runs.Dict, s.run), codeOf(policies.Dict, s.policy)
	return func(yield func(int) bool) {
		for i := range t.Rows {
			if runs.Code[i] == run && policies.Code[i] == policy && !yield(i) {
				return
			}
		}
	}
}

// byNumber returns each job's row by its number. Look up only: it has no order.
func (s *schedule) byNumber() map[int64]int {
	row := make(map[int64]int, s.jobs.len())
	for i := range s.jobs.len() {
		row[s.jobs.job.at(i)] = i
	}
	return row
}

// codeOf looks up s without adding it.
func codeOf(d *result.Dict, s string) int32 { return int32(slices.Index(d.Texts(), s)) }

// checkTable returns an error if t lacks a column, or values in one of them.
func checkTable(t *result.Table, want *result.Schema, columns ...string) error {
	for _, name := range columns {
		i := t.Schema.Index(name)
		if i < 0 {
			return fmt.Errorf("the %s table has no column %q", want.Name, name)
		}
		typ := want.Columns[want.Index(name)].Type
		if n := t.Cols[i].Len(typ); n != t.Rows {
			return fmt.Errorf("column %q of the %s table has %d %s values for %d rows", name, want.Name, n, typ, t.Rows)
		}
	}
	return nil
}

// pick returns the runs that Only names, by run or by policy, in its order.
func (o *Options) pick(all []*schedule) ([]*schedule, error) {
	if len(o.Only) == 0 {
		return all, nil
	}
	var out []*schedule
	for _, name := range o.Only {
		n := len(out)
		for _, s := range all {
			if (s.run == name || s.policy == name) && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
		if len(out) == n {
			return nil, fmt.Errorf("no run or policy %q in the table", name)
		}
	}
	return out, nil
}

// isTime reports whether x can be a time: at most 10,000 times the longest workload,
// where float64 still has whole seconds.
func isTime(x float64) bool { return math.Abs(x) <= 10_000*job.MaxSeconds }

func isSpan(start, end float64) bool { return isTime(start) && isTime(end) && start <= end }

// nameAndSize names schedules by policy, or by run if the policy occurs twice, and finds
// the size of their machines.
func (in *Input) nameAndSize(all []*schedule) {
	for i, s := range all {
		s.name = s.policy
		for k, o := range all {
			if k != i && o.policy == s.policy {
				s.name = s.run
			}
		}
		if s.name = label(s.name, 60); s.name == "" {
			s.name = "run " + count(float64(i+1))
		}
		s.procs = in.Procs
		if s.procs == 0 {
			s.procs = in.machine(s.run)
		}
	}
}

// machine returns the size of a run's machine in the runs table, or 0.
func (in *Input) machine(run string) int64 { return min(max(in.ofRun(run, "procs"), 0), maxMachine) }

// mostKnown bounds the rows that are made room for at once: the file may claim any number.
const mostKnown = 1 << 20

// jobsOf returns how many jobs a run has, as far as the runs table tells.
func (in *Input) jobsOf(run string) int64 { return min(max(in.ofRun(run, "jobs"), 0), mostKnown) }

// ofRun returns a run's number in the runs table, 0 if there is none.
func (in *Input) ofRun(run, column string) int64 {
	t := in.Tables[result.Runs]
	if t == nil || checkTable(t, result.Runs, "run", column) != nil {
		return 0
	}
	names, values := t.Col("run"), t.Col(column).Int
	for i := range t.Rows {
		if names.GetText(i) == run {
			return values[i]
		}
	}
	return 0
}

// busy returns the processors in use over time.
func (s *schedule) busy() *Step {
	return use(s.jobs)
}

// waiting returns how many jobs wait over time or, if byWidth, how many processors
// they ask for.
func (s *schedule) waiting(byWidth bool) *Step {
	var rows []int32
	for i := range int32(s.jobs.len()) {
		if s.jobs.start.at(int(i)) > s.jobs.submit.at(int(i)) {
			rows = append(rows, i)
		}
	}
	by := func(int32) int64 { return 1 }
	if byWidth {
		by = s.jobs.procs
	}
	return sumOver(rows, s.jobs.submit.time, s.jobs.start.time, by)
}

// peak is the largest number of processors in use at once.
func (s *schedule) peak() int64 {
	return peak(s.jobs)
}

// assign is Assign for the jobs of s.
func (s *schedule) assign(procs int64) (pieces []Piece, top int64) {
	return place(s.jobs, procs).collect()
}

// capacity is the limit of the sum of widths, 0 if unknown or on shared nodes.
func (s *schedule) capacity() int64 {
	if s.shared {
		return 0
	}
	return s.procs
}

// panel returns p as the panel of s. Its ticks mark the size of a machine of procs.
func (s *schedule) panel(p *plot.Plot, procs int64) Panel {
	switch {
	case s.named && s.shared:
		p.Y.Label.Text = "Tasks"
	case s.named:
		p.Y.Label.Text = "Processors"
	}
	p.Y.Tick.Marker = MachineTicks{N: s.ticks, Procs: procs}
	return Panel{Title: s.name, Detail: s.detail(), Plot: p, Ratio: s.ratio}
}

// sharedNote is the note on shared nodes in figures of processors.
func sharedNote(all []*schedule) string {
	if slices.ContainsFunc(all, func(s *schedule) bool { return s.shared }) {
		return " On shared nodes, all tasks of a job are shown, also while it was paused."
	}
	return ""
}

// window returns the time from the first submission to the last end, cut by o; ok is
// false if there is none.
func (o *Options) window(all []*schedule) (from, to float64, ok bool) {
	from, to = math.Inf(1), math.Inf(-1)
	for _, s := range all {
		for _, j := range s.jobs.all() {
			from, to = min(from, j.submit, j.start), max(to, j.end)
		}
	}
	if o.To != 0 {
		from, to = o.From, o.To
	} else {
		from = max(from, o.From)
		if from > 0 && from < (to-from)/20 && o.From == 0 {
			from = 0 // begin with the workload
		}
	}
	if !(from <= to) {
		return 0, 1, false
	}
	if from == to {
		to = from + 1
	}
	return from, to, true
}
