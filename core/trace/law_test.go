package trace

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// generated returns a log with a little of everything, by seed.
func generated(seed uint64, rows int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	b.WriteString("; Version: 2.2\n; Computer: test\n; MaxProcs: 64\n; MaxJobs: 1\n; UnixStartTime: 1000000000\n; TimeZoneString: UTC\n;\n")
	submit := r.Int64N(100000)
	for i := range rows {
		submit += r.Int64N(2000) * r.Int64N(3)
		id, at := int64(i+1), submit
		switch r.IntN(30) {
		case 0:
			id = r.Int64N(int64(rows)) // a number used twice
		case 1:
			at = max(0, at-5000) // out of order
		case 2:
			b.WriteString("; a comment in the middle\n")
		}
		run, procs := r.Int64N(20000)-100, r.Int64N(68)-1
		user := r.Int64N(9)
		if user == 8 {
			user = -1
		}
		fmt.Fprintf(&b, "%d %d %d %d %d %.2f %d %d %d %d %d %d %d %d %d %d -1 -1\n", id, at, r.Int64N(5000)-1, run, procs,
			float64(r.Int64N(100000))/100, r.Int64N(3000)-1, r.Int64N(66)-1, r.Int64N(30000)-1, r.Int64N(3000)-1,
			r.Int64N(7)-1, user, r.Int64N(4), r.Int64N(20)-1, r.Int64N(4)-1, r.Int64N(3)-1)
	}
	return b.String()
}

// laws runs a law on generated workloads and on real logs, if there are any.
func laws(t *testing.T, law func(t *testing.T, w *Workload)) {
	for seed := range uint64(5) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { law(t, mustRead(t, generated(seed, 400), Options{})) })
	}
	t.Run("one job", func(t *testing.T) { law(t, mustRead(t, head+"1 7 -1 9 3\n", Options{})) })
	t.Run("KTH", func(t *testing.T) {
		w, err := Read("kth.swf.gz", trace(t, "KTH-SP2-1996-2.swf.gz"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		law(t, w)
	})
}

func mustRead(t testing.TB, log string, opt Options) *Workload {
	t.Helper()
	w, err := Read("test.swf", []byte(log), opt)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// checkOperation is the law of every operation: its result is a workload, and its
// argument does not change.
func checkOperation(t *testing.T, w *Workload, do func() *Workload) *Workload {
	t.Helper()
	before, changes := w.SHA256(), len(w.Changes)
	got := do()
	checkWorkload(t, got)
	if w.SHA256() != before || len(w.Changes) != changes {
		t.Fatal("the operation changed the workload that it was given")
	}
	if len(got.Changes) != changes+1 || got.Changes[changes] == "" {
		t.Fatalf("the operation does not say what it did: %q", got.Changes)
	}
	return got
}

func sameJobs(t *testing.T, what string, got, want []job.Job) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %.2000s", what, cmp.Diff(want, got))
	}
}

// TestScalingIsJobByJob compares with the definitions, one job at a time.
func TestScalingIsJobByJob(t *testing.T) {
	laws(t, func(t *testing.T, w *Workload) {
		byID := func(w *Workload) map[int64]job.Job {
			m := map[int64]job.Job{}
			for _, j := range w.Jobs.Held() {
				m[j.ID] = j
			}
			return m
		}
		first, _ := w.Span()
		for _, f := range []float64{0, 0.1, 0.75, 1.5} {
			gaps, runs := byID(w.ScaleInterarrival(f)), byID(w.ScaleRuntime(f))
			machine := byID(w.ScaleMachine(max(1, int(float64(w.Procs)*f))))
			for _, j := range w.Jobs.Held() {
				if got, want := float64(gaps[j.ID].Submit-first), float64(j.Submit-first)*f; math.Abs(got-want) > 0.5 {
					t.Fatalf("interarrival %v: job %d at %v, want %v", f, j.ID, got, want)
				}
				r := runs[j.ID]
				if want := max(float64(j.Run)*f, float64(min(j.Run, 1))); math.Abs(float64(r.Run)-want) > 0.5 {
					t.Fatalf("run time %v: job %d runs %d, want %v", f, j.ID, r.Run, want)
				}
				if want := max(float64(j.Estimate)*f, 1); math.Abs(float64(r.Estimate)-want) > 0.5 {
					t.Fatalf("run time %v: job %d estimates %d, want %v", f, j.ID, r.Estimate, want)
				}
				if j.Run <= j.Estimate && r.Run > r.Estimate {
					t.Fatalf("run time %v: job %d exceeds its estimate now", f, j.ID)
				}
				m := machine[j.ID]
				if want := max(1, float64(j.Procs)*float64(max(1, int(float64(w.Procs)*f)))/float64(w.Procs)); math.Abs(float64(m.Procs)-want) > 0.5 {
					t.Fatalf("machine %v: job %d is %d wide, want %v", f, j.ID, m.Procs, want)
				}
			}
		}
	})
}

