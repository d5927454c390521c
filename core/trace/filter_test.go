package trace

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// choices are ten jobs: job i of user i%3 (alice, 7, none), i processors wide,
// submitted at hour i.
func choices() *Workload {
	w := &Workload{Name: "choices", Procs: 64, UnixStart: 86400 * 365, Users: Names{"alice", "7"}, Queues: Names{"4"}}
	w.Header.Lines, w.TimeZone = []string{"; TimeZoneString: UTC"}, "UTC"
	for i := range int32(10) {
		j := job.Job{ID: int64(i), Submit: int64(i) * 3600, Run: int64(i * 10), Estimate: 100, Wait: job.None,
			Procs: i + 1, Status: int8(i % 6), Row: job.None}
		j.User, j.Group, j.Queue, j.Partition, j.App = i%3, job.None, 0, job.None, job.None
		if j.User == 2 {
			j.User = job.None
		}
		w.Jobs = Hold(append(w.Jobs.Held(), j))
	}
	return w
}

func TestFiltersChoose(t *testing.T) {
	w := choices()
	for text, want := range map[string][]int64{
		"job=3":                           {3},
		"job<=2":                          {0, 1, 2},
		"job!=0 and job<3":                {1, 2},
		"user=7":                          {1, 4, 7},
		"user=7 and (job>=4 and job<=10)": {4, 7},
		"  USER = 7 AND ( job >= 4 AND job <= 10 ) (2080 jobs removed) ": {4, 7},
		"job<=1 (1 job removed)":                {0, 1},
		"user=alice":                            {0, 3, 6, 9},
		`user="alice" or job=1`:                 {0, 1, 3, 6, 9},
		"user=-1":                               {2, 5, 8},
		"user!=7 and user!=alice":               {2, 5, 8},
		"user>=0":                               {1, 4, 7},
		"not (user=7 or user=-1)":               {0, 3, 6, 9},
		"not not job=5":                         {5},
		"job=1 or job=2 and job=3":              {1},
		"(job=1 or job=2) and job=2":            {2},
		"procs>9 or run=0":                      {0, 9},
		"hour>=3 and hour<=4":                   {3, 4},
		"submit<3600":                           {0},
		"status=5":                              {5},
		"wait=-1 and estimate==100 and job = 8": {8},
		"queue=4 and job>8":                     {9},
		"queue=04 and job>8":                    {9},
		"memory>0":                              nil,
	} {
		f, err := ParseFilter(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		choose, err := f.bind(w)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var got []int64
		for i := range w.Jobs.Held() {
			if choose(&w.Jobs.Held()[i]) {
				got = append(got, w.Jobs.Held()[i].ID)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q chooses %v, want %v", text, got, want)
		}
	}
}

func TestFiltersThatCannotBeRead(t *testing.T) {
	for _, text := range []string{
		"", " ", "user", "user=", "user=7 and", "user=7 user=8", "(user=7", "user=7)", "width=3", "job=x", "job=1.5", `job="1"`,
		"user<alice", `user="alice`, "user=>7", "job=99999999999999999999", "and", "not", "job=1 or", "= 7", "job=(1)", "()",
		strings.Repeat("(", 5000) + "job=1" + strings.Repeat(")", 5000), strings.Repeat("not ", 5000) + "job=1",
	} {
		f, err := ParseFilter(text)
		if err == nil {
			t.Errorf("%q is read as %v", text, f)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the message has more than one line: %v", text, err)
		}
	}
}

func TestHoursNeedAClock(t *testing.T) {
	for _, change := range []func(*Workload){
		func(w *Workload) { w.UnixStart = 0 },
		func(w *Workload) { w.TimeZone = "" },
		func(w *Workload) { w.TimeZone = "Nowhere/Land" },
	} {
		w := choices()
		change(w)
		if _, _, err := w.Clean(Cleaning{Filters: []string{"hour=3"}}); err == nil {
			t.Error("an hour without a clock")
		}
		if _, _, err := w.Clean(Cleaning{Filters: []string{"job=3"}}); err != nil {
			t.Error(err)
		}
	}
}

func TestCleanSaysWhatItRemoved(t *testing.T) {
	w := choices()
	c := Cleaning{Filters: []string{"user=7 (3 jobs removed)", "job<=2"}, Cancelled: true, Failed: true, ZeroRun: true}
	var removed []Removal
	got := checkOperation(t, w, func() *Workload {
		cleaned, r, err := w.Clean(c)
		if err != nil {
			t.Fatal(err)
		}
		removed = r
		return cleaned
	})
	want := []Removal{{"user=7 (3 jobs removed)", 3}, {"job<=2", 2}, {"cancelled jobs", 1}, {"failed jobs", 1},
		{"jobs with a run time of 0", 0}}
	if !cmp.Equal(removed, want) || got.Len() != 3 {
		t.Errorf("%v, %d jobs left; want %v, 3", removed, got.Len(), want)
	}
	if !strings.Contains(got.Changes[0], "user=7 (3 jobs removed), job<=2 (2 jobs removed)") {
		t.Errorf("change %q", got.Changes[0])
	}
	same, _, err := w.Clean(Cleaning{})
	if err != nil {
		t.Fatal(err)
	}
	sameJobs(t, "no cleaning", same.Jobs.Held(), w.Jobs.Held())
	if _, _, err := w.Clean(Cleaning{Filters: []string{"x"}}); err == nil {
		t.Error("a filter that cannot be read is taken")
	}
}

// TestCleanedLogsAreClean reads the notes of the archive's cleaned logs: none of the
// removed jobs is there.
func TestCleanedLogsAreClean(t *testing.T) {
	for log, filters := range map[string]int{
		"CTC-SP2-1996-3.1-cln": 1, "SDSC-SP2-1998-4.2-cln": 5, "LANL-CM5-1994-4.1-cln": 3,
		"HPC2N-2002-2.2-cln": 4, "SDSC-Par-1996-3.1-cln": 2, "KTH-SP2-1996-2": 0,
	} {
		w, err := Read(log, trace(t, log+".swf.gz"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if zone := w.Header.TimeZone(); log == "SDSC-Par-1996-3.1-cln" {
			if _, err := time.LoadLocation(zone); err != nil {
				t.Logf("%s needs the time zone %s: %v", log, zone, err)
				continue
			}
		}
		notes := w.Filters()
		_, removed, err := w.Clean(Cleaning{Filters: notes})
		if err != nil {
			t.Fatal(err)
		}
		if len(notes) != filters {
			t.Errorf("%s: %d filters, want %d: %q", log, len(notes), filters, notes)
		}
		for _, r := range removed {
			if r.Jobs != 0 {
				t.Errorf("%s: %q chooses %d jobs that are still there", log, r.What, r.Jobs)
			}
		}
	}
}

// FuzzFilter checks that no expression makes the parser panic or hang, and that a
// valid one chooses the jobs that its negation does not.
func FuzzFilter(f *testing.F) {
	for _, text := range []string{"user=135 and (job>=47421 and job<=50307)", "not (a", `user="x`,
		"job<=10 (10 jobs removed)", "user!=alice or hour<3"} {
		f.Add(text)
	}
	w := choices()
	f.Fuzz(func(t *testing.T, text string) {
		filter, err := ParseFilter(text)
		if err != nil {
			return
		}
		negated, err := ParseFilter("not (" + stripRemoved(text) + ")")
		if err != nil {
			return // one level of parentheses too many
		}
		a, errA := filter.bind(w)
		b, errB := negated.bind(w)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		for i := range w.Jobs.Held() {
			if a(&w.Jobs.Held()[i]) == b(&w.Jobs.Held()[i]) {
				t.Fatalf("%q and its negation agree on job %d", text, i)
			}
		}
	})
}
