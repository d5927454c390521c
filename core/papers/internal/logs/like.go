package logs

import "github.com/backfill-lab/backfill/core/trace/model/empirical"

// A Like reconstructs a job set, in place of its trace, from what the paper prints of
// it. Its means and popular estimates come out near the paper's; its joint distribution
// is ours.
//
// The weights give the printed averages of estimate, run time and width. How width and
// run time depend on each other shows in the printed utilization: util x processors x
// mean interarrival time is the mean area of a job, which is far from the product of
// mean width and mean run time. So the jobs with long estimates have a width
// distribution of their own.
//
// A run is a fraction of its estimate: some jobs take all of it, some 1 % more (where the
// trace had such jobs), and the others ((2i+1)/20)^power of it, i = 0..9, equally often,
// so that about half of all runs are shorter than 5 minutes, as the paper says.
type Like struct {
	Procs       int
	Alpha, Beta float64
	Seed        uint64 // the nearest

	estimates [][2]int64 // seconds and share in 1/10,000
	long      int64      // estimates from here on, in seconds, are long
	parallel  [][2]int64 // widths beyond 1 and their weights
	serial    [2]int64   // share in 1/10,000 of serial jobs among the short and the long

	// widths are those of the short and of the long in 1/10,000, instead of parallel and serial.
	widths [2][][2]int64

	whole  int64           // share in % of the jobs that take all of their estimate
	wholes map[int64]int64 // the same for single estimates
	over   int64           // share in % of the jobs that take more than their estimate
	power  int
}

var likes = map[string]*Like{
	"ctc": {Procs: 430, Alpha: 0.35, Beta: 60, Seed: 160,
		estimates: [][2]int64{{1, 2}, {60, 58}, {300, 900}, {600, 500}, {900, 700}, {1800, 500}, {3600, 1000}, {7200, 790}, {10800, 700},
			{14400, 450}, {21600, 600}, {28800, 300}, {36000, 400}, {43200, 640}, {54000, 450}, {64800, 2010}},
		long: 10800,
		parallel: [][2]int64{{2, 150}, {3, 30}, {4, 160}, {6, 30}, {7, 20}, {8, 170}, {12, 20}, {16, 170}, {24, 20}, {32, 120}, {48, 10},
			{64, 70}, {96, 6}, {128, 20}, {256, 7}, {330, 1}},
		serial: [2]int64{3375, 6203}, whole: 9, over: 9, power: 2},
	"kth": {Procs: 100, Alpha: 0.35, Beta: 200, Seed: 189,
		estimates: [][2]int64{{60, 250}, {300, 1200}, {600, 1260}, {900, 750}, {1800, 850}, {3600, 1000}, {7200, 900}, {14400, 1500},
			{21600, 400}, {28800, 300}, {43200, 700}, {54000, 800}, {86400, 60}, {172800, 20}, {216000, 10}},
		long: 7200,
		parallel: [][2]int64{{2, 1500}, {3, 200}, {4, 1700}, {5, 150}, {6, 100}, {8, 1700}, {10, 100}, {12, 150}, {16, 1200}, {20, 60}, {24, 80},
			{32, 500}, {48, 40}, {64, 180}, {96, 25}, {100, 10}},
		serial: [2]int64{3043, 3274}, whole: 48, over: 2, power: 2},
	"pc2": pc2Like(),
	"sdsc": {Procs: 352, Alpha: 0.4, Beta: 290, Seed: 314,
		estimates: [][2]int64{{60, 200}, {300, 900}, {600, 900}, {900, 600}, {1800, 800}, {3600, 1650}, {7200, 1400}, {10800, 500}, {14400, 600},
			{21600, 500}, {28800, 300}, {43200, 750}, {64800, 900}},
		long: 7200,
		parallel: [][2]int64{{2, 700}, {3, 100}, {4, 1100}, {6, 60}, {8, 1600}, {10, 60}, {12, 60}, {16, 1300}, {20, 40}, {24, 60}, {32, 1200},
			{40, 40}, {48, 80}, {64, 800}, {96, 10}, {128, 200}},
		serial: [2]int64{8800, 2014}, whole: 17, over: 6, power: 3},
}

