//go:build !page

package trace

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/spool"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// anyJobs draws jobs in order of submission. Every field takes its least and its largest value, and often that of the
// job before.
func anyJobs(r *rand.Rand, n int) []job.Job {
	jobs := make([]job.Job, n)
	j := job.Unknown
	for i := range jobs {
		size := func(most int64) int64 { return min(most, r.Int64()>>r.IntN(64)) }
		index := func() int32 { return int32(size(1<<31-1)) - int32(r.IntN(2)) }
		j.Submit = min(j.Submit+size(1000), job.MaxSeconds)
		j.Run, j.ID = size(job.MaxSeconds), j.ID+1
		for k := range 13 {
			if r.IntN(4) > 0 {
				continue
			}
			switch k {
			case 0:
				j.ID = size(maxID)
			case 1:
				j.Estimate = 1 + size(job.MaxSeconds-1)
			case 2:
				j.Procs = int32(1 + size(job.MaxProcs-1))
			case 3:
				j.User = index()
			case 4:
				j.Queue = index()
			case 5:
				j.Wait = size(job.MaxSeconds) - int64(r.IntN(2))
			case 6:
				j.Group = index()
			case 7:
				j.App = index()
			case 8:
				j.MemoryKiB = size(1<<63-1) - int64(r.IntN(2))
			case 9:
				j.RequestedMemoryKiB = size(1<<63-1) - int64(r.IntN(2))
			case 10:
				j.Status = int8(r.IntN(7) - 1)
			case 11:
				j.Partition = index()
			case 12:
				j.Traits = job.Traits(r.IntN(1 << 9))
			}
		}
		jobs[i] = j
	}
	return jobs
}

func readSpool(t *testing.T, s *Spool) (jobs []job.Job) {
	t.Helper()
	r := s.read()
	for {
		var j job.Job
		ok, err := r.next(&j)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return jobs
		}
		jobs = append(jobs, j)
	}
}

func TestASpoolGivesBackItsJobs(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	for _, n := range []int{0, 1, 2, 100, 20_000} {
		for _, memory := range []int{0, 1 << 30} {
			s := &Spool{records: spool.New(memory, func() (ScratchFile, error) { return os.Create(filepath.Join(t.TempDir(), "jobs")) })}
			jobs := anyJobs(r, n)
			for i := range jobs {
				if err := s.Add(&jobs[i], nil); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.records.Done(); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if got := readSpool(t, s); s.Len() != n || !slices.Equal(got, jobs) {
					t.Fatalf("%d jobs, %d spooled: they are others", n, s.Len())
				}
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func BenchmarkSpool(b *testing.B) {
	jobs := make([]job.Job, 1_000_000)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range jobs {
		j := job.Unknown
		j.ID, j.Submit, j.Run, j.Procs, j.Status = int64(i+1), int64(i)*500, r.Int64N(100_000), 1<<r.Int32N(8), 1
		j.Estimate, j.User = j.Run+r.Int64N(100_000), r.Int32N(64)
		jobs[i] = j
	}
	fill := func() *Spool {
		s := NewSpool(nil)
		for i := range jobs {
			s.Add(&jobs[i], nil)
		}
		s.records.Done()
		return s
	}
	perJob := func(b *testing.B) { b.ReportMetric(float64(len(jobs)*b.N)/b.Elapsed().Seconds(), "jobs/s") }
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			fill()
		}
		perJob(b)
	})
	b.Run("read", func(b *testing.B) {
		s := fill()
		b.ReportAllocs()
		for b.Loop() {
			var j job.Job
			for r, ok := s.read(), true; ok; {
				ok, _ = r.next(&j)
			}
		}
		perJob(b)
	})
}

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

// Results have a number for each job and the text that users know it by. A workload of them keeps both, so that results of it
// can be joined with the same tables.
func TestResultsKeepWhatUsersKnowJobsBy(t *testing.T) {
	const text = `run,policy,job,id,submit_s,start_s,run_s,estimate_s,procs,killed
easy,easy,7,app-b,10,10,5,9,2,false
easy,easy,8,,20,21,5,9,2,false
easy,easy,9,1.0,20,21,5,9,2,false
easy,easy,10,none,20,21,5,9,2,false
`
	w := readCSV(t, text, Options{})
	for _, w := range []*Workload{w, spooledFrom(t, "t.csv", strings.NewReader(text), Options{})} {
		var got []string
		for j, err := range w.Jobs.All() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprintf("%d %s", j.ID, w.Label(j)))
		}
		if want := []string{"7 app-b", "8 8", "9 1.0", "10 none"}; !slices.Equal(got, want) {
			t.Errorf("jobs are known as %q, want %q", got, want)
		}
	}
	if !strings.Contains(w.Reading.String(), "label from id") {
		t.Errorf("the reading does not tell where the texts are from: %s", w.Reading)
	}
	if w = readCSV(t, strings.ReplaceAll(text, ",id,", ",other,"), Options{}); w.Labels != nil {
		t.Errorf("results without texts have some: %q", w.Labels)
	}
}
