package sacct

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
)

const (
	fewRows = 3    // fewer tell nothing
	near    = 0.02 // by which Elapsed may differ from the time between Start and End
	roundTo = 2    // seconds by which it may differ, too
)

// factors are the units that Elapsed may be in, as factors of seconds.
var factors = [...]struct {
	name, unit, part string
	seconds          float64
}{
	{"minutes", "min", "1/60", 60}, {"hours", "h", "1/3,600", 3600}, {"days", "d", "1/86,400", 86400},
	{"milliseconds", "ms", "1,000 times", 1e-3}, {"microseconds", "us", "1,000,000 times", 1e-6},
}

// elapsed counts how Elapsed stands to the time between Start and End, without that for which a job was suspended.
type elapsed struct {
	rows, off int               // that have all three, and those where they do not fit
	by        [len(factors)]int // of these, where they differ by a factor
	column    string            // ElapsedRaw or Elapsed
}

// add takes the current row of a job that has ended.
func (e *elapsed) add(r *Reader, rec *Record) {
	c := colElapsedRaw
	if len(r.fields[c]) == 0 {
		c = colElapsed
	}
	span := rec.End - rec.Start
	if len(r.fields[c]) == 0 || rec.Start == None || rec.Elapsed == None || span <= 0 {
		return
	}
	e.rows++
	fits := func(n, span, most float64) bool { return max(n-span, span-n) <= max(most, near*span) }
	n := float64(rec.Elapsed)
	if fits(n, float64(span), roundTo) || fits(n, float64(max(span-rec.Suspended, 0)), roundTo) {
		return
	}
	if e.off == 0 {
		e.column = r.layout.names[slices.Index(r.layout.columns, c)]
	}
	e.off++
	for k, f := range factors {
		if fits(n*f.seconds, float64(span), max(f.seconds, roundTo)) {
			e.by[k]++
			return
		}
	}
}

// doubts says that Elapsed is in another unit, or of another time, than sacct prints.
func (e *elapsed) doubts() []doubt.Doubt {
	if e.rows < fewRows || !doubt.Share(e.off, e.rows) {
		return nil
	}
	rows := func(n int) string { return numeral.Whole(n) + " of " + numeral.Whole(e.rows) + " rows" }
	d := doubt.Doubt{Key: "run-unit", Jobs: e.off, Of: e.rows, Grave: true,
		What: fmt.Sprintf("%s is not End minus Start, with or without the time suspended, in %s", e.column, rows(e.off)),
		Fix:  "to take End minus Start for the run time, give --map auto,run="}
	if k := slices.Index(e.by[:], slices.Max(e.by[:])); 2*e.by[k] > e.rows {
		f := &factors[k]
		d.Jobs = e.by[k]
		d.What = fmt.Sprintf("%s is %s of End minus Start in %s: it looks like %s read as seconds", e.column, f.part, rows(d.Jobs), f.name)
		d.Fix = fmt.Sprintf("give --map auto,run=%s:%s", e.column, f.unit)
	}
	return []doubt.Doubt{d}
}
