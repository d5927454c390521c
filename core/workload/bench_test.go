package workload

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// million returns a tidy log of that many rows.
func million(rows int) []byte {
	r := rand.New(rand.NewPCG(5, 5))
	var b strings.Builder
	b.WriteString("; MaxProcs: 128\n; UnixStartTime: 1000000000\n")
	submit := 0
	for i := range rows {
		submit += r.IntN(600)
		fmt.Fprintf(&b, "%5d %8d %6d %6d %4d %6d %5d %4d %6d %5d %2d %3d %3d %3d %2d %2d %2d %2d\n", i+1, submit, r.IntN(90000), r.IntN(72000),
			1+r.IntN(128), r.IntN(70000), -1, 1+r.IntN(128), r.IntN(72000), -1, 1, r.IntN(300), r.IntN(30), r.IntN(5000), r.IntN(5), -1, -1, -1)
	}
	return []byte(b.String())
}

func BenchmarkRead(b *testing.B) {
	log := million(100_000)
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	for b.Loop() {
		w, err := Read("a.swf", log, Options{})
		if err != nil || len(w.Jobs) != 100_000 {
			b.Fatal(err)
		}
	}
}

func BenchmarkSHA256(b *testing.B) {
	w, err := Read("a.swf", million(100_000), Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		w.SHA256()
	}
	b.ReportMetric(float64(b.N)*100_000/b.Elapsed().Seconds(), "jobs/s")
}

func BenchmarkInfo(b *testing.B) {
	w, err := Read("a.swf", million(100_000), Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		w.Info()
	}
	b.ReportMetric(float64(b.N)*100_000/b.Elapsed().Seconds(), "jobs/s")
}
