package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// gang is Slurm's gang scheduler (gang.c): of jobs that have the same cores, it suspends all but some. Jobs of higher tiers go first;
// those of one partition take turns.
type gang struct {
	parts []gangPart // by partition
	order []int32    // partitions, the highest tier first
	count bool       // cores are counted, whichever they are
	slice int64      // microseconds of a turn
	next  int64      // microsecond of the next
	ends  []*ganged  // jobs in the way of others that are to be ended, not suspended
}

// A gangPart is what runs in a partition.
type gangPart struct {
	tier    int
	jobs    []*ganged // that started in it, those first whose turn is next
	shadows []*ganged // jobs of higher tiers that run
	active  int       // of both, those in its active row
	cores   []int32   // of each node, that the row has
	on      []cluster.Bits
}

// A ganged job runs, or is suspended.
type ganged struct {
	job    int32
	part   int32
	is     inRow
	halted bool
}

// An inRow is whether a job is in the active row of its partition.
type inRow uint8

const (
	outside inRow = iota
	active        // since the last turn began
	filler        // since later
)

// newGang returns nil if there is no gang scheduling.
func newGang(s *cluster.System) *gang {
	p := &s.Description.Preemption
	if !p.Gang {
		return nil
	}
	g := &gang{count: p.GangCounts, slice: or(p.TimeSliceS, 30) * cluster.Second, parts: make([]gangPart, len(s.Partitions))}
	for k := range g.parts {
		g.order = append(g.order, int32(k))
		g.parts[k] = gangPart{tier: max(s.Partitions[k].PriorityTier, 1), cores: make([]int32, len(s.Nodes)),
			on: make([]cluster.Bits, len(s.Nodes))}
		for i := range s.Partitions[k].Bits.All {
			g.parts[k].on[i] = cluster.NewBits(int(s.Nodes[i].Cores))
		}
	}
	slices.SortStableFunc(g.order, func(a, b int32) int { return g.parts[b].tier - g.parts[a].tier })
	return g
}

// begin sets the clock of turns.
func (g *gang) begin(t *Twin, e *cluster.Engine) {
	if g != nil {
		e.Free.ShareCores()
		g.next = after(t.Turns, 0, cluster.Second*phase(t.opt.StartedUnixS, e.UnixStart, g.slice/cluster.Second))
	}
}

// start takes a job in that has started.
func (g *gang) start(t *Twin, e *cluster.Engine, i, part int32) {
	if g == nil {
		return
	}
	p, j := &g.parts[part], &ganged{job: i, part: part}
	p.jobs = append(p.jobs, j)
	if g.fits(t, e, p, j) {
		g.add(t, e, p, j)
		j.is = filler
		g.shade(j, p.tier)
		g.update(t, e)
	} else {
		g.halt(t, e, p, j)
	}
	g.end(t, e)
}

// leave removes a job that has ended.
func (g *gang) leave(t *Twin, e *cluster.Engine, i, part int32) {
	if g == nil {
		return
	}
	p := &g.parts[part]
	k := slices.IndexFunc(p.jobs, func(j *ganged) bool { return j.job == i })
	g.light(p.jobs[k])
	p.jobs = slices.Delete(p.jobs, k, k+1)
	g.update(t, e)
}

// fits tells whether a job may run with those of the active row of a partition.
func (g *gang) fits(t *Twin, e *cluster.Engine, p *gangPart, j *ganged) bool {
	held := &e.Placed[j.job].Held
	for k, i := range held.Nodes {
		switch {
		case p.active == 0 || p.cores[i] == 0 || held.Cores[k] == 0: // of a job that somebody has suspended, others have the cores
		case !g.count:
			if p.on[i].Meets(held.On[k]) {
				return false
			}
		case p.cores[i]+held.Cores[k] > t.sys.Nodes[i].Cores:
			return false
		}
	}
	return true
}

// add puts a job into the active row of a partition.
func (g *gang) add(t *Twin, e *cluster.Engine, p *gangPart, j *ganged) {
	if p.active == 0 {
		clear(p.cores)
		for i := range p.on {
			clear(p.on[i])
		}
	}
	p.active++
	held := &e.Placed[j.job].Held
	for k, i := range held.Nodes {
		p.cores[i] = min(p.cores[i]+held.Cores[k], t.sys.Nodes[i].Cores)
		if p.on[i] != nil && held.On[k] != nil {
			p.on[i].Or(held.On[k])
		}
	}
}

