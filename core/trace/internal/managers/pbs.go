package managers

import (
	"bytes"
	"math"
	"time"
)

// pbs is what a Reader keeps of a log of PBS: a record for each event, a line
//
//	MM/DD/YYYY HH:MM:SS;TYPE;JOB;NAME=VALUE NAME=VALUE ...
//
// A run of a job is its record of type E, or R if it was requeued and the record has its times; other types are counted. Dates
// are local times; those in attributes are Unix times, which tell the offset.
type pbs struct {
	offset int64 // of local times, in seconds
	known  bool  // offset
	hosts  map[string]bool

	ncpus, procs, chunks, nodes int64 // that the job asked for, in the four ways of saying it
	vnodes, slots, used         int64 // that it was given: by exec_vnode, exec_host, and resources_used
	hostCount, nodect           int64 // nodes, by exec_host and by what it asked for
	cray                        pbsCray
	exit                        int64
	exited                      bool
	perProc                     int64 // pmem
	reruns                      int64 // run_count
}

func (r *Reader) openPBS() func(*Row) error { return r.eachLine(r.pbsLine) }

func (r *Reader) pbsLine(line []byte, row *Row) (bool, error) {
	if len(line) == 0 || line[0] == '#' {
		return false, nil
	}
	stamp, rest, _ := bytes.Cut(withoutFile(line), []byte(";"))
	kind, rest, _ := bytes.Cut(rest, []byte(";"))
	id, attributes, whole := bytes.Cut(rest, []byte(";"))
	if !whole || len(kind) == 0 || len(kind) > 2 {
		return false, r.bad("", line, errRecord)
	}
	number, _, _ := bytes.Cut(id, []byte("."))
	switch {
	case bytes.HasSuffix(number, []byte("[]")): // the array, whose tasks have records of their own
		r.Others++
		return false, nil
	case string(kind) == "E", string(kind) == "R":
		return r.pbsRun(stamp, id, attributes, row, kind[0] == 'R')
	}
	r.Others++
	return false, nil
}

// pbsRun reads the end of a run of a job, whose id names its server.
func (r *Reader) pbsRun(stamp, id, attributes []byte, row *Row, requeued bool) (bool, error) {
	r.pbs = pbs{
		offset: r.pbs.offset, known: r.pbs.known, hosts: r.pbs.hosts,
		ncpus: None, procs: None, chunks: None, nodes: None, vnodes: None, slots: None, used: None, perProc: None,
		hostCount: None, nodect: None,
	}
	r.pbsAttributes(attributes, row)
	at, dated := localTime(stamp)
	if dated && row.End != None {
		const quarter = 900 // zones differ by quarters of an hour
		r.pbs.offset, r.pbs.known = int64(math.Round(float64(at-row.End)/quarter))*quarter, true
	}
	r.resume(id, row)
	if requeued {
		switch {
		case row.End != None:
			at = row.End
		case r.pbs.known:
			at -= r.pbs.offset
		}
		if row.End != None || dated && r.pbs.known {
			r.requeue(id, at)
		}
		if row.Start == None || row.End == None {
			r.Others++
			return false, nil
		}
	}
	r.pbsJob(id, row, requeued)
	return true, nil
}

// pbsJob makes a row of what the attributes gave.
func (r *Reader) pbsJob(id []byte, row *Row, requeued bool) {
	p := &r.pbs
	number, _, _ := bytes.Cut(id, []byte("."))
	row.Label = string(number)
	if n, err := count(number); err == nil && n >= 0 && !requeued {
		row.Job, row.Label = n, ""
	}
	row.Interrupted = row.Interrupted || requeued || p.reruns > 1
	row.ReqProcs = max(p.ncpus, p.procs, p.chunks, p.nodes)
	for _, given := range [...]int64{p.used, p.slots, p.vnodes} {
		if given > 0 {
			row.Procs = given
		}
	}
	row.Nodes = p.nodect
	if p.hostCount > 0 && (p.slots != None || p.nodect == None) { // Cobalt's exec_host is a list of ranges
		row.Nodes = p.hostCount
	}
	p.cray.widen(row)
	row.finish()
	if p.perProc > 0 {
		row.ReqMemoryKiB = p.perProc
	}
	switch {
	case row.Start == None || requeued:
		row.Status = Failed
	case !p.exited:
	case p.exit == 0:
		row.Status = Completed
	case (p.exit == 256+15 || p.exit == 256+9) && !row.atLimit(): // by SIGTERM or SIGKILL, as qdel sends them
		row.Status = Cancelled
	default:
		row.Status = Failed
	}
}

