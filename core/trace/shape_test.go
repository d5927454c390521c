package trace

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShapeCounts(t *testing.T) {
	w := mustRead(t, `; MaxProcs: 16
; UnixStartTime: 7200
; TimeZoneString: Europe/Stockholm
1 10 5 60 1 -1 77 1 90 99 1 1 1 5 3 1
2 3620 -1 9 8 -1 -1 -1 10 -1 1 2 1 6 1 1
3 3650 0 95 12 -1 -1 -1 90 -1 1 1 1 6 1 1
4 7250 0 10 16 -1 -1 -1 20 -1 1 -1 1 -1 -1 -1
`, Options{})
	got := w.Shape()
	hours := make([]int, 24)
	hours[3], hours[4], hours[5] = 1, 2, 1 // second 0 is 3:00 in Stockholm
	over := make([]int, 25)
	over[0], over[12], over[24] = 1, 2, 1
	want := Shape{
		Hours: hours, Over: over, OverFrom: 0, OverStep: 300,
		Widths: []Bin{{1, 2, 1}, {2, 4, 0}, {4, 8, 0}, {8, 16, 2}, {16, 0, 1}},
		Runs: []Bin{{0, 10, 1}, {10, 60, 1}, {60, 600, 2}, {600, 3600, 0}, {3600, 14400, 0},
			{14400, 43200, 0}, {43200, 86400, 0}, {86400, 345600, 0}, {345600, 0, 0}},
		Accuracy: []Bin{{0, 10, 0}, {10, 20, 0}, {20, 30, 0}, {30, 40, 0}, {40, 50, 0}, {50, 60, 1},
			{60, 70, 1}, {70, 80, 0}, {80, 90, 0}, {90, 100, 1}, {100, 0, 1}},
		Users: []Use{{"1", 1, 2, 60 + 12*95}, {"", 1, 1, 160}, {"2", 1, 1, 72}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if nobody := w.Head(0).Shape(); len(nobody.Over) != 0 || len(nobody.Users) != 0 {
		t.Errorf("without jobs: %+v", nobody)
	}
	if undated := mustRead(t, "1 10 5 60 1 -1 77 1 90 99 1 1 1 5 3 1\n", Options{}).Shape(); len(undated.Hours) > 0 {
		t.Error("a log without a date has hours of the day")
	}
}

// TestEveryJobIsInOneClass of each list, where it belongs.
func TestEveryJobIsInOneClass(t *testing.T) {
	laws(t, func(t *testing.T, w *Workload) {
		s := w.Shape()
		jobs := func(bins []Bin) (n int) {
			for i, b := range bins {
				n += b.Jobs
				if i > 0 && b.From != bins[i-1].To || i == len(bins)-1 && b.To != 0 {
					t.Fatalf("classes %v", bins)
				}
			}
			return n
		}
		users, sum := 0, 0
		for _, u := range s.Users {
			users, sum = users+u.Users, sum+u.Jobs
		}
		over := 0
		for _, n := range s.Over {
			over += n
		}
		for what, n := range map[string]int{"widths": jobs(s.Widths), "runs": jobs(s.Runs),
			"accuracy": jobs(s.Accuracy), "users": sum, "over": over} {
			if n != w.Len() {
				t.Errorf("%d of %d jobs are in %s", n, w.Len(), what)
			}
		}
		if len(s.Over) > mostParts || len(s.Users) > mostUsers+1 {
			t.Errorf("%d parts, %d users", len(s.Over), len(s.Users))
		}
		if !slices.IsSortedFunc(s.Users[:min(len(s.Users), mostUsers)], func(a, b Use) int { return int(b.Area - a.Area) }) {
			t.Errorf("users %v", s.Users)
		}
		wide := 0
		for i := range w.Jobs.Held() {
			if w.Jobs.Held()[i].Procs >= 4 && w.Jobs.Held()[i].Procs < 8 {
				wide++
			}
		}
		for _, b := range s.Widths {
			if b.From == 4 && b.Jobs != wide {
				t.Errorf("%d jobs on 4 to 7 processors, the shape says %d", wide, b.Jobs)
			}
		}
	})
}