func TestShiftMovesEverythingAndKeepsDates(t *testing.T) {
	laws(t, func(t *testing.T, w *Workload) {
		for _, to := range []int64{0, 1, 123456} {
			s := checkOperation(t, w, func() *Workload { return w.Shift(to) })
			for i := range s.Jobs.Held() {
				a, b := s.Jobs.Held()[i], w.Jobs.Held()[i]
				if i == 0 && a.Submit != to || a.ID != b.ID || w.UnixStart > 0 && a.Submit+s.UnixStart != b.Submit+w.UnixStart {
					t.Fatalf("job %d at %d became job %d at %d", b.ID, b.Submit, a.ID, a.Submit)
				}
			}
			// Scaling the gaps and shifting may change places.
			sameJobs(t, "scale, shift", w.ScaleInterarrival(0.7).Shift(to).Jobs.Held(), s.ScaleInterarrival(0.7).Jobs.Held())
		}
	})
}

func TestCutsFallIntoPlace(t *testing.T) {
	laws(t, func(t *testing.T, w *Workload) {
		first, last := w.Span()
		var all []job.Job
		for from := first; from <= last; from += 1 + (last-first)/7 {
			to := from + 1 + (last-first)/7
			part := checkOperation(t, w, func() *Workload { return w.Cut(from, to) })
			for _, j := range part.Jobs.Held() {
				if j.Submit < from || j.Submit >= to {
					t.Fatalf("job %d at %d in [%d, %d)", j.ID, j.Submit, from, to)
				}
			}
			all = append(all, part.Jobs.Held()...)
		}
		sameJobs(t, "cuts, joined", all, w.Jobs.Held())
		for _, n := range []int{-1, 0, 1, w.Len() / 2, w.Len(), w.Len() + 1} {
			h := checkOperation(t, w, func() *Workload { return w.Head(n) })
			sameJobs(t, "head", h.Jobs.Held(), w.Jobs.Held()[:min(max(n, 0), w.Len())])
		}
		if n := w.Cut(5, 5).Len() + w.Cut(9, 3).Len(); n != 0 {
			t.Errorf("%d jobs in empty intervals", n)
		}
	})
}

func TestSplitsPartition(t *testing.T) {
	laws(t, func(t *testing.T, w *Workload) {
		for _, c := range []struct {
			what  string
			parts []*Workload
			key   func(j *job.Job) int64
		}{
			{"queue", must(w.Split("queue", nil)), func(j *job.Job) int64 { return int64(j.Queue) }},
			{"user", must(w.Split("user", nil)), func(j *job.Job) int64 { return int64(j.User) }},
			{"week", w.SplitWeek(), func(j *job.Job) int64 { return j.Submit / 604800 }},
		} {
			var all []job.Job
			keys, names := map[int64]bool{}, map[string]bool{}
			for _, p := range c.parts {
				checkWorkload(t, p)
				if p.Len() == 0 || names[p.Name] || keys[c.key(&p.Jobs.Held()[0])] {
					t.Fatalf("%s: part %q is empty or there twice", c.what, p.Name)
				}
				names[p.Name], keys[c.key(&p.Jobs.Held()[0])] = true, true
				for i := range p.Jobs.Held() {
					if c.key(&p.Jobs.Held()[i]) != c.key(&p.Jobs.Held()[0]) {
						t.Fatalf("%s: part %q is mixed", c.what, p.Name)
					}
				}
				all = append(all, p.Jobs.Held()...)
			}
			slices.SortFunc(all, inOrder)
			sameJobs(t, c.what, all, w.Jobs.Held())
		}
	})
}

