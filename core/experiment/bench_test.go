package experiment

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// simulate runs one policy and nothing else: what jobs/s means everywhere here.
func simulate(b *testing.B, w *trace.Workload, name string) {
	b.Helper()
	b.ReportAllocs()
	before := processor()
	for b.Loop() {
		p, err := Builtin.Machine(name, nil)
		if err != nil {
			b.Fatal(err)
		}
		e, err := sim.New(sim.Config{Procs: w.Procs, Jobs: w.Jobs.Held()}, p)
		if err != nil {
			b.Fatal(err)
		}
		if err := e.Run(context.Background(), nil); err != nil {
			b.Fatal(err)
		}
	}
	if used := processor() - before; used > 0 {
		b.ReportMetric(used/float64(b.N), "cpu-ns/op")
	}
	b.ReportMetric(float64(w.Len())*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}

var benched = []string{
	"fcfs",
	"list",
	"easy",
	"cons",
	"sjf-easy",
	"wfp3-easy",
	"sjf-cons",
	"plan-fcfs",
	"plan-sjf",
	"plan-ljf",
	"dynp-basic",
	"dynp-simple",
	"dynp-advanced",
}

// BenchmarkDefault runs on the built-in workload; it is the one to compare
// native code and WebAssembly with.
func BenchmarkDefault(b *testing.B) {
	w := defaultWorkload(b)
	for _, name := range benched {
		b.Run(name, func(b *testing.B) { simulate(b, w, name) })
	}
}

// BenchmarkTenfold has ten times the jobs of the row before at the same load:
// the cost of a job should not grow with the length of a log.
func BenchmarkTenfold(b *testing.B) {
	for _, name := range []string{"easy", "cons"} {
		for _, n := range []int{10_000, 100_000, 1_000_000} {
			m := Model{Name: "lublin", Jobs: n, Procs: 256, Load: 0.7, Seed: 1, Estimates: "round", Factor: 1}
			w, err := m.Generate(nil, trace.Options{})
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) { simulate(b, w, name) })
		}
	}
}

// BenchmarkLog runs on a real log, KTH SP2, where BACKFILL_TRACES has it.
func BenchmarkLog(b *testing.B) {
	w := kth(b)
	for _, name := range benched {
		b.Run(name, func(b *testing.B) { simulate(b, w, name) })
	}
}

// BenchmarkRealMonths is the twin of Slurm on eleven months of KTH SP2: 100 nodes of one core, priorities by fair share,
// age and size, backfill with Slurm's defaults. The speed is how many times faster than the real cluster it runs.
func BenchmarkRealMonths(b *testing.B) {
	w := kth(b)
	d := single("n[1-100]")
	d.Priority = cluster.Priority{Type: "multifactor", WeightAge: 1000, WeightFair: 10_000, WeightJobSize: 1000}
	spec := Spec{Policies: []string{policy.Slurm}, Platforms: Platforms{Cluster: d}}
	b.ReportAllocs()
	seconds := 0.0
	for b.Loop() {
		outcomes, err := Execute(context.Background(), spec, w, Options{})
		if err != nil {
			b.Fatal(err)
		}
		seconds += outcomes[0].Metrics.Value("makespan_s")
	}
	b.ReportMetric(float64(w.Len())*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
	b.ReportMetric(seconds/b.Elapsed().Seconds(), "times-real-time")
}

func kth(t testing.TB) *trace.Workload {
	t.Helper()
	dir := os.Getenv("BACKFILL_TRACES")
	if dir == "" {
		t.Skip("set BACKFILL_TRACES to a folder of the Parallel Workloads Archive's logs")
	}
	spec := Spec{Workload: Source{File: "KTH-SP2-1996-2.swf.gz"}}
	w, err := spec.Load(func(name string) (io.ReadCloser, error) { return os.Open(filepath.Join(dir, name)) }, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func BenchmarkMetrics(b *testing.B) {
	w := defaultWorkload(b)
	outcomes, err := Execute(context.Background(), Spec{Policies: []string{"easy"}}, w, Options{Keep: true})
	if err != nil {
		b.Fatal(err)
	}
	in := metrics.Input{Procs: w.Procs, Jobs: w.Jobs.Held(), Placed: outcomes[0].Placed}
	b.ReportAllocs()
	for b.Loop() {
		metrics.Compute(in)
	}
	b.ReportMetric(float64(w.Len())*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}

// BenchmarkCluster is a run on shared nodes: the engine alone, as an experiment
// with rows of jobs, and with its shares as well.
func BenchmarkCluster(b *testing.B) {
	spec := Spec{Workload: Source{Model: &Model{Name: "lublin", Jobs: 1000, Procs: 128, Load: 0.7, Seed: 2, Type: "both"}},
		Policies: []string{"dfrs:GreedyPM*/per/OPT=MIN/MINVT=600"}, Platforms: Platforms{Shared: &shared.Nodes{Nodes: 128}}}
	w, err := spec.Load(nil, trace.Options{})
	if err != nil {
		b.Fatal(err)
	}
	jobs, _, err := spec.Tasks(w)
	if err != nil {
		b.Fatal(err)
	}
	e, err := Builtin.Find(spec.Policies[0])
	if err != nil {
		b.Fatal(err)
	}
	a := e.Make.(func() shared.Algorithm)()
	for _, c := range []struct {
		name string
		run  func() error
	}{
		{"engine", func() error {
			e, err := shared.New(shared.Config{Nodes: 128, Jobs: jobs, Algorithm: a, Penalty: shared.DefaultPenalty})
			if err != nil {
				return err
			}
			return e.Run(context.Background(), nil)
		}},
		{"rows", func() error {
			_, err := Execute(context.Background(), spec, w, Options{Tables: result.Collecting(result.Jobs, result.Runs)})
			return err
		}},
		{"shares", func() error {
			_, err := Execute(context.Background(), spec, w, Options{Tables: result.Collecting(result.Jobs, result.Shares)})
			return err
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := c.run(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(jobs)*b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
