package slab

import (
	"runtime/debug"
	"testing"
)

// A slab is what make returns, whatever part of it fits into large pages.
func TestSlabsAreZeroAndOnesOwn(t *testing.T) {
	type record struct {
		a int64
		b int32
	}
	for _, n := range []int{0, 1, 1000, 130_000, 131_072, 262_145, 1_000_003} {
		s, other := Make[record](n), Make[record](n)
		if len(s) != n || cap(s) < n {
			t.Fatalf("%d of %d records", len(s), n)
		}
		for i := range s {
			if s[i] != (record{}) {
				t.Fatalf("record %d of %d is %+v", i, n, s[i])
			}
			s[i], other[i] = record{int64(i), 1}, record{-1, 2}
		}
		for i := range s {
			if s[i] != (record{int64(i), 1}) {
				t.Fatalf("record %d of %d became %+v", i, n, s[i])
			}
		}
	}
	if s := Make[struct{}](5); len(s) != 5 {
		t.Error("records without a size")
	}
}

// What a run pays for the first touch of its records.
func BenchmarkFirstTouch(b *testing.B) {
	for _, c := range []struct {
		name string
		room func(int) []int64
	}{{"slab", Make[int64]}, {"make", func(n int) []int64 { return make([]int64, n) }}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				debug.FreeOSMemory() // else all but the first round touch what has been touched
				b.StartTimer()
				s := c.room(4 << 20)
				for i := 0; i < len(s); i += 512 {
					s[i] = 1
				}
			}
			b.SetBytes(32 << 20)
		})
	}
}
