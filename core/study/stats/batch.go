package stats

import "math"

// A Batched is the mean of a series with an interval from means of batches.
type Batched struct {
	Mean     float64  `json:"mean"` // of the batches
	Interval Interval `json:"interval"`
	Batches  int      `json:"batches"`
	Size     int      `json:"size"` // observations in a batch
	Dropped  int      `json:"dropped"`

	// Lag1 is the correlation of neighbouring batches. Dependent says that it is too high to be
	// chance, by von Neumann's test at 5 %: then the batches are too short and the interval is
	// too narrow. Take fewer batches, or a longer series.
	Lag1      float64 `json:"lag1"`
	Dependent bool    `json:"dependent"`
}

// BatchMeans divides a series that is in its steady state into that many batches of the same size,
// and treats their means as independent observations: see Student. Observations that do not fill a
// batch are dropped at the beginning, where a warm-up would be. Ten to thirty batches are usual:
// more make them dependent, fewer the interval wide (Schmeiser: Batch Size Effects in the Analysis of
// Simulation Output, Operations Research 30(3), 1982). It panics if batches < 3; with fewer
// observations than batches nothing is known.
//
// Sources: Law: Simulation Modeling and Analysis, 5th edition, section 9.5.3; the test is von Neumann's ratio
// as in Fishman: Grouping Observations in Digital Simulation, Management Science 24(5), 1978:
// C = 1 - sum (Y_j - Y_j+1)^2 / (2 sum (Y_j - mean)^2) is nearly normal with mean 0 and
// variance (b-2) / (b^2-1) if the Y are independent.
func BatchMeans(x []float64, batches int, level float64) Batched {
	if batches < 3 {
		panic("stats: batch means need at least three batches")
	}
	b := Batched{Mean: math.NaN(), Interval: unknown(level), Batches: batches, Size: len(x) / batches, Lag1: math.NaN()}
	if b.Size == 0 {
		return b
	}
	b.Dropped = len(x) - b.Size*batches
	means := make([]float64, batches)
	for j := range means {
		at := b.Dropped + j*b.Size
		means[j] = Mean(x[at : at+b.Size])
	}
	b.Mean, b.Interval = Student(means, level)
	lag1, chance := neighbours(means)
	b.Lag1, b.Dependent = lag1, chance < 0.05
	return b
}

// neighbours returns the lag-1 correlation of y, and the chance of a von Neumann's C at least so large if they are
// independent; 1 of fewer than three, or if all are equal.
func neighbours(y []float64) (lag1, chance float64) {
	if len(y) < 3 {
		return math.NaN(), 1
	}
	mean := Mean(y)
	all := squares(y, func(v float64) float64 { return v - mean })
	if all == 0 {
		return 0, 1
	}
	products, steps := 0.0, 0.0
	for j := range y[1:] {
		products += float64((y[j] - mean) * (y[j+1] - mean))
		d := y[j] - y[j+1]
		steps += float64(d * d)
	}
	b := float64(len(y))
	c := 1 - steps/(2*all)
	return products / all, NormalCDF(-c / math.Sqrt((b-2)/(float64(b*b)-1)))
}