func TestSplitNamesAndOrder(t *testing.T) {
	w := mustRead(t, "1 0 -1 1 1 -1 -1 -1 -1 -1 1 5 -1 -1 10\n2 1 -1 1 1 -1 -1 -1 -1 -1 1 5 -1 -1 -1\n"+
		"3 2 -1 1 1 -1 -1 -1 -1 -1 1 5 -1 -1 2\n", Options{})
	var got []string
	for _, p := range must(w.Split("queue", nil)) {
		got = append(got, p.Name)
	}
	if want := []string{"test queue 2", "test queue 10", "test queue none"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestLoadIsWhatWasAskedFor(t *testing.T) {
	laws(t, func(t *testing.T, w *Workload) {
		first, last := w.Span()
		if first == last {
			if w.OfferedLoad() != 0 {
				t.Errorf("load %v without a span", w.OfferedLoad())
			}
			if _, err := w.ScaleLoad(0.5); err == nil {
				t.Error("the load of one job was scaled")
			}
			return
		}
		area := 0.0
		for i := range w.Jobs.Held() {
			area += float64(w.Jobs.Held()[i].Run) * float64(w.Jobs.Held()[i].Procs)
		}
		if want := area / float64(w.Procs) / float64(last-first); math.Abs(w.OfferedLoad()/want-1) > 1e-12 {
			t.Errorf("load %v, want %v", w.OfferedLoad(), want)
		}
		for _, load := range []float64{0.1, 0.7, 1.3} {
			s, err := w.ScaleLoad(load)
			if err != nil {
				t.Fatal(err)
			}
			checkWorkload(t, s)
			if got := s.OfferedLoad(); math.Abs(got/load-1) > 1e-4 {
				t.Errorf("load %v, want %v", got, load)
			}
		}
		for _, load := range []float64{0, -1, math.NaN(), math.Inf(1)} {
			if _, err := w.ScaleLoad(load); err == nil {
				t.Errorf("scaled to the load %v", load)
			}
		}
	})
}

func TestWhatLeavesTheRangesIsCounted(t *testing.T) {
	w := mustRead(t, "1 0 -1 5 1\n2 1000 -1 5 1\n3 1000000 -1 0 1\n", Options{})
	for name, c := range map[string]*Workload{
		"interarrival": w.ScaleInterarrival(1e6),
		"runtime":      w.ScaleRuntime(1e300),
		"shift":        w.Shift(job.MaxSeconds - 1000),
	} {
		checkWorkload(t, c)
		if c.Len()+c.Count("out-of-range") != 3 || c.Count("out-of-range") == 0 {
			t.Errorf("%s: %d jobs, counts %v", name, c.Len(), c.Counts)
		}
	}
	if w.Count("out-of-range") != 0 {
		t.Error("the counts of the source changed")
	}
}

func TestCallersBugsPanic(t *testing.T) {
	w := mustRead(t, "1 0 -1 5 1\n", Options{})
	for name, f := range map[string]func(){
		"negative":  func() { w.ScaleInterarrival(-1) },
		"NaN":       func() { w.ScaleRuntime(math.NaN()) },
		"infinite":  func() { w.ScaleRuntime(math.Inf(1)) },
		"no procs":  func() { w.ScaleMachine(0) },
		"resize":    func() { w.Resize(0) },
		"shift < 0": func() { w.Shift(-1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func TestDigestSeesWhatASimulationSees(t *testing.T) {
	w := mustRead(t, generated(1, 40), Options{})
	old := w.SHA256()
	if len(old) != 64 {
		t.Fatalf("digest %q", old)
	}
	seen := map[string]string{old: "nothing"}
	for name, f := range map[string]func(*Workload, *job.Job){
		"ID":        func(_ *Workload, j *job.Job) { j.ID += 1e6 },
		"Submit":    func(_ *Workload, j *job.Job) { j.Submit++ },
		"Run":       func(_ *Workload, j *job.Job) { j.Run++ },
		"Estimate":  func(_ *Workload, j *job.Job) { j.Estimate++ },
		"Wait":      func(_ *Workload, j *job.Job) { j.Wait++ },
		"Width":     func(_ *Workload, j *job.Job) { j.Procs++ },
		"User":      func(_ *Workload, j *job.Job) { j.User = (j.User+2)%3 - 1 },
		"memory":    func(_ *Workload, j *job.Job) { j.MemoryKiB++ },
		"procs":     func(w *Workload, _ *job.Job) { w.Procs++ },
		"user name": func(w *Workload, _ *job.Job) { w.Users = append(slices.Clone(w.Users[:len(w.Users)-1]), "x") },
		"fewer":     func(w *Workload, _ *job.Job) { w.Jobs = Hold(w.Jobs.Held()[:w.Len()-1]) },
	} {
		c := *w
		c.Jobs = Hold(slices.Clone(w.Jobs.Held()))
		f(&c, &c.Jobs.Held()[c.Len()/2])
		digest := c.SHA256()
		if other, ok := seen[digest]; ok {
			t.Errorf("%s changed, but the digest is that of %s", name, other)
		}
		seen[digest] = name
	}
	same := *w
	same.Name, same.Source, same.UnixStart, same.Counts, same.Changes = "x", "y", 5, nil, []string{"z"}
	same.Jobs = Hold(slices.Clone(w.Jobs.Held()))
	for i := range same.Jobs.Held() {
		same.Jobs.Held()[i].Row = int32(i)
	}
	if same.SHA256() != old {
		t.Error("the digest depends on what no simulation sees")
	}
	// Other indexes for the same names are the same workload.
	turned := mustRead(t, generated(1, 40), Options{})
	slices.Reverse(turned.Users)
	for i := range turned.Jobs.Held() {
		if u := &turned.Jobs.Held()[i].User; *u >= 0 {
			*u = int32(len(turned.Users)) - 1 - *u
		}
	}
	if turned.SHA256() != old {
		t.Error("the digest depends on the order of the name table")
	}
}
