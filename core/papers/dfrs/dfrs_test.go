package dfrs

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/internal/laws"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/internal/papertest"
)

func TestLaws(t *testing.T) { laws.Check(t, Paper()) }

func TestDigests(t *testing.T) { laws.Digests(t, Paper()) }

func TestPrintedNumbersAreCompared(t *testing.T) { laws.Printed(t, Paper(), numbers()) }

// Each experiment has all of its printed numbers that can be read.
func TestHasEveryPrintedNumber(t *testing.T) {
	want := map[string]int{
		"dfrs/table1":     14*3 + 1,
		"dfrs/table2":     20 * 9,
		"dfrs/table3":     19 * 12,
		"dfrs/table4":     3 * 3,
		"dfrs/table5":     118 * 3,
		"dfrs/table6":     118 * 3,
		"dfrs/table7":     118*3 - 6,   // which cannot be read
		"dfrs/table8":     116*4 - 6*4, // likewise
		"dfrs/table9":     116 * 4,
		"dfrs/table10":    116 * 4,
		"dfrs/fig1":       2,
		"dfrs/fig3":       2,
		"dfrs/section5.2": 3*(1+24*3+1) + 4, // EASY and 23 readings, FCFS and one; on the log one more of each
		"dfrs/section5.3": 7,
		"dfrs/section6.2": 5,
		"dfrs/section6.4": 5, // two in the text, one of them for two algorithms and again without the penalty
	}
	laws.Published(t, Paper(), want, 60)
}

// The tables of the appendix are the 116 algorithms, once each, and FCFS and
// EASY where stretches are printed. What cannot be read is missing.
func TestAppendixHasEveryAlgorithm(t *testing.T) {
	missing := map[string]int{"table8": 6}
	for _, table := range appendix {
		names := map[string]bool{}
		for _, a := range rowsOf(table) {
			if names[a] {
				t.Errorf("%s has %s twice", table, a)
			}
			names[a] = true
		}
		want := len(shared.All())
		if table <= "table7" && table != "table10" {
			want += len(batch)
		}
		for _, a := range shared.All() {
			if !names[a.String()] {
				missing[table]--
			}
		}
		if missing[table] != 0 || len(names) != want-map[string]int{"table8": 6}[table] {
			t.Errorf("%s has %d rows, want %d; %d more are missing than cannot be read", table, len(names), want, -missing[table])
		}
	}
}

var appendix = []string{"table5", "table6", "table7", "table8", "table9", "table10"}

// What tables 2 and 3 print of an algorithm, the appendix prints again.
func TestSpotChecks(t *testing.T) {
	for _, c := range []struct {
		table, algorithm, column string
		want                     float64
	}{
		{"table5", nameFCFS, avg, 3578.5}, {"table6", nameEASY, top, 14036.8}, {"table7", "GreedyP*/OPT=MIN", std, 644.0},
		{"table5", "MCB8*/OPT=MIN/MINVT=600", avg, 12.0}, {"table6", bestName, avg, 4.8}, {"table7", bestName, top, 90.2},
		{"table8", bestP, "pmtn GB/s max", 1.36}, {"table9", "MCB8*/OPT=MIN", "mig /h max", 1005.48},
		{"table10", "/stretch-per/OPT=MAX", "mig /job avg.", 10.41},
	} {
		if got := numbers().At(c.table, c.algorithm, c.column); got != c.want {
			t.Errorf("%s, %s, column %s: %v, want %v", c.table, c.algorithm, c.column, got, c.want)
		}
	}
	// Tables 2 and 3 repeat the appendix, but for FCFS and EASY, which preempt nothing.
	for _, p := range numbers().Of("table2") {
		for _, s := range allSets {
			if c, ok := strings.CutPrefix(p.Column, s.title+" "); ok && printedStretches(s.key, c, p.Row) != p.Value {
				t.Errorf("%s, %s: %v in table 2, %v in the appendix", p.Row, p.Column, p.Value, printedStretches(s.key, c, p.Row))
			}
		}
	}
	for _, p := range numbers().Of("table3") {
		i := strings.LastIndexByte(p.Column, ' ')
		if v := printedCost(p.Column[:i], p.Column[i+1:], p.Row); v != p.Value {
			t.Errorf("%s, %s: %v in table 3, %v in the appendix", p.Row, p.Column, p.Value, v)
		}
	}
	// No average is above its maximum, and no deviation is larger than the range allows.
	for _, table := range appendix {
		for _, p := range numbers().Of(table) {
			most := p.Column
			for _, c := range []string{avg, std} {
				most = strings.TrimSuffix(most, c)
			}
			if v := numbers().At(table, p.Row, most+top); most != p.Column && v < p.Value {
				t.Errorf("%s, %s: %s is %v, the maximum %v", table, p.Row, p.Column, p.Value, v)
			}
		}
	}
}

