package dynp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/sim"
)

// A handling says what becomes of the queue's list when policies sort it. In all but listSorted,
// a plan by FCFS is one of the list as it stands, and SJF and LJF sort the list by estimate. Each
// field names an order: "list" is as it stands, "submission", "sjf" and "ljf" are sorted, and
// "starts" is by the planned starts, of equal ones the list's.
type handling struct {
	RunFCFS   string `json:"run_fcfs,omitempty"`   // in which jobs start by a step that chooses FCFS: "list", "ljf"
	RunLJF    string `json:"run_ljf,omitempty"`    // the same of LJF: "ljf", "sjf"
	LeaveFCFS string `json:"leave_fcfs,omitempty"` // of the list after such a step: "submission", "list", "ljf", "starts"
	LeaveSJF  string `json:"leave_sjf,omitempty"`  // the same of SJF: "sjf", "starts"
	LeaveLJF  string `json:"leave_ljf,omitempty"`  // the same of LJF: "sjf", "ljf"

	// Where a new job goes while a policy is in force: "" is the end of the list. "before" and
	// "after" are its place by estimate, before and after its equals: in a list that rises in the
	// estimate, and with InsertFCFS in one that falls.
	InsertFCFS string `json:"insert_fcfs,omitempty"`
	InsertSJF  string `json:"insert_sjf,omitempty"`
	InsertLJF  string `json:"insert_ljf,omitempty"`

	// Equals says how sorting orders jobs of equal estimate: "" as the list does, and LJF reads
	// SJF's order from the end; or "submission", for both.
	Equals string `json:"equals,omitempty"`
}

var (
	// listSorted: every policy sorts for itself, ties by submission. So does core/policy/dynp.
	listSorted = handling{}

	// listKept: the list stays sorted by the policy of the last step. This explains oddities of
	// table 6: that FCFS and SJF plan equally well in most steps with some 20 jobs waiting,
	// that case 8c never occurs though case 5 is frequent, that case 6c always ends LJF.
	listKept = handling{RunFCFS: "list", RunLJF: "ljf", LeaveFCFS: "submission", LeaveSJF: "sjf", LeaveLJF: "sjf"}

	// listA: as listKept, but a step that chooses FCFS starts jobs in the order, and leaves
	// the list in it, in which LJF, which is planned last, has brought the list. This alone
	// gives the printed gain of the advanced decider.
	listA = handling{RunFCFS: "ljf", RunLJF: "ljf", LeaveFCFS: "ljf", LeaveSJF: "sjf", LeaveLJF: "sjf"}

	// listInserted: as listA, but new jobs go in by estimate, and jobs of equal estimate are
	// sorted by submission. This explains more of table 6: if new jobs came last, a long job
	// before a short new one would be FCFS and LJF alike, and case 8b not be rare; and case 10b,
	// SJF and LJF alike, needs equal jobs of which the list has the new one first.
	listInserted = handling{RunFCFS: "ljf", RunLJF: "ljf", LeaveFCFS: "ljf", LeaveSJF: "sjf", LeaveLJF: "sjf",
		InsertSJF: "before", InsertLJF: "after", Equals: "submission"}
)

// handlings are those with names.
var handlings = map[string]handling{"sorted": listSorted, "kept": listKept, "a": listA}

// name returns a name, or the beginnings of the fields.
func (h handling) name() string {
	switch h {
	case listSorted:
		return ""
	case listKept:
		return "kept"
	case listA:
		return "a"
	case listInserted:
		return "inserted"
	}
	fields := []string{h.RunFCFS, h.RunLJF, h.LeaveFCFS, h.LeaveSJF, h.LeaveLJF, h.InsertFCFS, h.InsertSJF, h.InsertLJF, h.Equals}
	for i, f := range fields {
		fields[i] = f[:min(3, len(f))] // a policy's name is short
	}
	return strings.Join(fields, "-")
}

// check panics if the handling is none.
func (h handling) check() {
	if h == listSorted {
		return
	}
	insert := []string{"", "before", "after"}
	checkValues(
		allowed{h.RunFCFS, []string{"list", "ljf"}}, allowed{h.RunLJF, []string{"ljf", "sjf"}},
		allowed{h.LeaveFCFS, []string{"submission", "list", "ljf", "starts"}}, allowed{h.LeaveSJF, []string{"sjf", "starts"}},
		allowed{h.LeaveLJF, []string{"sjf", "ljf"}}, allowed{h.InsertFCFS, insert}, allowed{h.InsertSJF, insert},
		allowed{h.InsertLJF, insert}, allowed{h.Equals, []string{"", "submission"}})
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

// insert puts j, which is among the waiting jobs, where a new job goes while a policy is in force.
func (l *queueList) insert(policy int, j *sim.Job, waiting []slot) {
	rule := [...]string{l.InsertFCFS, l.InsertSJF, l.InsertLJF}[policy]
	if rule == "" {
		return
	}
	at := l.place[j.Index]
	for _, w := range waiting {
		order := cmp.Compare(j.Estimate, w.job.Estimate)
		if policy == byList {
			order = -order
		}
		if order < 0 || order == 0 && rule == "before" {
			at = min(at, l.place[w.job.Index])
		}
	}
	for _, w := range waiting {
		if p := &l.place[w.job.Index]; *p >= at {
			*p++
		}
	}
	l.place[j.Index] = at
	l.next++
}

// tie parts the keys of jobs with equal estimates. Keys are exact for up to tie jobs and
// estimates of up to 2^33 seconds.
const tie = 1 << 20

// key is a job's key in the order of a policy. No two jobs have the same.
func (l *queueList) key(policy int, j *sim.Job) float64 {
	place := float64(l.place[j.Index])
	if policy != byList && l.Equals == "submission" {
		place = float64(j.Index)
	}
	estimate := tie * float64(j.Estimate)
	switch {
	case policy == byList:
		return place
	case policy == bySJF:
		return estimate + place
	case l.handling == listSorted || l.Equals == "submission":
		return place - estimate
	}
	return -(estimate + place)
}

// leave brings the list in order after a step that chose a policy. It reorders waiting.
func (l *queueList) leave(policy int, waiting []slot) {
	if l.handling == listSorted {
		return // places are those of the submissions
	}
	key := func(w slot) float64 { return float64(l.place[w.job.Index]) }
	switch [...]string{l.LeaveFCFS, l.LeaveSJF, l.LeaveLJF}[policy] {
	case "sjf":
		key = func(w slot) float64 { return l.key(bySJF, w.job) }
	case "ljf":
		key = func(w slot) float64 { return l.key(byLJF, w.job) }
	case "submission":
		key = func(w slot) float64 { return float64(w.job.Index) }
	case "starts":
		slices.SortFunc(waiting, func(a, b slot) int { return cmp.Compare(key(a), key(b)) })
		key = func(w slot) float64 { return float64(w.start) }
	}
	slices.SortStableFunc(waiting, func(a, b slot) int { return cmp.Compare(key(a), key(b)) })
	for i, w := range waiting {
		l.place[w.job.Index] = int64(i)
	}
	l.next = int64(len(waiting))
}
