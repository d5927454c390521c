package table

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// A cell says how a field is read from a column.
type cell struct {
	given  bool
	at     int // in Batch.Cols; -1 for a constant
	fixed  int64
	column Column
	scale  scale
	unit   string
	auto   bool // the unit of a number is guessed by the first one

	coded   bool // its numbers are states that nobody says the meaning of
	compact bool // its numbers look like dates without marks, such as 20240301100000
}

// parse is value of a text.
func (r *Reader) parse(c *cell, k kind, s string) (int64, error) {
	if isNull(s) {
		return None, nil
	}
	if c.auto {
		if x, err := strconv.ParseFloat(s, 64); err == nil {
			c.guess(x)
		}
	}
	if c.compact {
		return None, errCompact
	}
	if c.unit == tres {
		return processors(s)
	}
	if n := len(s); k == instant && n > 4 && s[n-4] == 'E' && c.coarse(s) {
		return None, errDigits
	}
	if n, rounded, ok := c.scale.parse(s); ok {
		if k == duration && s[0] == '-' {
			return None, nil
		}
		return r.whole(c, k, n, rounded), nil
	}
	switch k {
	case instant:
		unix, nanos, local, ok := parseDate(s, r.zone)
		unit := "date"
		if !ok {
			var err error
			if unix, err = r.ordered(s); err != nil && r.zoned(s) {
				err = errZone
			}
			if err != nil {
				return None, err
			}
			unit, local = orderNames[r.order], true
		}
		c.unit = unit
		r.Local = r.Local || local
		if local && r.zone != time.UTC && twice(unix, r.zone) {
			r.clocks++
		}
		if nanos > 0 {
			r.row.Rounded = true
			if nanos >= 5e8 {
				unix++
			}
		}
		return unix, nil
	case duration:
		if n, ok := parseSpan(s); ok {
			if c.unit == "min" && strings.Count(s, ":") == 1 && !strings.ContainsAny(s, "-. ") { // hours and minutes
				n *= 60
			}
			return n, nil
		}
		return None, errSpan
	case status:
		return word(s)
	case number:
		if x, ok := thousandths(s); ok {
			n, rounded := c.scale.float(x)
			return r.whole(c, k, n, rounded), nil
		}
	}
	return None, errNumber
}

// thousandths reads a number as Kubernetes writes parts of a processor: 250m.
func thousandths(s string) (x float64, ok bool) {
	digits, is := strings.CutSuffix(s, "m")
	if _, _, ok = (scale{num: 1, den: 1}).parse(digits); !is || !ok {
		return 0, false
	}
	x, _ = strconv.ParseFloat(digits, 64) // infinite if it is too large for any job
	return x / 1000, true
}

// processors returns those of a list of resources, such as 1=4,2=8000.
func processors(list string) (int64, error) {
	for one := range strings.SplitSeq(list, ",") {
		if key, value, _ := strings.Cut(one, "="); key == "1" || key == "cpu" {
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return None, errNumber
			}
			return n, nil
		}
	}
	return None, nil
}

// coarse tells whether a time in scientific notation, such as 1.71E+09, has too few digits to tell the hour.
func (c *cell) coarse(s string) bool {
	mantissa, exponent, _ := strings.Cut(s, "E")
	e, err := strconv.Atoi(exponent)
	_, decimals, _ := strings.Cut(mantissa, ".")
	return err == nil && math.Pow10(e-len(decimals))*float64(c.scale.num)/float64(c.scale.den) > 3600
}

// guess chooses the unit of times by the first one: seconds, milliseconds, microseconds or nanoseconds
// since 1970 of a time after 1973. A negative one may stand for none.
func (c *cell) guess(x float64) {
	if !c.auto || x <= 0 {
		return
	}
	c.auto = false
	// Years 1976 and 2594 to 2635 in milliseconds; 240304 and a clock, which would be after 2030; ticks of .NET and of Windows.
	c.compact = x >= 197e9 && x < 210e9 || x >= 197e11 && x < 210e11 ||
		x >= 1.9e9 && x < 1e10 && clocked(int64(x)) || x >= 6.2e17 && x < 6.5e17 || x >= 1.28e17 && x < 1.4e17
	switch {
	case x >= 1e17:
		c.unit = "ns"
	case x >= 1e14:
		c.unit = "us"
	case x >= 1e11:
		c.unit = "ms"
	default:
		c.unit = "s"
	}
	c.scale = timeUnits[c.unit]
}

// clocked tells whether a number is a year, a month, a day, an hour and a minute of two digits each.
func clocked(n int64) bool {
	minute, hour, day, month := n%100, n/100%100, n/10000%100, n/1000000%100
	return minute < 60 && hour < 24 && day >= 1 && day <= 31 && month >= 1 && month <= 12
}

// noLimit and the number after it stand for no limit and for infinity in Slurm's tables.
const noLimit = 1<<32 - 2

// noLimitLSF stands for no limit in LSF's tables.
const noLimitLSF = 1<<31 - 1

// name returns the text in row i; ok is false if there is none. -1 is none, as in SWF.
func (c *cell) name(v *Vector, i int) (s string, ok bool) {
	switch {
	case c.at < 0 || v.null(i):
		return "", false
	case v.Text != nil:
		s = text.Whole(strings.TrimSpace(v.Text[i]))
		return s, !isNull(s) && s != "-1"
	case v.Float != nil:
		x := v.Float[i]
		return strconv.FormatFloat(x, 'f', -1, 64), x >= 0 && !math.IsInf(x, 0)
	}
	return strconv.FormatInt(v.Int[i], 10), v.Int[i] >= 0
}
