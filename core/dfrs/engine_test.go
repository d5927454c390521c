package dfrs_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/metrics"
)

func parse(t testing.TB, name string) dfrs.Algorithm {
	t.Helper()
	a, err := dfrs.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// sec is a job with times in seconds and needs in per cent.
func sec(id, submit, run int64, tasks, cpu, memory int32) dfrs.Job {
	return dfrs.Job{ID: id, Submit: submit * dfrs.Second, Run: run * dfrs.Second, Tasks: tasks, CPU: cpu * dfrs.Whole / 100,
		Memory: memory * dfrs.Whole / 100}
}

// A transcript writes down what happens in a run, in seconds.
type transcript struct{ strings.Builder }

func (t *transcript) observe(e *dfrs.Engine, v dfrs.Event) {
	say := func(format string, args ...any) {
		fmt.Fprintf(t, "%g ", float64(e.Now())/dfrs.Second)
		fmt.Fprintf(t, format+"\n", args...)
	}
	switch v.Kind {
	case dfrs.Submission:
		say("submit %d", v.Job)
	case dfrs.Start:
		say("start %d on %v", v.Job, v.To)
	case dfrs.Pause:
		say("pause %d", v.Job)
	case dfrs.Resumption:
		say("resume %d on %v", v.Job, v.To)
	case dfrs.Migration:
		say("migrate %d from %v to %v", v.Job, v.From, v.To)
	case dfrs.End:
		say("end %d", v.Job)
	case dfrs.Settled:
		var yields []string
		for _, i := range e.Active() {
			if e.State(int(i)) == dfrs.Running {
				yields = append(yields, fmt.Sprintf("%d:%d", i, e.Yield(int(i))))
			}
		}
		say("yields %v", yields)
	}
}

func record(t *testing.T, cfg dfrs.Config) string {
	t.Helper()
	var tr transcript
	cfg.Observers = []dfrs.Observer{tr.observe}
	e, err := dfrs.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	got := tr.String()
	cfg.Observers = nil
	run(t, cfg)
	return got
}

func TestOneJobAloneRunsAtFullSpeed(t *testing.T) {
	for _, a := range dfrs.All() {
		job := sec(7, 3, 1234, 5, 50, 20)
		e := run(t, dfrs.Config{Nodes: 4, Jobs: []dfrs.Job{job}, Algorithm: a, Penalty: 0})
		if o := e.Outcomes()[0]; o.Start != job.Submit || o.End != job.Submit+job.Run || o.Pauses > 0 {
			t.Errorf("%s: %+v", a, o)
		}
	}
}

func TestBadConfigurationsAreRefused(t *testing.T) {
	good := func() dfrs.Config {
		return dfrs.Config{Nodes: 2, Jobs: []dfrs.Job{sec(1, 0, 1, 1, 100, 100)}, Algorithm: dfrs.All()[0]}
	}
	for want, spoil := range map[string]func(*dfrs.Config){
		"cluster of 0 nodes":             func(c *dfrs.Config) { c.Nodes = 0 },
		"cluster of -1 nodes":            func(c *dfrs.Config) { c.Nodes = -1 },
		"cluster of 4611686018427387904": func(c *dfrs.Config) { c.Nodes = 1 << 62 },
		"penalty of -1":                  func(c *dfrs.Config) { c.Penalty = -1 },
		"penalty of 9223372036854775807": func(c *dfrs.Config) { c.Penalty = math.MaxInt64 },
		"does nothing":                   func(c *dfrs.Config) { c.Algorithm = dfrs.Algorithm{} },
		"does not exist":                 func(c *dfrs.Config) { c.Algorithm.Submission = 99 },
		"OPT is":                         func(c *dfrs.Config) { c.Algorithm.Goal = 99 },
		"PERIOD is in":                   func(c *dfrs.Config) { c.Algorithm = dfrs.Algorithm{Periodic: dfrs.MCB8, Period: math.MaxInt64} },
		"MINFT and MINVT are":            func(c *dfrs.Config) { c.Algorithm = dfrs.Algorithm{Periodic: dfrs.MCB8, Period: 1, MinVT: -1} },
		"do not fit into 2 nodes":        func(c *dfrs.Config) { c.Jobs[0].Tasks = 3 },
		"run time -1":                    func(c *dfrs.Config) { c.Jobs[0].Run = -1 },
		"submission -1":                  func(c *dfrs.Config) { c.Jobs[0].Submit = -1 },
		"submission 9223372036854775807": func(c *dfrs.Config) { c.Jobs[0].Submit = math.MaxInt64 },
		"CPU need 0":                     func(c *dfrs.Config) { c.Jobs[0].CPU = 0 },
		"CPU need 1000001":               func(c *dfrs.Config) { c.Jobs[0].CPU++ },
		"memory 1000001":                 func(c *dfrs.Config) { c.Jobs[0].Memory++ },
		"0 tasks":                        func(c *dfrs.Config) { c.Jobs[0].Tasks = 0 },
		"2147483647 tasks":               func(c *dfrs.Config) { c.Jobs[0].Tasks = math.MaxInt32 },
		"not in order":                   func(c *dfrs.Config) { c.Jobs = append(c.Jobs, c.Jobs[0]) },
		"perfectly parallel":             func(c *dfrs.Config) { c.Algorithm = dfrs.Algorithm{Submission: dfrs.Equal} },
	} {
		cfg := good()
		spoil(&cfg)
		if _, err := dfrs.New(cfg); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("the error is %v, not one with %q", err, want)
		}
	}
	if e, err := dfrs.New(dfrs.Config{Nodes: 1, Algorithm: dfrs.All()[0]}); err != nil || e.Step() || e.Err() != nil ||
		e.Metrics().Value("jobs_ended") != 0 {
		t.Errorf("no jobs: %v, %v", err, e.Err())
	}
}

