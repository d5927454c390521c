package managers

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// HTCondor describes a job by attributes. condor_history -long and the files of its history have a line for each, NAME = VALUE;
// a line that is empty or begins with *** ends a job. condor_history -json has an object for each job.
//
// The times are QDate, JobCurrentStartDate (of the last start), and CompletionDate or, if the job was removed, the time of that.

// condorNames has the attributes that are wanted by their names in lower case: HTCondor tells no case apart.
var condorNames = func() map[string]string {
	names := map[string]string{}
	for _, name := range []string{
		"Owner", "AcctGroup", "JobBatchName", "ExitBySignal", // texts; the others are numbers
		"ClusterId", "ProcId", "JobUniverse", "JobStatus", "QDate", "JobStartDate", "JobCurrentStartDate", "CompletionDate",
		"EnteredCurrentStatus", "NumJobStarts", "RequestCpus", "CpusProvisioned", "RequestGpus", "RequestMemory", "ResidentSetSize",
		"AllowedExecuteDuration", "AllowedJobDuration", "ExitCode",
	} {
		names[strings.ToLower(name)] = name
	}
	return names
}()

// Values of JobStatus.
const (
	condorRunning   = 2
	condorRemoved   = 3
	condorCompleted = 4
)

// Values of JobUniverse: of jobs that run where they are submitted, such as DAGMan's.
const (
	condorScheduler = 7
	condorLocal     = 12
)

// A condorJob is what is wanted of a job's attributes.
type condorJob struct {
	numbers     map[string]int64
	user, group string
	name        string
	signal      bool   // ended by one
	odd         string // a number that is none: RequestCpus, else the first by name
	oddValue    []byte
	line        int // its first, 0 in JSON
}

// take keeps an attribute if it is wanted. Its value is as in JSON.
func (j *condorJob) take(name string, value []byte) {
	name, wanted := condorNames[strings.ToLower(name)]
	if !wanted {
		return
	}
	text := string(bytes.Trim(value[:min(len(value), 256)], `"`))
	switch name {
	case "Owner":
		j.user = text
	case "AcctGroup":
		j.group = text
	case "JobBatchName":
		j.name = text
	case "ExitBySignal":
		j.signal = text == "true"
	default:
		n, _, err := rounded(value)
		if err != nil && (j.odd == "" || name == "RequestCpus" || j.odd != "RequestCpus" && name < j.odd) {
			j.odd, j.oddValue = name, bytes.Clone(value[:min(len(value), 64)])
		}
		if err != nil {
			return
		}
		if j.numbers == nil {
			j.numbers = map[string]int64{}
		}
		j.numbers[name] = n
	}
}

// or returns an attribute, None if it is missing or not above least-1.
func (j *condorJob) or(name string, least int64) int64 {
	if n, given := j.numbers[name]; given && n >= least {
		return n
	}
	return None
}

func (r *Reader) openCondor() func(*Row) error {
	r.lines = text.NewLines(r.src, maxLine, errLine)
	var job condorJob
	return func(row *Row) error {
		for {
			line, err := r.lines.Next()
			r.at = r.lines.Number()
			if err == errLine { // of an attribute such as the environment
				continue
			}
			line = trim(line)
			banner := bytes.HasPrefix(line, []byte("***"))
			if err == nil && len(line) > 0 && !banner {
				if name, value, is := bytes.Cut(line, []byte("=")); is {
					if job.line == 0 {
						job.line = r.at
					}
					job.take(string(trim(name[:min(len(name), 64)])), trim(value))
				}
				continue
			}
			begun := job.or("QDate", 1) != None
			if banner { // of the job above, in some files of the one below
				takeBanner(&job, line)
			}
			if begun {
				is := r.condorRow(&job, row)
				if job = (condorJob{}); is {
					return nil
				}
			}
			if err != nil {
				return err
			}
		}
	}
}

// takeBanner reads the numbers in a line such as *** Offset = 0 ClusterId = 101 ProcId = 0.
func takeBanner(job *condorJob, line []byte) {
	words := bytes.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == '=' })
	for i, word := range words[:max(len(words)-1, 0)] {
		if name := string(word); (name == "ClusterId" || name == "ProcId") && job.or(name, 0) == None {
			job.take(name, words[i+1])
		}
	}
}

func (r *Reader) openCondorJSON() func(*Row) error {
	return eachJob(r, "jobs", func(attributes *map[string]json.RawMessage, _ []byte, row *Row) (bool, error) {
		var job condorJob
		for name, value := range *attributes {
			job.take(name, value)
		}
		return r.condorRow(&job, row), nil
	})
}

// condorRow makes a row of a job, and reports false if it ran on no machine of the pool.
func (r *Reader) condorRow(job *condorJob, row *Row) bool {
	if u := job.or("JobUniverse", 0); u == condorScheduler || u == condorLocal {
		r.Others++
		return false
	}
	*row = unknown
	row.Line = cmp.Or(job.line, r.at)
	if job.odd != "" {
		r.odd(row, job.odd, job.oddValue, errNumber)
	}
	cluster, process := job.or("ClusterId", 0), job.or("ProcId", 0)
	if process > 0 {
		row.Label = strconv.FormatInt(cluster, 10) + "." + strconv.FormatInt(process, 10)
	} else {
		row.Job = cluster
	}
	row.Submit, row.Start = job.or("QDate", 1), job.or("JobCurrentStartDate", 1)
	if row.Start == None {
		row.Start = job.or("JobStartDate", 1)
	}
	status := job.or("JobStatus", 0)
	if row.End = job.or("CompletionDate", 1); row.End == None && status == condorRemoved {
		row.End = job.or("EnteredCurrentStatus", 1)
	}
	row.Running = row.Start != None && row.End == None || status == condorRunning
	if row.Estimate = job.or("AllowedExecuteDuration", 1); row.Estimate == None {
		row.Estimate = job.or("AllowedJobDuration", 1)
	}
	row.Procs, row.ReqProcs = job.or("CpusProvisioned", 1), job.or("RequestCpus", 1)
	if row.ReqProcs == None && job.odd != "RequestCpus" {
		row.ReqProcs = 1 // HTCondor's default
	}
	row.GPUs, row.MemoryKiB = job.or("RequestGpus", 0), job.or("ResidentSetSize", 1)
	if asked := job.or("RequestMemory", 1); asked > 0 && asked < mostProcs { // MiB
		row.ReqMemoryKiB = asked << 10
	}
	row.finish()
	row.User, row.Group, row.Name = r.Users.of([]byte(job.user)), r.Groups.of([]byte(job.group)), r.Names.of([]byte(job.name))
	row.Interrupted = job.or("NumJobStarts", 2) != None
	switch {
	case status == condorRemoved:
		row.Status = Cancelled
	case job.signal || job.or("ExitCode", 1) != None:
		row.Status = Failed
	case status == condorCompleted || status == None && job.or("CompletionDate", 1) != None:
		row.Status = Completed
	}
	return true
}
