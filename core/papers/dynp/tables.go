package dynp

import (
	"math"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// value2 is our value in a row of tables 2 and 3.
func value2(key, label string) func(*paper.Results) float64 {
	if key == "likelihood" {
		return paper.Constant(math.NaN())
	}
	return paper.Value(label, key)
}

func table2Experiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table2", Cells: table2.cells(), Claims: table2Claims()}
	for _, label := range table2.labels() {
		x.Runs = append(x.Runs, paper.Describe(label, label, jobs, fit))
	}
	x.Published = numbers().Of("table2")
	return x
}

func table3Experiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table3", Cells: table3.cells(), Claims: table3Claims()}
	for i := range jobSets {
		s := &jobSets[i]
		x.Runs = append(x.Runs, paper.Describe(s.syn(), s.syn(), jobs), paper.Describe(s.log(), s.log(), jobs))
	}
	x.Published = numbers().Of("table3")
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
	x := paper.Experiment{ID: "dynp/table4", Claims: table4Claims()}
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
	x.Published = numbers().Of("table4")
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
	x := paper.Experiment{ID: "dynp/table5", Runs: advancedRuns(at), Cells: table5.cells(), Claims: table5Claims()}
	for _, label := range table5.labels() {
		x.Add("wait in % of the run time, in the text", label, "%", paper.Share(own("wait_mean", label), own("run_mean", label)))
	}
	x.Published = numbers().Of("table5")
	return x
}

func table6Experiment(at paper.Setting) paper.Experiment {
	return paper.Experiment{ID: "dynp/table6", Runs: advancedRuns(at), Cells: table6.cells(), Published: numbers().Of("table6"),
		Claims: table6Claims()}
}

// counted returns how to compute a number of table 6.
func counted(key, label string) func(*paper.Results) float64 {
	if key, share := strings.CutSuffix(key, "_share"); share {
		return paper.Share(counted(key, label), counted("total", label))
	}
	return func(r *paper.Results) (n float64) {
		for _, c := range casesOf(key) {
			n += r.Value(label, "case_"+c)
		}
		return n
	}
}

// casesOf returns the cases that a row of table 6 counts.
func casesOf(key string) []string {
	switch key {
	case "total":
		return cases
	case "differences":
		return []string{"1", "6b", "8c", "10c"}
	case "current":
		// The paper's row "4b & 5" is in its sum, though the policy taken in both is
		// LJF, the current one or not.
		return []string{"1", "4b", "5", "6a", "6b", "8a", "8c", "10b", "10c"}
	}
	return strings.Split(key, "+")
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
