package table

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// Whatever a form of dates with a written month or the year first, it is the same second, in its own zone or the reader's.
func TestWrittenDates(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(9, 3))
	for _, form := range []string{
		"Mon Jan _2 15:04:05 2006", "Jan _2 15:04:05 2006", "2 Jan 2006 15:04:05", "02-Jan-2006 15:04:05", "Jan 2, 2006 15:04:05",
		"Jan 02, 2006 03:04:05 PM", "January 2, 2006, 3:04:05 pm", "Monday, 2 January 2006 15:04:05", "02-JAN-2006 15:04:05",
		"Mon, 02 Jan 2006 15:04:05 -0700", "Mon Jan _2 15:04:05 MST 2006", "[02/Jan/2006:15:04:05 -0700]", "2. January 2006 15:04:05",
		"2006-Jan-02 15:04:05", "2006/01/02 15:04:05", "2006.01.02 15:04:05", "20060102T150405", "20060102T150405Z0700",
	} {
		for range 300 {
			at := time.Unix(1e9+r.Int64N(1e9), 0).In(berlin)
			s := at.Format(form)
			if strings.Contains(form, "JAN") {
				s = strings.ToUpper(s)
			}
			got, nanos, _, ok := parseDate(s, berlin)
			if again := time.Unix(got, 0).In(berlin).Format(form); !ok || nanos != 0 || !strings.EqualFold(again, s) {
				t.Fatalf("%q is read as %q, %t", s, again, ok)
			}
		}
	}
	for _, s := range []string{"Mar 2024 10:00", "31 Feb 2024 10:00:00", "Foo 9, 2024 10:00", "9 Mar 2024 25:00:00", "9 9 Mar 2024",
		"Mar Mar 9 2024 1:00",
		"9 Mar 2024 10:00 CET", "9 Mar 24 10:00:00", "March 9", "+9 Mar 2024 10:00", "9 März 2024 10:00", "Mar 9 2024 1:00 XM 7"} {
		if unix, _, _, ok := parseDate(s, time.UTC); ok {
			t.Errorf("%q is read as %v", s, time.Unix(unix, 0).UTC())
		}
	}
}
