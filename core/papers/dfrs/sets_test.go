package dfrs

import (
	"math"
	"os"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/trace"
)

// made makes a job set of the paper, from logs if opt has them.
func made(t *testing.T, opt paper.Options, name string) *trace.Workload {
	t.Helper()
	made, err := Paper().Loader(paper.First(opt.Scale), opt.Traces).JobSet(name)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Instances begin with second 0, have all jobs between them, are as long as they
// may be, and can be simulated.
func TestInstancesPartitionTheirSet(t *testing.T) {
	for _, scale := range []paper.Scale{paper.Quick, paper.Full} {
		for _, s := range allSets {
			w := made(t, paper.Options{Scale: scale}, s.jobSet)
			for _, load := range s.loads(scale) {
				cut := s.cut(paper.First(scale), load)
				all, err := cut.instances(w)
				if err != nil {
					t.Fatal(err)
				}
				n := 0
				for i, jobs := range all {
					n += len(jobs)
					if jobs[0].Submit != 0 {
						t.Errorf("%s, instance %d begins at %d", s.key, i, jobs[0].Submit)
					}
					if last := jobs[len(jobs)-1].Submit; cut.Span > 0 && last >= cut.Span*shared.Second {
						t.Errorf("%s, instance %d: the last job arrives at %d", s.key, i, last)
					}
					if _, err := shared.New(shared.Config{Nodes: cut.Nodes, Jobs: jobs, Algorithm: shared.All()[0]}); err != nil {
						t.Errorf("%s, instance %d: %v", s.key, i, err)
					}
					if got := shared.Load(jobs, cut.Nodes); load > 0 && math.Abs(got/load-1) > 0.01 {
						t.Errorf("%s, instance %d: load %v instead of %v", s.key, i, got, load)
					}
				}
				switch {
				case s.jobSet == traces && (n != w.Len() || len(all) != sizes(scale).traces):
					t.Errorf("%s: %d instances with %d of %d jobs", s.key, len(all), n, w.Len())
				case s.jobSet == log && scale == paper.Full && n != w.Len():
					t.Errorf("%s: %d of %d jobs", s.key, n, w.Len())
				case s.jobSet == log && scale == paper.Quick && len(all) != 10:
					t.Errorf("%s: %d instances", s.key, len(all))
				}
			}
		}
	}
}

// The traces are those of their seeds: what stands between them does not matter.
func TestTracesAreTheirSeeds(t *testing.T) {
	w := made(t, paper.Options{Scale: paper.Quick}, traces)
	cut := unscaled.cut(paper.First(paper.Quick), 0)
	all, err := cut.instances(w)
	if err != nil {
		t.Fatal(err)
	}
	again, err := cut.instances(w)
	if err != nil {
		t.Fatal(err)
	}
	small := 0
	for i, jobs := range all {
		for k, j := range jobs {
			if j != again[i][k] {
				t.Fatalf("instance %d differs when it is made again", i)
			}
			if j.Tasks == 1 != (j.CPU == shared.Whole/shared.SyntheticCores) {
				t.Errorf("%d tasks with CPU %d", j.Tasks, j.CPU)
			}
			if j.Memory == shared.Whole/10 {
				small++
			}
		}
	}
	if share := float64(small) / float64(w.Len()); share < 0.5 || share > 0.6 {
		t.Errorf("%v of the jobs need 10 %% of a node's memory, want 0.55", share)
	}
}

// hpc2n-like has the log's means, roughly: jobs a week, run time, work, memory.
func TestLikeTheLog(t *testing.T) {
	w := made(t, paper.Options{Scale: paper.Full}, log)
	jobs, c, err := shared.FromLog(w, shared.HPC2N, logNodes)
	if err != nil {
		t.Fatal(err)
	}
	weeks := float64(jobs[len(jobs)-1].Submit) / shared.Second / trace.Week
	run, multi := 0.0, 0.0
	for _, j := range jobs {
		run += float64(j.Run) / shared.Second / float64(len(jobs))
		if j.CPU == shared.Whole {
			multi++
		}
	}
	for name, v := range map[string][2]float64{
		"jobs a week":               {float64(len(jobs)) / weeks, 1115},
		"run time":                  {run, 17_024},
		"jobs with CPU 100 %":       {multi, 116_436},
		"jobs without memory":       {float64(c.NoMemory), 2142},
		"offered load, whole nodes": {shared.Load(jobs, logNodes), 0.673},
	} {
		if q := v[0] / v[1]; q < 0.85 || q > 1.15 {
			t.Errorf("%s: %v, the log has %v", name, v[0], v[1])
		}
	}
	if c.TooWide > 0 {
		t.Errorf("%d jobs do not fit", c.TooWide)
	}
}

// The log itself, where it is given: 182 weeks.
func TestWeeksOfTheLog(t *testing.T) {
	dir := os.Getenv(paper.TracesVariable)
	if dir == "" {
		t.Skip("no logs: " + paper.TracesVariable + " is not set")
	}
	w := made(t, paper.Options{Scale: paper.Full, Traces: os.DirFS(dir)}, log)
	cut := realWorld.cut(paper.First(paper.Full), 0)
	all, err := cut.instances(w)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 182 || w.Len() != 202_871 {
		t.Errorf("%d weeks, %d jobs", len(all), w.Len())
	}
}
