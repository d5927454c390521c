package event

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The oracle: all events in a slice, sorted stably by (time, kind).
type oracle []Event

func (o *oracle) push(t int64, k Kind, job int32) {
	*o = append(*o, Event{Time: t, key: uint64(k) << seqBits, Job: job})
	slices.SortStableFunc(*o, func(a, b Event) int {
		if a.Time != b.Time {
			return int(a.Time - b.Time)
		}
		return int(a.Kind()) - int(b.Kind())
	})
}

func (o *oracle) pop() Event {
	e := (*o)[0]
	*o = (*o)[1:]
	return e
}

// checkOrder replays a script of pushes and pops, two bytes each, on a calendar
// and on the oracle.
func checkOrder(t *testing.T, script []byte) {
	var c Calendar
	var o oracle
	compare := func() {
		if min, ok := c.Min(); !ok || min.Time != o[0].Time || min.Job != o[0].Job {
			t.Fatalf("Min = %+v, %t; the oracle says %+v", min, ok, o[0])
		}
		got, want := c.Pop(), o.pop()
		if got.Time != want.Time || got.Kind() != want.Kind() || got.Job != want.Job {
			t.Fatalf("Pop = %+v; the oracle says %+v", got, want)
		}
	}
	job := int32(0)
	for ; len(script) >= 2; script = script[2:] {
		if script[0]%3 == 0 && len(o) > 0 {
			compare()
			continue
		}
		tm, k := int64(script[1]%16), Kind(script[1]>>4%4)
		c.Push(tm, k, job)
		o.push(tm, k, job)
		job++
	}
	for len(o) > 0 {
		compare()
	}
	if _, ok := c.Min(); ok || c.Len() != 0 {
		t.Fatalf("%d events are left over", c.Len())
	}
}

func TestCalendarIsATotalOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		script := make([]byte, r.IntN(200))
		for i := range script {
			script[i] = byte(r.Uint32())
		}
		checkOrder(t, script)
	}
}

func FuzzCalendar(f *testing.F) {
	f.Add([]byte("1a1a1b0000"))
	f.Fuzz(func(t *testing.T, script []byte) { checkOrder(t, script[:min(len(script), 400)]) })
}

func TestResetForgets(t *testing.T) {
	var c Calendar
	c.Push(1, Wake, 1)
	c.Reset()
	if _, ok := c.Min(); ok {
		t.Fatal("an event survived Reset")
	}
}

func BenchmarkCalendar(b *testing.B) {
	const n = 1000
	var c Calendar
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		c.Push(r.Int64N(n), End, 0)
	}
	b.ReportAllocs()
	for b.Loop() {
		e := c.Pop()
		c.Push(e.Time+1+int64(e.key%n), End, 0)
	}
}
