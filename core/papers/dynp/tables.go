package dynp

import (
	"math"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

const (
	noteVersion = "the log at hand is a different version from the paper's, and PC2 is only a reconstruction"
	noteClock   = "an estimate below 1 s counts as 1 s here"
	noteKept    = "another random sample; besides, the printed counts are nearer to those of programs whose FCFS plans the queue as the " +
		"last step left it, such as that of dynp/table6-kept"
	noteSets = "another random sample of bursty arrivals"
)

// value2 is our value in a row of tables 2 and 3.
func value2(key, label string) func(*paper.Results) float64 {
	if key == "likelihood" {
		return paper.Constant(math.NaN())
	}
	return paper.Value(label, key)
}

func table2Experiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table2", Kind: paper.Table, Title: "Output of the trace analyser", Cells: table2.cells(),
		Claims: table2Claims(),
		Doc:    "Ours is what the logs at hand give. PC2 is pc2-like, a reconstruction from the printed numbers of tables 2 and 3."}
	for _, label := range table2.labels() {
		x.Runs = append(x.Runs, paper.Describe(label, label, jobs, fit))
	}
	x.Published = table2.published(noteFor(map[string]string{
		noteVersion: "jobs width_mean width_max estimate_mean estimate_max run_mean run_min run_max gap_mean gap_max over over_share",
		noteClock:   "estimate_min",
		"the paper does not say how it fitted; ours are the most likely values":                            "alpha beta",
		"the paper does not define this number, and no usual measure of fit gives it for the logs at hand": "likelihood",
	}))
	return x
}

func table3Experiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table3", Kind: paper.Table, Title: "Properties of the four synthetic job sets", Cells: table3.cells(),
		Claims: table3Claims(),
		Doc:    "Ours are drawn again, with the printed Weibull distributions. PC2_syn is pc2-like, a reconstruction."}
	for i := range jobSets {
		s := &jobSets[i]
		x.Runs = append(x.Runs, paper.Describe(s.syn(), s.syn(), jobs), paper.Describe(s.log(), s.log(), jobs))
	}
	x.Published = table3.published(noteFor(map[string]string{
		noteClock:                        "estimate_min",
		noteVersion:                      "width_mean estimate_mean run_mean over over_share",
		"the largest of a random sample": "estimate_max run_max gap_max width_max",
		"a random sample of a distribution with large variance": "gap_mean",
		"the quick scale has fewer jobs":                        "jobs",
	}))
	return x
}

// columnTitles are the headings of table 4.
var columnTitles = map[string]string{
	"artww-simple": "ARTwW simple", "artww-advanced": "ARTwW advanced", "art-simple": "ART simple",
	"art-advanced": "ART advanced", "ms-simple": "MS simple", "ms-advanced": "MS advanced",
}

// own returns how to compute a number of tables 4 and 5 or of the figures.
func own(key, label string) func(*paper.Results) float64 {
	switch key {
	case "artww_s", "art_s", "loc", "sldww_60", "sldww_300":
		return paper.Metric(label, key)
	case "wait_mean":
		return paper.Metric(label, "wait_mean_s")
	case "util":
		return paper.Percent(paper.Metric(label, key))
	case "run_mean": // for which the jobs held their processors
		return func(r *paper.Results) float64 { return r.Metric(label, "art_s") - r.Metric(label, "wait_mean_s") }
	case "to_sjf", "to_fcfs", "to_ljf", "same":
		return paper.Share(paper.Value(label, key), paper.Value(label, "tries"))
	}
	return paper.Value(label, key)
}

