package twin

import (
	"path/filepath"
	"testing"
)

// What a user's scontrol top costs his other jobs is what sprio showed as their nice values, in runs on 22.05 and 24.11.
func TestTopIsPaidByTheOthers(t *testing.T) {
	for _, c := range []struct {
		run  string
		at   int64           // second after the top
		nice map[int64]int64 // of jobs, as sprio printed it later
	}{
		{"data", 21, map[int64]int64{25: 12}},
		{"data", 46, map[int64]int64{1: 24, 8: 24, 15: 24, 17: 24, 30: 24, 36: 24, 38: 13, 48: 13, 55: 13, 57: 13, 58: 13}},
		{"24.11.5", 8, map[int64]int64{10: 14, 16: 15, 22: 15, 23: 15, 35: 15}},
	} {
		r, _, e := exactRun(t, filepath.Join(truths, "updates"), c.run)
		for e.Now < c.at && e.Step() {
		}
		for i := range e.Jobs {
			if want, known := c.nice[r.Log.Recorded[i].ID]; known && e.Jobs[i].Nice != want {
				t.Errorf("%s, second %d: job %d has a nice value of %d, in Slurm %d", c.run, c.at, r.Log.Recorded[i].ID, e.Jobs[i].Nice, want)
			}
		}
	}
}
