package sacct

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/internal/golden"
)

// transcript reads a log and writes a line for each job, error and count.
func transcript(r *Reader) string {
	var out strings.Builder
	var rec Record
	for {
		err := r.Read(&rec)
		if err == io.EOF {
			break
		}
		var line *ParseError
		if errors.As(err, &line) && !r.Fatal(err) {
			fmt.Fprintf(&out, "error %v\n", err)
			continue
		}
		if err != nil {
			fmt.Fprintf(&out, "fatal %v\n", err)
			break
		}
		out.WriteString(describe(&rec, r.Names()))
	}
	for _, c := range r.Counts() {
		fmt.Fprintf(&out, "count %s %d\n", c.Rule, c.Rows)
	}
	return out.String()
}

func describe(j *Record, n Names) string {
	name := func(table []string, i int32) string {
		if i == None {
			return "-"
		}
		return table[i]
	}
	return fmt.Sprintf("line %d: job %d (%d task %d, %d waiting, %d parts, %d steps) %v %v\n"+
		"    submit %d eligible %d start %d end %d elapsed %d limit %d\n"+
		"    procs %d of %d, nodes %d of %d, MaxRSS %d KiB, memory %d of %d KiB, priority %d\n"+
		"    %s: user %s group %s account %s partition %s qos %s reservation %s\n"+
		"    GPUs %d %s, suspended %d, dependent %t, licensed %t, features %s, nodes %s\n",
		j.Line, j.Job, j.Base, j.Task, j.Waiting, j.Parts, j.Steps, j.State, j.Phase(),
		j.Submit, j.Eligible, j.Start, j.End, j.Elapsed, j.Limit,
		j.Procs, j.ReqProcs, j.Nodes, j.ReqNodes, j.MaxRSSKiB, j.MemoryKiB, j.ReqMemoryKiB, j.Priority,
		name(n.Names, j.Name), name(n.Users, j.User), name(n.Groups, j.Group), name(n.Accounts, j.Account),
		name(n.Partitions, j.Partition), name(n.QOS, j.QOS), name(n.Reservations, j.Reservation),
		j.GPUs, name(n.GPUTypes, j.GPUType), j.Suspended, j.Dependent, j.Licensed, name(n.Features, j.Features), name(n.NodeLists, j.NodeList))
}

// TestGolden reads the logs of testdata; what is expected of each is beside it
// and was checked by hand.
func TestGolden(t *testing.T) {
	logs, err := filepath.Glob("testdata/*.sacct")
	if err != nil || len(logs) < 3 {
		t.Fatal(logs, err)
	}
	for _, log := range logs {
		t.Run(filepath.Base(log), func(t *testing.T) {
			f, err := os.Open(log)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			r := NewReader(f)
			r.File = filepath.Base(log)
			got := transcript(r)
			file := strings.TrimSuffix(log, ".sacct") + ".want"
			if d := cmp.Diff(golden.Read(t, file, got), got); d != "" {
				t.Error(d)
			}
		})
	}
	wants, _ := filepath.Glob("testdata/*.want")
	if len(wants) != len(logs) {
		t.Errorf("%d golden files for %d logs", len(wants), len(logs))
	}
}
