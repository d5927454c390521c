// Package nearest finds the name that a mistyped one probably means.
package nearest

import "strings"

// Name returns the entry of names that is closest to typed, if it is close enough to be
// a typo, else the first that begins with typed, or "". It ignores case; the first of
// equally close entries wins.
func Name(typed string, names []string) string {
	typed = strings.ToLower(typed)
	best, least := "", 2+len(typed)/4
	for _, name := range names {
		if d := distance(typed, strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	for i := 0; best == "" && len(typed) > 1 && i < len(names); i++ {
		if strings.HasPrefix(strings.ToLower(names[i]), typed) {
			best = names[i]
		}
	}
	return best
}

// Meant asks whether an entry of names was meant by typed, "did you mean easy?", or is "".
func Meant(typed string, names []string) string {
	if near := Name(typed, names); near != "" {
		return "did you mean " + near + "?"
	}
	return ""
}

// distance is the optimal string alignment distance: the number of letters to insert,
// delete, replace or swap with their neighbour to turn a into b.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, above, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			same := 1
			if x[i-1] == y[j-1] {
				same = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+same)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(y)]
}
