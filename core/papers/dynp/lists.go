package dynp

import (
	"slices"

	"github.com/backfill-lab/backfill/core/sim"
)

// A handling says what becomes of the queue's list when policies sort it. In all but listSorted,
// a plan by FCFS is one of the list as it stands, SJF sorts the list by estimate, jobs of
// equal estimate in the list's order, and LJF reads that from the end. Each field names an
// order: "list" is as it stands, "submission", "sjf" and "ljf" are sorted.
type handling struct {
	RunFCFS   string `json:"run_fcfs,omitempty"`   // in which jobs start by a step that chooses FCFS: "list", "ljf"
	RunLJF    string `json:"run_ljf,omitempty"`    // the same of LJF: "ljf", "sjf"
	LeaveFCFS string `json:"leave_fcfs,omitempty"` // of the list after such a step: "submission", "list", "ljf"
	LeaveLJF  string `json:"leave_ljf,omitempty"`  // the same of LJF: "sjf", "ljf"; after SJF it is "sjf"

	// Arrive names the policies under which a submission sorts the list by estimate, before
	// any step: "ljf" or "sjf+ljf". Otherwise a new job is the last of the list.
	Arrive string `json:"arrive,omitempty"`
}

var (
	// listSorted: every policy sorts for itself, ties by submission. So does core/policy/dynp.
	listSorted = handling{}

	// listKept: the list stays sorted by the policy of the last step. This explains oddities of
	// table 6: that FCFS and SJF plan equally well in most steps with some 20 jobs waiting,
	// that case 8c never occurs though case 5 is frequent, that case 6c always ends LJF.
	listKept = handling{RunFCFS: "list", RunLJF: "ljf", LeaveFCFS: "submission", LeaveLJF: "sjf"}

	// listA: as listKept, but a step that chooses FCFS starts jobs in the order, and leaves
	// the list in it, in which LJF, which is planned last, has brought the list. This alone
	// gives the printed gain of the advanced decider: 36 of 72 handlings start the jobs of
	// FCFS longest first, and all of them have it on KTH_syn; none of the others does.
	listA = handling{RunFCFS: "ljf", RunLJF: "ljf", LeaveFCFS: "ljf", LeaveLJF: "sjf"}
)

// handlings are those with names.
var handlings = map[string]handling{"sorted": listSorted, "kept": listKept, "a": listA}

// name returns a name, or the fields.
func (h handling) name() string {
	switch h {
	case listSorted:
		return ""
	case listKept:
		return "kept"
	case listA:
		return "a"
	}
	return h.RunFCFS + "-" + h.RunLJF + "-" + h.LeaveFCFS + "-" + h.LeaveLJF + "-" + h.Arrive
}

// allHandlings are the 72 that the fields can say, besides listSorted.
func allHandlings() (all []handling) {
	for _, runFCFS := range []string{"list", "ljf"} {
		for _, runLJF := range []string{"ljf", "sjf"} {
			for _, leaveFCFS := range []string{"submission", "list", "ljf"} {
				for _, leaveLJF := range []string{"sjf", "ljf"} {
					for _, arrive := range []string{"", "ljf", "sjf+ljf"} {
						all = append(all, handling{runFCFS, runLJF, leaveFCFS, leaveLJF, arrive})
					}
				}
			}
		}
	}
	return all
}

func (h handling) check() {
	if h != listSorted && !slices.Contains(allHandlings(), h) {
		panic("dynp: unknown handling " + h.name())
	}
}

// runs returns the index of the policy by whose order jobs start once policy is chosen.
func (h handling) runs(policy int) int {
	switch {
	case policy == byList && h.RunFCFS == "ljf":
		return byLJF
	case policy == byLJF && h.RunLJF == "sjf":
		return bySJF
	}
	return policy
}

// Indexes into policies.
const (
	byList = iota
	bySJF
	byLJF
)

// A queueList is the queue's list.
type queueList struct {
	handling
	place []int64 // by job index: jobs are listed by rising place
	next  int64   // greater than any place
}

func (l *queueList) reset() { l.place, l.next = l.place[:0], 0 }

// add puts j at the end.
func (l *queueList) add(j *sim.Job) {
	for int(j.Index) >= len(l.place) {
		l.place = append(l.place, 0)
	}
	l.place[j.Index] = l.next
	l.next++
}

// tie parts the keys of jobs with equal estimates. Keys are exact for up to tie jobs and
// estimates of up to 2^33 seconds.
const tie = 1 << 20

// key is a job's key in the order of a policy. No two jobs have the same.
func (l *queueList) key(policy int, j *sim.Job) float64 {
	place := float64(l.place[j.Index])
	estimate := tie * float64(j.Estimate)
	switch {
	case policy == byList:
		return place
	case policy == bySJF:
		return estimate + place
	case l.handling == listSorted: // longest first, ties by submission
		return place - estimate
	}
	return -(estimate + place)
}

// leave brings the list in order after a step that chose a policy. shortest are the waiting
// jobs in the order of SJF.
func (l *queueList) leave(policy int, shortest []*sim.Job) {
	order := "sjf"
	switch policy {
	case byList:
		order = l.LeaveFCFS
	case byLJF:
		order = l.LeaveLJF
	}
	if l.handling == listSorted {
		return // places are those of the submissions
	}
	switch order {
	case "sjf":
		l.number(shortest)
	case "ljf":
		l.number(shortest)
		for _, j := range shortest {
			l.place[j.Index] = l.next - 1 - l.place[j.Index]
		}
	case "submission":
		for _, j := range shortest {
			l.place[j.Index] = int64(j.Index)
		}
		l.next = int64(len(l.place))
	}
}

// number lists the jobs in the order given.
func (l *queueList) number(jobs []*sim.Job) {
	for i, j := range jobs {
		l.place[j.Index] = int64(i)
	}
	l.next = int64(len(jobs))
}

// sortsIn tells whether a submission sorts the list while a policy is in force.
func (l *queueList) sortsIn(policy int) bool {
	return policy == byLJF && l.Arrive != "" || policy == bySJF && l.Arrive == "sjf+ljf"
}
