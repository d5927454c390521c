package twin

import (
	"bufio"
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// readSqueue reads what squeue printed: the reason of each job that waited, by second and label.
func readSqueue(t *testing.T, path string, origin int64) map[int64]map[string]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	said := map[int64]map[string]string{}
	for in := bufio.NewScanner(f); in.Scan(); {
		at, rest, _ := strings.Cut(in.Text(), " ")
		job, reason, ok := strings.Cut(rest, " ")
		second, err := strconv.ParseInt(at, 10, 64)
		if err != nil || !ok {
			t.Fatalf("%s: %q", path, in.Text())
		}
		if said[second-origin] == nil {
			said[second-origin] = map[string]string{}
		}
		said[second-origin][job] = reason
	}
	return said
}

// In squeue's column of reasons a sentence may stand in place of the code, and root's holds have a code of their own.
var shown = map[string]string{
	"Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority partitions": cluster.Resources,
	"JobHeldAdmin": cluster.HeldByUser,
}

// Given the real starts, jobs wait for the reasons that squeue said every 2 seconds. In Slurm a job keeps its reason until a
// scheduler comes to it again, and within the second of a line of squeue things change; the twin says what holds
// a job now. So a part differs, most of all next to limits. Nine tenths of the lines say Priority: the others are counted apart.
func TestReasonsAreThoseOfSqueue(t *testing.T) {
	var all, same, rare, rareSame int
	for name, least := range map[string]float64{"backfill": 0.98, "classic": 0.98, "control": 0.93, "outages": 0.94, "partitions": 0.75,
		"preemption": 0.96, "priority": 0.98, "resources": 0.94} {
		t.Run(name, func(t *testing.T) {
			r, w, e := forcedRun(t, filepath.Join(truths, name), "later")
			said := readSqueue(t, filepath.Join(truths, name, "later", "squeue.txt"), r.Log.UnixStart)
			for at := range said {
				w.noted[at] = true
			}
			lines, equal, other := 0, 0, map[string]int{}
			w.look = func(e *cluster.Engine) {
				for _, reason := range w.Reasons(e) {
					want, there := said[e.Now][r.Log.Recorded[reason.Job].Label()]
					if !there {
						continue // it started within this second
					}
					want = cmp.Or(shown[want], want)
					lines++
					if want != cluster.Behind {
						rare++
					}
					if want != reason.Code {
						other[want+" is "+reason.Code]++
						continue
					}
					if equal++; want != cluster.Behind {
						rareSame++
					}
				}
			}
			for last := slices.Max(slices.Collect(maps.Keys(said))); e.Now <= last && e.Step(); {
			}
			if t.Logf("%d of %d, not %v", equal, lines, other); float64(equal) < least*float64(lines) {
				t.Errorf("%d of %d reasons are squeue's, want %.0f %%", equal, lines, 100*least)
			}
			all, same = all+lines, same+equal
		})
	}
	if t.Logf("%d of %d; of those that are not Priority %d of %d", same, all, rareSame, rare); all < 8000 {
		t.Error("too few")
	}
}
