package managers

import (
	"bytes"
	"encoding/json"
)

// oarstat -J prints an object of OAR's jobs by their numbers, its REST API a list "items"; the names of members differ, too. Times
// are Unix times, 0 if there is none. A job's processors are the resources assigned to it, which are cores on most clusters.
type oarJob map[string]json.RawMessage

// oarMember returns the first of some members that is there and is not the zero value of its type.
func oarMember[T jsonText | jsonNumber | jsonLength](j oarJob, names ...string) (value T) {
	var zero T
	for _, name := range names {
		if raw := j[name]; raw != nil && json.Unmarshal(raw, &value) == nil && value != zero {
			return value
		}
	}
	return zero
}

func (j oarJob) text(names ...string) []byte { return []byte(oarMember[jsonText](j, names...)) }

func (j oarJob) number(names ...string) int64 { n := oarMember[jsonNumber](j, names...); return n.or() }

// length returns the number of elements of a list, None without any.
func (j oarJob) length(names ...string) int64 {
	if n := oarMember[jsonLength](j, names...); n > 0 {
		return int64(n)
	}
	return None
}

func (r *Reader) openOAR() func(*Row) error {
	return eachJob(r, "items", func(job *oarJob, _ []byte, row *Row) (bool, error) { return true, r.oarRow(*job, row) })
}

func (r *Reader) oarRow(job oarJob, row *Row) error {
	id := job.text("Job_Id", "id", "job_id", "jobId")
	number, err := count(id)
	if err != nil || number < 0 {
		return r.bad("id", id, errNumber)
	}
	row.Job = number
	row.Submit, row.Start = job.number("submissionTime", "submission_time"), job.number("startTime", "start_time")
	row.End = job.number("stopTime", "stop_time")
	if limit := job.text("walltime"); len(limit) > 0 {
		if row.Estimate, err = duration(limit); err != nil {
			r.odd(row, "walltime", limit, err)
		}
	}
	row.Procs, row.Nodes = job.length("assigned_resources", "resources"), job.length("assigned_network_address", "nodes")
	row.User, row.Group = r.Users.of(job.text("owner", "job_user")), r.Groups.of(job.text("project"))
	row.Queue, row.Name = r.Queues.of(job.text("queue", "queue_name")), r.Names.of(job.text("name", "job_name"))
	reservation := string(job.text("reservation"))
	row.Reserved = reservation != "" && reservation != "None" || bytes.Contains(job["types"], []byte(`"inner=`)) // in another job's resources
	row.Dependent = job.length("dependencies") > 0
	switch string(job.text("state")) {
	case "Launching", "Running", "Suspended", "Resuming", "Finishing":
		row.Running, row.End = true, None
	case "Waiting", "Hold", "toLaunch", "toAckReservation":
		row.Start, row.End = None, None
	case "Terminated":
		row.Status = Failed
		if code := bytes.TrimSpace(job.text("exit_code")); len(code) == 0 || string(code) == "0" {
			row.Status = Completed
		}
	default:
		row.Status = Failed
	}
	if row.Status != None && row.Start != None && row.End == None {
		return r.bad("stopTime", nil, errEnd)
	}
	return nil
}
