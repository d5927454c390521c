package managers

import "bytes"

// Slurm's job completion log (the plugin jobcomp/filetxt) has a line for each job that ended, NAME=VALUE with spaces between, which
// names of jobs and directories may have, too. Its times are local; old versions have no submission.

func (r *Reader) openJobcomp() func(*Row) error { return r.eachLine(r.jobcompLine) }

func (r *Reader) jobcompLine(line []byte, row *Row) (bool, error) {
	if len(line) == 0 || line[0] == '#' {
		return false, nil
	}
	if !bytes.HasPrefix(line, []byte("JobId=")) {
		return false, r.bad("", line, errRecord)
	}
	values := jobcompValues(line)
	value := func(name string) []byte { return values[name] }
	job, state := value("JobId"), value("JobState")
	number, err := count(job)
	if err != nil {
		return false, r.bad("JobId", job, err)
	}
	if row.Job = number; len(value("ArrayTaskId")) > 0 {
		row.Job, row.Label = None, string(value("ArrayJobId"))+"_"+string(value("ArrayTaskId"))
	} else if len(value("HetJobOffset")) > 0 {
		row.Job, row.Label = None, string(value("HetJobId"))+"+"+string(value("HetJobOffset"))
	}
	if len(value("SubmitTime")) == 0 {
		return false, r.bad("SubmitTime", nil, errSubmit)
	}
	for _, t := range [...]struct {
		name string
		to   *int64
	}{{"SubmitTime", &row.Submit}, {"StartTime", &row.Start}, {"EndTime", &row.End}} {
		v := value(t.name)
		if len(v) == 0 || bytes.EqualFold(v, []byte("unknown")) || bytes.EqualFold(v, []byte("none")) {
			continue
		}
		if *t.to, err = r.localDate(v); err != nil {
			return false, r.bad(t.name, v, err)
		}
	}
	if limit := value("TimeLimit"); isCount(limit) {
		minutes, err := count(limit)
		if row.Estimate = minutes * 60; err != nil {
			row.Estimate = None
		}
	}
	for _, n := range [...]struct {
		name string
		to   *int64
	}{{"ProcCnt", &row.Procs}, {"NodeCnt", &row.Nodes}} {
		if *n.to, err = count(value(n.name)); err != nil {
			r.odd(row, n.name, value(n.name), err)
		}
	}
	user, _, _ := bytes.Cut(value("UserId"), []byte("("))
	row.User, row.Group = r.Users.of(user), r.Groups.of(value("Account"))
	row.Queue, row.Name = r.Queues.of(value("Partition")), r.Names.of(value("Name"))
	row.Reserved = len(value("ReservationName")) > 0
	r.jobcompTres(value("Tres"), row)
	nodes := string(value("NodeList"))
	row.jobcompFate(string(state), nodes != "" && nodes != "(null)" && row.Nodes != 0)
	row.finish()
	return true, nil
}

// jobcompTres reads what a job was given, such as cpu=8,mem=4000M,node=3,gres/gpu=2.
func (r *Reader) jobcompTres(list []byte, row *Row) {
	for item := range bytes.SplitSeq(list, []byte(",")) {
		name, value, _ := bytes.Cut(item, []byte("="))
		to, parse := (*int64)(nil), count
		switch string(name) {
		case "mem":
			to, parse = &row.ReqMemoryKiB, memory
		case "gres/gpu":
			to = &row.GPUs
		default:
			continue
		}
		n, err := parse(value)
		if err != nil {
			r.odd(row, string(name), value, err)
			continue
		}
		*to = n
	}
}

// jobcompFate says how a job ended. One without nodes never started, whatever its times.
func (row *Row) jobcompFate(state string, hadNodes bool) {
	if !hadNodes {
		row.Start = None
	}
	switch state {
	case "COMPLETED":
		row.Status = Completed
	case "CANCELLED":
		row.Status = Cancelled
	case "RUNNING", "SUSPENDED", "COMPLETING", "RESIZING":
		row.Running = true
	case "PENDING":
		row.Start, row.End = None, None
	case "REQUEUED", "PREEMPTED", "NODE_FAIL":
		row.Status, row.Interrupted = Failed, true
	default:
		row.Status = Failed
	}
}

// jobcompValues cuts a line into values by their names. Of two with the same name one is in a text of the user's: the first, unless
// it comes before all texts.
func jobcompValues(line []byte) map[string][]byte {
	values := map[string][]byte{}
	name, rest := "JobId", line[len("JobId="):]
	for {
		end, next := jobcompNext(rest)
		if _, known := values[name]; !known || name != "UserId" && name != "GroupId" && name != "Name" {
			values[name] = trim(rest[:end])
		}
		if next == "" {
			return values
		}
		name, rest = next, rest[end+len(" =")+len(next):]
	}
}

// jobcompNext returns where a value ends and the name of the next one, "" if it is the last.
func jobcompNext(text []byte) (end int, name string) {
	const longest = len("DerivedExitCode=")
	for from := 0; ; {
		space := bytes.IndexByte(text[from:], ' ')
		if space < 0 {
			return len(text), ""
		}
		from += space + 1
		word, _, isName := bytes.Cut(text[from:min(from+longest, len(text))], []byte("="))
		if isName && jobcompNames[string(word)] {
			return from - 1, string(word)
		}
	}
}

// jobcompNames are the names in a line.
var jobcompNames = map[string]bool{
	"UserId": true, "GroupId": true, "Name": true, "JobState": true, "Partition": true, "TimeLimit": true, "StartTime": true,
	"EndTime": true, "NodeList": true, "NodeCnt": true, "ProcCnt": true, "WorkDir": true, "ReservationName": true, "Tres": true,
	"Gres": true, "Account": true, "QOS": true, "WcKey": true, "Cluster": true, "SubmitTime": true, "EligibleTime": true,
	"ArrayJobId": true, "ArrayTaskId": true, "HetJobId": true, "HetJobOffset": true, "DerivedExitCode": true, "ExitCode": true,
}
