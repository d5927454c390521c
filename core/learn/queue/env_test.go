package queue

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// drawn returns n jobs for 32 processors, which come about as fast as they can be run.
func drawn(n int) []job.Job {
	r := rand.New(rand.NewPCG(1, 2))
	jobs := make([]job.Job, n)
	at := int64(5)
	for i := range jobs {
		at += r.Int64N(60)
		j := job.Unknown
		j.ID, j.Submit, j.Run, j.Procs, j.User = int64(i+1), at, r.Int64N(300), 1+r.Int32N(32), r.Int32N(4)-1
		j.Estimate = max(1, j.Run+r.Int64N(200)-20)
		jobs[i] = j
	}
	return jobs
}

func config(t testing.TB, jobs, window int) *Config {
	c := &Config{Jobs: drawn(600), Procs: 32, Length: jobs, Window: window}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	return c
}

// An agent is what chooses in tests.
type agent func(e *Env) int

func shortest(e *Env) int {
	best := e.Window
	for k := range min(len(e.queue), e.Window) {
		if e.Fits(k) && (best == e.Window || e.queue[k].Estimate < e.queue[best].Estimate) {
			best = k
		}
	}
	return best
}

// easy starts the first job that the observation says backfills.
func easy(e *Env) int {
	obs := make([]float32, Size(e.Window))
	e.Observe(obs)
	for k := range e.Window {
		if obs[len(MachineFeatures)+k*len(JobFeatures)+7] == 1 {
			return k
		}
	}
	return e.Window
}

func first(e *Env) int {
	if e.Fits(0) {
		return 0
	}
	return e.Window
}

// playEpisode plays an episode and returns the sum of its rewards and the number of decisions.
func playEpisode(t testing.TB, e *Env, from int, choose agent) (sum float64, steps int) {
	t.Helper()
	if err := e.Reset(from); err != nil {
		t.Fatal(err)
	}
	for ; !e.Over(); steps++ {
		r, err := e.Step(choose(e))
		if err != nil {
			t.Fatal(err)
		}
		sum += r
	}
	return sum, steps
}

// Agents that do what a policy does make its schedule, job by job.
func TestSimpleAgentsArePolicies(t *testing.T) {
	sjf := policy.NewOrder("shortest", func(_ int64, j *sim.Job) float64 { return float64(j.Estimate) })
	for _, overrun := range []sim.Overrun{sim.Cut, sim.Extend} {
		for _, test := range []struct {
			name   string
			agent  agent
			policy sim.Policy
		}{
			{"fcfs", first, policy.NewFCFS(policy.Orders[0])},
			{"sjf-list", shortest, policy.NewList(sjf)},
			{"easy", easy, policy.NewEASY(policy.Orders[0])},
		} {
			c := config(t, 150, 150)
			c.Overrun = overrun
			e := New(c)
			for _, from := range []int{0, 300, 450} {
				playEpisode(t, e, from, test.agent)
				engine, err := sim.New(sim.Config{Procs: c.Procs, Jobs: c.Jobs[from:][:c.Length], Overrun: overrun}, test.policy)
				if err != nil {
					t.Fatal(err)
				}
				if err := engine.Run(t.Context(), nil); err != nil {
					t.Fatal(err)
				}
				order, waits := e.Started()
				for k, i := range order {
					wait := waits[k]
					if want := engine.Schedule()[i].Start - c.Jobs[from+int(i)].Submit; wait != want {
						t.Fatalf("%s, job %d of the episode from %d: waits %d s, under the policy %d s", test.name, i, from, wait, want)
					}
				}
			}
		}
	}
}

// The rewards of an episode add up to what they stand for, whatever the agent does.
func TestRewardsAddUp(t *testing.T) {
	draws := rand.New(rand.NewPCG(3, 4))
	random := func(e *Env) int { return draws.IntN(e.Window + 1) }
	for r := range Rewards {
		c := config(t, 80, 10)
		c.Reward, c.Base = Reward(r), func() sim.Policy { return policy.NewEASY(policy.Orders[0]) }
		e := New(c)
		for from := range 5 {
			sum, _ := playEpisode(t, e, 100*from, random)
			got := e.Summary()
			waits := int64(0)
			bsld := 0.0
			order, each := e.Started()
			for k, wait := range each {
				waits += wait
				j := &e.jobs[order[k]]
				bsld += max(1, float64(wait+j.Length(true))/float64(max(10, j.Length(true))))
			}
			n := float64(c.Length)
			if math.Abs(got.Wait-float64(waits)/n) > 1e-9 || math.Abs(got.Slowdown-bsld/n) > 1e-9 ||
				!(0 < got.Utilisation && got.Utilisation <= 1) {
				t.Fatalf("the summary is %+v, the waits add up to %d and the slowdowns to %v", got, waits, bsld)
			}
			gain := (e.base - got.Slowdown) / max(e.base, got.Slowdown, 1)
			want := [...]float64{-got.Wait / 3600, -got.Slowdown, got.Utilisation, -got.Slowdown, gain}[r]
			if math.Abs(sum-want) > 1e-9 {
				t.Errorf("the rewards %s add up to %v, not %v", Rewards[r], sum, want)
			}
		}
	}
}