// A run of /per or /stretch-per that is printed under several names counts once: of the rows with
// equal numbers the first in the paper's order counts, all others are repeats.
func TestARunOfTheClockCountsOnce(t *testing.T) {
	type run struct{ of, numbers string }
	counted := map[run]string{}
	for _, table := range []string{"table2", "table3", "table5", "table6", "table7", "table8", "table9", "table10"} {
		rows := 0
		seen := map[string]bool{} // table 2 has its rows three times
		for _, name := range rowsOf(table) {
			if seen[name] || !slices.ContainsFunc(clock, func(a string) bool { return strings.HasPrefix(name, a[:strings.Index(a, "OPT")]) }) {
				continue
			}
			seen[name] = true
			numbersOf, is := map[string]string{}, map[string]bool{}
			for _, n := range numbers().Of(table) {
				if n.Row != name {
					continue
				}
				of, column := partOf(table, n.Column)
				numbersOf[of] += fmt.Sprintf("%s %v ", column, n.Value)
				is[of] = is[of] || n.Class != paper.Repeat
			}
			for of, text := range numbersOf {
				key := run{of, text}
				if first := counted[key]; (first == "") != is[of] {
					t.Errorf("%s, %s, %s: that it counts is %t, and %q has the same numbers", table, name, of, is[of], first)
				}
				if counted[key] == "" {
					counted[key] = table + " " + name
				}
				rows++
			}
		}
		if rows == 0 {
			t.Errorf("%s has no such rows", table)
		}
	}
}

// partOf says what a column is about, a set of instances or a measure, and what of it.
func partOf(table, column string) (of, rest string) {
	switch {
	case tableOf["real"] == table:
		return realWorld.title, column
	case tableOf["unscaled"] == table:
		return unscaled.title, column
	case tableOf["scaled"] == table:
		return scaled.title, column
	}
	for _, s := range allSets {
		if rest, ok := strings.CutPrefix(column, s.title+" "); ok {
			return s.title, rest
		}
	}
	for _, t := range costTables {
		for _, m := range t.measures {
			if strings.HasPrefix(column, m) {
				return "table " + t.number, column
			}
		}
	}
	panic(column)
}

// contradictions are the claims that printed tables contradict.
var contradictions = []string{
	"dfrs/table2/purely-greedy-spread", // real-world trace: 68.0 and 19.6
	"dfrs/table2/stretch-ten-times",    // unscaled traces: 9.0 times
	"dfrs/table3/mcb8-preempts-more",   // 37.94 and 39.67 an hour
	"dfrs/table3/migrations-per-job",   // /stretch-per: 10.41
	"dfrs/section6.1/min-never-worse", "dfrs/section6.1/minvt-beats-minft",
}

// The claims that the printed tables contradict are known.
func TestClaimsThatThePaperContradicts(t *testing.T) {
	contradicted := map[string]bool{}
	for _, e := range evaluate(t, "dfrs") {
		for _, c := range e.Claims {
			if strings.Contains(c.Note, "of the printed numbers") {
				contradicted[c.ID] = true
			}
		}
	}
	for _, id := range contradictions {
		if !contradicted[id] {
			t.Errorf("%s is not contradicted", id)
		}
		delete(contradicted, id)
	}
	for id := range contradicted {
		t.Errorf("%s is contradicted by what is printed", id)
	}
}

