package sacct

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAnyDelimiterOfTheHeaderIsRead prints one log with every delimiter of one character
// that its values do not have, with and without one at the ends of lines.
func TestAnyDelimiterOfTheHeaderIsRead(t *testing.T) {
	const log = "JobID|JobName|User|Submit|Start|End|ElapsedRaw|NCPUS|State\n" +
		"1|relax|ada|100|110|120|10|4|COMPLETED\n2_3|late|bob|101|111|115|4|8|FAILED\n" +
		"2_3.batch|batch||111|111|115|4|8|FAILED\n3|x|bob|102|None|130|0|0|CANCELLED by 7\n4|x\n"
	want := transcript(NewReader(strings.NewReader(log)))
	for _, sep := range "|\t;^,:!#~@%&$/" {
		for _, end := range []string{"\n", string(sep) + "\n"} {
			other := strings.ReplaceAll(strings.ReplaceAll(log, "|", string(sep)), "\n", end)
			if d := cmp.Diff(want, transcript(NewReader(strings.NewReader(other)))); d != "" {
				t.Errorf("%q, %q: %s", sep, end, d)
			}
		}
	}
}

func TestTasksWithCommasBetweenCommas(t *testing.T) {
	const head = "JobID,JobName,Submit,Start,End,NCPUS,State\n"
	all := read(t, head+"7_[1,3,5-9],a,100,None,120,4,CANCELLED\n8,a,b,100,110,120,4,COMPLETED\n9_[1-3],a,100,None,120,4,PENDING\n")
	if len(all.Jobs) != 3 || all.Jobs[0].Waiting != 7 || all.Names.Names[all.Jobs[1].Name] != "a,b" || all.Jobs[2].Waiting != 3 {
		t.Errorf("%+v, %q", all.Jobs, all.Names.Names)
	}
}

func TestFormatsThatLoseValuesAreRefused(t *testing.T) {
	for log, want := range map[string]error{
		"       JobID    JobName  Partition    Account  AllocCPUS      State ExitCode \n" +
			"------------ ---------- ---------- ---------- ---------- ---------- -------- \n" +
			"1001          my-long-+      batch       phys          4  COMPLETED      0:0 \n": ErrPlain,
		"JobID Submit\n1 100\n":                                      ErrPlain,
		"JobID<>Submit<>User\n1<>100<>ada\n":                         ErrDelimiter,
		"JobID::Submit::User\n1::100::ada\n":                         ErrDelimiter,
		"JobID, Submit, User\n1, 100, ada\n":                         ErrDelimiter,
		"JobID,Submit,AllocTRES\n1,100,\"cpu=4,mem=8G\"\n":           ErrComma,
		"JobID,Submit,NodeList\n1,100,\"n[1,3]\"\n":                  ErrComma,
		"squeue and then jobid and submit\n":                         ErrPlain,
		"1001|1001|ada|batch|100|110|120\n":                          ErrHeader,
		"1001.batch|ada|batch|2024-01-31T12:00:00|Unknown|Unknown\n": ErrHeader,
	} {
		all, err := Read("log", strings.NewReader(log))
		if all != nil || !errors.Is(err, want) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "sacct") {
			t.Errorf("%.40q: %v, want %v", log, err, want)
		}
	}
	_, err := Read("log", strings.NewReader("1001|ada|100\n"))
	const message = "log:1: no header line with the names of sacct's columns: give them with --columns JobID,User,..., " +
		"or run sacct with --parsable2 and without --noheader"
	if err.Error() != message {
		t.Errorf("%v", err)
	}
}

// TestColumnsStandForTheHeader replaces the header line of each log by an empty one.
func TestColumnsStandForTheHeader(t *testing.T) {
	for _, name := range strings.Fields("modern old slurm22 slurm22-all slurm22-busy slurm22-epoch") {
		log := sample(t, name+".sacct")
		head, rows, _ := bytes.Cut(bytes.TrimPrefix(log, []byte("\ufeff")), []byte("\n"))
		if bytes.Contains(rows, head) {
			t.Fatalf("%s has several headers", name)
		}
		want := transcript(NewReader(bytes.NewReader(log)))
		for _, list := range []string{
			strings.TrimSuffix(string(head), "\r"), strings.ReplaceAll(strings.ToLower(string(head)), "|", ","),
			strings.ReplaceAll(string(head), "|", "%30, "),
		} {
			r := NewReader(strings.NewReader("\n" + string(rows)))
			r.Columns = list
			if d := cmp.Diff(want, transcript(r)); d != "" {
				t.Errorf("%s, columns %.30q: %s", name, list, d)
			}
		}
	}
}

func TestTheFirstRowShowsTheDelimiter(t *testing.T) {
	const rows = "1|relax|100|110|120|4|COMPLETED\n2|late|101|111|115|8|FAILED\n"
	const columns = "JobID,JobName,Submit,Start,End,NCPUS,State"
	for _, sep := range separators {
		for _, end := range []string{"\n", string(sep) + "\n"} {
			r := NewReader(strings.NewReader(strings.ReplaceAll(strings.ReplaceAll(rows, "|", string(sep)), "\n", end)))
			r.Columns = columns
			all, err := r.All()
			if err != nil || len(all.Jobs) != 2 || all.Jobs[1].Procs != 8 || all.Jobs[1].State != StateFailed || all.Counts != nil {
				t.Errorf("%q, %q: %+v, %v", sep, end, all, err)
			}
		}
	}
	for log, want := range map[string]error{
		"1 relax 100 110 120 4 COMPLETED\n": ErrFields,
		"1|relax|100\n":                     ErrFields,
		"":                                  nil,
	} {
		r := NewReader(strings.NewReader(log))
		r.Columns = columns
		if _, err := r.All(); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", log, err, want)
		}
	}
}

