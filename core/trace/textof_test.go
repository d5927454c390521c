package trace

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// A list of rows that an object holds is read as the list; lists of Slurm's and of others stay in their objects.
func TestAnObjectAroundRowsIsTheList(t *testing.T) {
	const rows = `[{"id": 1, "name": "a\"]}", "submit": 0}, {"id": 2, "name": "\\", "submit": 5}]`
	for before, after := range map[string]string{
		`{"jobs": `: `}`, "{\n  \"data\" : ": `, "next": [{"page": 2}]}`, `{"results":`: "}\n",
	} {
		for _, in := range []io.Reader{strings.NewReader(before + rows + after), iotest.OneByteReader(strings.NewReader(before + rows + after))} {
			if got, err := io.ReadAll(textOf(in)); err != nil || string(got) != rows {
				t.Errorf("%s: %s, %v", before, got, err)
			}
		}
	}
	for _, whole := range []string{
		`{"other": ` + rows + `}`, `{"jobs": [{"job_id": 1, "time": {"submission": 1}}]}`, `{"jobs": [1, 2]}`, `{"data": []}`, rows,
		`{"jobs":[{"id":101,"userid":1000,"t_submit":1711965600.5,"t_inactive":1711965700.5}]}`,
		`{"jobs": [{"id": 1, "subtime": 0, "res": 4}], "nb_res": 8}`,
	} {
		if got, err := io.ReadAll(textOf(strings.NewReader(whole))); err != nil || string(got) != whole {
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
