// Package swf reads and writes the Standard Workload Format, version 2.2, of the
// Parallel Workloads Archive. A log is text with a line for each comment or job:
//
//	log     = [ BOM ] { line LF } [ line ]
//	line    = comment | row | blank
//	comment = { space } ";" { any byte but LF }
//	row     = { space } number { space { space } number } { space }
//	number  = [ "+" | "-" ] ( digits [ "." [ digits ] ] | "." digits ) [ ( "e" | "E" ) [ "+" | "-" ] digits ]
//	space   = " " | TAB | CR | VT | FF
//
// A row has the 18 fields of Record, in that order; -1 means not given. Numbers that
// count or name something (job, processors, status, user, group, application, queue,
// partition, preceding job) are whole; times and amounts of memory may have decimals.
// The comments before the first row are the header, see Header.
//
// A log may be compressed with gzip: Reader looks at its first bytes, not its name.
// Whatever the stream, a Reader needs a few hundred KiB besides the comments it keeps.
package swf

// A Record is one row of a log: the 18 fields in the format's order, -1 if not given.
type Record struct {
	Job          int64   // 1 job number
	Submit       int64   // 2 submit time, seconds
	Wait         int64   // 3 wait time, seconds
	Run          int64   // 4 run time, seconds
	Procs        int64   // 5 processors allocated
	CPU          float64 // 6 average CPU time used per processor, seconds
	MemoryKiB    int64   // 7 used memory per processor, KiB
	ReqProcs     int64   // 8 processors requested
	ReqTime      int64   // 9 run time requested (the estimate), seconds
	ReqMemoryKiB int64   // 10 memory requested per processor, KiB
	Status       int64   // 11 status: 1 completed, 0 failed, 5 cancelled, 2 to 4 parts of a job
	User         int64   // 12 user
	Group        int64   // 13 group
	App          int64   // 14 executable (application)
	Queue        int64   // 15 queue
	Partition    int64   // 16 partition
	Preceding    int64   // 17 preceding job number
	ThinkTime    int64   // 18 think time from the preceding job, seconds

	// Decimals is nil unless a time or an amount of memory in the row was not whole.
	// Then Decimals has the number, and the field is its nearest whole number, halves
	// away from zero. Writer writes the number while the field is still its rounding:
	// to change a value, set the field.
	Decimals *Decimals
}

// Decimals holds fields with decimals: Decimals[i] is field i+1, or 0 if it was whole.
type Decimals [Fields]float64

// Fields is the number of fields of a row.
const Fields = 18

// Unknown is a Record with every field -1.
var Unknown = Record{
	Job: -1, Submit: -1, Wait: -1, Run: -1, Procs: -1, CPU: -1, MemoryKiB: -1, ReqProcs: -1, ReqTime: -1,
	ReqMemoryKiB: -1, Status: -1, User: -1, Group: -1, App: -1, Queue: -1, Partition: -1, Preceding: -1, ThinkTime: -1,
}

var fieldNames = [Fields]string{
	"job number", "submit time", "wait time", "run time", "processors allocated", "CPU time", "used memory",
	"processors requested", "requested time", "requested memory", "status", "user", "group", "application",
	"queue", "partition", "preceding job", "think time",
}

// fractional has a bit for each field that may have decimals: times and memory.
const fractional = 1<<1 | 1<<2 | 1<<3 | 1<<cpuField | 1<<6 | 1<<8 | 1<<9 | 1<<17

// cpuField is the index of the only field that is a float64 in Record.
const cpuField = 5

// FieldName returns the name of field i (1 to 18) in messages.
func FieldName(i int) string { return fieldNames[i-1] }
