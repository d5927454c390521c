package stats

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/internal/slow"
)

var answersFile = flag.String("answers", "", "file to write questions and our answers to, for scipy_test.py")

// An asked question is one as scipy_test.py reads it, with our answers by name.
type asked struct {
	X        [][]float64        `json:"x"` // by run, then policy
	Before   Sums               `json:"before"`
	After    Sums               `json:"after"`
	Merged   int                `json:"merged"` // weeks in an observation of their change
	Answers  map[string]float64 `json:"answers"`
	Holm     []float64          `json:"holm"`
	Pairs    []float64          `json:"pairs"` // p of each policy against the first
	Nemenyi  [][]float64        `json:"nemenyi"`
	Ranks    []float64          `json:"ranks"`
	Freedom  float64            `json:"freedom"`
	Quantile float64            `json:"quantile"` // of which distributions are asked
}

// These are the questions that scipy_test.py asks SciPy and statsmodels. Here it is only held that they have answers.
func TestAnswersForSciPy(t *testing.T) {
	slow.AsWebAssembly(t)
	var all []asked
	for seed := range uint64(60) {
		r := det.Stream(seed, "scipy")
		n, k := 6+r.IntN(30), 2+r.IntN(5)
		q := asked{Freedom: float64(1 + r.IntN(60)), Quantile: 0.001 + 0.998*r.Float64()}
		columns := make([][]float64, k)
		for range n {
			run := make([]float64, k)
			for j := range run {
				run[j] = float64(int(100*det.Normal(r, 0, 1))) / 100
				if seed%3 == 0 { // with ties
					run[j] = float64(r.IntN(5))
				}
				columns[j] = append(columns[j], run[j])
			}
			q.X = append(q.X, run)
		}
		for j := 1; j < k; j++ {
			q.Pairs = append(q.Pairs, Compare(OfRuns(columns[0]), OfRuns(columns[j]), Level).P)
		}
		q.Before, q.After, _ = weeks(r, n, 1, 30)
		pair, ratio := Compare(OfRuns(columns[0]), OfRuns(columns[1]), Level), Compare(q.Before, q.After, Level)
		q.Merged = ratio.Merged
		mean, student := Student(columns[0], Level)
		f := Friedman(q.X)
		q.Holm, q.Ranks, q.Nemenyi = Holm(q.Pairs), f.Ranks, f.Nemenyi()
		q.Answers = map[string]float64{
			"mean": mean, "correlation": Correlation(columns[0], columns[1]), "student_low": student.Low, "student_high": student.High,
			"pair_p": pair.P, "pair_low": pair.Interval.Low, "pair_high": pair.Interval.High,
			"ratio": ratio.Difference(), "ratio_low": ratio.Interval.Low, "ratio_p": ratio.P,
			"cliff": CliffsDelta(columns[0], columns[1]), "superiority": Superiority(columns[0], columns[1]),
			"friedman": f.ChiSquare, "friedman_p": f.P, "iman_p": f.PF, "median": Median(columns[0]),
			"normal": NormalQuantile(q.Quantile), "student": StudentQuantile(q.Quantile, q.Freedom),
			"range": RangeQuantile(q.Quantile, k), "chi": ChiSquareCDF(q.Freedom*2*q.Quantile, q.Freedom),
			"f": FishersCDF(2*q.Quantile, q.Freedom, q.Freedom+3), "lag1": pair.Lag1,
		}
		for name, v := range q.Answers {
			if v != v {
				t.Errorf("seed %d: %s has no answer", seed, name)
			}
		}
		all = append(all, q)
	}
	if *answersFile == "" {
		return
	}
	text, err := json.Marshal(all)
	if err == nil {
		err = os.WriteFile(*answersFile, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}
