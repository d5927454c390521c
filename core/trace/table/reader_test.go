package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // where the system has no zones
)

// rowsOf reads a CSV text as the map says.
func rowsOf(t testing.TB, text, m string, zone *time.Location) ([]Row, *Reader) {
	t.Helper()
	r, err := open(text, m, zone)
	if err != nil {
		t.Fatal(err)
	}
	var rows []Row
	for {
		row, err := r.Next()
		if err == io.EOF {
			return rows, r
		}
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, *row)
	}
}

func open(text, m string, zone *time.Location) (*Reader, error) {
	var table Table
	var err error
	if form := JSONForm([]byte(text)); form != "" {
		table, err = NewJSON(form, strings.NewReader(text))
	} else {
		table, err = NewCSV("x.csv", strings.NewReader(text))
	}
	if err != nil {
		return nil, err
	}
	var parsed Map
	if m != "" {
		if parsed, err = ParseMap(m); err != nil {
			return nil, err
		}
	}
	return NewReader("x.csv", table, parsed, zone)
}

// cellCases are cells of a field, in a unit, with the number that each is.
var cellCases = []struct {
	entry, cell string
	want        int64
	rounded     bool
}{
	{"submit=a:ms", "1500", 2, true},
	{"submit=a:ms", "1499", 1, true},
	{"submit=a:ms", "-1500", -2, true},
	{"submit=a:ms", "3000", 3, false},
	{"submit=a:ns", "1700000000500000000", 1700000001, true},
	{"submit=a:us", "1700000000000000", 1700000000, false},
	{"submit=a:min", "3", 180, false},
	{"submit=a:h", "1.5", 5400, false},
	{"submit=a:d", "2", 172800, false},
	{"submit=a", "1700000000", 1700000000, false},
	{"submit=a", "1700000000000", 1700000000, false}, // milliseconds by their size
	{"submit=a", "1700000000000000", 1700000000, false},
	{"submit=a", "1.7e18", 1700000000, false},
	{"submit=a", "12.5", 13, true},
	{"submit=a:s", "1700000000000", 1700000000000, false}, // as the map says
	{"submit=a", "2026-06-01 12:00:03", 1780315203, false},
	{"submit=a", "2026-06-01T12:00:03Z", 1780315203, false},
	{"submit=a", "2026-06-01T12:00:03+02:00", 1780308003, false},
	{"submit=a", "2026-06-01 12:00:03+00", 1780315203, false},
	{"submit=a", "2026-06-01 12:00:03 UTC", 1780315203, false},
	{"submit=a", "2026-06-01 12:00:03.600", 1780315204, true},
	{"submit=a", "2026-06-01", 1780272000, false},
	{"submit=a", "2024-02-29 00:00:00", 1709164800, false},
	{"submit=a", "2026/06/01 12:00:03", 1780315203, false},
	{"submit=a", "01.06.2026 12:00:03", 1780315203, false},
	{"submit=a", "01.06.2026 12:00", 1780315200, false},
	{"submit=a", "01.06.2026", 1780272000, false},
	{"submit=a", "31.05.2026 23:59:59.9", 1780272000, true},
	{"run=a", "60", 60, false},
	{"run=a:min", "1.5", 90, false},
	{"run=a", "1:30", 90, false},
	{"run=a", "01:00:30", 3630, false},
	{"run=a", "2-03:00:00", 183600, false},
	{"run=a", "2-03", 183600, false},
	{"run=a", "1 days 00:00:01", 86401, false},
	{"run=a", "1e30", beyond, false},
	{"run=a", "99999999999999999999", beyond, false},
	{"run=a:d", "9223372036854775807", beyond, false},
	{"run=a", "172800.0", 172800, false},
	{"procs=a", "36", 36, false},
	{"procs=a", "36.0", 36, false},
	{"procs=a:x36", "2", 72, false},
	{"procs=a:milli", "12000", 12, false},
	{"procs=a:milli", "1", 1, false}, // part of a processor is one
	{"procs=a:milli", "1001", 2, false},
	{"procs=7", "x", 7, false},
	{"memory=a:GiB", "2", 2 << 20, false},
	{"memory=a:MB", "1", 977, false},
	{"memory=a:B", "2048", 2, false},
	{"status=a", "COMPLETED", 1, false},
	{"status=a", "CANCELLED by 1000", 5, false},
	{"status=a", "Killed", 5, false},
	{"status=a", "TIMEOUT", 0, false},
	{"status=a:exit", "0", 1, false},
	{"status=a:exit", "137", 0, false},
	{"status=a:swf", "5", 5, false},
	{"estimate=a", "UNLIMITED", None, false},
	{"run=a", "", None, false},
	{"run=a", "NaN", None, false},
	{"procs=a", "null", None, false},
	{"start=a", "Unknown", None, false},
	{"start=a", "NaT", None, false},
}

