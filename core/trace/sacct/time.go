package sacct

import "time"

// pattern is that of a date: a digit is the index, in the year, month and so on, that the digit of the date belongs to.
const pattern = "0000-11-22T33:44:55"

// year5138 is when that begins, in seconds since 1970.
const year5138 = 1e11

// parseTime reads a time. If zone is nil, local times count as UTC; one with an offset, as Slurm prints with %z, needs no zone.
func parseTime(b []byte, zone *time.Location) (int64, error) {
	if offset, ok := offsetOf(b); ok {
		n, err := parseTime(b[:len(pattern)], nil)
		if err != nil || n < offset {
			return None, ErrTime
		}
		return n - offset, nil
	}
	if len(b) != len(pattern) || b[4] != '-' {
		if none(b) {
			return None, nil
		}
		if n, rest := digits(b); n >= 0 && len(rest) == 0 {
			for n >= year5138 { // milliseconds, or finer, as programs write times that have read sacct's
				n = (n + 500) / 1000
			}
			return n, nil
		}
		return None, ErrTime
	}
	var v [6]int
	for i, c := range b {
		switch p := pattern[i]; {
		case p-'0' < 10 && c-'0' < 10:
			v[p-'0'] = v[p-'0']*10 + int(c-'0')
		case c != p && !(p == 'T' && c == ' '):
			return None, ErrTime
		}
	}
	year, month, day, hour, minute, second := v[0], v[1], v[2], v[3], v[4], v[5]
	if year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60 {
		return None, ErrTime
	}
	if zone != nil {
		return time.Date(year, time.Month(month), day, hour, minute, second, 0, zone).Unix(), nil
	}
	return int64(days(year, month, day))*86400 + int64(hour*3600+minute*60+second), nil
}

// offsetOf returns the offset from UTC in seconds at the end of a date, such as Z, +01, +0100 or +01:00, if it has one.
func offsetOf(b []byte) (seconds int64, ok bool) {
	if len(b) <= len(pattern) || b[4] != '-' {
		return 0, false
	}
	sign, rest := b[len(pattern)], b[len(pattern)+1:]
	if sign == 'Z' {
		return 0, len(rest) == 0
	}
	if len(rest) == 5 && rest[2] == ':' {
		rest = []byte{rest[0], rest[1], rest[3], rest[4]}
	}
	n, after := digits(rest)
	switch {
	case sign != '+' && sign != '-' || n < 0 || len(after) > 0:
		return 0, false
	case len(rest) == 2 && n <= 14:
		seconds = n * 3600
	case len(rest) == 4 && n <= 1400 && n%100 < 60:
		seconds = n/100*3600 + n%100*60
	default:
		return 0, false
	}
	if sign == '-' {
		seconds = -seconds
	}
	return seconds, true
}

// local tells whether a field is a local time, neither a Unix time nor one with its offset.
func local(field []byte) bool {
	_, known := offsetOf(field)
	return len(field) > 4 && field[4] == '-' && !known
}

// doubtful tells whether a local time, read as the Unix time n, is in the hour that a change of
// clocks repeats or leaves out.
func doubtful(field []byte, n int64, zone *time.Location) bool {
	is := time.Unix(n, 0).In(zone)
	_, offset := is.Zone()
	if wall, err := parseTime(field, nil); err != nil || n+int64(offset) != wall {
		return true
	}
	for _, near := range [...]time.Duration{-3 * time.Hour, 3 * time.Hour} {
		if _, other := is.Add(near).Zone(); other != offset {
			at := time.Unix(n+int64(offset-other), 0).In(zone)
			if _, there := at.Zone(); there == other {
				return true
			}
		}
	}
	return false
}

// days returns the days from 1970-01-01 to a date of the Gregorian calendar. A day
// beyond the end of its month counts on into the next.
func days(year, month, day int) int {
	if month <= 2 { // the year begins in March, so that the leap day is its last
		year--
		month += 12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 719469
}

// parseDuration reads [D-]HH:MM:SS[.fff] or MM:SS[.fff] as seconds.
func parseDuration(b []byte) (int64, error) {
	const most = 1e9 // of each number
	if none(b) {
		return None, nil
	}
	days, clock := int64(0), b
	if n, rest := digits(b); n >= 0 && len(rest) > 0 && rest[0] == '-' {
		days, clock = n, rest[1:]
	}
	dated := len(clock) < len(b)
	seconds := int64(0)
	for parts := 1; ; parts++ {
		n, rest := digits(clock)
		if n < 0 || n > most || days > most || parts > 1 && n > 59 {
			return None, ErrDuration
		}
		seconds = seconds*60 + n
		if parts < 3 && len(rest) > 0 && rest[0] == ':' {
			clock = rest[1:]
			continue
		}
		if len(rest) > 0 && rest[0] == '.' {
			_, rest = digits(rest[1:])
		}
		if len(rest) > 0 || parts == 1 || parts == 2 && dated {
			return None, ErrDuration
		}
		return days*86400 + seconds, nil
	}
}

// unlimited is the limit of a job that may run for ever.
const unlimited = "UNLIMITED"

// parseLimit reads a time limit in seconds; raw is whole minutes.
func parseLimit(b []byte, raw bool) (int64, error) {
	switch string(b) {
	case "", unlimited, "Partition_Limit", "INVALID", "Unknown", "None", "N/A":
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
