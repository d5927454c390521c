package trace

import (
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
)

func TestOnSitesLeavesOutWhatIsWiderThanItsHome(t *testing.T) {
	check := func(t *testing.T, w *Workload) {
		fits := func(j *job.Job) bool { return int(j.Procs) <= 1+w.Procs/(2+int(j.ID%2)) } // two sites
		r := checkOperation(t, w, func() *Workload { return w.OnSites(2*w.Procs, func(i int) bool { return fits(&w.Jobs.Held()[i]) }) })
		var want []job.Job
		for _, j := range w.Jobs.Held() {
			if fits(&j) {
				want = append(want, j)
			}
		}
		sameJobs(t, "on sites", r.Jobs.Held(), want)
		if left := r.Count("wider-than-home") - w.Count("wider-than-home"); r.Procs != 2*w.Procs || left != w.Len()-len(want) {
			t.Errorf("%d processors, %d left out, counts %v", r.Procs, left, r.Counts)
		}
	}
	laws(t, check)
	check(t, mustRead(t, accounting, Options{}))
}

// Putting the rest on the cluster again changes nothing and counts nothing twice.
func TestOnClusterLeavesOutWhatDoesNotFit(t *testing.T) {
	laws(t, func(t *testing.T, w *Workload) {
		fits, beyond := func(j *job.Job) bool { return j.ID%3 > 0 }, 0
		for _, j := range w.Jobs.Held() {
			if !fits(&j) && beyond < 2 {
				beyond++
			}
		}
		r := checkOperation(t, w, func() *Workload {
			return w.OnCluster(2*w.Procs, func(i int) bool { return fits(&w.Jobs.Held()[i]) }, beyond, 4, 2)
		})
		var want []job.Job
		for _, j := range w.Jobs.Held() {
			if fits(&j) {
				want = append(want, j)
			}
		}
		sameJobs(t, "on a cluster", r.Jobs.Held(), want)
		again := r.OnCluster(2*w.Procs, func(int) bool { return true }, 0, 4, 2)
		for _, c := range []*Workload{r, again} {
			left := c.Count("beyond-cluster") - w.Count("beyond-cluster")
			if c.Procs != 2*w.Procs || left != w.Len()-len(want)-beyond ||
				c.Count("beyond-tasks") != beyond || c.Count("no-memory") != 4 || c.Count("over-memory") != 2 {
				t.Errorf("%d processors, %d left out, counts %v", c.Procs, left, c.Counts)
			}
		}
	})
}

func TestResizeLeavesOutWhatIsTooWide(t *testing.T) {
	check := func(t *testing.T, w *Workload) {
		for _, procs := range []int{1, w.Procs / 2, w.Procs, 3 * w.Procs} {
			if procs == 0 {
				continue
			}
			r := checkOperation(t, w, func() *Workload { return w.Resize(procs) })
			var want []job.Job
			for _, j := range w.Jobs.Held() {
				if int(j.Procs) <= procs {
					want = append(want, j)
				}
			}
			sameJobs(t, "resized", r.Jobs.Held(), want)
			left := r.Count("too-wide") - w.Count("too-wide")
			if r.Procs != procs || left != w.Len()-len(want) || len(r.Counts) < len(w.Counts) {
				t.Errorf("%d processors: %d left out, counts %v, were %v", r.Procs, left, r.Counts, w.Counts)
			}
		}
	}
	laws(t, check)
	check(t, mustRead(t, accounting, Options{})) // has counts of its own rules
}

// The jobs that stay come when they are said to, and a recorded wait counts from then on.
func TestOnSystemKeepsWhatItIsTold(t *testing.T) {
	laws(t, func(t *testing.T, w *Workload) {
		stays := func(j *job.Job) bool { return j.ID%3 > 0 }
		earlier := func(j *job.Job) int64 { return j.Submit / 2 }
		r := checkOperation(t, w, func() *Workload {
			return w.OnSystem(2*w.Procs, func(i int) Arrival {
				j := &w.Jobs.Held()[i]
				return Arrival{Submit: earlier(j), Estimate: j.Estimate + j.ID%2, Stays: stays(j)}
			})
		})
		var want []job.Job
		for _, j := range w.Jobs.Held() {
			if stays(&j) {
				if j.Wait >= 0 {
					j.Wait += j.Submit - earlier(&j)
				}
				j.Submit = earlier(&j)
				j.Estimate += j.ID % 2
				want = append(want, j)
			}
		}
		sameJobs(t, "on a system", r.Jobs.Held(), want)
		if left := r.Count("beyond-system") - w.Count("beyond-system"); r.Procs != 2*w.Procs || left != w.Len()-len(want) {
			t.Errorf("%d processors, %d left out", r.Procs, left)
		}
	})
}
