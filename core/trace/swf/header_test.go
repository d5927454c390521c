package swf

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sample() Header {
	return Header{Lines: []string{
		"; Version: 2.2",
		";Computer: IBM SP2 ",
		"; Information: http://www.tc.cornell.edu/",
		";              http://www.cs.huji.ac.il/labs/parallel/workload/",
		"; UnixStartTime: 835823160",
		"; TimeZoneString: US/Eastern",
		"; MaxNodes: 338 (batch partition; 512 total)",
		"; maxprocs:   -338 x",
		"; Queues: these are actually LoadLeveler classes",
		"; Queue:  1 DSI      ",
		"; Queue:  2  [fque:1] ",
		"; Queue: odd",
		"; Queue: 3",
		"; Partition:  1  batch",
		"; Note: one",
		";",
		"; Note: two: three",
		"; MaxJobs: 99999999999999999999",
	}}
}

func TestHeaderIsUnderstood(t *testing.T) {
	h := sample()
	type pair struct {
		N  int64
		OK bool
	}
	num := func(key string) pair { n, ok := h.Int(key); return pair{n, ok} }
	text := func(key string) string { v, _ := h.Get(key); return v }
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"Computer", text("Computer"), "IBM SP2"},
		{"Version", text("Version"), "2.2"},
		{"Installation", text("Installation"), ""},
		{"TimeZone", h.TimeZone(), "US/Eastern"},
		{"UnixStartTime", num("UnixStartTime"), pair{835823160, true}},
		{"MaxNodes", num("MaxNodes"), pair{338, true}},
		{"MaxProcs", num("MaxProcs"), pair{-338, true}},
		{"MaxJobs", num("MaxJobs"), pair{N: 1<<63 - 1}},
		{"absent", num("MaxRecords"), pair{}},
		{"no number", num("Computer"), pair{}},
		{"Queues", h.Labels("Queue"), []Label{{1, "DSI"}, {2, "[fque:1]"}, {3, ""}}},
		{"Partitions", h.Labels("Partition"), []Label{{1, "batch"}}},
		{"Notes", h.Values("Note"), []string{"one", "two: three"}},
		{"a continuation is no key", h.Values("http"), []string(nil)},
	} {
		if !cmp.Equal(c.got, c.want) {
			t.Errorf("%s = %v, want %v", c.what, c.got, c.want)
		}
	}
}

func TestSetChangesOneLineAtMost(t *testing.T) {
	for _, c := range []struct {
		key, value string
		line       int // that changes, from 0, or -1
		want       string
	}{
		{"MaxNodes", "338", -1, ""},
		{"MaxNodes", "33", 6, "; MaxNodes: 33"},
		{"Computer", "IBM SP2", -1, ""},
		{"MaxProcs", "430", 7, "; maxprocs: 430"},
		{"MaxRecords", "5", 18, "; MaxRecords: 5"},
	} {
		h, old := sample(), sample()
		h.Lines = h.Lines[:len(h.Lines):cap(h.Lines)]
		shared := h.Lines
		h.Set(c.key, c.value)
		want := old.Lines
		if c.line == len(want) {
			want = append(want, c.want)
		} else if c.line >= 0 {
			want[c.line] = c.want
		}
		if !cmp.Equal(h.Lines, want) {
			t.Errorf("Set(%s, %s): %s", c.key, c.value, cmp.Diff(want, h.Lines))
		}
		if !cmp.Equal(shared, sample().Lines) {
			t.Errorf("Set(%s, %s) changed the lines that it was given", c.key, c.value)
		}
	}
}

// A mark between thousands is no end of the number: a machine of 1,024 processors has not 1.
func TestWholeNumbersOfAHeaderMayHaveMarks(t *testing.T) {
	for value, want := range map[string]int64{
		"1024": 1024, "1,024": 1024, "1'024": 1024, "1.024": 1024, "1_024": 1024, "1 024": 1024, "1\u202f024 cores": 1024,
		"12,345,678": 12345678, "1,024 (64 nodes)": 1024, "128 (2 spare)": 128, "128 512 MB": 128, "128, then 256": 128, "-1": -1,
		"1.5": -7, "2k": -7, "1e3": -7, "1,02": -7, "1,0245": -7, "many": -7, "": -7,
	} {
		n, ok := Header{Lines: []string{"; MaxProcs: " + value}}.Int("MaxProcs")
		if !ok {
			n = -7
		}
		if n != want {
			t.Errorf("%q is %d, not %d", value, n, want)
		}
	}
}
