package main

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
		c := exec.Command("backfill", args...)
		if out, err := c.CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		used += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
		peak = max(peak, peakMB(c.ProcessState))
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
	c := exec.Command("backfill", "generate", "--model", "lublin", "--jobs", fmt.Sprint(jobs), "--procs", "256", "--load", "0.7",
		"--seed", "1", "--estimates", "round", "--factor", "1", "-o", log)
	if out, err := c.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return log
}

// BenchmarkScale is what one run should take: ten million jobs in 300 MB, at 2,000,000 jobs a second of processor time
// without files, a million jobs under four policies in 10 s, and all figures of their rows in 10 s and 500 MB. The logs
// take 1 GB of disk.
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
