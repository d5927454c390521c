package managers

import (
	"bytes"

	"github.com/backfill-lab/backfill/core/internal/text"
)

const (
	gwfFields = 29 // of a row
	gwfLeast  = 27 // some writers leave out the last
)

// Fields of the Grid Workload Format, from 0. The first 11 are those of the Standard Workload Format; -1 is unknown.
const (
	gwfJob = iota
	gwfSubmit
	gwfWait
	gwfRun
	gwfProcs
	_
	gwfMemory
	gwfReqProcs
	gwfReqTime
	gwfReqMemory
	gwfStatus
	gwfUser
	gwfGroup
	gwfExecutable
	gwfQueue
	gwfPartition
	gwfOrigin // site where the job was submitted
	gwfSite   // where it ran
)

func (r *Reader) openGWF() func(*Row) error { return r.eachLine(r.gwfLine) }

// gwfLine reads a row. The partition is the site that the job ran on, if the row names none.
func (r *Reader) gwfLine(line []byte, row *Row) (bool, error) {
	if len(line) == 0 || line[0] == '#' || line[0] == ';' {
		return false, nil
	}
	fields := bytes.Fields(line)
	if len(fields) < gwfSite+1 {
		return false, r.bad("", line, errRecord)
	}
	wait := int64(None)
	for _, f := range [...]struct {
		field int
		name  string
		to    *int64
		need  bool
	}{
		{gwfSubmit, "SubmitTime", &row.Submit, true}, {gwfWait, "WaitTime", &wait, false}, {gwfRun, "RunTime", &row.Run, true},
		{gwfProcs, "NProcs", &row.Procs, true}, {gwfReqProcs, "ReqNProcs", &row.ReqProcs, true},
		{gwfReqTime, "ReqTime", &row.Estimate, false}, {gwfMemory, "UsedMemory", &row.MemoryKiB, false},
		{gwfReqMemory, "ReqMemory", &row.ReqMemoryKiB, false}, {gwfStatus, "Status", &row.Status, false},
	} {
		n, exact, err := rounded(fields[f.field])
		switch {
		case err != nil && f.need:
			return false, r.bad(f.name, fields[f.field], err)
		case err != nil:
			r.odd(row, f.name, fields[f.field], err)
		case n >= 0:
			*f.to = n
			row.Rounded = row.Rounded || !exact && f.field < gwfProcs
		}
	}
	if job, err := count(fields[gwfJob]); err == nil && job >= 0 {
		row.Job = job
	} else {
		row.Label = text.Shorten(fields[gwfJob])
	}
	if wait >= 0 && row.Submit >= 0 {
		row.Start = row.Submit + wait
	}
	row.User, row.Group = gwfName(&r.Users, fields[gwfUser]), gwfName(&r.Groups, fields[gwfGroup])
	row.Name, row.Queue = gwfName(&r.Names, fields[gwfExecutable]), gwfName(&r.Queues, fields[gwfQueue])
	for _, at := range [...]int{gwfPartition, gwfSite, gwfOrigin} {
		if row.Partition == None {
			row.Partition = gwfName(&r.Partitions, fields[at])
		}
	}
	return true, nil
}

// gwfName is Names.of for a field in which -1 is no name.
func gwfName(names *Names, field []byte) int64 {
	if string(field) == "-1" {
		return None
	}
	return names.of(field)
}
