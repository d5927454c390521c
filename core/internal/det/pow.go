package det

import "math"

// Pow returns x**y. The special cases are those of math.Pow (IEEE 754-2008,
// section 9.2.1).
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case y == 1 && !math.IsNaN(x):
		return x
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case math.IsInf(y, 0):
		switch grows := math.Abs(x) > 1; {
		case x == -1:
			return 1
		case grows == (y > 0):
			return math.Inf(1)
		}
		return 0
	}

	sign := 1.0
	if math.Signbit(x) {
		switch odd := math.Abs(math.Mod(y, 2)) == 1; {
		case odd:
			sign = -1
		case x < 0 && !math.IsInf(x, -1) && y != math.Trunc(y):
			return math.NaN()
		}
		x = -x
	}
	switch {
	case x == 0 && y > 0, math.IsInf(x, 1) && y < 0:
		return math.Copysign(0, sign)
	case x == 0, math.IsInf(x, 1):
		return math.Inf(int(sign))
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