func TestObservationsAreFromZeroToOne(t *testing.T) {
	e := New(config(t, 200, 12))
	draws := rand.New(rand.NewPCG(5, 6))
	obs, mask := make([]float32, Size(12)), make([]byte, 13)
	playEpisode(t, e, 0, func(e *Env) int {
		e.Observe(obs)
		e.Mask(mask)
		for i, x := range obs {
			if !(0 <= x && x <= 1) {
				t.Fatalf("number %d of the observation is %v", i, x)
			}
		}
		for k := range 12 {
			if fits := obs[len(MachineFeatures)+k*len(JobFeatures)+6]; fits != float32(mask[k]) {
				t.Fatalf("place %d fits: %v by the observation, %d by the mask", k, fits, mask[k])
			}
		}
		if !slices.Contains(mask[:12], 1) {
			t.Fatal("the agent is asked without a choice")
		}
		return draws.IntN(13)
	})
	e.Observe(obs)
	if e.Mask(mask); slices.Max(obs) != 0 || slices.Max(mask) != 0 {
		t.Error("an episode that is over is observed")
	}
}

func TestMistakesOfAConfiguration(t *testing.T) {
	for says, change := range map[string]func(*Config){
		"no jobs":                    func(c *Config) { c.Jobs = nil },
		"an episode of 0 jobs":       func(c *Config) { c.Length = 0 },
		"an episode of 601 jobs":     func(c *Config) { c.Length = 601 },
		"a window of 0 jobs":         func(c *Config) { c.Window = 0 },
		"unknown reward":             func(c *Config) { c.Reward = 9 },
		"needs a policy to compare":  func(c *Config) { c.Reward = SchedInspector },
		"a window of 1000000 jobs: ": func(c *Config) { c.Window = 1000000 },
	} {
		c := config(t, 10, 4)
		change(c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
	if err := New(config(t, 10, 4)).Reset(591); err == nil || !strings.Contains(err.Error(), "give 0 to 590") {
		t.Errorf("the error is %v", err)
	}
}

// request returns a request of Serve.
func request(numbers ...int32) []byte {
	b, _ := binary.Append(nil, binary.LittleEndian, numbers) // into memory
	return b
}

// What Serve writes is what environments of their own say.
func TestServeIsTheEnvironments(t *testing.T) {
	const n, window = 3, 6
	c := config(t, 20, window)
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Serve(c, n, in, out) }()
	var hello Hello
	line := make([]byte, 1)
	var text []byte
	for text == nil || line[0] != '\n' {
		if _, err := io.ReadFull(answers, line); err != nil {
			t.Fatal(err)
		}
		text = append(text, line[0])
	}
	if err := json.Unmarshal(text, &hello); err != nil || hello.Envs != n || hello.Window != window || hello.Length != 20 ||
		hello.Jobs != 600 {
		t.Fatalf("%+v, %v", hello, err)
	}
	own := make([]*Env, n)
	actions := []int32{0}
	for k := range own {
		own[k] = New(c)
		actions = append(actions, int32(-1-100*k))
	}
	for range 60 {
		requests.Write(request(actions...))
		var want []byte
		put := func(v any) { want, _ = binary.Append(want, binary.LittleEndian, v) }
		for k, e := range own {
			reward := 0.0
			if a := int(actions[k+1]); a < 0 {
				e.Reset(-1 - a)
			} else if !e.Over() {
				reward, _ = e.Step(a)
			}
			put(reward)
		}
		for _, e := range own {
			s := Summary{math.NaN(), math.NaN(), math.NaN()}
			if e.Over() {
				s = e.Summary()
			}
			put(s)
		}
		for _, e := range own {
			obs := make([]float32, Size(window))
			e.Observe(obs)
			put(obs)
		}
		for _, e := range own {
			mask := make([]byte, window+1)
			e.Mask(mask)
			put(mask)
		}
		for k, e := range own {
			put(e.Over())
			actions[k+1] = int32(shortest(e))
		}
		got := make([]byte, len(want))
		if _, err := io.ReadFull(answers, got); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("the frames differ, %v", err)
		}
	}
	requests.Write(request(2, 0, 0, 0))
	order, waits := own[1].Started()
	want := []int64{int64(len(order))}
	for k := range order {
		want = append(want, int64(order[k]), waits[k])
	}
	got := make([]int64, len(want))
	if err := binary.Read(answers, binary.LittleEndian, got); err != nil || !slices.Equal(got, want) || len(order) != c.Length {
		t.Errorf("what has started is %v, %v", got, err)
	}
	requests.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestServeRefusesWhatItCannotRead(t *testing.T) {
	for says, in := range map[string][]byte{
		"asks for environment 3": request(3, 0, 0), "asks for environment -1": request(-1, 0, 0),
		"is cut off": request(0, 1), "cannot begin with job 999": request(0, -1000, 0),
	} {
		if err := Serve(config(t, 10, 4), 2, bytes.NewReader(in), io.Discard); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
}

// BenchmarkServe reports how many decisions a second 64 environments take, frames included.
func BenchmarkServe(b *testing.B) {
	const n = 64
	c := config(b, 256, 16)
	requests := make([]byte, 0, 1<<20)
	begin := []int32{0}
	for k := range n {
		begin = append(begin, int32(-1-5*k))
	}
	requests = append(requests, request(begin...)...)
	for range 200 {
		requests = append(requests, request(make([]int32, n+1)...)...)
	}
	for b.Loop() {
		if err := Serve(c, n, bytes.NewReader(requests), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(200*n*b.N)/b.Elapsed().Seconds(), "decisions/s")
}
