// Package det has the functions of math and math/rand/v2 whose results differ between
// builds. Here the same input gives the same bits on amd64, on GOAMD64=v3 and in
// WebAssembly.
//
// Builds differ for two reasons. Some functions of package math (Exp, Log, Pow, and
// with them NormFloat64 and ExpFloat64) have assembly or hardware versions on some
// machines. And a compiler may fuse x*y+z into one instruction that rounds once
// instead of twice, unless there is a conversion between. Therefore this package, and
// every caller to whom it matters, writes
//
//	float64(x*y) + z
//
// Operations that IEEE 754 defines exactly are the same everywhere: + - * / and
// comparisons, math.Sqrt, Abs, Floor, Ceil, Trunc, Ldexp, Frexp, Float64bits. So is
// rand.Rand.Float64, which divides by a power of two.
//
// Intermediate results are pairs of float64 (about 106 bits), which makes the functions
// accurate, too: the error is below 0.51 units in the last place for the logarithms and
// below 0.52 for Exp and Pow (below results of 2^-1022: one unit). A result that a
// float64 holds exactly is exact: Log10(1000) == 3, Pow(3, 4) == 81. A call costs some
// tens of nanoseconds.
package det
