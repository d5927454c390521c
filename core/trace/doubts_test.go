package trace

import (
	"slices"
	"strings"
	"testing"
)

// said returns the doubts of a log in words, but for the size of the machine, which hardly any test gives.
func said(w *Workload) (all []string) {
	for _, d := range w.Doubts() {
		if d.Key != "machine-size" {
			all = append(all, d.String())
		}
	}
	return all
}

func TestAGuessedMachineAndManyUnusableRowsAreDoubts(t *testing.T) {
	head := "submit,run,procs\n"
	for _, c := range []struct {
		text  string
		procs int
		want  []string
	}{
		{"0,10,4\n5,10,2\n", 8, nil},
		{"0,10,4\n5,10,2\n", 0, []string{"machine-size"}},
		{"0,10,4\n5,10,2\n", 3, []string{"rows-left-out"}},
		{strings.Repeat("0,10,4\n", 9) + "5,ten,2\n", 8, nil}, // one of ten
		{strings.Repeat("0,10,4\n", 8) + "5,ten,2\n", 8, []string{"rows-left-out"}},
	} {
		var keys []string
		for _, d := range readCSV(t, head+c.text, Options{Procs: c.procs}).Doubts() {
			if keys = append(keys, d.Key); !d.Grave {
				t.Errorf("%q is not grave", d)
			}
		}
		if !slices.Equal(keys, c.want) {
			t.Errorf("%q on %d processors: %q, want %q", c.text, c.procs, keys, c.want)
		}
	}
}
