package text

import (
	"strconv"
	"strings"
)

// Whole returns 14 for 14.0, which whole numbers beside missing ones become on their way through pandas, and any other text
// unchanged.
func Whole(s string) string {
	short, cut := strings.CutSuffix(s, ".0")
	if !cut {
		return s
	}
	if _, err := strconv.ParseUint(short, 10, 64); err != nil {
		return s
	}
	return short
}
