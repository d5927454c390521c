package sacct

import (
	"bytes"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// A column is a kind of column.
type column uint8

const (
	colOther column = iota // ignored
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
	colNodeList
	colPriority
	colState
	colJobName // the first of the columns of names, in the order of Names
	colUser
	colGroup
	colAccount
	colPartition
	colQOS
	colReservation
	numColumns
)

// columnNames are the names of the columns from colJobID on, in lower case.
var columnNames = strings.Fields("jobid jobidraw submit eligible start end elapsed elapsedraw timelimit timelimitraw " +
	"alloccpus ncpus reqcpus alloctres reqtres allocnodes nnodes reqnodes maxrss ntasks reqmem nodelist " +
	"priority state jobname user group account partition qos reservation")

// textColumns hold free text, in which sacct does not escape bars. Those where bars
// are likeliest come first: command lines, then names, then paths.
var textColumns = strings.Fields("submitline jobname comment extra admincomment systemcomment workdir container stdin stdout stderr")

// A layout is a line of column names.
type layout struct {
	columns []column // colOther also if the same name stands further left
	names   []string // as in the log
	has     [numColumns]bool
	bar     bool  // every line ends with a bar, as --parsable prints it
	texts   []int // indexes of the textColumns, in their order
}

const maxColumns = 1024

// parseLayout returns nil for a line without sacct's column names.
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
		c := colOther + column(1+slices.Index(columnNames, string(bytes.ToLower(bytes.TrimSpace(name)))))
		if l.has[c] {
			c = colOther
		}
		l.has[c] = true
		l.columns = append(l.columns, c)
		l.names = append(l.names, text.Shorten(name))
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