func table4Experiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dynp/table4", Kind: paper.Table,
		Title:  "Simple and advanced decider with three quality metrics, shrinking factor 1.00",
		Doc:    "Columns: the quality that the self-tuning steps go by, and the decider.",
		Claims: table4Claims()}
	for _, set := range table5.labels() {
		for _, column := range table4Columns {
			x.Runs = append(x.Runs, play(set+"/"+column, set, column, 1, at))
		}
		for _, r := range table4 {
			for _, column := range table4Columns {
				x.Add(set+" "+r.title, columnTitles[column], r.unit, own(r.key, set+"/"+column))
			}
		}
	}
	x.Add("KTH_syn, advanced better than simple", "in the text", "%", func(r *paper.Results) float64 { return gain(ours4(r), "kth", "artww") })
	x.Add("SDSC_syn, advanced worse than simple with MS", "in the text", "%",
		func(r *paper.Results) float64 { return -gain(ours4(r), "sdsc", "ms") })
	x.Published = numbers().Of("table4", func(row, _ string) string {
		if strings.Contains(row, "jobs started") {
			return noteKept
		}
		return noteSets
	})
	return x
}

// advancedRuns are the runs of tables 5 and 6.
func advancedRuns(at paper.Setting) (runs []paper.Run) {
	for _, label := range table5.labels() {
		runs = append(runs, play(label, label, "artww-advanced", 1, at))
	}
	return runs
}

func table5Experiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dynp/table5", Kind: paper.Table,
		Title: "The advanced decider with quality ARTwW in detail, shrinking factor 1.00",
		Doc: "The last row is printed in the text: the mean wait in percent of the mean run time. The paper's own table gives 29 %, 76 % and " +
			"103 % for CTC, KTH and PC2.",
		Runs: advancedRuns(at), Cells: table5.cells(), Claims: table5Claims()}
	for _, label := range table5.labels() {
		x.Add("wait in % of the run time, in the text", label, "%", paper.Share(own("wait_mean", label), own("run_mean", label)))
	}
	x.Published = table5.published(func(key string) string {
		switch {
		case key == "run_mean":
			return "the time that jobs hold their processors, cut at the estimates; the printed means are of uncut run times"
		case key == "": // the row of the text
			return noteSets + "; the first three printed percentages are not those of the printed table"
		case strings.HasPrefix(key, "started_") || strings.HasPrefix(key, "to_") || key == "same":
			return noteKept
		}
		return noteSets
	})
	return x
}

func table6Experiment(at paper.Setting) paper.Experiment {
	return paper.Experiment{ID: "dynp/table6", Kind: paper.Table,
		Title:     "Case analysis of the advanced decider with quality ARTwW, shrinking factor 1.00",
		Doc:       "The printed totals leave out case 10b; ours are the sums of all cases.",
		Runs:      advancedRuns(at),
		Cells:     table6.cells(),
		Published: table6.published(func(string) string { return noteKept }),
		Claims:    table6Claims()}
}

// counted returns how to compute a number of table 6.
func counted(key, label string) func(*paper.Results) float64 {
	if key, share := strings.CutSuffix(key, "_share"); share {
		return paper.Share(counted(key, label), counted("total", label))
	}
	of := strings.Split(key, "+")
	switch key {
	case "total":
		of = cases
	case "differences":
		of = []string{"1", "6b", "8c", "10c"}
	case "current":
		// The paper's row "4b & 5" is in its sum, though the policy taken in both is
		// LJF, the current one or not.
		of = []string{"1", "4b", "5", "6a", "6b", "8a", "8c", "10b", "10c"}
	}
	return func(r *paper.Results) (n float64) {
		for _, c := range of {
			n += r.Value(label, "case_"+c)
		}
		return n
	}
}

// ours4 is the source of our numbers of table 4.
func ours4(r *paper.Results) paper.Source {
	return func(set, column, key string) float64 { return own(key, setOf(set).syn()+"/"+column)(r) }
}

// gain is by how many percent the advanced decider's ARTwW is below the simple
// one's, at shrinking factor 1.00.
func gain(at paper.Source, set, quality string) float64 {
	simple, advanced := at(set, quality+"-simple", "artww_s"), at(set, quality+"-advanced", "artww_s")
	return 100 * (simple - advanced) / simple
}
