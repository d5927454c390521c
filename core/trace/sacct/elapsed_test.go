package sacct

import (
	"fmt"
	"strings"
	"testing"
)

// Elapsed in another unit is said with its factor; time for which jobs were suspended is none of it.
func TestElapsedIsHeldAgainstStartAndEnd(t *testing.T) {
	for name, c := range map[string]struct {
		columns string
		cells   func(run int64) string // of a job that ran that long
		want    string                 // in the doubt; "" is none
	}{
		"seconds": {"ElapsedRaw", func(n int64) string { return fmt.Sprint(n) }, ""},
		"clock":   {"Elapsed", func(n int64) string { return fmt.Sprintf("%02d:%02d:%02d", n/3600, n/60%60, n%60) }, ""},
		"minutes": {"ElapsedRaw", func(n int64) string { return fmt.Sprint(n / 60) },
			"ElapsedRaw is 1/60 of End minus Start in 20 of 20 rows"},
		"hours": {"Elapsed", func(n int64) string { return fmt.Sprintf("00:00:%02d", n/3600) },
			"it looks like hours read as seconds: give --map auto,run=Elapsed:h"},
		"ms":        {"ElapsedRaw", func(n int64) string { return fmt.Sprint(n * 1000) }, "run=ElapsedRaw:ms"},
		"suspended": {"ElapsedRaw|Suspended", func(n int64) string { return fmt.Sprintf("%d|00:10:00", n-600) }, ""},
		"other": {"ElapsedRaw", func(n int64) string { return fmt.Sprint(n/2 + 7) },
			"End minus Start, with or without the time suspended, in 20 of 20 rows"},
		"none": {"Comment", func(int64) string { return "" }, ""},
	} {
		var log strings.Builder
		fmt.Fprintln(&log, "JobID|Submit|Start|End|State|AllocCPUS|"+c.columns)
		for i := range int64(20) {
			start, run := 1000+100*i, 3600*(1+i%7)+60*i
			fmt.Fprintf(&log, "%d|%d|%d|%d|COMPLETED|4|%s\n", i+1, start, start, start+run, c.cells(run))
		}
		all, err := Read("log", strings.NewReader(log.String()))
		if err != nil {
			t.Fatal(err)
		}
		if said := fmt.Sprint(all.Doubts); !strings.Contains(said, c.want) || len(all.Doubts) > 0 != (c.want != "") {
			t.Errorf("%s: said %s, want %q", name, said, c.want)
		}
	}
}
