package paper

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/result"
)

// A Record is what came out for every number and claim of evaluations, with all that is
// needed to repeat it.
type Record struct {
	Numbers []RecordedNumber
	Claims  []RecordedClaim
}

// How is how something was computed.
type How struct {
	Scale   Scale    `json:"scale"`
	Reading string   `json:"reading"` // "" is the default of every choice
	Seed    uint64   `json:"seed"`    // the first
	Seeds   int      `json:"seeds"`   // how many it is of; 1 if it depends on none
	Logs    []string `json:"logs"`    // SHA-256 of the uncompressed files, in the order of first use; empty without logs
	Version string   `json:"version"` // the program's
	Seconds float64  `json:"seconds"` // of processor time that its runs took
}

// A RecordedNumber is a row of the record's numbers. A number that is missing is nil.
type RecordedNumber struct {
	ID      string   `json:"id"`
	Class   Class    `json:"class"`
	Unit    string   `json:"unit"`
	Printed *float64 `json:"printed"`
	Ours    *float64 `json:"ours"` // the median of the seeds
	Most    *float64 `json:"most"` // the upper end, if ours is the lower end of an interval
	Low     *float64 `json:"low"`  // 5 % quantile of the seeds, if it varies
	High    *float64 `json:"high"` // 95 %
	Verdict Verdict  `json:"verdict"`
	Reason  string   `json:"reason"`
	How
}

// A RecordedClaim is a row of the record's claims.
type RecordedClaim struct {
	ID      string  `json:"id"`
	Class   Class   `json:"class"` // Measured; Construction if it cannot fail; Own if the text does not make it
	Text    string  `json:"text"`
	Section string  `json:"section"`
	Verdict Verdict `json:"verdict"`
	Held    int     `json:"held"` // with how many of the seeds
	Reason  string  `json:"reason"`
	How
}

// NewRecord records evaluations.
func NewRecord(all []*Evaluation) *Record {
	r := &Record{Numbers: []RecordedNumber{}, Claims: []RecordedClaim{}}
	for _, e := range all {
		for _, n := range e.All() {
			r.Numbers = append(r.Numbers, e.recordNumber(n))
		}
		for _, c := range e.Claims {
			r.Claims = append(r.Claims, e.recordClaim(c))
		}
	}
	return r
}

// how describes the evaluation; the runs of one number took the seconds.
func (e *Evaluation) how(seeds int, seconds float64) How {
	h := How{Scale: e.Scale, Reading: e.Reading.String(), Seed: e.Seed, Seeds: seeds, Logs: []string{}, Version: e.Version, Seconds: seconds}
	for _, o := range e.Origins {
		for _, t := range o.Traces {
			if !slices.Contains(h.Logs, t.Uncompressed) {
				h.Logs = append(h.Logs, t.Uncompressed)
			}
		}
	}
	return h
}

func (e *Evaluation) recordNumber(n Number) RecordedNumber {
	r := recorded(&n)
	r.How = e.how(max(1, len(n.Seeds)), n.Seconds)
	return r
}

// recorded is a number's row without how it was computed.
func recorded(n *Number) RecordedNumber {
	r := RecordedNumber{ID: n.ID, Class: n.Class, Unit: n.Unit, Printed: finite(n.Published), Ours: finite(n.Ours), Verdict: n.Verdict,
		Reason: n.Note}
	if n.Interval() {
		r.Most = finite(n.Most)
	}
	if n.Seeds != nil {
		r.Low, r.High = finite(n.Range.Low), finite(n.Range.High)
	}
	return r
}

func (e *Evaluation) recordClaim(c Verified) RecordedClaim {
	r := RecordedClaim{ID: c.ID, Class: Measured, Text: c.Text, Section: c.Section, Verdict: c.Verdict, Held: c.Held, Reason: c.Note,
		How: e.how(c.Of, c.Seconds)}
	switch {
	case c.Section == "":
		r.Class = Own
	case c.Verdict == ByConstruction:
		r.Class = Construction
	}
	return r
}

