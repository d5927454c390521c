package paper_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// count counts to ten, saves where it is, and is interrupted before every step but
// the first.
func count(from *[]string) *paper.Task {
	return &paper.Task{Name: "count", Do: func(_ context.Context, _ *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
		n := 0
		fmt.Sscan(string(aid.Saved()), &n)
		*from = append(*from, fmt.Sprint(n))
		if n++; n < 10 {
			if err := aid.Save(fmt.Append(nil, n)); err != nil {
				return err
			}
			return errors.New("interrupted")
		}
		out.Values["n"] = float64(n)
		return nil
	}}
}

// A task that is interrupted goes on where it saved last; when it is done, nothing
// of that is left.
func TestAnInterruptedTaskGoesOn(t *testing.T) {
	var from []string
	one := oneRun(paper.Run{Label: "r", JobSet: "good", Task: count(&from)}, paper.Cell{Row: "n", Column: "", Value: paper.Value("r", "n")})
	cache := &puts{Cache: paper.Memory()}
	for range 9 {
		if _, err := one.Evaluate(context.Background(), paper.Options{Scale: paper.Quick, Cache: cache}); err == nil {
			t.Fatal("it was not interrupted")
		}
	}
	if e := evaluate(t, one, paper.Options{Cache: cache})[0]; e.Numbers[0].Ours != 10 {
		t.Errorf("counted to %v", e.Numbers[0].Ours)
	}
	if got := fmt.Sprint(from); got != "[0 1 2 3 4 5 6 7 8 9]" {
		t.Errorf("it went on from %s", got)
	}
	if got := string(cache.last); got != "null" {
		t.Errorf("%s is left of what was saved", got)
	}

	from = nil
	one = oneRun(paper.Run{Label: "r", JobSet: "good", Task: count(&from)})
	for range 2 {
		one.Evaluate(context.Background(), paper.Options{Scale: paper.Quick})
	}
	if got := fmt.Sprint(from); got != "[0 0]" {
		t.Errorf("without a cache it went on from %s", got)
	}
}

// puts remembers what was put last.
type puts struct {
	paper.Cache
	last []byte
}

func (c *puts) Put(digest string, data []byte) error {
	c.last = data
	return c.Cache.Put(digest, data)
}

// took10 says of every run that it took 10 s.
type took10 struct{ paper.Cache }

func (c took10) Get(digest string) ([]byte, bool) {
	data, ok := c.Cache.Get(digest)
	return regexp.MustCompile(`"seconds":[^}]*`).ReplaceAll(data, []byte(`"seconds":10`)), ok
}

// A task is given what the runs before it found. Each is done once, whoever needs
// it, and not at all where the cache has what comes after it.
func TestRunsComeAfterOthers(t *testing.T) {
	done := map[string]int{}
	task := func(name string, after ...paper.Run) paper.Run {
		return paper.Run{Label: name, JobSet: "good", Task: &paper.Task{Name: name, After: after,
			Do: func(_ context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
				out.Values["n"] = float64(w.Len())
				for _, s := range aid.After {
					out.Values["n"] += s.Values["n"]
				}
				done[name]++
				return nil
			}}}
	}
	a := task("a")
	b := task("b", a)
	c := task("c", a, b)
	cache := paper.Memory()
	for range 2 {
		one := oneRun(c, paper.Cell{Row: "n", Column: "", Value: paper.Value("c", "n")})
		if e := evaluate(t, one, paper.Options{Cache: cache, Parallel: 1})[0]; e.Numbers[0].Ours != 400 {
			t.Errorf("c found %v, want 400", e.Numbers[0].Ours)
		}
	}
	one := oneRun(b, paper.Cell{Row: "n", Column: "", Value: paper.Value("b", "n")})
	if e := evaluate(t, one, paper.Options{Cache: cache, Parallel: 1})[0]; e.Numbers[0].Ours != 200 || !e.Runs[0].Cached {
		t.Errorf("b found %v, cached: %t", e.Numbers[0].Ours, e.Runs[0].Cached)
	}
	one = oneRun(c, paper.Cell{Row: "n", Column: "", Value: paper.Value("c", "n")})
	e := evaluate(t, one, paper.Options{Cache: took10{cache}, Parallel: 1})[0]
	if e.Seconds != 30 || e.Numbers[0].Seconds != 30 || e.Runs[0].Seconds != 10 {
		t.Errorf("c, a and b took 10 s each: %v s in all, %v of the cell, %v of the run", e.Seconds, e.Numbers[0].Seconds, e.Runs[0].Seconds)
	}
	if got := fmt.Sprint(done); got != "map[a:1 b:1 c:1]" {
		t.Errorf("runs were done %s", got)
	}
}

// What comes before a run is part of what it depends on.
func TestOtherRunsBeforeGiveAnotherResult(t *testing.T) {
	cache := paper.Memory()
	for want := range 2 {
		before := paper.Run{JobSet: "good", Task: &paper.Task{Name: "before", Params: want,
			Do: func(_ context.Context, _ *trace.Workload, _ *paper.Aid, out *paper.Summary) error {
				out.Values["n"] = float64(want)
				return nil
			}}}
		one := oneRun(paper.Run{Label: "r", JobSet: "good", Task: &paper.Task{Name: "after", After: []paper.Run{before},
			Do: func(_ context.Context, _ *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
				out.Values["n"] = aid.After[0].Values["n"]
				return nil
			}}}, paper.Cell{Row: "n", Column: "", Value: paper.Value("r", "n")})
		if e := evaluate(t, one, paper.Options{Cache: cache})[0]; e.Numbers[0].Ours != numeral.JSON(want) {
			t.Errorf("found %v, want %d", e.Numbers[0].Ours, want)
		}
	}
}