// TestAHeaderReplacesTheColumnsGiven reads rotated files: one without a header, one with.
func TestAHeaderReplacesTheColumnsGiven(t *testing.T) {
	const first, second = "1|100|110|120|4\n", "JobID|NCPUS|Submit|Start|End\n2|8|100|110|120\n"
	for log, headers := range map[string]int{first + second: 1, second: 1, first: 0} {
		r := NewReader(strings.NewReader(log))
		r.Columns = "JobID,Submit,Start,End,NCPUS"
		all, err := r.All()
		if err != nil || count(all, "header") != headers || all.Jobs[len(all.Jobs)-1].Procs != map[bool]int64{true: 4, false: 8}[log == first] {
			t.Errorf("%q: %+v, %v", log, all, err)
		}
	}
	if _, err := Read("log", strings.NewReader("JobID|Submit\n1|100\nJobID|User\n2|ada\n")); !errors.Is(err, ErrColumn) {
		t.Errorf("a header without Submit: %v", err)
	}
}

func TestColumnsGivenAreChecked(t *testing.T) {
	for list, good := range map[string]bool{
		"JobID,Submit": true, "jobidraw submit%20 State": true, "JobID|Submit|": true,
		"": false, "JobID": false, "JobID,User": false, "Submit,End": false, "1,100,110": false, strings.Repeat("JobID,Submit,", 600): false,
	} {
		if err := CheckColumns(list); (err == nil) != good {
			t.Errorf("%.40q: %v", list, err)
		}
	}
}

// TestRowsOfSeveralLines puts ends of lines into the texts of rows.
func TestRowsOfSeveralLines(t *testing.T) {
	const head = "JobID|JobName|Submit|SubmitLine|Start|End|NCPUS|State|Comment\n"
	const good = "8|b|100|sbatch b|110|120|2|COMPLETED|\n"
	row := func(line, comment string) string { return "7|a|100|" + line + "|110|120|4|COMPLETED|" + comment + "\n" }
	for _, c := range []struct {
		name, log string
		jobs      []int64
		malformed int
		lines     int // counts of the rule
	}{
		{"two lines", row("bash -c if\nfi", "") + good, []int64{7, 8}, 0, 1},
		{"bars", row("cat x | sort\n uniq | wc\n\n| head", "") + good, []int64{7, 8}, 0, 1},
		{"more bars than columns", row("a|b|c|d\ne|f|g|h|i|j|k\nl|m|n|o|p\nq", "") + good, []int64{7, 8}, 0, 1},
		{"at the end of the log", good + row("if\n\n\nfi", ""), []int64{8, 7}, 0, 1},
		{"lines like ids", row("echo\n12\n13\ndone", "") + good, []int64{7, 8}, 0, 1},
		{"the last column", row("sbatch a", "first\nsecond\nthird") + good, []int64{7, 8}, 0, 1},
		{"two texts", row("if\nfi", "first\nsecond") + good, []int64{7, 8}, 0, 1},
		{"cut off", "7|a|100|bash -c if\n" + good, []int64{8}, 1, 0},
		{"cut off, then whole", "7|a|100|bash -c if\n" + row("if\nfi", "") + good, []int64{7, 8}, 1, 1},
		{"cut off at the end", good + "7|a|100|bash -c if\nthen\n", []int64{8}, 1, 0},
		{"then a header", "7|a|100|bash -c if\nJobID|Submit\n9|100\n", []int64{9}, 1, 0},
		{"too many lines", "7|a|100|if" + strings.Repeat("\n", 2*maxRowLines) + "fi|110|120|4|COMPLETED|\n" + good, []int64{8}, 2, 0},
		{"too long", "7|a|100|if\n" + strings.Repeat(strings.Repeat("x", 100_000)+"\n", 11) + good, []int64{8}, 1, 0},
		{"a line too long", "7|a|100|if\n" + strings.Repeat("x", maxLine+1) + "\n" + good, []int64{8}, 2, 0},
		{"whole, then a line too long", row("if\nfi", "") + strings.Repeat("x", maxLine+1) + "\n" + good, []int64{7, 8}, 1, 1},
		{"whole, then nonsense", row("if\nfi", "first|second") + "x|y|100\nz\n" + good, []int64{7, 8}, 0, 1},
		{"in a time", "7|a|1\n00|sbatch|110|120|4|COMPLETED|\n" + good, []int64{8}, 2, 0},
	} {
		all := read(t, head+c.log)
		var jobs []int64
		for i := range all.Jobs {
			if j := &all.Jobs[i]; j.Start != 110 && j.Job != 9 || j.End != 120 && j.Job != 9 {
				t.Errorf("%s: %+v", c.name, *j)
			}
			jobs = append(jobs, all.Jobs[i].Job)
		}
		if d := cmp.Diff(c.jobs, jobs); d != "" || count(all, "malformed") != c.malformed || count(all, "lines") != c.lines {
			t.Errorf("%s: %s, %v", c.name, d, all.Counts)
		}
	}
}

func TestBegins(t *testing.T) {
	for line, want := range map[string]bool{
		"JobID|Submit": true, "1|2|3": true, "JobID,Submit": true, "User\tJobID": true, "  JobID  JobName": true, `{"jobs": [`: true, "{": true,
		"1 0 -1 5 1 -1 -1 1 5": false, "1,ada,100,COMPLETED": true, "7 x NODE_FAIL": true,
		"1 ada COMPLETELY F": false, "; JobID Submit": false, "": false, "<html>": false, "JobID": false,
	} {
		if got := Begins([]byte(line)); got != want {
			t.Errorf("%q: %t", line, got)
		}
	}
}
