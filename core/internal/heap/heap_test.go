package heap

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A pair is in order of key, then id.
type pair struct{ key, id int }

func (a *pair) Before(b *pair) bool { return compare(*a, *b) < 0 }

func compare(a, b pair) int {
	if a.key != b.key {
		return a.key - b.key
	}
	return a.id - b.id
}

func TestAHeapIsAQueueInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	for range 500 {
		h := make([]pair, r.IntN(40))
		for i := range h {
			h[i] = pair{r.IntN(10), i}
		}
		Make(h)
		for n := 1000; len(h) > 0; n++ {
			if n < 1040 && r.IntN(4) == 0 {
				h = Push(h, pair{r.IntN(10), n})
				n++
			}
			if want := slices.MinFunc(h, compare); h[0] != want {
				t.Fatalf("the first of %v is not %v", h, want)
			}
			if r.IntN(3) == 0 { // the first becomes later
				h[0] = pair{h[0].key + r.IntN(5), n}
				Sift(h, 0)
			} else {
				h = Pop(h)
			}
			if n > 2000 {
				break
			}
		}
	}
}