// localTime reads MM/DD/YYYY HH:MM:SS as if it were of UTC.
func localTime(stamp []byte) (int64, bool) {
	if !looksLike(stamp, "00/00/0000 00:00:00") {
		return None, false
	}
	n := func(from, to int) int {
		n, _ := count(stamp[from:to])
		return int(n)
	}
	return time.Date(n(6, 10), time.Month(n(0, 2)), n(3, 5), n(11, 13), n(14, 16), n(17, 19), 0, time.UTC).Unix(), true
}

// pbsAttributes reads NAME=VALUE, separated by spaces, which values in quotes may have: of what a job used, in single ones.
func (r *Reader) pbsAttributes(text []byte, row *Row) {
	for len(text) > 0 {
		text = bytes.TrimLeft(text, " \t")
		end := bytes.IndexAny(text, " \t")
		if end < 0 {
			end = len(text)
		}
		name, value, given := bytes.Cut(text[:end], []byte("="))
		if given && len(value) > 0 && (value[0] == '"' || value[0] == '\'' && bytes.HasPrefix(name, []byte("resources_used."))) {
			from := len(name) + 2
			if close := bytes.IndexByte(text[from:], value[0]); close >= 0 {
				value, end = text[from:from+close], from+close+1
			}
		}
		text = text[end:]
		if !given || r.pbsText(string(name), value, row) {
			continue
		}
		if err := r.pbsNumber(string(name), value, row); err != nil {
			r.odd(row, string(name), value, err)
		}
	}
}

// pbsText reads an attribute that is a text, and reports whether it was one.
func (r *Reader) pbsText(name string, value []byte, row *Row) bool {
	switch name {
	case "user":
		row.User = r.Users.of(value)
	case "group":
		row.Group = r.Groups.of(value)
	case "queue":
		row.Queue = r.Queues.of(value)
	case "jobname":
		row.Name = r.Names.of(value)
	case "depend":
		row.Dependent = true
	case "resvID", "resvname":
		row.Reserved = true
	case "Resource_List.place": // such as scatter:exclhost
		row.Exclusive = row.Exclusive || bytes.Contains(value, []byte("excl"))
	case "Resource_List.naccesspolicy": // of Moab
		row.Exclusive = row.Exclusive || bytes.EqualFold(value, []byte("singlejob"))
	case "exec_host":
		r.pbs.slots, r.pbs.hostCount = r.pbsHosts(value)
	case "exec_vnode":
		var gpus int64
		if r.pbs.vnodes, gpus = vnodes(value); gpus > 0 {
			row.GPUs = gpus
		}
	case "Resource_List.select":
		r.chunks(value, "ncpus=", "ngpus=", &r.pbs.chunks, row)
	case "Resource_List.nodes":
		r.chunks(value, "ppn=", "gpus=", &r.pbs.nodes, row)
	default:
		return false
	}
	return true
}

// pbsNumber reads an attribute that is a number, a length of time or an amount of memory.
func (r *Reader) pbsNumber(name string, value []byte, row *Row) error {
	if to := r.pbsTime(name, row); to != nil {
		n, exact, err := rounded(value) // those of Cobalt have decimals
		if err == nil {
			*to, row.Rounded = n, row.Rounded || !exact
		}
		return err
	}
	to, parse := (*int64)(nil), count
	switch name {
	case "Exit_status":
		to, r.pbs.exited = &r.pbs.exit, true
	case "run_count":
		to = &r.pbs.reruns
	case "Resource_List.ncpus":
		to = &r.pbs.ncpus
	case "Resource_List.procs":
		to = &r.pbs.procs
	case "Resource_List.ngpus":
		to = &row.GPUs
	case "Resource_List.nodect":
		to = &r.pbs.nodect
	case "resources_used.ncpus":
		to = &r.pbs.used
	case "Resource_List.walltime":
		to, parse = &row.Estimate, duration
	case "Resource_List.mem":
		to, parse = &row.ReqMemoryKiB, memory
	case "Resource_List.pmem":
		to, parse = &r.pbs.perProc, memory
	case "resources_used.mem":
		to, parse = &row.MemoryKiB, memory
	default:
		to = r.pbs.cray.field(name)
	}
	if to == nil {
		return nil
	}
	n, err := parse(value)
	if err == nil {
		*to = n
	}
	return err
}

// pbsTime returns where an attribute that is a Unix time belongs, nil for others.
func (r *Reader) pbsTime(name string, row *Row) *int64 {
	switch {
	case name == "ctime", name == "qtime" && row.Submit == None: // the time of moving into this queue
		return &row.Submit
	case name == "start":
		return &row.Start
	case name == "end":
		return &row.End
	}
	return nil
}
