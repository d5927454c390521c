package managers

import (
	"bytes"
	"encoding/json"
)

// oarstat -J prints an object of OAR's jobs by their numbers, its REST API a list "items"; the names of members differ, too. Times
// are Unix times, 0 if there is none. A job's processors are the resources assigned to it, which are cores on most clusters.
type oarJob struct {
	ID          jsonText   `json:"id"`
	JobID       jsonText   `json:"Job_Id"`
	Owner       jsonText   `json:"owner"`
	Project     jsonText   `json:"project"`
	Queue       jsonText   `json:"queue"`
	Name        jsonText   `json:"name"`
	State       jsonText   `json:"state"`
	Reservation jsonText   `json:"reservation"`
	ExitCode    jsonText   `json:"exit_code"`
	Walltime    jsonText   `json:"walltime"`
	Submit      jsonNumber `json:"submissionTime"`
	Submitted   jsonNumber `json:"submission_time"`
	Start       jsonNumber `json:"startTime"`
	Started     jsonNumber `json:"start_time"`
	Stop        jsonNumber `json:"stopTime"`
	Stopped     jsonNumber `json:"stop_time"`
	Assigned    jsonLength `json:"assigned_resources"`
	Resources   jsonLength `json:"resources"`
	Addresses   jsonLength `json:"assigned_network_address"`
	Nodes       jsonLength `json:"nodes"`
	Depends     jsonLength `json:"dependencies"`
}

func (r *Reader) openOAR() func(*Row) error {
	list := r.newList("items")
	return func(row *Row) error {
		*row = unknown
		r.at++
		row.Line = r.at
		element, err := list.next()
		if err != nil {
			return r.jsonError(list, err)
		}
		var job oarJob
		if err := json.Unmarshal(element, &job); err != nil || job.ID == "" && job.JobID == "" {
			return r.bad("", element, errRecord)
		}
		return r.oarRow(&job, row)
	}
}

func (r *Reader) oarRow(job *oarJob, row *Row) error {
	id := job.JobID
	if id == "" {
		id = job.ID
	}
	number, err := count([]byte(id))
	if err != nil || number < 0 {
		return r.bad("id", []byte(id), errNumber)
	}
	row.Job = number
	row.Submit = max(job.Submit.or(), job.Submitted.or())
	row.Start = max(job.Start.or(), job.Started.or())
	row.End = max(job.Stop.or(), job.Stopped.or())
	if limit := []byte(job.Walltime); len(limit) > 0 {
		if row.Estimate, err = duration(limit); err != nil {
			r.odd(row, "walltime", limit, err)
		}
	}
	if n := int64(max(job.Assigned, job.Resources)); n > 0 {
		row.Procs = n
	}
	if n := int64(max(job.Addresses, job.Nodes)); n > 0 {
		row.Nodes = n
	}
	row.User, row.Group = r.Users.of([]byte(job.Owner)), r.Groups.of([]byte(job.Project))
	row.Queue, row.Name = r.Queues.of([]byte(job.Queue)), r.Names.of([]byte(job.Name))
	row.Reserved = job.Reservation != "" && job.Reservation != "None"
	row.Dependent = job.Depends > 0
	switch job.State {
	case "Launching", "Running", "Suspended", "Resuming", "Finishing":
		row.Running, row.End = true, None
	case "Waiting", "Hold", "toLaunch", "toAckReservation":
		row.Start, row.End = None, None
	case "Terminated":
		row.Status = Failed
		if code := bytes.TrimSpace([]byte(job.ExitCode)); len(code) == 0 || string(code) == "0" {
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
