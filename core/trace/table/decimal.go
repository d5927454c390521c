package table

import (
	"math"
)

// Decimal returns the number that big-endian bytes in two's complement are, divided by 10^scale. It is the
// nearest float64 if the bytes are below 2^53 in value and scale is 0 to 22, else off by at most a few
// units in the last place; 0 of no bytes.
func Decimal(b []byte, scale int) float64 {
	if len(b) == 0 {
		return 0
	}
	x := float64(int8(b[0]))
	for _, low := range b[1:] {
		x = x*256 + float64(low)
	}
	if scale < 0 {
		return x * math.Pow10(-scale)
	}
	return x / math.Pow10(scale)
}
