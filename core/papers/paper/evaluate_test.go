package paper_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/papers/internal/laws"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace/builtin"
	"github.com/backfill-lab/backfill/internal/papertest"
)

var demo = paper.Catalogue{papertest.Demo()}

// The demo is a check of the laws themselves.
func TestLaws(t *testing.T) { laws.Check(t, papertest.Demo()) }

func evaluate(t *testing.T, c paper.Catalogue, opt paper.Options, ids ...string) []*paper.Evaluation {
	t.Helper()
	if opt.Scale == "" {
		opt.Scale = paper.Quick
	}
	all, err := c.Evaluate(context.Background(), opt, ids...)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// text is everything in evaluations that has to be the same in every
// repetition.
func text(t *testing.T, all []*paper.Evaluation) string {
	t.Helper()
	var b strings.Builder
	for _, e := range all {
		fmt.Fprintf(&b, "%s %s\n", e.Experiment.ID, e.Scale)
		for _, r := range e.Runs {
			fmt.Fprintf(&b, "%s %s\n", r.Label, r.Digest)
		}
		fmt.Fprintf(&b, "%+v\n%s", e.Origins, outcome(t, e))
	}
	return b.String()
}

// outcome is everything that an experiment gave, with the words.
func outcome(t *testing.T, e *paper.Evaluation) string {
	t.Helper()
	c, err := json.Marshal(e.Chart)
	if err != nil {
		t.Fatal(err)
	}
	numbers, claims := slices.Clone(e.Numbers), slices.Clone(e.Claims)
	for i := range numbers {
		numbers[i].Seconds = 0
	}
	for i := range claims {
		claims[i].Seconds = 0
	}
	return fmt.Sprintf("%s%+v\n%+v\n%s\n", laws.Figures(t, e), numbers, claims, c)
}

func same(t *testing.T, what string, got, want []*paper.Evaluation) {
	t.Helper()
	if diff := cmp.Diff(text(t, want), text(t, got)); diff != "" {
		t.Errorf("%s: %s", what, diff)
	}
}

func TestResultsDoNotDependOnHowTheyCameAbout(t *testing.T) {
	want := evaluate(t, demo, paper.Options{Parallel: 1})
	same(t, "four at once", evaluate(t, demo, paper.Options{Parallel: 4}), want)
	for _, c := range []paper.Cache{paper.Memory(), paper.Folder(filepath.Join(t.TempDir(), "a", "b"), nil)} {
		same(t, "into the cache", evaluate(t, demo, paper.Options{Cache: c}), want)
		cached := evaluate(t, demo, paper.Options{Cache: c})
		same(t, "from the cache", cached, want)
		for _, e := range cached {
			for _, r := range e.Runs {
				if !r.Cached {
					t.Errorf("%s %s was computed again", e.Experiment.ID, r.Label)
				}
			}
		}
	}
}

// What is selected beside an experiment does not change it.
func TestAnExperimentAloneIsAsAmongAll(t *testing.T) {
	all := evaluate(t, demo, paper.Options{})
	for i, e := range all {
		same(t, e.Experiment.ID, evaluate(t, demo, paper.Options{}, e.Experiment.ID), all[i:i+1])
	}
}

// store counts what is computed, and stops an evaluation after a few runs.
type store struct {
	paper.Cache
	mu    sync.Mutex
	puts  map[string]int
	after int
	stop  func()
}

func (s *store) Put(digest string, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.puts[digest]++
	if s.after--; s.after == 0 {
		s.stop()
	}
	return s.Cache.Put(digest, data)
}

func TestAnInterruptedEvaluationGoesOnWhereItWas(t *testing.T) {
	want := evaluate(t, demo, paper.Options{})
	for after := 1; after <= 9; after += 4 {
		ctx, cancel := context.WithCancel(context.Background())
		s := &store{Cache: paper.Folder(t.TempDir(), nil), puts: map[string]int{}, after: after, stop: cancel}
		opt := paper.Options{Scale: paper.Quick, Cache: s, Parallel: 2}
		if _, err := demo.Evaluate(ctx, opt); !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped after %d runs: error %v", after, err)
		}
		kept := len(s.puts)
		if kept < after || kept > after+1 { // the other of two at once may have been through
			t.Errorf("stopped after %d runs, %d are kept", after, kept)
		}
		same(t, "resumed", evaluate(t, demo, opt), want)
		for digest, n := range s.puts {
			if n != 1 {
				t.Errorf("run %s was computed %d times", digest, n)
			}
		}
	}
}