// One cell of a field, in a unit, is one number; the empty text is none.
func TestCellsAreSecondsAndWholeNumbers(t *testing.T) {
	for _, c := range cellCases {
		key, _, _ := strings.Cut(c.entry, "=")
		others := ""
		for _, need := range []string{"submit=5", "run=5", "procs=5"} {
			if !strings.HasPrefix(need, key) {
				others += "," + need
			}
		}
		rows, _ := rowsOf(t, "a,b\n\""+c.cell+"\",1\n", c.entry+others, time.UTC)
		f, _ := fieldOf(key)
		r := rows[0]
		got := [...]int64{Job: r.Job, Submit: r.Submit, Start: r.Start, End: r.End, Run: r.Run, Wait: r.Wait, Estimate: r.Estimate,
			Procs: r.Procs, Nodes: r.Nodes, GPUs: r.GPUs, Memory: r.Memory, Status: r.Status}[f]
		if r.Err != nil || got != c.want || r.Rounded != c.rounded {
			t.Errorf("%s of %q is %d (rounded %t, %v), want %d", c.entry, c.cell, got, r.Rounded, r.Err, c.want)
		}
	}
}

func TestCellsThatCannotBeReadAreToldWithTheirPlace(t *testing.T) {
	for _, c := range []struct{ row, says string }{
		{"x,1,1,1", `x.csv:2: submit: "x": neither a number nor a date`},
		{"1,x,1,1", `x.csv:2: run: "x": neither a number nor a length of time`},
		{"1,1,x,1", `x.csv:2: procs: "x": not a number`},
		{"1,inf,1,1", `x.csv:2: run: "inf"`},
		{"0x10,1,1,1", "neither a number nor a date"},
		{"1,1_000,1,1", "length of time"},
		{"1,-1:00,1,1", "length of time"},
		{"1,1", "x.csv:2: the row has another number of cells than the header"},
		{"1,1,1,1,1", "another number of cells"},
		{`1,1,"1,1` + "\n", "x.csv:3:"},
		{`1,1,a"b,1`, `bare " in non-quoted-field`},
		{"2026-02-30 12:00:00,1,1,1", "neither a number nor a date"},
		{"2026-02-d0 12:00:00,1,1,1", "neither a number nor a date"},
		{"2026-02-20 12:00:0d,1,1,1", "neither a number nor a date"},
	} {
		rows, _ := rowsOf(t, "submit,run,procs,estimate\n"+c.row+"\n", "", time.UTC)
		if rows[0].Err == nil || !strings.Contains(rows[0].Err.Error(), c.says) || strings.Contains(rows[0].Err.Error(), "\n") {
			t.Errorf("%q: %v; it should say %q", c.row, rows[0].Err, c.says)
		}
	}
	rows, _ := rowsOf(t, "submit,run,procs,estimate\n1,1,1,x\n", "", time.UTC) // a job can do without it
	const says = `x.csv:2: estimate: "x": neither a number nor a length of time such as 12:30:00`
	if r := rows[0]; r.Err != nil || r.Estimate != None || fmt.Sprint(r.Odd) != says {
		t.Errorf("an estimate that cannot be read: %+v", r)
	}
}

