package managers

import "bytes"

// A row of lsb.acct (lsb.acct(5)) is a list of numbers and of texts in quotes, with spaces between them; a quote in a text is
// doubled. Two of its lists of hosts have as many elements as the number before them, so that later fields move.
const (
	lsfEvent   = 2 // time of the end
	lsfJob     = 3
	lsfOptions = 5 // of bsub, as bits
	lsfProcs   = 6 // requested
	lsfSubmit  = 7
	lsfStart   = 10 // 0 if the job never started
	lsfUser    = 11
	lsfQueue   = 12
	lsfDepend  = 14
	lsfAsked   = 22 // hosts that the job could run on: their number, then their names

	// Fields from the status on.
	lsfStatus  = 0
	lsfName    = 2
	lsfProject = 24
	lsfIndex   = 29 // in an array, 0 for other jobs
	lsfMemory  = 30 // KiB, of all processes
	lsfResv    = 34 // reservation
	lsfReason  = 38 // why LSF ended the job
	lsfExtra   = 53 // what submission added: the number of pairs, then these
)

const lsfExclusive = 0x40 // bit of lsfOptions: bsub -x

// Values of lsfStatus.
const (
	lsfExit = 32
	lsfDone = 64
)

// Values of lsfReason.
const (
	lsfForceOwner   = 8
	lsfForceAdmin   = 9
	lsfRequeueOwner = 10
	lsfRequeueAdmin = 11
	lsfOwner        = 14
	lsfAdmin        = 15
	lsfBucketKill   = 23
)

func (r *Reader) openLSF() func(*Row) error { return r.eachLine(r.lsfLine) }

func (r *Reader) lsfLine(line []byte, row *Row) (bool, error) {
	if len(line) == 0 || line[0] == '#' {
		return false, nil
	}
	fields := r.lsfFields(line)
	if string(fields[0]) != "JOB_FINISH" {
		if line[0] != '"' {
			return false, r.bad("", line, errRecord)
		}
		r.Others++
		return false, nil
	}
	if len(fields) <= lsfAsked {
		return false, r.bad("", line, errRecord)
	}
	rest, err := r.lsfHosts(fields[lsfAsked:], row)
	if err != nil {
		return false, err
	}
	for _, f := range [...]struct {
		field int
		name  string
		to    *int64
	}{
		{lsfEvent, "eventTime", &row.End}, {lsfSubmit, "submitTime", &row.Submit}, {lsfStart, "startTime", &row.Start},
		{lsfJob, "jobId", &row.Job}, {lsfProcs, "numProcessors", &row.ReqProcs},
	} {
		n, err := count(fields[f.field])
		if err != nil {
			return false, r.bad(f.name, fields[f.field], err)
		}
		if n > 0 {
			*f.to = n
		}
	}
	row.User, row.Queue = r.Users.of(fields[lsfUser]), r.Queues.of(fields[lsfQueue])
	row.Dependent = len(fields[lsfDepend]) > 0
	if options, err := count(fields[lsfOptions]); err == nil {
		row.Exclusive = options&lsfExclusive != 0
	}
	r.lsfJob(rest, fields[lsfJob], row)
	row.finish()
	return true, nil
}

// lsfFields cuts a line. The fields are valid until the next call.
func (r *Reader) lsfFields(line []byte) [][]byte {
	r.tokens = r.tokens[:0]
	for {
		if line = bytes.TrimLeft(line, " \t"); len(line) == 0 {
			return r.tokens
		}
		var field []byte
		if line[0] == '"' {
			field, line = quoted(line[1:])
		} else {
			end := bytes.IndexAny(line, " \t")
			if end < 0 {
				end = len(line)
			}
			field, line = line[:end], line[end:]
		}
		r.tokens = append(r.tokens, field)
	}
}

// quoted returns the text up to a quote that is not doubled, and what follows that.
func quoted(line []byte) (text, rest []byte) {
	doubled := false
	for i := 0; i < len(line); i++ {
		if line[i] != '"' {
			continue
		}
		if i+1 < len(line) && line[i+1] == '"' {
			doubled = true
			i++
			continue
		}
		text, rest = line[:i], line[i+1:]
		if doubled {
			text = bytes.ReplaceAll(text, []byte(`""`), []byte(`"`))
		}
		return text, rest
	}
	return line, nil
}

