package trace

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn"
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
		if err != nil || w.Len() != 100_000 {
			b.Fatal(err)
		}
	}
}

// BenchmarkStream is BenchmarkRead with spooled jobs, with rows in order, with a third of them far below their place, and of sacct.
func BenchmarkStream(b *testing.B) {
	tidy := million(100_000)
	rows := bytes.SplitAfter(tidy, []byte("\n"))
	head, rows := rows[:2], rows[2:len(rows)-1]
	r := rand.New(rand.NewPCG(6, 6))
	for i := 0; i < len(rows); i += 3 {
		k := r.IntN(len(rows)/3) * 3
		rows[i], rows[k] = rows[k], rows[i]
	}
	for _, c := range []struct {
		name string
		log  []byte
	}{
		{"tidy", tidy},
		{"late", slices.Concat(bytes.Join(head, nil), bytes.Join(rows, nil))},
		{"sacct", []byte(drawn.Accounting{Jobs: 100_000}.Draw(r))},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.log)))
			b.ReportAllocs()
			for b.Loop() {
				w, err := ReadFrom("a.swf", bytes.NewReader(c.log), Options{Scratch: scratch(b)})
				if err != nil || c.name != "sacct" && w.Len() != 100_000 {
					b.Fatal(err)
				}
			}
		})
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
