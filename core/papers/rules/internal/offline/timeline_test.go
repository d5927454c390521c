package offline

import (
	"math/rand/v2"
	"testing"
)

const procs, horizon = 16, 6000

// checkLaw replays a script on a timeline and on one counter a second.
func checkLaw(t *testing.T, script []byte) {
	var line timeline
	line.reset(0, procs)
	var free [horizon]int32
	for s := range free {
		free[s] = procs
	}
	fits := func(at, length int64, want int32) bool {
		for _, f := range free[at : at+length] {
			if f < want {
				return false
			}
		}
		return true
	}
	for ; len(script) >= 4; script = script[4:] {
		from, length, want := int64(script[0])<<3|int64(script[1]%8), 1+int64(script[2]%40), 1+int32(script[3]%procs)
		right := from
		for !fits(right, length, want) {
			if right++; right+length > horizon {
				return // beyond the oracle
			}
		}
		got := line.fit(from, length, want)
		if got != right {
			t.Fatalf("fit(%d, %d, %d) = %d; the oracle says %d", from, length, want, got, right)
		}
		line.take(got, got+length, want)
		for s := got; s < got+length; s++ {
			free[s] -= want
		}
	}
	for s := range free {
		i, k := line.find(int64(s))
		b := line.blocks[i]
		if have := b.free[k] + b.all; have != free[s] || have < b.low || have > b.high {
			t.Fatalf("%d free at %d in a block of %d..%d; the oracle says %d", have, s, b.low, b.high, free[s])
		}
	}
}

func TestTheTimelineIsOneCounterASecond(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		script := make([]byte, 4*(50+r.IntN(1500)))
		for i := range script {
			script[i] = byte(r.Uint32())
			if i%4 == 3 && seed%2 == 0 {
				script[i] %= 3 // narrow jobs leave more steps
			}
		}
		checkLaw(t, script)
	}
}

func FuzzTimeline(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 1, 2, 3, 15, 0, 0, 39, 15})
	f.Fuzz(checkLaw)
}
