// Package lublin generates workloads by the model of Lublin and Feitelson: The workload on
// parallel supercomputers: modeling the characteristics of rigid jobs, Journal of Parallel
// and Distributed Computing 63(11), 2003, with the constants of the authors' program
// (lublin99).
//
// A job has three properties, drawn in this order from separate random streams:
//
//   - its arrival, by a renewal process with gaps of e**gamma and a daily cycle of 48 half
//     hours (Parameters.Gap, Cycle);
//   - its size: one processor, or a two-stage uniform logarithm, mostly rounded to a power
//     of two (Parameters.Size);
//   - its run time: e**hyper-gamma, where larger jobs are more likely to draw from the
//     longer of the two gammas (Parameters.Runtime).
//
// The authors' program draws batch and interactive jobs together (Model.Type both): 1,000
// jobs on 128 processors then take 6 days on average, 4 to 11 in a hundred draws; batch
// jobs alone take 40 days. The published model has neither users nor estimates; Model has
// options for both, because per-user metrics and backfilling are trivial without them.
//
// Differences from the authors' program:
//
//   - Arrival times are cut to whole seconds once; the program cuts the running total at
//     every arrival (half a second each).
//   - ULow, UMed and UHi follow the size of the machine, as the program's comments advise
//     (UMed = UHi-2.5; for batch jobs on 128 processors its own constant is 5, which is
//     UHi-2: Model.UMed). If the nearest power of two exceeds the machine, the next smaller
//     one is taken.
//   - A target load stretches the gaps before the daily cycle is applied, so a day stays a
//     day. Many papers scale the submission times, as trace.ScaleInterarrival does.
package lublin

import (
	"math"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// Parameters are the constants of the model for one type of jobs. Batch, Interactive and
// Untyped return the published ones.
type Parameters struct {
	SerialProb float64 `json:"serial_prob"` // share of jobs on one processor
	Pow2Prob   float64 `json:"pow2_prob"`   // share of parallel jobs rounded to a power of two, of all jobs

	// The binary logarithm of a parallel job's size is uniform on [ULow, UMed]
	// with probability UProb, else on [UMed, UHi].
	ULow  float64 `json:"u_low"`
	UMed  float64 `json:"u_med"`
	UHi   float64 `json:"u_hi"`
	UProb float64 `json:"u_prob"`

	// The natural logarithm of the run time in seconds is Gamma(A1, B1) with
	// probability PA*size+PB (cut to [0, 1]), else Gamma(A2, B2): shape, scale.
	A1 float64 `json:"a1"`
	B1 float64 `json:"b1"`
	A2 float64 `json:"a2"`
	B2 float64 `json:"b2"`
	PA float64 `json:"pa"`
	PB float64 `json:"pb"`

	// The logarithm of a gap in seconds is Gamma(AArr*ARAR, BArr); the daily
	// cycle has the density of Gamma(ANum, BNum) in half hours.
	AArr float64 `json:"a_arr"`
	BArr float64 `json:"b_arr"`
	ANum float64 `json:"a_num"`
	BNum float64 `json:"b_num"`
	ARAR float64 `json:"arar"`
}

// Batch returns the published parameters of batch jobs for a machine.
func Batch(procs int) Parameters {
	return Parameters{
		SerialProb: 0.2927, Pow2Prob: 0.6686, ULow: 1.2, UProb: 0.875,
		A1: 6.57, B1: 0.823, A2: 639.1, B2: 0.0156, PA: -0.003, PB: 0.6986,
		AArr: 6.0415, BArr: 0.8531, ANum: 6.1271, BNum: 5.2740, ARAR: 1.0519,
	}.fit(procs, 0)
}

// ProgramBatch is Batch with the UMed of the authors' program: its constant UMED_BATCH, 5 for
// the 128 processors of UHI_BATCH 7, is UHi-2. The advice in its comments and the paper's
// formula give UHi-2.5. For interactive jobs its constant, 3 of 5.5, follows the advice.
func ProgramBatch(procs int) Parameters {
	p := Batch(procs)
	p.UMed = max(p.UHi-2, p.ULow)
	return p
}

// Interactive returns the published parameters of interactive jobs for a machine.
// Their largest size is 2**5.5 of 2**7 processors, and the same share of others.
func Interactive(procs int) Parameters {
	return Parameters{
		SerialProb: 0.1541, Pow2Prob: 0.625, ULow: 1, UProb: 0.705,
		A1: 3.8351, B1: 0.6605, A2: 7.073, B2: 0.6856, PA: -0.0118, PB: 0.9156,
		AArr: 6.5510, BArr: 0.6621, ANum: 8.9186, BNum: 3.6680, ARAR: 0.9797,
	}.fit(procs, 1.5)
}

// Untyped returns the published parameters of all jobs together for a machine.
func Untyped(procs int) Parameters {
	return Parameters{
		SerialProb: 0.244, Pow2Prob: 0.576, ULow: 0.8, UProb: 0.86,
		A1: 4.2, B1: 0.94, A2: 312, B2: 0.03, PA: -0.0054, PB: 0.78,
		AArr: 10.2303, BArr: 0.4871, ANum: 8.1737, BNum: 3.9631, ARAR: 1.0225,
	}.fit(procs, 0)
}

// fit sets UHi to the logarithm of the machine minus below, and UMed to UHi-2.5. On small
// machines ULow bounds both from below, and the machine bounds ULow.
func (p Parameters) fit(procs int, below float64) Parameters {
	machine := det.Log2(float64(procs))
	p.ULow = min(p.ULow, machine)
	p.UHi = max(machine-below, p.ULow)
	p.UMed = max(p.UHi-2.5, p.ULow)
	return p
}

func (p *Parameters) check() string {
	for _, v := range []float64{p.SerialProb, p.Pow2Prob, p.UProb, p.SerialProb + p.Pow2Prob} {
		if !(v >= 0 && v <= 1) {
			return "a probability (or serial_prob+pow2_prob) is not in [0, 1]"
		}
	}
	for _, v := range []float64{p.A1, p.B1, p.A2, p.B2, p.AArr, p.BArr, p.ANum, p.BNum, p.ARAR} {
		if !(v > 0 && v <= 1e6) {
			return "a gamma parameter or arar is not in (0, 1e6]"
		}
	}
	if !(p.ULow >= 0 && p.ULow <= p.UMed && p.UMed <= p.UHi && p.UHi <= 30) {
		return "0 <= u_low <= u_med <= u_hi <= 30 does not hold"
	}
	if math.IsNaN(p.PA+p.PB) || math.IsInf(p.PA+p.PB, 0) {
		return "pa or pb is not finite"
	}
	if mean := float64(p.ANum * p.BNum); !(p.ANum >= 0.1 && p.ANum <= 1000 && mean >= 11 && mean <= 58) {
		return "anum is not in [0.1, 1000] or the cycle's mean anum*bnum is not in the day, 11..58 half hours"
	}
	// Values above the bounds are drawn again, so they must be rare.
	if p.A1*p.B1 > maxLogRuntime || p.A2*p.B2 > maxLogRuntime {
		return "the mean logarithm of the run time is above 12"
	}
	if p.AArr*p.ARAR*p.BArr > maxLogGap {
		return "the mean logarithm of the gaps is above 13"
	}
	return ""
}
