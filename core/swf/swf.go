// Package swf reads and writes the Standard Workload Format, version 2.2, of
// the Parallel Workloads Archive.
//
// A log is text, one line each for a comment or a job:
//
//	log     = [ BOM ] { line LF } [ line ]
//	line    = comment | row | blank
//	comment = { space } ";" { any byte but LF }
//	row     = { space } number { space { space } number } { space }
//	number  = [ "+" | "-" ] ( digits [ "." [ digits ] ] | "." digits ) [ ( "e" | "E" ) [ "+" | "-" ] digits ]
//	space   = " " | TAB | CR | VT | FF
//
// A row has the 18 fields of Record, in that order; a field that the log does
// not give is -1. Numbers that count or name something (job, processors,
// status, user, group, application, queue, partition, preceding job) are
// whole; times and amounts of memory may have decimals. The comments before
// the first row are the header: "; Key: value", see Header.
//
// A log may be compressed with gzip, which Reader sees by its first bytes and
// not by a name. Reader works on a stream: whatever it is fed, its memory stays
// within a few hundred KiB and the comments it keeps.
package swf

// A Record is one row of a log: the 18 fields of the format, in its order. A
// field that the log does not give is -1.
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

	// Decimals is nil unless a time or an amount of memory of the row was not
	// whole. The field itself is then rounded to the nearest whole number,
	// halves away from zero, and Decimals has the number as it was. Writer
	// writes the number as it was wherever the field is still its rounding, so
	// that a program changes a field by setting it.
	Decimals *Decimals
}

// Decimals has the 18 numbers of a row as they are in the log: Decimals[i] is
// field i+1.
type Decimals [Fields]float64

// Fields is the number of fields of a row.
const Fields = 18

// Unknown is a Record of which nothing is known: every field is -1.
var Unknown = Record{
	Job: -1, Submit: -1, Wait: -1, Run: -1, Procs: -1, CPU: -1, MemoryKiB: -1, ReqProcs: -1, ReqTime: -1,
	ReqMemoryKiB: -1, Status: -1, User: -1, Group: -1, App: -1, Queue: -1, Partition: -1, Preceding: -1, ThinkTime: -1,
}

// fieldNames are what messages call the fields.
var fieldNames = [Fields]string{
	"job number", "submit time", "wait time", "run time", "processors allocated", "CPU time", "used memory",
	"processors requested", "requested time", "requested memory", "status", "user", "group", "application",
	"queue", "partition", "preceding job", "think time",
}

// fractional tells which fields may have decimals, by bit: times and memory.
const fractional = 1<<1 | 1<<2 | 1<<3 | 1<<cpuField | 1<<6 | 1<<8 | 1<<9 | 1<<17

// cpuField is the index of the one field that Record keeps as a float64.
const cpuField = 5

// FieldName returns what field i (1 to 18) is called in messages.
func FieldName(i int) string { return fieldNames[i-1] }
