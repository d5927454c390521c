package console

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/internal/printable"
)

// every is the least time between two plain lines; shorter work prints none.
const every = 3 * time.Second

// A Meter shows a waiting user the progress of one piece of work: a bar on a terminal, and a plain line every
// few seconds elsewhere, as in a batch job's log. It is safe for concurrent use.
type Meter struct {
	mu    sync.Mutex
	out   io.Writer
	title string
	unit  string
	bar   *progressbar.ProgressBar // nil: plain lines
	last  time.Time
	now   func() time.Time
}

// Terminal reports whether w is a terminal that can show a bar.
func Terminal(w io.Writer) bool {
	_, is := terminal(w)
	return is
}

func terminal(w io.Writer) (*os.File, bool) {
	switch to := w.(type) {
	case *App:
		return terminal(to.Out)
	case *printable.Writer:
		return terminal(to.To)
	}
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// Meter returns a Meter on standard error. The unit, such as "jobs", is counted; "bytes" are printed with their multiples.
func (a *App) Meter(title, unit string) *Meter { return newMeter(a.Err, title, unit) }

func newMeter(w io.Writer, title, unit string) *Meter {
	m := &Meter{out: w, title: title, unit: unit, now: time.Now}
	m.last = m.now()
	if f, is := terminal(w); is {
		m.bar = progressbar.NewOptions64(-1,
			progressbar.OptionSetWriter(f),
			progressbar.OptionSetDescription(printable.Name(title)),
			progressbar.OptionShowBytes(unit == "bytes"),
			progressbar.OptionShowCount(),
			progressbar.OptionSetItsString(unit),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetTheme(progressbar.ThemeASCII),
			progressbar.OptionSetWidth(30),
			progressbar.OptionSetSpinnerChangeInterval(0), // no drawing in the background, which Clear does not end
			progressbar.OptionClearOnFinish(),
		)
	}
	return m
}

// Set shows that done of total are done; total is -1 if unknown.
func (m *Meter) Set(done, total int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bar != nil {
		if total != m.bar.GetMax64() {
			m.bar.ChangeMax64(total)
		}
		m.bar.Set64(min(done, max(total-1, 0))) // a full bar would finish itself
		return
	}
	if now := m.now(); now.Sub(m.last) >= every {
		m.last = now
		fmt.Fprintln(m.out, m.line(done, total))
	}
}

// Title changes the title.
func (m *Meter) Title(title string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.title = title
	if m.bar != nil {
		m.bar.Describe(printable.Name(title))
	}
}

// Note prints a line that stays.
func (m *Meter) Note(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bar != nil {
		m.bar.Clear()
	}
	fmt.Fprintf(m.out, format+"\n", args...)
}

// Done removes the bar.
func (m *Meter) Done() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bar != nil {
		m.bar.Clear()
		m.bar, m.last = nil, m.now()
	}
}

func (m *Meter) line(done, total int64) string {
	share := ""
	if total > 0 {
		share = fmt.Sprintf(" (%d %%)", done*100/total)
	}
	if m.unit == "bytes" {
		return fmt.Sprintf("%s: %.1f MB%s", printable.Name(m.title), float64(done)/1e6, share)
	}
	of := ""
	if total > 0 {
		of = fmt.Sprintf(" of %d", total)
	}
	return fmt.Sprintf("%s: %d%s %s%s", printable.Name(m.title), done, of, m.unit, share)
}

// Runs returns a function that shows the progress of several runs on m.
func (m *Meter) Runs(policies []string, jobs int) func(experiment.Progress) {
	done := map[string]int{}
	return func(p experiment.Progress) {
		done[p.Policy] = p.Done
		sum := 0
		var running []string
		for _, name := range policies {
			n := done[name]
			if sum += n; n > 0 && n < jobs {
				running = append(running, name)
			}
		}
		if len(running) > 0 {
			m.Title(strings.Join(running, ", "))
		}
		m.Set(int64(sum), int64(jobs*len(policies)))
	}
}