func evaluate(t *testing.T, ids ...string) []*paper.Evaluation {
	t.Helper()
	all, err := paper.Catalogue{Paper()}.Evaluate(t.Context(), paper.Options{Scale: paper.Quick, Cache: papertest.Kept}, ids...)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// No algorithm beats the bound, on any instance of any set, with memory, penalties
// and all.
func TestNoDegradationBelowOne(t *testing.T) {
	for _, e := range evaluate(t, "dfrs/table2", "dfrs/fig8") {
		for _, s := range allSets {
			for _, load := range s.loads(paper.Quick) {
				for _, r := range e.Runs {
					algorithm, ok := strings.CutPrefix(r.Label, label(s.jobSet, load, ""))
					if !ok || algorithm == bounds || load == 0 && strings.HasPrefix(algorithm, "0") {
						continue
					}
					one := instances{jobSet: s.jobSet, loads: only(load)}
					for i, q := range one.degradation(e.Results, algorithm) {
						if q < 1-1e-6 {
							t.Errorf("%s, instance %d: %v of the bound", r.Label, i+1, q)
						}
					}
				}
			}
		}
	}
}

// A job that is scheduled by hand: three jobs on two nodes, the second waits for
// both nodes and the third, of one node, is backfilled by EASY only.
func TestBatchByHand(t *testing.T) {
	const s = shared.Second
	jobs := []shared.Job{
		{ID: 1, Submit: 0, Run: 100 * s, Tasks: 1, CPU: shared.Whole / 4},
		{ID: 2, Submit: 10 * s, Run: 50 * s, Tasks: 2, CPU: shared.Whole},
		{ID: 3, Submit: 20 * s, Run: 20 * s, Tasks: 1, CPU: shared.Whole},
	}
	for _, c := range []struct {
		policy              string
		stretch, mean, used float64
	}{
		// FCFS: 0-100, 100-150, 150-170. The demand is 0.25 node for 10 s, 2 (of 2.25,
		// 3.25) for 140 s, then 1 for 20 s: 302.5 node seconds; the work is 25 + 100 + 20.
		{nameFCFS, 150.0 / 20, (1 + 140.0/50 + 150.0/20) / 3, (302.5 - 145) / 145},
		// EASY: the third one runs 20-40 beside the first. 0.25 for 10 s, 2 until 150.
		{nameEASY, 140.0 / 50, (1 + 140.0/50 + 1) / 3, (282.5 - 145) / 145},
	} {
		p := params{Cut: cut{Nodes: 2}, Algorithm: c.policy}
		m := measuresOf(t, p, jobs)
		for name, want := range map[string]float64{maxStretch: c.stretch, meanStretch: c.mean, under: c.used} {
			if math.Abs(m[name]-want) > 1e-12 {
				t.Errorf("%s: %s is %v, want %v", c.policy, name, m[name], want)
			}
		}
	}
}

// A job wider than the machine is left out of what the others are judged by.
func TestBatchLeavesOutTheWide(t *testing.T) {
	const s = shared.Second
	wide := shared.Job{ID: 1, Run: 100 * s, Tasks: 3, CPU: shared.Whole / 4}
	other := shared.Job{ID: 2, Run: 100 * s, Tasks: 2, CPU: shared.Whole / 4}
	p := params{Cut: cut{Nodes: 2}, Algorithm: nameFCFS}
	with, without := measuresOf(t, p, []shared.Job{wide, other}), measuresOf(t, p, []shared.Job{other})
	if !maps.Equal(with, without) {
		t.Errorf("%v, without it %v", with, without)
	}
}

// The numbers of an instance are metrics of its run, but for the last bits of three.
func TestMeasuresAreMetrics(t *testing.T) {
	made, err := Paper().Loader(paper.First(paper.Quick), nil).JobSet(traces)
	if err != nil {
		t.Fatal(err)
	}
	c := unscaled.cut(paper.First(paper.Quick), 0)
	all, err := c.instances(made)
	if err != nil {
		t.Fatal(err)
	}
	moved := 0.0
	for _, algorithm := range []string{nameFCFS, nameEASY, bestName, bestP, "/stretch-per/OPT=MAX"} {
		for i, jobs := range all {
			p := params{Cut: c, Algorithm: algorithm, Penalty: shared.DefaultPenalty}
			played, err := p.play(t.Context(), jobs, platform.Hooks{})
			if err != nil {
				t.Fatal(err)
			}
			m, v := measures(played), played.Judge(nil)
			for name, metric := range map[string]string{
				maxStretch: "bsld_max", meanStretch: "bsld_mean", under: "underutil",
				"pmtn GB/s": "pause_bandwidth", "mig GB/s": "migration_bandwidth",
				"pmtn /h": "pauses_per_h", "mig /h": "migrations_per_h",
				"pmtn /job": "pauses_per_job", "mig /job": "migrations_per_job",
			} {
				if want := v.Value(metric); !(math.Abs(m[name]-want) <= 1e-14*want) {
					t.Errorf("%s, instance %d: %s is %v, %s is %v", algorithm, i+1, name, m[name], metric, want)
				}
			}
			moved += m["mig /job"]
		}
	}
	if moved == 0 {
		t.Error("no job was ever moved")
	}
}

func measuresOf(t *testing.T, p params, jobs []shared.Job) map[string]float64 {
	t.Helper()
	played, err := p.play(t.Context(), jobs, platform.Hooks{})
	if err != nil {
		t.Fatal(err)
	}
	return measures(played)
}

// What walk tells of is what counting second by second gives.
func TestAreaCounted(t *testing.T) {
	var events []change
	for _, e := range [][2]int64{{5, 3}, {0, 4}, {9, -4}, {2, 1}, {9, 2}, {12, -6}, {5, 1}, {6, -1}} {
		events = append(events, change{at: e[0], demand: e[1]})
	}
	for capacity := range int64(10) {
		want := int64(0)
		for at := range int64(12) {
			demand := int64(0)
			for _, e := range events {
				if e.at <= at {
					demand += e.demand
				}
			}
			want += min(demand, capacity)
		}
		got := int64(0)
		walk(slices.Clone(events), func(at, next, demand, _ int64) { got += min(demand, capacity) * (next - at) })
		if got != want {
			t.Errorf("capacity %d: %d, want %d", capacity, got, want)
		}
	}
}

func TestReduce(t *testing.T) {
	values := []float64{2, 4, 4, 4, 5, 5, 7, 9}
	for column, want := range map[string]float64{avg: 5, top: 9, std: math.Sqrt(32.0 / 7)} {
		if got := reduce(values, column); got != want {
			t.Errorf("%s %v, want %v", column, got, want)
		}
	}
	if v := reduce(nil, avg); v == v {
		t.Errorf("of nothing %v", v)
	}
	square := func(s string) float64 { return float64(len(s) * len(s)) }
	length := func(s string) float64 { return -float64(len(s)) }
	if q := rankCorrelation([]string{"a", "bb", "ccc", "dddd"}, square, length); math.Abs(q+1) > 1e-12 {
		t.Errorf("ranks in reverse correlate by %v", q)
	}
}

// Two jobs that overlap are mapped three times: when each arrives, and when the
// first one has left.
func TestMappingsByHand(t *testing.T) {
	const s = shared.Second
	jobs := []shared.Job{{ID: 1, Run: 100 * s, Tasks: 1, CPU: shared.Whole},
		{ID: 2, Submit: 10 * s, Run: 200 * s, Tasks: 1, CPU: shared.Whole}}
	c := &counter{}
	if err := c.count(t.Context(), &params{Cut: cut{Nodes: 2}, Algorithm: mapper}, jobs, nil); err != nil {
		t.Fatal(err)
	}
	if len(c.byJobs) != 3 || c.byJobs[1] != 2 || c.byJobs[2] != 1 {
		t.Errorf("mappings by jobs: %v", c.byJobs)
	}
}
