package twin

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/truth"
)

// A planned is a line of slurmctld's log that says what a cycle planned.
type planned struct {
	job        int64
	part       string
	start, end int64 // seconds after the first submission
}

var (
	plans  = regexp.MustCompile(`JobId=(\d+) to start at (\S+), end at (\S+) on nodes \S+ in partition (\S+)`)
	begins = regexp.MustCompile(`attempt_backfill: beginning`)
)

// readPlans reads what each cycle planned, by its microsecond; the lines of arrays are left out.
func readPlans(t *testing.T, path string, origin int64) map[int64][]planned {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	at := func(s string) int64 {
		when, err := time.Parse("2006-01-02T15:04:05.999", s)
		if err != nil {
			t.Fatal(err)
		}
		return when.UnixMicro() - origin*cluster.Second
	}
	all, cycle := map[int64][]planned{}, int64(-1)
	for in := bufio.NewScanner(text); in.Scan(); {
		line := in.Text()
		if begins.MatchString(line) {
			cycle = at(line[:23])
		} else if w := plans.FindStringSubmatch(line); w != nil && cycle >= 0 {
			id, _ := strconv.ParseInt(w[1], 10, 64)
			all[cycle] = append(all[cycle], planned{id, w[4], at(w[2]) / cluster.Second, at(w[3]) / cluster.Second})
		}
	}
	return all
}

// Given the moments of passes and cycles, the twin's cycles plan what slurmctld's log says that its cycles planned: the start of
// each waiting job in each of its partitions, and the end of what it reserves. Once a start differs, so do the plans that follow:
// the README of the runs says where.
func TestPlansAreThoseOfTheLog(t *testing.T) {
	names, err := truth.Scenarios(truths)
	if err != nil {
		t.Fatal(err)
	}
	for data, least := range map[string]int{"data": 5750, "held-out": 5716, "later": 5660, "24.11.5": 5653, "25.11.7": 5769,
		"26.05.3": 5281} {
		t.Run(data, func(t *testing.T) {
			same, all := 0, 0
			for _, name := range names {
				equal, lines := comparePlans(t, name, data)
				t.Logf("%s: %d of %d plans", name, equal, lines)
				same, all = same+equal, all+lines
			}
			if t.Logf("in all %d of %d", same, all); same < least {
				t.Errorf("%d of %d plans are those of the log, want %d", same, all, least)
			}
		})
	}
}

// And where jobs take turns and suspend others, which plans pass over.
func TestPlansWithTurns(t *testing.T) {
	for _, run := range [][2]string{{"turns", "data"}, {"turns", "held-out"}, {"turns", "later"}, {"yields", "data"}, {"yields", "later"}} {
		equal, lines := comparePlans(t, run[0], run[1])
		if t.Logf("%s: %d of %d plans", run, equal, lines); float64(equal) < 0.99*float64(lines) || lines < 500 {
			t.Errorf("want a share of 0.99, of 500 at least")
		}
	}
}

// And in runs that were made later: one whose nodes clear up for 8 seconds after each job, and three of nodes that come and go.
func TestPlansAreThoseOfTheLogWhileNodesClearUp(t *testing.T) {
	for _, r := range []struct {
		name, data string
		least      int
	}{{"epilog", "data", 2696}, {"outages", "last", 971}, {"outages", "last2", 1018}, {"outages", "last3", 1002}} {
		if same, all := comparePlans(t, r.name, r.data); same < r.least {
			t.Errorf("%s, %s: %d of %d plans are those of the log, want %d", r.name, r.data, same, all, r.least)
		}
	}
}

// exactRun returns a real run, and an engine that plays its jobs on a Twin with the moments of its log.
func exactRun(t *testing.T, folder, data string) (*truth.Run, *Twin, *cluster.Engine) {
	t.Helper()
	r, err := truth.Read(folder, data)
	if err != nil {
		t.Fatal(err)
	}
	w := New(r.System)
	w.CalcUs, w.Calcs, w.Looks, w.Cycles, w.Turns = r.CalcUs, r.Calcs, r.Looks, r.Cycles, r.Turns
	w.AllPlans = true
	e, err := cluster.NewEngine(r.Exactly(w))
	if err != nil {
		t.Fatal(err)
	}
	return r, w, e
}

// comparePlans returns how many plans of a run's log are the twin's, and how many there are.
func comparePlans(t *testing.T, name, data string) (equal, all int) {
	r, w, e := exactRun(t, filepath.Join(truths, name), data)
	log := readPlans(t, filepath.Join(truths, name, data, "log.txt.gz"), r.Log.UnixStart)
	for e.Step() {
		for _, p := range log[e.NowUs] {
			all++
			if slices.ContainsFunc(w.Plans, func(q Plan) bool {
				return r.Log.Recorded[q.Job].ID == p.job && r.System.Partitions[q.Partition].Name == p.part && q.Start == p.start && q.End == p.end
			}) {
				equal++
			}
		}
	}
	return equal, all
}
