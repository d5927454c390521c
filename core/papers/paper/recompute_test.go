package paper_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// recomputed is what the tests compute again.
func recomputed(t *testing.T) []*paper.Evaluation {
	t.Helper()
	return evaluate(t, demo, paper.Options{Seeds: 3, Reading: paper.Reading{"reserve": "all"}})
}

// What was computed comes out again, and what was changed is found.
func TestARecordIsComputedAgain(t *testing.T) {
	all := recomputed(t)
	again := func() []paper.Difference {
		t.Helper()
		differ, err := demo.Recompute(t.Context(), paper.Options{}, all)
		if err != nil {
			t.Fatal(err)
		}
		return differ
	}
	if differ := again(); len(differ) > 0 {
		t.Errorf("rows differ: %v", differ)
	}
	wrong := map[string]bool{}
	for _, e := range all {
		for i := range e.Numbers {
			if n := &e.Numbers[i]; i%5 == 0 && n.Ours == n.Ours {
				n.Ours *= 1 + 1e-15
				wrong[n.ID] = true
			}
		}
	}
	claims := all[0].Claims
	claims[0].Held--
	wrong[claims[0].ID] = true
	claims[1].ID += "-gone"
	wrong[claims[1].ID] = true
	differ := again()
	for _, d := range differ {
		if !wrong[d.ID] {
			t.Errorf("unchanged, but: %s", d)
		}
	}
	if len(differ) != len(wrong) {
		t.Errorf("%d differences of %d changes: %v", len(differ), len(wrong), differ)
	}
}

// A number is computed from the runs that it needs, and no others.
func TestANumberNeedsOnlyItsRuns(t *testing.T) {
	e := *recomputed(t)[0]
	e.Numbers, e.Claims = e.Numbers[:1], nil
	puts := &counting{Cache: paper.Memory()}
	if _, err := demo.Recompute(t.Context(), paper.Options{Cache: puts}, []*paper.Evaluation{&e}); err != nil {
		t.Fatal(err)
	}
	if puts.n != len(e.Numbers[0].Samples) {
		t.Errorf("%d runs for %s, want one for each of %d seeds", puts.n, e.Numbers[0].ID, len(e.Numbers[0].Samples))
	}
}

type counting struct {
	paper.Cache
	n int
}

func (c *counting) Put(digest string, data []byte) error {
	c.n++
	return c.Cache.Put(digest, data)
}

func TestRecomputeRefuses(t *testing.T) {
	all := recomputed(t)
	all[0].Origins = slices.Clone(all[0].Origins)
	all[0].Origins[0].Traces = []paper.Trace{{Name: "abc"}}
	if _, err := demo.Recompute(t.Context(), paper.Options{}, all); err == nil || !strings.Contains(err.Error(), "give the folder") {
		t.Errorf("without the logs: %v", err)
	}
	gone := *all[1].Experiment
	gone.ID = "demo/table9"
	all[1].Experiment = &gone
	_, err := demo.Recompute(t.Context(), paper.Options{}, all[1:])
	if err == nil || !strings.Contains(err.Error(), "unknown experiment") {
		t.Errorf("of an experiment that is gone: %v", err)
	}
}
