package lublin

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

func generate(t *testing.T, m Model) *trace.Workload {
	t.Helper()
	w, err := m.Generate()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// checkLegal holds for every generated workload.
func checkLegal(t *testing.T, w *trace.Workload) {
	t.Helper()
	last := int64(0)
	for i := range w.Jobs.Held() {
		j := &w.Jobs.Held()[i]
		switch {
		case j.ID != int64(i)+1:
			t.Fatalf("job %d has id %d", i, j.ID)
		case j.Submit < last || j.Submit > job.MaxSeconds:
			t.Fatalf("job %d is submitted at %d, the one before at %d", j.ID, j.Submit, last)
		case j.Run < 1 || j.Estimate < j.Run || j.Estimate > job.MaxSeconds:
			t.Fatalf("job %d runs %d, estimate %d", j.ID, j.Run, j.Estimate)
		case j.Procs < 1 || int(j.Procs) > w.Procs:
			t.Fatalf("job %d has %d of %d processors", j.ID, j.Procs, w.Procs)
		case j.User != job.None && w.Users.Name(j.User) == "", j.Queue != job.None && w.Queues.Name(j.Queue) == "":
			t.Fatalf("job %d: user %d or queue %d has no name", j.ID, j.User, j.Queue)
		}
		last = j.Submit
	}
	if w.UnixStart != 0 || w.Source == "" || w.Name == "" {
		t.Errorf("start %d, source %q, name %q", w.UnixStart, w.Source, w.Name)
	}
}

func load(w *trace.Workload) float64 {
	area := 0.0
	for i := range w.Jobs.Held() {
		area += w.Jobs.Held()[i].Area(false)
	}
	return area / float64(w.Procs) / float64(w.Jobs.Held()[w.Len()-1].Submit-w.Jobs.Held()[0].Submit)
}

var models = []Model{
	{},
	{Jobs: 1},
	{Jobs: 1, Load: 0.5},
	{Jobs: 2, Load: 0.5},
	{Jobs: 3000, Procs: 256, Load: 0.85, Users: 64, Estimates: Estimates{Kind: "round", Factor: 2}},
	{Jobs: 3000, Procs: 100, Load: 0.1, Type: "interactive", Estimates: Estimates{Kind: "factor", Factor: 4}},
	{Jobs: 3000, Procs: 128, Load: 1.2, Type: "both", Seed: 7},
	{Jobs: 3000, Procs: 1, Type: "untyped", Seed: math.MaxUint64},
	{Jobs: 500, Procs: job.MaxProcs, Users: 1},
	{Jobs: 500, Load: 0.9, Wide: 0.9, RunFactor: 1000, Estimates: Estimates{Kind: "round", Factor: 30}},
}

func TestGeneratedWorkloadsAreLegal(t *testing.T) {
	for _, m := range models {
		w := generate(t, m)
		checkLegal(t, w)
		if m.Jobs > 0 && w.Len() != m.Jobs {
			t.Errorf("%+v: %d jobs", m, w.Len())
		}
		if m.Load > 0 && m.Jobs > 2 && math.Abs(load(w)/m.Load-1) > 1e-4 {
			t.Errorf("%+v: load %v", m, load(w))
		}
	}
}

func TestZeroModelIsThePublishedBatchModel(t *testing.T) {
	batch := Batch(128)
	zero := generate(t, Model{})
	want := generate(t, Model{Jobs: 5000, Procs: 128, Type: "batch", Parameters: &batch, Estimates: Estimates{Kind: "exact"}})
	if d := cmp.Diff(want.Jobs.Held(), zero.Jobs.Held()); d != "" {
		t.Error(d)
	}
	if zero.Jobs.Held()[0].User != job.None || zero.Users != nil {
		t.Error("the published model has no users")
	}
}

// TestOptionsTouchOnlyWhatTheyAreFor relies on every quantity having a random
// stream of its own.
func TestOptionsTouchOnlyWhatTheyAreFor(t *testing.T) {
	plain := generate(t, Model{Jobs: 1000})
	for _, m := range []Model{{Jobs: 1000, Users: 9}, {Jobs: 1000, Load: 0.3},
		{Jobs: 1000, Estimates: Estimates{Kind: "round"}}, {Jobs: 2000}} {
		w := generate(t, m)
		for i, want := range plain.Jobs.Held() {
			got := w.Jobs.Held()[i]
			if m.Users > 0 {
				got.User = want.User
			}
			if m.Load > 0 {
				got.Submit = want.Submit
			}
			if m.Estimates.Kind != "" {
				got.Estimate = want.Estimate
			}
			if got != want {
				t.Fatalf("%+v: job %d is %+v, without the option %+v", m, i, got, want)
			}
		}
	}
	if other := generate(t, Model{Jobs: 1000, Seed: 1}); cmp.Equal(other.Jobs.Held(), plain.Jobs.Held()) {
		t.Error("the seed changes nothing")
	}
}

// TestMoreWideJobsMakeNoJobNarrower: the streams are the same.
func TestMoreWideJobsMakeNoJobNarrower(t *testing.T) {
	before := generate(t, Model{Jobs: 2000, Wide: 0.125})
	if d := cmp.Diff(generate(t, Model{Jobs: 2000}).Jobs.Held(), before.Jobs.Held()); d != "" {
		t.Errorf("0.125 is the share of the published parameters: %s", d)
	}
	for _, wide := range []float64{0.2, 0.5, 1} {
		w := generate(t, Model{Jobs: 2000, Wide: wide})
		more := 0
		for i := range w.Jobs.Held() {
			switch got, was := w.Jobs.Held()[i].Procs, before.Jobs.Held()[i].Procs; {
			case got < was:
				t.Fatalf("wide %v: job %d has %d processors, with fewer wide jobs %d", wide, i, got, was)
			case got > was:
				more++
			}
		}
		if more < 20 {
			t.Errorf("wide %v: only %d jobs are wider", wide, more)
		}
		before = w
	}
}

func TestRunTimesAreMultiplied(t *testing.T) {
	plain := generate(t, Model{Jobs: 1000})
	for _, factor := range []float64{0.001, 0.5, 1, 3} {
		w := generate(t, Model{Jobs: 1000, RunFactor: factor})
		for i, want := range plain.Jobs.Held() {
			want.Run = max(1, int64(float64(want.Run)*factor))
			want.Estimate = want.Run
			if got := w.Jobs.Held()[i]; got != want {
				t.Fatalf("run times times %v: job %d is %+v, want %+v", factor, i, got, want)
			}
		}
	}
}

// TestProgramUMedIsForTheSizesOfBatchJobs: on 128 processors the program's constant is 5, the
// formula's 4.5. The streams are the same, so that arrivals and interactive jobs stay, and no
// batch job gets smaller.
func TestProgramUMedIsForTheSizesOfBatchJobs(t *testing.T) {
	if f, p := Batch(128).UMed, ProgramBatch(128).UMed; f != 4.5 || p != 5 {
		t.Errorf("UMed is %v by the formula, want 4.5, and %v by the program, want 5", f, p)
	}
	if p := ProgramBatch(1); p.UMed != p.ULow {
		t.Errorf("one processor: %+v", p)
	}
	formula := generate(t, Model{Jobs: 3000, Type: "both"})
	program := generate(t, Model{Jobs: 3000, Type: "both", UMed: "program"})
	wider := 0
	for i, f := range formula.Jobs.Held() {
		p := program.Jobs.Held()[i]
		switch {
		case p.Submit != f.Submit || p.Queue != f.Queue || p.Queue == 0 && p != f:
			t.Fatalf("job %d is %+v, by the formula %+v", i, p, f)
		case p.Procs < f.Procs:
			t.Fatalf("job %d is smaller by the program: %d, %d by the formula", i, p.Procs, f.Procs)
		case p.Procs > f.Procs:
			wider++
		}
	}
	if wider == 0 {
		t.Error("no job is wider")
	}
	if named := generate(t, Model{Jobs: 3000, Type: "both", UMed: "formula"}); !cmp.Equal(named.Jobs.Held(), formula.Jobs.Held()) {
		t.Error("formula is not the default")
	}
}

// TestArrivalsFollowTheDay counts the arrivals of many days by half hour, with
// gaps so even that chance hardly shows. A stretched load must not smear the
// day.
func TestArrivalsFollowTheDay(t *testing.T) {
	const n = 200_000
	even := Batch(128)
	even.AArr, even.ARAR, even.BArr = 5000, 1, 0.001 // e**5 s, 7 % more or less
	for _, load := range []float64{0, 5} {
		w := generate(t, Model{Jobs: n, Load: load, Parameters: &even})
		var count Cycle
		for i := range w.Jobs.Held() {
			count[w.Jobs.Held()[i].Submit%86400/1800] += 48.0 / n
		}
		days := float64(w.Jobs.Held()[n-1].Submit) / 86400
		for i, want := range even.Cycle() {
			if math.Abs(count[i]-want) > 0.02*want {
				t.Errorf("load %v, %.1f days, half hour %d: rate %.4f, want %.4f", load, days, i, count[i], want)
			}
		}
	}
}

// TestTypesMergeByTime compares the two types together with each alone.
func TestTypesMergeByTime(t *testing.T) {
	both := generate(t, Model{Jobs: 4000, Type: "both"})
	for queue, name := range []string{"interactive", "batch"} {
		alone := generate(t, Model{Jobs: 4000, Type: name})
		k := 0
		for _, got := range both.Jobs.Held() {
			if int(got.Queue) != queue {
				continue
			}
			want := alone.Jobs.Held()[k]
			got.ID, got.Queue = want.ID, want.Queue
			if got != want {
				t.Fatalf("%s job %d is %+v, alone %+v", name, k, got, want)
			}
			if both.Queues.Name(int32(queue)) != alone.Queues.Name(want.Queue) {
				t.Fatalf("%s has queue %q and alone %q", name, both.Queues.Name(int32(queue)), alone.Queues.Name(want.Queue))
			}
			k++
		}
		if k < 200 {
			t.Errorf("only %d of %d jobs are %s", k, both.Len(), name)
		}
	}
}

// The digests must come out on every build; they change only when the model
// changes, and every result on generated workloads with it.
func TestSameModelSameBytesOnEveryBuild(t *testing.T) {
	want := []string{
		"4d629d70bf7f56ef", "faa343e7dd2c9e0c", "faa343e7dd2c9e0c", "32e5f27386118037", "e8b2fe7f83646fb4",
		"99b91658a9e6120a", "b78046f2ee7870ef", "bfd1478af77c4da1", "a2de969af4e13994", "25b39eb2928d138f",
	}
	for i, m := range models {
		if got := generate(t, m).SHA256()[:16]; got != want[i] {
			t.Errorf("model %d has digest %s, want %s", i, got, want[i])
		}
	}
}

func TestBadOptionsAreErrors(t *testing.T) {
	bad := func(change func(*Parameters)) *Parameters {
		p := Batch(128)
		change(&p)
		return &p
	}
	nan := math.NaN()
	for _, c := range []struct {
		model Model
		want  string
	}{
		{Model{Jobs: -1}, "jobs"},
		{Model{Jobs: 1 << 60}, "jobs"},
		{Model{Procs: -5}, "processors"},
		{Model{Procs: job.MaxProcs + 1}, "processors"},
		{Model{Load: -0.1}, "load"},
		{Model{Load: nan}, "load"},
		{Model{Load: math.Inf(1)}, "load"},
		{Model{Load: 1e-12}, "higher load"},
		{Model{Users: -1}, "users"},
		{Model{Wide: 1.1}, "wide"},
		{Model{Wide: nan}, "wide"},
		{Model{RunFactor: -1}, "run times"},
		{Model{RunFactor: nan}, "run times"},
		{Model{Users: 1 << 40}, "users"},
		{Model{Type: "Batch\n"}, `"Batch\n"`},
		{Model{Type: strings.Repeat("x", 1e6)}, "type"},
		{Model{Type: "both", Parameters: bad(func(*Parameters) {})}, "one type"},
		{Model{UMed: "5"}, "formula or program"},
		{Model{UMed: "program", Parameters: bad(func(*Parameters) {})}, "u_med"},
		{Model{Estimates: Estimates{Kind: "double"}}, "double"},
		{Model{Estimates: Estimates{Kind: "factor", Factor: -1}}, "factor"},
		{Model{Estimates: Estimates{Kind: "factor", Factor: nan}}, "factor"},
		{Model{Parameters: &Parameters{}}, "gamma"},
		{Model{Parameters: bad(func(p *Parameters) { p.Pow2Prob = 0.9 })}, "probability"},
		{Model{Parameters: bad(func(p *Parameters) { p.UHi = 31 })}, "u_hi"},
		{Model{Parameters: bad(func(p *Parameters) { p.UMed = nan })}, "u_med"},
		{Model{Parameters: bad(func(p *Parameters) { p.PA = math.Inf(-1) })}, "pa"},
		{Model{Parameters: bad(func(p *Parameters) { p.B1 = 100 })}, "run time"},
		{Model{Parameters: bad(func(p *Parameters) { p.BArr = 100 })}, "gaps"},
		{Model{Parameters: bad(func(p *Parameters) { p.ANum, p.BNum = 0.1, 0.1 })}, "in the day"},
		{Model{Parameters: bad(func(p *Parameters) { p.ANum, p.BNum = 1e6, 3e-5 })}, "anum"},
	} {
		w, err := c.model.Generate()
		if err == nil || w != nil {
			t.Errorf("accepted, want an error about %s", c.want)
			continue
		}
		if msg := err.Error(); !strings.Contains(msg, c.want) || len(msg) > 200 || strings.Contains(msg, "\n") {
			t.Errorf("error %q, want one short line about %s", msg, c.want)
		}
	}
}

func TestModelIsData(t *testing.T) {
	p := Interactive(64)
	for _, m := range append([]Model{{Parameters: &p}}, models...) {
		b, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back Model
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(m, back); d != "" {
			t.Error(d)
		}
	}
	if b, _ := json.Marshal(Model{}); string(b) != "{}" {
		t.Errorf("the zero model is %s", b)
	}
}

func BenchmarkGenerate(b *testing.B) {
	m := Model{Jobs: 10_000, Procs: 256, Load: 0.85, Users: 64, Estimates: Estimates{Kind: "round", Factor: 2}}
	for b.Loop() {
		if _, err := m.Generate(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(m.Jobs)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}
