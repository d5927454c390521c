package paper_test

import (
	"math"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/papertest"
)

// Several seeds give the median and the range of what each of them gives by itself.
func TestSeveralSeedsAreTheSingleOnesTogether(t *testing.T) {
	const seeds = 5
	all := evaluate(t, demo, paper.Options{Seed: 3, Seeds: seeds})
	var single [][]*paper.Evaluation
	for k := range seeds {
		single = append(single, evaluate(t, demo, paper.Options{Seed: uint64(3 + k)}))
	}
	vary := 0
	for i, e := range all {
		if want := []uint64{3, 4, 5, 6, 7}; !slices.Equal(e.Seeds, want) {
			t.Errorf("%s has the seeds %v, want %v", e.Experiment.ID, e.Seeds, want)
		}
		for k, n := range e.Numbers {
			var ours []float64
			for _, s := range single {
				ours = append(ours, float64(s[i].Numbers[k].Ours))
			}
			sorted := slices.Sorted(slices.Values(ours))
			if n.Samples == nil && (sorted[0] == sorted[seeds-1] || sorted[0] != sorted[0]) {
				continue
			}
			vary++
			mean, half := 0.0, 0.0
			for _, v := range ours {
				mean += v / seeds
			}
			for _, v := range ours {
				half += (v - mean) * (v - mean) / (seeds - 1)
			}
			half = stats.StudentQuantile(0.95, seeds-1) * math.Sqrt(half*(1+1.0/seeds))
			low, high := mean-half, mean+half
			if !slices.Equal(n.Samples, ours) || float64(n.Ours) != sorted[2] || math.Abs(float64(n.Low)-low) > 1e-9*high ||
				math.Abs(float64(n.High)-high) > 1e-9*high {
				t.Errorf("%s: %v of %v, want the median and the range %v to %v of %v", n.ID, n.Ours, n.Samples, low, high, ours)
			}
		}
		for k, c := range e.Claims {
			held := 0
			for _, s := range single {
				held += s[i].Claims[k].Held
			}
			if c.Held != held || c.Of != seeds {
				t.Errorf("%s holds with %d of %d seeds, want %d of %d", c.ID, c.Held, c.Of, held, seeds)
			}
		}
	}
	if vary < 10 {
		t.Errorf("only %d numbers depend on the seed", vary)
	}
}

// A log is the same with every seed: nothing is computed twice, and nothing has a range.
func TestWhatIsNotDrawnDoesNotVary(t *testing.T) {
	p := *papertest.Demo()
	jobSets := p.JobSets
	p.JobSets = func(at paper.Setting) []paper.JobSet {
		sets := jobSets(at)
		for i := range sets {
			sets[i].Drawn = false
			make := sets[i].Make
			sets[i].Make = func(l *paper.Loader) (*trace.Workload, error) {
				if sets[i].Name != "small" {
					return make(l)
				}
				return experimentModel(l)
			}
		}
		return sets
	}
	runs := 0
	for _, e := range evaluate(t, paper.Catalogue{&p}, paper.Options{Seeds: 4, Progress: func(p paper.Progress) { runs = p.Total }}) {
		if len(e.Seeds) != 1 {
			t.Errorf("%s has the seeds %v, want one", e.Experiment.ID, e.Seeds)
		}
		for _, n := range e.Numbers {
			if n.Samples != nil || n.Verdict == paper.Inside {
				t.Errorf("%s varies: %v", n.ID, n.Samples)
			}
		}
		for _, c := range e.Claims {
			if c.Of != 1 {
				t.Errorf("%s is judged %d times", c.ID, c.Of)
			}
		}
	}
	one := 0
	evaluate(t, paper.Catalogue{&p}, paper.Options{Progress: func(p paper.Progress) { one = p.Total }})
	if runs != one {
		t.Errorf("%d runs with four seeds, %d with one", runs, one)
	}
}

// experimentModel makes the same jobs with every seed.
func experimentModel(l *paper.Loader) (*trace.Workload, error) {
	d := papertest.Demo().JobSets(l.Setting)[0]
	return d.Make(papertest.Demo().Loader(paper.First(l.Scale), nil))
}

// A job set that asks for the seed, or is made of one that does, has to say so.
func TestJobSetsThatAreDrawnSaySo(t *testing.T) {
	for _, name := range []string{"small", "small-exact"} {
		p := *papertest.Demo()
		jobSets := p.JobSets
		p.JobSets = func(at paper.Setting) []paper.JobSet {
			sets := jobSets(at)
			for i := range sets {
				sets[i].Drawn = sets[i].Name != name
			}
			return sets
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s hides that it is drawn, and nobody minds", name)
				}
			}()
			paper.Catalogue{&p}.Evaluate(t.Context(), paper.Options{Scale: paper.Quick, Parallel: 1}, "demo/fig1")
		}()
	}
}

// The median of an even number of seeds is between the middle two, and that of two their mean; not the larger.
func TestTheMedianOfTwoSeedsIsTheirMean(t *testing.T) {
	for _, seeds := range []int{2, 4} {
		vary := 0
		for _, e := range evaluate(t, demo, paper.Options{Seed: 3, Seeds: seeds}) {
			for _, n := range e.Numbers {
				if n.Samples == nil || slices.ContainsFunc(n.Samples, math.IsNaN) {
					continue
				}
				vary++
				sorted := slices.Sorted(slices.Values(n.Samples))
				if want := (sorted[seeds/2-1] + sorted[seeds/2]) / 2; math.Abs(float64(n.Ours)-want) > 1e-12*math.Abs(want) {
					t.Errorf("%s of %v is %v, want %v", n.ID, n.Samples, n.Ours, want)
				}
			}
		}
		if vary < 10 {
			t.Errorf("only %d numbers depend on the seed", vary)
		}
	}
}
