package rules

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/learn/train"
	"github.com/backfill-lab/backfill/core/papers/internal/laws"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/papertest"
)

func TestLaws(t *testing.T) { laws.Check(t, Paper()) }

func TestDigests(t *testing.T) { laws.Digests(t, Paper()) }

func TestPrintedNumbersAreCompared(t *testing.T) { laws.Printed(t, Paper(), numbers()) }

func made(t testing.TB, key string, l *paper.Loader) *trace.Workload {
	t.Helper()
	w, err := setOf(key).make(l, 1)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Each experiment has all of its printed numbers.
func TestHasEveryPrintedNumber(t *testing.T) {
	want := map[string]int{
		"rules/table1":     3 + 4 + 5*3,
		"rules/table2":     3 * 6, // of the dates of a period the days between them
		"rules/table3":     5 * 7,
		"rules/table4":     6 * 7,
		"rules/fig3":       2,
		"rules/fig5":       1,
		"rules/fig6":       2 * 5, // gains that follow from table 3
		"rules/section4":   4 + 2*4,
		"rules/section5.1": 8,
	}
	laws.Published(t, Paper(), want, 40)
}

// The printed objective is the sum of the printed AWRT, and table 4 follows from
// table 3 where both print the same workload.
func TestPrintedNumbersAgree(t *testing.T) {
	at := func(row, measure string) float64 { return printed3("ctc", row, measure) }
	for _, row := range rows3 {
		if sum := 10*at(row, "awrt1") + 4*at(row, "awrt2"); math.Abs(sum-at(row, objective)) > 0.1 {
			t.Errorf("%s: the objective is %v, the sum %v", row, at(row, objective), sum)
		}
	}
	for _, m := range allMeasures {
		if gain := improvement(m.name, at("PITTS", m.name), at(easy, m.name)); math.Abs(gain-printedGain("ctc", "PITTS", m.name)) > 0.006 {
			t.Errorf("%s: table 3 gives %.3f %%, table 4 has %v", m.title, gain, printedGain("ctc", "PITTS", m.name))
		}
	}
	if q := reached(printed3, "ctc", "PITTS"); math.Abs(q-98.93) > 0.01 {
		t.Errorf("printed PITTS has come %.2f %% of the way to the front", q)
	}
}

// Substitutes have the printed number of jobs, after scaling, on 1,024 processors,
// the load and the days of the log, and users in every group.
func TestSubstitutesAreScaledAsPrinted(t *testing.T) {
	for _, s := range allSets {
		w := made(t, s.key, Paper().Loader(paper.First(paper.Full), nil))
		if want := s.expected(s.like.jobs); math.Abs(float64(w.Len())-want) > 0.02*want || w.Procs != procs {
			t.Errorf("%s: %d jobs on %d processors, want about %.0f", s.title, w.Len(), w.Procs, want)
		}
		load := s.like.load * s.factor * float64(s.like.procs) / procs
		if got := w.OfferedLoad(); math.Abs(got-load) > 0.03*load {
			t.Errorf("%s: load %.3f, want %.3f", s.title, got, load)
		}
		first, last := w.Span()
		if days := float64(last-first) / trace.Day; math.Abs(days-float64(s.like.days)) > 0.01 {
			t.Errorf("%s: %.2f days, want %d", s.title, days, s.like.days)
		}
		if !s.whole() && math.Abs(numbers().At("table2", periodRow, s.title)-float64(s.like.days)) > 5 {
			t.Errorf("%s: the printed dates are %v days apart, the log has %d", s.title, numbers().At("table2", periodRow, s.title), s.like.days)
		}
		var users [rules.NumGroups + 1]int
		for _, g := range rules.GroupUsers(w.Jobs.Held(), rules.DefaultBounds) {
			users[g]++
		}
		for g, n := range users[1:] {
			if n == 0 {
				t.Errorf("%s has no user in group %d", s.title, g+1)
			}
		}
	}
}

// With the logs, the workloads have the printed size.
func TestWorkloadsAreThePapers(t *testing.T) {
	traces := papertest.Traces()
	if traces == nil {
		t.Skip("needs the logs: set " + paper.TracesVariable)
	}
	for _, s := range allSets {
		l := Paper().Loader(paper.First(paper.Full), traces)
		w := made(t, s.key, l)
		off := math.Abs(float64(w.Len()) - float64(s.jobs()))
		switch s.key {
		case "lanl", "sdsc96": // of which the log as it was before cleaning is not known
			off = math.Abs(float64(w.Len()) - s.expected(s.like.jobs))
		}
		if off > 4*s.deviation() || w.Procs != procs || l.Origin().Substitute != (s.key == "sdsc95") {
			t.Errorf("%s: %d jobs on %d processors, printed are %d; substitute: %t", s.title, w.Len(), w.Procs, s.jobs(), l.Origin().Substitute)
		}
		if v := do(t, s.floor(paper.First(paper.Full)), w, nil).Values[objective]; s == ctc && math.Round(v) != 645_749 {
			t.Errorf("the floor of CTC is %.0f s", v)
		}
	}
}

func do(t *testing.T, run paper.Run, w *trace.Workload, aid *paper.Aid) *paper.Summary {
	t.Helper()
	s, err := run.Compute(context.Background(), w, aid)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The paper's EASY is the policy easy.
func TestEASYIsThePolicyEASY(t *testing.T) {
	for _, key := range []string{"ctc", "sdsc96"} {
		w := made(t, key, Paper().Loader(paper.First(paper.Quick), nil))
		all := do(t, setOf(key).strategies(paper.First(paper.Quick), 1), w, &paper.Aid{Workers: 1})
		p, err := experiment.Builtin.Machine("easy", nil)
		if err != nil {
			t.Fatal(err)
		}
		e, err := sim.New(sim.Config{Procs: w.Procs, Jobs: w.Jobs.Held()}, p)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Run(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		want := paper.NewSummary()
		keep(want, rules.Score(w.Procs, w.Jobs.Held(), e.Schedule(), rules.GroupUsers(w.Jobs.Held(), rules.DefaultBounds)))
		for name, v := range want.Values {
			if got := all.Series[name][easyStrategy]; got != v {
				t.Errorf("%s: %s is %v, policy easy has %v", key, name, got, v)
			}
		}
	}
}

// A rule base that is tried on the workload that it was trained on does there what
// it did in training, in one decision or more.
func TestTriedAtHomeIsTheTraining(t *testing.T) {
	s := setOf("kth")
	w := made(t, s.key, Paper().Loader(paper.First(paper.Quick), nil))
	for _, way := range ways {
		trained := do(t, s.train(paper.First(paper.Quick), way, 1), w, &paper.Aid{Workers: 2})
		tried := do(t, s.tried(paper.First(paper.Quick), s, way), w, &paper.Aid{After: []*paper.Summary{trained}})
		for _, name := range append(rules.Objectives(), objective) {
			if a, b := trained.Values[name], tried.Values[name]; a != b {
				t.Errorf("%s: %s was %v in training and is %v", way.title, name, a, b)
			}
		}
		sum := 0.0
		for _, n := range tried.Series[decisions] {
			sum += n
		}
		if sum < 1 {
			t.Errorf("%s has decided nothing", way.title)
		}
	}
}

// What is trained or searched in pieces is what is done in one go.
func TestGoOnAfterAnInterruption(t *testing.T) {
	defer func(d time.Duration) { pause = d }(pause)
	pause = 0
	s := setOf("sdsc96")
	w := made(t, s.key, Paper().Loader(paper.First(paper.Quick), nil))
	var after []*paper.Summary
	at := paper.First(paper.Quick)
	runs := []paper.Run{s.train(at, prob, 1), s.train(at, pitts, 1), s.train(at, cca, 1), s.front(at)}
	for i, run := range runs {
		want := do(t, run, w, &paper.Aid{Workers: 1, After: after})
		cache := paper.Memory()
		pieces := 0
		for {
			pieces++
			ctx, cancel := context.WithCancel(context.Background())
			aid := paper.NewAid(2, &countdown{Cache: cache, left: 1, cancel: cancel}, "d", after...)
			got, err := run.Compute(ctx, w, aid)
			cancel()
			if errors.Is(err, context.Canceled) && pieces < 50 {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			a, _ := json.Marshal(want)
			b, _ := json.Marshal(got)
			if string(a) != string(b) {
				t.Errorf("%s in %d pieces differs", run.Label, pieces)
			}
			break
		}
		if pieces < 2 {
			t.Errorf("%s was not interrupted", run.Label)
		}
		if i < 3 {
			after = append(after, want)
		}
	}
}

// countdown cancels after so many puts.
type countdown struct {
	paper.Cache
	left   int
	cancel func()
}

func (c *countdown) Put(digest string, data []byte) error {
	if c.left--; c.left < 0 {
		c.cancel()
	}
	return c.Cache.Put(digest, data)
}

// At scale paper the trainings are the paper's.
func TestTrainsAsThePaper(t *testing.T) {
	for _, way := range ways {
		o, err := options(paper.First(paper.Full), way.way, 1).Filled()
		if err != nil {
			t.Fatal(err)
		}
		want := train.Options{Mu: 3, Lambda: 21, Generations: 40, Rules: 10}
		if way.way == train.Prob {
			want = train.Options{Draws: 50}
		}
		if o.Mu != want.Mu || o.Lambda != want.Lambda || o.Generations != want.Generations || o.Rules != want.Rules || o.Draws != want.Draws ||
			o.Objective != "10*awrt1 + 4*awrt2" {
			t.Errorf("%s: %+v", way.title, o)
		}
	}
}
