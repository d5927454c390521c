package trace

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// mustEnlarge compares an enlarged workload with its source.
func mustEnlarge(t *testing.T, w *Workload, procs, jobs int, seed uint64) *Workload {
	t.Helper()
	got := checkOperation(t, w, func() *Workload {
		e, err := w.Enlarge(procs, jobs, seed)
		if err != nil {
			t.Fatal(err)
		}
		return e
	})
	if got.Len() != jobs || got.Procs != procs {
		t.Fatalf("%d jobs on %d processors, not %d on %d", got.Len(), got.Procs, jobs, procs)
	}
	return got
}

// sameBut is what copies of a job have in common.
func sameBut(j job.Job) job.Job { j.ID, j.Procs, j.Wait = 0, 0, 0; return j }

func TestEnlargedWorkloadsHaveTheJobsAndTheLoadAskedFor(t *testing.T) {
	slow.AsWebAssembly(t)
	laws(t, func(t *testing.T, w *Workload) {
		n := w.Len()
		for _, f := range []float64{1, 2.5, 8} {
			procs := int(float64(w.Procs) * f)
			for _, c := range []float64{f, (1 + f) / 2, 1, 1.5 * f} {
				jobs := int(float64(n) * c)
				got := mustEnlarge(t, w, procs, jobs, 7)
				// The copies of a job follow each other and differ in their width only.
				i := 0
				for k := range got.Jobs.Held() {
					for i < n && sameBut(w.Jobs.Held()[i]) != sameBut(got.Jobs.Held()[k]) {
						i++
					}
					if i == n {
						t.Fatalf("job %d is none of the source's, or out of order", k+1)
					}
				}
				if again := mustEnlarge(t, w, procs, jobs, 7); again.SHA256() != got.SHA256() {
					t.Fatal("the same seed makes another workload")
				}
				// Widths of 1 cannot shrink, and chance plays no part in a long log.
				if n > 10000 && c <= f {
					area := func(w *Workload) (a float64) {
						for i := range w.Jobs.Held() {
							a += w.Jobs.Held()[i].Area(false)
						}
						return a
					}
					if is, want := area(got), area(w)*float64(procs)/float64(w.Procs); math.Abs(is-want) > 0.03*want {
						t.Fatalf("f %v, c %v: the area is %.4g of what it should be", f, c, is/want)
					}
				}
			}
		}
	})
}

func TestEnlargingIsCopyingAtOneEndAndWideningAtTheOther(t *testing.T) {
	w := mustRead(t, generated(3, 400), Options{})
	n := w.Len()
	wide := mustEnlarge(t, w, 4*w.Procs, n, 1)
	for i, j := range wide.Jobs.Held() {
		if j.Procs != 4*w.Jobs.Held()[i].Procs {
			t.Fatalf("job %d is %d wide instead of 4 times %d", i, j.Procs, w.Jobs.Held()[i].Procs)
		}
	}
	many := mustEnlarge(t, w, 4*w.Procs, 4*n, 1)
	for i, j := range many.Jobs.Held() {
		if j.Procs != w.Jobs.Held()[i/4].Procs || sameBut(j) != sameBut(w.Jobs.Held()[i/4]) {
			t.Fatalf("job %d is %+v, not a copy of %+v", i, j, w.Jobs.Held()[i/4])
		}
	}
	same := mustEnlarge(t, w, w.Procs, n, 1)
	for i, j := range same.Jobs.Held() {
		if j.Procs != w.Jobs.Held()[i].Procs {
			t.Fatalf("job %d has changed its width", i)
		}
	}
	one, two := mustEnlarge(t, w, 4*w.Procs, 2*n, 1), mustEnlarge(t, w, 4*w.Procs, 2*n, 2)
	if one.SHA256() == two.SHA256() {
		t.Fatal("two seeds make the same workload")
	}
	if text := fmt.Sprint(one.Changes[len(one.Changes)-1]); !strings.Contains(text, fmt.Sprintf("to %d on %d", 2*n, 4*w.Procs)) {
		t.Fatal(text)
	}
}

