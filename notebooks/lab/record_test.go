package lab

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// recordOf reads the record that the notebooks show.
func recordOf(t *testing.T) map[string]*paper.Evaluation {
	t.Helper()
	tables, err := arrowio.ReadTables("../record", record.Schemas...)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := record.Read(papers.All(), tables)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]*paper.Evaluation{}
	for _, e := range kept.Evaluations {
		found[e.Experiment.ID] = e
	}
	return found
}

// The record has every table and figure of its papers at the papers' own size under the default
// reading, with each number and claim that there is now, and no other.
func TestTheRecordHasEveryNumberAndClaim(t *testing.T) {
	record := recordOf(t)
	all, err := papers.All().Find(paper.Setting{Scale: paper.Full, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		x := c.Experiment
		e := record[x.ID]
		if e == nil {
			t.Errorf("%s is not in the record", x.ID)
			continue
		}
		if e.Scale != paper.Full || len(e.Reading) > 0 {
			t.Errorf("%s is of scale %s, reading %q", x.ID, e.Scale, e.Reading)
		}
		var claims, verdicts, cells, numbers, want []string
		for _, claim := range x.Claims {
			want = append(want, x.ID+"/"+claim.ID)
		}
		for _, claim := range e.Claims {
			claims, verdicts = append(claims, claim.ID), append(verdicts, string(claim.Verdict))
		}
		if !slices.Equal(claims, want) {
			t.Errorf("%s has the claims %v, want %v", x.ID, claims, want)
		}
		if slices.Contains(verdicts, "") {
			t.Errorf("%s has claims without a verdict: %v", x.ID, verdicts)
		}
		for _, n := range e.Numbers {
			cells = append(cells, n.Row+"/"+n.Column)
		}
		for _, n := range e.Printed() {
			numbers = append(numbers, n.Row+"/"+n.Column)
		}
		want = nil
		for _, n := range x.Cells {
			want = append(want, n.Row+"/"+n.Column)
		}
		if len(cells) < len(want) || !slices.Equal(cells[:len(want)], want) {
			t.Errorf("%s has the cells %v, want %v", x.ID, cells, want)
		}
		want = nil
		for _, n := range x.Published {
			want = append(want, n.Row+"/"+n.Column)
		}
		if !slices.Equal(numbers, want) {
			t.Errorf("%s has the printed numbers %v, want %v", x.ID, numbers, want)
		}
	}
}

// What is said to have been found rests on the verdicts that were found.
func TestFindingsAreWhatTheRecordShows(t *testing.T) {
	record := recordOf(t)
	for _, p := range papers.All() {
		if len(p.Findings) == 0 {
			t.Errorf("%s has no findings", p.Key)
		}
		for _, f := range p.Findings {
			for id, want := range f.Rests {
				if got := verdict(record, id); got != want {
					t.Errorf("%s: %q rests on %s: %s, which is %q", p.Key, f.Text, id, want, got)
				}
			}
		}
	}
}

func verdict(record map[string]*paper.Evaluation, id string) paper.Verdict {
	for _, e := range record {
		for _, c := range e.Claims {
			if c.ID == id {
				return c.Verdict
			}
		}
	}
	return "missing"
}

// What reasons for failed claims say of other samples is what the record's seeds have.
func TestReasonsCountTheRecordsSeeds(t *testing.T) {
	record := recordOf(t)
	seeds := func(id, row, column string) []float64 {
		for _, n := range record[id].Numbers {
			if n.Row == row && n.Column == column {
				return n.Samples
			}
		}
		t.Fatalf("%s has no %s of %s", id, column, row)
		return nil
	}
	reason := func(id, claim string) string {
		for _, c := range record[id].Claims {
			if c.ID == id+"/"+claim {
				return c.Note
			}
		}
		t.Fatalf("%s has no claim %s", id, claim)
		return ""
	}
	fcfs, sjf := seeds("dynp/fig4", "CTC_syn 0.80", "FCFS"), seeds("dynp/fig4", "CTC_syn 0.80", "SJF")
	lower := 0
	for i := range fcfs {
		if fcfs[i] < sjf[i] {
			lower++
		}
	}
	want := fmt.Sprintf("on %d of %d other samples at 0.80", lower, len(fcfs))
	if said := reason("dynp/fig4", "sjf-unshrunk"); !strings.Contains(said, want) {
		t.Errorf("the record has SJF above FCFS %s; the reason says %q", want, said)
	}
	for _, set := range []string{"CTC_syn 0.80", "KTH_syn 0.80", "PC2_syn 0.60", "SDSC_syn 0.40"} {
		simple, advanced := seeds("dynp/fig2", set, "simple, ARTwW"), seeds("dynp/fig2", set, "advanced, ARTwW")
		var gains []float64
		for i := range simple {
			gains = append(gains, 100*(simple[i]-advanced[i])/simple[i])
		}
		want := fmt.Sprintf("the median gain over %d other samples is %s %% on each set", len(gains), numeral.Fixed(stats.Median(gains), 1))
		if said := reason("dynp/fig2", "kth-20"); !strings.Contains(said, want) {
			t.Errorf("%s: the record has %q; the reason says %q", set, want, said)
		}
	}
}
