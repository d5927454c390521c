package table

import (
	"math"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/internal/doubt"
)

// A Phase is how far the job of a row has come when the table was made.
type Phase uint8

// The phases.
const (
	Ended    Phase = iota // also if the table does not tell
	Waiting               // or held
	Running               // or suspended, starting or ending
	Requeued              // went back to the queue after this run
	Step                  // a part of a job of Slurm, which has a row of its own
)

// Values of Row.Status, as SWF has them.
const (
	failed    = 0
	completed = 1
	cancelled = 5
)

// Numbers of states of jobs that have not ended, which no table has.
const (
	waiting = math.MinInt64 + 1 + iota
	running
	requeued
)

// setStatus takes the status or the number of a state of a job that has not ended.
func (row *Row) setStatus(n int64) {
	row.Status = None
	switch n {
	case waiting:
		row.Phase = Waiting
	case running:
		row.Phase = Running
	case requeued:
		row.Phase = Requeued
	default:
		row.Status = n
	}
}

// findCodes finds a status of numbers that are not those of the Standard Workload Format, where nobody says whose they are: 3 is
// a job of Slurm's that completed, one of HTCondor's that was removed, and an exit code. None of them is read then.
func (r *Reader) findCodes() {
	c := &r.cells[Status]
	if !c.given || c.at < 0 || c.unit != "" {
		return
	}
	v := &r.batch.Cols[c.at]
	for i := range r.batch.Rows {
		if v.null(i) {
			continue
		}
		s := strings.TrimSpace(shown(v, i))
		if n, err := strconv.ParseFloat(s, 64); err == nil && odd(int64(n)) {
			c.coded = true
			return
		}
	}
}

// odd tells whether a number is no status of a job as a whole in the Standard Workload Format, and no state of states.
func odd(n int64) bool { return n > completed && n != cancelled || n < -1 && n > requeued }

// code is the status that a number is of which nobody says whose it is.
func (r *Reader) code(c *cell, n int64) int64 {
	if !c.coded && !odd(n) {
		return n
	}
	r.codes++
	return None
}

// doubtCodes says that numbers of states were not read.
func (r *Reader) doubtCodes() {
	if name := r.cells[Status].column.Name; r.codes > 0 {
		r.doubt(doubt.Doubt{Key: "state-numbers", Jobs: r.codes, What: name + " has numbers whose meaning is not known, which are not used",
			Fix: "if they are Slurm's, " + r.fix(Status, name, "slurm") + "; condor, exit (0 is success) and swf are others"})
	}
}

func exit(code int64) int64 {
	if code == 0 {
		return completed
	}
	return failed
}

// slurm returns the status of a state in Slurm's numbers, whose higher bits are flags.
func slurm(state int64) int64 {
	switch state & 0xff {
	case 0:
		return waiting
	case 1, 2: // running, suspended
		return running
	case 3:
		return completed
	case 4:
		return cancelled
	}
	return failed
}

// condor returns the status of a JobStatus in HTCondor's numbers.
func condor(state int64) int64 {
	switch state {
	case 1, 5: // idle, held
		return waiting
	case 2, 6, 7: // running, transferring output, suspended
		return running
	case 3: // removed
		return cancelled
	case 4:
		return completed
	}
	return None
}

// states are the words for states of jobs, in lower case: those of Slurm, PBS, LSF, Grid Engine, Flux, OAR, HTCondor and
// Kubernetes, in words and letters.
var states = func() map[string]int64 {
	all := map[string]int64{}
	for state, words := range map[int64]string{
		completed: "completed complete cd c pass passed success succeeded successful finished done ok true completed_successfully exited",
		cancelled: "cancelled canceled killed ca revoked deleted removed x",
		failed: "failed fail f timeout to node_fail nf out_of_memory oom preempted boot_fail deadline error false exit zombi " +
			"timelimit timedout timed_out",
		waiting: "pending pd pend psusp wait waiting queued q h held hold hqw qw hrwq eqw ehqw idle i depend priority sched w " +
			"tolaunch toackreservation submitted blocked deferred",
		running: "running r run suspended s ssusp ususp unkwn e exiting completing cg configuring cf stage_out so stopped st signaling si " +
			"resizing rs u b begun starting launching resuming finishing cleanup transferring > rr t ts tr dr dt active started",
		requeued: "requeued rq requeue requeue_fed requeue_hold special_exit rf rh se",
	} {
		for word := range strings.FieldsSeq(words) {
			all[word] = state
		}
	}
	return all
}()

// word returns the status that a text says, such as COMPLETED or "CANCELLED by 1000".
func word(s string) (int64, error) {
	if len(s) > 64 {
		return None, errWord
	}
	s = strings.TrimLeft(strings.ToLower(s), `['"`) // a list, whose first is the state
	if i := strings.IndexAny(s, ` ,'"]+`); i >= 0 { // CANCELLED+ is cut short
		s = s[:i]
	}
	n, ok := states[s]
	if !ok {
		return None, errWord
	}
	return n, nil
}
