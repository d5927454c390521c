package table

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// spelled returns a date whose month is written, in English, as 2006-01-02T15:04:05, with its zone behind it: Sat Mar 9 16:22:00 2024,
// Mar 9, 2024 4:22 PM, 09-Mar-2024 16:22, Sat, 09 Mar 2024 16:22:00 GMT or [09/Mar/2024:16:22:00 +0000]. It is "" for another text.
func spelled(s string) string {
	s = strings.Trim(s, "[]")
	if i := strings.IndexByte(s, ':'); i > 4 && strings.Count(s[:i], "/") == 2 { // of a web server's log
		s = s[:i] + " " + s[i+1:]
	}
	var year, month, day int
	clock, zone := "", ""
	for i, word := range strings.FieldsFunc(apart(s), func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(strings.TrimSuffix(word, "."))
		name := strings.TrimSuffix(strings.ToLower(word), ".")
		signed := word[0] == '+' || word[0] == '-' // as only a zone is
		switch m := monthOf(name); {
		case !signed && err == nil && n >= 1000 && n <= 9999 && year == 0:
			year = n
		case !signed && err == nil && n >= 1 && n <= 31 && len(word) <= 3 && day == 0:
			day = n
		case !signed && strings.Contains(word, ":") && clock == "":
			clock = word
		case month == 0 && m > 0:
			month = m
		case i == 0 && weekdays[name[:min(3, len(name))]]:
		case (name == "am" || name == "pm") && clock != "":
			clock += " " + strings.ToUpper(name)
		case zone == "" && clock != "":
			zone = " " + word
		default:
			return ""
		}
	}
	if year == 0 || month == 0 || day == 0 {
		return ""
	}
	date := fmt.Sprintf("%04d-%02d-%02d", year, month, day)
	if clock == "" {
		return date
	}
	for _, layout := range [...]string{"15:04:05.999999999", "15:04", "3:04:05 PM", "3:04 PM"} {
		if at, err := time.Parse(layout, clock); err == nil {
			return date + "T" + at.Format("15:04:05.999999999") + zone
		}
	}
	return ""
}

// apart puts spaces for the hyphens and slashes of a date such as 09-Mar-2024.
func apart(s string) string {
	day, rest, _ := strings.Cut(s, " ")
	if strings.Count(day, "-") == 2 || strings.Count(day, "/") == 2 {
		day = strings.NewReplacer("-", " ", "/", " ").Replace(day)
	}
	return day + " " + rest
}

// weekdays are the first letters of their names.
var weekdays = map[string]bool{"mon": true, "tue": true, "wed": true, "thu": true, "fri": true, "sat": true, "sun": true}

// monthOf returns the month of a name or of its first three letters, or 0.
func monthOf(name string) int {
	for m := time.January; m <= time.December; m++ {
		if full := strings.ToLower(m.String()); name == full || name == full[:3] || name == "sept" && m == time.September {
			return int(m)
		}
	}
	return 0
}
