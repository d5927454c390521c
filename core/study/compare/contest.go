// Package compare compares the policies of an experiment or a study: means with intervals, differences from
// a base with intervals, corrected P and effect sizes, and the policies that no other beats in all metrics. Package stats has
// the methods and their sources.
//
//	jobs table of an experiment ── Jobs ──┐
//	                                      ├──> Comparison, one for each metric
//	runs table of a study ── Runs ────────┘
package compare

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/learn/pareto"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// A Comparison is what is said of one metric.
type Comparison struct {
	Metric string   `json:"metric"`
	Where  string   `json:"where,omitempty"` // of a study: the value that these runs share, such as load 0.7
	Base   string   `json:"base"`            // the policy to which the others are compared
	Unit   string   `json:"unit"`            // what an observation is: week, day, hour, batch or run; "" if a log is too short for any
	N      int      `json:"observations"`    // 0 if Unit is ""
	Best   []string `json:"best"`            // policies of the best mean; empty if all are equal or no direction is better
	Sure   bool     `json:"best_is_apart"`   // each other policy differs from them by an interval that leaves 0 out and holds

	Ranks *stats.Ranking `json:"ranks,omitempty"`       // Friedman's test of three policies or more on two runs or more
	Apart float64        `json:"ranks_apart,omitempty"` // mean ranks that far apart differ at the level (Nemenyi)
	Rows  []Row          `json:"policies"`              // the base first
}

// A Row is a policy in a Comparison.
type Row struct {
	Policy   string         `json:"policy"`
	Mean     Number         `json:"mean"`
	Interval stats.Interval `json:"interval"`         // of the mean
	Change   *stats.Change  `json:"change,omitempty"` // from the base to this policy; nil for the base
	Times    stats.Interval `json:"times"`            // of the mean over the base's: see stats.Ratio
	Holm     Number         `json:"p_holm"`           // Change.P, corrected for all rows; NaN for the base
	Effect   *Effect        `json:"effect,omitempty"`
}

// An Effect says how large a change is to the jobs, or of a study to the runs.
type Effect struct {
	Superiority Number `json:"superiority"`  // stats.Superiority: the share whose value is smaller than the base's, ties half
	D           Number `json:"d"`            // stats.PairedD of the differences
	Cliff       Number `json:"cliffs_delta"` // stats.CliffsDelta
}

// A Number may be undefined.
type Number = numeral.JSON

// A side is a policy's values, of jobs or runs, and their sums.
type side struct {
	policy string
	values []float64
	sums   stats.Sums
}

// fill says what there is to say of sides, of which the first is the base.
func (c *Comparison) fill(m metrics.Metric, sides []side, level float64) {
	c.Base, c.Best = sides[0].policy, []string{}
	var sums []stats.Sums
	var p []float64
	for k, s := range sides {
		sums = append(sums, s.sums)
		row := Row{Policy: s.policy, Mean: Number(s.sums.Mean()), Interval: s.sums.Interval(level), Holm: Number(math.NaN()),
			Times: stats.Interval{Low: 1, High: 1, Level: level}}
		if k > 0 {
			change := stats.Compare(sides[0].sums, s.sums, level)
			p = append(p, change.P)
			row.Change, row.Times = &change, stats.Ratio(sides[0].sums, s.sums, level)
			row.Effect = &Effect{Number(stats.Superiority(sides[0].values, s.values)),
				Number(stats.PairedD(differences(sides[0].values, s.values))), Number(stats.CliffsDelta(sides[0].values, s.values))}
		}
		c.Rows = append(c.Rows, row)
	}
	for k, v := range stats.Holm(p) {
		c.Rows[k+1].Holm = Number(v)
	}
	if m.Better == metrics.Either {
		return
	}
	best := stats.FindBest(sums, m.Better == metrics.Higher, level)
	for _, k := range best.First {
		c.Best, c.Sure = append(c.Best, sides[k].policy), best.Apart
	}
}

func differences(before, after []float64) []float64 {
	d := make([]float64, len(before))
	for i := range d {
		d[i] = after[i] - before[i]
	}
	return d
}

// A Front is the policies that no other is as good as in all metrics and better than in one, by their means.
type Front struct {
	Where    string   `json:"where,omitempty"`
	Metrics  []string `json:"metrics"`
	Policies []string `json:"policies"`
}

// Fronts returns the front of the metrics in which a direction is better, for each value of Where; none for a single metric.
func Fronts(all []Comparison) (fronts []Front) {
	var places []string
	for _, c := range all {
		if !slices.Contains(places, c.Where) {
			places = append(places, c.Where)
		}
	}
	for _, where := range places {
		f := Front{Where: where}
		var points [][]float64
		for _, c := range all {
			better := metrics.Every[metrics.Index(c.Metric)].Better
			if c.Where != where || better == metrics.Either {
				continue
			}
			if f.Metrics = append(f.Metrics, c.Metric); points == nil {
				points = make([][]float64, len(c.Rows))
			}
			for k, r := range c.Rows {
				points[k] = append(points[k], -float64(r.Mean)*float64(better))
			}
		}
		if len(f.Metrics) < 2 {
			continue
		}
		for _, k := range pareto.Front(points) {
			f.Policies = append(f.Policies, all[0].Rows[k].Policy)
		}
		fronts = append(fronts, f)
	}
	return fronts
}
