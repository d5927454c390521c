package papers

import (
	"fmt"
	"math"
	"strings"
)

// dynpSetLabels are the labels of the four columns of tables 3, 5 and 6.
func dynpSetLabels() (labels []string) {
	for i := range dynpJobSets {
		labels = append(labels, dynpJobSets[i].syn())
	}
	return labels
}

// dynpTable makes the cells and printed numbers of a table with a column per
// label: cell returns what our number is; notes say of a row why ours may differ.
func dynpTable(rows []dynpRow, labels []string, cell func(row dynpRow, label string) func(*Results) float64, notes map[string]string) (cells []Cell, published []Published) {
	for _, r := range rows {
		for i, label := range labels {
			unit := strings.TrimPrefix(r.unit, "1")
			cells = append(cells, Cell{Row: r.title, Column: label, Unit: unit, Value: cell(r, label)})
			published = append(published, Published{Row: r.title, Column: label, Value: r.values[i], Unit: unit, Note: notes[r.key]})
		}
	}
	return cells, published
}

func dynpNothing(*Results) float64 { return math.NaN() }

const (
	dynpNoteVersion = "the log at hand is another version than the paper's, and of PC2 there is only a reconstruction"
	dynpNoteClock   = "an estimate below 1 s counts as 1 s here"
	dynpNoteKept    = "another random sample; and the printed counts look like those of a program that keeps its queue sorted, see dynp/table6-kept"
	dynpNoteSets    = "another random sample, of bursty arrivals"
)

func dynpTable2Experiment() Experiment {
	x := Experiment{ID: "dynp/table2", Kind: Table, Title: "Output of the trace analyser",
		Doc: "Ours is what the logs at hand give. PC2 is pc2-like, a reconstruction from the printed numbers of tables 2 and 3."}
	var labels []string
	for i := range dynpJobSets {
		label := dynpJobSets[i].log()
		labels = append(labels, label)
		x.Runs = append(x.Runs, Describe(label, label, dynpJobs, dynpFit))
	}
	fit := "the paper does not say how it fitted; ours are the most likely values"
	x.Cells, x.Published = dynpTable(dynpTable2, labels, func(r dynpRow, label string) func(*Results) float64 {
		if r.key == "likelihood" {
			return dynpNothing
		}
		return Value(label, r.key)
	}, map[string]string{
		"jobs": dynpNoteVersion, "width_mean": dynpNoteVersion, "estimate_mean": dynpNoteVersion, "run_mean": dynpNoteVersion,
		"estimate_max": dynpNoteVersion, "run_max": dynpNoteVersion, "gap_mean": dynpNoteVersion, "gap_max": dynpNoteVersion,
		"over": dynpNoteVersion, "over_share": dynpNoteVersion, "width_max": dynpNoteVersion, "run_min": dynpNoteVersion,
		"estimate_min": dynpNoteClock, "alpha": fit, "beta": fit,
		"likelihood": "the paper does not define this number, and no usual measure of fit gives it for the logs at hand",
	})
	x.Claims = dynpTable2Claims()
	return x
}

func dynpTable3Experiment() Experiment {
	x := Experiment{ID: "dynp/table3", Kind: Table, Title: "Properties of the four synthetic job sets",
		Doc: "Ours are drawn anew, with the printed Weibull distributions. PC2_syn is pc2-like, a reconstruction."}
	labels := dynpSetLabels()
	for i := range dynpJobSets {
		s := &dynpJobSets[i]
		x.Runs = append(x.Runs, Describe(s.syn(), s.syn(), dynpJobs), Describe(s.log(), s.log(), dynpJobs))
	}
	sample := "the largest of a random sample"
	x.Cells, x.Published = dynpTable(dynpTable3, labels, func(r dynpRow, label string) func(*Results) float64 { return Value(label, r.key) },
		map[string]string{
			"estimate_min": dynpNoteClock, "estimate_max": sample, "run_max": sample, "gap_max": sample, "width_max": sample,
			"width_mean": dynpNoteVersion, "estimate_mean": dynpNoteVersion, "run_mean": dynpNoteVersion, "gap_mean": "a random sample of a distribution with large variance",
			"over": dynpNoteVersion, "over_share": dynpNoteVersion, "jobs": "the quick scale has fewer jobs",
		})
	x.Claims = dynpTable3Claims()
	return x
}

