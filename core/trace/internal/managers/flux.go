package managers

import (
	"strconv"
)

// Flux's jobs are objects of JSON: the elements of a list, of the list "jobs" of an object, or one after another. Times are Unix
// times with decimals, 0 if there is none.
type fluxJob struct {
	ID          jsonText   `json:"id"`
	UserID      jsonText   `json:"userid"`
	Username    jsonText   `json:"username"`
	Name        jsonText   `json:"name"`
	Queue       jsonText   `json:"queue"`
	Bank        jsonText   `json:"bank"`
	State       jsonText   `json:"state"`
	Result      jsonText   `json:"result"`
	Submit      jsonNumber `json:"t_submit"`
	Run         jsonNumber `json:"t_run"`
	Cleanup     jsonNumber `json:"t_cleanup"`
	Inactive    jsonNumber `json:"t_inactive"`
	Duration    jsonNumber `json:"duration"`
	Expiration  jsonNumber `json:"expiration"`
	Tasks       jsonNumber `json:"ntasks"`
	Cores       jsonNumber `json:"ncores"`
	Nodes       jsonNumber `json:"nnodes"`
	Annotations struct {
		Sched struct {
			Queue jsonText `json:"queue"` // of old versions
		} `json:"sched"`
	} `json:"annotations"`
}

func (r *Reader) openFlux() func(*Row) error {
	return eachJob(r, "jobs", func(job *fluxJob, element []byte, row *Row) (bool, error) {
		if job.ID == "" {
			return false, r.bad("", element, errRecord)
		}
		r.fluxRow(job, row)
		return true, nil
	})
}

func (r *Reader) fluxRow(job *fluxJob, row *Row) {
	if n, err := count([]byte(job.ID)); err == nil && n >= 0 {
		row.Job = n
	} else {
		row.Label = string(job.ID)
	}
	row.Submit, row.Start, row.End = job.Submit.or(), job.Run.or(), job.Cleanup.or()
	if row.End == None {
		row.End = job.Inactive.or()
	}
	row.Rounded = job.Submit.rounded || job.Run.rounded || job.Cleanup.rounded
	if row.Estimate = job.Duration.or(); row.Estimate == None && row.Start != None && job.Expiration.n > row.Start {
		row.Estimate = job.Expiration.n - row.Start
	}
	row.Procs, row.ReqProcs, row.Nodes = job.Cores.or(), job.Tasks.or(), job.Nodes.or()
	if row.Procs != None {
		row.ReqProcs = None // tasks may have several cores each
	}
	user := job.Username
	if user == "" {
		user = job.UserID
	}
	queue := job.Queue
	if queue == "" {
		queue = job.Annotations.Sched.Queue
	}
	row.User, row.Queue = r.Users.of([]byte(user)), r.Queues.of([]byte(queue))
	row.Group, row.Name = r.Groups.of([]byte(job.Bank)), r.Names.of([]byte(job.Name))
	switch job.Result {
	case "COMPLETED", "1":
		row.Status = Completed
	case "FAILED", "2", "TIMEOUT", "8":
		row.Status = Failed
	case "CANCELED", "CANCELLED", "4":
		row.Status = Cancelled
	}
	switch job.State {
	case "RUN", "16", "CLEANUP", "32": // with its processors, although its processes may have ended
		row.Running, row.End = true, None
	default:
		row.Running = row.Start != None && row.End == None
	}
	if state, err := strconv.Atoi(string(job.State)); err == nil && state < 64 && row.Start == None {
		row.End = None // it waits
	}
}
