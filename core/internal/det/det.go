// Package det computes what package math and math/rand/v2 compute differently
// on different builds, so that the same input gives the same bits on amd64, on
// GOAMD64=v3 and in WebAssembly.
//
// Two things make builds differ. Some functions of package math (Exp, Log,
// Pow, and with them NormFloat64 and ExpFloat64) have an assembly or hardware
// version on some machines. And a compiler may fuse x*y+z into one
// instruction that rounds once instead of twice, unless a conversion stands
// between: everything here, and every caller that cares, therefore writes
//
//	float64(x*y) + z
//
// What IEEE 754 defines exactly is the same everywhere and is used as it is:
// + - * / and comparisons, math.Sqrt, Abs, Floor, Ceil, Trunc, Ldexp, Frexp,
// Float64bits. So is rand.Rand.Float64, which divides by a power of two.
//
// The functions carry their intermediate results in pairs of float64 (about
// 106 bits), so that they are not only the same everywhere but also right:
// the error is below 0.51 units in the last place for the logarithms and below
// 0.52 for Exp and Pow (results below 2^-1022: one unit), and a result that a
// float64 holds exactly is exact, Log10(1000) == 3 and Pow(3, 4) == 81. Each
// call costs some tens of nanoseconds.
package det
