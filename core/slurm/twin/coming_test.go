package twin

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

var comes = regexp.MustCompile(`submit_batch_job: JobId=(\d+) InitPrio=(\d+)`)

// Each job that comes has the priority that slurmctld's log says, in all runs; places has jobs with cores that their partition adds.
func TestPrioritiesOfJobsThatCome(t *testing.T) {
	logs, err := filepath.Glob(filepath.Join(truths, "*", "*", "log.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for _, name := range logs {
		folder, data := filepath.Split(filepath.Dir(name))
		if filepath.Base(folder) == "queue" { // which is not played exactly
			continue
		}
		said := readComing(t, name)
		r, w, e := exactRun(t, filepath.Clean(folder), data)
		for e.Step() {
			for k := range w.entries {
				n := &w.entries[k]
				j := &r.Log.Recorded[n.job]
				id := j.Base
				if id == 0 {
					id = j.ID
				}
				if want, is := said[id]; is && n.turn == 0 {
					if all++; want != n.priority {
						t.Errorf("%s%s: job %d comes with %d, in Slurm with %d", folder, data, id, n.priority, want)
					}
					delete(said, id)
				}
			}
		}
	}
	if all < 6000 {
		t.Errorf("only %d priorities", all)
	}
}

// readComing reads the priorities of jobs that come, but for those that are held.
func readComing(t *testing.T, name string) map[int64]int64 {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	said := map[int64]int64{}
	for in := bufio.NewScanner(text); in.Scan(); {
		if w := comes.FindStringSubmatch(in.Text()); w != nil && w[2] != "0" {
			id, _ := strconv.ParseInt(w[1], 10, 64)
			said[id], _ = strconv.ParseInt(w[2], 10, 64)
		}
	}
	return said
}
