package trace

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/trace/table"
)

// slurmRows are jobs, steps, tasks of an array, a heterogeneous job, a running job and a waiting one.
const slurmRows = `JobID|User|Account|Submit|Start|End|Elapsed|State|AllocCPUS|ReqMem|TimelimitRaw|AllocTRES
101|u1|a|2024-03-01T10:00:00|2024-03-01T10:05:00|2024-03-01T11:05:00|01:00:00|COMPLETED|4|8G|120|billing=4,cpu=4,gres/gpu=2,node=1
101.batch||a|2024-03-01T10:05:00|2024-03-01T10:05:00|2024-03-01T11:05:00|01:00:00|COMPLETED|4|||cpu=4,node=1
101.0||a|2024-03-01T10:05:00|2024-03-01T10:05:00|2024-03-01T11:05:00|01:00:00|COMPLETED|4|||cpu=4,node=1
102_3|u2|a|2024-03-01T10:01:00|2024-03-01T11:05:00|2024-03-02T12:05:00|1-01:00:00|CANCELLED by 1001|8|4000M|1600|cpu=8,node=2
103+0|u3|b|2024-03-01T10:02:00|2024-03-01T11:05:00|2024-03-01T11:15:00|00:10:00|TIMEOUT|8|4000M|10|cpu=8,node=2
103+1|u3|b|2024-03-01T10:02:00|2024-03-01T11:05:00|2024-03-01T11:15:00|00:10:00|TIMEOUT|2|4000M|10|cpu=2,node=1
104_[5-9%2]|u3|b|2024-03-01T10:02:00|Unknown|Unknown|00:00:00|PENDING|0||10|
105|u1|b|2024-03-01T10:03:00|2024-03-01T10:05:00|Unknown|01:00:00|RUNNING|4|8G|120|cpu=4,node=1
`

// slurmCells returns slurmRows as cells.
func slurmCells() (head []string, rows [][]string) {
	for i, line := range strings.Split(strings.TrimSpace(slurmRows), "\n") {
		if cells := strings.Split(line, "|"); i == 0 {
			head = cells
		} else {
			rows = append(rows, cells)
		}
	}
	return head, rows
}

