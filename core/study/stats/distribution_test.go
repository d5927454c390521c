package stats

import (
	"math"
	"testing"
)

// The values are SciPy 1.17.1's, and scipy_test.py compares many more.
func TestDistributionsAreThoseOfTheTables(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"norm.cdf(1.96)", NormalCDF(1.96), 0.9750021048517795},
		{"norm.cdf(-1.96)", NormalCDF(-1.96), 0.024997895148220435},
		{"norm.cdf(-6)", NormalCDF(-6), 9.865876450376946e-10},
		{"norm.ppf(0.975)", NormalQuantile(0.975), 1.959963984540054},
		{"t.cdf(2, 5)", StudentCDF(2, 5), 0.9490302605850709},
		{"t.ppf(0.975, 5)", StudentQuantile(0.975, 5), 2.5705818356363146},
		{"t.ppf(0.975, 47)", StudentQuantile(0.975, 47), 2.0117405137297655},
		{"t.cdf(0, 3)", StudentCDF(0, 3), 0.5},
		{"chi2.cdf(7.8147, 3)", ChiSquareCDF(7.814727903251179, 3), 0.95},
		{"f.cdf(3.4, 2, 8)", FishersCDF(3.4, 2, 8), 0.9146284657508079},
		{"studentized_range.ppf(0.95, 3, inf)", RangeQuantile(0.95, 3), 3.314493155398122},
		{"studentized_range.ppf(0.95, 10, inf)", RangeQuantile(0.95, 10), 4.474124221725907},
	} {
		if math.Abs(c.got-c.want) > 1e-11*math.Abs(c.want) {
			t.Errorf("%s = %.12g, want %.12g", c.name, c.got, c.want)
		}
	}
}

// A quantile is the inverse of its distribution, also far out.
func TestQuantilesInvertTheirDistributions(t *testing.T) {
	for _, p := range []float64{1e-9, 0.001, 0.025, 0.3, 0.5, 0.8, 0.975, 0.9999} {
		for _, freedom := range []float64{1, 2, 5, 30, 1000} {
			if got := StudentCDF(StudentQuantile(p, freedom), freedom); math.Abs(got-p) > 1e-12 {
				t.Errorf("of %g degrees of freedom, %g comes back as %g", freedom, p, got)
			}
		}
		if got := NormalCDF(NormalQuantile(p)); math.Abs(got-p) > 1e-12 {
			t.Errorf("%g comes back as %g", p, got)
		}
		if got := RangeCDF(RangeQuantile(p, 4), 4); math.Abs(got-p) > 1e-9 {
			t.Errorf("of the range, %g comes back as %g", p, got)
		}
	}
}

// The range of two means is the absolute value of a normal variable times the square root of 2.
func TestTheRangeOfTwoIsNormal(t *testing.T) {
	for q := 0.1; q < 6; q += 0.3 {
		if got, want := RangeCDF(q, 2), 2*NormalCDF(q/math.Sqrt2)-1; math.Abs(got-want) > 1e-10 {
			t.Errorf("at %g it is %g, not %g", q, got, want)
		}
	}
}

func TestALevelThatIsNoneIsTheCallersBug(t *testing.T) {
	for _, level := range []float64{0, 1, -0.5, 95, math.NaN()} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("the level %g was taken", level)
				}
			}()
			Student([]float64{1, 2, 3}, level)
		}()
	}
}
