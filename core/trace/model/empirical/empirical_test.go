package empirical

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

// source is a workload to analyse: estimates are popular values, and some runs
// are longer than their estimates, as in logs that do not kill them.
func source(t *testing.T) *trace.Workload {
	t.Helper()
	w, err := lublin.Model{Jobs: 4000, Procs: 100, Estimates: lublin.Estimates{Kind: "round", Factor: 2}}.Generate()
	if err != nil {
		t.Fatal(err)
	}
	for i := range w.Jobs.Held() {
		if i%11 == 0 {
			w.Jobs.Held()[i].Run = w.Jobs.Held()[i].Estimate + 60
		}
	}
	return w
}

func analyse(t *testing.T, w *trace.Workload) *Model {
	t.Helper()
	m, err := Analyse(w)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func generate(t *testing.T, m *Model, opt Options) *trace.Workload {
	t.Helper()
	w, err := m.Generate(opt)
	if err != nil {
		t.Fatal(err)
	}
	last := int64(0)
	for i := range w.Jobs.Held() {
		j := &w.Jobs.Held()[i]
		if j.ID != int64(i)+1 || j.Submit < last || j.Procs < 1 || int(j.Procs) > w.Procs || j.Estimate < 1 || j.Run < 0 {
			t.Fatalf("job %d: %+v after second %d", i, *j, last)
		}
		last = j.Submit
	}
	if w.Procs != m.Procs || w.UnixStart != 0 || w.Jobs.Held()[0].Submit != 0 {
		t.Errorf("%d processors, start %d, first job at %d", w.Procs, w.UnixStart, w.Jobs.Held()[0].Submit)
	}
	return w
}

// TestTableCountsEveryCombination counts again, with a map.
func TestTableCountsEveryCombination(t *testing.T) {
	w := source(t)
	m := analyse(t, w)
	count := map[Cell]int64{}
	for _, j := range w.Jobs.Held() {
		count[Cell{Procs: j.Procs, Estimate: j.Estimate, Run: j.Run}]++
	}
	for i := range m.Table.Jobs {
		c := Cell{Procs: m.Table.Procs[i], Estimate: m.Table.Estimate[i], Run: m.Table.Run[i]}
		if count[c] != m.Table.Jobs[i] {
			t.Errorf("%+v: %d jobs, want %d", c, m.Table.Jobs[i], count[c])
		}
		delete(count, c)
		if i > 0 {
			p := Cell{Procs: m.Table.Procs[i-1], Estimate: m.Table.Estimate[i-1], Run: m.Table.Run[i-1]}
			if p.compare(c) >= 0 {
				t.Errorf("cell %d is out of order", i)
			}
		}
	}
	if len(count) > 0 {
		t.Errorf("%d combinations are missing", len(count))
	}
}

// TestGeneratedJobsHaveTheJointDistribution compares, for every class of
// width, estimate, run time and of all three together, the share of jobs with
// the source's.
func TestGeneratedJobsHaveTheJointDistribution(t *testing.T) {
	const n = 100_000
	w := source(t)
	got := generate(t, analyse(t, w), Options{Jobs: n})
	type class [3]int64
	classes := func(j *job.Job) []class {
		width, run := int64(j.Procs), int64(math.Log2(float64(j.Run)+1))
		return []class{{width, -1, -1}, {-1, j.Estimate, -1}, {-1, -1, run}, {width, j.Estimate, run}}
	}
	count := func(w *trace.Workload) map[class]float64 {
		m := map[class]float64{}
		for i := range w.Jobs.Held() {
			for _, c := range classes(&w.Jobs.Held()[i]) {
				m[c] += 1 / float64(w.Len())
			}
		}
		return m
	}
	want, have := count(w), count(got)
	for c, p := range want {
		if d := math.Abs(have[c]-p) / math.Sqrt(p*(1-p)/n); d > 4.5 { // some 700 classes
			t.Errorf("class %v has the share %v, want %v: %.1f standard errors", c, have[c], p, d)
		}
	}
	for c := range have {
		if _, known := want[c]; !known {
			t.Errorf("class %v does not occur in the source", c)
		}
	}
}

func TestAnalysingWhatWasGeneratedGivesBackTheModel(t *testing.T) {
	m := analyse(t, source(t))
	for _, c := range [][2]float64{{m.Alpha, m.Beta}, {0.35, 60}, {0.35, 200}, {0.4, 290}} {
		m.Alpha, m.Beta = c[0], c[1]
		again := analyse(t, generate(t, m, Options{Jobs: 50_000}))
		if math.Abs(again.Alpha/m.Alpha-1) > 0.015 || math.Abs(again.Beta/m.Beta-1) > 0.06 {
			t.Errorf("alpha %v and beta %v came back as %v and %v", m.Alpha, m.Beta, again.Alpha, again.Beta)
		}
		if again.Procs != m.Procs {
			t.Errorf("%d processors came back as %d", m.Procs, again.Procs)
		}
	}
}

func TestLoadIsReached(t *testing.T) {
	m := analyse(t, source(t))
	for _, load := range []float64{0.05, 0.7, 1.5} {
		w := generate(t, m, Options{Load: load, Jobs: 5000})
		area := 0.0
		for i := range w.Jobs.Held() {
			area += w.Jobs.Held()[i].Area(false)
		}
		if got := area / float64(w.Procs) / float64(w.Jobs.Held()[4999].Submit); math.Abs(got/load-1) > 1e-3 {
			t.Errorf("load %v, want %v", got, load)
		}
	}
}

func TestOptionsTouchOnlyWhatTheyAreFor(t *testing.T) {
	m := analyse(t, source(t))
	plain := generate(t, m, Options{})
	if plain.Len() != DefaultJobs || plain.Users != nil {
		t.Errorf("%d jobs, %d users by default", plain.Len(), len(plain.Users))
	}
	for _, opt := range []Options{{Users: 12}, {Load: 0.4}, {Jobs: 300}} {
		for i, got := range generate(t, m, opt).Jobs.Held() {
			want := plain.Jobs.Held()[i]
			if opt.Users > 0 {
				want.User = got.User
			}
			if opt.Load > 0 {
				want.Submit = got.Submit
			}
			if got != want {
				t.Fatalf("%+v: job %d is %+v, without the option %+v", opt, i, got, want)
			}
		}
	}
	if cmp.Equal(generate(t, m, Options{Seed: 1}).Jobs.Held(), plain.Jobs.Held()) {
		t.Error("the seed changes nothing")
	}
	if w := generate(t, m, Options{Jobs: 1, Load: 0.5}); w.Len() != 1 {
		t.Errorf("%d jobs, want 1", w.Len())
	}
}

func TestModelIsData(t *testing.T) {
	m := analyse(t, source(t))
	b, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var back Model
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	a, again := generate(t, m, Options{Jobs: 500}), generate(t, &back, Options{Jobs: 500})
	if d := cmp.Diff(a.Jobs.Held(), again.Jobs.Held()); d != "" || a.Source != again.Source {
		t.Error(d, a.Source, again.Source)
	}
}

// The digests must come out on every build; they change only when the
// generator changes, and every result on generated workloads with it.
func TestSameModelSameBytesOnEveryBuild(t *testing.T) {
	m := analyse(t, source(t))
	for _, c := range []struct {
		name  string
		value any
		want  string
	}{
		{"analysis", m, "676a8a3b28178571"},
		{"workload", generate(t, m, Options{Jobs: 3000, Seed: 5, Users: 20}).SHA256(), "bb4ca721ab7c9630"},
		{"loaded workload", generate(t, m, Options{Jobs: 3000, Load: 0.9}).SHA256(), "533460d9e83bff23"},
	} {
		b, err := json.Marshal(c.value)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(b)
		if got := hex.EncodeToString(sum[:8]); got != c.want {
			t.Errorf("the %s has digest %s, want %s", c.name, got, c.want)
		}
	}
}

func TestBadInputIsAnError(t *testing.T) {
	nan := math.NaN()
	ok := func() *Model {
		table := NewTable([]Cell{{Procs: 8, Estimate: 60, Run: 70, Jobs: 1}, {Procs: 1, Estimate: 1, Run: 0, Jobs: 2}})
		return &Model{Procs: 8, Alpha: 0.4, Beta: 100, Table: table}
	}
	if _, err := ok().Generate(Options{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		change func(*Model, *Options)
		want   string
	}{
		{func(m *Model, o *Options) { *m = Model{} }, "processors"},
		{func(m *Model, o *Options) { m.Procs = job.MaxProcs + 1 }, "processors"},
		{func(m *Model, o *Options) { m.Alpha = 0 }, "alpha"},
		{func(m *Model, o *Options) { m.Alpha = nan }, "alpha"},
		{func(m *Model, o *Options) { m.Beta = -1 }, "beta"},
		{func(m *Model, o *Options) { m.Beta = math.Inf(1) }, "beta"},
		{func(m *Model, o *Options) { m.Alpha = 1e-3 }, "fewer jobs or a higher load"},
		{func(m *Model, o *Options) { m.Table = Table{} }, "empty"},
		{func(m *Model, o *Options) { m.Table.Run = m.Table.Run[:1] }, "lengths"},
		{func(m *Model, o *Options) { m.Table.Procs[1] = 9 }, "wide"},
		{func(m *Model, o *Options) { m.Table.Procs[0] = 0 }, "wide"},
		{func(m *Model, o *Options) { m.Table.Estimate[0] = 0 }, "estimate"},
		{func(m *Model, o *Options) { m.Table.Run[0] = job.MaxSeconds + 1 }, "run time"},
		{func(m *Model, o *Options) { m.Table.Jobs[0] = 0 }, "stands for 0 jobs"},
		{func(m *Model, o *Options) { m.Table.Jobs[0] = math.MaxInt64 }, "stands for"},
		{func(m *Model, o *Options) { o.Jobs = -3 }, "jobs"},
		{func(m *Model, o *Options) { o.Jobs = 1 << 50 }, "jobs"},
		{func(m *Model, o *Options) { o.Load = nan }, "load"},
		{func(m *Model, o *Options) { o.Load = 1e-9 }, "higher load"},
		{func(m *Model, o *Options) { o.Load = 1e-300 }, "higher load"},
		{func(m *Model, o *Options) { o.Users = -1 }, "users"},
	} {
		m, opt := ok(), Options{}
		c.change(m, &opt)
		w, err := m.Generate(opt)
		if err == nil || w != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one about %s", err, c.want)
		}
	}
	for _, w := range []*trace.Workload{{}, {Jobs: trace.Hold(make([]job.Job, 1))}, {Jobs: trace.Hold(make([]job.Job, 5))}} {
		if m, err := Analyse(w); err == nil || m != nil {
			t.Errorf("a workload of %d jobs at second 0 is analysed", w.Len())
		}
	}
}

func BenchmarkAnalyse(b *testing.B) {
	w, err := lublin.Model{Jobs: 20_000}.Generate()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Analyse(w); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(w.Len())*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}

func BenchmarkGenerate(b *testing.B) {
	w, err := lublin.Model{Jobs: 20_000}.Generate()
	if err != nil {
		b.Fatal(err)
	}
	m, err := Analyse(w)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := m.Generate(Options{Jobs: 10_000, Load: 0.8}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(10_000*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}
