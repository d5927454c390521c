package sacct

import "bytes"

// maxDigits keeps numbers below 10^15, so that sums and products with small factors
// fit an int64.
const maxDigits = 15

// parseCount reads a whole number, None for an empty field. It may be written as 120.0, as whole numbers beside missing ones
// become on their way through pandas, and with a unit, as sacct prints nodes from 1K on: 1.50K is 1536.
func parseCount(b []byte) (int64, error) {
	if len(b) == 0 {
		return None, nil
	}
	n, rest := digits(b)
	if n < 0 {
		return None, ErrNumber
	}
	if len(rest) == 0 {
		return n, nil
	}
	unit := int64(1)
	if i := bytes.IndexByte([]byte("KMG"), rest[len(rest)-1]); i >= 0 {
		unit, rest = 1<<(10*(i+1)), rest[:len(rest)-1]
	}
	part := int64(0)
	if len(rest) > 0 {
		var after []byte
		tail := bytes.TrimRight(rest[1:], "0")
		if part, after = digits(append([]byte("0"), tail...)); rest[0] != '.' || len(rest) == 1 || len(after) > 0 || len(tail) > 3 ||
			part > 0 && unit == 1 {
			return None, ErrNumber
		}
		for range 3 - len(tail) {
			part *= 10
		}
	}
	if n > 1e15/unit {
		return None, ErrNumber
	}
	return n*unit + (part*unit+500)/1000, nil
}

// digits reads the number at the start of b; n is None if there is none or it is too long.
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

// none reports whether b stands for a missing value.
func none(b []byte) bool {
	switch string(b) {
	case "", "Unknown", "None", "N/A", "UNKNOWN", "NONE", "None assigned":
		return true
	}
	return false
}

// tres returns the value of a key in a list such as cpu=4,mem=8G,node=1, or nil.
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