// lsfHosts reads the hosts that the job asked for and those that it ran on, each of which stands for a processor, or, as 4*HOST,
// for several. It returns the fields behind them.
func (r *Reader) lsfHosts(fields [][]byte, row *Row) (rest [][]byte, err error) {
	first := fields[0]
	if len(first) > 1 && first[0] == '0' { // LSF prints no space between this number, if it is 0, and the next
		fields[0] = first[1:]
	} else if fields, err = r.skip(fields, "numAskedHosts"); err != nil {
		return nil, err
	}
	if len(fields) == 0 {
		return nil, r.bad("numExHosts", nil, errRecord)
	}
	rest, err = r.skip(fields, "numExHosts")
	if err != nil {
		return nil, err
	}
	hosts := fields[1 : len(fields)-len(rest)]
	var before []byte
	for _, host := range hosts {
		procs := int64(1)
		if times, name, is := bytes.Cut(host, []byte("*")); is {
			if n, err := count(times); err == nil {
				procs, host = n, name
			}
		}
		row.Procs = min(max(row.Procs, 0)+max(procs, 0), mostProcs)
		if !bytes.Equal(host, before) {
			row.Nodes, before = max(row.Nodes, 0)+1, host
		}
	}
	return rest, nil
}

// skip returns the fields behind a list: a number and as many fields.
func (r *Reader) skip(fields [][]byte, name string) ([][]byte, error) {
	n, err := count(fields[0])
	if err != nil || n < 0 || n >= int64(len(fields)) {
		return nil, r.bad(name, fields[0], errRecord)
	}
	return fields[1+n:], nil
}

// lsfJob reads the fields from the status on. Old versions have fewer.
func (r *Reader) lsfJob(fields [][]byte, job []byte, row *Row) {
	number := func(i int) int64 {
		if i >= len(fields) {
			return None
		}
		n, err := count(fields[i])
		if err != nil {
			return None
		}
		return n
	}
	if len(fields) > lsfName {
		row.Name = r.Names.of(fields[lsfName])
	}
	if len(fields) > lsfProject {
		row.Group = r.Groups.of(fields[lsfProject])
	}
	if task := number(lsfIndex); task > 0 {
		row.Job, row.Label = None, label(string(job), string(fields[lsfIndex]))
	}
	row.Reserved = len(fields) > lsfResv && len(fields[lsfResv]) > 0
	if used := number(lsfMemory); used > 0 {
		row.MemoryKiB = used
	}
	if len(fields) > lsfExtra {
		row.Estimate = lsfLimit(fields[lsfExtra:])
	}
	switch number(lsfStatus) {
	case lsfDone:
		row.Status = Completed
	case lsfExit:
		row.Status = Failed
	}
	switch number(lsfReason) {
	case lsfForceOwner, lsfForceAdmin, lsfOwner, lsfAdmin, lsfBucketKill:
		row.Status = Cancelled
	case lsfRequeueOwner, lsfRequeueAdmin:
		row.Interrupted = true
	}
}

// lsfLimit returns the job's own limit in seconds, None if it has none or the row ends before. Behind the pairs that submission
// added are the use of each host (a number n, then n times 5 or 6 fields), the limit, options, memory, and a text of
// requirements. The manual has the limit behind the options, logs have it before them.
func lsfLimit(fields [][]byte) int64 {
	pairs, err := count(fields[0])
	if err != nil || pairs < 0 || 2*pairs+1 >= int64(len(fields)) {
		return None
	}
	fields = fields[1+2*pairs:]
	hosts, err := count(fields[0])
	if err != nil || hosts < 0 || hosts > int64(len(fields)) {
		return None
	}
	for _, each := range [...]int64{6, 5} {
		at := 1 + each*hosts
		if at+3 >= int64(len(fields)) {
			continue
		}
		limit, err := count(fields[at])
		_, err2 := count(fields[at+1])
		_, err3 := count(fields[at+2])
		if err != nil || err2 != nil || err3 != nil || isNumber(fields[at+3]) {
			continue
		}
		if limit > 0 {
			return limit
		}
		return None
	}
	return None
}
