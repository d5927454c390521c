package console

import (
	"strings"
	"testing"
	"time"
)

func TestPlainLinesComeEveryFewSeconds(t *testing.T) {
	var out strings.Builder
	m := newMeter(&out, "easy", "jobs")
	now := time.Unix(1e9, 0)
	m.now = func() time.Time { return now }
	m.last = now
	for i := int64(0); i <= 100; i++ { // 10 s of work
		m.Set(i*10, 1000)
		now = now.Add(100 * time.Millisecond)
	}
	m.Done()
	want := "easy: 300 of 1000 jobs (30 %)\neasy: 600 of 1000 jobs (60 %)\neasy: 900 of 1000 jobs (90 %)\n"
	if out.String() != want {
		t.Errorf("got:\n%swant:\n%s", out.String(), want)
	}
}

func TestLinesOfEachUnit(t *testing.T) {
	for _, c := range []struct {
		unit        string
		done, total int64
		want        string
	}{
		{"bytes", 1_500_000, 3_000_000, "x: 1.5 MB (50 %)"},
		{"bytes", 1_500_000, -1, "x: 1.5 MB"},
		{"jobs", 7, -1, "x: 7 jobs"},
		{"jobs", 0, 0, "x: 0 jobs"},
	} {
		m := newMeter(&strings.Builder{}, "x", c.unit)
		if got := m.line(c.done, c.total); got != c.want {
			t.Errorf("line(%d, %d) = %q, want %q", c.done, c.total, got, c.want)
		}
	}
}

func TestANoteIsPrintedAtOnce(t *testing.T) {
	var out strings.Builder
	m := newMeter(&out, "x", "jobs")
	m.Note("again in %s", time.Second)
	if got, want := out.String(), "again in 1s\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
