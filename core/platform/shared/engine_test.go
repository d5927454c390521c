package shared_test

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

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform/shared"
)

func parse(t testing.TB, name string) shared.Algorithm {
	t.Helper()
	a, err := shared.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// sec is a job with times in seconds and needs in per cent.
func sec(id, submit, run int64, tasks, cpu, memory int32) shared.Job {
	return shared.Job{ID: id, Submit: submit * shared.Second, Run: run * shared.Second, Tasks: tasks, CPU: cpu * shared.Whole / 100,
		Memory: memory * shared.Whole / 100}
}

// A transcript writes down what happens in a run, in seconds.
type transcript struct{ strings.Builder }

func (t *transcript) observe(e *shared.Engine, v shared.Event) {
	say := func(format string, args ...any) {
		fmt.Fprintf(t, "%g ", float64(e.Now())/shared.Second)
		fmt.Fprintf(t, format+"\n", args...)
	}
	switch v.Kind {
	case shared.Submission:
		say("submit %d", v.Job)
	case shared.Start:
		say("start %d on %v", v.Job, v.To)
	case shared.Pause:
		say("pause %d", v.Job)
	case shared.Resumption:
		say("resume %d on %v", v.Job, v.To)
	case shared.Migration:
		say("migrate %d from %v to %v", v.Job, v.From, v.To)
	case shared.End:
		say("end %d", v.Job)
	case shared.Settled:
		var yields []string
		for _, i := range e.Active() {
			if e.State(int(i)) == shared.Running {
				yields = append(yields, fmt.Sprintf("%d:%d", i, e.Yield(int(i))))
			}
		}
		say("yields %v", yields)
	}
}

func record(t *testing.T, cfg shared.Config) string {
	t.Helper()
	var tr transcript
	cfg.Observers = []shared.Observer{tr.observe}
	e, err := shared.New(cfg)
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
	for _, a := range shared.All() {
		job := sec(7, 3, 1234, 5, 50, 20)
		e := run(t, shared.Config{Nodes: 4, Jobs: []shared.Job{job}, Algorithm: a, Penalty: 0})
		if o := e.Outcomes()[0]; o.Start != job.Submit || o.End != job.Submit+job.Run || o.Pauses > 0 {
			t.Errorf("%s: %+v", a, o)
		}
	}
}

func TestBadConfigurationsAreRefused(t *testing.T) {
	good := func() shared.Config {
		return shared.Config{Nodes: 2, Jobs: []shared.Job{sec(1, 0, 1, 1, 100, 100)}, Algorithm: shared.All()[0]}
	}
	for want, spoil := range map[string]func(*shared.Config){
		"cluster of 0 nodes":             func(c *shared.Config) { c.Nodes = 0 },
		"cluster of -1 nodes":            func(c *shared.Config) { c.Nodes = -1 },
		"cluster of 4611686018427387904": func(c *shared.Config) { c.Nodes = 1 << 62 },
		"penalty of -1":                  func(c *shared.Config) { c.Penalty = -1 },
		"penalty of 9223372036854775807": func(c *shared.Config) { c.Penalty = math.MaxInt64 },
		"no action on submission":        func(c *shared.Config) { c.Algorithm = shared.Algorithm{} },
		"does not exist":                 func(c *shared.Config) { c.Algorithm.Submission = 99 },
		"OPT is":                         func(c *shared.Config) { c.Algorithm.Goal = 99 },
		"PERIOD is in":                   func(c *shared.Config) { c.Algorithm = shared.Algorithm{Periodic: shared.MCB8, Period: math.MaxInt64} },
		"MINFT and MINVT are":            func(c *shared.Config) { c.Algorithm = shared.Algorithm{Periodic: shared.MCB8, Period: 1, MinVT: -1} },
		"do not fit into 2 nodes":        func(c *shared.Config) { c.Jobs[0].Tasks = 3 },
		"run time -1":                    func(c *shared.Config) { c.Jobs[0].Run = -1 },
		"submission -1":                  func(c *shared.Config) { c.Jobs[0].Submit = -1 },
		"submission 9223372036854775807": func(c *shared.Config) { c.Jobs[0].Submit = math.MaxInt64 },
		"CPU need 0":                     func(c *shared.Config) { c.Jobs[0].CPU = 0 },
		"CPU need 1000001":               func(c *shared.Config) { c.Jobs[0].CPU++ },
		"memory 1000001":                 func(c *shared.Config) { c.Jobs[0].Memory++ },
		"0 tasks":                        func(c *shared.Config) { c.Jobs[0].Tasks = 0 },
		"2147483647 tasks":               func(c *shared.Config) { c.Jobs[0].Tasks = math.MaxInt32 },
		"not in order":                   func(c *shared.Config) { c.Jobs = append(c.Jobs, c.Jobs[0]) },
		"perfectly parallel":             func(c *shared.Config) { c.Algorithm = shared.Algorithm{Submission: shared.Equal} },
	} {
		cfg := good()
		spoil(&cfg)
		if _, err := shared.New(cfg); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("the error is %v, not one with %q", err, want)
		}
	}
	if e, err := shared.New(shared.Config{Nodes: 1, Algorithm: shared.All()[0]}); err != nil || e.Step() || e.Err() != nil ||
		e.Metrics().Value("jobs_ended") != 0 {
		t.Errorf("no jobs: %v, %v", err, e.Err())
	}
}

