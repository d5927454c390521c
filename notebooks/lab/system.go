package lab

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/slurm/predict"
	"github.com/backfill-lab/backfill/core/slurm/whatif"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/report"
)

// A System is a cluster that a file describes, and a file of its accounting. Paths are relative to the notebook.
type System struct {
	Description string // JSON, as backfill cluster init writes it
	Log         string // of sacct
	TimeZone    string // of local times in the log: "" is UTC
}

// Example writes the files of the example cluster, where the System expects its own.
func (s System) Example() {
	for path, write := range map[string]func(io.Writer) error{s.Description: campus.WriteDescription, s.Log: campus.WriteLog} {
		check(os.MkdirAll(filepath.Dir(path), 0o777))
		check(atomicfile.Write(path, write))
	}
}

// described returns the cluster, a new one each time: schedulers and logs add users to it.
func (s System) described() *cluster.System {
	f := must(os.Open(s.Description))
	defer f.Close()
	return must(cluster.New(must(cluster.Read(s.Description, f))))
}

func (s System) accounting() *sacct.Records {
	f := must(os.Open(s.Log))
	defer f.Close()
	return must(accounting.ReadAccounting(s.Log, f, "", must(trace.Zone(s.TimeZone))))
}

// play simulates the log under each policy. In left is what no simulation plays.
func (s System) play(policies []string) (all []*accounting.Comparison, left []accounting.Left, doubts []doubt.Doubt) {
	records := s.accounting()
	for _, name := range policies {
		d := s.described()
		l := must(accounting.FromAccounting(records, nil, d))
		all = append(all, must(l.Play(context.Background(), d, must(experiment.Builtin.Scheduler(d, name)))))
		left, doubts = l.Left, l.Doubts
	}
	return all, left, doubts
}

// Check says how near policies are to what the log records: slurm is the twin of Slurm's scheduler. It draws the waits
// of the first.
func (s System) Check(policies ...string) {
	all, left, doubts := s.play(policies)
	var rows [][]Cell
	for i, c := range all {
		rows = append(rows, []Cell{Text(policies[i]), Whole(int64(c.Jobs)), Seconds(c.Mean.Recorded), Seconds(c.Mean.Twin), Number(c.Correlation),
			Seconds(c.MeanAbsDiff)})
	}
	Rows([]string{"scheduler", "jobs", "mean wait, recorded", "simulated", "correlation", "off per job"}, rows)
	out(left)
	Picture(must(figures.DrawChart(all[0].Chart("Waits: recorded, and under " + policies[0]))))
	warn(doubts)
	sayAll(accounting.Notes)
}

// Accounts shows the mean wait of each account's jobs as recorded and under policies.
func (s System) Accounts(policies ...string) {
	all, left, _ := s.play(policies)
	header := append([]string{"account", "jobs", "recorded"}, policies...)
	line := func(name string, jobs int, recorded float64, of func(c *accounting.Comparison) float64) []Cell {
		row := []Cell{Text(name), Whole(int64(jobs)), Seconds(recorded)}
		for _, c := range all {
			row = append(row, Seconds(of(c)))
		}
		return row
	}
	var rows [][]Cell
	for _, g := range all[0].Accounts {
		rows = append(rows, line(g.Name, g.Jobs, g.Recorded, func(c *accounting.Comparison) float64 {
			k := slices.IndexFunc(c.Accounts, func(o accounting.Group) bool { return o.Name == g.Name })
			return c.Accounts[max(k, 0)].Twin
		}))
	}
	rows = append(rows, line("all", all[0].Jobs, all[0].Mean.Recorded, func(c *accounting.Comparison) float64 { return c.Mean.Twin }))
	Rows(header, rows)
	out(left)
}

