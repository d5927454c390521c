package dynp

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// comparedLists are readings that say what becomes of the queue's list, a step being taken
// after every event. The last three were chosen on samples that the experiment does not have.
var comparedLists = []paper.Reading{
	{},
	{"list": "kept"},
	{"list": "a"},
	{"list": "a", "insertion": "before", "equals": "submission"},
	{"list": "a", "insertion": "before", "equals": "submission", "order": "sjf-starts"},
	{"list": "a", "insertion": "before", "equals": "submission", "order": "starts"},
}

// nearestList is the one of comparedLists that claims are about.
const nearestList = 3

// listsExperiment compares handlings of the list by the case counts of table 6.
func listsExperiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table6-lists"}
	add := func(row, unit string, value func(*paper.Results) paper.Source, key string) {
		var all []func(*paper.Results) float64
		for _, s := range sets {
			all = append(all, paper.From(value, s, "", key))
			x.Add(row, setOf(s).Title, unit, all[len(all)-1])
		}
		x.Add(row, "mean", unit, func(r *paper.Results) float64 {
			sum := 0.0
			for _, v := range all {
				sum += v(r) / float64(len(all))
			}
			return sum
		})
	}
	for i, reading := range comparedLists {
		for _, s := range sets {
			x.Runs = append(x.Runs,
				playProgram(listLabel(i, s), setOf(s).other(), program{Steps: "event", List: handlingOf(reading), Decider: "advanced"}, 1))
		}
		add("distance, "+listName(reading), "", func(r *paper.Results) paper.Source { return distanced(listSource(r, i)) }, "")
	}
	for i, reading := range comparedLists {
		source := func(r *paper.Results) paper.Source { return listSource(r, i) }
		row := "steps, " + listName(reading)
		add(row, "", source, "tries")
		for _, s := range sets {
			x.Repeat(row, setOf(s).Title, printedList(s, "", "tries"))
		}
	}
	for i, reading := range comparedLists {
		add("FCFS better under SJF, "+listName(reading), "%",
			func(r *paper.Results) paper.Source { return fcfsBetter(listSource(r, i)) }, "")
	}
	x.Claims = []paper.Claim{
		paper.Judged("near", nearestIsNear), paper.Judged("nearer", nearestIsNearer),
		paper.Judged("steps", stepsAsPrinted), paper.Judged("fcfs-better", fcfsBetterAsPrinted),
	}
	return x
}

func listName(r paper.Reading) string {
	if len(r) == 0 {
		return listChoice.Key + "=" + listChoice.Default()
	}
	return r.String()
}

func listLabel(i int, set string) string {
	return setOf(set).other() + "/" + listName(comparedLists[i])
}

// listSource gives what tables 5 and 6 count, from the runs of a handling.
func listSource(r *paper.Results, i int) paper.Source {
	return func(set, _, key string) float64 {
		label := listLabel(i, set)
		if titleOf(table6.rows(), key) != "" {
			return counted(key, label)(r)
		}
		return own(key, label)(r)
	}
}

// printedList is the printed one.
func printedList(set, column, key string) float64 {
	if titleOf(table6.rows(), key) != "" {
		return table6.at(set, column, key)
	}
	return table5.at(set, column, key)
}

// floor is added to every share, so that one that is 0 has a logarithm: about five steps of the
// printed 17,000.
const floor = 3e-4

// distanced returns for each set how far its shares of the 15 cases of table 6 are from the
// printed ones: the sum of |ln((ours + floor) / (printed + floor))|. It is NaN without steps.
func distanced(ours paper.Source) paper.Source {
	return func(set, _, _ string) (sum float64) {
		var all [2]float64
		rows := table6.rows()[:countedCases]
		for _, row := range rows {
			all[0] += ours(set, "", row.key)
			all[1] += printedList(set, "", row.key)
		}
		for _, row := range rows {
			share := func(at paper.Source, all float64) float64 { return at(set, "", row.key)/all + floor }
			sum += math.Abs(det.Log(share(ours, all[0]) / share(printedList, all[1])))
		}
		return sum
	}
}

// fcfsBetter returns for each set the share in percent of the steps with SJF in force in which FCFS plans better than SJF, of
// those in which the two differ and LJF is not the best. A step with SJF in force leaves it for FCFS if that is better; all other
// switches to FCFS are case 6c.
func fcfsBetter(at paper.Source) paper.Source {
	return func(set, _, _ string) float64 {
		switches := func(policy string) float64 {
			return math.Round(float64(at(set, "", "to_"+policy)*at(set, "", "tries")) / 100)
		}
		fcfs := switches("fcfs") - at(set, "", "6c")
		sjf := at(set, "", "2+7") + at(set, "", "10b") - switches("sjf") // that do not switch: SJF is in force
		return 100 * fcfs / (fcfs + sjf)
	}
}

func nearestIsNear(r *paper.Results) (bool, string) {
	near := distanced(listSource(r, nearestList)).Of("", "")
	mean := 0.0
	for _, s := range sets {
		mean += near(s) / float64(len(sets))
	}
	return mean <= 8, fmt.Sprintf("%.1f; %s", mean, list(sets, "%.1f", near))
}

func nearestIsNearer(r *paper.Results) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		near := distanced(listSource(r, nearestList))(s, "", "")
		for i, reading := range comparedLists[:nearestList] {
			d := distanced(listSource(r, i))(s, "", "")
			t.Check(near < d, "%s, %s: %.1f, the nearest %.1f", s, listName(reading), d, near)
		}
	})
}

func stepsAsPrinted(r *paper.Results) (bool, string) {
	return asPrinted("%.0f (printed %.0f)", listSource(r, nearestList), printedList, "tries", 0.05)
}

func fcfsBetterAsPrinted(r *paper.Results) (bool, string) {
	return asPrinted("%.0f %% (printed %.0f %%)", fcfsBetter(listSource(r, nearestList)), fcfsBetter(printedList), "", 0.1)
}

// asPrinted reports whether a number is within a share of the printed one on each busy set.
func asPrinted(format string, ours, printed paper.Source, key string, within float64) (bool, string) {
	var t paper.Cases
	for _, s := range busy {
		a, b := ours(s, "", key), printed(s, "", key)
		t.Check(math.Abs(a/b-1) <= within, "%s "+format, s, a, b)
	}
	return t.Listed()
}
