package lab

import (
	"context"
	"fmt"
	"time"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/chart"
	"github.com/backfill-lab/backfill/core/numeral"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sweep"
	"github.com/backfill-lab/backfill/figures"
	"github.com/janpfeifer/gonb/gonbui"
)

// A Sweep is a study of many runs and the folder of its results:
//
//	var loads = lab.Sweep{Dir: "../out/loads", Study: `{
//		"workload": {"model": {"name": "lublin", "jobs": 500, "procs": 128,
//			"load": [0.7, 0.8, 0.9], "seed": {"from": 1, "to": 8}}},
//		"policies": ["fcfs", "easy", "cons"]}`}
//
//	%%
//	loads.Run()
//	loads.Plot("load", "wait_mean_s")
type Sweep struct {
	Dir   string // relative to the notebook
	Study string // an experiment's JSON with lists where a value may vary: see package sweep
}

// Run does the runs that are missing in Dir on all cores, and shows meanwhile how far they
// are. What is stopped continues when the cell is run again. A run that fails is named, and the
// others go on.
func (s Sweep) Run() {
	study := must(sweep.Parse([]byte(s.Study)))
	p := must(sweep.NewPlan(context.Background(), s.Dir, study, nil, arrowio.OpenLog))
	store := must(sweep.OpenStore(s.Dir))
	bar := newBar()
	w := sweep.Worker{Plan: p, Store: store, Open: arrowio.OpenLog, Progress: func(at sweep.Progress) { bar.set(at.Done, at.Total) }}
	_, err := w.Do(context.Background(), p.All())
	bar.done()
	check(err)
	_, found := s.read()
	fmt.Printf("%s: %s done\n", s.Dir, numeral.Plural(found.Done, "run"))
	for _, f := range found.Failed {
		fmt.Printf("run %d (%s) failed: %s\n", f.Index+1, f.Where(), f.Error)
	}
}

func (s Sweep) read() (*result.Table, sweep.Collected) {
	p := must(sweep.Open(s.Dir))
	t, found, err := p.Table(must(sweep.OpenStore(s.Dir)))
	check(err)
	return t, found
}

// Table returns a row for each run: its metrics, and a column for everything that varies.
func (s Sweep) Table() *result.Table {
	t, _ := s.read()
	return t
}

// Plot draws a column of the table over another, a curve for each policy: see sweep.Curves.
func (s Sweep) Plot(x, y string) {
	Picture(must(figures.DrawChart(s.chart(x, y))))
}

func (s Sweep) chart(x, y string) chart.Chart { return must(sweep.Curves(s.Table(), x, y)) }

// A bar shows in the cell how much of some work is done.
type bar struct {
	id          string
	began, last time.Time
}

// barEvery is the least time between two drawings of a bar.
const barEvery = 250 * time.Millisecond

func newBar() *bar { return &bar{id: gonbui.UniqueId(), began: time.Now()} }

// set draws the bar, with the time that is left. At the end nothing in it differs between runs.
func (b *bar) set(done, total int) {
	now := time.Now()
	if !gonbui.IsNotebook || done < total && now.Sub(b.last) < barEvery {
		return
	}
	b.last = now
	text := fmt.Sprintf("%s of %s", numeral.Whole(done), numeral.Plural(total, "run"))
	if spent := now.Sub(b.began).Seconds(); done < total && spent > 1 {
		text += fmt.Sprintf(", about %s left", numeral.Duration(spent*float64(total-done)/float64(done)))
	}
	gonbui.UpdateHTML(b.id, fmt.Sprintf(`<progress value="%d" max="%d"></progress> %s`, done, total, text))
}

// done waits until the last drawing is on its way.
func (b *bar) done() {
	if gonbui.IsNotebook {
		gonbui.Sync()
	}
}