// dynpPolicy names the self-tuning scheduler of a column of table 4, such as
// "artww-simple".
func dynpPolicy(column string) string {
	quality, decider, _ := strings.Cut(column, "-")
	return "dynp-" + decider + ":quality=" + quality
}

// dynpColumnTitles are the headings of table 4.
var dynpColumnTitles = map[string]string{
	"artww-simple": "ARTwW simple", "artww-advanced": "ARTwW advanced", "art-simple": "ART simple",
	"art-advanced": "ART advanced", "ms-simple": "MS simple", "ms-advanced": "MS advanced",
}

// dynpOwn returns how our value of a row of tables 4 to 6 is computed.
func dynpOwn(key, label string) func(*Results) float64 {
	switch key {
	case "artww_s", "art_s", "loc":
		return Metric(label, key)
	case "wait_mean":
		return Metric(label, "wait_mean_s")
	case "util":
		return Percent(Metric(label, key))
	case "run_mean": // for which the jobs held their processors
		return func(r *Results) float64 { return r.Metric(label, "art_s") - r.Metric(label, "wait_mean_s") }
	case "to_sjf", "to_fcfs", "to_ljf", "same":
		return Share(Value(label, key), Value(label, "tries"))
	}
	return Value(label, key)
}

// dynpNoteOf says why a row of tables 4 and 5 may differ.
func dynpNoteOf(key string) string {
	if strings.HasPrefix(key, "started_") || strings.HasPrefix(key, "to_") || key == "same" {
		return dynpNoteKept
	}
	return dynpNoteSets
}

func dynpTable4Experiment() Experiment {
	x := Experiment{ID: "dynp/table4", Kind: Table, Title: "Simple and advanced decider with three quality metrics, shrinking factor 1.00",
		Doc: "Columns: the quality that the self-tuning steps go by, and the decider."}
	for i := range dynpJobSets {
		s := &dynpJobSets[i]
		for k, column := range dynpTable4Columns {
			label := s.syn() + "/" + column
			x.Runs = append(x.Runs, Simulate(label, s.syn(), dynpPolicy(column), 1, dynpSteps))
			for _, r := range dynpTable4[s.key] {
				at, unit := At{s.syn() + " " + r.title, dynpColumnTitles[column]}, strings.TrimPrefix(r.unit, "1")
				x.Cells = append(x.Cells, Cell{Row: at.Row, Column: at.Column, Unit: unit, Value: dynpOwn(r.key, label)})
				x.Published = append(x.Published, Published{Row: at.Row, Column: at.Column, Value: r.values[k], Unit: unit, Note: dynpNoteOf(r.key)})
			}
		}
	}
	x.Cells = dynpByRow(x.Cells)
	for _, text := range []struct {
		row   string
		value float64
		cell  func(*Results) float64
	}{
		{"KTH_syn, advanced better than simple", 30.74, func(r *Results) float64 { return dynpGain(r, "KTH_syn", "artww") }},
		{"SDSC_syn, advanced worse than simple with MS", 0.09, func(r *Results) float64 { return -dynpGain(r, "SDSC_syn", "ms") }},
	} {
		x.Cells = append(x.Cells, Cell{Row: text.row, Column: "in the text", Unit: "%", Value: text.cell})
		x.Published = append(x.Published, Published{Row: text.row, Column: "in the text", Value: text.value, Unit: "%", Note: dynpNoteSets})
	}
	x.Claims = dynpTable4Claims()
	return x
}

// dynpByRow brings the cells of a row together, in the order of their first.
func dynpByRow(cells []Cell) (sorted []Cell) {
	rows := map[string][]Cell{}
	var order []string
	for _, c := range cells {
		if rows[c.Row] == nil {
			order = append(order, c.Row)
		}
		rows[c.Row] = append(rows[c.Row], c)
	}
	for _, row := range order {
		sorted = append(sorted, rows[row]...)
	}
	return sorted
}

