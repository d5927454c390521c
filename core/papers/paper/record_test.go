package paper_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

var recordOptions = paper.Options{Seeds: 3, Version: "v1", Reading: paper.Reading{"reserve": "all"}}

func record(t *testing.T) *paper.Record {
	t.Helper()
	return paper.NewRecord(evaluate(t, demo, recordOptions))
}

// A record has every number and claim, and says how each came about.
func TestARecordIsComplete(t *testing.T) {
	all := evaluate(t, demo, recordOptions)
	r := paper.NewRecord(all)
	numbers, claims := 0, 0
	for _, e := range all {
		numbers += len(e.All())
		claims += len(e.Claims)
	}
	if len(r.Numbers) != numbers || len(r.Claims) != claims || numbers == 0 || claims == 0 {
		t.Errorf("%d numbers and %d claims, want %d and %d", len(r.Numbers), len(r.Claims), numbers, claims)
	}
	for _, n := range r.Numbers {
		if n.Scale != paper.Quick || n.Version != "v1" || n.Reading != "reserve=all" || n.Seed != 1 || (n.Seeds == 3) != (n.Low != nil) {
			t.Errorf("%s was computed so: %+v", n.ID, n.How)
		}
		if n.Ours != nil && n.Seeds == 3 && n.Seconds <= 0 {
			t.Errorf("%s took %v s", n.ID, n.Seconds)
		}
	}
	for _, c := range r.Claims {
		if (c.Class == paper.Construction) != (c.Verdict == paper.ByConstruction) {
			t.Errorf("%s, %s, has the class %s", c.ID, c.Verdict, c.Class)
		}
	}
	if n, c := r.NumbersTable(), r.ClaimsTable(); n.Rows != numbers || c.Rows != claims {
		t.Errorf("tables of %d and %d rows", n.Rows, c.Rows)
	}
}

func TestARecordIsReadAsItWasWritten(t *testing.T) {
	r := record(t)
	var numbers, claims bytes.Buffer
	if err := paper.WriteLines(&numbers, r.Numbers); err != nil {
		t.Fatal(err)
	}
	if err := paper.WriteLines(&claims, r.Claims); err != nil {
		t.Fatal(err)
	}
	var back paper.Record
	var err error
	if back.Numbers, err = paper.ReadLines[paper.RecordedNumber]("numbers.jsonl", &numbers); err != nil {
		t.Fatal(err)
	}
	if back.Claims, err = paper.ReadLines[paper.RecordedClaim]("claims.jsonl", &claims); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, &back); diff != "" {
		t.Error(diff)
	}
	for text, want := range map[string]string{"{}\n{": "numbers.jsonl:2", `{"id":"a","colour":1}`: "colour"} {
		if _, err := paper.ReadLines[paper.RecordedNumber]("numbers.jsonl", strings.NewReader(text)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q is read: %v, want %q", text, err, want)
		}
	}
}

// What is recorded comes out again, and what was changed is found.
func TestARecordIsComputedAgain(t *testing.T) {
	r := record(t)
	again := func() []paper.Difference {
		t.Helper()
		all, err := demo.Recompute(t.Context(), paper.Options{}, r)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if all := again(); len(all) > 0 {
		t.Errorf("rows differ: %v", all)
	}
	wrong := map[string]bool{}
	for i := range r.Numbers {
		if n := &r.Numbers[i]; i%5 == 0 && n.Ours != nil {
			*n.Ours *= 1 + 1e-15
			wrong[n.ID] = true
		}
	}
	r.Claims[0].Held--
	wrong[r.Claims[0].ID] = true
	r.Claims[1].ID += "-gone"
	wrong[r.Claims[1].ID] = true
	all := again()
	for _, d := range all {
		if !wrong[d.ID] {
			t.Errorf("unchanged, but: %s", d)
		}
	}
	if len(all) != len(wrong) {
		t.Errorf("%d differences of %d changes: %v", len(all), len(wrong), all)
	}
}

// A row is computed from the runs that it needs, and no others.
func TestARowNeedsOnlyItsRuns(t *testing.T) {
	r := record(t)
	c := paper.Memory()
	puts := &counting{Cache: c}
	rows := &paper.Record{Numbers: r.Numbers[:1]}
	if _, err := demo.Recompute(t.Context(), paper.Options{Cache: puts}, rows); err != nil {
		t.Fatal(err)
	}
	if puts.n != r.Numbers[0].Seeds {
		t.Errorf("%d runs for %s, want one for each of %d seeds", puts.n, r.Numbers[0].ID, r.Numbers[0].Seeds)
	}
}

type counting struct {
	paper.Cache
	n int
}

func (c *counting) Put(digest string, data []byte) error {
	c.n++
	return c.Cache.Put(digest, data)
}

func TestRecomputeRefuses(t *testing.T) {
	r := record(t)
	r.Numbers[0].Logs = []string{"abc"}
	if _, err := demo.Recompute(t.Context(), paper.Options{}, r); err == nil || !strings.Contains(err.Error(), "give the folder") {
		t.Errorf("without the logs: %v", err)
	}
	for id, want := range map[string]string{"demo": "no id", "demo/table9/ART": "there is no experiment"} {
		rows := &paper.Record{Numbers: []paper.RecordedNumber{{ID: id, How: paper.How{Scale: paper.Quick, Seed: 1, Seeds: 1}}}}
		if _, err := demo.Recompute(t.Context(), paper.Options{}, rows); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", id, err, want)
		}
	}
}
