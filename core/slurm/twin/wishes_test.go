package twin

import (
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Least limits, preferences and deadlines by hand: sixteen cores on four nodes, a pass when a job comes or ends, 3 s after the last,
// cycles at multiples of 30 s, full passes at multiples of 60 s.
func TestWishesByHand(t *testing.T) {
	job := handmade
	wish := func(w cluster.Wishes) func(*cluster.Job) { return func(j *cluster.Job) { j.Wishes = &w } }
	prefer := func(j *cluster.Job) { j.Wishes = &cluster.Wishes{Prefer: &cluster.Preference{Features: []uint64{2}}} }
	task := func(j *cluster.Job) { j.Array = 1 }
	release := func(version string) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.Scheduling.Backfill, d.SlurmVersion = nil, version
			d.Nodes = []cluster.NodeType{{Names: "n[1-2]", Cores: 4, MemoryMiB: 1, Features: []string{"a"}},
				{Names: "n[3-4]", Cores: 4, MemoryMiB: 1, Features: []string{"b"}}}
		}
	}
	all := func(run, limit int64) cluster.Job { return job(0, run, limit, 12) }
	wide, old := job(1, 10, 60, 16), release("22.05.8")
	onB := job(0, 50, 60, 8, func(j *cluster.Job) { j.Features = []uint64{2} })
	late := []cluster.Job{job(0, 100, 120, 16), job(1, 10, 60, 4, wish(cluster.Wishes{Deadline: 149})),
		job(2, 10, 60, 4, wish(cluster.Wishes{Deadline: 158}))}
	for _, c := range []busyDay{
		{"ten minutes do not fit before the wide job", old, []cluster.Job{all(100, 120), wide, job(2, 50, 600, 4)}, nil, "0 100 110"},
		{"one of a minute does, so the cycle at 30 starts it with that", old,
			[]cluster.Job{all(100, 120), wide, job(2, 50, 600, 4, wish(cluster.Wishes{LimitMin: 60}))}, nil, "0 100 30"},
		{"two minutes do not: it starts behind the wide job", old,
			[]cluster.Job{all(100, 120), wide, job(2, 50, 600, 4, wish(cluster.Wishes{LimitMin: 120}))}, nil, "0 100 110"},
		{"its limit ends it at 90, though four minutes are free", old,
			[]cluster.Job{all(100, 240), wide, job(2, 500, 600, 4, wish(cluster.Wishes{LimitMin: 60}))}, nil, "0 100 30"},
		{"newer releases give it the three whole minutes to 240, so it ends at 210", release("25.05.3"),
			[]cluster.Job{all(100, 240), wide, job(2, 500, 600, 4, wish(cluster.Wishes{LimitMin: 60}))}, nil, "0 210 30"},
		{"a run that a limit of one minute ended at 70 s lasts 70 s again", old, []cluster.Job{all(100, 120), wide,
			job(2, 70, 600, 4, wish(cluster.Wishes{LimitMin: 60, Spent: 60}))}, nil, "0 100 30"},
		{"and ten minutes if it has its whole limit, at which it is cut", old, []cluster.Job{
			job(0, 70, 600, 16, wish(cluster.Wishes{LimitMin: 60, Spent: 60})), job(1, 10, 60, 4)}, nil, "0 600"},
		{"no preferred node is free: passes start nobody, the cycle does without the preference", old,
			[]cluster.Job{onB, job(1, 10, 60, 4, prefer), job(2, 10, 60, 4)}, nil, "0 30 30"},
		{"newer releases start it and others at once", release("25.11.1"),
			[]cluster.Job{onB, job(1, 10, 60, 4, prefer), job(2, 10, 60, 4)}, nil, "0 3 3"},
		{"tasks of an array wait for the preferred nodes", old,
			[]cluster.Job{onB, job(1, 10, 60, 4, prefer, task), job(1, 10, 60, 4, prefer, task)}, nil, "0 50 50"},
		{"newer releases try them without the preference", release("22.05.9"),
			[]cluster.Job{onB, job(1, 10, 60, 4, prefer, task), job(1, 10, 60, 4, prefer, task)}, nil, "0 30 30"},
		{"what one job prefers is left for one that needs it: they take n3, and n4", old,
			[]cluster.Job{job(0, 50, 60, 4, prefer), job(0, 50, 60, 8, func(j *cluster.Job) { j.Features = []uint64{1} })}, nil, "0 0"},
		{"free at 100, one could end by 160, and one not by 150", old, late, nil, "0 - 100"},
		{"by 250 two minutes are left, so it ends at 220", old, []cluster.Job{late[0],
			job(1, 500, 600, 4, wish(cluster.Wishes{LimitMin: 60, Deadline: 249})), job(2, 10, 60, 16)}, nil, "0 100 220"},
	} {
		c.check(t)
	}
}

// wishful gives some jobs least limits, deadlines, preferences and labels, and the system a plugin of these.
func wishful(r *rand.Rand, s *cluster.System, jobs []cluster.Job) {
	d := &s.Description.Scheduling
	d.MCS, d.MCSJobs = []string{"", "account", "user"}[r.IntN(3)], []string{"", "all", "none"}[r.IntN(3)]
	s.Description.SlurmVersion = []string{"", "22.05.8", "24.05.5", "25.11.7"}[r.IntN(4)]
	for i := range jobs {
		j := &jobs[i]
		w := &cluster.Wishes{}
		if j.Apart = r.IntN(4) == 0; r.IntN(2) == 0 {
			w.LimitMin = 60 * (1 + int64(r.IntN(20)))
		}
		if r.IntN(4) == 0 {
			w.Deadline = j.Limit + int64(r.IntN(2000))
		}
		if r.IntN(4) == 0 && w.LimitMin > 0 {
			w.Spent = j.Limit
		}
		switch {
		case len(s.Features) == 0:
		case r.IntN(4) == 0:
			w.Prefer = &cluster.Preference{Features: []uint64{1 << r.IntN(len(s.Features))}}
		case r.IntN(9) == 0:
			w.Prefer = &cluster.Preference{Features: []uint64{1, 1 << r.IntN(len(s.Features))}, Alike: true}
		case r.IntN(9) == 0:
			w.Prefer = &cluster.Preference{Counted: []cluster.Counted{{Features: 1, Nodes: 1}}}
		}
		if r.IntN(3) > 0 {
			j.Wishes = w
		}
	}
}

// Whatever jobs would rather have, the referee finds what they get legal, and a second run is the same.
func TestEveryScheduleOfWishesIsLegal(t *testing.T) {
	short, preferred, expired := 0, 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 71))
		s, err := cluster.New(clusters.System(r))
		if err != nil {
			t.Fatal(err)
		}
		c := cluster.Config{System: s, Jobs: clusters.Jobs(r, s), Cut: r.IntN(2) == 0, UnixStart: int64(r.IntN(1000))}
		wishful(r, s, c.Jobs)
		for i, p := range legal(t, seed, c).Placed {
			if p.How == cluster.Expired {
				expired++
			}
			if p.Limit > 0 && p.Limit < c.Jobs[i].Limit {
				short++
			}
			if j := &c.Jobs[i]; p.Start >= 0 && j.Wishes != nil && j.Wishes.Prefer != nil {
				preferred++
			}
		}
	}
	if t.Logf("%d shortened, %d expired, %d with a preference", short, expired, preferred); short < 100 || expired < 20 || preferred < 100 {
		t.Error("want more")
	}
}
