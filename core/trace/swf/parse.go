package swf

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// parse reads a row from line, whose first i bytes are spaces.
func (r *Reader) parse(line []byte, i int, rec *Record) error {
	var v [Fields]int64
	var cpu float64
	var decimals *Decimals
	n := 0
	for i < len(line) {
		if n == Fields {
			n += count(line[i:])
			break
		}
		start := i
		negative := line[i] == '-'
		if negative {
			i++
		}
		first := i
		var m int64
		for i < len(line) && line[i]-'0' < 10 {
			m = m*10 + int64(line[i]-'0')
			i++
		}
		if digits := i - first; digits > 0 && digits < 19 && (i == len(line) || isSpace(line[i])) {
			if negative {
				m = -m
			}
			v[n] = m
			if n == cpuField {
				cpu = float64(m)
			}
		} else {
			for i < len(line) && !isSpace(line[i]) {
				i++
			}
			value, err := decimal(line[start:i])
			switch {
			case err != nil:
			case n == cpuField:
				cpu = value + 0 // a negative zero becomes zero
			case value == math.Trunc(value):
				v[n], err = whole(line[start:i], value)
			case fractional>>n&1 == 0:
				err = ErrWhole
			default:
				v[n] = int64(math.Round(value))
				if decimals == nil {
					decimals = new(Decimals)
				}
				decimals[n] = value
			}
			if err != nil {
				r.fields = n + 1
				return r.fail(n+1, line[start:i], err)
			}
		}
		n++
		for i < len(line) && isSpace(line[i]) {
			i++
		}
	}
	r.fields = n
	if n < minFields || r.Strict && n != Fields {
		return r.fail(0, nil, fmt.Errorf("%d %w", n, ErrFields))
	}
	for k := n; k < Fields; k++ {
		v[k] = -1
	}
	if n <= cpuField {
		cpu = -1
	}
	*rec = Record{
		Job: v[0], Submit: v[1], Wait: v[2], Run: v[3], Procs: v[4], CPU: cpu, MemoryKiB: v[6], ReqProcs: v[7],
		ReqTime: v[8], ReqMemoryKiB: v[9], Status: v[10], User: v[11], Group: v[12], App: v[13], Queue: v[14],
		Partition: v[15], Preceding: v[16], ThinkTime: v[17], Decimals: decimals,
	}
	return nil
}

// count returns the number of fields in text.
func count(text []byte) (n int) {
	for range bytes.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(spaces, c) }) {
		n++
	}
	return n
}

// pow10 are the powers of ten that decimal divides by. They and whole numbers below
// 2^53 are exact in a float64, so their quotient is the float64 nearest to the decimal.
var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// decimal returns the value of a number in any form, or ErrNumber or ErrRange.
func decimal(text []byte) (float64, error) {
	digits := text
	negative := text[0] == '-'
	if negative {
		digits = text[1:]
	}
	// Nearly all numbers here are times such as 142.00.
	if len(digits) <= 16 {
		m, point := int64(0), -1
		for i, c := range digits {
			switch {
			case c-'0' < 10:
				m = m*10 + int64(c-'0')
			case c == '.' && point < 0:
				point = i
			default:
				return general(text)
			}
		}
		if point > 0 {
			value := float64(m) / pow10[len(digits)-1-point]
			if negative {
				value = -value
			}
			return value, nil
		}
	}
	return general(text)
}

// general is decimal without the shortcut.
func general(text []byte) (float64, error) {
	for _, c := range text { // strconv also reads "Inf", "0x1p-2" and "1_000"
		if c-'0' >= 10 && c != '.' && c != 'e' && c != 'E' && c != '+' && c != '-' {
			return 0, ErrNumber
		}
	}
	value, err := strconv.ParseFloat(string(text), 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, ErrRange
	}
	if err != nil {
		return 0, ErrNumber
	}
	return value, nil
}

// whole returns the whole number in text, whose value as a float64 is given.
func whole(text []byte, value float64) (int64, error) {
	if m, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		return m, nil // above 2^53 value is not exact
	}
	if value >= math.MaxInt64 || value <= math.MinInt64 {
		return 0, ErrRange
	}
	return int64(value), nil
}
