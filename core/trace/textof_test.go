package trace

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// only returns a text without the number of lines passed over.
func only(src *text.Source, _ int) io.Reader { return src }

// A list of rows that an object holds is read as the list; lists of Slurm's and of others stay in their objects.
func TestAnObjectAroundRowsIsTheList(t *testing.T) {
	const rows = `[{"id": 1, "name": "a\"]}", "submit": 0}, {"id": 2, "name": "\\", "submit": 5}]`
	for before, after := range map[string]string{
		`{"jobs": `: `}`, "{\n  \"data\" : ": `, "next": [{"page": 2}]}`, `{"results":`: "}\n",
	} {
		for _, in := range []io.Reader{strings.NewReader(before + rows + after), iotest.OneByteReader(strings.NewReader(before + rows + after))} {
			if got, err := io.ReadAll(only(textOf(in))); err != nil || string(got) != rows {
				t.Errorf("%s: %s, %v", before, got, err)
			}
		}
	}
	for _, whole := range []string{
		`{"other": ` + rows + `}`, `{"jobs": [{"job_id": 1, "time": {"submission": 1}}]}`, `{"jobs": [1, 2]}`, `{"data": []}`, rows,
		`{"jobs":[{"id":101,"userid":1000,"t_submit":1711965600.5,"t_inactive":1711965700.5}]}`,
		`{"jobs": [{"id": 1, "subtime": 0, "res": 4}], "nb_res": 8}`,
	} {
		if got, err := io.ReadAll(only(textOf(strings.NewReader(whole)))); err != nil || string(got) != whole {
			t.Errorf("%s: %s, %v", whole, got, err)
		}
	}
}

// A list that is cut off is an error.
func TestAListCutOffInItsObjectIsAnError(t *testing.T) {
	whole := `{"jobs": [{"id": 1, "submit": 0, "run": 10, "procs": 4}, {"id": 2, "submit": 5, "run": 10, "procs": 4}]}`
	if w := readCSV(t, whole, Options{}); w.Len() != 2 {
		t.Error(w.Len())
	}
	if _, err := Read("log.json", []byte(whole[:len(whole)-3]), Options{}); err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Error(err)
	}
}

// Only lines that can be no rows are passed over, and only above a line that is surely sacct's header; their places stay.
func TestLinesAboveSacctsHeaderArePassedOver(t *testing.T) {
	const header = "JobID|Submit|State\n"
	for above, want := range map[string]int{
		"": 0, "$ sacct -P\n": 1, "Loading a\n\nsacct: error: b\n": 2, "\n\n": 0,
		"[root@h ~]# sacct | cat\r\n": 1, "$ sacct --format=JobID,Submit,State\n": 1,
		"1|2026-01-01T00:00:00|COMPLETED\n": 0, "# a comment\n": 0, "; Version: 2.2\n": 0, "JobID|Submit|End\n": 0,
	} {
		got, err := io.ReadAll(only(textOf(strings.NewReader(above + header + "1||\n"))))
		if _, passed := textOf(strings.NewReader(above + header + "1||\n")); passed != want || err != nil {
			t.Errorf("%q: %d lines, %v", above, passed, err)
		}
		if lines := strings.Count(string(got), "\n"); lines != 2+strings.Count(above, "\n") {
			t.Errorf("%q: %q", above, got)
		}
	}
	for _, whole := range []string{"Loading a\n" + header[:len(header)-1], "x\nJobID|Submit\n", "x\nJobID Submit;State\n", "x\nA|B|C\n"} {
		if _, passed := textOf(strings.NewReader(whole)); passed != 0 {
			t.Errorf("%q: %d lines", whole, passed)
		}
	}
}

// One character, or one several times, parts the columns for a reader of rows.
func TestColumnsWithSeveralMarksBetweenThemAreRefused(t *testing.T) {
	for mark, refused := range map[string]bool{
		"|": false, "|||": false, ",": false, "^|^": true, "∆": true, "||;": true, " | ": false, "\t": false,
	} {
		if head := strings.Join([]string{"JobID", "Submit", "NCPUS", "State"}, mark) + "\n"; severalMarks([]byte(head)) != refused {
			t.Errorf("%q: %t", mark, !refused)
		}
	}
}
