package metrics

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// schedules draws legal schedules of up to 12 jobs within about a minute.
func schedules() *rapid.Generator[Input] {
	return rapid.Custom(func(t *rapid.T) Input {
		in := Input{Procs: rapid.IntRange(1, 6).Draw(t, "procs")}
		var held [600]int // processors held in each second
		for i := range rapid.IntRange(0, 12).Draw(t, "jobs") {
			j := job.Job{
				ID:       int64(i + 1),
				Submit:   rapid.Int64Range(0, 20).Draw(t, "submit"),
				Run:      rapid.Int64Range(0, 12).Draw(t, "run"),
				Estimate: rapid.Int64Range(1, 15).Draw(t, "estimate"),
				Procs:    int32(rapid.IntRange(1, in.Procs).Draw(t, "width")),
				User:     int32(rapid.IntRange(-1, 3).Draw(t, "user")),
			}
			start := j.Submit + rapid.Int64Range(0, 10).Draw(t, "delay")
			for s := start; s < start+j.Length(true); s++ {
				if held[s]+int(j.Procs) > in.Procs {
					start = s + 1 // the window opens after the full second
				}
			}
			for s := start; s < start+j.Length(true); s++ {
				held[s] += int(j.Procs)
			}
			in.Jobs = append(in.Jobs, j)
			in.Placed = append(in.Placed, job.Placement{Start: start, End: start + j.Length(true), Killed: j.Run > j.Estimate})
		}
		return in
	})
}

func rat(a, b int64) *big.Rat { return big.NewRat(a, b) }

func quotient(a, b *big.Rat) float64 {
	if b.Sign() == 0 {
		return math.NaN()
	}
	f, _ := new(big.Rat).Quo(a, b).Float64()
	return f
}

// share is the smallest value that at least percent of the jobs do not exceed.
func share(vs []float64, percent int) float64 {
	for _, v := range vs {
		below := 0
		for _, u := range vs {
			if u <= v {
				below++
			}
		}
		if below*100 >= percent*len(vs) {
			return v
		}
	}
	return math.NaN()
}

// An oracle is a schedule whose sums are taken with exact fractions.
type oracle struct{ Input }

func (o oracle) width(i int) int64    { return int64(o.Jobs[i].Procs) }
func (o oracle) run(i int) int64      { return o.Placed[i].End - o.Placed[i].Start }
func (o oracle) wait(i int) int64     { return o.Placed[i].Start - o.Jobs[i].Submit }
func (o oracle) response(i int) int64 { return o.Placed[i].End - o.Jobs[i].Submit }
func (o oracle) area(i int) int64     { return o.width(i) * o.run(i) }

func (o oracle) bsld(i int, tau int64) *big.Rat {
	return rat(max(o.response(i), tau), max(o.run(i), tau))
}

func (o oracle) sum(f func(i int) *big.Rat) *big.Rat {
	total := new(big.Rat)
	for i := range o.Jobs {
		total.Add(total, f(i))
	}
	return total
}

func (o oracle) weighted(weight func(i int) int64, value func(i int) *big.Rat) float64 {
	return quotient(o.sum(func(i int) *big.Rat { return new(big.Rat).Mul(rat(weight(i), 1), value(i)) }),
		o.sum(func(i int) *big.Rat { return rat(weight(i), 1) }))
}

func (o oracle) sorted(value func(i int) *big.Rat) (vs []float64) {
	for i := range o.Jobs {
		f, _ := value(i).Float64()
		vs = append(vs, f)
	}
	slices.Sort(vs)
	return vs
}

// use walks through every second of [first, last).
func (o oracle) use(first, last int64) (used, lost int64) {
	for s := first; s < last; s++ {
		held, asked := int64(0), int64(0)
		for i, at := range o.Placed {
			if at.Start <= s && s < at.End {
				held += o.width(i)
			}
			if o.Jobs[i].Submit <= s && s < at.Start {
				asked += o.width(i)
			}
		}
		used += held
		lost += min(int64(o.Procs)-held, asked)
	}
	return used, lost
}

// fairness is Jain's index of the users' mean slowdowns.
func (o oracle) fairness() float64 {
	means := map[int32][]*big.Rat{}
	for i := range o.Jobs {
		if u := o.Jobs[i].User; u != job.None {
			means[u] = append(means[u], o.bsld(i, 10))
		}
	}
	x, xx := new(big.Rat), new(big.Rat)
	for _, bslds := range means {
		mean := new(big.Rat)
		for _, b := range bslds {
			mean.Add(mean, b)
		}
		mean.Quo(mean, rat(int64(len(bslds)), 1))
		x.Add(x, mean)
		xx.Add(xx, new(big.Rat).Mul(mean, mean))
	}
	return quotient(new(big.Rat).Mul(x, x), new(big.Rat).Mul(rat(int64(len(means)), 1), xx))
}