// shade lets a job that runs keep those of lower tiers from its cores.
func (g *gang) shade(j *ganged, tier int) {
	for k := range g.parts {
		if p := &g.parts[k]; p.tier < tier && !slices.Contains(p.shadows, j) {
			p.shadows = append(p.shadows, j)
		}
	}
}

// light ends that.
func (g *gang) light(j *ganged) {
	for k := range g.parts {
		p := &g.parts[k]
		p.shadows = slices.DeleteFunc(p.shadows, func(s *ganged) bool { return s == j })
	}
}

// halt suspends a job, or ends it if that is what becomes of jobs that are in the way of higher tiers.
func (g *gang) halt(t *Twin, e *cluster.Engine, p *gangPart, j *ganged) {
	if mode := t.prey.modeOf(t.sys, e, j.job, j.part); len(p.shadows) > 0 && (mode == "cancel" || mode == "requeue") {
		g.ends = append(g.ends, j)
	} else {
		e.Halt(j.job, true)
	}
	j.halted = true
	g.light(j)
}

// resume lets a job go on.
func (g *gang) resume(e *cluster.Engine, j *ganged) {
	e.Halt(j.job, false)
	j.halted = false
}

// end ends the jobs that are in the way of others.
func (g *gang) end(t *Twin, e *cluster.Engine) {
	for _, j := range g.ends {
		if e.Phase[j.job] == cluster.Running && !e.Stopping(j.job) {
			e.Stop(j.job, 0, cluster.Preempted, t.prey.modeOf(t.sys, e, j.job, j.part) == "requeue")
		}
	}
	g.ends = g.ends[:0]
}

// update works out the active rows again, after a job has started or ended: those that run go on if they can, and others beside them.
func (g *gang) update(t *Twin, e *cluster.Engine) {
	for _, k := range g.order {
		p := &g.parts[k]
		p.active = 0
		for _, s := range p.shadows {
			g.add(t, e, p, s)
		}
		for _, is := range [...]inRow{active, filler, outside} {
			for _, j := range p.jobs {
				switch {
				case j.is != is:
				case g.fits(t, e, p, j):
					g.add(t, e, p, j)
					g.shade(j, p.tier)
					if is == outside {
						j.is = filler
						g.resume(e, j)
					}
				case is != outside:
					g.halt(t, e, p, j)
					j.is = outside
				}
			}
		}
	}
}

// turn begins the next turn: those that had theirs go to the end.
func (g *gang) turn(t *Twin, e *cluster.Engine) {
	for _, k := range g.order {
		p := &g.parts[k]
		if p.active >= len(p.jobs)+len(p.shadows) {
			continue
		}
		var first, last []*ganged
		for _, j := range p.jobs {
			if j.is == active {
				last = append(last, j)
			} else {
				first = append(first, j)
			}
			j.is = outside
		}
		p.jobs, p.active = append(first, last...), 0
		for _, s := range p.shadows {
			g.add(t, e, p, s)
		}
		for _, j := range p.jobs {
			if g.fits(t, e, p, j) {
				g.add(t, e, p, j)
				j.is = active
			}
		}
		for _, j := range p.jobs {
			if j.is == outside && !j.halted {
				g.halt(t, e, p, j)
			}
		}
		for _, j := range p.jobs {
			if j.is == active && j.halted {
				g.resume(e, j)
				g.shade(j, p.tier)
			}
		}
	}
	g.end(t, e)
}

// before returns the microsecond of the next turn, or wake if that is before it or nobody waits for a turn.
func (g *gang) before(wake int64) int64 {
	waits := func(p gangPart) bool { return len(p.jobs) > 0 && p.active < len(p.jobs)+len(p.shadows) }
	if g == nil || wake != cluster.None && wake < g.next || !slices.ContainsFunc(g.parts, waits) {
		return wake
	}
	return g.next
}

// takeTurns begins a turn if it is time.
func (g *gang) takeTurns(t *Twin, e *cluster.Engine) {
	if g == nil || e.NowUs < g.next {
		return
	}
	if e.NowUs == g.next {
		g.turn(t, e)
	}
	g.next = after(t.Turns, e.NowUs+1, g.next+((e.NowUs-g.next)/g.slice+1)*g.slice)
}
