package trace

import (
	"fmt"
	"strings"
	"testing"
)

// rowsOf writes n rows, of jobs that run for 20 minutes to 2 hours.
func rowsOf(head string, n int, row func(i, submit, start, run int) string) string {
	var b strings.Builder
	b.WriteString(head + "\n")
	for i := range n {
		submit := 1_700_000_000 + 600*i
		b.WriteString(row(i, submit, submit+60*(i%7), 1200+607*(i%10)) + "\n")
	}
	return b.String()
}

// Columns of a table that contradict each other, or that are not used though they look like what a simulation needs, are doubted
// with what to type.
func TestColumnsAreHeldAgainstEachOther(t *testing.T) {
	const head = "job,submit,start,end,cpus"
	line := func(more func(i, run int) string) func(i, submit, start, run int) string {
		return func(i, submit, start, run int) string {
			return fmt.Sprintf("%d,%d,%d,%d,4,%s", i, submit, start, start+run, more(i, run))
		}
	}
	over := func(unit float64) func(i, run int) string { // limits of which a fifth of the jobs hit the end, 30 s late
		return func(i, run int) string {
			if i%5 == 0 {
				return fmt.Sprintf("%.4f", float64(run-30)/unit)
			}
			return fmt.Sprintf("%.4f", 3*float64(run)/unit)
		}
	}
	for _, c := range []struct {
		name, text, says string
		run              int64 // of the first job
	}{
		{"minutes", rowsOf(head+",runtime", 40, line(func(_, run int) string { return fmt.Sprintf("%.1f", float64(run)/60) })),
			"runtime is 1/60 of end minus start in 40 of 40 rows: it looks like minutes", 1200},
		{"hours", rowsOf(head+",elapsed", 40, line(func(_, run int) string { return fmt.Sprintf("%.4f", float64(run)/3600) })),
			"run=elapsed:h", 1200},
		{"milliseconds", rowsOf(head+",duration", 5, line(func(_, run int) string { return fmt.Sprint(1000 * run) })),
			"duration is 1,000 times of end minus start", 1200},
		{"one more second", rowsOf(head+",runtime", 40, line(func(_, run int) string { return fmt.Sprint(run + 1) })), "", 1201},
		{"limits in hours", rowsOf(head+",time_limit", 40, line(over(3600))), "estimate=time_limit:h", 1200},
		{"limits in minutes", rowsOf(head+",walltime_limit", 40, line(over(60))), "estimate=walltime_limit:min", 1200},
		{"limits used", rowsOf(head+",walltime", 40, line(func(_, run int) string { return fmt.Sprint(run) })),
			"the time used, not asked for", 1200},
		{"limits asked for", rowsOf(head+",walltime,requested_walltime", 40,
			line(func(_, run int) string { return fmt.Sprint(run, ",", 2*run) })), "", 1200},
		{"tasks", "submit,start,end,nodes,tasks_requested\n0,10,1210,2,64\n5,10,70,1,32\n", "procs=tasks_requested", 1200},
		{"cores of each node", "submit,start,end,nodes,cpus\n0,10,1210,12,4\n5,10,70,9,4\n6,10,70,9,4\n", "fewer than nodes", 1200},
		{"parts", "submit,start,end,cpus\n0,10,1210,0.5\n5,10,70,1\n",
			"1 rows have parts of processors, rounded up to whole ones, such as 0.5", 1200},
		{"thousandths", "created,started,completed,cpus\n0,10,1210,4250m\n5,10,70,2000m\n",
			"1 rows have parts of processors, rounded up to whole ones, such as 4250m", 1200},
		{"limits of another name", "submit,start,end,cpus,wall_req\n0,10,1210,4,9999\n5,10,70,1,9999\n", "estimate=wall_req", 1200},
	} {
		w := readCSV(t, c.text, Options{})
		doubts := strings.Join(said(w), "\n")
		if (doubts == "") != (c.says == "") || !strings.Contains(doubts, c.says) || w.Jobs.Held()[0].Run != c.run {
			t.Errorf("%s: run time %d, doubts %q", c.name, w.Jobs.Held()[0].Run, doubts)
		}
	}
}

// Whoever chooses a column gets it, and the doubt.
func TestAChosenColumnIsDoubtedAndTaken(t *testing.T) {
	text := "job,submit,start,end,cpus,runtime\n1,0,0,6000,4,100\n2,0,0,1200,4,20\n3,0,0,1800,4,30\n"
	for m, run := range map[string]int64{"auto,run=runtime": 100, "auto,run=runtime:min": 6000, "auto": 6000} {
		w := readCSV(t, text, Options{Map: m})
		if got := w.Jobs.Held()[0].Run; got != run || (len(said(w)) == 0) != (m == "auto,run=runtime:min") {
			t.Errorf("%s: %d s, %q", m, got, said(w))
		}
	}
}

// A few jobs that a wrong clock put years from all others are doubted, however the log is written, and cutting them off is a second
// of the log.
func TestSubmissionsFarFromAllOthersAreDoubted(t *testing.T) {
	const first = 1_700_000_000
	for _, odd := range []int64{0, 86400, 300_000_000, 4_000_000_000} {
		var text strings.Builder
		text.WriteString("JobID|Submit|Start|End|AllocCPUS|State\n")
		fmt.Fprintf(&text, "99|%d|%d|%d|4|COMPLETED\n", odd, first+10, first+100)
		for i := range 9 {
			fmt.Fprintf(&text, "%d|%d|%d|%d|4|COMPLETED\n", i, first+i, first+i+10, first+i+100)
		}
		w := mustRead(t, text.String(), Options{})
		doubts := said(w)
		if len(doubts) != 1 || !strings.Contains(doubts[0], "1 job submitted") {
			t.Errorf("%d: %q", odd, doubts)
		}
	}
}

// Numbers without names and with marks between them are no log, whatever they are.
func TestRowsWithoutNamesAreOneClearError(t *testing.T) {
	for text, says := range map[string]string{
		"1,0,11464,4000,40,-1,-1,40,4000,-1,1,17,17,-1,-1,-1,-1,-1\n": "other marks than spaces",
		"1;0.0;11464.0;4000.0;40;-1.0;-1.0;40;4000.0\n":               "CQSim",
		"; MaxProcs: 8\n1, 0, 5, 10, 1\n":                             "commas between them",
	} {
		_, err := Read("t.txt", []byte(text), Options{})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