func TestEnlargingNeverShrinks(t *testing.T) {
	w := mustRead(t, generated(3, 400), Options{})
	n := w.Len()
	for _, c := range []struct{ procs, jobs int }{
		{2 * w.Procs, n - 1}, {w.Procs - 1, n}, {1 << 40, n}, {-1, n}, {w.Procs, 0}, {w.Procs, -5}, {w.Procs, 1 << 40},
	} {
		if _, err := w.Enlarge(c.procs, c.jobs, 1); err == nil || !strings.Contains(err.Error(), "cannot be enlarged to") {
			t.Errorf("%+v of %d: %v", c, n, err)
		}
	}
	empty := w.keep("nothing", func(*job.Job) bool { return false })
	if _, err := empty.Enlarge(w.Procs, 5, 1); err == nil {
		t.Error("no jobs become five")
	}
}

// Each job of a workload that is enlarged by a factor is wider or more; on average both do as much.
func TestEnlargingByAFactorWidensOrCopies(t *testing.T) {
	w := mustRead(t, generated(3, 4000), Options{})
	e := Enlargement{Procs: 3 * w.Procs, Factor: 2.5, Wide: 0.5, Seed: 9}
	got := checkOperation(t, w, func() *Workload {
		enlarged, err := w.EnlargeBy(e)
		if err != nil {
			t.Fatal(err)
		}
		return enlarged
	})
	jobs, k, wider, copies := got.Jobs.Held(), 0, 0, 0
	for _, j := range w.Jobs.Held() {
		n := 0
		for k < len(jobs) && sameBut(jobs[k]) == sameBut(j) && jobs[k].Procs == j.Procs {
			k, n = k+1, n+1
		}
		switch {
		case n == 0 && k < len(jobs) && jobs[k].Procs == int32(math.Floor(2.5*float64(j.Procs)+0.5)):
			k, wider = k+1, wider+1
		case n == 2 || n == 3:
			copies += n
		default:
			t.Fatalf("job %d is there %d times", j.ID, n)
		}
	}
	n := float64(w.Len())
	others := 2.5 * (n - float64(wider))
	if k != len(jobs) || math.Abs(float64(wider)-n/2) > 4*math.Sqrt(n/4) || math.Abs(float64(copies)-others) > 4*math.Sqrt(n/8) {
		t.Errorf("%d of %d jobs are wider, the others make %d; %d jobs are left over", wider, w.Len(), copies, len(jobs)-k)
	}
	e.Chance = true
	if other, err := w.EnlargeBy(e); err != nil || other.SHA256() == got.SHA256() || other.Len() != got.Len() {
		t.Errorf("rounding by chance: %v", err)
	}
	all, err := w.EnlargeBy(Enlargement{Procs: 2 * w.Procs, Factor: 1000, Wide: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range all.Jobs.Held() {
		if int(j.Procs) > all.Procs {
			t.Fatalf("a job is %d wide on %d processors", j.Procs, all.Procs)
		}
	}
}

func TestEnlargingByAFactorRefusesNonsense(t *testing.T) {
	w := mustRead(t, generated(3, 400), Options{})
	good := Enlargement{Procs: 2 * w.Procs, Factor: 2, Wide: 0.5}
	for name, change := range map[string]func(*Enlargement){
		"cannot be enlarged to": func(e *Enlargement) { e.Procs = w.Procs - 1 },
		"give 1 to 1000":        func(e *Enlargement) { e.Factor = math.NaN() },
		"cannot become wider":   func(e *Enlargement) { e.Wide = 1.5 },
	} {
		e := good
		change(&e)
		if _, err := w.EnlargeBy(e); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%+v: %v, want %q", e, err, name)
		}
	}
}
