package table

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// A Field is what a column tells of a job.
type Field int

// The fields.
const (
	Job Field = iota
	Submit
	Start
	End
	Run
	Wait
	Estimate
	Procs
	ReqProcs
	Nodes
	PerNode
	Tasks
	NodeTasks
	PerTask
	GPUs
	Memory
	Status
	Work
	Speed
	User
	Group
	Queue
	Partition
	Name
	Label
	Only
	NumFields
)

// A kind is how the cells of a field are read.
type kind int

const (
	number   kind = iota // a whole number
	instant              // a time
	duration             // a length of time
	amount               // of memory
	status               // how the job ended
	textual              // a name
)

// A FieldDoc describes a field.
type FieldDoc struct {
	Key string // in a Map
	Doc string // one line
	kind
	also  []string // other keys
	names []string // that columns commonly have, the likeliest first, without units
}

// Fields describes the fields of fields.tsv, in the order of their constants.
var Fields = func() (all [NumFields]FieldDoc) {
	kinds := []string{number: "number", instant: "instant", duration: "duration", amount: "amount", status: "status", textual: "textual"}
	f := 0
	for row := range text.Rows(fields) {
		all[f] = FieldDoc{row[0], row[2], kind(slices.Index(kinds, row[1])), strings.Fields(row[3]), strings.Fields(row[4])}
		f++
	}
	return all
}()

//go:embed fields.tsv
var fields string

// String returns the field's key.
func (f Field) String() string { return Fields[f].Key }

// fieldOf returns the field with that key.
func fieldOf(key string) (Field, bool) {
	key = strings.ToLower(strings.TrimSpace(key))
	for f := range NumFields {
		if Fields[f].Key == key || slices.Contains(Fields[f].also, key) {
			return f, true
		}
	}
	return 0, false
}

// keys lists the fields.
func keys() string {
	var all []string
	for _, d := range Fields {
		all = append(all, d.Key)
	}
	return strings.Join(all, ", ")
}

// A scale turns numbers in a unit into seconds, KiB or whole numbers: times num, divided by den. Parts
// are rounded to the nearest, or up.
type scale struct {
	num, den int64
	up       bool
}

var timeUnits = map[string]scale{
	"ns": {1, 1e9, false}, "us": {1, 1e6, false}, "ms": {1, 1000, false}, "s": {1, 1, false}, "min": {60, 1, false},
	"h": {3600, 1, false}, "d": {86400, 1, false},
}

// excel is the unit of times that are days since the end of 1899, as spreadsheets count: 45352.5 is noon of the first of March 2024.
const excel = "excel"

// Year2100 is when that begins, in seconds since 1970: a later end stands for none.
const Year2100 = 4102444800

// tres is the unit of processors in Slurm's lists of resources: 1=4,2=8000 or cpu=4,mem=8000M.
const tres = "tres"

var memoryUnits = map[string]scale{
	"B": {1, 1 << 10, true}, "KiB": {1, 1, true}, "MiB": {1 << 10, 1, true}, "GiB": {1 << 20, 1, true}, "TiB": {1 << 30, 1, true},
	"kB": {1000, 1 << 10, true}, "MB": {1e6, 1 << 10, true}, "GB": {1e9, 1 << 10, true}, "TB": {1e12, 1 << 10, true},
}

// units lists the units of a kind, for messages.
var units = map[kind]string{
	instant:  "ns, us, ms, s, min, h or d, excel for the days of spreadsheets, or for dates such as 03/01/2024 their order, dmy or mdy",
	duration: "ns, us, ms, s, min, h or d",
	amount:   "B, KiB, MiB, GiB, TiB, kB, MB, GB or TB",
	number:   "milli (a thousandth, rounded up), tres (the processors of 1=4,2=8000), or a factor such as x36",
	status:   "swf (1, 0, 5 as in that format), exit (0 is success), slurm or condor (their numbers of states)",
}
