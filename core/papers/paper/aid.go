package paper

import "bytes"

// An Aid gives a Task's Do what it needs beside the job set.
type Aid struct {
	Workers int        // cores it may use
	After   []*Summary // of the Task's After; shared: do not change them

	progress func(done, total int) // or nil
	cache    Cache                 // nil: nothing is saved
	digest   string
	saved    bool // something is in the cache
}

// NewAid returns the aid of the run with this digest; c may be nil.
func NewAid(workers int, c Cache, digest string, after ...*Summary) *Aid {
	return &Aid{Workers: workers, After: after, cache: c, digest: savedDigest(digest)}
}

// savedDigest is where the run with a digest saves what it needs to continue.
func savedDigest(digest string) string { return digestOf([]byte("saved by " + digest)) }

// Progress reports how much of the run is done; a nil Aid reports to nobody.
func (a *Aid) Progress(done, total int) {
	if a != nil && a.progress != nil {
		a.progress(done, total)
	}
}

// Saved returns what an interrupted Do of this run saved last, or nil.
func (a *Aid) Saved() []byte {
	if a.cache == nil {
		return nil
	}
	data, ok := a.cache.Get(a.digest)
	if !ok || bytes.HasPrefix(data, nothing) {
		return nil
	}
	a.saved = true
	return data
}

// Save keeps what Do needs to continue from here, until the run is done or it saves again.
func (a *Aid) Save(data []byte) error {
	if a.cache == nil {
		return nil
	}
	a.saved = true
	return a.cache.Put(a.digest, data)
}

// done deletes what was saved.
func (a *Aid) done() error {
	if !a.saved {
		return nil
	}
	return a.Save(nothing)
}

// nothing stands for what was saved when it is not needed any more.
var nothing = []byte("null")