// hostile are jobs at the bounds of what is accepted.
func hostile() []dfrs.Job {
	return []dfrs.Job{
		{ID: 1, Submit: 0, Run: dfrs.MaxMicros, Tasks: dfrs.MaxTasks, CPU: dfrs.Whole, Memory: 0},
		{ID: 2, Submit: 0, Run: 1, Tasks: 1, CPU: 1, Memory: dfrs.Whole},
		{ID: 3, Submit: 0, Run: 0, Tasks: dfrs.MaxTasks, CPU: 1, Memory: 0},
		{ID: 4, Submit: 1, Run: 1, Tasks: 2, CPU: dfrs.Whole, Memory: dfrs.Whole},
		{ID: 5, Submit: dfrs.MaxSubmit, Run: dfrs.MaxMicros, Tasks: 1, CPU: 1, Memory: 1},
	}
}

func TestHostileValuesDoNotHangOrOverflow(t *testing.T) {
	for _, name := range []string{"Greedy*", "GreedyPM*/OPT=AVG", "MCB8*", "GreedyPM*/per/PERIOD=9000000", "/stretch-per/PERIOD=9000000"} {
		e, err := dfrs.New(dfrs.Config{Nodes: 2, Jobs: hostile(), Algorithm: parse(t, name), Penalty: dfrs.MaxMicros})
		if err != nil {
			t.Fatal(err)
		}
		steps := 0
		for e.Step() {
			if steps++; steps > 1_000_000 {
				t.Fatalf("%s: still running after %d steps, at %d", name, steps, e.Now())
			}
		}
		for i, o := range e.Outcomes() {
			if e.Err() == nil && (o.End < o.Start || o.Start < 0 || e.Virtual(i) < 0) {
				t.Errorf("%s: job %d has %+v", name, i, o)
			}
		}
		m := e.Metrics()
		for i, v := range m {
			if v < 0 || math.IsInf(v, 0) || e.Done() > 0 && math.IsNaN(m.Value("bsld_max")) {
				t.Errorf("%s: %s is %v", name, metrics.Every[i].Name, v)
			}
		}
	}
}

// So many tasks on one node that the yield of all rounds to nothing.
func TestARunThatCannotEndSaysSo(t *testing.T) {
	jobs := make([]dfrs.Job, 11)
	for i := range jobs {
		jobs[i] = dfrs.Job{ID: int64(i + 1), Run: 1, Tasks: dfrs.MaxTasks, CPU: dfrs.Whole}
	}
	e, err := dfrs.New(dfrs.Config{Nodes: 1, Jobs: jobs, Algorithm: parse(t, "Greedy*")})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(context.Background(), nil); err == nil || !strings.Contains(err.Error(), "job 1 will not end") {
		t.Fatalf("the run ends with %v", err)
	}
	e, err = dfrs.New(dfrs.Config{Nodes: 1, Jobs: jobs, Algorithm: parse(t, "GreedyP*/per/MINVT=600")})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(context.Background(), nil); err != nil { // MCB8 maps no more than 100 nodes' worth on one
		t.Fatal(err)
	}
}

