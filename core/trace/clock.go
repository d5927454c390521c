package trace

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Clock tells the dates of a workload's seconds.
type Clock struct {
	start int64 // Unix time of second 0, or 0
	zone  *time.Location
	name  string // of the zone, if it is not known
}

// Zone returns the time zone of that name, UTC for "".
func Zone(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, fmt.Errorf("unknown time zone %q: give one such as Europe/Berlin or UTC", name)
	}
	return zone, nil
}

// Clock returns the workload's clock. A zone that this system does not know is UTC.
func (w *Workload) Clock() Clock {
	zone, err := Zone(w.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	c := Clock{start: w.UnixStart, zone: zone}
	if w.LocalTimes {
		c.name = "local time"
	}
	return c
}

// NewClock returns the clock of a workload by the metadata of its results: the Unix time of
// second 0 and the name of its time zone.
func NewClock(unixStart, zone string) Clock {
	start, _ := strconv.ParseInt(unixStart, 10, 64) // 0 of an older version
	w := Workload{UnixStart: start, TimeZone: zone}
	return w.Clock()
}

// Known tells whether seconds have dates.
func (c Clock) Known() bool { return c.start != 0 }

// Date returns the date of a second, such as 2026-06-01 12:00:03 CEST; "" if it is not Known.
func (c Clock) Date(second int64) string {
	if !c.Known() {
		return ""
	}
	at := c.at(second)
	if c.name != "" {
		return at.Format("2006-01-02 15:04:05 ") + c.name
	}
	return at.Format("2006-01-02 15:04:05 MST")
}

func (c Clock) at(second int64) time.Time { return time.Unix(c.start+second, 0).In(c.zone) }

// layouts are how people write dates; without a time of day a date is its midnight.
var layouts = []string{"2006-01-02", "2006-01-02T15:04", "2006-01-02T15:04:05"}

// unixFrom is the least number of seconds that is one since 1970: that of 2001, and longer than any log.
const unixFrom = 1_000_000_000

// Second reads a second of the workload: a whole number, seconds since 1970 if it has ten digits, or a date of the log's time zone
// such as 2026-06-01, 2026-06-01T12:00 or 2026-06-01T12:00:03 (a space does for the T).
func (c Clock) Second(text string) (int64, error) {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		switch {
		case n < unixFrom:
			return n, nil
		case !c.Known():
			return 0, errors.New("the log does not say when its second 0 was: give seconds from there, not from 1970")
		}
		return n - c.start, nil
	}
	for _, layout := range layouts {
		at, err := time.ParseInLocation(layout, strings.Replace(text, " ", "T", 1), c.zone)
		switch {
		case err != nil:
		case !c.Known():
			return 0, errors.New("the log does not say when its second 0 was: give seconds")
		default:
			return at.Unix() - c.start, nil
		}
	}
	return 0, fmt.Errorf("%q is neither a second nor a date: give 86400, 2026-06-01 or 2026-06-01T12:00", text)
}
