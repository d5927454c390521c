package paper

import (
	"fmt"
	"math"
	"strings"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// A Number is one of ours beside the printed one. Tables, JSON, Markdown and HTML are views
// of it. What is missing is NaN, and null in JSON, or left out where most numbers lack it.
type Number struct {
	ID        string       `json:"id,omitempty"` // the experiment's, the row and the column
	Row       string       `json:"row"`
	Column    string       `json:"column"`
	Unit      string       `json:"unit,omitempty"`
	Published numeral.JSON `json:"published"`          // null if none is printed
	Ours      numeral.JSON `json:"ours"`               // of several draws the median; null if we have none
	Most      numeral.JSON `json:"ours_most,omitzero"` // the upper end, if ours is the lower end of an interval
	Low       numeral.JSON `json:"low,omitzero"`       // the lower end of the range of other draws, if it rests on draws
	High      numeral.JSON `json:"high,omitzero"`      // the upper end
	Coverage  numeral.JSON `json:"coverage,omitzero"`  // the share of other draws that the range holds
	Ratio     numeral.JSON `json:"ratio"`              // ours over published; null for an interval
	Verdict   Verdict      `json:"verdict,omitempty"`  // missing if none is printed
	Class     Class        `json:"class"`              // "ours" if none is printed
	Note      string       `json:"note,omitempty"`     // why ours differs, as far as it is known

	Samples []float64 `json:"-"` // ours of each draw, those of the first seed first; nil if they are all equal
	Step    float64   `json:"-"` // see Published
	Groups  []string  `json:"-"` // of the job sets whose runs ours is computed from, sorted
	Seconds float64   `json:"-"` // that these runs took, with all seeds
}

// newNumber returns a number of an experiment that has no value and is not printed.
func newNumber(experiment, row, column, unit string) Number {
	none := numeral.JSON(math.NaN())
	return Number{ID: experiment + "/" + slug(row, column), Row: row, Column: column, Unit: unit, Class: Own,
		Published: none, Ours: none, Most: none, Low: none, High: none, Coverage: none, Ratio: none}
}

// NumberIDs returns the ids of the experiment's numbers, which are those of its cells and the printed ones.
func (x *Experiment) NumberIDs() []string {
	var ids []string
	for _, c := range x.Cells {
		ids = append(ids, x.ID+"/"+slug(c.Row, c.Column))
	}
	for _, p := range x.Published {
		ids = append(ids, x.ID+"/"+slug(p.Row, p.Column))
	}
	return ids
}

// slug makes an id of a row and a column.
func slug(parts ...string) string {
	for i, p := range parts {
		parts[i] = strings.Trim(strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' {
				return r
			}
			return '-'
		}, p), "-")
	}
	return strings.Join(parts, "/")
}

