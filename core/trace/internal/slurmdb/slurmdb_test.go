package slurmdb

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

const dir = "../../sacct/testdata/slurm/data"

// ended is an entry of slurmctld's log of runs that ended.
var ended = regexp.MustCompile(`(?s)JobId=(\d+) UserId=(\w+)\(\d+\) .*? JobState=(\w+) .*? TimeLimit=(\S+) ` +
	`StartTime=(\S+) EndTime=(\S+) .*? ProcCnt=(\d+) .*? Account=(\w+) QOS=(\w+) .*? SubmitTime=(\S+) `)

// TestTheCompletionLogAgrees holds what is read of the database against the log that slurmctld
// writes without it, for runs that were given nodes. The log calls a run PENDING that went back
// to the queue, and has a resized job's first submission and last start.
func TestTheCompletionLogAgrees(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(dir, "jobcomp.txt"))
	if err != nil {
		t.Fatal(err)
	}
	logged := map[string]bool{}
	for _, m := range ended.FindAllStringSubmatch(string(text), -1) {
		if m[3] == "PENDING" {
			m[3] = "REQUEUED"
		}
		logged[fmt.Sprint(m[1:])] = true
	}
	runs := Runs(t, dir)
	resized := map[int64]bool{}
	for _, r := range runs {
		resized[r.Job] = resized[r.Job] || r.State == "RESIZING"
	}
	moment := func(at int64) string { return time.Unix(at, 0).UTC().Format("2006-01-02T15:04:05") }
	for _, r := range runs {
		if r.End == 0 || !r.Placed || resized[r.Job] {
			continue
		}
		limit := fmt.Sprint(r.Minutes)
		if r.Minutes < 0 {
			limit = "UNLIMITED"
		}
		if run := fmt.Sprint([]any{r.Job, r.User, r.State, limit, moment(r.Start), moment(r.End),
			r.CPUs, r.Account, r.QOS, moment(r.Submit)}); !logged[run] {
			t.Errorf("not in the log: %s", run)
		}
	}
}
