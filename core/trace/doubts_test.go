package trace

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Doubts of held jobs, which are mostly counted, are those of spooled ones, whose medians are always known.
func TestDoubtsCountInsteadOfRanking(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 0))
	doubtful := 0
	for range 2000 {
		w := &Workload{Jobs: Hold(make([]job.Job, fewJobs+rng.IntN(4)))}
		run, limit := int64(1), int64(1)
		for _, of := range []*int64{&run, &limit} {
			*of <<= rng.IntN(32)
		}
		for i := range w.Jobs.Held() {
			j := &w.Jobs.Held()[i]
			j.Submit, j.Run, j.Estimate = int64(i), rng.Int64N(2*run), 1+rng.Int64N(2*limit)
			if rng.IntN(3) == 0 {
				j.Run = j.Run / 1000 * 1000
			}
		}
		counted := w.Doubts()
		w.Jobs = spoolJobs(t, w.Jobs.Held())
		if ranked := w.Doubts(); !slices.Equal(counted, ranked) {
			t.Fatalf("%q, with medians %q", counted, ranked)
		} else if len(ranked) > 0 {
			doubtful++
		}
	}
	if doubtful < 200 || doubtful > 1800 {
		t.Errorf("%d of 2000 logs are doubtful: the test tells little", doubtful)
	}
}

// said returns the doubts of a log in words, but for the size of the machine, which hardly any test gives.
func said(w *Workload) (all []string) {
	for _, d := range w.Doubts() {
		if d.Key != "machine-size" {
			all = append(all, d.String())
		}
	}
	return all
}

func TestAGuessedMachineAndManyUnusableRowsAreDoubts(t *testing.T) {
	head := "submit,run,procs\n"
	for _, c := range []struct {
		text  string
		procs int
		want  []string
	}{
		{"0,10,4\n5,10,2\n", 8, nil},
		{"0,10,4\n5,10,2\n", 0, []string{"machine-size"}},
		{"0,10,4\n5,10,2\n", 3, []string{"rows-left-out"}},
		{strings.Repeat("0,10,4\n", 9) + "5,ten,2\n", 8, nil}, // one of ten
		{strings.Repeat("0,10,4\n", 8) + "5,ten,2\n", 8, []string{"rows-left-out"}},
	} {
		var keys []string
		for _, d := range readCSV(t, head+c.text, Options{Procs: c.procs}).Doubts() {
			if keys = append(keys, d.Key); !d.Grave {
				t.Errorf("%q is not grave", d)
			}
		}
		if !slices.Equal(keys, c.want) {
			t.Errorf("%q on %d processors: %q, want %q", c.text, c.procs, keys, c.want)
		}
	}
}
