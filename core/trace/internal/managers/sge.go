package managers

import (
	"bytes"
	"strconv"
)

// Fields of a row of Grid Engine's accounting (accounting(5)), from 0. Colons are between them.
const (
	sgeQueue  = 0
	sgeGroup  = 2
	sgeOwner  = 3
	sgeName   = 4
	sgeJob    = 5
	sgeSubmit = 8 // this and the next two are milliseconds in Univa Grid Engine from 8.2
	sgeStart  = 9
	sgeEnd    = 10
	sgeFailed = 11
	sgeExit   = 12
	sgeUsage  = 13 // of CPU time and so on: 18 numbers up to the project
	sgeLast   = 30
	sgeLeast  = 35 // fields that every version has

	// Fields from the project on.
	sgeSlots  = 3
	sgeTask   = 4  // of an array, 0 for other jobs
	sgeAsked  = 8  // category: the options that say what the job asked for
	sgePeTask = 10 // of a task of a parallel job that has a row of its own
	sgeResv   = 12 // reservation, 0 without
)

// Values of the field failed, by which a run was ended to be queued again.
const (
	sgeMigrating    = 24
	sgeRescheduling = 25
)

func (r *Reader) openSGE() func(*Row) error { return r.eachLine(r.sgeLine) }

func (r *Reader) sgeLine(line []byte, row *Row) (bool, error) {
	if len(line) <= 1 || line[0] == '#' {
		return false, nil
	}
	fields := sgeRejoin(r.cut(line, ':'))
	if len(fields) < sgeLeast {
		return false, r.bad("", line, errRecord)
	}
	rest := fields[sgeProject(fields):]
	if len(rest) <= sgeTask {
		return false, r.bad("", line, errRecord)
	}
	if isPeTask(fields, rest) {
		r.Others++
		return false, nil
	}
	job, err := count(fields[sgeJob])
	if err != nil {
		return false, r.bad("job_number", fields[sgeJob], err)
	}
	row.Job = job
	number, task := string(fields[sgeJob]), string(rest[sgeTask])
	if task != "0" {
		row.Job, row.Label = None, label(number, task)
		number = row.Label
	}
	r.sgeTimes(fields, row)
	row.Queue, row.Group = r.Queues.of(fields[sgeQueue]), r.Groups.of(fields[sgeGroup])
	row.User, row.Name = r.Users.of(fields[sgeOwner]), r.Names.of(fields[sgeName])
	if row.Procs, err = count(rest[sgeSlots]); err != nil {
		r.odd(row, "slots", rest[sgeSlots], err)
	}
	if len(rest) > sgeAsked {
		r.sgeAsked(bytes.Join(rest[sgeAsked:], []byte(":")), true, row)
	}
	row.Reserved = len(rest) > sgeResv && isCount(rest[sgeResv]) && string(rest[sgeResv]) != "0"
	r.sgeFate(fields[sgeFailed], fields[sgeExit], []byte(number), row)
	return true, nil
}

// sgeRejoin returns the fields of a row with the name of the job and the account in one field each, whatever colons they have.
func sgeRejoin(fields [][]byte) [][]byte {
	const most = 8 // colons in either
	for extra := range most {
		for inName := range extra + 1 {
			if !isSGERow(fields, inName, extra) {
				continue
			}
			if extra == 0 {
				return fields
			}
			join := func(from, to int) []byte { return bytes.Join(fields[from:to], []byte(":")) }
			job := sgeJob + inName
			account, priority := job+1, sgeSubmit-1+extra
			whole := append([][]byte{}, fields[:sgeName]...)
			whole = append(whole, join(sgeName, job), fields[job], join(account, priority))
			return append(whole, fields[priority:]...)
		}
	}
	return fields
}

const timeDigits = 9 // that times have at least, and no code of an end has

// isSGERow reports whether the numbers of a row are where they belong if the name of the job has inName colons, and it and the
// account together have extra.
func isSGERow(fields [][]byte, inName, extra int) bool {
	if len(fields) < sgeLeast+extra || !isCount(fields[sgeJob+inName]) {
		return false
	}
	for _, f := range fields[sgeSubmit+extra : sgeFailed+extra] {
		if !isCount(f) {
			return false
		}
	}
	if extra > 0 && (len(fields[sgeSubmit+extra]) < timeDigits || len(fields[sgeEnd+extra]) < timeDigits) {
		return false
	}
	failed, _, _ := bytes.Cut(fields[sgeFailed+extra], []byte(" "))
	return len(failed) < timeDigits
}

// sgeProject returns the place of the project, behind the numbers of what the job used; a few are missing in some files.
func sgeProject(fields [][]byte) int {
	if isNumber(fields[sgeLast]) {
		return sgeLast + 1
	}
	for i := sgeUsage; i < sgeLast; i++ {
		if !isNumber(fields[i]) {
			return i
		}
	}
	return sgeLast
}

// isPeTask reports whether a row is of a task of a parallel job, which has a name such as 1.node07, and often no submission.
func isPeTask(fields, rest [][]byte) bool {
	if len(rest) <= sgePeTask {
		return false
	}
	task := rest[sgePeTask]
	if len(task) == 0 || string(task) == "NONE" {
		return false
	}
	return string(fields[sgeSubmit]) == "0" || bytes.IndexByte(task, '.') > 0 && !isNumber(task)
}