func TestEqualRunsAreComputedOnce(t *testing.T) {
	s := &store{Cache: paper.Memory(), puts: map[string]int{}, after: -1}
	runs := 0
	for _, e := range evaluate(t, demo, paper.Options{Cache: s}) {
		runs += len(e.Runs)
	}
	if want := 2*2*3 + 1; len(s.puts) != want || runs != want+3 { // table1's three are fig1's
		t.Errorf("%d runs were computed for %d, want %d for %d", len(s.puts), runs, want, want+3)
	}
}

func TestTracesAreUsedWhereTheyAreGiven(t *testing.T) {
	w, err := builtin.Load("")
	if err != nil {
		t.Fatal(err)
	}
	var swf bytes.Buffer
	if err := w.Head(200).WriteSWF(&swf); err != nil {
		t.Fatal(err)
	}
	given := fstest.MapFS{papertest.Trace: {Data: swf.Bytes()}}
	for _, c := range []struct {
		traces     fs.FS
		substitute bool
	}{{nil, true}, {fstest.MapFS{}, true}, {given, false}} {
		e := evaluate(t, demo, paper.Options{Traces: c.traces}, "demo/fig1")[0]
		for _, o := range e.Origins {
			if missing := c.traces != nil && c.substitute; missing != slices.Equal(o.Missing, []string{papertest.Trace}) {
				t.Errorf("with traces %v: missing %q", c.traces, o.Missing)
			}
			if o.Substitute != c.substitute || (len(o.Traces) == 0) != c.substitute || (len(o.Seeds) == 1) != c.substitute || len(o.SHA256) != 64 {
				t.Errorf("with traces %v: origin %+v", c.traces, o)
			}
		}
		if len(e.Origins) != 2 || e.Origins[0].SHA256 == e.Origins[1].SHA256 {
			t.Errorf("origins %+v: want two that differ", e.Origins)
		}
	}
	bad := fstest.MapFS{papertest.Trace: {Data: []byte("not a log\n")}}
	if _, err := demo.Evaluate(context.Background(), paper.Options{Scale: paper.Quick, Traces: bad}, "demo"); err == nil ||
		!strings.Contains(err.Error(), papertest.Trace) {
		t.Errorf("a trace that is no log: error %v", err)
	}
}

// A note explains a difference at the paper's own size; a smaller sample differs for other reasons.
func TestNotesAreAboutThePapersSize(t *testing.T) {
	for scale, want := range map[paper.Scale]bool{paper.Quick: false, paper.Full: true} {
		for _, e := range evaluate(t, demo, paper.Options{Scale: scale}, "demo/table1") {
			if notes := e.Notes(); (len(notes) > 0) != want {
				t.Errorf("at scale %s the notes are %q", scale, notes)
			}
		}
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		published, step, ours, ratio float64
		verdict                      paper.Verdict
	}{
		{100, 1, 100, 1, paper.Same},
		{100, 1, 100.5, 1.005, paper.Same},
		{100, 1, 99.5, 0.995, paper.Same},
		{100, 1, 100.51, 1.0051, paper.Close},
		{100, 0, 100.1, 1.001, paper.Close},
		{100, 1, 110, 1.1, paper.Close},
		{100, 1, 90, 0.9, paper.Close},
		{100, 1, 110.1, 1.101, paper.Differs},
		{100, 1, -100, -1, paper.Differs},
		{-100, 1, -100.4, 1.004, paper.Same},
		{0.79, 0.01, 0.785, 0.785 / 0.79, paper.Same},
		{0, 0.01, 0, 1, paper.Same},
		{0, 0.01, 0.004, math.NaN(), paper.Same},
		{0, 0.01, 0.1, math.NaN(), paper.Differs},
		{100, 1, 0, 0, paper.Differs},
		{100, 1, math.NaN(), math.NaN(), paper.None},
		{0, 1, math.NaN(), math.NaN(), paper.None},
		{1, 1, math.Inf(1), math.NaN(), paper.None},
	} {
		ratio, v := paper.Judge(c.published, c.step, c.ours)
		if v != c.verdict || math.Abs(ratio-c.ratio) > 1e-12 || (ratio != ratio) != (c.ratio != c.ratio) {
			t.Errorf("published %v in steps of %v, ours %v: %v %s, want %v %s", c.published, c.step, c.ours, ratio, v, c.ratio, c.verdict)
		}
	}
}

