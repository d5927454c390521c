package sacct

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"time"
)

// What can be wrong with a value. A ParseError wraps one of these.
var (
	ErrNumber   = errors.New("not a whole number from 0 to 999,999,999,999,999")
	ErrTime     = errors.New("not a time like 2024-01-31T12:00:00, a Unix time, Unknown or None")
	ErrDuration = errors.New("not a duration like 1-02:03:04")
	ErrID       = errors.New("not a job id like 123, 123_4, 123_[5-9], 123+0 or 123.batch")
)

// maxDigits keeps every number below 10^15: sums and products with small
// factors stay within an int64.
const maxDigits = 15

// parseCount reads a whole number, None for an empty field.
func parseCount(b []byte) (int64, error) {
	if len(b) == 0 {
		return None, nil
	}
	n, rest := digits(b)
	if n < 0 || len(rest) > 0 {
		return None, ErrNumber
	}
	return n, nil
}

// digits reads the number that b begins with; n is None if there is none or
// it is too long.
func digits(b []byte) (n int64, rest []byte) {
	i := 0
	for ; i < len(b) && b[i]-'0' < 10; i++ {
		if i == maxDigits {
			return None, b
		}
		n = n*10 + int64(b[i]-'0')
	}
	if i == 0 {
		return None, b
	}
	return n, b[i:]
}

// none tells whether b is one of the words for a value that is not there.
func none(b []byte) bool {
	switch string(b) {
	case "", "Unknown", "None", "N/A", "UNKNOWN", "NONE", "None assigned":
		return true
	}
	return false
}

// parseTime reads a time. In zone nil, local times count as UTC.
func parseTime(b []byte, zone *time.Location) (int64, error) {
	if len(b) != 19 || b[4] != '-' {
		if none(b) {
			return None, nil
		}
		if n, rest := digits(b); n >= 0 && len(rest) == 0 {
			return n, nil
		}
		return None, ErrTime
	}
	year, month, day := two(b[0])*1000+two(b[1])*100+two(b[2])*10+two(b[3]), two(b[5])*10+two(b[6]), two(b[8])*10+two(b[9])
	hour, minute, second := two(b[11])*10+two(b[12]), two(b[14])*10+two(b[15]), two(b[17])*10+two(b[18])
	for _, i := range [...]int{0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18} {
		if b[i]-'0' > 9 {
			return None, ErrTime
		}
	}
	if b[7] != '-' || b[10] != 'T' && b[10] != ' ' || b[13] != ':' || b[16] != ':' ||
		year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60 {
		return None, ErrTime
	}
	if zone != nil {
		return time.Date(year, time.Month(month), day, hour, minute, second, 0, zone).Unix(), nil
	}
	return int64(days(year, month, day))*86400 + int64(hour*3600+minute*60+second), nil
}

func two(c byte) int { return int(c - '0') }

