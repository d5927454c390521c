package lab

import (
	"fmt"
	"time"

	"github.com/janpfeifer/gonb/gonbui"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/study/sweep"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// A bar shows in the cell how much of some work is done, and is gone when it is over.
type bar struct {
	id          string // "" until it is drawn
	began, last time.Time
	draw        func(id, html string)
	now         func() time.Time
}

// What takes less than barAfter has no bar; between two drawings of one there is barEvery at least.
const (
	barAfter = time.Second
	barEvery = 250 * time.Millisecond
)

func newBar() *bar {
	b := &bar{draw: gonbui.UpdateHTML, now: time.Now}
	if !gonbui.IsNotebook {
		b.draw = func(string, string) {}
	}
	b.began = b.now()
	return b
}

// set draws the bar, with the time that is left; share of the work is done, in 0..1, and text says so.
func (b *bar) set(share float64, text string) {
	now := b.now()
	spent := now.Sub(b.began)
	if spent < barAfter || now.Sub(b.last) < barEvery {
		return
	}
	b.last = now
	if b.id == "" {
		b.id = gonbui.UniqueId()
	}
	if share > 0 && share < 1 {
		text += fmt.Sprintf(", about %s left", numeral.Duration(spent.Seconds()*(1-share)/share))
	}
	b.draw(b.id, fmt.Sprintf(`<progress value="%.3f" max="1"></progress> %s`, share, text))
}

// done takes the bar away, and waits until that is on its way.
func (b *bar) done() {
	if b.id != "" {
		b.draw(b.id, "")
	}
	if gonbui.IsNotebook {
		gonbui.Sync()
	}
}

// runs shows the progress of a sweep.
func (b *bar) runs(at sweep.Progress) {
	b.set(float64(at.Done)/float64(max(at.Total, 1)), fmt.Sprintf("%s of %s", numeral.Whole(at.Done), numeral.Plural(at.Total, "run")))
}

// paper shows the progress of a paper's experiment.
func (b *bar) paper(at paper.Progress) {
	b.set(at.Share, fmt.Sprintf("%s of %s", numeral.Whole(at.Done), numeral.Plural(at.Total, "run")))
}

// jobs returns what shows the progress of an experiment under several policies.
func (b *bar) jobs(policies int) func(experiment.Progress) {
	done := map[string]int{}
	return func(at experiment.Progress) {
		done[at.Run] = at.Done
		sum, total := 0, at.Total*policies
		for _, n := range done {
			sum += n
		}
		b.set(float64(sum)/float64(max(total, 1)), fmt.Sprintf("%s of %s", numeral.Whole(sum), numeral.Plural(total, "job")))
	}
}
