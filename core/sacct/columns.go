package sacct

import "bytes"

// A column is what a column of the output is for.
type column uint8

const (
	colOther column = iota // not looked at
	colText                // not looked at, but may hold bars
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

// columnNames are the names in lower case.
var columnNames = map[string]column{
	"jobid": colJobID, "jobidraw": colJobIDRaw, "submit": colSubmit, "eligible": colEligible, "start": colStart,
	"end": colEnd, "elapsed": colElapsed, "elapsedraw": colElapsedRaw, "timelimit": colTimelimit,
	"timelimitraw": colTimelimitRaw, "alloccpus": colAllocCPUS, "ncpus": colNCPUS, "reqcpus": colReqCPUS,
	"alloctres": colAllocTRES, "reqtres": colReqTRES, "allocnodes": colAllocNodes, "nnodes": colNNodes,
	"reqnodes": colReqNodes, "maxrss": colMaxRSS, "ntasks": colNTasks, "reqmem": colReqMem, "priority": colPriority,
	"state": colState, "jobname": colJobName, "user": colUser, "group": colGroup, "account": colAccount,
	"partition": colPartition, "qos": colQOS, "reservation": colReservation,
	"comment": colText, "admincomment": colText, "systemcomment": colText, "extra": colText, "submitline": colText,
	"workdir": colText, "container": colText, "stdin": colText, "stdout": colText, "stderr": colText,
}

// A layout is what the line of column names says.
type layout struct {
	columns []column // what each column is for; a name that comes again is colOther
	names   []string // as they are in the log
	has     [numColumns]bool
	bar     bool // every line ends with a bar, as --parsable prints them
	text    int  // the only column of free text, or None if there is none or several
}

const maxColumns = 1024

// parseLayout returns nil for a line that names no columns of sacct.
func parseLayout(line []byte) *layout {
	l := &layout{text: None}
	texts := 0
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
		c := columnNames[string(bytes.ToLower(bytes.TrimSpace(name)))]
		if l.has[c] && c != colText {
			c = colOther
		}
		l.has[c] = true
		if c == colText || c == colJobName {
			l.text = i
			texts++
		}
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
	if texts != 1 {
		l.text = None
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
