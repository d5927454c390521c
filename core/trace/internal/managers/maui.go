package managers

import (
	"bytes"
	"slices"
)

// Maui's workload traces have a line for each job that ended, whose fields have spaces between them. A record in Moab's event logs
// begins with what happened when to which object; behind the type JOBEND follow the same fields, without the first and the adapter.
//
// A job has its tasks times the processors dedicated to each.

// Fields of a workload trace, from 0.
const (
	mauiJob     = 0
	mauiNodes   = 1 // requested, 0 if it did not say
	mauiTasks   = 2 // requested
	mauiUser    = 3
	mauiGroup   = 4
	mauiLimit   = 5
	mauiState   = 6
	mauiClass   = 7
	mauiSubmit  = 8
	mauiStart   = 10 // 0 if it never started
	mauiEnd     = 11
	mauiAdapter = 12 // not in Moab's events
	mauiGiven   = 21 // tasks
	mauiPerTask = 31 // processors
	mauiMemory  = 32 // MiB for each task
	mauiResv    = 40
	mauiLeast   = mauiMemory + 1
)

// Fields of Moab's events, from 0.
const (
	moabObject = 2
	moabID     = 3
	moabType   = 4
	moabJob    = 5  // the fields of the job
	moabExit   = 46 // of these, in newer versions: the status and more, separated by commas
)

func (r *Reader) openMaui() func(*Row) error {
	return r.eachLine(func(line []byte, row *Row) (bool, error) {
		fields := bytes.Fields(line)
		if len(fields) == 0 || line[0] == '#' || string(fields[0]) == "VERSION" {
			return false, nil
		}
		return r.mauiJob(fields, row)
	})
}

func (r *Reader) openMoab() func(*Row) error {
	return r.eachLine(func(line []byte, row *Row) (bool, error) {
		fields := bytes.Fields(line)
		switch {
		case len(fields) == 0 || line[0] == '#':
			return false, nil
		case len(fields) <= moabJob || !looksLike(fields[0], "00:00:00"):
			return false, r.bad("", line, errRecord)
		case string(fields[moabObject]) != "job" || string(fields[moabType]) != "JOBEND":
			r.Others++
			return false, nil
		}
		job := fields[moabJob:]
		if len(job) < mauiAdapter {
			return false, r.bad("", line, errRecord)
		}
		exit := None
		if len(job) > moabExit {
			row.Exclusive = bytes.Contains(job[moabExit], []byte(",NAccessPolicy=SINGLEJOB"))
			status, _, _ := bytes.Cut(job[moabExit], []byte(","))
			if n, err := count(status); err == nil {
				exit = int(n)
			}
		}
		whole := slices.Concat(fields[moabID:moabID+1], job[:mauiAdapter-1], [][]byte{nil}, job[mauiAdapter-1:])
		is, err := r.mauiJob(whole, row)
		if row.Status == Completed && exit != None && exit != 0 {
			row.Status = Failed
		}
		return is, err
	})
}

// mauiJob reads the fields of a job.
func (r *Reader) mauiJob(fields [][]byte, row *Row) (bool, error) {
	if len(fields) < mauiLeast {
		return false, r.bad("", bytes.Join(fields, []byte(" ")), errRecord)
	}
	perTask, memory := int64(None), int64(None)
	for _, f := range [...]struct {
		field int
		name  string
		to    *int64
		need  bool
	}{
		{mauiSubmit, "submission time", &row.Submit, true}, {mauiStart, "start time", &row.Start, true},
		{mauiEnd, "completion time", &row.End, true}, {mauiGiven, "tasks allocated", &row.Procs, true},
		{mauiTasks, "tasks requested", &row.ReqProcs, true}, {mauiPerTask, "processors per task", &perTask, true},
		{mauiLimit, "wallclock limit", &row.Estimate, false}, {mauiNodes, "nodes requested", &row.Nodes, false},
		{mauiMemory, "memory per task", &memory, false},
	} {
		n, err := count(bytes.TrimSuffix(fields[f.field], []byte("M")))
		switch {
		case err != nil && f.need:
			return false, r.bad(f.name, fields[f.field], err)
		case err != nil:
			r.odd(row, f.name, fields[f.field], err)
		case n > 0:
			*f.to = n
		}
	}
	perTask = max(perTask, 1)
	for _, width := range [...]*int64{&row.Procs, &row.ReqProcs} {
		if *width > 0 {
			*width = min(*width, mostProcs/perTask) * perTask
		}
	}
	if memory > 0 {
		row.ReqMemoryKiB = memory << 10 / perTask
	}
	row.Label = string(fields[mauiJob])
	if number, _, _ := bytes.Cut(fields[mauiJob], []byte(".")); len(number) > 0 && isCount(number[:1]) {
		row.Label = string(number) // without the server
		if n, err := count(number); err == nil {
			row.Job, row.Label = n, ""
		}
	}
	class, _, _ := bytes.Cut(bytes.Trim(fields[mauiClass], "[]"), []byte(":"))
	row.User, row.Group = r.Users.of(mauiName(fields[mauiUser])), r.Groups.of(mauiName(fields[mauiGroup]))
	row.Queue = r.Queues.of(mauiName(class))
	row.Reserved = len(fields) > mauiResv && len(mauiName(fields[mauiResv])) > 0
	row.mauiFate(string(fields[mauiState]))
	return true, nil
}

// mauiFate says how a job ended, by the word for its state.
func (row *Row) mauiFate(state string) {
	switch state {
	case "Completed":
		row.Status = Completed
	case "Removed", "Vacated":
		if row.Status = Cancelled; row.atLimit() {
			row.Status = Failed
		}
	case "Running", "Starting", "Suspended":
		row.Running = true
	case "Idle", "Hold", "Deferred", "Staged", "NotQueued", "BatchHold", "SystemHold", "UserHold":
		row.Start, row.End = None, None
	default:
		row.Status = Failed
	}
}

// mauiName returns a name, nil for the words that mean none.
func mauiName(field []byte) []byte {
	switch string(field) {
	case "-", "NONE", "[NONE]", "0":
		return nil
	}
	return field
}
