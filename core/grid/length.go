package grid

// A Nature is what is drawn for one job: how it behaves on a grid.
type Nature struct {
	Home     int32   // its home site
	Slowdown float64 // factor of its run time on several sites, at least 1
	Speedup  Curve   // how its speed grows with processors
}

// Length returns for how many seconds a job that runs for run seconds in the log
// and asked for procs processors holds parts.
//
//   - On one site it is run x load(home) / speed(site), times S(procs) / S(got)
//     where it got another number of processors than it asked for; S is the job's
//     speed-up, S(n) = n in the paper, which conserves its work.
//   - On several sites it is Slowdown times that on the home site or on the
//     slowest site taken, as MultiSite.Reading says.
//
// It is rounded up to whole seconds; a run of 0 s stays 0.
func (g *Grid) Length(n *Nature, run int64, procs int32, parts []Part) int64 {
	t := float64(run) * g.LoadOf(n.Home)
	if len(parts) == 1 {
		t /= g.SpeedOf(parts[0].Site)
		if got := parts[0].Procs; got != procs {
			t *= n.Speedup.At(procs) / n.Speedup.At(got)
		}
		return seconds(t)
	}
	speed := g.SpeedOf(n.Home)
	if g.MultiSite.Reading == "slowest" {
		speed = g.SpeedOf(parts[0].Site)
		for _, p := range parts[1:] {
			speed = min(speed, g.SpeedOf(p.Site))
		}
	}
	return seconds(t / speed * n.Slowdown)
}
