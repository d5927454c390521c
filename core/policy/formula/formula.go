// Package formula orders queues by expressions: it computes the keys of jobs.
//
//	estimate*procs + 6860000*log10(submit)
//
// is such an expression. It is read once and computed for many jobs:
//
//	sum     = product { ( "+" | "-" ) product }
//	product = factor { ( "*" | "/" ) factor }
//	factor  = "-" factor | operand [ "^" exponent ]
//	operand = number | variable | "(" sum ")" | function "(" sum { "," sum } ")"
//	        | "if" "(" sum ( "<" | "<=" | ">" | ">=" | "==" | "!=" ) sum "," sum "," sum ")"
//
// The variables are what a scheduler knows of a waiting job; run is another word for estimate. Exponents are whole
// numbers from 2 to 9. Arithmetic is that of IEEE 754: 1/0 is infinite. Results are the same on every machine.
package formula

import (
	"strings"

	"github.com/backfill-lab/backfill/core/sim"
)

// A Word is a variable or a function.
type Word struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// Variables are those of a waiting job.
var Variables = []Word{
	{"estimate", "the estimated run time, in seconds (run means the same)"},
	{"procs", "the processors"},
	{"submit", "the second of submission, from the first one of the workload, at least 1"},
	{"wait", "the wait so far, in seconds"},
}

// Functions are all functions.
var Functions = []Word{
	{"log10(x)", "the decimal logarithm"},
	{"log2(x)", "the binary logarithm"},
	{"ln(x)", "the natural logarithm"},
	{"sqrt(x)", "the square root"},
	{"abs(x)", "the absolute value"},
	{"min(x,y,...)", "the smallest"},
	{"max(x,y,...)", "the largest"},
	{"if(x<y,a,b)", "a if the comparison (< <= > >= == !=) holds, else b"},
}

// A Formula is an expression. It never changes, so several goroutines may use it.
type Formula struct {
	root    *node
	uses    [variables]bool
	code    []instruction
	result  uint8 // number of the value that is the key
	deep    int   // values that are computed and kept at a time
	fromLog bool
}

// String returns the expression without spaces and needless parentheses. Two expressions of the same
// text have the same keys.
func (f *Formula) String() string {
	var b strings.Builder
	f.root.write(&b, 0)
	return b.String()
}

// Doc says what the variables of the expression are.
func (f *Formula) Doc() string {
	var known []string
	for i, v := range Variables {
		if f.uses[i] {
			known = append(known, v.Name+" is "+v.Doc)
		}
	}
	if known == nil {
		return "Equal for all jobs."
	}
	doc := strings.Join(known, "; ") + "."
	return strings.ToUpper(doc[:1]) + doc[1:]
}

// Moves tells whether keys change as time passes: whether the expression knows the wait.
func (f *Formula) Moves() bool { return f.uses[opWait-opEstimate] }

// CountsSubmissions tells whether the expression knows seconds of submission.
func (f *Formula) CountsSubmissions() bool { return f.uses[opSubmit-opEstimate] }

// FromLog returns the formula with submissions counted from second 0 of the log.
func (f *Formula) FromLog() *Formula {
	c := *f
	c.fromLog = true
	return &c
}

// Key returns j's key at second now. One that is no number, such as 0/0, is +Inf.
func (f *Formula) Key(now int64, j *sim.Job) float64 {
	var room [values]float64
	jobs := [1]*sim.Job{j}
	return f.run(room[:], now, jobs[:])[0]
}

// Most is the largest number of jobs that Keys takes.
const Most = 32

// A Room is memory for Keys, to be used again.
type Room [values * Most]float64

// Keys returns the keys of at most Most jobs, in less time than Key. They are valid until the room is used again.
func (f *Formula) Keys(r *Room, now int64, jobs []*sim.Job) []float64 { return f.run(r[:], now, jobs) }