// NumberFields are the columns of a table of numbers.
var NumberFields = result.Fields[Number]{
	{Column: result.Column{Name: "id", Type: result.Text, Doc: "The experiment, the row and the column."},
		At: func(n *Number) any { return &n.ID }},
	{Column: result.Column{Name: "experiment", Type: result.Text, Doc: "The experiment, as `backfill paper list` lists it."},
		Of: func(n *Number) any { return ExperimentOf(n.ID) }},
	{Column: result.Column{Name: "row", Type: result.Text, Doc: "The row of the printed table, or of ours."},
		At: func(n *Number) any { return &n.Row }},
	{Column: result.Column{Name: "column", Type: result.Text, Doc: "Its column."},
		At: func(n *Number) any { return &n.Column }},
	{Column: result.Column{Name: "unit", Type: result.Text, Nullable: true, Doc: "The unit of ours and published; null for a plain number."},
		At: func(n *Number) any { return &n.Unit }},
	{Column: result.Column{Name: "ours", Type: result.Float, Nullable: true,
		Doc: "Our number, or the lower end of an interval; null where we have none."},
		At: func(n *Number) any { return (*float64)(&n.Ours) }},
	{Column: result.Column{Name: "ours_most", Type: result.Float, Nullable: true,
		Doc: "The upper end of that interval; null where ours is exact."},
		At: func(n *Number) any { return (*float64)(&n.Most) }},
	{Column: result.Column{Name: "low", Type: result.Float, Nullable: true,
		Doc: "The lower end of the range of other draws; null where ours rests on none."},
		At: func(n *Number) any { return (*float64)(&n.Low) }},
	{Column: result.Column{Name: "high", Type: result.Float, Nullable: true, Doc: "The upper end of that range."},
		At: func(n *Number) any { return (*float64)(&n.High) }},
	{Column: result.Column{Name: "coverage", Type: result.Float, Nullable: true,
		Doc: "The share of other draws that the range holds: nine tenths, or less; null where there is no range."},
		At: func(n *Number) any { return (*float64)(&n.Coverage) }},
	{Column: result.Column{Name: "published", Type: result.Float, Nullable: true, Doc: "The printed number; null where none is printed."},
		At: func(n *Number) any { return (*float64)(&n.Published) }},
	{Column: result.Column{Name: "ratio", Type: result.Float, Nullable: true, Formula: "ours / published",
		Doc: "How they compare; null where it has no value, and for an interval."},
		At: func(n *Number) any { return (*float64)(&n.Ratio) }},
	{Column: result.Column{Name: "verdict", Type: result.Text, Nullable: true,
		Doc: "same (the printed digits), close (within 10 %), differs; for a number that rests on random draws inside (their range has it), " +
			"near (within 10 % of its end), outside; undecided (it depends on where in the interval ours lies), or none (we have no " +
			"number); null where none is printed."},
		At: func(n *Number) any { return (*string)(&n.Verdict) }},
	{Column: result.Column{Name: "class", Type: result.Text,
		Doc: "What the printed number can show: measured (from schedules or solutions), input, construction (follows from definitions), " +
			"fitted (a choice of ours was made by it), repeat (compared elsewhere, too), derived (a gain or " +
			"ratio that follows from printed numbers; counted apart), or ours (none is printed). Only measured ones are counted."},
		At: func(n *Number) any { return (*string)(&n.Class) }},
}

// CellsSchema is the table of an experiment's numbers in a file.
var CellsSchema = NumberFields.Schema("cells", "one row per number of an experiment, with the published one where there is one")

