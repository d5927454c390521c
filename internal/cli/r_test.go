package cli

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/result"
)

// R reads what it is given. BACKFILL_R names Rscript; `make test-r` sets it.
func TestRealR(t *testing.T) {
	rscript := os.Getenv("BACKFILL_R")
	if rscript == "" {
		t.Skip("BACKFILL_R does not name Rscript")
	}
	dir := filepath.Join(t.TempDir(), "out")
	run := exec.Command("backfill", "run", "--policy", "easy,fcfs", "--out", dir, "--formats", "parquet,csv")
	if said, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	var said, complained bytes.Buffer
	r := exec.Command(rscript, "../../r/waits.R", dir)
	r.Stdout, r.Stderr = &said, &complained
	if err := r.Run(); err != nil {
		t.Fatalf("%v\n%s", err, complained.String())
	}
	t.Log(strings.TrimSpace(complained.String())) // which way it went
	rows, err := csv.NewReader(&said).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := waitsOf(t, dir)
	if len(rows) != len(want)+1 || !slices.Equal(rows[0], []string{"policy", "width", "jobs", "wait_mean_s", "wait_p95_s", "killed"}) {
		t.Fatalf("R prints %v", rows)
	}
	for i, row := range rows[1:] {
		mean, err := strconv.ParseFloat(row[3], 64)
		w := want[i]
		if err != nil || row[0]+" "+row[1]+" "+row[2]+" "+row[4]+" "+row[5] != w.text || math.Abs(mean-w.mean) > 1e-9*w.mean {
			t.Errorf("R prints %v, not %s and a mean of %v", row, w.text, w.mean)
		}
	}
	if out, err := exec.Command(rscript, "../../r/waits.R", t.TempDir()).CombinedOutput(); err == nil ||
		!bytes.Contains(out, []byte("no jobs.csv")) {
		t.Errorf("an empty folder: %v, %s", err, out)
	}
}

type wanted struct {
	text string
	mean float64
}

// waitsOf works out what R should print.
func waitsOf(t *testing.T, dir string) (all []wanted) {
	t.Helper()
	r, err := arrowio.Open(dir, result.Jobs)
	if err != nil {
		t.Fatal(err)
	}
	jobs := r.Tables[result.Jobs]
	for _, policy := range []string{"easy", "fcfs"} {
		for _, width := range []string{"narrow", "wide"} {
			var waits []float64
			sum, killed := 0.0, 0
			for i := range jobs.Rows {
				if jobs.Col("policy").GetText(i) != policy || (jobs.Col("procs").Int[i] > 8) != (width == "wide") {
					continue
				}
				waits = append(waits, jobs.Col("wait_s").Float[i])
				sum += jobs.Col("wait_s").Float[i]
				if jobs.Col("killed").Bool[i] {
					killed++
				}
			}
			slices.Sort(waits)
			p95 := waits[int(math.Ceil(0.95*float64(len(waits))))-1]
			all = append(all, wanted{fmt.Sprintf("%s %s %d %.0f %d", policy, width, len(waits), p95, killed), sum / float64(len(waits))})
		}
	}
	return all
}
