package reserve

import (
	"errors"
	"slices"
	"testing"
)

// seconds is a base of few seconds: the processors free at each.
type seconds []int

func (s seconds) Fit(procs int, from, length int64) (t int64, ok bool) {
	for t = from; t+length <= int64(len(s)); t++ {
		if !slices.ContainsFunc(s[t:t+length], func(free int) bool { return free < procs }) {
			return t, true
		}
	}
	return 0, false
}

func (s seconds) Take(procs int, from, length int64) {
	for t := from; t < from+length; t++ {
		s[t] -= procs
	}
}

type named struct{ name string }

var errBusy = errors.New("busy")

func TestReservationsAreKept(t *testing.T) {
	base := seconds{0, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}
	var l List[named, int]
	var from, earliest int64
	add := func(asked, length int64, procs int, j *named) (int64, error) {
		return l.Add(Held[named, int]{Asked: asked, Length: length, Procs: procs, Job: j}, base, 1, func(f, e int64) error {
			from, earliest = f, e
			return errBusy
		})
	}
	first, second := &named{"first"}, &named{"second"}
	if start, err := add(ASAP, 2, 3, first); start != 2 || err != nil {
		t.Fatalf("as soon as possible is %d, %v", start, err)
	}
	if _, err := add(2, 2, 2, second); err != errBusy || from != 2 || earliest != 4 {
		t.Fatalf("a busy second: %v from %d, earliest %d", err, from, earliest)
	}
	if _, err := add(ASAP, 2, 5, second); err != errBusy || earliest != -1 {
		t.Fatalf("too many processors: %v, earliest %d", err, earliest)
	}
	if _, err := add(0, 1, 1, second); err == nil || err == errBusy {
		t.Fatalf("a second that is over: %v", err)
	}
	if start, err := add(4, 2, 2, second); start != 4 || err != nil {
		t.Fatalf("a free second: %d, %v", start, err)
	}
	if start, err := add(4, 3, 2, nil); start != 4 || err != nil {
		t.Fatalf("a block: %d, %v", start, err)
	}
	if want := (seconds{0, 2, 1, 1, 0, 0, 2, 4, 4, 4, 4, 4}); !slices.Equal(base, want) || l.Late() {
		t.Fatalf("base is %v, want %v; late: %t", base, want, l.Late())
	}

	// A running job holds 3 processors until second 5: the block stays, first waits
	// until second 7, and second takes the room beside the block at second 5.
	base = seconds{0, 0, 1, 1, 1, 4, 4, 4, 4, 4, 4, 4}
	var moves []int64
	l.Renew(2, base, func(r *Held[named, int], before int64) { moves = append(moves, before, r.Start) })
	if want := []int64{2, 7, 4, 5}; !slices.Equal(moves, want) || !l.Late() {
		t.Fatalf("moves are %v, want %v; late: %t", moves, want, l.Late())
	}

	var begun []string
	for now := int64(2); now < 10; now++ {
		l.Begin(now, func(r *Held[named, int]) { begun = append(begun, r.Job.name) })
		if blocks := len(l) - (2 - len(begun)); blocks != 0 && now >= 7 || blocks != 1 && now < 7 {
			t.Fatalf("%d blocks at second %d", blocks, now)
		}
	}
	if !slices.Equal(begun, []string{"second", "first"}) || len(l) > 0 {
		t.Fatalf("begun are %v, %d left", begun, len(l))
	}
}
