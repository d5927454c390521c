package trace

import (
	"strings"
	"testing"
)

// The state of a table's row, in the words of whichever manager, says whether its job ended: the same rules leave it out as in sacct
// output.
func TestTheStateSaysWhetherARowsJobEnded(t *testing.T) {
	for _, c := range []struct{ column, states, rule string }{
		{"state", "COMPLETED,DONE,EXIT,FAILED,TIMEOUT,CANCELLED by 1001,C,INACTIVE,Succeeded,CANCELLED+", ""},
		{"state", "RUNNING,R,running,SUSPENDED,S,COMPLETING,CG,E,RUN,SSUSP,USUSP,r,t,dr,CLEANUP,Suspended,STAGE_OUT", "unfinished"},
		{"job_status", "PENDING,PD,Q,H,PEND,PSUSP,WAIT,qw,hqw,Eqw,SCHED,DEPEND,PRIORITY,Idle,Held,Queued,W", "not-started"},
		{"JobStatus", "1,5,I,H", "not-started"},
		{"JobStatus", "2,6,7,R", "unfinished"},
		{"JobStatus", "3,4,C,X", ""},
	} {
		for state := range strings.SplitSeq(c.states, ",") {
			text := "job,submit,start,end,procs," + c.column + "\n1,10,20,30,4,COMPLETED\n2,11,21,31,4," + state + "\n"
			w := readCSV(t, text, Options{})
			for _, rule := range []string{"unfinished", "not-started"} {
				if want := rule == c.rule; (w.Count(rule) == 1) != want || c.rule == "" && w.Len() != 2 {
					t.Errorf("%s %s: %d jobs, %v", c.column, state, w.Len(), w.Counts)
				}
			}
		}
	}
}

// A run that ended in the queue again was one if it held processors.
func TestARequeuedRowIsARunOrNone(t *testing.T) {
	w := readCSV(t, "job,submit,start,end,procs,state\n1,10,20,30,4,REQUEUED\n1,40,50,60,4,COMPLETED\n2,10,,,4,REQUEUED\n", Options{})
	if w.Len() != 2 || w.Count("partial") != 1 {
		t.Errorf("%d jobs, %v", w.Len(), w.Counts)
	}
}

// A table whose columns are not sacct's may have rows of steps: they are no jobs.
func TestStepsInAnyTableAreNoJobs(t *testing.T) {
	w := readCSV(t, "job,submit,start,end,procs\n1,10,20,30,4\n1.batch,20,20,30,4\n1.0,20,20,30,4\n2,10,20,30,4\n", Options{})
	if w.Len() != 2 || w.Count("step") != 2 {
		t.Errorf("%d jobs, %v", w.Len(), w.Counts)
	}
}
