package dynp

import (
	"math"
	"strings"

	"github.com/backfill-lab/backfill/core/paper"
)

// setLabels are the labels of the four columns of tables 3, 5 and 6.
func setLabels() (labels []string) {
	for i := range jobSets {
		labels = append(labels, jobSets[i].syn())
	}
	return labels
}

func nothing(*paper.Results) float64 { return math.NaN() }

const (
	noteVersion = "the log at hand is another version than the paper's, and of PC2 there is only a reconstruction"
	noteClock   = "an estimate below 1 s counts as 1 s here"
	noteKept    = "another random sample; and the printed counts look like those of a program that keeps its queue sorted, see " +
		"dynp/table6-kept"
	noteSets = "another random sample, of bursty arrivals"
)

func table2Experiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table2", Kind: paper.Table, Title: "Output of the trace analyser",
		Doc: "Ours is what the logs at hand give. PC2 is pc2-like, a reconstruction from the printed numbers of tables 2 and 3."}
	var labels []string
	for i := range jobSets {
		label := jobSets[i].log()
		labels = append(labels, label)
		x.Runs = append(x.Runs, paper.Describe(label, label, jobs, fit))
	}
	fit := "the paper does not say how it fitted; ours are the most likely values"
	x.Cells = table2.cells(labels, func(key, label string) func(*paper.Results) float64 {
		if key == "likelihood" {
			return nothing
		}
		return paper.Value(label, key)
	})
	notes := map[string]string{
		"jobs": noteVersion, "width_mean": noteVersion, "estimate_mean": noteVersion, "run_mean": noteVersion,
		"estimate_max": noteVersion, "run_max": noteVersion, "gap_mean": noteVersion, "gap_max": noteVersion,
		"over": noteVersion, "over_share": noteVersion, "width_max": noteVersion, "run_min": noteVersion,
		"estimate_min": noteClock, "alpha": fit, "beta": fit,
		"likelihood": "the paper does not define this number, and no usual measure of fit gives it for the logs at hand",
	}
	x.Published = table2.published(func(key string) string { return notes[key] })
	x.Claims = table2Claims()
	return x
}

func table3Experiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table3", Kind: paper.Table, Title: "Properties of the four synthetic job sets",
		Doc: "Ours are drawn anew, with the printed Weibull distributions. PC2_syn is pc2-like, a reconstruction."}
	for i := range jobSets {
		s := &jobSets[i]
		x.Runs = append(x.Runs, paper.Describe(s.syn(), s.syn(), jobs), paper.Describe(s.log(), s.log(), jobs))
	}
	sample := "the largest of a random sample"
	x.Cells = table3.cells(setLabels(), func(key, label string) func(*paper.Results) float64 { return paper.Value(label, key) })
	notes := map[string]string{
		"estimate_min": noteClock, "estimate_max": sample, "run_max": sample, "gap_max": sample, "width_max": sample,
		"width_mean": noteVersion, "estimate_mean": noteVersion, "run_mean": noteVersion,
		"gap_mean": "a random sample of a distribution with large variance",
		"over":     noteVersion, "over_share": noteVersion, "jobs": "the quick scale has fewer jobs",
	}
	x.Published = table3.published(func(key string) string { return notes[key] })
	x.Claims = table3Claims()
	return x
}

// policy names the self-tuning scheduler of a column of table 4, such as
// "artww-simple".
func policy(column string) string {
	quality, decider, _ := strings.Cut(column, "-")
	return "dynp-" + decider + ":quality=" + quality
}

// columnTitles are the headings of table 4.
var columnTitles = map[string]string{
	"artww-simple": "ARTwW simple", "artww-advanced": "ARTwW advanced", "art-simple": "ART simple",
	"art-advanced": "ART advanced", "ms-simple": "MS simple", "ms-advanced": "MS advanced",
}

// own returns how to compute our value in a row of tables 4 to 6.
func own(key, label string) func(*paper.Results) float64 {
	switch key {
	case "artww_s", "art_s", "loc":
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

// noteOf says why a row of tables 4 and 5 may differ.
func noteOf(key string) string {
	if strings.HasPrefix(key, "started_") || strings.HasPrefix(key, "to_") || key == "same" {
		return noteKept
	}
	return noteSets
}

func table4Experiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table4", Kind: paper.Table,
		Title: "Simple and advanced decider with three quality metrics, shrinking factor 1.00",
		Doc:   "Columns: the quality that the self-tuning steps go by, and the decider."}
	for i := range jobSets {
		s := &jobSets[i]
		for _, column := range table4Columns {
			x.Runs = append(x.Runs, paper.Simulate(s.syn()+"/"+column, s.syn(), policy(column), 1, steps))
		}
		for _, r := range table4 {
			for _, column := range table4Columns {
				x.Add(s.syn()+" "+r.title, columnTitles[column], r.unit, own(r.key, s.syn()+"/"+column))
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
	x.Claims = table4Claims()
	return x
}

// advancedRuns are the runs of tables 5 and 6.
func advancedRuns() (runs []paper.Run) {
	for _, label := range setLabels() {
		runs = append(runs, paper.Simulate(label, label, policy("artww-advanced"), 1, steps))
	}
	return runs
}

func table5Experiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table5", Kind: paper.Table,
		Title: "The advanced decider with quality ARTwW in detail, shrinking factor 1.00",
		Doc: "The last row is printed in the text: the mean wait in percent of the mean run time. The paper's own table has 29 %, 76 % and " +
			"103 % for CTC, KTH and PC2 there.",
		Runs: advancedRuns()}
	labels := setLabels()
	x.Cells = table5.cells(labels, own)
	for _, label := range labels {
		x.Add("wait in % of the run time, in the text", label, "%", paper.Share(own("wait_mean", label), own("run_mean", label)))
	}
	x.Published = table5.published(func(key string) string {
		if key == "run_mean" {
			return "the jobs' time on their processors, cut at the estimates; the printed means are of run times that are not cut"
		}
		return noteOf(key)
	})
	for i := range x.Published {
		if p := &x.Published[i]; p.Note == "" { // the row of the text
			p.Note = noteSets + "; the printed percentages of the first three are not those of the printed table"
		}
	}
	x.Claims = table5Claims()
	return x
}

func table6Experiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table6", Kind: paper.Table,
		Title: "Case analysis of the advanced decider with quality ARTwW, shrinking factor 1.00",
		Doc:   "The printed totals leave case 10b out of the sum, ours is the sum of all cases.", Runs: advancedRuns()}
	x.Cells = table6.cells(setLabels(), counted)
	x.Published = table6.published(func(string) string { return noteKept })
	x.Claims = table6Claims()
	return x
}

// counted is count as the value of a cell.
func counted(key, label string) func(*paper.Results) float64 {
	return func(r *paper.Results) float64 { return count(r, label, key) }
}

// count returns a row of table 6 for a run.
func count(r *paper.Results, label, key string) float64 {
	key, share := strings.CutSuffix(key, "_share")
	counted := strings.Split(key, "+")
	switch key {
	case "total":
		counted = cases
	case "differences":
		counted = []string{"1", "6b", "8c", "10c"}
	case "current":
		// The paper's row "4b & 5" is in its sum, though the policy taken in both is
		// LJF, the current one or not.
		counted = []string{"1", "4b", "5", "6a", "6b", "8a", "8c", "10b", "10c"}
	}
	n := 0.0
	for _, c := range counted {
		n += r.Value(label, "case_"+c)
	}
	if share {
		return 100 * n / count(r, label, "total")
	}
	return n
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
