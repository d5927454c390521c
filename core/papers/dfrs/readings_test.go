package dfrs

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// with is the first setting at scale quick, but for one choice.
func with(c *paper.Choice, value string) paper.Setting {
	at := paper.First(paper.Quick)
	at.Reading = paper.Reading{c.Key: value}
	return at
}

// What an algorithm sees changes its runs on shared nodes, and nothing of batch schedulers.
func TestReadingsOfTheAlgorithmsChangeTheirRuns(t *testing.T) {
	w := made(t, paper.Options{Scale: paper.Quick}, traces)
	first := paper.First(paper.Quick)
	c := scaled.cut(first, 0.8)
	all, err := c.instances(w)
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []paper.Setting{with(virtualTime, "running"), with(packingTies, "newest")} {
		differs := 0
		for _, jobs := range all {
			a, b := sharedRun(first, c, "MCB8*/per/OPT=MIN"), sharedRun(other, c, "MCB8*/per/OPT=MIN")
			if fmt.Sprint(measuresOf(t, a, jobs)) != fmt.Sprint(measuresOf(t, b, jobs)) {
				differs++
			}
		}
		if differs == 0 {
			t.Errorf("%s changes nothing", other.Reading)
		}
		one, two := scaled.run(first, 0.8, nameEASY), scaled.run(other, 0.8, nameEASY)
		if a, b := fmt.Sprint(one.Task.Params), fmt.Sprint(two.Task.Params); a != b {
			t.Errorf("%s: EASY's run depends on %s, not %s", other.Reading, b, a)
		}
	}
}

// Without constraint (1d) the bound is lower, so that every degradation is as high or higher.
func TestTheDivisibleBoundIsLower(t *testing.T) {
	of := func(at paper.Setting) *paper.Evaluation {
		opt := paper.Options{Scale: at.Scale, Reading: at.Reading, Cache: papertest.Kept}
		all, err := paper.Catalogue{Paper()}.Evaluate(t.Context(), opt, "dfrs/section5.2")
		if err != nil {
			t.Fatal(err)
		}
		return all[0]
	}
	printed, divisible := of(with(theorem, "printed")), of(paper.First(paper.Quick))
	higher := 0
	for i, p := range printed.Numbers {
		d := divisible.Numbers[i]
		switch {
		case strings.HasSuffix(p.Column, "underutilization") && d.Ours != p.Ours:
			t.Errorf("%s is %v by one bound, %v by the other", p.ID, p.Ours, d.Ours)
		case !strings.HasSuffix(p.Column, " degradation"): // a ratio of two
		case d.Ours < p.Ours*(1-1e-9):
			t.Errorf("%s is %v, by the lower bound %v", p.ID, p.Ours, d.Ours)
		case d.Ours > p.Ours:
			higher++
		}
	}
	if higher == 0 {
		t.Error("the bounds are equal")
	}
}

// A way of counting multiplies its own numbers of table 3, and no others.
func TestCountingMultiplies(t *testing.T) {
	of := func(r paper.Reading) []paper.Number {
		opt := paper.Options{Scale: paper.Quick, Reading: r, Cache: papertest.Kept}
		all, err := paper.Catalogue{Paper()}.Evaluate(t.Context(), opt, "dfrs/table3")
		if err != nil {
			t.Fatal(err)
		}
		return all[0].Numbers
	}
	first := of(nil)
	twice, once := of(paper.Reading{countedEvents.Key: "two"}), of(paper.Reading{countedBytes.Key: "once"})
	for i, n := range first {
		events, bytes := 2*n.Ours, n.Ours
		if strings.Contains(n.Column, "GB/s") {
			events, bytes = n.Ours, n.Ours/2
		}
		if twice[i].Ours != events || once[i].Ours != bytes {
			t.Errorf("%s is %v, with two events %v, with bytes once %v", n.ID, n.Ours, twice[i].Ours, once[i].Ours)
		}
	}
}

