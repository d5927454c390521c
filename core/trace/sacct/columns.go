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
	colAllocGRES
	colReqGRES
	colSuspended
	colLicenses
	colSubmitLine
	colPriority
	colState
	colJobName // the first of the columns of names, in the order of Names
	colUser
	colGroup
	colAccount
	colPartition
	colQOS
	colReservation
	colConstraints
	colNodeList
	colCluster
	numColumns
)

// columnNames are the names of the columns from colJobID on, in lower case.
var columnNames = strings.Fields("jobid jobidraw submit eligible start end elapsed elapsedraw timelimit timelimitraw " +
	"alloccpus ncpus reqcpus alloctres reqtres allocnodes nnodes reqnodes maxrss ntasks reqmem allocgres reqgres " +
	"suspended licenses submitline priority state jobname user group account partition qos reservation constraints nodelist cluster")

// textColumns hold free text, in which sacct escapes neither bars nor ends of lines. Those
// where bars are likeliest come first: command lines, then names, then paths.
var textColumns = strings.Fields("submitline jobname comment extra admincomment systemcomment constraints " +
	"workdir container stdin stdout stderr")

// A layout says which field of a row is which column.
type layout struct {
	columns []column // colOther also if the same name stands further left
	names   []string // as in the log
	has     [numColumns]bool
	id      int   // index of JobID, else of JobIDRaw
	sep     byte  // between the fields
	end     bool  // every line ends with sep, as --parsable prints it
	texts   []int // indexes of the textColumns, in their order
}

const maxColumns = 1024

// parseLayout reads a line of column names. A line without them is ErrHeader; ErrPlain,
// ErrDelimiter and ErrComma are about lines of names whose rows cannot be told apart.
func parseLayout(line []byte) (*layout, error) {
	sep, err := separator(line)
	if err != nil {
		return nil, err
	}
	trimmed := bytes.TrimSuffix(line, []byte{sep})
	if bytes.Count(trimmed, []byte{sep}) >= maxColumns {
		return nil, ErrHeader
	}
	l, err := newLayout(bytes.Split(trimmed, []byte{sep}))
	if err != nil {
		return nil, err
	}
	l.end = len(trimmed) < len(line)
	return l, l.separate(sep)
}

// columnOf returns the column of that name.
func columnOf(name []byte) column {
	return colOther + column(1+slices.Index(columnNames, squeeze(name)))
}

// newLayout returns the layout with columns of these names, without a separator.
func newLayout(names [][]byte) (*layout, error) {
	l := &layout{}
	for _, name := range names {
		name = bytes.TrimSpace(name)
		c := columnOf(name)
		if l.has[c] {
			c = colOther
		}
		l.has[c] = true
		l.columns = append(l.columns, c)
		l.names = append(l.names, text.Shorten(name))
	}
	if l.id = slices.Index(l.columns, colJobID); l.id < 0 {
		l.id = slices.Index(l.columns, colJobIDRaw)
	}
	if l.id < 0 || len(l.columns) < 2 {
		return nil, ErrHeader
	}
	for _, text := range textColumns {
		if i := slices.IndexFunc(l.names, func(name string) bool { return strings.EqualFold(name, text) }); i >= 0 {
			l.texts = append(l.texts, i)
		}
	}
	return l, nil
}

// separate sets the separator of the fields.
func (l *layout) separate(sep byte) error {
	l.sep = sep
	if sep == ',' && slices.ContainsFunc(l.names, HasCommas) {
		return ErrComma
	}
	return nil
}

// HasCommas reports whether the values of a column are lists with commas.
func HasCommas(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "tres") || strings.Contains(name, "gres") || name == "nodelist" || name == "flags"
}

// separator returns the character between the column names of a line: the bar of
// --parsable and --parsable2, or that of sacct --delimiter.
func separator(line []byte) (byte, error) {
	if !namesJobs(line) {
		return 0, ErrHeader
	}
	if bytes.IndexByte(line, '|') >= 0 {
		return '|', nil
	}
	i := slices.IndexFunc(line, func(b byte) bool { return !alphanumeric(b) })
	if i < 0 {
		return 0, ErrHeader // one column
	}
	other := func(b byte) bool { return !alphanumeric(b) && b != line[i] }
	switch {
	case line[i] == ' ' && !slices.ContainsFunc(line, other):
		return 0, ErrPlain
	case i == 0 || line[i] == ' ':
		return 0, ErrHeader // a sentence
	case slices.ContainsFunc(line, other) || bytes.Contains(line, []byte{line[i], line[i]}):
		return 0, ErrDelimiter
	}
	return line[i], nil
}

// namesJobs reports whether JobID or JobIDRaw is a word of the line.
func namesJobs(line []byte) bool {
	for len(line) > 0 {
		n := slices.IndexFunc(line, func(b byte) bool { return !alphanumeric(b) })
		if n < 0 {
			n = len(line)
		}
		if word := line[:n]; len(word) <= len("JobIDRaw") && len(word) >= len("JobID") {
			if s := string(bytes.ToLower(word)); s == "jobid" || s == "jobidraw" {
				return true
			}
		}
		line = line[min(n+1, len(line)):]
	}
	return false
}

func alphanumeric(b byte) bool { return b-'0' < 10 || b&^0x20-'A' < 26 }

// Begins reports whether a log whose first line is line may be the output of sacct: with
// bars, with a line of column names, with a job's state, or the beginning of its JSON.
func Begins(line []byte) bool {
	if bytes.IndexByte(line, '|') >= 0 || bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) {
		return true
	}
	_, err := separator(line)
	return err != ErrHeader || hasState(line)
}

// hasState reports whether a word of the line is a state of six letters or more.
func hasState(line []byte) bool {
	for word := range bytes.FieldsFuncSeq(line, func(r rune) bool { return r != '_' && (r < 'A' || r > 'Z') }) {
		if _, ok := parseState(word); ok && len(word) >= len("FAILED") {
			return true
		}
	}
	return false
}