// finite returns nil for what is no number.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// WriteLines writes rows as JSON, one on each line.
func WriteLines[R any](w io.Writer, rows []R) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, r := range rows {
		if err := e.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// ReadLines reads what WriteLines wrote. An error names the line.
func ReadLines[R any](name string, in io.Reader) (rows []R, err error) {
	d := json.NewDecoder(in)
	d.DisallowUnknownFields()
	for d.More() {
		var r R
		if err := d.Decode(&r); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, len(rows)+1, err)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// The tables of a record in Parquet files.
var (
	NumbersSchema = &result.Schema{Name: "numbers", Doc: "one row per number of the papers' tables and figures", Columns: slices.Concat(
		[]result.Column{
			{Name: "id", Type: result.Text, Doc: "The experiment, the row and the column."},
			{Name: "class", Type: result.Text, Doc: "measured, input, construction, fitted, ours (not printed) or repeat."},
			{Name: "unit", Type: result.Text, Nullable: true, Doc: "The unit; null for a plain number."},
			{Name: "printed", Type: result.Float, Nullable: true, Doc: "The printed number; null where none is printed."},
			{Name: "ours", Type: result.Float, Nullable: true, Doc: "Our number, the median of the seeds; null where we have none."},
			{Name: "most", Type: result.Float, Nullable: true, Doc: "The upper end, where ours is the lower end of an interval."},
			{Name: "low", Type: result.Float, Nullable: true, Doc: "The 5 % quantile over the seeds; null where it does not vary."},
			{Name: "high", Type: result.Float, Nullable: true, Doc: "The 95 % quantile."},
			{Name: "verdict", Type: result.Text, Nullable: true, Doc: "As in the table of cells; null where none is printed."},
			{Name: "reason", Type: result.Text, Nullable: true, Doc: "Why ours differs, as far as it is known."},
		}, howColumns)}
	ClaimsSchema = &result.Schema{Name: "claims", Doc: "one row per result that the papers state", Columns: slices.Concat(
		[]result.Column{
			{Name: "id", Type: result.Text, Doc: "The experiment and the claim."},
			{Name: "class", Type: result.Text, Doc: "measured, construction (it cannot fail) or ours (the text does not make it)."},
			{Name: "text", Type: result.Text, Doc: "The claim in our words, with the paper's numbers."},
			{Name: "section", Type: result.Text, Nullable: true, Doc: "The paper's section; null for one of ours."},
			{Name: "verdict", Type: result.Text, Doc: "holds, fails, undecided, by construction or not testable."},
			{Name: "held", Type: result.Int, Doc: "With how many of the seeds it holds."},
			{Name: "reason", Type: result.Text, Nullable: true, Doc: "The numbers that decided, with the first seed."},
		}, howColumns)}
	howColumns = []result.Column{
		{Name: "scale", Type: result.Text, Doc: "paper or quick."},
		{Name: "reading", Type: result.Text, Nullable: true, Doc: "Choices with another value than the default; null if there are none."},
		{Name: "seed", Type: result.Int, Doc: "The first seed."},
		{Name: "seeds", Type: result.Int, Doc: "How many seeds it is of; 1 if it depends on none."},
		{Name: "logs", Type: result.Text, Nullable: true, Doc: "SHA-256 of the uncompressed logs, separated by spaces."},
		{Name: "version", Type: result.Text, Doc: "The program's version."},
		{Name: "seconds", Type: result.Float, Doc: "Processor time of the runs that it is computed from, on the machine of the record."},
	}
)

// NumbersTable returns the numbers as a table of NumbersSchema.
func (r *Record) NumbersTable() *result.Table {
	t := result.NewTable(NumbersSchema, len(r.Numbers))
	for i := range r.Numbers {
		n := &r.Numbers[i]
		setTexts(t, i, map[string]string{"id": n.ID, "class": string(n.Class), "unit": n.Unit, "verdict": string(n.Verdict), "reason": n.Reason})
		for name, v := range map[string]*float64{"printed": n.Printed, "ours": n.Ours, "most": n.Most, "low": n.Low, "high": n.High} {
			if t.Col(name).Float[i] = math.NaN(); v != nil {
				t.Col(name).Float[i] = *v
			}
		}
		n.How.set(t, i)
	}
	return t
}

// ClaimsTable returns the claims as a table of ClaimsSchema.
func (r *Record) ClaimsTable() *result.Table {
	t := result.NewTable(ClaimsSchema, len(r.Claims))
	for i := range r.Claims {
		c := &r.Claims[i]
		setTexts(t, i, map[string]string{"id": c.ID, "class": string(c.Class), "text": c.Text, "section": c.Section,
			"verdict": string(c.Verdict), "reason": c.Reason})
		t.Col("held").Int[i] = int64(c.Held)
		c.How.set(t, i)
	}
	return t
}

func (h *How) set(t *result.Table, i int) {
	setTexts(t, i, map[string]string{"scale": string(h.Scale), "reading": h.Reading, "logs": strings.Join(h.Logs, " "), "version": h.Version})
	t.Col("seed").Int[i], t.Col("seeds").Int[i], t.Col("seconds").Float[i] = int64(h.Seed), int64(h.Seeds), h.Seconds
}

func setTexts(t *result.Table, i int, texts map[string]string) {
	for name, s := range texts {
		t.Col(name).SetText(i, s)
	}
}
