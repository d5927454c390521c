package table

import (
	"errors"
	"strings"
	"time"
)

// An order says what a date with slashes or hyphens and its year at the end begins with. Nothing in 03/01/2024 tells it, but 27/11/2026
// begins with the day, and so do then all dates of the table.
type order uint8

const (
	unordered  order = iota
	dayFirst         // dmy in a Map
	monthFirst       // mdy
)

var orderNames = [...]string{"", "dmy", "mdy"}

// orderOf returns the order that is a unit in a Map.
func orderOf(unit string) order {
	switch unit {
	case "dmy":
		return dayFirst
	case "mdy":
		return monthFirst
	}
	return unordered
}

var errOrder = errors.New("the day or the month may come first in this date, and no date of the first rows tells which: say it in --map, " +
	"such as --map auto,submit=COLUMN:dmy (or mdy)")

// ordered reads a date such as 27/11/2026 08:00 or 3/13/2024 9:05:00 PM of the reader's zone.
func (r *Reader) ordered(s string) (unix int64, err error) {
	day, clock, _ := splitDate(s)
	if day == "" {
		return None, errDate
	}
	if r.order == unordered && !r.decideOrder() {
		return None, errOrder
	}
	layout := "2/1/2006"
	if r.order == monthFirst {
		layout = "1/2/2006"
	}
	for _, hours := range [...]string{"", " 15:04:05", " 15:04", " 3:04:05 PM", " 3:04 PM"} {
		if at, err := time.ParseInLocation(layout+hours, strings.TrimSpace(day+" "+clock), r.zone); err == nil {
			return at.Unix(), nil
		}
	}
	return None, errDate
}

// splitDate returns the parts of a date, with slashes in its day, and the order that its numbers tell. day is empty if it is none.
func splitDate(s string) (day, clock string, o order) {
	s = strings.ReplaceAll(strings.ReplaceAll(s, ", ", " "), "T", " ")
	day, clock, _ = strings.Cut(s, " ")
	if len(s) > 64 || strings.Contains(day, "/") == strings.Contains(day, "-") {
		return "", "", unordered
	}
	day = strings.ReplaceAll(day, "-", "/")
	parts := strings.Split(day, "/")
	if len(parts) != 3 || len(parts[0]) > 2 || len(parts[1]) > 2 || len(parts[2]) != 4 || !digits(strings.Join(parts, "")) {
		return "", "", unordered
	}
	over := func(s string) bool { return len(s) == 2 && s > "12" }
	switch {
	case over(parts[0]):
		return day, clock, dayFirst
	case over(parts[1]):
		return day, clock, monthFirst
	}
	return day, clock, unordered
}

// decideOrder looks for a date that tells the order among those of the batch.
func (r *Reader) decideOrder() bool {
	for _, f := range [...]Field{Submit, Start, End} {
		c := &r.cells[f]
		if !c.given || c.at < 0 {
			continue
		}
		for _, s := range r.batch.Cols[c.at].Text {
			if _, _, o := splitDate(strings.TrimSpace(s)); o != unordered {
				r.order = o
				return true
			}
		}
	}
	return false
}
