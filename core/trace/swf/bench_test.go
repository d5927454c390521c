package swf

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"
)

// archiveLog returns a log like those of the archive: half of the CPU times
// have decimals, columns are padded.
func archiveLog(rows int) []byte {
	rng := rand.New(rand.NewPCG(7, 7))
	var b bytes.Buffer
	w := NewWriter(&b)
	w.WriteComment("; MaxProcs: 128")
	submit := int64(0)
	for i := range rows {
		submit += rng.Int64N(1000)
		rec := Unknown
		rec.Job, rec.Submit, rec.Wait, rec.Run = int64(i+1), submit, rng.Int64N(500000), rng.Int64N(72000)
		rec.Procs, rec.ReqTime, rec.Status = rng.Int64N(128)+1, rng.Int64N(72000), 1
		rec.User, rec.Group, rec.App, rec.Queue = rng.Int64N(400), rng.Int64N(40), rng.Int64N(12000), rng.Int64N(5)
		rec.CPU = float64(rng.Int64N(100000))
		if i%2 == 0 {
			rec.CPU /= 100
		}
		w.Write(&rec)
	}
	w.Flush()
	return b.Bytes()
}

func BenchmarkRead(b *testing.B) {
	log := archiveLog(100_000)
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	var rec Record
	for b.Loop() {
		r := NewReader(bytes.NewReader(log))
		rows := 0
		for r.ReadTo(&rec) == nil {
			rows++
		}
		if rows != 100_000 {
			b.Fatalf("%d rows", rows)
		}
	}
}

func BenchmarkReadGzip(b *testing.B) {
	log := archiveLog(100_000)
	packed := zip(string(log))
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	var rec Record
	for b.Loop() {
		r := NewReader(bytes.NewReader(packed))
		for r.ReadTo(&rec) == nil {
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	log := archiveLog(100_000)
	rows, err := NewReader(bytes.NewReader(log)).ReadAll()
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	for b.Loop() {
		w := NewWriter(io.Discard)
		for i := range rows {
			w.Write(&rows[i])
		}
		w.Flush()
	}
}