// UMed changes sizes and nothing else of the traces.
func TestUMedIsForTheTraces(t *testing.T) {
	of := func(at paper.Setting, set string) *trace.Workload {
		w, err := Paper().Loader(at, nil).JobSet(set)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	first, five := paper.First(paper.Quick), with(lublinUMed, "5")
	if !slices.Equal(of(first, log).Jobs.Held(), of(five, log).Jobs.Held()) {
		t.Error("the substitute for the log depends on it")
	}
	a, b, larger := 0.0, 0.0, of(five, traces).Jobs.Held()
	for i, j := range of(first, traces).Jobs.Held() {
		k := larger[i]
		if a, b = a+float64(j.Procs), b+float64(k.Procs); j.Submit != k.Submit {
			t.Fatalf("job %d is submitted at %d, with the other UMed at %d", j.ID, j.Submit, k.Submit)
		}
	}
	if b <= a {
		t.Errorf("%v nodes by UMed 5, %v by 4.5", b, a)
	}
}

// A log's jobs have the processors that they asked for, or those that they got.
func TestProcessorsOfTheLog(t *testing.T) {
	var file bytes.Buffer
	z := gzip.NewWriter(&file)
	fmt.Fprintln(z, "; MaxProcs: 240\n1 0 0 100 4 -1 -1 6 200 -1 1 1 1 1 1 1 -1 -1")
	z.Close()
	traces := fstest.MapFS{logFile: {Data: file.Bytes()}}
	for value, want := range map[string]int32{"requested": 6, "allocated": 4} {
		w, err := Paper().Loader(with(logWidth, value), traces).JobSet(log)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Jobs.Held()[0].Procs; got != want {
			t.Errorf("%s: %d processors, want %d", value, got, want)
		}
	}
}

// The types of jobs change the traces, and how long they take: a hundred batch jobs the longest, both types
// together the shortest.
func TestTypesOfJobsDecideTheSpan(t *testing.T) {
	days := map[string]float64{}
	for _, v := range lublinTypes.Values {
		at := with(lublinTypes, v.Name)
		w, err := Paper().Loader(at, nil).JobSet(traces)
		if err != nil {
			t.Fatal(err)
		}
		c := unscaled.cut(at, 0)
		all, err := c.instances(w)
		if err != nil {
			t.Fatal(err)
		}
		for _, jobs := range all {
			days[v.Name] += seconds(jobs) / trace.Day / float64(len(all))
		}
	}
	if !(days["both"] < days["none"] && days["none"] < days["batch"]) {
		t.Errorf("days of a trace: %v", days)
	}
}

// The penalty of ten minutes is that of section 6.4.2 alone, and does not change batch schedulers.
func TestThePenaltyIsThatOfItsSection(t *testing.T) {
	penalties := func(at paper.Setting) map[string][]int64 {
		all := map[string][]int64{}
		for _, x := range Paper().Experiments(at) {
			for _, r := range x.Runs {
				if p, ok := r.Task.Params.(params); ok && !slices.Contains(all[x.ID], p.Penalty/shared.Second) {
					all[x.ID] = append(all[x.ID], p.Penalty/shared.Second)
				}
			}
			slices.Sort(all[x.ID])
		}
		return all
	}
	five, ten := penalties(paper.First(paper.Quick)), penalties(with(laterPenalty, "600"))
	for id, all := range ten {
		want := five[id]
		switch id {
		case "dfrs/table4", "dfrs/fig3", "dfrs/fig4", "dfrs/fig5", "dfrs/fig6", "dfrs/fig7":
			want = []int64{0, 600}
		case "dfrs/fig8", "dfrs/fig9":
			want = []int64{600}
		}
		if !slices.Equal(all, want) {
			t.Errorf("%s: penalties of %v s, want %v", id, all, want)
		}
	}
}

// Seed 2 has the draws from 101 on, of jobs and of memory.
func TestASeedHasAHundredDraws(t *testing.T) {
	second := paper.Setting{Scale: paper.Quick, Seed: 2}
	w, err := Paper().Loader(second, nil).JobSet(traces)
	if err != nil {
		t.Fatal(err)
	}
	c := unscaled.cut(second, 0)
	all, err := c.instances(w)
	if err != nil {
		t.Fatal(err)
	}
	for i, jobs := range all {
		seed := uint64(101 + i)
		one, err := (&lublin.Model{Jobs: c.Jobs, Procs: synthetic, Type: "both", Seed: seed}).Generate()
		if err != nil {
			t.Fatal(err)
		}
		want := shared.Synthetic(one, seed)
		first, before := want[0].Submit, want[0].ID-jobs[0].ID
		for k := range want {
			want[k].Submit, want[k].ID = want[k].Submit-first, want[k].ID-before
		}
		if !slices.Equal(jobs, want) {
			t.Errorf("instance %d is not draw %d", i+1, seed)
		}
	}
}

// The text's own example of virtual time (section 4.1): 10 s at yield 1, a pause, 30 s at yield
// 0.5 are 25 s. It has no penalty, so both readings give that.
func TestTheTextsExampleOfVirtualTime(t *testing.T) {
	const s = shared.Second
	jobs := []shared.Job{
		{ID: 1, Submit: 0, Run: 25 * s, Tasks: 1, CPU: shared.Whole, Memory: shared.Whole / 2},
		{ID: 2, Submit: 10 * s, Run: 120 * s, Tasks: 1, CPU: shared.Whole, Memory: shared.Whole},
		{ID: 3, Submit: 130 * s, Run: 100 * s, Tasks: 1, CPU: shared.Whole, Memory: shared.Whole / 2},
	}
	for _, running := range []bool{false, true} {
		virtual, end := 0.0, 0.0
		watch := func(e *shared.Engine, v shared.Event) {
			if v.Kind == shared.End && v.Job == 0 {
				virtual, end = float64(e.Virtual(0))/shared.Whole/s, float64(e.Now())/s
			}
		}
		zero := int64(0)
		spec := experiment.Spec{Platforms: experiment.Platforms{Shared: &shared.Nodes{Nodes: 1, PenaltyS: &zero, VirtualInPenalty: running}}}
		_, err := experiment.Play(t.Context(), experiment.Problem{Given: jobs, Spec: &spec}, shared.Prefix+"GreedyP*",
			platform.Hooks{On: []any{shared.Observer(watch)}})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(virtual-25) > 1e-5 || math.Abs(end-160) > 1e-5 {
			t.Errorf("running %t: %v s of virtual time at %v, want 25 at 160", running, virtual, end)
		}
	}
}