// rewritten returns slurmRows with each cell rewritten, the lines joined and the header replaced.
func rewritten(head, sep string, cell func(column, text string) string) string {
	names, rows := slurmCells()
	var b strings.Builder
	b.WriteString(head + "\n")
	for i, row := range rows {
		for k := range row {
			row[k] = cell(names[k], row[k])
		}
		if strings.HasPrefix(head, sep) { // an index
			row = append([]string{fmt.Sprint(i)}, row...)
		}
		b.WriteString(strings.Join(row, sep) + "\n")
	}
	return b.String()
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// commas puts cells with commas in quotes, as csv.writer and pandas do.
func commas(s string) string {
	if strings.Contains(s, ",") {
		return quoted(s)
	}
	return s
}

// isMissing tells whether sacct has no time or value in a cell.
func isMissing(s string) bool { return s == "" || s == "Unknown" }

// Whoever writes sacct's rows to a table, they are sacct's: steps, arrays, heterogeneous jobs, minutes and states are those of the
// text.
func TestTablesWithSacctsColumnsAreSacctOutput(t *testing.T) {
	want := mustRead(t, slurmRows, Options{})
	head := "JobID,User,Account,Submit,Start,End,Elapsed,State,AllocCPUS,ReqMem,TimelimitRaw,AllocTRES"
	snake := "job_id,user,account,submit,start,end,elapsed,state,alloc_cpus,req_mem,timelimit_raw,alloc_tres"
	for name, text := range map[string]string{
		"csv.writer": rewritten(head, ",", func(_, s string) string { return commas(s) }),
		"R":          rewritten(`"`+strings.ReplaceAll(head, ",", `","`)+`"`, ",", func(_, s string) string { return quoted(s) }),
		"R, bars":    rewritten(`"`+strings.ReplaceAll(head, ",", `"|"`)+`"`, "|", func(_, s string) string { return quoted(s) }),
		"semicolons": rewritten(strings.ReplaceAll(snake, ",", ";"), ";", func(_, s string) string { return s }),
		"lower case": rewritten(strings.ReplaceAll(strings.ToLower(head), ",", "\t"), "\t", func(_, s string) string { return s }),
		"lower state": rewritten(snake, ",", func(column, s string) string {
			if column == "State" {
				s = strings.ToLower(s)
			}
			return commas(s)
		}),
		"pandas": rewritten(","+head, ",", func(column, s string) string {
			switch {
			case isMissing(s):
				return ""
			case column == "TimelimitRaw" || column == "AllocCPUS":
				return s + ".0"
			case column == "Elapsed":
				days, clock, dated := strings.Cut(s, "-")
				if !dated {
					days, clock = "0", s
				}
				return days + " days " + clock
			}
			return commas(strings.Replace(s, "-01T", "-01 ", 1))
		}),
		"missing words": rewritten(head, ",", func(column, s string) string {
			if isMissing(s) {
				return "NaN"
			}
			return commas(s)
		}),
	} {
		got, err := Read("t.csv", []byte(text), Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sameSlurm(t, name, want, got)
	}
	got, err := ReadFrom("t.parquet", typedSlurm{strings.NewReader("")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range got.Jobs.Held() {
		got.Jobs.Held()[i].Line++ // of the line with the names of columns
	}
	sameSlurm(t, "types", want, got)
}

func sameSlurm(t *testing.T, name string, want, got *Workload) {
	t.Helper()
	if d := cmp.Diff(want.Jobs.Held(), got.Jobs.Held()); d != "" {
		t.Errorf("%s: %s", name, d)
	}
	if d := cmp.Diff(want.Counts, got.Counts); d != "" {
		t.Errorf("%s: %s", name, d)
	}
	if want.UnixStart != got.UnixStart || want.LocalTimes != got.LocalTimes || !cmp.Equal(want.Users, got.Users) {
		t.Errorf("%s: from %d (local: %t) with users %v", name, got.UnixStart, got.LocalTimes, got.Users)
	}
}

// typedSlurm is slurmRows as a Parquet file that pandas wrote: times, durations and numbers beside missing ones.
type typedSlurm struct{ io.Reader }

func (typedSlurm) Table() (table.Table, error) {
	names, rows := slurmCells()
	m := &memoryTable{batch: &table.Batch{Rows: len(rows)}}
	for k, name := range names {
		column := table.Column{Name: name, Type: table.Text}
		var v table.Vector
		for _, row := range rows {
			s := row[k]
			v.Null = append(v.Null, isMissing(s))
			switch name {
			case "Submit", "Start", "End":
				unix, _ := parseClock(s)
				column.Type, column.Unit, column.Local = table.Time, "ns", true
				v.Int = append(v.Int, unix*1e9)
			case "Elapsed":
				var days, h, min int64
				if n, _ := fmt.Sscanf(s, "%d-%d:%d", &days, &h, &min); n < 3 {
					days = 0
					fmt.Sscanf(s, "%d:%d", &h, &min)
				}
				column.Type, column.Unit = table.Duration, "us"
				v.Int = append(v.Int, (days*86400+h*3600+min*60)*1e6)
			case "AllocCPUS", "TimelimitRaw":
				x := 0.0
				fmt.Sscan(s, &x)
				column.Type = table.Float
				v.Float = append(v.Float, x)
			default:
				v.Text = append(v.Text, s)
			}
		}
		m.columns, m.batch.Cols = append(m.columns, column), append(m.batch.Cols, v)
	}
	return m, nil
}

// parseClock returns a time of slurmRows as a Unix time in UTC, 0 if it is none.
func parseClock(s string) (int64, error) {
	var day, h, min int64
	_, err := fmt.Sscanf(s, "2024-03-%dT%d:%d", &day, &h, &min)
	if err != nil {
		return 0, err
	}
	const march = 1_709_251_200 // 2024-03-01
	return march + (day-1)*86400 + h*3600 + min*60, nil
}

// A memoryTable is a table of one batch.
type memoryTable struct {
	columns []table.Column
	batch   *table.Batch
}

func (m *memoryTable) Columns() []table.Column { return m.columns }

func (m *memoryTable) Meta(string) string { return "" }

func (m *memoryTable) Read(columns []int) (*table.Batch, error) {
	if m.batch == nil {
		return nil, io.EOF
	}
	b := &table.Batch{Rows: m.batch.Rows}
	for _, i := range columns {
		b.Cols = append(b.Cols, m.batch.Cols[i])
	}
	m.batch = nil
	return b, nil
}

// A header is sacct's if its columns are, not because one is called JobID.
func TestWhichTablesAreSaccts(t *testing.T) {
	for text, want := range map[string]bool{ // whether it is read as sacct output
		"JobID,submit,start,run,procs\n1,0,5,10,4\n":                                               false,
		"JobID,Submit,Start,End,Procs,State\n1,0,5,10,4,COMPLETED\n":                               false,
		"jobID|submission_time|execution_time|requested_number_of_resources\n1|0|10|4\n":           false,
		"jobid;submit;start;end;nnodes;ncpus;walltime\n1;0;5;10;1;4;60\n":                          false,
		"JobID,Submit,Start,End,NCPUS,Timelimit,IORate(MB)\n1,0,5,10,4,00:10:00,3\n":               false,
		"job_id,submit_time,start_time,end_time,alloc_cpus,req_mem,max_rss\n1,0,5,10,4,1,1\n":      false,
		"JobID,Submit,Start,End,NCPUS,Timelimit\n1,1700000000,1700000005,1700000010,4,3600\n":      true,
		"job_id,submit,start,end,alloc_cpus,elapsed_raw,state,site\n1,10,20,30,4,10,COMPLETED,x\n": true,
	} {
		w, err := Read("t.csv", []byte(text), Options{})
		switch {
		case err != nil && want:
			t.Errorf("%s: %v", text, err)
		case err == nil && (w.Reading == nil) != want:
			t.Errorf("%s: read as sacct output: %t", text, w.Reading == nil)
		}
	}
}

// Where another program made numbers of durations, nobody knows the unit: start and end say how long jobs ran, and limits that all
// jobs exceed are doubted.
func TestNumbersForSacctsDurationsAreNotTakenForSeconds(t *testing.T) {
	for _, head := range []string{
		"jobid,user,submit,start,end,elapsed,timelimit,ncpus,state",
		`"JobID",User,Submit,Start,End,Elapsed,Timelimit,NCPUS,State`,
	} {
		rows := "\n1,a,1000,1000,4600,1.0,8.0,64,COMPLETED\n2,a,1000,1000,8200,2.0,8.0,64,COMPLETED\n" +
			"2.batch,,1000,1000,8200,2.0,,64,COMPLETED\n"
		w := readCSV(t, head+rows, Options{})
		jobs, doubts := w.Jobs.Held(), strings.Join(said(w), "\n")
		if len(jobs) != 2 || jobs[0].Run != 3600 || jobs[1].Run != 7200 ||
			!strings.Contains(doubts, "hours read as seconds: give --estimates factor:3600") {
			t.Errorf("%s: %d jobs, doubts %q", head, len(jobs), doubts)
		}
	}
}
