package sacct

import (
	"bytes"
	"slices"
	"strings"
)

// A column is what a column of the output is for.
type column uint8

const (
	colOther column = iota // not looked at
	colJobID
	colJobIDRaw
	colSubmit
	colEligible
	colStart
	colEnd
	colElapsed
	colElapsedRaw
	colTimelimit
	colTimelimitRaw
	colAllocCPUS
	colNCPUS
	colReqCPUS
	colAllocTRES
	colReqTRES
	colAllocNodes
	colNNodes
	colReqNodes
	colMaxRSS
	colNTasks
	colReqMem
	colPriority
	colState
	colJobName
	colUser
	colGroup
	colAccount
	colPartition
	colQOS
	colReservation
	numColumns
)

// columnNames are the names in lower case, by column.
var columnNames = [numColumns]string{
	"", "jobid", "jobidraw", "submit", "eligible", "start", "end", "elapsed", "elapsedraw", "timelimit", "timelimitraw",
	"alloccpus", "ncpus", "reqcpus", "alloctres", "reqtres", "allocnodes", "nnodes", "reqnodes", "maxrss", "ntasks", "reqmem",
	"priority", "state", "jobname", "user", "group", "account", "partition", "qos", "reservation",
}

// textColumns hold free text, in which sacct leaves bars as they are: a command
// line has them more often than a name, and that more often than a path.
var textColumns = []string{
	"submitline", "jobname", "comment", "extra", "admincomment", "systemcomment", "workdir", "container", "stdin", "stdout", "stderr",
}

// A layout is what the line of column names says.
type layout struct {
	columns []column // what each column is for; a name that comes again is colOther
	names   []string // as they are in the log
	has     [numColumns]bool
	bar     bool  // every line ends with a bar, as --parsable prints them
	texts   []int // the columns of free text, those where bars are likeliest first
}

const maxColumns = 1024

// parseLayout returns nil for a line that names no columns of sacct.
func parseLayout(line []byte) *layout {
	l := &layout{}
	for i := 0; ; i++ {
		name := line
		bar := bytes.IndexByte(line, '|')
		if bar >= 0 {
			name = line[:bar]
		}
		if bar < 0 && len(name) == 0 && i > 0 {
			l.bar = true
			break
		}
		if i == maxColumns {
			return nil
		}
		c := column(max(0, slices.Index(columnNames[:], string(bytes.ToLower(bytes.TrimSpace(name))))))
		if l.has[c] {
			c = colOther
		}
		l.has[c] = true
		l.columns = append(l.columns, c)
		l.names = append(l.names, shorten(name))
		if bar < 0 {
			break
		}
		line = line[bar+1:]
	}
	if !l.has[colJobID] && !l.has[colJobIDRaw] || len(l.columns) < 2 {
		return nil
	}
	for _, text := range textColumns {
		named := func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), text) }
		if i := slices.IndexFunc(l.names, named); i >= 0 {
			l.texts = append(l.texts, i)
		}
	}
	return l
}

// Sniff tells whether a file that begins with head looks like the output of
// sacct with bars between its columns: its first line that is not empty names
// columns, JobID or JobIDRaw among them. head may be cut off anywhere behind
// that.
func Sniff(head []byte) bool {
	head = bytes.TrimPrefix(head, byteOrderMark)
	head = bytes.TrimLeft(head, "\r\n")
	if i := bytes.IndexByte(head, '\n'); i >= 0 {
		head = head[:i]
	}
	return len(head) <= maxLine && parseLayout(bytes.TrimSuffix(head, []byte("\r"))) != nil
}

var byteOrderMark = []byte("\xef\xbb\xbf")
