package figures

import (
	"fmt"
	"strconv"
	"time"

	"gonum.org/v1/plot"

	"github.com/backfill-lab/backfill/core/result"
)

// A Calendar tells the dates of a workload's seconds. The zero Calendar knows none.
//
// It has one offset to UTC, that of second 0, which the axis names: with daylight saving, the
// days of one axis would differ in length. Where the data of time zones are missing, as in a
// browser, it is UTC.
type Calendar struct {
	UnixStart int64 // Unix time of second 0; 0 if it is not known
	Offset    int   // seconds east of UTC
}

// calendarOf returns the Calendar in the metadata of results.
func calendarOf(meta result.Meta) (c Calendar) {
	c.UnixStart = meta.Start()
	if zone, err := time.LoadLocation(meta.Get(result.MetaZone)); err == nil {
		_, c.Offset = time.Unix(c.UnixStart, 0).In(zone).Zone()
	}
	return c
}

// zone returns the offset to UTC, named as people write it: UTC, UTC+2, UTC-3:30.
func (c Calendar) zone() *time.Location {
	name, sign, minutes := "UTC", "+", c.Offset/60
	if minutes < 0 {
		sign, minutes = "-", -minutes
	}
	if minutes > 0 {
		name += sign + strconv.Itoa(minutes/60)
	}
	if minutes%60 > 0 {
		name += fmt.Sprintf(":%02d", minutes%60)
	}
	return time.FixedZone(name, c.Offset)
}

// latest is the year from which on dates are not shown, but times since second 0.
const latest = 9999

// date puts dates on the axes of time of d.
func (c Calendar) date(d *Drawing) {
	if c.UnixStart == 0 {
		return
	}
	for _, p := range d.Panels {
		x := &p.Plot.X
		if _, is := x.Tick.Marker.(TimeTicks); is && time.Unix(c.UnixStart, 0).Add(time.Duration(x.Max)*time.Second).Year() < latest {
			x.Tick.Marker = DateTicks{c}
			x.Label.Text = "Time (" + c.zone().String() + ")"
		}
	}
}

// DateTicks marks an axis of seconds at round dates and times of day.
type DateTicks struct{ Calendar }

// Ticks implements plot.Ticker.
func (t DateTicks) Ticks(lo, hi float64) []plot.Tick {
	const wanted, day = 6, 86400
	span := (hi - lo) / wanted
	zone := t.zone()
	at := func(second float64) time.Time { return time.Unix(t.UnixStart+int64(second), 0).In(zone) }
	second := func(at time.Time) float64 { return float64(at.Unix() - t.UnixStart) }
	if span < 1 {
		return TimeTicks{}.Ticks(lo, hi)
	}
	var out []plot.Tick
	if span <= 14*day {
		step := int64(niceSpan(span))
		local := func(second int64) int64 { return second + t.UnixStart + int64(t.Offset) } // of whole days
		first := int64(lo)
		first += (step - local(first)%step) % step
		for s := first; float64(s) <= hi && len(out) < maxTicks; s += step {
			if float64(s) < lo {
				continue
			}
			out = append(out, plot.Tick{Value: float64(s), Label: t.label(at(float64(s)), step)})
		}
		return out
	}
	months := 1
	for _, m := range []int{1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200} {
		if months = m; float64(m)*30*day >= span {
			break
		}
	}
	from := at(lo)
	year, month := from.Year(), 1
	if months < 12 {
		month = 1 + (int(from.Month())-1)/months*months
	} else {
		year -= year % (months / 12)
	}
	for len(out) < maxTicks {
		d := time.Date(year, time.Month(month), 1, 0, 0, 0, 0, zone)
		if second(d) > hi {
			break
		}
		if second(d) >= lo {
			label := d.Format("Jan 2006")
			if months >= 12 {
				label = d.Format("2006")
			}
			out = append(out, plot.Tick{Value: second(d), Label: label})
		}
		month += months
	}
	return out
}

// label is the text of a tick: the date at midnight, else the time of day.
func (t DateTicks) label(at time.Time, step int64) string {
	switch h, m, s := at.Clock(); {
	case h+m+s == 0:
		return at.Format("2 Jan 2006")
	case step < 60:
		return at.Format("15:04:05")
	default:
		return at.Format("15:04")
	}
}