// bySecond works out every metric of in second by second and job by job.
func bySecond(in Input) map[string]float64 {
	o, n := oracle{in}, int64(len(in.Jobs))
	first, last, started := int64(math.MaxInt64), int64(0), int64(math.MaxInt64)
	killed := int64(0)
	for i := range in.Jobs {
		first, last, started = min(first, in.Jobs[i].Submit), max(last, in.Placed[i].End), min(started, in.Placed[i].Start)
		if in.Placed[i].Killed {
			killed++
		}
	}
	span, ran := last-first, last-started
	if n == 0 {
		span, ran = 0, 0
	}
	used, lost := o.use(first, last)
	wait := func(i int) *big.Rat { return rat(o.wait(i), 1) }
	response := func(i int) *big.Rat { return rat(o.response(i), 1) }
	bsld := func(tau int64) func(int) *big.Rat {
		return func(i int) *big.Rat { return o.bsld(i, tau) }
	}
	one := func(int) int64 { return 1 }
	waits, bslds := o.sorted(wait), o.sorted(bsld(10))
	makespan := math.NaN()
	if n > 0 {
		makespan = float64(span)
	}
	return map[string]float64{
		"jobs_ended":       float64(n),
		"killed_share":     quotient(rat(killed, 1), rat(n, 1)),
		"makespan_s":       makespan,
		"throughput_per_h": quotient(rat(3600*n, 1), rat(span, 1)),
		"util":             quotient(rat(used, 1), rat(int64(in.Procs)*span, 1)),
		"util_started":     quotient(rat(used, 1), rat(int64(in.Procs)*ran, 1)),
		"loc":              quotient(rat(lost, 1), rat(int64(in.Procs)*span, 1)),
		"underutil":        quotient(rat(lost, 1), rat(used, 1)),
		"wait_mean_s":      o.weighted(one, wait),
		"wait_p50_s":       share(waits, 50),
		"wait_p95_s":       share(waits, 95),
		"wait_p99_s":       share(waits, 99),
		"wait_max_s":       share(waits, 100),
		"art_s":            o.weighted(one, response),
		"artww_s":          o.weighted(o.width, response),
		"awrt_s":           o.weighted(o.area, response),
		"sld_mean":         o.weighted(one, bsld(1)),
		"sld_max":          share(o.sorted(bsld(1)), 100),
		"bsld_mean":        o.weighted(one, bsld(10)),
		"bsld_p50":         share(bslds, 50),
		"bsld_p95":         share(bslds, 95),
		"bsld_p99":         share(bslds, 99),
		"bsld_max":         share(bslds, 100),
		"sldww_60":         o.weighted(o.width, bsld(60)),
		"sldww_300":        o.weighted(o.width, bsld(300)),
		"sldwa":            o.weighted(o.area, func(i int) *big.Rat { return rat(o.response(i), max(o.run(i), 1)) }),
		"fairness_users":   o.fairness(),
	}
}

func TestEveryMetricIsWhatTheOracleFindsSecondBySecond(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := schedules().Draw(t, "schedule")
		want := bySecond(in)
		for i, v := range Compute(in)[:len(All)] {
			w, ok := want[All[i].Name]
			if !ok || !same(v, w) {
				t.Fatalf("%s = %v, second by second %v", All[i].Name, v, w)
			}
		}
	})
}

// effect says what becomes of a metric when the schedule is changed.
type effect func(m Metric, v float64) float64

func unchanged(_ Metric, v float64) float64 { return v }

func checkEffect(t *rapid.T, what string, before, after Input, e effect) {
	old, now := Compute(before), Compute(after)
	for i, m := range All {
		if want := e(m, old[i]); !same(now[i], want) {
			t.Fatalf("%s: %s is %v after %v, expected %v", what, m.Name, now[i], old[i], want)
		}
	}
}

func clone(in Input) Input {
	in.Jobs, in.Placed = slices.Clone(in.Jobs), slices.Clone(in.Placed)
	return in
}

