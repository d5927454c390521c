package trace

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInfoCounts(t *testing.T) {
	w := mustRead(t, `; MaxProcs: 16
; UnixStartTime: 100
; TimeZoneString: Europe/Stockholm
; Queue: 1 batch
; Queue: 3  long one
; Partition: 1 all
1 10 5 60 1 -1 77 1 90 99 1 1 1 5 3 1
2 20 -1 0 8 -1 -1 -1 -1 -1 1 2 1 6 1 1
3 50 0 95 12 -1 -1 -1 90 -1 1 1 1 6 1 1
4 50 0 10 16 -1 -1 -1 20 -1 1 -1 1 -1 -1 -1
5 60 0 -1 16
`, Options{})
	got := w.Info()
	want := Info{
		Name: "test", Source: "The log test.swf: 16 processors.", SHA256: w.SHA256(), Jobs: 4, Procs: 16, ProcsFrom: "MaxProcs",
		UnixStart: 100, TimeZone: "Europe/Stockholm", First: 10, Last: 50, Load: (60 + 12*95 + 160) / (16 * 40.0),
		Width:    Spread{1, 1, 1, 8, 12, 16, 16, 16, 37 / 4.0},
		Run:      Spread{0, 0, 0, 10, 60, 95, 95, 95, 165 / 4.0},
		Estimate: Spread{1, 1, 1, 20, 90, 90, 90, 90, 201 / 4.0},
		Gap:      Spread{0, 0, 0, 10, 30, 30, 30, 30, 40 / 3.0},
		Serial:   1, PowersOfTwo: 2, ZeroRun: 1, OverEstimate: 1, Recorded: 3, WithMemory: 1, AskedMemory: 1,
		Users: 2, Groups: 1, Apps: 2,
		Queues:     []Share{{"1", "batch", 2}, {"3", "long one", 1}},
		Partitions: []Share{{"1", "all", 3}},
		Missing: []string{
			"no estimates for 1 of 4 jobs: policies that plan, such as EASY and conservative backfilling, know the true run times; " +
				"--estimates model:2 draws what users ask for",
			"no waits for 1 of 4 jobs: what the machine did cannot be replayed (recorded)",
		},
		LeftOut: 1,
		Counts:  []Count{{"not-started", 1}, {"short", 4}, {"run-as-estimate", 1}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	text, err := json.Marshal(w.Head(0).Info())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"queues":[]`, `"jobs":0`, `"offered_load":0`, `"counts":[{`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}

// TestPercentilesAreTheSmallestThatSuffice compares with the definition.
func TestPercentilesAreTheSmallestThatSuffice(t *testing.T) {
	laws(t, func(t *testing.T, w *Workload) {
		run := w.Info().Run
		for percent, got := range map[int]int64{10: run.P10, 25: run.P25, 50: run.P50, 75: run.P75, 90: run.P90, 99: run.P99} {
			upTo, below := 0, 0
			for i := range w.Jobs.Held() {
				if w.Jobs.Held()[i].Run <= got {
					upTo++
				}
				if w.Jobs.Held()[i].Run < got {
					below++
				}
			}
			if upTo*100 < percent*w.Len() || below*100 >= percent*w.Len() {
				t.Errorf("percentile %d is %d: %d jobs up to it, %d below, of %d", percent, got, upTo, below, w.Len())
			}
		}
	})
}

func TestNamesOfNothing(t *testing.T) {
	n := Names{"a", "b"}
	for i, want := range map[int32]string{-1: "", 0: "a", 1: "b", 2: "", -5: ""} {
		if got := n.Name(i); got != want {
			t.Errorf("Name(%d) = %q, want %q", i, got, want)
		}
	}
	if !slices.IsSortedFunc([]string{"-3", "2", "10", "a", "b"}, CompareNames) {
		t.Error("names are not in order")
	}
}