// WhatIf simulates the cluster as it is and with changes, which are written as in package whatif, and shows for whom
// waits change. It writes the page for those who decide, an HTML file, unless its name is "".
func (s System) WhatIf(page string, changes ...string) {
	records := s.accounting()
	jobs := func(d *cluster.System) (*accounting.Log, error) { return accounting.FromAccounting(records, nil, d) }
	clock := trace.NewClock(strconv.FormatInt(must(jobs(s.described())).UnixStart, 10), s.TimeZone)
	q := whatif.Question{Description: s.described().Description, Jobs: jobs, Scheduler: experiment.Builtin.Scheduler,
		Policy: policy.Slurm, Draws: 5}
	for _, text := range changes {
		q.Changes = append(q.Changes, must(whatif.Parse(text, clock)))
	}
	a := must(q.Ask(context.Background()))
	say("changed: %s\n", strings.Join(a.Changes, ", "))
	f := a.Fidelity
	say("as it is, against the log: mean wait %s simulated, %s recorded; correlation %.3f\n", figures.Duration(f.Mean.Twin),
		figures.Duration(f.Mean.Recorded), f.Correlation)
	out(slices.Concat(a.Left, a.Stopped))
	var rows [][]Cell
	add := func(what, name string, d *whatif.Difference) {
		interval := "-"
		if d.Low != nil {
			interval = change(*d.Low) + " to " + change(*d.High)
		}
		rows = append(rows, []Cell{Text(what), Text(name), Whole(int64(d.Jobs)), Seconds(d.Before), Seconds(d.After), Text(change(d.Change())),
			Text(interval)})
	}
	add("all", "", &a.All)
	for _, g := range a.Groups() {
		for i := range g.List {
			add(g.What, g.List[i].Name, &g.List[i])
		}
	}
	interval := fmt.Sprintf("95 %% of logs of %d %ss", a.Blocks, a.Block)
	Rows([]string{"", "", "jobs", "mean wait as it is", "changed", "difference", interval}, rows)
	Picture(must(figures.DrawChart(a.Chart(""))))
	notes := a.Notes()
	grave, _ := doubt.Split(a.Doubts) // the others are among the notes
	warn(grave)
	sayAll(notes)
	if page == "" {
		return
	}
	w := report.WhatIf{Answer: a, Log: filepath.Base(s.Log), From: clock.Date(0), Policy: policy.Slurm, Notes: notes,
		Program: "a notebook of backfill"}
	check(os.MkdirAll(filepath.Dir(page), 0o777))
	check(atomicfile.Write(page, w.Write))
	say("the page: %s\n", page)
}

// Predict says when the first jobs that wait at a moment of the log, a date, will start; "" is its last. The future is
// drawn so many times.
func (s System) Predict(now string, draws int) {
	records := s.accounting()
	q := predict.Question{Draws: draws, System: func() (*cluster.System, *accounting.Log, error) {
		d := s.described()
		l, err := accounting.FromQueue(records, nil, d)
		return d, l, err
	}}
	_, l, err := q.System()
	check(err)
	clock := trace.NewClock(strconv.FormatInt(l.UnixStart, 10), s.TimeZone)
	if now != "" {
		q.Now = l.UnixStart + must(clock.Second(now))
	}
	recorded := map[int64]int64{} // starts, by the job's number
	for i := range l.Recorded {
		if r := &l.Recorded[i]; r.Starts != nil {
			recorded[r.ID] = r.Recorded
		}
	}
	a := must(q.Ask(context.Background()))
	date := func(unix int64) Cell {
		if unix == 0 {
			return Text("-")
		}
		return Text(clock.Date(unix - l.UnixStart)[len("2006-"):len("2006-01-02 15:04")])
	}
	say("%s: %d jobs run, %d wait\n", clock.Date(a.Now-l.UnixStart), a.Running, a.Waiting)
	var rows [][]Cell
	held := 0
	for i := range a.Starts {
		p := &a.Starts[i]
		start, later := recorded[p.ID]
		start += l.UnixStart
		row := []Cell{Text(p.Label()), Text(p.User), Text(p.In), Whole(p.Cores), Text(p.Reason), date(p.Median), date(p.Early), date(p.Late),
			Text("-")}
		if later {
			row[len(row)-1] = date(start)
			if p.Early != 0 && p.Early <= start && start <= cmp.Or(p.Late, start) {
				held++
			}
		}
		rows = append(rows, row)
	}
	const most = 12
	Rows([]string{"job", "user", "partition", "cores", "waits for", "start", "10 %", "90 %", "recorded"}, rows[:min(len(rows), most)])
	if more := len(rows) - most; more > 0 {
		say("%d more wait\n", more)
	}
	if now != "" {
		say("%d of %d recorded starts lie between 10 %% and 90 %% of the draws\n", held, len(rows))
	}
	warn(a.Doubts)
	sayAll(predict.Notes)
}

// change writes a difference with its sign.
func change(s float64) string {
	if s > 0 {
		return "+" + figures.Duration(s)
	}
	if s < 0 {
		return "-" + figures.Duration(-s)
	}
	return "0"
}

// out says which jobs are in no mean.
func out(left []accounting.Left) {
	for _, l := range left {
		say("%d jobs are left out: they %s\n", l.Jobs, l.Why)
	}
}

// warn prints doubts, the grave ones first.
func warn(all []doubt.Doubt) {
	grave, others := doubt.Split(all)
	if len(grave) > 0 {
		sayAll([]string{doubt.Warning}, doubt.Sentences(grave))
	}
	if len(others) > 0 {
		sayAll(doubt.Sentences(others))
	}
}

// sayAll prints sentences, one a line.
func sayAll(notes ...[]string) {
	sayLine(strings.Join(slices.Concat(notes...), "\n"))
}
