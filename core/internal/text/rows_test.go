package text

import (
	"fmt"
	"testing"
)

func TestRowsHaveCells(t *testing.T) {
	var all []string
	for row := range Rows("# a\tb\n1\t2\n\n\t3\n4") {
		all = append(all, fmt.Sprintf("%q", row))
	}
	if got, want := fmt.Sprint(all), `[["1" "2"] ["" "3"] ["4"]]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