// ExperimentOf returns the experiment that the id of a number or claim begins with.
func ExperimentOf(id string) string {
	parts := strings.SplitN(id, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/")
}

// compare judges our number by the printed one.
func (n *Number) compare(p *Published, at Scale) {
	n.printedAs(p, at)
	n.judge(math.NaN(), math.NaN())
}

// printedAs takes over what is printed. The note, which is about the paper's own size, says why ours differs: judge
// drops it where it does not.
func (n *Number) printedAs(p *Published, at Scale) {
	n.Unit, n.Published, n.Step, n.Class, n.Note = p.Unit, numeral.JSON(p.Value), p.Step, p.Class, p.Note
	if at != Full && n.Ours == n.Ours {
		n.Note = ""
	}
}

// Interval reports whether only an interval of our number is known.
func (n *Number) Interval() bool { return n.Most > n.Ours }

// setUpper makes ours an interval up to most, if that is more.
func (n *Number) setUpper(most float64) {
	if n.Most = numeral.JSON(most); !n.Interval() {
		n.Most = numeral.JSON(math.NaN())
	}
}

// upper is the upper end of ours.
func (n *Number) upper() float64 {
	if n.Interval() {
		return float64(n.Most)
	}
	return float64(n.Ours)
}

// spread sets n to the median and the range of ours, and judges it. It ignores draws without a number; if
// half of the draws or more have none, neither has n. If only intervals are known, the range goes from that of the lower ends
// to that of the upper ends.
func (n *Number) spread(ours, most []float64) {
	if !differ(ours) && !differ(most) {
		return
	}
	low, high := rangeOf(ours), rangeOf(most)
	n.Samples = ours
	n.Ours = numeral.JSON(Median(ours))
	n.within(bounds{low.Low, high.High}, coverage(len(known(ours))))
	n.setUpper(Median(most))
	if n.Verdict != "" {
		n.judge(low.High, high.Low)
	}
}

// draw sets n to what the draws of one seed are, or are reduced to.
func (n *Number) draw(draws []float64, by *Reduction) {
	if by == nil {
		n.Ours = numeral.JSON(Median(draws))
		n.spread(draws, draws)
		return
	}
	n.Ours = numeral.JSON(by.Of(draws))
	if differ(draws) {
		n.within(rangeOfReduced(draws, by, n.ID), by.coverage())
	}
}

// within sets the range, and the share of other draws that it holds.
func (n *Number) within(r bounds, share float64) {
	if n.Low, n.High, n.Coverage = numeral.JSON(r.Low), numeral.JSON(r.High), numeral.JSON(share); r.Low != r.Low {
		n.Coverage = numeral.JSON(math.NaN())
	}
}

// judge sets the ratio and the verdict. Of intervals that vary, the lower ends' range ends at lowHigh, and the
// upper ends' begins at highLow: the verdict is Undecided unless both have the same, from the same side.
func (n *Number) judge(lowHigh, highLow float64) {
	published, ours := printedNumber{float64(n.Published), n.Step}, float64(n.Ours)
	var ratio float64
	switch low, high := float64(n.Low), float64(n.High); {
	case low != low && high != high:
		ratio, n.Verdict = published.judgeInterval(ours, n.upper())
	case !n.Interval():
		ratio, n.Verdict = published.judgeRange(ours, bounds{low, high})
	default:
		_, n.Verdict = published.judgeRange(ours, bounds{low, lowHigh})
		_, other := published.judgeRange(float64(n.Most), bounds{highLow, high})
		if between := published.Value > lowHigh && published.Value < highLow; other != n.Verdict || between {
			n.Verdict = Undecided
		}
		ratio = math.NaN()
	}
	if n.Ratio = numeral.JSON(ratio); n.Verdict == Same || n.Verdict == Inside {
		n.Note = ""
	}
}

// Rejudge judges a number of a record by what is printed, nil if nothing is, and by the rules of today: its range is
// made again of its samples, unless it is an interval, of which a record has the lower ends alone.
func (n *Number) Rejudge(p *Published, at Scale) {
	if n.Samples != nil && !n.Interval() {
		n.within(rangeOf(n.Samples), coverage(len(known(n.Samples))))
	}
	if p == nil {
		return
	}
	n.printedAs(p, at)
	if n.Samples == nil || !n.Interval() {
		n.judge(math.NaN(), math.NaN())
	}
}

// SeedsOf returns of how many of an evaluation's seeds the number is: one if it rests on no draws.
func (n *Number) SeedsOf(all []uint64) int {
	if n.Low != n.Low && n.Samples == nil {
		return 1
	}
	return max(1, len(all))
}

// Own prints our number, or both ends of its interval, for a reader.
func (n *Number) Own() string {
	least, most := Format(float64(n.Ours), n.Unit), Format(n.upper(), n.Unit)
	if least == most {
		return least
	}
	return Format(float64(n.Ours), "") + " to " + most
}

// Spread prints the range of our number over the seeds; it is empty if there is none.
func (n *Number) Spread() string {
	if n.Low != n.Low {
		return ""
	}
	return Format(float64(n.Low), "") + " to " + Format(float64(n.High), "")
}

// Printed prints the printed number for a reader.
func (n *Number) Printed() string { return Format(float64(n.Published), n.Unit) }

// text prints ours, then the published number in brackets and the mark of its class.
func (n *Number) text() string {
	s := n.Own()
	if spread := n.Spread(); spread != "" {
		s += " [" + spread + "]"
	}
	if n.Verdict != "" {
		s += " (" + n.Printed() + ")"
		if mark := n.Class.Mark(); mark != "" {
			s += " *" + mark + "*"
		}
	}
	return s
}

// Format prints a number for a reader: about four significant digits, but the whole part
// in full with its thousands apart, and the unit; a dash for NaN.
func Format(v float64, unit string) string {
	var s string
	switch size := max(v, -v); {
	case v != v:
		return "–"
	case size >= 1e15 || size < 1e-4 && v != 0:
		s = fmt.Sprintf("%.4g", v)
	case size >= 1000 || v == float64(int64(v)):
		s = numeral.Fixed(v, 0)
	case size >= 100:
		s = fmt.Sprintf("%.1f", v)
	case size >= 1:
		s = fmt.Sprintf("%.2f", v)
	default:
		s = fmt.Sprintf("%.5f", v)
	}
	if unit != "" && unit != "1" {
		s += " " + unit
	}
	return s
}

// FormatRatio prints a ratio: three decimals below 1,000, a dash for NaN.
func FormatRatio(r float64) string {
	if r < 1000 {
		return fmt.Sprintf("%.3f", r)
	}
	return Format(r, "")
}
