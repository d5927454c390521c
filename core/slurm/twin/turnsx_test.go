package twin
import ("testing"
"path/filepath"
)
func TestX(t *testing.T) {
	for _, data := range []string{"data","held-out"} {
	r, w, e := exactRun(t, filepath.Join(truths, "turns"), data)
	w.Turns = r.Turns
	log := readPlans(t, filepath.Join(truths, "turns", data, "log.txt.gz"), r.Log.UnixStart)
	all, equal := 0, 0
	for e.Step() {
		for _, p := range log[e.NowUs] {
			all++
			ok := false
			var got []Plan
			for _, q := range w.Plans { if r.Log.Recorded[q.Job].ID == p.job { got = append(got, q)
			if r.System.Partitions[q.Partition].Name == p.part && q.Start == p.start && q.End == p.end { ok = true } } }
			if ok { equal++ } else { t.Log(e.NowUs, p, got) }
		}
	}
	t.Log(data, equal, all)
	}
}
