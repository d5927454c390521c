package sacct

import (
	"bytes"
	"math/bits"
	"strconv"
)

// An id is a parsed JobID.
type id struct {
	base    int64
	task    int64 // of an array, or None
	part    int64 // of a heterogeneous job, or None
	waiting int64 // tasks in a row such as 123_[5-9]
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

// countTasks returns how many tasks a list such as 1,3,5-9%2 or 0-10:2 names, or a set such as
// 0xF88A, at least 1.
func countTasks(b []byte) int64 {
	if set, isSet := bytes.CutPrefix(b, []byte("0x")); isSet {
		return countBits(set)
	}
	total := int64(0)
	for len(b) > 0 {
		from, rest := digits(b)
		if from < 0 {
			break
		}
		n := int64(1)
		if len(rest) > 0 && rest[0] == '-' {
			var to int64
			step := int64(1)
			if to, rest = digits(rest[1:]); to < from {
				break
			}
			if len(rest) > 0 && rest[0] == ':' {
				if step, rest = digits(rest[1:]); step < 1 {
					break
				}
			}
			n = (to-from)/step + 1
		}
		if total += n; total > 1e15 || len(rest) == 0 || rest[0] != ',' {
			break
		}
		b = rest[1:]
	}
	return max(total, 1)
}

// countBits returns how many bits of a hexadecimal number are set, at least 1.
func countBits(b []byte) int64 {
	total := 0
	for _, c := range b {
		n, err := strconv.ParseUint(string(c), 16, 8)
		if err != nil {
			break
		}
		total += bits.OnesCount64(n)
	}
	return int64(max(total, 1))
}
