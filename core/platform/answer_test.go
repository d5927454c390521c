package platform

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/sim"
)

func TestTotalsAndLongest(t *testing.T) {
	a := Answer{Spans: []Span{
		{From: 0, To: 5, Cause: sim.TooFew}, {From: 5, To: 25, Cause: sim.BehindHead},
		{From: 25, To: 40, Cause: sim.TooFew}, {From: 40, To: 45, Cause: sim.WouldDelayHead},
	}}
	want := []Total{{sim.TooFew, 20}, {sim.BehindHead, 20}, {sim.WouldDelayHead, 5}}
	if got := a.Totals(); !slices.Equal(got, want) {
		t.Errorf("Totals = %v, not %v", got, want)
	}
	var from []float64
	for _, s := range a.Longest(3) {
		from = append(from, s.From)
	}
	if !slices.Equal(from, []float64{0, 5, 25}) {
		t.Errorf("the three longest spans begin at %v", from)
	}
	if len(a.Longest(9)) != 4 || a.Spans[1].From != 5 {
		t.Error("Longest loses spans or changes their order")
	}
}

// A note is a Detail with a key, or without one.
type note struct {
	key  string
	Note string `json:"note"`
}

func (n note) Key() string                  { return n.key }
func (note) Others() []int64                { return nil }
func (note) Sentence(*Answer, *Span) string { return "" }

// A Detail is a part of its span's JSON: under its key, or with its own fields.
func TestADetailIsPartOfTheSpan(t *testing.T) {
	for want, s := range map[string]Span{
		`{"from_s":1,"to_s":2,"passes":3,"cause":"c","text":""}`:                   {From: 1, To: 2, Passes: 3, Cause: "c"},
		`{"from_s":0,"to_s":0,"passes":0,"cause":"","text":"","note":"n"}`:         {Detail: note{Note: "n"}},
		`{"from_s":0,"to_s":0,"passes":0,"cause":"","text":"","toy":{"note":"n"}}`: {Detail: note{"toy", "n"}},
	} {
		if got, err := json.Marshal(s); err != nil || string(got) != want {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
}
