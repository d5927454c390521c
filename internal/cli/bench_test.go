package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
	"time"
)

// process executes the command once an iteration, as users do: its start, its reading and its report count,
// too. The processor time is that of the process, whatever else the machine does.
func process(b *testing.B, jobs int, args ...string) {
	b.Helper()
	var used time.Duration
	peak := 0.0
	for b.Loop() {
		state := call(b, args...)
		used += state.UserTime() + state.SystemTime()
		peak = max(peak, peakMB(state))
	}
	if peak > 0 {
		b.ReportMetric(peak, "peak-MB")
	}
	b.ReportMetric(float64(used.Nanoseconds())/float64(b.N), "cpu-ns/op")
	if jobs > 0 {
		b.ReportMetric(float64(jobs*b.N)/b.Elapsed().Seconds(), "jobs/s")
		b.ReportMetric(float64(jobs*b.N)/used.Seconds(), "jobs/cpu-s")
	}
}

// call executes the command once.
func call(b *testing.B, args ...string) *os.ProcessState {
	b.Helper()
	c := exec.Command("backfill", args...)
	if out, err := c.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return c.ProcessState
}

// peakMB returns the most memory that a process held at once, 0 where the system does not say.
func peakMB(s *os.ProcessState) float64 {
	usage := reflect.Indirect(reflect.ValueOf(s.SysUsage()))
	if runtime.GOOS != "linux" || usage.Kind() != reflect.Struct {
		return 0
	}
	return float64(usage.FieldByName("Maxrss").Int()) / 1000 // kB there
}

// drawnLog writes a log of that many drawn jobs.
func drawnLog(b *testing.B, jobs int, ending string) (log string) {
	b.Helper()
	log = filepath.Join(b.TempDir(), "drawn"+ending)
	call(b, "generate", "--model", "lublin", "--jobs", fmt.Sprint(jobs), "--procs", "256", "--load", "0.7",
		"--seed", "1", "--estimates", "round", "--factor", "1", "-o", log)
	return log
}

// BenchmarkScale is what one run should take: ten million jobs in 300 MB, at 2,000,000 jobs a second of processor time
// without files, a million jobs under four policies in 10 s, all figures of their rows in 10 s and 500 MB, and why a job of them
// waited in 1 s. The logs take 1 GB of disk.
func BenchmarkScale(b *testing.B) {
	for _, jobs := range []int{1_000_000, 10_000_000} {
		log := drawnLog(b, jobs, ".swf")
		b.Run(fmt.Sprint(jobs, "/easy"), func(b *testing.B) { process(b, jobs, "run", log) })
		b.Run(fmt.Sprint(jobs, "/easy/parquet"), func(b *testing.B) { process(b, jobs, "run", log, "--out", filepath.Join(b.TempDir(), "out")) })
		if jobs == 1_000_000 {
			out := filepath.Join(b.TempDir(), "out")
			b.Run(fmt.Sprint(jobs, "/four/parquet"), func(b *testing.B) {
				process(b, 4*jobs, "run", log, "--policy", "fcfs,easy,cons,sjf-easy", "--out", out)
			})
			b.Run(fmt.Sprint(jobs, "/four/figures"), func(b *testing.B) { process(b, 4*jobs, "figure", "--from", out) })
			b.Run(fmt.Sprint(jobs, "/why"), func(b *testing.B) { process(b, jobs, "why", "500000", "--from", out, "--run", "easy") })
		}
	}
}

// BenchmarkProcessStart is a process that does next to nothing.
func BenchmarkProcessStart(b *testing.B) { process(b, 0, "version") }

// BenchmarkProcess reads a log, simulates it under EASY and prints the metrics.
func BenchmarkProcess(b *testing.B) {
	for _, jobs := range []int{30_000, 200_000} {
		for _, ending := range []string{".swf", ".swf.gz"} {
			log := drawnLog(b, jobs, ending)
			b.Run(fmt.Sprint(jobs, ending), func(b *testing.B) { process(b, jobs, "run", log) })
		}
	}
}

// BenchmarkSweep is what a sweep should take beside its runs: a million of them planned in 5 s and 200 MB, 10,000 of ten jobs done in
// 10 s, which is 1 ms each, and collected in 10 s.
func BenchmarkSweep(b *testing.B) {
	dir := b.TempDir()
	file := func(name, study string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(study), 0o666); err != nil {
			b.Fatal(err)
		}
		return path
	}
	many := file("many.json", `{"workload": {"model": {"name": "lublin", "jobs": 1000, "procs": 128,
		"load": {"from": 0.5, "to": 0.99, "step": 0.01}, "seed": {"from": 1, "to": 1000}}},
		"shrink": {"from": 0.5, "to": 0.95, "step": 0.05}, "policies": ["easy", "cons"]}`)
	short := file("short.json", `{"workload": {"model": {"name": "lublin", "jobs": 10, "procs": 16, "seed": {"from": 1, "to": 100}}},
		"shrink": {"from": 1, "to": 100}, "policies": ["easy"]}`)
	b.Run("plan/1000000", func(b *testing.B) { process(b, 0, "sweep", "plan", many, "--out", filepath.Join(b.TempDir(), "many")) })
	done := filepath.Join(dir, "done")
	b.Run("run/10000", func(b *testing.B) {
		var used time.Duration
		for b.Loop() {
			b.StopTimer()
			if err := os.RemoveAll(done); err != nil {
				b.Fatal(err)
			}
			call(b, "sweep", "plan", short, "--out", done)
			b.StartTimer()
			state := call(b, "sweep", "run", done)
			used += state.UserTime() + state.SystemTime()
		}
		b.ReportMetric(float64(used.Nanoseconds())/float64(b.N), "cpu-ns/op")
	})
	call(b, "sweep", "plan", short, "--out", done) // where -bench leaves the runs out
	call(b, "sweep", "run", done)
	b.Run("status/10000", func(b *testing.B) { process(b, 0, "sweep", "status", done) })
	b.Run("collect/10000", func(b *testing.B) { process(b, 0, "sweep", "collect", done) })
}
