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
