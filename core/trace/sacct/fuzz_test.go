package sacct

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// FuzzReader reads anything, with a header line or with columns given. What comes out must
// be within the documented ranges, and every error must be one line with a place.
func FuzzReader(f *testing.F) {
	logs, _ := filepath.Glob("testdata/*.sacct")
	for _, log := range logs {
		b, err := os.ReadFile(log)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, "")
	}
	for _, seed := range [][2]string{
		{"JobID|JobName|Comment|Submit|ReqMem|MaxRSS|NTasks|NCPUS\n1|a|b|1|9P|9P|999999999999999|1\n1.0|||1||900P|999999999999999|\n"},
		{"JobID|Submit|NCPUS\n1+0|1|999999999999999\n1+1|1|999999999999999\n1+1|1|\n2_[1-999999999999999]|1|0\n"},
		{"1|100|relax\n2|101|a|b\n", "JobID,Submit,JobName"},
		{"1;100;relax;\n2;101;late;\nJobID;Submit\n3;5\n", "JobID,Submit%20|JobName"},
		{"JobID,JobName,Submit,State\n1_[1,3],a,100,COMPLETED\n"},
		{"JobID\tSubmit\tNCPUS\t\n1\t100\t4\t\nJobID^Submit\n2^200\n"},
		{"       JobID     Submit\n------------ ------\n1001             100\n"},
		{"JobID|Submit|SubmitLine|NCPUS\n1|100|if\n a | b\n\nfi|4\n2|5|x\n"},
		{"JobID|Submit|ReqTRES|ReqGRES|AllocGRES\n1|5|gres/shard=4,gres/shard:a=9,gres/x=99999999999999999999|PER_NODE:a:9P|a(,b:1\n"},
		{"JobID|Submit|Comment\n1|100|one\ntwo\n2|5|x|y\n"},
		{`{"jobs":[{"job_id":5,"time":{"submission":7,"limit":{"set":true,"number":5}},"state":{"current":"RUNNING"}}]}`},
		{`{"jobs":[{"job_id":5,"het":{"job_id":5,"job_offset":0},"time":{"submission":7},"steps":[{}]}]} {"jobs":[`},
	} {
		f.Add([]byte(seed[0]), seed[1])
	}
	f.Fuzz(func(t *testing.T, log []byte, columns string) {
		r := NewReader(bytes.NewReader(log))
		r.Columns = columns
		var rec Record
		jobs, errs := 0, 0
		for {
			err := r.Read(&rec)
			if err == io.EOF {
				break
			}
			if err != nil {
				var at *ParseError
				if !errors.As(err, &at) || at.Line < 1 || bytes.IndexByte([]byte(err.Error()), '\n') >= 0 {
					t.Fatalf("error %q", err)
				}
				if r.Fatal(err) {
					break
				}
				errs++
				continue
			}
			jobs++
			checkRecord(t, &rec, r.Names())
		}
		steps := 0
		for _, c := range r.Counts() {
			if c.Rows <= 0 {
				t.Fatalf("count %+v", c)
			}
			if c.Rule == "step" {
				steps = c.Rows
			}
		}
		if lines := bytes.Count(log, []byte("\n")) + 1; r.list == nil && jobs+errs+steps > lines {
			t.Fatalf("%d jobs, %d errors and %d steps from %d lines", jobs, errs, steps, lines)
		}
		again := NewReader(bytes.NewReader(log))
		again.Columns = columns
		if all, err := again.All(); err == nil && len(all.Jobs) > jobs {
			t.Fatalf("%d jobs at once, %d one by one", len(all.Jobs), jobs)
		}
		storedIsRead(t, log, columns)
	})
}

func checkRecord(t *testing.T, rec *Record, n Names) {
	t.Helper()
	const most = int64(1e18)
	for _, v := range []int64{
		rec.Job, rec.Base, rec.Waiting, rec.Submit, // never None
		rec.Task + 1, rec.Eligible + 1, rec.Start + 1, rec.End + 1, rec.Elapsed + 1, rec.Limit + 1, rec.Procs + 1, rec.ReqProcs + 1,
		rec.Nodes + 1, rec.ReqNodes + 1, rec.MaxRSSKiB + 1, rec.ReqMemoryKiB + 1, rec.Priority + 1,
	} {
		if v < 0 || v > most {
			t.Fatalf("%+v", *rec)
		}
	}
	if rec.GPUs < 0 || rec.Suspended < 0 || rec.MemoryKiB < None || rec.Parts < 1 || rec.Parts > maxParts || rec.Steps < 0 {
		t.Fatalf("%+v", *rec)
	}
	for _, c := range []struct {
		i     int32
		table []string
	}{
		{rec.Name, n.Names}, {rec.User, n.Users}, {rec.Group, n.Groups}, {rec.Account, n.Accounts},
		{rec.Partition, n.Partitions}, {rec.QOS, n.QOS}, {rec.Reservation, n.Reservations},
		{rec.Features, n.Features}, {rec.NodeList, n.NodeLists}, {rec.GPUType, n.GPUTypes},
		{rec.TaskList, n.TaskLists},
	} {
		if c.i < None || int(c.i) >= len(c.table) {
			t.Fatalf("index %d into %d names", c.i, len(c.table))
		}
	}
	_ = rec.Phase().String() + rec.State.String()
}
