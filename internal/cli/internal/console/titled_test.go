package console

import (
	"strings"
	"testing"
)

func TestTitledLeavesOutColumnsThatHoldNothing(t *testing.T) {
	for _, c := range []struct {
		titles string
		rows   [][]string
		want   string
	}{
		{"a|b|c", [][]string{{"1", "-", "3"}, {"2", "", "4"}}, "a  c\n1  3\n2  4\n"},
		{"a|b|c", [][]string{{"1", "-", "3"}, {"2", "0", "4"}}, "a  b  c\n1  -  3\n2  0  4\n"},
		{"|a|b", [][]string{{"", "1"}, {"", "2"}}, "  a\n  1\n  2\n"},
		{"a|b", nil, "a  b\n"},
	} {
		var b strings.Builder
		if Titled(&b, "l", c.titles, c.rows); b.String() != c.want {
			t.Errorf("Titled(%q, %q) = %q; want %q", c.titles, c.rows, b.String(), c.want)
		}
	}
}
