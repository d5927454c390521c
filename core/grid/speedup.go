package grid

import "fmt"

// Speedup says how the speed of jobs grows with their processors, which decides
// what moulding costs. The zero value is the paper's: linear.
type Speedup struct {
	Model string `json:"model,omitempty"` // "linear" (also "")
}

func (s Speedup) validate() error {
	if s.Model != "" && s.Model != "linear" {
		return fmt.Errorf("the speed-up model %q is unknown: it is linear", s.Model)
	}
	return nil
}

// A Curve is the speed-up of one job. The zero value is linear.
type Curve struct{}

// At returns the speed-up on n processors over one, for n of 1 or more.
func (c Curve) At(n int32) float64 { return float64(n) }
