package table

import (
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	rows := [][]string{
		{"metric", "easy", "cons"},
		{"wait_mean_s", "1.5 *", "12"},
		{},
		{"Universität", "界", ""},
		{"short"},
	}
	var b strings.Builder
	if err := Write(&b, "lr", rows); err != nil {
		t.Fatal(err)
	}
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
	if got := Width(rows); got != longest {
		t.Errorf("Width %d, want %d", got, longest)
	}
}
