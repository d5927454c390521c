package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// process executes the command once an iteration, as users do: its start, its reading and its report count,
// too. The processor time is that of the process, whatever else the machine does.
func process(b *testing.B, jobs int, args ...string) {
	b.Helper()
	var used time.Duration
	for b.Loop() {
		c := exec.Command("backfill", args...)
		if out, err := c.CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		used += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	b.ReportMetric(float64(used.Nanoseconds())/float64(b.N), "cpu-ns/op")
	if jobs > 0 {
		b.ReportMetric(float64(jobs*b.N)/b.Elapsed().Seconds(), "jobs/s")
		b.ReportMetric(float64(jobs*b.N)/used.Seconds(), "jobs/cpu-s")
	}
}

// BenchmarkProcessStart is a process that does next to nothing.
func BenchmarkProcessStart(b *testing.B) { process(b, 0, "version") }

// BenchmarkProcess reads a log, simulates it under EASY and prints the metrics.
func BenchmarkProcess(b *testing.B) {
	for _, jobs := range []int{30_000, 200_000} {
		for _, ending := range []string{".swf", ".swf.gz"} {
			log := filepath.Join(b.TempDir(), "drawn"+ending)
			c := exec.Command("backfill", "generate", "--model", "lublin", "--jobs", fmt.Sprint(jobs), "--load", "0.7", "--seed", "1", "-o", log)
			if out, err := c.CombinedOutput(); err != nil {
				b.Fatalf("%v: %s", err, out)
			}
			b.Run(fmt.Sprint(jobs, ending), func(b *testing.B) { process(b, jobs, "run", log) })
		}
	}
}
