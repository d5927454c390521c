package paper

import (
	"crypto/sha256"
	"encoding/hex"
)

// An Aid is what a Task's Work has beside its job set.
type Aid struct {
	Workers int        // how many cores it may keep busy
	After   []*Summary // of the Task's After; shared: do not change them

	cache  Cache // nil: what is saved is lost
	digest string
	saved  bool // something is in the cache
}

// NewAid returns the aid of the run with this digest, which saves into a cache, or
// nowhere if that is nil.
func NewAid(workers int, c Cache, digest string, after ...*Summary) *Aid {
	sum := sha256.Sum256([]byte("saved by " + digest))
	return &Aid{Workers: workers, After: after, cache: c, digest: hex.EncodeToString(sum[:])}
}

// Saved returns what an earlier Work of this run, which was interrupted, saved
// last; nil if there is nothing.
func (a *Aid) Saved() []byte {
	if a.cache == nil {
		return nil
	}
	data, ok := a.cache.Get(a.digest)
	if !ok || len(data) == 0 {
		return nil
	}
	a.saved = true
	return data
}

// Save keeps what Work needs to go on from here, in the place of what it saved
// before. It is kept until the run is done.
func (a *Aid) Save(data []byte) error {
	if a.cache == nil {
		return nil
	}
	a.saved = true
	return a.cache.Put(a.digest, data)
}

// done empties what was saved.
func (a *Aid) done() error {
	if !a.saved {
		return nil
	}
	return a.Save(nil)
}
