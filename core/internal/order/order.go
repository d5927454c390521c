// Package order puts many things in order in little memory, by sorted runs that are merged (Knuth, The Art of Computer
// Programming, volume 3, section 5.4). Things that come nearly in order are one run: then nothing is merged.
package order

import (
	"errors"
	"slices"
	"sort"

	"github.com/backfill-lab/backfill/core/internal/heap"
)

const (
	ahead = 4096  // things that wait for earlier ones
	late  = 32768 // things that come too late for that, and wait for a run of their own
	fanIn = 16    // runs that are merged at once
)

// A Source gives things in order.
type Source[T any] interface {
	Next(*T) (ok bool, err error) // ok is false after the last
	Close() error
}

// A Run takes things in order. After Done it is the Source of them.
type Run[T any] interface {
	Source[T]
	Add(*T) error
	Done() error
}

// A Sorter takes things in any order. It holds a bounded number of them.
type Sorter[T any, P heap.Ordered[T]] struct {
	put   func(*T) error
	begin func() Run[T]

	slots []T
	free  []int32 // slots
	ahead []int32 // slots in order: the tail of store
	store []int32
	last  int32 // slot of the last thing put, -1 before

	late []T
	runs [][]Run[T] // of late things; each of runs[k+1] is merged of fanIn of runs[k]
}

// New returns a Sorter that hands things to put, in order, except late ones, which it puts into runs that begin makes.
func New[T any, P heap.Ordered[T]](put func(*T) error, begin func() Run[T]) *Sorter[T, P] {
	return &Sorter[T, P]{put: put, begin: begin, last: -1}
}

// Add takes a thing, of which it keeps a copy.
func (s *Sorter[T, P]) Add(x *T) error {
	if s.last >= 0 && P(x).Before(&s.slots[s.last]) {
		return s.addLate(x)
	}
	if len(s.ahead) == cap(s.ahead) { // back to the front
		if s.store == nil {
			s.store = make([]int32, 0, 2*ahead)
		}
		s.ahead = append(s.store[:0], s.ahead...)
	}
	i := len(s.ahead)
	if i > 0 && P(x).Before(&s.slots[s.ahead[i-1]]) {
		i = sort.Search(i-1, func(i int) bool { return P(x).Before(&s.slots[s.ahead[i]]) })
	}
	s.ahead = slices.Insert(s.ahead, i, s.slot(x))
	if len(s.ahead) <= ahead {
		return nil
	}
	return s.first()
}

// slot puts a thing into a slot.
func (s *Sorter[T, P]) slot(x *T) int32 {
	n := len(s.free)
	if n == 0 {
		s.slots = append(s.slots, *x)
		return int32(len(s.slots) - 1)
	}
	i := s.free[n-1]
	s.free, s.slots[i] = s.free[:n-1], *x
	return i
}

// first puts the first thing that waits.
func (s *Sorter[T, P]) first() error {
	if s.last >= 0 {
		s.free = append(s.free, s.last)
	}
	s.last, s.ahead = s.ahead[0], s.ahead[1:]
	return s.put(&s.slots[s.last])
}

// addLate takes a thing that comes before one already put.
func (s *Sorter[T, P]) addLate(x *T) error {
	s.late = append(s.late, *x)
	if len(s.late) < late {
		return nil
	}
	run, from := s.begin(), s.held()
	s.late = s.late[:0]
	if err := write(run, func(put func(*T) error) error { return merge[T, P](put, from) }); err != nil {
		return err
	}
	return s.keep(0, run)
}

// write writes a run.
func write[T any](run Run[T], all func(put func(*T) error) error) error {
	err := all(run.Add)
	if err == nil {
		err = run.Done()
	}
	if err != nil {
		return errors.Join(err, run.Close())
	}
	return nil
}

// keep keeps a run, and merges those of its level if they are fanIn.
func (s *Sorter[T, P]) keep(level int, run Run[T]) error {
	if level == len(s.runs) {
		s.runs = append(s.runs, nil)
	}
	if s.runs[level] = append(s.runs[level], run); len(s.runs[level]) < fanIn {
		return nil
	}
	var from []Source[T]
	for _, r := range s.runs[level] {
		from = append(from, r)
	}
	s.runs[level] = nil
	merged := s.begin()
	if err := write(merged, func(put func(*T) error) error { return merge[T, P](put, from...) }); err != nil {
		return err
	}
	return s.keep(level+1, merged)
}

// Done says that all things have been added. It tells whether all have been put; else Merge yields them.
func (s *Sorter[T, P]) Done() (all bool, err error) {
	for len(s.ahead) > 0 {
		if err := s.first(); err != nil {
			return false, err
		}
	}
	s.slots, s.free, s.store = nil, nil, nil
	return len(s.late) == 0 && len(s.runs) == 0, nil
}

// Merge hands all things to put, in order. first has those that have been put before; Merge closes it.
func (s *Sorter[T, P]) Merge(first Source[T], put func(*T) error) error {
	from := []Source[T]{first, s.held()}
	for _, level := range s.runs {
		for _, r := range level {
			from = append(from, r)
		}
	}
	s.late, s.runs = nil, nil
	return merge[T, P](put, from...)
}

// Close gives back what was not merged.
func (s *Sorter[T, P]) Close() (err error) {
	for _, level := range s.runs {
		for _, r := range level {
			err = errors.Join(err, r.Close())
		}
	}
	s.runs = nil
	return err
}

// held returns the late things in memory in order.
func (s *Sorter[T, P]) held() *held[T] {
	h := &held[T]{all: s.late, order: make([]int32, len(s.late))}
	for i := range h.order {
		h.order[i] = int32(i)
	}
	slices.SortFunc(h.order, func(a, b int32) int {
		if P(&h.all[a]).Before(&h.all[b]) {
			return -1
		}
		return 1
	})
	return h
}

// held is a Source in memory.
type held[T any] struct {
	all   []T
	order []int32
}

func (h *held[T]) Next(x *T) (ok bool, err error) {
	if len(h.order) == 0 {
		return false, nil
	}
	*x, h.order = h.all[h.order[0]], h.order[1:]
	return true, nil
}

func (h *held[T]) Close() error { return nil }

// A head is the first thing of a Source that has not been merged.
type head[T any, P heap.Ordered[T]] struct {
	thing T
	of    Source[T]
}

func (a *head[T, P]) Before(b *head[T, P]) bool { return P(&a.thing).Before(&b.thing) }

// merge hands the things of all Sources to put, in order, and closes them.
func merge[T any, P heap.Ordered[T]](put func(*T) error, from ...Source[T]) (err error) {
	defer func() {
		for _, of := range from {
			err = errors.Join(err, of.Close())
		}
	}()
	var heads []head[T, P]
	for _, of := range from {
		h := head[T, P]{of: of}
		ok, err := of.Next(&h.thing)
		if err != nil {
			return err
		}
		if ok {
			heads = append(heads, h)
		}
	}
	heap.Make(heads)
	for len(heads) > 0 {
		h := &heads[0]
		if err := put(&h.thing); err != nil {
			return err
		}
		ok, err := h.of.Next(&h.thing)
		switch {
		case err != nil:
			return err
		case ok:
			heap.Sift(heads, 0)
		default:
			heads = heap.Pop(heads)
		}
	}
	return nil
}