func TestNumbersAreComparedWithTheirCells(t *testing.T) {
	e := evaluate(t, demo, paper.Options{Scale: paper.Full}, "demo/table1")[0]
	var got []string
	for _, n := range e.Printed() {
		got = append(got, fmt.Sprintf("%s %s %q", n.ID, n.Verdict, n.Note))
	}
	want := []string{
		`demo/table1/UTIL/fcfs same ""`,
		`demo/table1/UTIL/easy close "The paper's machine was another one."`,
		`demo/table1/ART/fcfs differs "The paper does not exist."`,
		`demo/table1/makespan/fcfs none ""`,
		`demo/table1/gain/easy undecided ""`,
		`demo/table1/jobs/fcfs same ""`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var verdicts []paper.Verdict
	for _, c := range e.Claims {
		verdicts = append(verdicts, c.Verdict)
	}
	claims := []paper.Verdict{paper.Holds, paper.Fails, paper.Undecided, paper.ByConstruction, paper.Untestable}
	if !slices.Equal(verdicts, claims) || e.Claims[0].ID != "demo/table1/easy-helps" {
		t.Errorf("claims %+v: want the verdicts %v", e.Claims, claims)
	}
	for _, c := range e.Numbers {
		if (c.Verdict == "") != (c.Published != c.Published) {
			t.Errorf("cell %+v: a verdict is for what was published", c)
		}
		if (c.Class == paper.Own) != (c.Published != c.Published) {
			t.Errorf("cell %+v: what was not published is ours", c)
		}
	}
}

func TestProgressEndsWithEverything(t *testing.T) {
	cache := paper.Memory()
	evaluate(t, demo, paper.Options{Cache: cache}, "demo/table1")
	var last paper.Progress
	calls := 0
	evaluate(t, demo, paper.Options{Cache: cache, Progress: func(p paper.Progress) {
		if p.Share < last.Share && calls > 0 || p.Share > 1 || p.Done < last.Done || p.Done > p.Total {
			t.Errorf("progress %+v after %+v", p, last)
		}
		last = p
		calls++
	}})
	if last.Done != last.Total || last.Share != 1 || last.Total != 13 || last.Cached != 3 {
		t.Errorf("the last progress is %+v", last)
	}
}

func TestFind(t *testing.T) {
	for ids, want := range map[string]string{
		"":                                "demo/table1 demo/fig1 demo/fig2",
		"demo":                            "demo/table1 demo/fig1 demo/fig2",
		"demo/fig2 demo/table1 demo/fig2": "demo/table1 demo/fig2",
		"demo/fig1 demo":                  "demo/table1 demo/fig1 demo/fig2",
	} {
		chosen, err := demo.Find(paper.First(paper.Quick), strings.Fields(ids)...)
		var got []string
		for _, c := range chosen {
			got = append(got, c.Experiment.ID)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("Find(%s) = %v, %v; want %s", ids, got, err, want)
		}
	}
	var unknown *paper.UnknownError
	if _, err := demo.Find(paper.First(paper.Quick), "demo/fig1", "demo/fig9"); !errors.As(err, &unknown) || unknown.ID != "demo/fig9" {
		t.Errorf("Find of what there is not: %v", err)
	}
	if _, err := demo.Find(paper.First("large")); err == nil || !strings.Contains(err.Error(), "large") {
		t.Errorf("Find at an unknown scale: %v", err)
	}
}
