package managers

import (
	"bytes"
	"encoding/json"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// qacct -j prints a job of Grid Engine's accounting as lines of a name and a value, behind a rule of equal signs. Its times are
// local. The accounting file of version 9 has an object of JSON on each line, with other names for a few values and with Unix
// times in microseconds.

// A qacctJob is what is wanted of a job, by the names of qacct's lines, and the number of the first.
type qacctJob struct {
	values map[string]string
	line   int
}

// qacctNames are the lines that are wanted. Versions have the last two in place of or besides the category.
var qacctNames = map[string]bool{
	"qname": true, "group": true, "owner": true, "jobname": true, "jobnumber": true, "taskid": true, "pe_taskid": true,
	"qsub_time": true, "start_time": true, "end_time": true, "slots": true, "failed": true, "exit_status": true, "arid": true,
	"category": true, "submit_cmd": true, "submit_cmd_line": true,
}

// sgeMembers are the names of values in JSON where they are not those of qacct.
var sgeMembers = map[string]string{
	"job_number": "jobnumber", "task_number": "taskid", "job_name": "jobname", "submission_time": "qsub_time",
}

func (r *Reader) openSGEJSON() func(*Row) error {
	return eachJob(r, "jobs", func(members *map[string]json.RawMessage, _ []byte, row *Row) (bool, error) {
		job := qacctJob{values: map[string]string{}, line: r.at}
		for name, value := range *members {
			var text jsonText
			if qacct, other := sgeMembers[name]; other {
				name = qacct
			}
			if err := json.Unmarshal(value, &text); err == nil && qacctNames[name] {
				job.values[name] = string(text)
			}
		}
		return r.qacctRow(&job, row)
	})
}

func (r *Reader) openQacct() func(*Row) error {
	r.lines = text.NewLines(r.src, maxLine, errLine)
	job := qacctJob{values: map[string]string{}}
	return func(row *Row) error {
		for {
			line, err := r.lines.Next()
			r.at = r.lines.Number()
			if err == errLine { // of a command
				continue
			}
			line = trim(line)
			if err == nil && !bytes.HasPrefix(line, []byte("=====")) && !bytes.HasPrefix(line, []byte("Total System Usage")) {
				job.take(line, r.at)
				continue
			}
			if len(job.values) > 0 {
				*row = unknown
				row.Line = job.line
				is, bad := r.qacctRow(&job, row)
				clear(job.values)
				if is || bad != nil {
					return bad
				}
			}
			if err != nil {
				return err
			}
		}
	}
}

// take keeps a line if it is wanted.
func (j *qacctJob) take(line []byte, at int) {
	end := max(bytes.IndexAny(line, " \t"), 0)
	name, value := line[:end], line[end:]
	if !qacctNames[string(name)] {
		return
	}
	if len(j.values) == 0 {
		j.line = at
	}
	j.values[string(name)] = string(trim(value))
}

// qacctRow makes a row of a job, and reports false for a task of a parallel job.
func (r *Reader) qacctRow(job *qacctJob, row *Row) (bool, error) {
	value := func(name string) []byte {
		if v := job.values[name]; v != "undefined" && v != "NONE" {
			return []byte(v)
		}
		return nil
	}
	if len(value("pe_taskid")) > 0 {
		r.Others++
		return false, nil
	}
	number := job.values["jobnumber"]
	n, err := count([]byte(number))
	if err != nil {
		r.at = job.line
		return false, r.bad("jobnumber", []byte(number), err)
	}
	row.Job = n
	if task := value("taskid"); len(task) > 0 && string(task) != "0" {
		row.Job, row.Label = None, label(number, string(task))
		number = row.Label
	}
	for _, t := range [...]struct {
		name string
		to   *int64
	}{{"qsub_time", &row.Submit}, {"start_time", &row.Start}, {"end_time", &row.End}} {
		if v := value(t.name); len(v) > 0 && string(v) != "-/-" {
			if *t.to, err = r.qacctTime(v); err != nil {
				r.odd(row, t.name, v, err)
			}
		}
	}
	row.Queue, row.Group = r.Queues.of(value("qname")), r.Groups.of(value("group"))
	row.User, row.Name = r.Users.of(value("owner")), r.Names.of([]byte(job.values["jobname"]))
	if v := value("slots"); len(v) > 0 {
		if row.Procs, err = count(v); err != nil {
			r.odd(row, "slots", v, err)
		}
	}
	for _, name := range [...]string{"category", "submit_cmd", "submit_cmd_line"} {
		if asked := value(name); len(asked) > 0 {
			r.sgeAsked(append([]byte(" "), asked...), false, row)
			break
		}
	}
	row.Reserved = len(value("arid")) > 0 && string(value("arid")) != "0"
	exit, _, _ := bytes.Cut(value("exit_status"), []byte(" "))
	r.sgeFate(value("failed"), exit, []byte(number), row)
	return true, nil
}

// qacctTime reads a local time, or a Unix time, None if that is 0.
func (r *Reader) qacctTime(b []byte) (int64, error) {
	if n := sgeTime(b); n > 0 || isCount(b) {
		return n, nil
	}
	return r.localDate(b)
}
