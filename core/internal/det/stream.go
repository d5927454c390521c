package det

import (
	"hash/fnv"
	"io"
	"math/rand/v2"
)

// Stream returns the random stream of that name for that seed. Streams of different
// names or seeds are independent for all practical purposes. A model draws each
// quantity ("arrivals", "sizes", ...) from its own stream, so that drawing more of one
// does not change the others.
//
// The generator is PCG-DXSM of math/rand/v2, whose output Go's compatibility promise
// fixes. Its two seed words are the SplitMix64 finalizer of seed and of the 64-bit
// FNV-1a hash of name.
func Stream(seed uint64, name string) *rand.Rand {
	h := fnv.New64a()
	io.WriteString(h, name)
	return rand.New(rand.NewPCG(mix(seed), mix(h.Sum64())))
}

// mix is the finalizer of SplitMix64, a bijection. Every input bit changes about half of
// the output bits.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
