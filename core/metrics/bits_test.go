package metrics

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"testing"
)

// TestBitsAreTheSameOnEveryMachine pins the values of a large schedule to the last
// bit, for builds that fuse products with sums or compute in WebAssembly.
func TestBitsAreTheSameOnEveryMachine(t *testing.T) {
	h := fnv.New64a()
	values := Compute(loaded(20_000))[:len(All)]
	for _, v := range values {
		h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
	}
	const want = "45fea9a88083e0ce"
	if got := fmt.Sprintf("%016x", h.Sum64()); got != want {
		t.Errorf("the values hash to %s, expected %s: %v", got, want, values)
	}
}
