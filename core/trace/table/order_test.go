package table

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// The first date that tells it, or the map, says whether days or months come first, in all columns and all rows.
func TestDatesHaveOneOrder(t *testing.T) {
	for _, c := range []struct{ m, dates, want string }{
		{"", "03/01/2024 10:00,27/01/2024 10:00", "2024-01-03T10:00:00 2024-01-27T10:00:00"},
		{"", "03/01/2024 10:00,1/27/2024 9:05:07 PM", "2024-03-01T10:00:00 2024-01-27T21:05:07"},
		{"", "27-1-2024,03-01-2024", "2024-01-27T00:00:00 2024-01-03T00:00:00"},
		{"", "27/01/2024T10:00:01,01/27/2024", "2024-01-27T10:00:01 none"},
		{"", "03/01/2024,04/01/2024", "unordered unordered"},
		{"submit=t:dmy,run=r,procs=1", "03/01/2024,04/01/2024", "2024-01-03T00:00:00 2024-01-04T00:00:00"},
		{"submit=t:mdy,run=r,procs=1", "03/01/2024,2024-04-01", "2024-03-01T00:00:00 2024-04-01T00:00:00"},
		{"", "31/02/2024,3/1/24", "none none"},
		{"", "1/2/3/2024,27/1/20244", "none none"},
	} {
		m := c.m
		if m == "" {
			m = "submit=t,run=r,procs=1"
		}
		rows, r := rowsOf(t, "t;r\n"+strings.ReplaceAll(c.dates, ",", ";1\n")+";1\n", m, time.UTC)
		var all []string
		for i := range rows {
			switch err := rows[i].Err; {
			case errors.Is(err, errOrder):
				all = append(all, "unordered")
			case errors.Is(err, errDate):
				all = append(all, "none")
			default:
				all = append(all, time.Unix(rows[i].Submit, 0).UTC().Format("2006-01-02T15:04:05"))
			}
		}
		if got := strings.Join(all, " "); got != c.want {
			t.Errorf("%s with %q: %s, want %s", c.dates, c.m, got, c.want)
		}
		said := r.Reading.Sources[0].Unit
		if strings.HasPrefix(c.want, "2024") && c.m == "" && said != orderNames[r.order] {
			t.Errorf("%s: the reading has %q for the order", c.dates, said)
		}
	}
}

// Steps have a suffix that only steps have, or one beside a row of their job.
func TestStepsAreKnownByTheirJobs(t *testing.T) {
	for _, c := range []struct{ jobs, steps string }{
		{"101 101.batch 102 102.0", "101.batch 102.0"},
		{"101.0 102.0 103.0", ""},
		{"101 101.0 102.5", "101.0 102.5"},
		{"5_3 5_3.extern 200+1 200+1.interactive", "5_3.extern 200+1.interactive"},
		{"101.pbs01 102.pbs01", ""},
		{"a.batch b", ""},
		{"101 102. 103.x", ""},
	} {
		rows, _ := rowsOf(t, "job,submit,run,procs\n"+strings.ReplaceAll(c.jobs, " ", ",0,1,1\n")+",0,1,1\n", "", time.UTC)
		var steps []string
		for i, job := range strings.Fields(c.jobs) {
			if rows[i].Phase == Step {
				steps = append(steps, job)
			}
		}
		if got := strings.Join(steps, " "); got != c.steps {
			t.Errorf("%s: steps %s, want %s", c.jobs, got, c.steps)
		}
	}
}

// Rows of JSON are rows of a table, whatever order their members have; what is none is said of its row or of the file.
func TestObjectsOfJSONAreRows(t *testing.T) {
	many := strings.Repeat(`{"submit": 1, "run": 2, "procs": 3}`+"\n", namedRows)
	for _, c := range []struct{ text, want string }{
		{`[{"submit": 1, "run": 2.0, "procs": "3"}, {"procs": 4, "run": null, "end": 9, "start": 7, "submit": 5}]`, "1 2 3|5 - 4"},
		{`{"submit": 1, "run": 2, "procs": 3} {"submit": 5, "run": 6, "procs": 7}`, "1 2 3|5 6 7"},
		{`[{"submit": 1, "run": 2, "procs": 3}, 5]`, "1 2 3|x.json:2: the row is not an object"},
		{`[{"submit": 1, "run": 2, "procs": [3]}, {"submit": 1, "run": 2, "procs": 3}]`, "no rows"},
		{`[{"submit": 1, "run": 2, "procs": 3}, {"submit": 1, "run": 2, "procs": [3]}]`, `1 2 3|x.json:2: procs: "[3]": not a number`},
		{`[{"submit": 1, "run": 2, "procs": 3},`, "cut off"},
		{`[{"submit": 1, "run": 2, "procs": 3}] 5`, "goes on after its JSON"},
		{`{"submit": 1, "run": 2, "procs": 3}` + "\n" + `{"submit": 1 "run": 2}`, "damaged near byte"},
		{many + `{"submit": 1, "run": 2, "procs": 3, "user": "u"}`, "no such member"},
		{many + `{"submit": 1, "run": 2, "procs": 3, "note": "u"}`, "1 2 3"},
	} {
		got := objectsOf(c.text)
		if !strings.Contains(got, c.want) {
			t.Errorf("%.80s: %.200s, want %s", c.text, got, c.want)
		}
	}
}

// objectsOf returns the rows of a text, or what is wrong with it.
func objectsOf(text string) string {
	if JSONForm([]byte(text[:min(len(text), 4096)])) != RowsForm {
		return "no rows"
	}
	table, err := NewJSON(RowsForm, strings.NewReader(text))
	if err != nil {
		return err.Error()
	}
	r, err := NewReader("x.json", table, Map{}, time.UTC)
	var all []string
	for err == nil {
		var row *Row
		if row, err = r.Next(); err != nil {
			break
		}
		cells := ""
		if row.Err != nil {
			cells = row.Err.Error()
		} else {
			cells = strings.ReplaceAll(fmt.Sprint(row.Submit, row.Run, row.Procs), fmt.Sprint(int64(None)), "-")
		}
		all = append(all, cells)
	}
	return strings.Join(all, "|") + "|" + err.Error()
}
