package dynp

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/paper"
)

// printed is the source of a table with a column for each set.
func printed(rows []printedRow) paper.Source {
	return func(set, _, key string) float64 {
		for _, r := range rows {
			if r.Key == key {
				return r.Values[slices.Index(sets, set)]
			}
		}
		return math.NaN()
	}
}

func printed4(set, column, key string) float64 {
	for _, r := range table4[set] {
		if r.Key == key {
			return r.Values[slices.Index(table4Columns, column)]
		}
	}
	return math.NaN()
}

// list writes a number for each of the sets.
func list(sets []string, format string, value func(set string) float64) string {
	var parts []string
	for _, s := range sets {
		parts = append(parts, fmt.Sprintf("%s "+format, strings.ToUpper(s), value(s)))
	}
	return strings.Join(parts, ", ")
}
