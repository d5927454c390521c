package paper_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// recomputed is what the tests compute again.
func recomputed(t *testing.T) []*paper.Evaluation {
	t.Helper()
	return evaluate(t, demo, paper.Options{Seeds: 3, Reading: paper.Reading{"reserve": "all"}})
}

// differences computes the rows of evaluations again and returns the ids of those that come out otherwise.
func differences(t *testing.T, all []*paper.Evaluation) (ids []string) {
	t.Helper()
	r := demo.Recomputer(paper.Options{})
	for _, e := range all {
		for i := range e.Numbers {
			n := &e.Numbers[i]
			if now, err := r.Number(t.Context(), e, n); err != nil {
				t.Fatal(err)
			} else if now.Outcome() != n.Outcome() {
				ids = append(ids, n.ID)
			}
		}
		for i := range e.Claims {
			c := &e.Claims[i]
			if now, err := r.Claim(t.Context(), e, c); err != nil {
				t.Fatal(err)
			} else if now.Outcome() != c.Outcome() {
				ids = append(ids, c.ID)
			}
		}
	}
	return ids
}

// What was computed comes out again, and what was changed is found.
func TestARecordIsComputedAgain(t *testing.T) {
	all := recomputed(t)
	if differ := differences(t, all); len(differ) > 0 {
		t.Errorf("rows differ: %v", differ)
	}
	var wrong []string
	for _, e := range all {
		for i := range e.Numbers {
			switch n := &e.Numbers[i]; {
			case i%5 == 0 && n.Ours == n.Ours:
				n.Ours *= 1 + 1e-15
			case i%5 == 1 && n.Published == n.Published:
				n.Published++
			default:
				continue
			}
			wrong = append(wrong, e.Numbers[i].ID)
		}
		if len(e.Claims) > 1 {
			e.Claims[0].Held--
			e.Claims[1].ID += "-gone"
			wrong = append(wrong, e.Claims[0].ID, e.Claims[1].ID)
		}
	}
	if differ := differences(t, all); !slices.Equal(differ, wrong) {
		t.Errorf("%v differ, want %v", differ, wrong)
	}
}

// A number is computed from the runs that it needs, and no others.
func TestANumberNeedsOnlyItsRuns(t *testing.T) {
	e := recomputed(t)[0]
	puts := &counting{Cache: paper.Memory()}
	n := &e.Numbers[0]
	if _, err := demo.Recomputer(paper.Options{Cache: puts}).Number(t.Context(), e, n); err != nil {
		t.Fatal(err)
	}
	if puts.n != len(n.Samples) {
		t.Errorf("%d runs for %s, want one for each of %d seeds", puts.n, n.ID, len(n.Samples))
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

// A row from a log is not compared with what comes out of another log, or of what stands in for it.
func TestARowIsNotComparedWithoutItsLog(t *testing.T) {
	all := recomputed(t)
	e, of := all[0], func(content string) *paper.Evaluation {
		from := *all[0]
		from.Origins = slices.Clone(from.Origins)
		from.Origins[0].Traces = []paper.Trace{{Name: papertest.Trace, Uncompressed: content}}
		return &from
	}
	model := experiment.Model{Name: "lublin", Jobs: 50, Procs: 64, Load: 0.8, Seed: 1}
	log, err := model.Generate(nil, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := log.WriteSWF(&file); err != nil {
		t.Fatal(err)
	}
	folder := fstest.MapFS{papertest.Trace: {Data: file.Bytes()}}
	sum := fmt.Sprintf("%x", sha256.Sum256(file.Bytes()))
	for _, c := range []struct {
		e      *paper.Evaluation
		traces fs.FS
		want   *paper.LogError
	}{
		{e, nil, nil},
		{of(sum), folder, nil},
		{of(sum), nil, &paper.LogError{Log: papertest.Trace}},
		{of(sum), fstest.MapFS{}, &paper.LogError{Log: papertest.Trace}},
		{of("another"), folder, &paper.LogError{Log: papertest.Trace, Other: true}},
		{e, folder, &paper.LogError{Log: papertest.Trace, Other: true}},
	} {
		_, err := demo.Recomputer(paper.Options{Traces: c.traces}).Number(t.Context(), c.e, &c.e.Numbers[0])
		var missing *paper.LogError
		errors.As(err, &missing)
		if (c.want == nil) != (err == nil) || c.want != nil && (missing == nil || *missing != *c.want) {
			t.Errorf("from %v with %v: %v, want %v", c.e.Logs(), c.traces, err, c.want)
		}
	}
}

func TestARowOfAnExperimentThatIsGoneIsAnError(t *testing.T) {
	e := recomputed(t)[1]
	gone := *e.Experiment
	gone.ID = "demo/table9"
	e.Experiment = &gone
	if _, err := demo.Recomputer(paper.Options{}).Number(t.Context(), e, &e.Numbers[0]); err == nil ||
		!strings.Contains(err.Error(), "unknown experiment") {
		t.Errorf("it gives %v", err)
	}
}