func TestTablesThatAreNone(t *testing.T) {
	wide := strings.Repeat("a,", MaxColumns) + "a\n"
	for _, c := range []struct{ text, m, says string }{
		{"", "", "x.csv: the file is empty"},
		{"1,2,3\n", "", "does not name columns"},
		{wide, "", "names 4097 columns, more than 4096"},
		{"submit,run\n1,2\n", "", "no column is known to be the processors of jobs: --map says which (auto,procs=COLUMN, or procs=1"},
		{"a,b\n1,2\n", "", "the submission of jobs: --map says which (auto,submit=COLUMN); the columns are a, b"},
		{"submit,procs,end\n1,2,3\n", "", "run=COLUMN, or start=COLUMN,end=COLUMN"},
		{"a,b\n1,2\n", "submit=c,run=a,procs=b", `the table has no column "c" for submit: its columns are a, b`},
		{"submit,run,procs\n\"" + strings.Repeat("x\n", 1<<20), "", "more than 1048576 bytes"},
		{strings.Repeat("a", 2<<20), "", "more than 1048576 bytes"},
		{"\x1f\x8b\x08\x00garbage", "", "cut off"},
		{"a\xff\xfe,b\n", "", "no column is known"},
	} {
		r, err := open(c.text, c.m, time.UTC)
		for err == nil {
			_, err = r.Next()
		}
		if err == io.EOF || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: %v; it should say %q in a line", c.text, err, c.says)
		}
	}
}

// An unread table has columns only.
type unread struct {
	Table
	all []Column
}

func (u unread) Columns() []Column  { return u.all }
func (u unread) Meta(string) string { return "" }

// A column with the right name and a type that is not read is told by its type.
func TestColumnsOfOtherTypesAreTold(t *testing.T) {
	for _, c := range []struct {
		odd  Column
		says string
	}{
		{Column{Name: "Run", Note: "list"}, `column "Run" (list) cannot be read as run (run time)`},
		{Column{Name: "run_s", Type: Time}, `column "run_s" (times) cannot be read as run (run time)`},
		{Column{Name: "ran", Note: "list"}, "no column is known to be the run time of jobs"},
	} {
		table := unread{all: []Column{{Name: "submit", Type: Int}, c.odd, {Name: "procs", Type: Int}}}
		if _, err := NewReader("x", table, Map{Preset: Auto}, time.UTC); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v; it should say %q", c.odd, err, c.says)
		}
	}
}

func TestColumnsAreFoundByTheirNames(t *testing.T) {
	for _, c := range []struct{ header, reading string }{
		{"submit,run,estimate,procs", "submit=submit,run=run:s,estimate=estimate:s,procs=procs"},
		{"JobID;SubmitTime;Run Time (s);TimeLimit_min;NCPUS",
			`job=JobID,submit=SubmitTime,run="Run Time (s)":s,estimate=TimeLimit_min:min,procs=NCPUS`},
		{"id\tsubmit_ms\tstart_ms\tend_ms\tnodes\tuser\taccount\tstate",
			"job=id,submit=submit_ms:ms,start=start_ms:ms,end=end_ms:ms,nodes=nodes,status=state,user=user,group=account"},
	} {
		_, r := rowsOf(t, c.header+"\n", "", time.UTC)
		want := strings.ReplaceAll(c.reading, `"Run Time (s)"`, "Run Time (s)")
		if got := r.Reading.Map(); got != want || !r.Reading.Guessed {
			t.Errorf("%s is read as %s, want %s", c.header, got, want)
		}
	}
}

func TestTheReadingIsAMapThatReadsTheSame(t *testing.T) {
	text := "submit,run,procs,user\n1700000000000,5,1,a\n1700000060000,6,2,b\n"
	rows, r := rowsOf(t, text, "", time.UTC)
	again, _ := rowsOf(t, text, r.Reading.Map(), time.UTC)
	if fmt.Sprint(rows) != fmt.Sprint(again) || !strings.Contains(r.Reading.String(), "submit from submit (ms)") {
		t.Errorf("%v and %v by %s", rows, again, r.Reading.Map())
	}
}

