package det

import "math"

// Pow returns x**y. If x or y is 0, 1, infinite or NaN, no rounding is involved, and
// math.Pow has the result of IEEE 754-2008, section 9.2.1, on every build.
func Pow(x, y float64) float64 {
	if x == 0 || x == 1 || y == 0 || y == 1 || x-x != 0 || y-y != 0 {
		return math.Pow(x, y)
	}
	sign := 1.0
	if x < 0 {
		switch math.Abs(math.Mod(y, 2)) {
		case 0:
		case 1:
			sign = -1
		default:
			return math.NaN()
		}
		x = -x
	}
	l := log(x)
	switch e := l.hi * y; {
	case e > 710:
		return math.Inf(int(sign))
	case e < -746:
		return math.Copysign(0, sign)
	}
	return sign * exp(l.scale(y))
}
