package dynp

import (
	"fmt"
	"strings"
)

// list writes a number for each of the sets.
func list(sets []string, format string, value func(set string) float64) string {
	var parts []string
	for _, s := range sets {
		parts = append(parts, fmt.Sprintf("%s "+format, strings.ToUpper(s), value(s)))
	}
	return strings.Join(parts, ", ")
}

// each reports whether the value of every set is as claimed, and lists the values.
func each(sets []string, format string, value func(set string) float64, holds func(v float64) bool) (bool, string) {
	ok := true
	for _, s := range sets {
		ok = ok && holds(value(s))
	}
	return ok, list(sets, format, value)
}

// between reports whether from <= v <= to, and prints v.
func between(v, from, to float64, format string) (bool, string) {
	return v >= from && v <= to, fmt.Sprintf(format, v)
}
