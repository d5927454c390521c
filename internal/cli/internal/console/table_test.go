package console

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	rows := [][]string{
		{"metric", "easy", "cons"},
		{"wait_mean_s", "1.5 *", "12"},
		{},
		{"Universität", "界", ""},
		{"short"},
	}
	var b strings.Builder
	Table(&b, "lr", rows)
	want := `
metric        easy  cons
wait_mean_s  1.5 *    12

Universität     界
short
`
	if got := "\n" + b.String(); got != want {
		t.Errorf("got:%swant:%s", got, want)
	}
	longest := 0
	for _, line := range strings.Split(b.String(), "\n") {
		longest = max(longest, len([]rune(line)))
	}
	if got := TableWidth(rows); got != longest {
		t.Errorf("TableWidth %d, want %d", got, longest)
	}
}