func (r *Reader) sgeTimes(fields [][]byte, row *Row) {
	for _, t := range [...]struct {
		field int
		name  string
		to    *int64
	}{{sgeSubmit, "submission_time", &row.Submit}, {sgeStart, "start_time", &row.Start}, {sgeEnd, "end_time", &row.End}} {
		if *t.to = sgeTime(fields[t.field]); *t.to == None && !isCount(fields[t.field]) {
			r.odd(row, t.name, fields[t.field], errNumber)
		}
	}
}

// sgeTime reads a Unix time in seconds, milliseconds or microseconds; None if it is 0 or not a number.
func sgeTime(b []byte) int64 {
	const most = 1e11 // seconds, after the year 5000
	n, err := strconv.ParseInt(string(b), 10, 64)
	for n > most {
		n /= 1000
	}
	if err != nil || n <= 0 {
		return None
	}
	return n
}

// sgeFate says how a run ended.
func (r *Reader) sgeFate(failed, exit, id []byte, row *Row) {
	code, _, _ := bytes.Cut(failed, []byte(" "))
	why, err := count(code)
	if err != nil {
		r.odd(row, "failed", failed, err)
	}
	row.Status = Failed
	if why == 0 && string(exit) == "0" {
		row.Status = Completed
	}
	r.resume(id, row)
	if why == sgeMigrating || why == sgeRescheduling {
		if row.Label == "" {
			row.Label = string(id)
		}
		row.Job, row.Interrupted = None, true
		if row.End != None {
			r.requeue(id, row.End)
		}
	}
}

// sgeAsked reads options such as -l h_rt=3600,h_vmem=4G -pe mpi 8. Memory and GPUs are of each slot. more tells that the fields
// behind the options follow, after a colon.
func (r *Reader) sgeAsked(options []byte, more bool, row *Row) {
	row.ReqProcs = 1
	for rest := options; ; {
		_, after, found := bytes.Cut(rest, []byte("-pe "))
		if !found {
			break
		}
		words := bytes.Fields(after[:min(len(after), 256)])
		if rest = after; len(words) > 1 {
			slots, _, _ := bytes.Cut(words[1], []byte(":"))
			n, err := count(slots)
			if row.ReqProcs = n; err != nil { // a range
				row.ReqProcs = None
			}
		}
	}
	asked := func(name string) []byte {
		value := resource(options, name)
		if more {
			return upToNextField(value)
		}
		return value
	}
	for _, limit := range [...]string{"h_rt", "s_rt"} {
		if value := asked(limit); value != nil && row.Estimate == None && string(value) != "INFINITY" {
			n, err := duration(value)
			if row.Estimate = n; err != nil {
				r.odd(row, limit, value, err)
			}
		}
	}
	for _, amount := range [...]string{"h_rss", "mem_free", "h_vmem"} {
		if value := asked(amount); value != nil && row.ReqMemoryKiB == None && string(value) != "INFINITY" {
			n, err := memory(value)
			if row.ReqMemoryKiB = n; err != nil {
				r.odd(row, amount, value, err)
			}
		}
	}
	for _, whole := range [...]string{"exclusive", "excl"} {
		switch string(bytes.ToLower(asked(whole))) {
		case "1", "true":
			row.Exclusive = true
		}
	}
	for _, cards := range [...]string{"gpu", "gpus", "ngpus"} { // as sites name them
		if n, err := count(asked(cards)); err == nil && n > 0 && n < mostProcs && row.GPUs == None {
			row.GPUs = min(n*min(max(row.Procs, 1), mostProcs>>20), mostProcs)
		}
	}
}

// resource returns the value of NAME=VALUE behind a comma or a space, nil if there is none.
func resource(options []byte, name string) []byte {
	for rest := options; ; {
		before, after, found := bytes.Cut(rest, []byte(name+"="))
		if !found {
			return nil
		}
		if n := len(before); n > 0 && (before[n-1] == ',' || before[n-1] == ' ') {
			end := bytes.IndexAny(after, ", ")
			if end < 0 {
				end = len(after)
			}
			return after[:end]
		}
		rest = after
	}
}

// upToNextField drops what follows a value in the next fields of a row: lengths of time have up to two colons with two digits
// behind each.
func upToNextField(value []byte) []byte {
	for i, c := range value {
		if c == ':' && !(len(value) >= i+3 && isCount(value[i+1:i+3]) && (len(value) == i+3 || value[i+3] == ':')) {
			return value[:i]
		}
	}
	return value
}

// cut returns the fields of a line, valid until the next call.
func (r *Reader) cut(line []byte, mark byte) [][]byte {
	r.tokens = r.tokens[:0]
	for len(r.tokens) < 255 {
		end := bytes.IndexByte(line, mark)
		if end < 0 {
			break
		}
		r.tokens = append(r.tokens, line[:end])
		line = line[end+1:]
	}
	return append(r.tokens, line)
}