// days returns the days from 1970-01-01 to a date in the Gregorian calendar. A
// day beyond the end of its month counts on into the next.
func days(year, month, day int) int {
	if month <= 2 { // the year begins in March, so that the leap day is its last
		year--
		month += 12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 719469
}

// parseDuration reads [D-]HH:MM:SS[.fff] or MM:SS[.fff] as seconds.
func parseDuration(b []byte) (int64, error) {
	if none(b) {
		return None, nil
	}
	n, rest := digits(b)
	if n < 0 {
		return None, ErrDuration
	}
	seconds := int64(0)
	clock := 3
	if len(rest) > 0 && rest[0] == '-' {
		if n > 1e9 {
			return None, ErrDuration
		}
		seconds = n * 86400
		if n, rest = digits(rest[1:]); n < 0 {
			return None, ErrDuration
		}
		clock = 0 // days are followed by all three
	}
	part := int64(0)
	for parts := 1; ; parts++ {
		if n > 1e9 {
			return None, ErrDuration
		}
		part = part*60 + n
		if len(rest) == 0 || rest[0] != ':' {
			if parts != 3 && (parts != 2 || clock == 0) {
				return None, ErrDuration
			}
			break
		}
		if parts == 3 {
			return None, ErrDuration
		}
		if n, rest = digits(rest[1:]); n < 0 || n > 59 {
			return None, ErrDuration
		}
	}
	if len(rest) > 0 && rest[0] == '.' {
		_, rest = digits(rest[1:])
	}
	if len(rest) > 0 {
		return None, ErrDuration
	}
	return seconds + part, nil
}

// parseLimit reads a time limit in seconds; raw is whole minutes.
func parseLimit(b []byte, raw bool) (int64, error) {
	switch string(b) {
	case "", "UNLIMITED", "Partition_Limit", "INVALID", "Unknown", "None", "N/A":
		return None, nil
	}
	if !raw {
		return parseDuration(b)
	}
	n, err := parseCount(b)
	if err != nil || n > 1e13 {
		return None, ErrNumber
	}
	return n * 60, nil
}

// parseMemory reads a memory size in KiB, with the unit of a bare number in
// bytes. per is the letter behind the unit, 'c' for each processor, 'n' for
// each node, or 0.
func parseMemory(b []byte, bare float64) (kib int64, per byte, ok bool) {
	n, rest := digits(b)
	if n < 0 {
		return None, 0, false
	}
	size := float64(n)
	if len(rest) > 0 && rest[0] == '.' {
		scale := 0.1
		for rest = rest[1:]; len(rest) > 0 && rest[0]-'0' < 10; rest = rest[1:] {
			size += float64(scale * float64(rest[0]-'0'))
			scale /= 10
		}
	}
	unit := bare
	if len(rest) > 0 {
		i := bytes.IndexByte([]byte("KMGTPE"), rest[0]&^0x20)
		if i >= 0 {
			unit = math.Ldexp(1, 10*(i+1))
			rest = rest[1:]
		}
	}
	if len(rest) == 1 && (rest[0] == 'c' || rest[0] == 'n') {
		per, rest = rest[0], nil
	}
	kib64 := math.Floor(float64(size * unit / 1024))
	if len(rest) > 0 || kib64 > 1e15 {
		return None, 0, false
	}
	return int64(kib64), per, true
}

// tres returns the value of a key in a list like cpu=4,mem=8G,node=1, or nil.
func tres(b []byte, key string) []byte {
	for len(b) > 0 {
		item := b
		if i := bytes.IndexByte(b, ','); i >= 0 {
			item, b = b[:i], b[i+1:]
		} else {
			b = nil
		}
		if len(item) > len(key) && item[len(key)] == '=' && string(item[:len(key)]) == key {
			return item[len(key)+1:]
		}
	}
	return nil
}

// An id is a parsed JobID.
type id struct {
	base    int64
	task    int64 // None if it is no array task
	part    int64 // None if it is no part of a heterogeneous job
	waiting int64 // tasks that a row 123_[5-9] stands for
	step    bool
	steps   string // batch, extern or interactive: the step has one task
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
				end = len(rest) // a long list is cut short
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
		switch string(rest[1:]) {
		case "batch", "extern", "interactive":
			d.steps = "one task"
		}
		rest = nil
	}
	if len(rest) > 0 {
		return d, ErrID
	}
	return d, nil
}

// countTasks returns how many tasks a list like 1,3,5-9%2 or 0-10:2 names, at
// least 1.
func countTasks(b []byte) int64 {
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

// A ParseError says what is wrong with a line of sacct output.
type ParseError struct {
	File  string // Reader.File
	Line  int    // from 1
	Field string // name of the column, or "" where the whole line is meant
	Text  string // the field as it is, shortened, or ""
	Err   error
}

func (e *ParseError) Error() string {
	s := fmt.Sprintf("%d: ", e.Line)
	if e.File != "" {
		s = e.File + ":" + s
	}
	if e.Field != "" {
		s += e.Field + ": "
	}
	if e.Text != "" {
		s += fmt.Sprintf("%q: ", e.Text)
	}
	return s + e.Err.Error()
}

// Unwrap returns e.Err.
func (e *ParseError) Unwrap() error { return e.Err }

// shorten keeps a message on one line.
func shorten(b []byte) string {
	const most = 40
	if len(b) > most {
		return string(b[:most-3]) + "..."
	}
	return string(b)
}
