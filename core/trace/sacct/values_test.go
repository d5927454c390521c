package sacct

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/internal/text"
)

func TestTimes(t *testing.T) {
	for text, want := range map[string]int64{
		"1970-01-01T00:00:00": 0, "2024-02-29T23:59:60": 1709251200, "2024-01-31T12:00:00": 1706702400,
		"2000-03-01 00:00:01": 951868801, "2100-02-28T00:00:00": 4107456000, "9999-12-31T23:59:59": 253402300799,
		"2024-01-31T12:00:00Z": 1706702400, "2024-01-31T13:00:00+0100": 1706702400, "2024-01-31T17:30:00+05:30": 1706702400,
		"2024-01-31 02:30:00-0930": 1706702400, "2024-02-01T02:00:00+14": 1706702400, "1970-01-01T01:00:00+01:00": 0,
		"1706702400": 1706702400, "0": 0, "": None, "Unknown": None, "None": None, "N/A": None,
	} {
		if got, err := parseTime([]byte(text), nil); got != want || err != nil {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{
		"2024-13-01T00:00:00", "2024-00-01T00:00:00", "2024-01-32T00:00:00", "2024-01-01T24:00:00", "1969-12-31T23:59:59",
		"2024-01-01T00:00", "2024-01-01", "tomorrow", "-5", "1e9", "2024x01-01T00:00:00", "2024-01-01T00-00:00", "9999999999999999",
		"2024-0a-01T00:00:00", "12 Jan 12:00", "2024-01-31T12:00:0 ",
		"2024-01-31T12:00:00+", "2024-01-31T12:00:00+1", "2024-01-31T12:00:00+01:0", "2024-01-31T12:00:00+0160", "2024-01-31T12:00:00+1500",
		"2024-01-31T12:00:00z", "2024-01-31T12:00:00ZZ", "2024-01-31T12:00:00 CET", "1970-01-01T00:00:00+0100", "2024-01-31T25:00:00Z",
	} {
		if got, err := parseTime([]byte(text), nil); err == nil {
			t.Errorf("%q is taken as %d", text, got)
		}
	}
}

// TestTimesAgreeWithPackageTime goes through the days of two centuries.
func TestTimesAgreeWithPackageTime(t *testing.T) {
	for day := int64(0); day < 73_000; day++ {
		want := day*86400 + day%86400
		text := time.Unix(want, 0).UTC().Format("2006-01-02T15:04:05")
		if got, err := parseTime([]byte(text), nil); got != want || err != nil {
			t.Fatalf("%s is %d, %v; want %d", text, got, err, want)
		}
	}
	zone := time.FixedZone("", -5*3600)
	if got, _ := parseTime([]byte("1970-01-01T00:00:00"), zone); got != 5*3600 {
		t.Errorf("midnight five hours west is %d", got)
	}
	if got, _ := parseTime([]byte("1706702400"), zone); got != 1706702400 {
		t.Errorf("a Unix time is %d in a zone", got)
	}
}

func TestDurations(t *testing.T) {
	for text, want := range map[string]int64{
		"00:00:00": 0, "01:02:03": 3723, "1-02:03:04": 93784, "365-00:00:00": 31536000, "02:03": 123, "02:03.999": 123,
		"00:00:59.500": 59, "100:00:00": 360000, "": None, "Unknown": None,
	} {
		if got, err := parseDuration([]byte(text)); got != want || err != nil {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{
		"5", "1:2:3:4", "1-", "1-5", "1-02:03", "00:60:00", "00:00:60", "-1:00:00", "1-1-01:00:00", "99999999999:00:00",
		"9999999999-00:00:00", "01:02:03x", "01:02:", ":02", "01:02:03.x",
	} {
		if got, err := parseDuration([]byte(text)); err == nil {
			t.Errorf("%q is taken as %d", text, got)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		text string
		raw  bool
		want int64
	}{
		{"120", true, 7200}, {"UNLIMITED", true, None}, {"Partition_Limit", true, None}, {"", true, None},
		{"02:00:00", false, 7200}, {"7-00:00:00", false, 604800}, {"UNLIMITED", false, None}, {"Partition_Limit", false, None},
	} {
		if got, err := parseLimit([]byte(c.text), c.raw); got != c.want || err != nil {
			t.Errorf("%q (raw: %t) is %d, %v; want %d", c.text, c.raw, got, err, c.want)
		}
	}
	for _, text := range []string{"-1", "1:00", "99999999999999", "forever"} {
		if got, err := parseLimit([]byte(text), true); err == nil {
			t.Errorf("%q minutes are taken as %d", text, got)
		}
	}
}

func TestMemory(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		text string
		bare float64
		kib  int64
		per  byte
	}{
		{"4000M", mib, 4096000, 0}, {"4Gc", mib, 4194304, 'c'}, {"2Gn", mib, 2097152, 'n'}, {"1.50G", mib, 1572864, 0},
		{"3.9K", 1, 3, 0}, {"1T", mib, 1 << 30, 0}, {"2P", mib, 2 << 40, 0}, {"4000", mib, 4096000, 0}, {"4000c", mib, 4096000, 'c'},
		{"512", 1, 0, 0}, {"2048", 1, 2, 0}, {"0", 1, 0, 0}, {"0n", mib, 0, 'n'}, {"1234k", 1, 1234, 0},
	} {
		kib, per, ok := parseMemory([]byte(c.text), c.bare)
		if kib != c.kib || per != c.per || !ok {
			t.Errorf("%q is %d KiB per %q, %t; want %d per %q", c.text, kib, per, ok, c.kib, c.per)
		}
	}
	for _, text := range []string{"", "M", "4X", "4MM", "4Mx", "-4M", "999999999999999E", "1.2.3G", "4 G"} {
		if kib, _, ok := parseMemory([]byte(text), 1); ok {
			t.Errorf("%q is taken as %d KiB", text, kib)
		}
	}
}

func TestTRES(t *testing.T) {
	list := []byte("billing=64,cpu=4,gres/gpu:a100=2,gres/gpu=2,mem=8G,node=1")
	for key, want := range map[string]string{
		"cpu": "4", "mem": "8G", "node": "1", "billing": "64", "gres/gpu": "2", "gpu": "", "em": "", "": "",
	} {
		if got := string(tres(list, key)); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	for _, odd := range []string{"", ",", "=", "cpu", "cpu=", ",,cpu=3", "xcpu=3"} {
		want := ""
		if odd == ",,cpu=3" {
			want = "3"
		}
		if got := string(tres([]byte(odd), "cpu")); got != want {
			t.Errorf("cpu in %q is %q", odd, got)
		}
	}
}

func TestIDs(t *testing.T) {
	for text, want := range map[string]id{
		"123":             {base: 123, task: None, part: None},
		"123_4":           {base: 123, task: 4, part: None},
		"123+0":           {base: 123, task: None, part: 0},
		"123.batch":       {base: 123, task: None, part: None, step: true, oneTask: true},
		"123.0":           {base: 123, task: None, part: None, step: true},
		"123_4.extern":    {base: 123, task: 4, part: None, step: true, oneTask: true},
		"123+1.7":         {base: 123, task: None, part: 1, step: true},
		"123.4+1":         {base: 123, task: None, part: None, step: true},
		"123_[5]":         {base: 123, task: None, part: None, waiting: 1, tasks: "5"},
		"123_[5-9%2]":     {base: 123, task: None, part: None, waiting: 5, tasks: "5-9%2"},
		"123_[1,3,5-7]":   {base: 123, task: None, part: None, waiting: 5, tasks: "1,3,5-7"},
		"123_[0xF88A]":    {base: 123, task: None, part: None, waiting: 8, tasks: "0xF88A"}, // as JSON names tasks
		"123_[0-10:2]":    {base: 123, task: None, part: None, waiting: 6, tasks: "0-10:2"},
		"123_[1-3,8-...]": {base: 123, task: None, part: None, waiting: 3, tasks: "1-3,8-..."},
		"123_[1-3,8-10":   {base: 123, task: None, part: None, waiting: 6, tasks: "1-3,8-10"},
	} {
		if got, err := parseID([]byte(text)); got != want || err != nil {
			t.Errorf("%q is %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "JobID", "-1", "12a", "12_", "12_x", "12+", "12.", "12_[1-2]x", "9999999999999999", "12 "} {
		if got, err := parseID([]byte(text)); !errors.Is(err, ErrID) {
			t.Errorf("%q is taken as %+v, error %v", text, got, err)
		}
	}
}

func TestTasksOfARowThatWaits(t *testing.T) {
	for row, want := range map[string]struct {
		tasks string
		limit int64
	}{
		"123_[5]": {"[5]", 0}, "123_[5-9%2]": {"[5 6 7 8 9]", 2}, "123_[1,3,5-7%10]": {"[1 3 5 6 7]", 10},
		"123_[0xF88A]": {"[1 3 7 11 12 13 14 15]", 0}, "123_[0-10:4]": {"[0 4 8]", 0}, "123_[1-3,8-...]": {"[1 2 3]", None},
		"123_[1-3,8-10": {"[1 2 3 8 9 10]", None}, "123_[4,...%3]": {"[4]", None}, "123_[4%]": {"[4]", None},
		"123": {"[]", None}, "123_4": {"[]", None}, "123_[1-999999999999]": {"[1 2 3 4 5 6 7 8 9 10]", 0},
	} {
		d, err := parseID([]byte(row))
		if got := fmt.Sprint(Tasks(d.tasks, 10)); got != want.tasks || err != nil {
			t.Errorf("%s has tasks %s, %v; want %s", row, got, err, want.tasks)
		}
		if got := arrayLimit([]byte(row)); got != want.limit {
			t.Errorf("%s has limit %d, want %d", row, got, want.limit)
		}
	}
}

func TestCountsWithUnits(t *testing.T) {
	for text, want := range map[string]int64{
		"": None, "0": 0, "1024": 1024, "120.0": 120, "1K": 1024, "1.50K": 1536, "1.5K": 1536, "97.66K": 100004, "2M": 2 << 20, "1.00K": 1024,
	} {
		if got, err := parseCount([]byte(text)); got != want || err != nil {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"K", "1.5", "1,5K", "1KK", "1.K", "1k5", "-1K", "999999999999999G", "1.2345K", "1 K"} {
		if got, err := parseCount([]byte(text)); err == nil {
			t.Errorf("%q is taken as %d", text, got)
		}
	}
}

func TestStates(t *testing.T) {
	for s := range states {
		for _, text := range []string{states[s][0], states[s][1], states[s][0] + " by 1001",
			strings.ToLower(states[s][0]), states[s][0][:min(7, len(states[s][0]))] + "+"} {
			if text == "" || text == "REQUEUE+" && State(s) != StateRequeued {
				continue
			}
			if got, ok := parseState([]byte(text)); got != State(s) || !ok {
				t.Errorf("%q is %v, %t", text, got, ok)
			}
		}
	}
	for text, want := range map[string]State{"COMPLETING": StateRunning, "CG": StateRunning, "": StateUnknown, "REQUEUE_HOLD": StateRequeued} {
		if got, ok := parseState([]byte(text)); got != want || !ok {
			t.Errorf("%q is %v, %t; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"HAPPY", "+", "complete", "COMPLETEDX", " "} {
		if got, ok := parseState([]byte(text)); ok && text != " " {
			t.Errorf("%q is taken as %v", text, got)
		}
	}
}

func TestPhases(t *testing.T) {
	for _, c := range []struct {
		rec  Record
		want Phase
	}{
		{Record{State: StatePending, Start: None, End: None}, Pending},
		{Record{State: StatePending, Start: 99, End: None}, Pending}, // an expected start
		{Record{State: StateRunning, Start: 5, End: None, Elapsed: 9, Procs: 1}, Running},
		{Record{State: StateSuspended, Start: 5, End: None, Elapsed: 9, Procs: 1}, Running},
		{Record{State: StateCompleted, Start: 5, End: 5, Elapsed: 0, Procs: 1}, Ended},
		{Record{State: StateCompleted, Start: 5, End: 5, Elapsed: 0, Procs: None}, Ended},
		{Record{State: StateFailed, Start: 5, End: 5, Elapsed: 0, Procs: 4}, Ended},
		{Record{State: StateCancelled, Start: 5, End: 5, Elapsed: 0, Procs: 4}, Dropped},
		{Record{State: StateCancelled, Start: 5, End: 5, Elapsed: 0, Procs: 4, Steps: 1}, Ended},
		{Record{State: StateCancelled, Start: 5, End: 5, Elapsed: 0, Procs: 4, NodeList: 1}, Ended},
		{Record{State: StateDeadline, Start: 5, End: 5, Elapsed: 0, Procs: 4}, Dropped},
		{Record{State: StateRevoked, Start: 5, End: 5, Elapsed: 0, Procs: 4}, Dropped},
		{Record{State: StateTimeout, Start: 5, End: 5, Elapsed: 0, Procs: 4}, Ended},
		{Record{State: StateNodeFail, Start: 5, End: 5, Elapsed: 0, Procs: 4}, Ended},
		{Record{State: StateCancelled, Start: 5, End: 5, Elapsed: 0, Procs: 0}, Dropped},
		{Record{State: StateCancelled, Start: None, End: 5, Elapsed: 0, Procs: 4}, Dropped},
		{Record{State: StateCancelled, Start: None, End: 5, Elapsed: None, Procs: None}, Dropped},
		{Record{State: StateDeadline, Start: None, End: 5, Elapsed: 0, Procs: 0}, Dropped},
		{Record{State: StateCancelled, Start: 5, End: 9, Elapsed: 4, Procs: 4}, Ended},
		{Record{State: StateRequeued, Start: 5, End: 9, Elapsed: 4, Procs: 4}, Requeued},
		{Record{State: StateUnknown, Start: None, End: None}, Pending},
		{Record{State: StateUnknown, Start: None, End: 9}, Dropped},
		{Record{State: StateUnknown, Start: 5, End: None}, Running},
		{Record{State: StateUnknown, Start: 5, End: 9}, Ended},
	} {
		if c.rec.NodeList == 0 {
			c.rec.NodeList = None
		}
		if got := c.rec.Phase(); got != c.want {
			t.Errorf("%v from %d to %d, %d s on %d processors: %v, want %v",
				c.rec.State, c.rec.Start, c.rec.End, c.rec.Elapsed, c.rec.Procs, got, c.want)
		}
	}
}

func TestErrorsAreOneShortLine(t *testing.T) {
	e := &ParseError{File: "a.txt", Line: 7, Field: "End", Text: text.Shorten([]byte(strings.Repeat("x\n", 1000))), Err: ErrTime}
	if s := e.Error(); strings.Contains(s, "\n") || len(s) > 250 || !strings.HasPrefix(s, "a.txt:7: End: ") {
		t.Errorf("%q", s)
	}
}
