package trace

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// Whatever the kind of the log, a value that cannot be taken is told with its field, its line and what is wrong with it.
func TestAValueThatCannotBeTakenIsTold(t *testing.T) {
	const (
		number = "not a number"
		span   = "neither a number nor a length of time such as 12:30:00"
	)
	for name, c := range map[string]struct {
		log  string
		want []Cause
	}{
		"table.csv": {"submit,run,procs,estimate,status\n0,10,2,,\n5,abc,2,,\n7,10,x,,\n9,10,2,soon,\n" +
			"11,10,2\n12,1x,2,,well\n13,-,,,\n14,5,2,,well\n",
			[]Cause{
				{"malformed", "run", span, 2, []Place{{3, "abc"}, {7, "1x"}}},
				{"malformed", "procs", number, 1, []Place{{4, "x"}}},
				{"unusable", "estimate", span, 1, []Place{{5, "soon"}}},
				{"malformed", "", "the row has another number of cells than the header", 1, []Place{{6, ""}}},
				{"unusable", "status", "not a known state of a job", 1, []Place{{9, "well"}}},
			}},
		"log.swf": {"1 0 1 1 1\n2 zero 1 1 1\n3 0 1\n4 0 1 1 1.5\n5 0 -7 1 1\n6 nil 1 1 1\n",
			[]Cause{
				{"malformed", "field 2 (submit time)", number, 2, []Place{{2, "zero"}, {6, "nil"}}},
				{"malformed", "", "3 fields where a row has 18", 1, []Place{{3, ""}}},
				{"malformed", "field 5 (processors allocated)", "not a whole number", 1, []Place{{4, "1.5"}}},
				{"unusable", "field 3 (wait time)", "no job has this value", 1, []Place{{5, "-7"}}},
			}},
		"jobs.sacct": {accounting + "17|17|bad|ada|phys|long|1000|soon|1001|1|10|COMPLETED|1|1\n",
			[]Cause{
				{"malformed", "JobID", "not a job id like 123, 123_4, 123_[5-9], 123+0 or 123.batch", 1, []Place{{11, "x"}}},
				{"malformed", "Start", sacct.ErrTime.Error(), 1, []Place{{12, "soon"}}},
			}},
	} {
		w, err := Read(name, []byte(c.log), Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkWorkload(t, w)
		if d := cmp.Diff(c.want, w.Causes); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if d := cmp.Diff(w.Causes, w.Info().Causes); d != "" {
			t.Errorf("Info of %s: %s", name, d)
		}
		for _, cause := range w.Anonymize().Causes {
			if slices.ContainsFunc(cause.First, func(p Place) bool { return p.Text != "" || p.Line == 0 }) {
				t.Errorf("%s without names shows a value: %+v", name, cause)
			}
		}
	}
}

// A log that is wrong in every row costs no more than one that is wrong in some, and its values stay short.
func TestHostileValuesStayShort(t *testing.T) {
	long := strings.Repeat("\x1b[31m\u202e\n", 1000)
	var b strings.Builder
	fmt.Fprintf(&b, "submit,\"run %s.\",procs\n0,1,1\n", long)
	for range 1000 {
		fmt.Fprintf(&b, "0,\"%s\",1\n", long)
	}
	w := readCSV(t, b.String(), Options{Map: "submit=submit,run=" + `"run ` + long + `.",procs=procs`})
	if len(w.Causes) != 1 || w.Causes[0].Rows != 1000 {
		t.Fatalf("%.500q", fmt.Sprint(w.Causes))
	}
	checkWorkload(t, w)

	b.Reset()
	b.WriteString(`{"nb_res": 4, "profiles": {"ok": {"type": "delay", "delay": 1}`)
	for i := range 100 {
		fmt.Fprintf(&b, `, "p%d": {"type": "kind %d"}`, i, i)
	}
	b.WriteString(`}, "jobs": [{"id": 0, "subtime": 0, "res": 1, "profile": "ok"}`)
	for i := range 100 {
		fmt.Fprintf(&b, `, {"id": %d, "subtime": 0, "res": 1, "profile": "p%d"}`, i+1, i)
	}
	b.WriteString("]}")
	w, err := Read("jobs.json", []byte(b.String()), Options{Map: "batsim"})
	if err != nil {
		t.Fatal(err)
	}
	checkWorkload(t, w)
	if last := w.Causes[len(w.Causes)-1]; len(w.Causes) != mostCauses+1 || last.Why != otherCauses || last.Rows != 100-mostCauses {
		t.Errorf("%d causes, the last %+v", len(w.Causes), last)
	}
}

// checkCauses holds what is told of values to the counts, and to one short line each.
func checkCauses(t testing.TB, w *Workload) {
	t.Helper()
	rows := map[string]int{}
	for _, c := range w.Causes {
		rows[c.Rule] += c.Rows
		line := fmt.Sprint(c.Field, c.Why, c.First)
		_, err := json.Marshal(c)
		printable := !strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == '\u202e' })
		if c.Rows < 1 || len(c.First) != min(c.Rows, mostPlaces) || len(line) > 800 || !printable || err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
	}
	for _, rule := range []string{"malformed", "unusable"} {
		if rows[rule] != w.Count(rule) {
			t.Fatalf("%d rows are %s, and %d are told why", w.Count(rule), rule, rows[rule])
		}
	}
}
