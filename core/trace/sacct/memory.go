package sacct

import (
	"bytes"
	"math"
)

// parseMemory reads an amount of memory in KiB; a number without a unit counts bare
// bytes. per is the letter after the unit: 'c' per processor, 'n' per node, or 0.
func parseMemory(b []byte, bare float64) (kib int64, per byte, ok bool) {
	n, rest := digits(b)
	if n < 0 {
		return None, 0, false
	}
	size := float64(n)
	if len(rest) > 0 && rest[0] == '.' {
		scale := 0.1
		for rest = rest[1:]; len(rest) > 0 && rest[0]-'0' < 10; rest = rest[1:] {
			size += float64(scale * float64(rest[0]-'0'))
			scale /= 10
		}
	}
	unit := bare
	if len(rest) > 0 {
		i := bytes.IndexByte([]byte("KMGTPE"), rest[0]&^0x20)
		if i >= 0 {
			unit = math.Ldexp(1, 10*(i+1))
			rest = rest[1:]
		}
	}
	if len(rest) == 1 && (rest[0] == 'c' || rest[0] == 'n') {
		per, rest = rest[0], nil
	}
	kib64 := math.Floor(float64(size * unit / 1024))
	if len(rest) > 0 || kib64 > 1e15 {
		return None, 0, false
	}
	return int64(kib64), per, true
}
