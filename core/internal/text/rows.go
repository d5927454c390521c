package text

import (
	"iter"
	"strings"
)

// Rows yields the cells of each row of a table that is embedded in the program: a line each, with tabs between
// cells. Empty lines, and those that begin with #, are none.
func Rows(table string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(table) {
			if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' && !yield(strings.Split(line, "\t")) {
				return
			}
		}
	}
}
