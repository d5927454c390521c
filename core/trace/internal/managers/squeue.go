package managers

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// squeue --json and slurmrestd print the jobs that Slurm's controller still knows, in the list "jobs"; pyslurm gives them in an object,
// by their numbers. They are a log only if all have ended, as squeue --states of such states lists them; the first that has not ends
// the reading.
type squeueJob struct {
	ID        slurmNumber `json:"job_id"`
	ArrayID   slurmNumber `json:"array_job_id"`
	TaskID    slurmNumber `json:"array_task_id"`
	States    slurmTexts  `json:"job_state"`
	Submit    slurmNumber `json:"submit_time"`
	Start     slurmNumber `json:"start_time"`
	End       slurmNumber `json:"end_time"`
	Limit     slurmNumber `json:"time_limit"` // minutes
	CPUs      slurmNumber `json:"cpus"`
	NodeCount slurmNumber `json:"node_count"`
	NumCPUs   slurmNumber `json:"num_cpus"`  // of pyslurm
	NumNodes  slurmNumber `json:"num_nodes"` // of pyslurm
	Nodes     nodeNames   `json:"nodes"`
	User      jsonText    `json:"user_name"`
	UserID    slurmNumber `json:"user_id"`
	Account   jsonText    `json:"account"`
	Partition jsonText    `json:"partition"`
	Name      jsonText    `json:"name"`
	Resv      jsonText    `json:"resv_name"`
	Tres      jsonText    `json:"tres_alloc_str"`
	Dependent jsonText    `json:"dependency"`
}

// A slurmNumber is a number, or an object with one, as versions from 23.02 on have it; 0 if it is null, unset or infinite.
type slurmNumber int64

// UnmarshalJSON implements json.Unmarshaler.
func (n *slurmNumber) UnmarshalJSON(b []byte) error {
	var object struct {
		Set      bool       `json:"set"`
		Infinite bool       `json:"infinite"`
		Number   jsonNumber `json:"number"`
	}
	if json.Unmarshal(b, &object) != nil {
		err := object.Number.UnmarshalJSON(b)
		*n = slurmNumber(object.Number.n)
		return err
	}
	if *n = 0; object.Set && !object.Infinite {
		*n = slurmNumber(object.Number.n)
	}
	return nil
}

func (n slurmNumber) or() int64 {
	if n > 0 {
		return int64(n)
	}
	return None
}

// nodeNames says whether a job had nodes; a list of jobs may lack the member.
type nodeNames uint8

const (
	unknownNodes nodeNames = iota
	noNodes
	someNodes
)

// UnmarshalJSON implements json.Unmarshaler.
func (n *nodeNames) UnmarshalJSON(b []byte) error {
	if *n = someNodes; string(b) == `""` || string(b) == "null" || string(b) == `"(null)"` {
		*n = noNodes
	}
	return nil
}

// slurmTexts is a text or a list of texts.
type slurmTexts []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *slurmTexts) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*t = slurmTexts{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(t))
}

// slurmEnded are the states of jobs that have ended.
var slurmEnded = []string{
	"COMPLETED", "CANCELLED", "FAILED", "TIMEOUT", "NODE_FAIL", "PREEMPTED", "BOOT_FAIL", "DEADLINE", "OUT_OF_MEMORY",
}

func (r *Reader) openSqueueJSON() func(*Row) error {
	return eachJob(r, "jobs", func(job *squeueJob, element []byte, row *Row) (bool, error) {
		if job.ID == 0 {
			return false, r.bad("", element, errRecord)
		}
		for _, state := range job.States {
			if !slices.Contains(slurmEnded, state) {
				return false, fmt.Errorf("job %d is %s: this is a list of Slurm's queue with jobs that have not ended, not a log: give %s",
					job.ID, strconv.Quote(state), sacctInstead)
			}
		}
		if len(job.States) == 0 {
			return false, r.bad("job_state", nil, errRecord)
		}
		r.squeueRow(job, row)
		return true, nil
	})
}

func (r *Reader) squeueRow(job *squeueJob, row *Row) {
	row.Job = int64(job.ID)
	if job.ArrayID > 0 && job.TaskID > 0 { // an unset task is 0, too
		row.Job, row.Label = None, fmt.Sprintf("%d_%d", job.ArrayID, job.TaskID)
	}
	row.Submit, row.Start, row.End = job.Submit.or(), job.Start.or(), job.End.or()
	if minutes := job.Limit.or(); minutes > 0 && minutes < mostProcs {
		row.Estimate = minutes * 60
	}
	row.Procs, row.Nodes = max(job.CPUs, job.NumCPUs).or(), max(job.NodeCount, job.NumNodes).or()
	if job.User == "" && job.UserID > 0 {
		job.User = jsonText(strconv.FormatInt(int64(job.UserID), 10))
	}
	row.User, row.Group = r.Users.of([]byte(job.User)), r.Groups.of([]byte(job.Account))
	row.Queue, row.Name = r.Queues.of([]byte(job.Partition)), r.Names.of([]byte(job.Name))
	row.Reserved, row.Dependent = job.Resv != "", job.Dependent != ""
	r.jobcompTres([]byte(job.Tres), row)
	row.jobcompFate(job.States[0], job.Nodes != noNodes)
	row.finish()
}
