package table

import "strings"

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
	Nodes
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
}

// Fields describes the fields, in the order of their constants.
var Fields = [NumFields]FieldDoc{
	Job:       {"job", "number of the job, or its text, which results have as id; else rows are numbered from 1", number},
	Submit:    {"submit", "submission: a date, or a number in the unit; needed", instant},
	Start:     {"start", "a date, or a number in the unit", instant},
	End:       {"end", "a date, or a number in the unit", instant},
	Run:       {"run", "run time; needed unless start and end are given", duration},
	Wait:      {"wait", "waiting time, unless start is given", duration},
	Estimate:  {"estimate", "time asked for: the limit", duration},
	Procs:     {"procs", "processors; needed unless nodes are given", number},
	Nodes:     {"nodes", "nodes, which count as processors where procs are not given", number},
	GPUs:      {"gpus", "GPUs, which simulations on one machine leave out", number},
	Memory:    {"memory", "memory asked for, of the job as a whole", amount},
	Status:    {"status", "how it ended, in words such as COMPLETED", status},
	Work:      {"work", "floating-point operations of each processor, which take time by speed", number},
	Speed:     {"speed", "operations of a processor in a second, such as speed=1e9", number},
	User:      {"user", "who submitted it", textual},
	Group:     {"group", "group, account or project", textual},
	Queue:     {"queue", "queue", textual},
	Partition: {"partition", "partition", textual},
	Name:      {"name", "name of the job or its application", textual},
	Label:     {"label", "text that users know the job by, beside its number; results have it as id", textual},
	Only:      {"only", "only rows with this text (only=policy:easy), or with that of the first row", textual},
}

// String returns the field's key.
func (f Field) String() string { return Fields[f].Key }

// also are other keys of fields.
var also = map[string]Field{
	"account": Group, "project": Group, "id": Job, "state": Status, "app": Name, "limit": Estimate, "runtime": Run, "duration": Run,
}

// fieldOf returns the field with that key.
func fieldOf(key string) (Field, bool) {
	key = strings.ToLower(strings.TrimSpace(key))
	for f := range NumFields {
		if Fields[f].Key == key {
			return f, true
		}
	}
	f, ok := also[key]
	return f, ok
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

var memoryUnits = map[string]scale{
	"B": {1, 1 << 10, true}, "KiB": {1, 1, true}, "MiB": {1 << 10, 1, true}, "GiB": {1 << 20, 1, true}, "TiB": {1 << 30, 1, true},
	"kB": {1000, 1 << 10, true}, "MB": {1e6, 1 << 10, true}, "GB": {1e9, 1 << 10, true}, "TB": {1e12, 1 << 10, true},
}

// units lists the units of a kind, for messages.
var units = map[kind]string{
	instant:  "ns, us, ms, s, min, h or d",
	duration: "ns, us, ms, s, min, h or d",
	amount:   "B, KiB, MiB, GiB, TiB, kB, MB, GB or TB",
	number:   "milli (a thousandth, rounded up), or a factor such as x36",
	status:   "swf (1, 0, 5 as in that format), exit (0 is success) or slurm (its numbers of states)",
}
