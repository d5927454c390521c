package sweep

import "sync"

// A shelf keeps what was made last, by key. It is not safe for concurrent use.
type shelf struct {
	room  int
	order []string // the latest last
	all   map[string]*once[loaded]
}

func newShelf(room int) shelf { return shelf{room: room, all: map[string]*once[loaded]{}} }

// get returns the place of a key. What has not been asked for longest goes; whoever has it
// keeps it.
func (s *shelf) get(key string) *once[loaded] {
	for i, k := range s.order {
		if k == key {
			s.order = append(append(s.order[:i], s.order[i+1:]...), key)
			return s.all[key]
		}
	}
	if len(s.order) == s.room {
		delete(s.all, s.order[0])
		s.order = append(s.order[:0], s.order[1:]...)
	}
	s.order = append(s.order, key)
	s.all[key] = new(once[loaded])
	return s.all[key]
}

// A once makes a value when it is first asked for; the others wait for it.
type once[T any] struct {
	made  sync.Once
	value T
	err   error
}

func (o *once[T]) do(make func() (T, error)) (T, error) {
	o.made.Do(func() { o.value, o.err = make() })
	return o.value, o.err
}
