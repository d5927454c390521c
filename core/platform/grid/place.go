package grid

import (
	"math"
	"strings"

	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/profile"
)

// place gives r the place with the earliest expected end in free, from now on. Every
// job has one, or Refuse would have refused it.
func (p *Planner) place(r *row, now int64) {
	j, end := r.job, int64(math.MaxInt64)
	r.parts, r.passed = r.parts[:0], false
	if p.record != nil {
		p.weighed = p.weighed[:0]
	}
	for _, site := range p.bySpeed {
		for n := j.Procs; n > 0; n /= 2 {
			p.parts = append(p.parts[:0], Part{Site: site, Procs: n})
			length := p.m.Length(j, p.parts)
			limit := end - length // a later start ends no sooner
			if p.record != nil {
				limit = math.MaxInt64 // but is weighed
			}
			if t, ok := p.free[site].FitBefore(now, limit, length, int(n)); ok {
				if t+length < end {
					end = t + length
					r.start, r.length, r.parts = t, length, append(r.parts[:0], p.parts...)
				}
				p.weigh(p.parts, t+length)
			}
			if !p.molds() {
				break
			}
		}
	}
	if p.splits() && j.Procs > 1 {
		p.placeSplit(r, now, end)
	}
	if p.record != nil {
		r.weighed = append(r.weighed[:0], p.weighed...)
	}
}

// placeSplit moves r to several sites if that ends before end.
func (p *Planner) placeSplit(r *row, now, end int64) {
	p.parts = p.parts[:0]
	for k, site := range p.bySpeed {
		if p.parts = append(p.parts[:k], Part{Site: site, Procs: 1}); k == 0 {
			continue
		}
		length := p.m.Length(r.job, p.parts)
		t, ok, alone := p.together(r.job, p.bySpeed[:k+1], now, end-length, length)
		if r.passed = r.passed || alone; !ok {
			continue
		}
		r.start, r.length, r.parts = t, length, r.parts[:0]
		end = t + length
		left := int(r.job.Procs)
		for _, s := range p.bySpeed[:k+1] {
			least, _ := p.free[s].Least(t, end)
			if n := min(left, least); n > 0 {
				r.parts = append(r.parts, Part{Site: s, Procs: int32(n)})
				left -= n
			}
		}
		p.weigh(r.parts, end)
	}
}

// together returns the earliest second t in [now, limit) at which sites together have
// what j asked for throughout [t, t+length); ok is false if there is none, or if one
// of them has it alone.
func (p *Planner) together(j *Job, sites []int32, now, limit, length int64) (t int64, ok, alone bool) {
	for t = now; t < limit; {
		sum, most, next := 0, 0, int64(profile.Forever)
		for _, s := range sites {
			least, end := p.free[s].Least(t, t+length)
			sum, most, next = sum+least, max(most, least), min(next, end)
		}
		if sum >= int(j.Procs) {
			alone = most >= int(j.Procs)
			return t, !alone, alone
		}
		t = next
	}
	return 0, false, false
}

// weigh records the end of r on parts, if anybody listens.
func (p *Planner) weigh(parts []Part, end int64) {
	if p.record != nil {
		p.weighed = append(p.weighed, sim.Option{Name: p.m.grid.names(parts), Value: float64(end)})
	}
}

// names returns the names of the sites of parts, joined by "+".
func (g *Grid) names(parts []Part) string {
	var names []string
	for _, q := range parts {
		names = append(names, g.Sites[q.Site].Name)
	}
	return strings.Join(names, "+")
}

// OnStep implements Stepper. Every job that starts by the plan is a step of kind
// "site", "split" (several sites) or "mold" (fewer processors). After is where it
// starts, Options are the alternatives weighed for this place, with their expected
// ends; the smallest wins.
func (p *Planner) OnStep(record func(*sim.Step)) { p.record = record }

func (p *Planner) recordStart(r *row) {
	if p.record == nil {
		return
	}
	kind := "site"
	switch {
	case len(r.parts) > 1:
		kind = "split"
	case r.parts[0].Procs < r.job.Procs:
		kind = "mold"
	}
	p.record(&sim.Step{Time: p.m.Now(), Kind: kind, Job: &r.job.Job, Case: "earliest end", After: p.m.grid.names(r.parts),
		Waiting: p.waiting(), Options: r.weighed})
}

func (p *Planner) waiting() (n int) {
	for i := range p.rows {
		if p.fixed[p.rows[i].job.Index] == none {
			n++
		}
	}
	return n
}
