package table

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// None marks a field that a row does not give.
const None = math.MinInt64

// beyond stands for a number too large for any job.
const beyond = 1 << 61

// nulls are texts that stand for no value, in lower case.
var nulls = map[string]bool{
	"": true, "-": true, "nan": true, "null": true, "none": true, "na": true, "n/a": true, "<na>": true, "nat": true, `\n`: true,
	"unknown": true, "unlimited": true, "infinite": true, "partition_limit": true, "none assigned": true,
}

// isNull tells whether a text stands for no value.
func isNull(s string) bool { return s == "" || len(s) <= 15 && nulls[strings.ToLower(s)] }

// times returns n in the scale as a whole number, halves away from zero, and whether it was rounded.
func (s scale) times(n int64) (int64, bool) {
	if s.den == 1 {
		if n > beyond/s.num || n < -(beyond/s.num) {
			if n > 0 {
				return beyond, false
			}
			return -beyond, false
		}
		return n * s.num, false
	}
	if s.num != 1 {
		return s.float(float64(n))
	}
	q, r := n/s.den, n%s.den
	switch {
	case s.up && r > 0, !s.up && 2*r >= s.den:
		q++
	case !s.up && 2*r <= -s.den:
		q--
	}
	return q, r != 0
}

// float is times of a number with decimals.
func (s scale) float(x float64) (int64, bool) {
	x = x * float64(s.num) / float64(s.den)
	if math.Abs(x) >= beyond {
		return int64(math.Copysign(beyond, x)), false
	}
	n := math.Round(x)
	if s.up {
		n = math.Ceil(x)
	}
	return int64(n), n != x
}

// parse reads a number. ok is false if the text is none.
func (s scale) parse(text string) (n int64, rounded, ok bool) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		n, rounded = s.times(n)
		return n, rounded, true
	}
	if len(text) > 64 {
		return 0, false, false
	}
	x, err := strconv.ParseFloat(text, 64)
	if errors.Is(err, strconv.ErrRange) {
		return beyond, false, true
	}
	if err != nil || x != x || math.IsInf(x, 0) || strings.ContainsAny(text, "xXpP_") {
		return 0, false, false
	}
	n, rounded = s.float(x)
	return n, rounded, true
}

// parseSpan reads a length of time as Slurm and pandas write it: minutes:seconds, hours:minutes:seconds,
// days-hours, days-hours:minutes, days-hours:minutes:seconds, "1 days 02:03:04" or "1 day, 2:03:04", perhaps with decimals; or
// with units, as parseUnits does.
func parseSpan(text string) (seconds int64, ok bool) {
	if !strings.Contains(text, ":") {
		if seconds, ok := parseUnits(text); ok {
			return seconds, true
		}
	}
	days, rest, dated := strings.Cut(text, "-")
	if before, after, found := strings.Cut(text, " day"); found {
		days, rest, dated = before, strings.Trim(after, "s, "), true
	}
	if !dated {
		days, rest = "0", text
	}
	parts := strings.Split(rest, ":")
	for len(parts) < 3 {
		if dated {
			parts = append(parts, "0")
		} else {
			parts = slices.Insert(parts, 0, "0")
		}
	}
	if len(parts) > 3 || !strings.Contains(text, ":") && !dated {
		return 0, false
	}
	total := 0.0
	for i, part := range append([]string{days}, parts...) {
		x, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if rest == "" && part == "" {
			x, err = 0, nil
		}
		if err != nil || x < 0 || x > 1e9 || strings.ContainsAny(part, "xXpP_eE") {
			return 0, false
		}
		total += x * []float64{86400, 3600, 60, 1}[i]
	}
	return int64(math.Round(total)), true
}

// spanUnits are how units of time are written, in lower case.
var spanUnits = map[string]float64{
	"d": 86400, "day": 86400, "days": 86400, "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600,
	"m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1,
	"w": 604800, "week": 604800, "weeks": 604800, "ms": 1e-3, "us": 1e-6, "ns": 1e-9,
}

// parseUnits reads a length of time with units, the larger first: 1h 30m, 90 min, 2 days 4 hours, or PT1H30M of ISO 8601.
func parseUnits(text string) (seconds int64, ok bool) {
	if len(text) > 64 {
		return 0, false
	}
	rest := strings.ToLower(text)
	if iso, is := strings.CutPrefix(rest, "p"); is {
		days, clock, _ := strings.Cut(iso, "t")
		if strings.ContainsAny(days, "ym") { // years and months have no length
			return 0, false
		}
		rest = days + clock
	}
	total, last := 0.0, math.Inf(1)
	for rest != "" {
		n := len(rest) - len(strings.TrimLeft(rest, "0123456789."))
		x, err := strconv.ParseFloat(rest[:n], 64)
		rest = strings.TrimLeft(rest[n:], " ")
		n = len(rest) - len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz"))
		unit := spanUnits[rest[:n]]
		if err != nil || unit == 0 || unit >= last || x > 1e9 {
			return 0, false
		}
		total, last, rest = total+x*unit, unit, strings.TrimLeft(rest[n:], " ,")
	}
	return int64(math.Round(total)), last <= 604800
}

