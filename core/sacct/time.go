package sacct

import "time"

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