func TestMetamorphic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := schedules().Draw(t, "schedule")

		late, c := clone(in), rapid.Int64Range(0, 1<<40).Draw(t, "shift")
		for i := range late.Jobs {
			late.Jobs[i].Submit += c
			late.Placed[i].Start += c
			late.Placed[i].End += c
		}
		checkEffect(t, "all times shifted", in, late, unchanged)

		slow, k := clone(in), rapid.Int64Range(1, 1<<20).Draw(t, "factor")
		for i := range slow.Jobs {
			slow.Jobs[i].Submit *= k
			slow.Placed[i].Start *= k
			slow.Placed[i].End *= k
		}
		checkScaled(t, in, slow, k)

		wide := clone(in)
		wide.Procs *= 3
		for i := range wide.Jobs {
			wide.Jobs[i].Procs *= 3
		}
		checkEffect(t, "machine and jobs three times as wide", in, wide, unchanged)

		renamed := clone(in)
		for i := range renamed.Jobs {
			if u := renamed.Jobs[i].User; u != job.None {
				renamed.Jobs[i].User = math.MaxInt32 - u
			}
			renamed.Jobs[i].ID += 100
		}
		checkEffect(t, "users and jobs renamed", in, renamed, unchanged)

		backwards := clone(in)
		slices.Reverse(backwards.Jobs)
		slices.Reverse(backwards.Placed)
		checkEffect(t, "jobs in another order", in, backwards, unchanged)

		twice := clone(in)
		twice.Procs *= 2
		for i := range in.Jobs {
			copied := in.Jobs[i]
			if copied.User != job.None {
				copied.User += 10
			}
			twice.Jobs, twice.Placed = append(twice.Jobs, copied), append(twice.Placed, in.Placed[i])
		}
		checkEffect(t, "the same once more, by other users on another machine", in, twice, func(m Metric, v float64) float64 {
			if m.Name == "jobs_ended" || m.Name == "throughput_per_h" {
				return 2 * v
			}
			return v
		})

		unfinished := clone(in)
		unfinished.Jobs = append(unfinished.Jobs, job.Job{ID: 99, Submit: 3, Procs: 1, Estimate: 1}, job.Job{ID: 98, Procs: 1, Estimate: 1})
		unfinished.Placed = append(unfinished.Placed, job.Placement{Start: job.None, End: job.None}, job.Placement{Start: 2, End: job.None})
		checkEffect(t, "two jobs that have not ended", in, unfinished, unchanged)
	})
}

// checkScaled compares the metrics of a schedule k times as slow with those of the
// original: times scale, shares of time do not, and the bounded slowdowns, whose bound
// does not scale, lie between the old ones and the unbounded.
func checkScaled(t *rapid.T, in, slow Input, k int64) {
	f := float64(k)
	old, now := Compute(in), Compute(slow)
	for i, m := range All {
		want := old[i]
		switch m.Name {
		case "sld_mean", "sld_max", "bsld_mean", "bsld_p50", "bsld_p95", "bsld_p99", "bsld_max", "sldww_60", "sldww_300":
			if now[i] < old[i]*(1-1e-12) {
				t.Fatalf("all times %d-fold: %s falls from %v to %v", k, m.Name, old[i], now[i])
			}
			continue
		case "fairness_users":
			continue
		}
		switch m.Unit {
		case "s":
			want *= f
		case "1/h":
			want /= f
		}
		if !same(now[i], want) {
			t.Fatalf("all times %d-fold: %s is %v after %v, expected %v", k, m.Name, now[i], old[i], want)
		}
	}
}

func TestRanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := schedules().Draw(t, "schedule")
		v := func(name string) float64 { return Compute(in)[Index(name)] }
		if math.IsNaN(v("util")) {
			return
		}
		users := map[int32]bool{}
		for _, j := range in.Jobs {
			users[j.User] = true
		}
		delete(users, job.None)
		for _, c := range []struct {
			law   string
			holds bool
		}{
			{"0 <= util <= util_started <= 1", 0 <= v("util") && v("util") <= v("util_started")+1e-12 && v("util_started") <= 1 || v("util") == 0},
			{"util + loc <= 1", v("util")+v("loc") <= 1+1e-12},
			{"p50 <= p95 <= p99 <= max",
				v("wait_p50_s") <= v("wait_p95_s") && v("wait_p95_s") <= v("wait_p99_s") && v("wait_p99_s") <= v("wait_max_s")},
			{"1 <= bsld <= sld", 1 <= v("bsld_mean") && v("bsld_mean") <= v("sld_mean")+1e-12},
			{"wider bounds, smaller slowdowns", v("sldww_300") <= v("sldww_60")+1e-12},
			{"1/m <= fairness <= 1", len(users) == 0 || 1/float64(len(users)) <= v("fairness_users")+1e-12 && v("fairness_users") <= 1+1e-12},
		} {
			if !c.holds {
				t.Fatalf("not %s: %v", c.law, Compute(in))
			}
		}
	})
}
