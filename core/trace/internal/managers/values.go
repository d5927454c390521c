package managers

import (
	"bytes"
	"math"
	"strconv"
	"time"
)

const maxDigits = 15 // of a number, so that sums and products fit an int64

func trim(b []byte) []byte { return bytes.TrimSpace(b) }

// count reads a whole number, which may have a sign.
func count(b []byte) (int64, error) {
	digits := bytes.TrimPrefix(b, []byte("-"))
	if !isCount(digits) || len(digits) > maxDigits {
		return None, errNumber
	}
	n := int64(0)
	for _, c := range digits {
		n = n*10 + int64(c-'0')
	}
	if len(digits) < len(b) {
		n = -n
	}
	return n, nil
}

// rounded reads a number and rounds it, halves up; exact is false if it was not whole.
func rounded(b []byte) (n int64, exact bool, err error) {
	if n, err := count(b); err == nil {
		return n, true, nil
	}
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > 1e15 {
		return None, false, errNumber
	}
	whole := math.Floor(f + 0.5)
	return int64(whole), whole == f, nil
}

// duration reads seconds or [[D:]HH:]MM:SS, perhaps with decimals, which are dropped.
func duration(b []byte) (int64, error) {
	b, _, _ = bytes.Cut(b, []byte("."))
	parts, seconds := 0, int64(0)
	for rest, more := b, true; more; parts++ {
		var part []byte
		part, rest, more = bytes.Cut(rest, []byte(":"))
		n, err := count(part)
		if err != nil || n < 0 || n > 1e12 || parts == 4 {
			return None, errDuration
		}
		if parts == 3 { // the first were days
			seconds = seconds/3600*86400 + seconds%3600*60 + n
			continue
		}
		seconds = seconds*60 + n
	}
	return seconds, nil
}

// units of memory in bytes, by their first letter.
var units = map[byte]float64{'k': 1 << 10, 'm': 1 << 20, 'g': 1 << 30, 't': 1 << 40, 'p': 1 << 50}

// memory reads an amount such as 16gb, 512m, 2.5G or 100kw (words of 8 bytes), bytes without a unit, in KiB.
func memory(b []byte) (int64, error) {
	end := bytes.IndexFunc(b, func(c rune) bool { return c != '.' && (c < '0' || c > '9') })
	if end < 0 {
		end = len(b)
	}
	f, err := strconv.ParseFloat(string(b[:end]), 64)
	unit := bytes.ToLower(b[end:])
	if err != nil || len(unit) > 2 {
		return None, errMemory
	}
	if n := len(unit); n > 0 {
		switch last := unit[n-1]; {
		case last == 'w':
			f *= 8
			unit = unit[:n-1]
		case last == 'b':
			unit = unit[:n-1]
		}
	}
	if len(unit) == 1 {
		if units[unit[0]] == 0 {
			return None, errMemory
		}
		f *= units[unit[0]]
	}
	if f /= 1024; len(unit) > 1 || f > 1e15 {
		return None, errMemory
	}
	return int64(math.Ceil(f)), nil
}

// dates are the forms of local times in what commands print.
var dates = [...]string{"Mon Jan _2 15:04:05 2006", "01/02/2006 15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04:05"}

// localDate reads a local time, whose decimals are dropped.
func (r *Reader) localDate(b []byte) (int64, error) {
	zone := r.Zone
	if zone == nil {
		zone = time.UTC
	}
	for _, layout := range dates {
		if at, err := time.ParseInLocation(layout, string(b[:min(len(b), 64)]), zone); err == nil && at.Unix() > 0 {
			r.Local = true
			return at.Unix(), nil
		}
	}
	return None, errDate
}
