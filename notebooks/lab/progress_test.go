package lab

import (
	"slices"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/study/sweep"
)

// A bar counts what is done, tells the time that is left, and leaves nothing; short work has none.
func TestABarIsThereWhileTheWorkIs(t *testing.T) {
	var drawn []string
	at := time.Time{}
	b := &bar{began: at, now: func() time.Time { return at }, draw: func(_, html string) { drawn = append(drawn, html) }}
	for _, step := range []struct {
		seconds float64
		done    int
	}{{0.5, 1}, {2, 4}, {2.1, 5}, {10, 20}} {
		at = time.Time{}.Add(time.Duration(step.seconds * float64(time.Second)))
		b.runs(sweep.Progress{Done: step.done, Total: 20})
	}
	b.done()
	want := []string{`<progress value="0.200" max="1"></progress> 4 of 20 runs, about 8 s left`,
		`<progress value="1.000" max="1"></progress> 20 of 20 runs`, ""}
	if !slices.Equal(drawn, want) {
		t.Errorf("it draws %q, want %q", drawn, want)
	}
	drawn, b.id, at = nil, "", time.Time{}
	if b.runs(sweep.Progress{Done: 20, Total: 20}); b.id != "" {
		t.Error("short work has a bar")
	}
	at = time.Time{}.Add(time.Minute)
	jobs := b.jobs(2)
	jobs(experiment.Progress{Run: "a", Done: 50, Total: 100})
	at = at.Add(time.Second)
	jobs(experiment.Progress{Run: "b", Done: 100, Total: 100})
	if want := `<progress value="0.750" max="1"></progress> 150 of 200 jobs, about 20.3 s left`; len(drawn) != 2 || drawn[1] != want {
		t.Errorf("it draws %q, want %q", drawn, want)
	}
}
