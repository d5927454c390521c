package trace

import (
	"strings"
	"testing"
)

func TestSecondsHaveDates(t *testing.T) {
	const dated = "; UnixStartTime: 1774742400\n"
	berlin := mustRead(t, dated+"; TimeZoneString: Europe/Berlin\n1 0 0 10 1\n", Options{})
	for _, c := range []struct {
		w      *Workload
		second int64
		want   string
		same   string // that Second reads as second
	}{
		{berlin, 0, "2026-03-29 01:00:00 CET", "2026-03-29T01:00"},
		{berlin, 3600, "2026-03-29 03:00:00 CEST", "2026-03-29 03:00"}, // an hour is left out
		{berlin, 82800, "2026-03-30 01:00:00 CEST", "2026-03-30T01:00:00"},
		{berlin, -3600, "2026-03-29 00:00:00 CET", "2026-03-29"},
		{mustRead(t, dated+"1 0 0 10 1\n", Options{}), 5, "2026-03-29 00:00:05 UTC", "2026-03-29T00:00:05"},
		{mustRead(t, dated+"1 0 0 10 1\n", Options{TimeZone: "America/New_York"}), 0, "2026-03-28 20:00:00 EDT", "2026-03-28T20:00"},
		{mustRead(t, dated+"; TimeZoneString: Atlantis\n1 0 0 10 1\n", Options{}), 0, "2026-03-29 00:00:00 UTC", "2026-03-29"},
		{mustRead(t, "1 0 0 10 1\n", Options{}), 7, "", "7"},
	} {
		clock := c.w.Clock()
		if got := clock.Date(c.second); got != c.want {
			t.Errorf("second %d is %q, want %q", c.second, got, c.want)
		}
		if got, err := clock.Second(c.same); err != nil || got != c.second {
			t.Errorf("%s is second %d, %v; want %d", c.same, got, err, c.second)
		}
	}
	for text, want := range map[string]string{
		"soon": "neither a second nor a date", "2026-13-01": "neither a second nor a date", "": "neither", "1e5": "neither",
		"2026-06-01T25:00": "neither",
	} {
		if _, err := berlin.Clock().Second(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := (mustRead(t, "1 0 0 10 1\n", Options{}).Clock()).Second("2026-06-01"); err == nil {
		t.Error("a log without a date has dates")
	}
	_, err := Read("a.swf", []byte("1 0 0 10 1\n"), Options{TimeZone: "Atlantis"})
	if err == nil || !strings.Contains(err.Error(), "unknown time zone") {
		t.Errorf("a zone that there is not: %v", err)
	}
}

func TestLocalTimesAreOfTheClustersZone(t *testing.T) {
	const log = "JobID|Submit|Start|End|State|NCPUS\n" +
		"1|2026-10-25T01:30:00|2026-10-25T01:40:00|2026-10-25T01:50:00|COMPLETED|1\n" +
		"2|2026-10-25T04:00:00|2026-10-25T04:00:00|2026-10-25T05:00:00|COMPLETED|1\n"
	unknown, berlin := mustRead(t, log, Options{}), mustRead(t, log, Options{TimeZone: "Europe/Berlin"})
	if !unknown.LocalTimes || berlin.LocalTimes || unknown.Clock().Date(0) != "2026-10-25 01:30:00 local time" ||
		berlin.Clock().Date(0) != "2026-10-25 01:30:00 CEST" {
		t.Errorf("%s, %s", unknown.Clock().Date(0), berlin.Clock().Date(0))
	}
	if a, b := unknown.Jobs.Held()[1].Submit, berlin.Jobs.Held()[1].Submit; a != 9000 || b != 9000+3600 { // summer time ends in between
		t.Errorf("the second job is submitted at %d and %d", a, b)
	}
	if n := berlin.Count("sacct-clock-change"); n != 0 {
		t.Errorf("%d rows are doubtful", n)
	}
	twice := mustRead(t, log+"3|2026-10-25T02:30:00|2026-10-25T04:00:00|2026-10-25T05:00:00|COMPLETED|1\n"+
		"4|2026-03-29T02:30:00|2026-03-29T04:00:00|2026-03-29T05:00:00|COMPLETED|1\n", Options{TimeZone: "Europe/Berlin"})
	if n := twice.Count("sacct-clock-change"); n != 2 {
		t.Errorf("%d rows are doubtful, want those of the hours that are repeated and left out: %v", n, twice.Counts)
	}
	if w := mustRead(t, "JobID|Submit|Start|End|State|NCPUS\n1|1792890000|1792890010|1792890020|COMPLETED|1\n",
		Options{}); w.LocalTimes {
		t.Error("Unix times are taken for local ones")
	}
}