// zonedLayouts are how dates with a zone are written.
var zonedLayouts = []string{
	"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999Z0700", "2006-01-02T15:04:05.999999999Z07",
	"2006-01-02T15:04:05.999999999 Z07:00", "2006-01-02T15:04:05.999999999 -0700",
	"2006-01-02T15:04:05.999999999 MST", "2006-01-02T15:04:05.999999999 -0700 MST", "20060102T150405Z0700",
}

// localLayouts are how dates without a zone are written, after those that plainDate reads.
var localLayouts = []string{
	"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02", "2006/01/02T15:04:05", "2006/01/02T15:04", "2006/01/02",
	"2006.01.02T15:04:05", "2006.01.02T15:04", "2006.01.02", "20060102T150405",
	"02.01.2006T15:04:05", "02.01.2006T15:04", "02.01.2006", // with points and its year at the end, the day is always first
}

// parseDate reads a date, of zone if it does not tell its own, as local says. nanos is below 1e9.
func parseDate(s string, zone *time.Location) (unix int64, nanos int, local, ok bool) {
	if len(s) > 64 || len(s) < len("2006-01-02") {
		return 0, 0, false, false
	}
	if at, ok := plainDate(s, zone); ok {
		return at.Unix(), 0, true, true
	}
	if len(s) > 10 && (s[10] == ' ' || s[10] == 't') && strings.Trim(s[:10], "0123456789-/.") == "" {
		s = s[:10] + "T" + s[11:]
	}
	for range 2 { // as it is, and with a month in digits
		if at, ok := laidOut(zonedLayouts, s, zone); ok {
			return at.Unix(), at.Nanosecond(), false, true
		}
		if at, ok := laidOut(localLayouts, s, zone); ok {
			return at.Unix(), at.Nanosecond(), true, true
		}
		if s = spelled(s); s == "" {
			break
		}
	}
	return 0, 0, false, false
}

// laidOut reads a date in the first of the layouts that it has.
func laidOut(layouts []string, s string, zone *time.Location) (at time.Time, ok bool) {
	for _, layout := range layouts {
		if at, err := time.ParseInLocation(layout, s, zone); err == nil && !nameless(at) {
			return at, true
		}
	}
	return at, false
}

// greenwich are the names of zones without an offset.
var greenwich = map[string]bool{"": true, "UTC": true, "GMT": true, "UT": true, "Z": true, "WET": true}

// nameless tells whether the zone of a time is a name whose offset nobody knows, such as CET outside of its place: package time
// takes it for UTC.
func nameless(at time.Time) bool {
	name, offset := at.Zone()
	return offset == 0 && at.Location() != time.UTC && !greenwich[name] && name[0] != '+' && name[0] != '-'
}

// zoned tells whether a date is one but for the name of a zone at its end, such as CET.
func (r *Reader) zoned(s string) bool {
	if written := spelled(s); written != "" {
		s = written
	}
	i := strings.LastIndexByte(s, ' ')
	name := s[i+1:]
	if i < 10 || len(name) < 2 || len(name) > 5 || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return false
	}
	_, _, _, ok := parseDate(s[:i], r.zone)
	return ok
}

// twice tells whether the clocks of a zone show the same at another moment, an hour that a change of clocks repeats, or are at a
// change that leaves out an hour.
func twice(unix int64, zone *time.Location) bool {
	at := time.Unix(unix, 0).In(zone)
	_, offset := at.Zone()
	for _, near := range [...]time.Duration{-3 * time.Hour, 3 * time.Hour} {
		_, other := at.Add(near).Zone()
		if _, there := time.Unix(unix+int64(offset-other), 0).In(zone).Zone(); other != offset && there == other {
			return true
		}
	}
	return false
}

// plainDate reads 2026-06-01 12:00:03, which most files have, in a tenth of the time.
func plainDate(s string, zone *time.Location) (at time.Time, ok bool) {
	const form = "dddd-dd-dd dd:dd:dd"
	if len(s) != len(form) {
		return at, false
	}
	var n [6]int
	field := 0
	for i := range len(form) {
		switch c := s[i]; {
		case form[i] == 'd' && c >= '0' && c <= '9':
			n[field] = 10*n[field] + int(c-'0')
		case form[i] != 'd' && form[i] == c, form[i] == ' ' && c == 'T':
			field++
		default:
			return at, false
		}
	}
	if n[1] < 1 || n[1] > 12 || n[2] < 1 || n[2] > 28 || n[3] > 23 || n[4] > 59 || n[5] > 59 { // the rest is for package time
		return at, false
	}
	return time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, zone), true
}
