package record_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/internal/papertest"
)

var demo = paper.Catalogue{papertest.Demo()}

var options = paper.Options{Seeds: 3, Version: "v1", Reading: paper.Reading{"reserve": "all"}}

func evaluate(t *testing.T, opt paper.Options, ids ...string) []*paper.Evaluation {
	t.Helper()
	opt.Scale, opt.Cache = paper.Quick, papertest.Kept
	all, err := demo.Evaluate(t.Context(), opt, ids...)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// recorded is a record with a league of three invented groups.
func recorded(t *testing.T) *record.Record {
	t.Helper()
	r := &record.Record{Evaluations: evaluate(t, options)}
	l := &record.League{Paper: "demo", Experiments: []string{"demo/table1"}, Scale: paper.Quick, Seeds: 3, Version: "v1", Whole: true,
		Start: paper.Reading{}, Groups: []string{"a", "b"}, Folds: []record.Fold{},
		Held: []record.Held{{Number: r.Evaluations[0].Printed()[0], Reading: "reserve=all"}}}
	l.Held[0].Samples, l.Held[0].Groups, l.Held[0].Seconds, l.Held[0].Note = nil, nil, 0, ""
	for i, reading := range []paper.Reading{{"reserve": "all"}, {}} {
		l.Trials = append(l.Trials, record.Trial{Reading: reading,
			Distance: map[string]record.Distance{"a": {Mean: 0.25 + float64(i), Numbers: 3}, "b": {Mean: 0.5 - float64(i)/3, Numbers: 4}}})
	}
	l.Hold("a", paper.Reading{})
	l.Hold("b", paper.Reading{"reserve": "all"})
	r.SetLeague(l)
	return r
}

func tablesOf(r *record.Record) result.Tables {
	tables := result.Tables{}
	list, _ := r.Tables("v2")
	for _, t := range list {
		tables[t.Schema] = t
	}
	return tables
}

// A record has every number and claim, and says how each came about.
func TestARecordIsComplete(t *testing.T) {
	r := recorded(t)
	tables, _ := r.Tables("v2")
	numbers, claims := tables[1], tables[3]
	if numbers.Rows+claims.Rows != r.Rows() || numbers.Rows == 0 || claims.Rows == 0 || tables[0].Rows != len(r.Evaluations) {
		t.Errorf("%d numbers and %d claims of %d experiments, want %d rows", numbers.Rows, claims.Rows, tables[0].Rows, r.Rows())
	}
	samples := map[string]int{}
	for i := range tables[2].Rows {
		samples[tables[2].Col("id").GetText(i)]++
	}
	for i := range numbers.Rows {
		text := func(column string) string { return numbers.Col(column).GetText(i) }
		id, seeds, low := text("id"), numbers.Col("seeds").Int[i], numbers.Col("low").Float[i]
		if text("scale") != "quick" || text("version") != "v1" || text("reading") != "reserve=all" || numbers.Col("seed").Int[i] != 1 {
			t.Errorf("%s has the scale %s, the version %s and the reading %s", id, text("scale"), text("version"), text("reading"))
		}
		if varies := low == low; varies != (seeds == 3) || varies != (samples[id] == 3) {
			t.Errorf("%s is of %d seeds, with %d samples and the low end %v", id, seeds, samples[id], low)
		}
		if ours := numbers.Col("ours").Float[i]; ours == ours && seeds == 3 && numbers.Col("seconds").Float[i] <= 0 {
			t.Errorf("%s took no time", id)
		}
	}
	for i := range claims.Rows {
		if class, verdict := claims.Col("class").GetText(i), claims.Col("verdict").GetText(i); (class == "construction") !=
			(verdict == "by construction") {
			t.Errorf("%s, %s, has the class %s", claims.Col("id").GetText(i), verdict, class)
		}
	}
	for _, table := range tables {
		if err := table.Check(); err != nil {
			t.Error(err)
		}
	}
}

// What is shown of a record is the same after it was written and read.
func TestARecordIsReadAsItWasWritten(t *testing.T) {
	r := recorded(t)
	back, err := record.Read(demo, tablesOf(r))
	if err != nil {
		t.Fatal(err)
	}
	if len(back.Evaluations) != len(r.Evaluations) {
		t.Fatalf("%d of %d evaluations come back", len(back.Evaluations), len(r.Evaluations))
	}
	same := []cmp.Option{cmpopts.EquateNaNs(), cmpopts.EquateEmpty(),
		cmp.Comparer(func(a, b numeral.JSON) bool { return a == b || a != a && b != b })}
	for i, e := range r.Evaluations {
		b := back.Evaluations[i]
		for _, pair := range [][2]any{{e.Markdown(), b.Markdown()}, {e.Chart, b.Chart}, {e.Numbers, b.Numbers}, {e.Claims, b.Claims},
			{e.Seeds, b.Seeds}, {e.Reading, b.Reading}} {
			if diff := cmp.Diff(pair[0], pair[1], same...); diff != "" {
				t.Error(diff)
			}
		}
		if e.Paper != b.Paper || e.Seconds != b.Seconds || e.Seconds <= 0 && len(e.Runs) > 0 {
			t.Errorf("%s: %v s, then %v s of another paper", e.Experiment.ID, e.Seconds, b.Seconds)
		}
	}
	if diff := cmp.Diff(r.Leagues, back.Leagues, append(same, cmpopts.IgnoreUnexported(record.Trial{}))...); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(pagesOf(t, r), pagesOf(t, back)); diff != "" {
		t.Error(diff)
	}
	_, meta := r.Tables("v2")
	if _, again := back.Tables("v2"); again.Get(result.MetaDigest) != meta.Get(result.MetaDigest) {
		t.Error("written again, it is another record")
	}
}

func TestRecordsThatCannotBeRead(t *testing.T) {
	for want, damage := range map[string]func([]*result.Table){
		`demo/table1: unknown scale "large"`: func(all []*result.Table) { all[0].Col("scale").SetText(0, "large") },
		`reserve has no value "none"`:        func(all []*result.Table) { all[0].Col("reading").SetText(0, "reserve=none") },
		`row 2, column chart`:                func(all []*result.Table) { all[0].Col("chart").SetText(1, "{") },
		`demo/table1 has no seeds`:           func(all []*result.Table) { all[0].Col("seeds").SetText(0, "[]") },
		`no reading of demo is the one`:      func(all []*result.Table) { clear(all[4].Col("start").Bool) },
	} {
		r := recorded(t)
		list, _ := r.Tables("v2")
		damage(list)
		tables := result.Tables{}
		for _, table := range list {
			tables[table.Schema] = table
		}
		if _, err := record.Read(demo, tables); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if r, err := record.Read(demo, result.Tables{}); err != nil || len(r.Evaluations)+len(r.Leagues) != 0 {
		t.Errorf("of nothing: %+v, %v", r, err)
	}
	gone := tablesOf(recorded(t))
	for s, table := range gone {
		if s.Name == "experiments" {
			table.Col("experiment").SetText(1, "demo/gone")
		}
	}
	if r, err := record.Read(demo, gone); err != nil || len(r.Evaluations) != 2 {
		t.Errorf("of experiments of which one is gone: %v", err)
	}
}

// New evaluations replace those of the same experiments, and stand in the catalogue's order.
func TestARecordIsUpdated(t *testing.T) {
	r := recorded(t)
	older := r.Evaluations
	r.Update(demo, &record.Record{Evaluations: evaluate(t, paper.Options{Version: "v2"}, older[1].Experiment.ID)})
	if len(r.Evaluations) != len(older) {
		t.Fatalf("%d evaluations, want %d", len(r.Evaluations), len(older))
	}
	for i, e := range r.Evaluations {
		if e.Experiment.ID != older[i].Experiment.ID || (e.Version == "v2") != (i == 1) {
			t.Errorf("%d: %s of %q", i, e.Experiment.ID, e.Version)
		}
	}
	r.SetLeague(&record.League{Paper: "demo", Version: "v2"})
	if len(r.Leagues) != 1 || r.Leagues[0].Version != "v2" {
		t.Errorf("leagues %+v", r.Leagues)
	}
}