func TestLocalTimesAreOfTheZone(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	text := "submit,run,procs\n2026-06-01 12:00:03,1,1\n"
	rows, r := rowsOf(t, text, "", zone)
	if rows[0].Submit != 1780308003 || !r.Local {
		t.Errorf("submission at %d, local %t", rows[0].Submit, r.Local)
	}
	if _, r = rowsOf(t, strings.Replace(text, "03,", "03Z,", 1), "", zone); r.Local {
		t.Error("a time with its zone is local")
	}
}

func TestNamesAreTexts(t *testing.T) {
	rows, r := rowsOf(t, "submit,run,procs,user\n1,1,1,b\n1,1,1,14.0\n1,1,1,\n1,1,1,14\n1,1,1,b\n", "", time.UTC)
	var users []int64
	for _, row := range rows {
		users = append(users, row.User)
	}
	if fmt.Sprint(users, r.Users.Texts) != "[0 1 -1 1 0] [b 14]" {
		t.Errorf("users %v of %q", users, r.Users.Texts)
	}
}

func TestOnlyRowsOfTheChosenText(t *testing.T) {
	text := "submit,run,procs,policy\n1,1,1,fcfs\n2,1,1,easy\n3,1,1,fcfs\n"
	for m, want := range map[string]string{
		"auto,only=policy":      "[1 3]",
		"auto,only=policy:easy": "[2]",
		"auto":                  "[1 2 3]",
	} {
		rows, r := rowsOf(t, text, m, time.UTC)
		var submits []int64
		for _, row := range rows {
			submits = append(submits, row.Submit)
		}
		if fmt.Sprint(submits) != want || r.Others != 3-len(rows) {
			t.Errorf("%s: %v, want %s; %d others", m, submits, want, r.Others)
		}
	}
}

func TestScalesAreExact(t *testing.T) {
	for _, u := range timeUnits {
		for _, n := range []int64{0, 1, 499, 500, 501, 1500, 999_999_999, math.MaxInt64, math.MinInt64 + 1} {
			got, rounded := u.times(n)
			minus, _ := u.times(-n)
			if minus != -got {
				t.Errorf("%d and its negative in %v: %d and %d", n, u, got, minus)
			}
			if exact := n % u.den; u.den > 1 && rounded != (exact != 0) {
				t.Errorf("%d in %v: rounded %t", n, u, rounded)
			}
		}
	}
}

// mapped reads a table by the map that a fuzzer has made, or by names; known is false if that is no map.
func mapped(table Table, m string) (r *Reader, known bool, err error) {
	var parsed Map
	if m != "" {
		if parsed, err = ParseMap(m); err != nil {
			return nil, false, err
		}
	}
	r, err = NewReader("x.csv", table, parsed, time.UTC)
	return r, true, err
}

// FuzzCSV reads anything, by the names of its columns or by a map: errors are one line with a place, and
// rows that can be used have the fields that a job needs.
func FuzzCSV(f *testing.F) {
	f.Add([]byte("submit,run,procs\n1,2,3\n"), "")
	f.Add([]byte("a;b;c\n1700000000000;\"x\ny\";3\n"), "submit=a:ms,run=b,procs=c,user=b,only=c")
	f.Add([]byte("# c\nsubmit|run|procs|x\n2026-06-01 12:00:03.5+02|1-02:03|1e9|\n"), "")
	f.Add([]byte("submit;run;procs\n1,5;1,234;1.234\n0,5;2;,\n"), "")
	f.Add([]byte("\xef\xbb\xbfsubmit\trun\tprocs\n1\t\"\t\n"), "auto,procs=1")
	f.Fuzz(func(t *testing.T, data []byte, m string) {
		table, err := NewCSV("x.csv", bytes.NewReader(data))
		var r *Reader
		if err == nil {
			var known bool
			if r, known, err = mapped(table, m); !known {
				return
			}
		}
		for err == nil {
			var row *Row
			row, err = r.Next()
			if err == nil && row.Err != nil && !strings.HasPrefix(row.Err.Error(), "x.csv:") {
				t.Fatalf("an error without a place: %v", row.Err)
			}
		}
		if !errors.Is(err, io.EOF) && !strings.HasPrefix(err.Error(), "x.csv") {
			t.Fatalf("an error without a place: %v", err)
		}
	})
}