// hostile are jobs at the bounds of what is accepted.
func hostile() []shared.Job {
	return []shared.Job{
		{ID: 1, Submit: 0, Run: shared.MaxMicros, Tasks: shared.MaxTasks, CPU: shared.Whole, Memory: 0},
		{ID: 2, Submit: 0, Run: 1, Tasks: 1, CPU: 1, Memory: shared.Whole},
		{ID: 3, Submit: 0, Run: 0, Tasks: shared.MaxTasks, CPU: 1, Memory: 0},
		{ID: 4, Submit: 1, Run: 1, Tasks: 2, CPU: shared.Whole, Memory: shared.Whole},
		{ID: 5, Submit: shared.MaxSubmit, Run: shared.MaxMicros, Tasks: 1, CPU: 1, Memory: 1},
	}
}

func TestHostileValuesDoNotHangOrOverflow(t *testing.T) {
	for _, name := range []string{"Greedy*", "GreedyPM*/OPT=AVG", "MCB8*", "GreedyPM*/per/PERIOD=9000000", "/stretch-per/PERIOD=9000000"} {
		e, err := shared.New(shared.Config{Nodes: 2, Jobs: hostile(), Algorithm: parse(t, name), Penalty: shared.MaxMicros})
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
	jobs := make([]shared.Job, 11)
	for i := range jobs {
		jobs[i] = shared.Job{ID: int64(i + 1), Run: 1, Tasks: shared.MaxTasks, CPU: shared.Whole}
	}
	e, err := shared.New(shared.Config{Nodes: 1, Jobs: jobs, Algorithm: parse(t, "Greedy*")})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(context.Background(), nil); err == nil || !strings.Contains(err.Error(), "job 1 will not end") {
		t.Fatalf("the run ends with %v", err)
	}
	e, err = shared.New(shared.Config{Nodes: 1, Jobs: jobs, Algorithm: parse(t, "GreedyP*/per/MINVT=600")})
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
	cfg := shared.Config{Nodes: 4, Jobs: jobs, Algorithm: parse(t, "GreedyP*/per")}
	e, err := shared.New(cfg)
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
	for _, a := range shared.All() {
		cfg := shared.Config{Nodes: 8, Jobs: jobs, Algorithm: a, Penalty: shared.DefaultPenalty}
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
	for _, a := range shared.All() {
		cfg := shared.Config{Nodes: 8, Jobs: jobs, Algorithm: a, Penalty: shared.DefaultPenalty}
		one := run(t, cfg)
		last := one.Now()
		cfg.Jobs = append(slices.Clone(jobs), shared.Job{ID: 1000, Submit: last + 1, Run: 5, Tasks: 3, CPU: 5, Memory: 5})
		if two := run(t, cfg).Outcomes(); !slices.Equal(one.Outcomes(), two[:len(jobs)]) {
			t.Fatalf("%s: a job after the end changes the schedule", a)
		}
	}
}

// A paused job gains priority as it waits, whatever arrives meanwhile: section 4.1.
func TestALongJobIsNotStarved(t *testing.T) {
	for _, a := range shared.All() {
		gap := int64(60)
		if a.Submission == shared.Nothing {
			gap = 400 // a period starts two jobs, and new ones go first
		}
		jobs := []shared.Job{sec(1, 0, 7200, 1, 100, 60)}
		for i := range int64(1000) {
			jobs = append(jobs, sec(i+2, gap*(i+1), 59, 1, 100, 60))
		}
		if a.Submission == shared.Greedy && a.Periodic == shared.Nothing {
			continue // it lets new jobs wait for this one
		}
		e := run(t, shared.Config{Nodes: 2, Jobs: jobs, Algorithm: a, Penalty: 0})
		if o := e.Outcomes()[0]; o.End > gap*500*shared.Second {
			t.Errorf("%s: 2 h of work end after %d s", a, o.End/shared.Second)
		}
	}
}

func TestSameInputSameBytes(t *testing.T) {
	jobs := randomJobs(4, 80, 8, 0.9)
	h := sha256.New()
	for _, a := range shared.All() {
		e := run(t, shared.Config{Nodes: 8, Jobs: jobs, Algorithm: a, Penalty: shared.DefaultPenalty})
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
				e, err := shared.New(shared.Config{Nodes: 8, Jobs: jobs, Algorithm: a, Penalty: shared.Second})
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
	jobs := []shared.Job{
		{ID: 1, Submit: 0, Run: 30 * shared.Second, Tasks: 1, CPU: shared.Whole, Memory: shared.Whole},
		{ID: 2, Submit: 1 * shared.Second, Run: 30 * shared.Second, Tasks: 1, CPU: shared.Whole, Memory: shared.Whole},
	}
	run := func(name string, runsOn bool) error {
		e, err := shared.New(shared.Config{Nodes: 1, Jobs: jobs, Algorithm: parse(t, name), Penalty: 7 * shared.Second, VirtualInPenalty: runsOn})
		if err != nil {
			t.Fatal(err)
		}
		return e.Run(context.Background(), nil)
	}
	if err := run("/per/OPT=MIN/PERIOD=5", true); !errors.Is(err, shared.ErrStuck) || !strings.Contains(err.Error(), "every 5 s") ||
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
	jobs := []shared.Job{sec(1, 0, 30, 1, 100, 100), sec(2, 10, 5, 1, 100, 100)}
	for _, c := range []struct {
		runsOn bool
		want   int64
	}{{false, 30}, {true, 37}} {
		at := int64(0)
		watch := func(e *shared.Engine, v shared.Event) {
			if v.Kind == shared.End && v.Job == 0 {
				at = e.Virtual(0)
			}
		}
		run(t, shared.Config{Nodes: 1, Jobs: jobs, Algorithm: parse(t, "GreedyP*"), Penalty: 7 * shared.Second,
			VirtualInPenalty: c.runsOn, Observers: []shared.Observer{watch}})
		if at != c.want*shared.Second*shared.Whole {
			t.Errorf("running on %t: virtual time of %v s, want %d", c.runsOn, float64(at)/shared.Second/shared.Whole, c.want)
		}
	}
}

// Without a penalty there is nothing to stop for.
func TestWithoutPenaltiesVirtualTimeIsOne(t *testing.T) {
	jobs := randomJobs(6, 60, 8, 0.9)
	for _, a := range shared.All() {
		cfg := shared.Config{Nodes: 8, Jobs: jobs, Algorithm: a}
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
		jobs := []shared.Job{sec(1, 0, 30, 1, 100, 60), sec(2, 0, 30, 1, c.cpu, 60)}
		e := run(t, shared.Config{Nodes: 2, Jobs: jobs, Algorithm: parse(t, "MCB8*"), NewestFirst: c.newest})
		for _, s := range e.Stretches() {
			if s.Job == 0 && s.Places[0].Node != c.want {
				t.Errorf("%+v: job 1 is on node %d", c, s.Places[0].Node)
			}
		}
	}
}