func TestARunCanBeCancelledAndWatched(t *testing.T) {
	jobs := randomJobs(1, 500, 4, 0.5)
	ctx, cancel := context.WithCancel(context.Background())
	cfg := dfrs.Config{Nodes: 4, Jobs: jobs, Algorithm: parse(t, "GreedyP*/per")}
	e, err := dfrs.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	err = e.Run(ctx, func(done, total int) {
		if done < seen || total != len(jobs) {
			t.Fatalf("progress went from %d to %d of %d", seen, done, total)
		}
		if seen = done; done > 100 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || seen < 100 || seen > 300 {
		t.Fatalf("the run ended with %v after %d jobs", err, seen)
	}
	if err := e.Run(context.Background(), nil); err != nil || e.Done() != len(jobs) {
		t.Fatalf("the rest ended with %v after %d jobs", err, e.Done())
	}
	if whole := run(t, cfg); !slices.Equal(whole.Outcomes(), e.Outcomes()) {
		t.Fatal("a run in two parts is another run")
	}
}

func TestShiftingTimeShiftsTheSchedule(t *testing.T) {
	const c = 123_456_789
	jobs := randomJobs(2, 60, 8, 0.9)
	later := slices.Clone(jobs)
	for i := range later {
		later[i].Submit += c
	}
	for _, a := range dfrs.All() {
		cfg := dfrs.Config{Nodes: 8, Jobs: jobs, Algorithm: a, Penalty: dfrs.DefaultPenalty}
		one := run(t, cfg).Outcomes()
		cfg.Jobs = later
		for i, o := range run(t, cfg).Outcomes() {
			if o.Start, o.End = o.Start-c, o.End-c; o != one[i] {
				t.Fatalf("%s: job %d has %+v, shifted %+v", a, i, one[i], o)
			}
		}
	}
}

func TestWhatComesLaterChangesNothingBefore(t *testing.T) {
	jobs := randomJobs(3, 60, 8, 0.9)
	for _, a := range dfrs.All() {
		cfg := dfrs.Config{Nodes: 8, Jobs: jobs, Algorithm: a, Penalty: dfrs.DefaultPenalty}
		one := run(t, cfg)
		last := one.Now()
		cfg.Jobs = append(slices.Clone(jobs), dfrs.Job{ID: 1000, Submit: last + 1, Run: 5, Tasks: 3, CPU: 5, Memory: 5})
		if two := run(t, cfg).Outcomes(); !slices.Equal(one.Outcomes(), two[:len(jobs)]) {
			t.Fatalf("%s: a job after the end changes the schedule", a)
		}
	}
}

// A paused job gains priority as it waits, whatever arrives meanwhile: section 4.1.
func TestALongJobIsNotStarved(t *testing.T) {
	for _, a := range dfrs.All() {
		gap := int64(60)
		if a.Submission == dfrs.Nothing {
			gap = 400 // a period starts two jobs, and new ones go first
		}
		jobs := []dfrs.Job{sec(1, 0, 7200, 1, 100, 60)}
		for i := range int64(1000) {
			jobs = append(jobs, sec(i+2, gap*(i+1), 59, 1, 100, 60))
		}
		if a.Submission == dfrs.Greedy && a.Periodic == dfrs.Nothing {
			continue // it lets new jobs wait for this one
		}
		e := run(t, dfrs.Config{Nodes: 2, Jobs: jobs, Algorithm: a, Penalty: 0})
		if o := e.Outcomes()[0]; o.End > gap*500*dfrs.Second {
			t.Errorf("%s: 2 h of work end after %d s", a, o.End/dfrs.Second)
		}
	}
}

func TestSameInputSameBytes(t *testing.T) {
	jobs := randomJobs(4, 80, 8, 0.9)
	h := sha256.New()
	for _, a := range dfrs.All() {
		e := run(t, dfrs.Config{Nodes: 8, Jobs: jobs, Algorithm: a, Penalty: dfrs.DefaultPenalty})
		binary.Write(h, binary.LittleEndian, e.Outcomes())
		for _, s := range e.Stretches() {
			binary.Write(h, binary.LittleEndian, s.Places)
			binary.Write(h, binary.LittleEndian, []int64{s.From, s.To, s.Ready, int64(s.Job), int64(s.Yield)})
		}
	}
	const want = "f11940c4cad45a2f6a3a2cc7af0e9b6f13a58373ce37e35f23e135f8e7a1b6dd"
	if got := fmt.Sprintf("%x", h.Sum(nil)); got != want {
		t.Fatalf("the schedules have the digest %s, not %s", got, want)
	}
}

func TestNoAllocationPerEvent(t *testing.T) {
	for _, name := range []string{"Greedy*", "GreedyPM*", "GreedyPM*/per/OPT=MIN/MINVT=600", "MCB8*/OPT=AVG", "/stretch-per/OPT=MAX"} {
		a := parse(t, name)
		allocations := func(n int) float64 {
			jobs := randomJobs(5, n, 8, 0.3)
			return testing.AllocsPerRun(1, func() {
				e, err := dfrs.New(dfrs.Config{Nodes: 8, Jobs: jobs, Algorithm: a, Penalty: dfrs.Second})
				if err != nil {
					t.Fatal(err)
				}
				if err := e.Run(context.Background(), nil); err != nil {
					t.Fatal(err)
				}
			})
		}
		few, many := allocations(500), allocations(5000)
		// Buffers grow with the most jobs at once; anything per event would add thousands.
		if many > few+300 {
			t.Errorf("%s: %v allocations for 500 jobs, %v for 5,000", name, few, many)
		}
	}
}

// Two jobs of whole nodes take turns if virtual time runs on in penalties: each is resumed
// because it has waited, and paused before its penalty of 7 s is over. With a period longer
// than the penalty both get on. So they do with any period if virtual time stands still: a
// job that is resumed keeps its priority until it has worked.
func TestAPeriodShorterThanThePenaltyEndsInWords(t *testing.T) {
	jobs := []dfrs.Job{
		{ID: 1, Submit: 0, Run: 30 * dfrs.Second, Tasks: 1, CPU: dfrs.Whole, Memory: dfrs.Whole},
		{ID: 2, Submit: 1 * dfrs.Second, Run: 30 * dfrs.Second, Tasks: 1, CPU: dfrs.Whole, Memory: dfrs.Whole},
	}
	run := func(name string, runsOn bool) error {
		e, err := dfrs.New(dfrs.Config{Nodes: 1, Jobs: jobs, Algorithm: parse(t, name), Penalty: 7 * dfrs.Second, VirtualInPenalty: runsOn})
		if err != nil {
			t.Fatal(err)
		}
		return e.Run(context.Background(), nil)
	}
	if err := run("/per/OPT=MIN/PERIOD=5", true); !errors.Is(err, dfrs.ErrStuck) || !strings.Contains(err.Error(), "every 5 s") ||
		strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, want one line that says so", err)
	}
	if err := run("/per/OPT=MIN/PERIOD=10", true); err != nil {
		t.Errorf("with a longer period: %v", err)
	}
	if err := run("/per/OPT=MIN/PERIOD=5", false); err != nil {
		t.Errorf("with virtual time that stands still: %v", err)
	}
}

// Job 2 pauses job 1 at 10 and ends at 15; job 1 makes no progress until 22. When it ends,
// its virtual time is its run time, or that and the penalty.
func TestVirtualTimeStandsStillInPenalties(t *testing.T) {
	jobs := []dfrs.Job{sec(1, 0, 30, 1, 100, 100), sec(2, 10, 5, 1, 100, 100)}
	for _, c := range []struct {
		runsOn bool
		want   int64
	}{{false, 30}, {true, 37}} {
		at := int64(0)
		watch := func(e *dfrs.Engine, v dfrs.Event) {
			if v.Kind == dfrs.End && v.Job == 0 {
				at = e.Virtual(0)
			}
		}
		run(t, dfrs.Config{Nodes: 1, Jobs: jobs, Algorithm: parse(t, "GreedyP*"), Penalty: 7 * dfrs.Second,
			VirtualInPenalty: c.runsOn, Observers: []dfrs.Observer{watch}})
		if at != c.want*dfrs.Second*dfrs.Whole {
			t.Errorf("running on %t: virtual time of %v s, want %d", c.runsOn, float64(at)/dfrs.Second/dfrs.Whole, c.want)
		}
	}
}

// Without a penalty there is nothing to stop for.
func TestWithoutPenaltiesVirtualTimeIsOne(t *testing.T) {
	jobs := randomJobs(6, 60, 8, 0.9)
	for _, a := range dfrs.All() {
		cfg := dfrs.Config{Nodes: 8, Jobs: jobs, Algorithm: a}
		stopped := run(t, cfg)
		cfg.VirtualInPenalty = true
		if !slices.Equal(stopped.Outcomes(), run(t, cfg).Outcomes()) {
			t.Errorf("%s depends on what virtual time does in penalties, and there are none", a)
		}
	}
}

// Of two equal jobs the one submitted last gets the first node; of different ones, as before,
// the larger.
func TestNewestFirstTurnsEqualsRound(t *testing.T) {
	for _, c := range []struct {
		cpu    int32 // of job 2, in percent
		newest bool
		want   int32 // node of job 1
	}{{100, false, 0}, {100, true, 1}, {90, true, 0}} {
		jobs := []dfrs.Job{sec(1, 0, 30, 1, 100, 60), sec(2, 0, 30, 1, c.cpu, 60)}
		e := run(t, dfrs.Config{Nodes: 2, Jobs: jobs, Algorithm: parse(t, "MCB8*"), NewestFirst: c.newest})
		for _, s := range e.Stretches() {
			if s.Job == 0 && s.Places[0].Node != c.want {
				t.Errorf("%+v: job 1 is on node %d", c, s.Places[0].Node)
			}
		}
	}
}