// pc2 is PC2's reconstruction but for its widths. Estimates of 10 and 30 minutes and of 2
// hours are the printed 52 %, and a third of the jobs of 2 hours run into their limit, as the
// text reads in figure 1's curve.
func pc2() *Like {
	return &Like{Procs: 96, Alpha: 0.25, Beta: 40,
		estimates: [][2]int64{{1, 5}, {60, 550}, {300, 600}, {600, 1700}, {900, 400}, {1800, 1200}, {3600, 900}, {7200, 2300}, {10800, 270},
			{14400, 550}, {21600, 350}, {28800, 200}, {43200, 560}, {86400, 375}, {172800, 30}, {604800, 10}},
		long: 7200, whole: 15, wholes: map[int64]int64{7200: 35}, power: 3}
}

// pc2Like has the widths with the largest entropy: of all distributions of width and length
// (short or long) on the powers of two, and 96, that have the printed mean width and the mean
// area that follows from the printed utilization, the one that assumes least. Among the jobs of
// either length the share of width w is proportional to exp(-w/m). That is also what the three
// public logs look like: rounded up to powers of two, their parallel widths are within 0.03,
// 0.02 and 0.01 nats (CTC, KTH, SDSC) of the exponential distribution of their mean, and
// within 0.17, 0.05 and 0.10 of a power of the width. No schedule has a part in it.
func pc2Like() *Like {
	d := pc2()
	d.Seed = 285
	d.widths = [2][][2]int64{
		{{1, 3208}, {2, 2816}, {4, 2171}, {8, 1291}, {16, 456}, {32, 57}, {64, 1}},               // m = 7.69
		{{1, 2078}, {2, 2011}, {4, 1883}, {8, 1652}, {16, 1270}, {32, 751}, {64, 263}, {96, 92}}, // m = 30.4
	}
	return d
}

// outcomeLike is pc2-like with widths chosen by the outcome: how many are near the maximum
// decides how long wide jobs wait, and of four tails that we tried, this one gives the
// advanced decider of core/policy/dynp the printed loss of capacity and ARTwW at shrinking factor
// 1.00, on the median of eight samples.
var outcomeLike = func() *Like {
	d := pc2()
	d.Seed = 20
	d.parallel = [][2]int64{{2, 1500}, {4, 1500}, {8, 1500}, {16, 1200}, {32, 900}, {48, 100}, {64, 500}, {96, 150}}
	d.serial = [2]int64{8224, 4362}
	return d
}()

// Model returns all combinations, with the printed distribution of interarrival times.
func (d *Like) Model() *empirical.Model {
	var cells []empirical.Cell
	for _, e := range d.estimates {
		widths := d.widthsOf(e[0] >= d.long)
		runs := d.runs(e[0])
		for _, w := range widths {
			for _, r := range runs {
				// The divisor keeps the counts in range; all shares are large beside it.
				n := max(e[1]*w[1]*r[1]/64, 1)
				cells = append(cells, empirical.Cell{Procs: int32(w[0]), Estimate: e[0], Run: r[0], Jobs: n})
			}
		}
	}
	return &empirical.Model{Procs: d.Procs, Alpha: d.Alpha, Beta: d.Beta, Table: empirical.NewTable(cells)}
}

// widthsOf returns the widths with their shares, in 1/10,000.
func (d *Like) widthsOf(long bool) [][2]int64 {
	class := 0
	if long {
		class = 1
	}
	if d.widths[class] != nil {
		return d.widths[class]
	}
	serial := d.serial[class]
	total := int64(0)
	for _, w := range d.parallel {
		total += w[1]
	}
	all := [][2]int64{{1, 10_000}} // less the others: with what rounding leaves
	for _, w := range d.parallel {
		n := (10_000 - serial) * w[1] / total
		all = append(all, [2]int64{w[0], n})
		all[0][1] -= n
	}
	return all
}

// runs returns the run times under an estimate with their shares, in 1/1,000.
func (d *Like) runs(estimate int64) [][2]int64 {
	const parts = 10
	whole, ok := d.wholes[estimate]
	if !ok {
		whole = d.whole
	}
	all := [][2]int64{{estimate, whole * parts}}
	if d.over > 0 {
		all = append(all, [2]int64{estimate + max(estimate/100, 1), d.over * parts})
	}
	for i := range int64(parts) {
		run := estimate
		for range d.power {
			run = run * (2*i + 1) / (2 * parts)
		}
		all = append(all, [2]int64{max(run, 1), 100 - whole - d.over})
	}
	return all
}
