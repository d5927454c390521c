package sacct

import (
	"bytes"
	"iter"
	"math/bits"
	"strconv"
)

// An id is a parsed JobID.
type id struct {
	base    int64
	task    int64  // of an array, or None
	part    int64  // of a heterogeneous job, or None
	waiting int64  // tasks in a row such as 123_[5-9]
	tasks   string // their list
	step    bool
	oneTask bool // the step is batch, extern or interactive
}

func parseID(b []byte) (id, error) {
	d := id{task: None, part: None}
	var rest []byte
	if d.base, rest = digits(b); d.base < 0 {
		return d, ErrID
	}
	if len(rest) > 0 && rest[0] == '_' {
		if rest = rest[1:]; len(rest) > 0 && rest[0] == '[' {
			end := bytes.IndexByte(rest, ']')
			if end < 0 {
				end = len(rest) // Slurm cuts long lists short
			}
			d.tasks = string(rest[1:end])
			d.waiting = countTasks(rest[1:end])
			rest = rest[min(end+1, len(rest)):]
		} else if d.task, rest = digits(rest); d.task < 0 {
			return d, ErrID
		}
	}
	if len(rest) > 0 && rest[0] == '+' {
		if d.part, rest = digits(rest[1:]); d.part < 0 {
			return d, ErrID
		}
	}
	if len(rest) > 1 && rest[0] == '.' {
		d.step = true
		d.oneTask = oneTask(string(rest[1:]))
		rest = nil
	}
	if len(rest) > 0 {
		return d, ErrID
	}
	return d, nil
}

// oneTask reports whether a step of this name is one task.
func oneTask(name string) bool { return name == "batch" || name == "extern" || name == "interactive" }

// A span is the tasks of an array from one to another, by steps.
type span struct{ from, to, step int64 }

// spans yields the tasks of a list such as 1,3,5-9%2 or 0-10:2, or of a set such as 0xF88A, whose last bit is task 0.
func spans(b []byte) iter.Seq[span] {
	if set, isSet := bytes.CutPrefix(b, []byte("0x")); isSet {
		return bitsOf(set)
	}
	return func(yield func(span) bool) {
		for len(b) > 0 {
			from, rest := digits(b)
			if from < 0 {
				return
			}
			s := span{from, from, 1}
			if len(rest) > 0 && rest[0] == '-' {
				if s.to, rest = digits(rest[1:]); s.to < from {
					return
				}
				if len(rest) > 0 && rest[0] == ':' {
					if s.step, rest = digits(rest[1:]); s.step < 1 {
						return
					}
				}
			}
			if !yield(s) || len(rest) == 0 || rest[0] != ',' {
				return
			}
			b = rest[1:]
		}
	}
}

// bitsOf yields the bits that are set in a hexadecimal number, up to the first character that is no digit.
func bitsOf(set []byte) iter.Seq[span] {
	return func(yield func(span) bool) {
		n := 0
		for n < len(set) && bytes.IndexByte([]byte("0123456789abcdefABCDEF"), set[n]) >= 0 {
			n++
		}
		for k := range n {
			digit, _ := strconv.ParseUint(string(set[n-1-k]), 16, 8)
			for ; digit != 0; digit &= digit - 1 {
				at := int64(4*k + bits.TrailingZeros64(digit))
				if !yield(span{at, at, 1}) {
					return
				}
			}
		}
	}
}

// countTasks returns how many tasks a list names, at least 1.
func countTasks(b []byte) int64 {
	total := int64(0)
	for s := range spans(b) {
		if total += (s.to-s.from)/s.step + 1; total > 1e15 {
			break
		}
	}
	return max(total, 1)
}

// Tasks returns the tasks of a list that Names.TaskLists has, in its order, at most as many.
func Tasks(list string, most int) (all []int64) {
	for s := range spans([]byte(list)) {
		for task := s.from; task <= s.to; task += s.step {
			if len(all) == most {
				return all
			}
			all = append(all, task)
		}
	}
	return all
}

// arrayLimit returns how many tasks of an array may run at the same time by the list of a row such as 123_[5-9%2], 0 for any
// number; None if the row has no list, or one that Slurm cut short.
func arrayLimit(row []byte) int64 {
	_, list, found := bytes.Cut(row, []byte("_["))
	list, _, whole := bytes.Cut(list, []byte("]"))
	before, limit, limited := bytes.Cut(list, []byte("%"))
	switch n, rest := digits(limit); {
	case !found || !whole || bytes.HasSuffix(before, []byte("...")), limited && (n < 0 || len(rest) > 0):
		return None
	case limited:
		return n
	}
	return 0
}