// dynpAdvancedRuns are the runs of tables 5 and 6.
func dynpAdvancedRuns() (runs []Run) {
	for _, label := range dynpSetLabels() {
		runs = append(runs, Simulate(label, label, dynpPolicy("artww-advanced"), 1, dynpSteps))
	}
	return runs
}

func dynpTable5Experiment() Experiment {
	x := Experiment{ID: "dynp/table5", Kind: Table, Title: "The advanced decider with quality ARTwW in detail, shrinking factor 1.00",
		Doc:  "The last row is printed in the text: the mean wait in percent of the mean run time. The paper's own table has 29 %, 76 % and 103 % for CTC, KTH and PC2 there.",
		Runs: dynpAdvancedRuns()}
	labels := dynpSetLabels()
	notes := map[string]string{"run_mean": "the jobs' time on their processors, cut at the estimates; the printed means are of run times that are not cut"}
	for _, r := range dynpTable5 {
		if notes[r.key] == "" {
			notes[r.key] = dynpNoteOf(r.key)
		}
	}
	x.Cells, x.Published = dynpTable(dynpTable5, labels, func(r dynpRow, label string) func(*Results) float64 { return dynpOwn(r.key, label) }, notes)
	for i, printed := range []float64{35, 84, 91, 0.7} {
		label, row := labels[i], "wait in % of the run time, in the text"
		x.Cells = append(x.Cells, Cell{Row: row, Column: label, Unit: "%", Value: Share(dynpOwn("wait_mean", label), dynpOwn("run_mean", label))})
		x.Published = append(x.Published, Published{Row: row, Column: label, Value: printed, Unit: "%",
			Note: dynpNoteSets + "; the printed percentages of the first three are not those of the printed table"})
	}
	x.Claims = dynpTable5Claims()
	return x
}

func dynpTable6Experiment() Experiment {
	x := Experiment{ID: "dynp/table6", Kind: Table, Title: "Case analysis of the advanced decider with quality ARTwW, shrinking factor 1.00",
		Doc: "The printed totals leave case 10b out of the sum, ours is the sum of all cases.", Runs: dynpAdvancedRuns()}
	notes := map[string]string{}
	for _, r := range dynpTable6 {
		notes[r.key] = dynpNoteKept
	}
	x.Cells, x.Published = dynpTable(dynpTable6, dynpSetLabels(), func(r dynpRow, label string) func(*Results) float64 {
		return func(res *Results) float64 { return dynpCount(res, label, r.key) }
	}, notes)
	x.Claims = dynpTable6Claims()
	return x
}

// dynpCount returns a row of table 6 for a run.
func dynpCount(r *Results, label, key string) float64 {
	sum := func(cases ...string) (n float64) {
		for _, c := range cases {
			n += r.Value(label, "case_"+c)
		}
		return n
	}
	switch key {
	case "total":
		return sum(dynpCases...)
	case "differences", "differences_share":
		n := sum("1", "6b", "8c", "10c")
		if key == "differences" {
			return n
		}
		return 100 * n / dynpCount(r, label, "total")
	case "current", "current_share":
		// The paper's row "4b & 5" is in its sum, though the policy taken in both is
		// LJF, the current one or not.
		n := sum("1", "4b", "5", "6a", "6b", "8a", "8c", "10b", "10c")
		if key == "current" {
			return n
		}
		return 100 * n / dynpCount(r, label, "total")
	}
	return sum(strings.Split(key, "+")...)
}

// dynpGain is by how many percent of the simple decider's ARTwW the advanced
// one's is lower, at shrinking factor 1.00.
func dynpGain(r *Results, set, quality string) float64 {
	simple := r.Metric(fmt.Sprintf("%s/%s-simple", set, quality), "artww_s")
	advanced := r.Metric(fmt.Sprintf("%s/%s-advanced", set, quality), "artww_s")
	return 100 * (simple - advanced) / simple
}
