package papers

import "github.com/backfill-lab/backfill/core/sim"

// The printed EASY is hardly better than FCFS: its average degradation from the
// bound is 0.85 to 0.91 of FCFS's, ours far lower. Section 5.2 describes EASY in
// a sentence, so section5.2 tries readings that backfill less.

// A dfrsReading is a way to read that sentence.
type dfrsReading struct {
	spare bool // a job may not take nodes that the head is to have, even if it ends in time
	stop  bool // the first job that cannot be backfilled ends the search
	ends  bool // only nodes that become available are filled: an arrival backfills nothing
}

const (
	dfrsSpareOnly = "EASY, only on nodes that the head leaves over"
	dfrsStops     = "EASY, up to the first job that cannot start"
	dfrsOnEnds    = "EASY, only when a job ends"
	dfrsSpareStop = "EASY, only on nodes left over and up to the first job that cannot start"
)

var dfrsReadings = map[string]dfrsReading{
	dfrsSpareOnly: {spare: true}, dfrsStops: {stop: true}, dfrsOnEnds: {ends: true}, dfrsSpareStop: {spare: true, stop: true},
}

// dfrsReadingRows are the rows of section5.2 in order.
var dfrsReadingRows = []string{dfrsEASY, dfrsOnEnds, dfrsStops, dfrsSpareOnly, dfrsSpareStop}

// dfrsEasy is EASY by a reading; by the zero reading it is policy.EASY, of which
// it is a plain version.
type dfrsEasy struct {
	dfrsReading
	m     *sim.Machine
	queue []*sim.Job
	ended bool
}

func (p *dfrsEasy) Reset(m *sim.Machine) { *p = dfrsEasy{dfrsReading: p.dfrsReading, m: m} }
func (p *dfrsEasy) Submit(j *sim.Job)    { p.queue = append(p.queue, j) }
func (p *dfrsEasy) End(sim.Running)      { p.ended = true }

func (p *dfrsEasy) Pass() {
	for len(p.queue) > 0 && int(p.queue[0].Procs) <= p.m.Free() {
		p.m.Start(p.queue[0])
		p.queue = p.queue[1:]
	}
	ended := p.ended
	p.ended = false
	if len(p.queue) == 0 || p.ends && !ended {
		return
	}
	shadow, extra := p.reservation(int(p.queue[0].Procs))
	kept := p.queue[:1:1]
	for i, j := range p.queue[1:] {
		procs := int(j.Procs)
		inTime := !p.spare && p.m.Now()+j.Estimate <= shadow
		if procs > p.m.Free() || !inTime && procs > extra {
			if kept = append(kept, j); p.stop {
				kept = append(kept, p.queue[i+2:]...)
				break
			}
			continue
		}
		if !inTime {
			extra -= procs
		}
		p.m.Start(j)
	}
	p.queue = kept
}

// reservation is the second at which the head's processors are free, and how many
// more are free then.
func (p *dfrsEasy) reservation(procs int) (shadow int64, extra int) {
	free, running := p.m.Free(), p.m.Running()
	for i := range running {
		free += int(running[i].Procs)
		if last := i+1 == len(running); free >= procs && (last || running[i+1].End > running[i].End) {
			return running[i].End, free - procs
		}
	}
	panic("papers: a job wider than the machine waits")
}

func dfrsSection52(scale Scale) Experiment {
	const degradation, underutilization = " degradation", " underutilization"
	x := Experiment{ID: "dfrs/section5.2", Kind: Table, Title: "Readings of EASY",
		Doc: "Average degradation from the bound and average normalized underutilization. In brackets is what is printed of EASY (of FCFS in its row). On all three sets, the weeks of the log among them, the printed FCFS is a quarter further from the bound than ours, for which no reading has been found; the printed EASY is near it, as are ours that hardly backfill, though its underutilization of the log is that of ordinary EASY."}
	for _, s := range dfrsSets {
		for _, a := range append([]string{dfrsFCFS}, dfrsReadingRows...) {
			dfrsNeed(&x, s, scale, s.loads(scale), a)
			x.Cells = append(x.Cells,
				Cell{Row: a, Column: s.title + degradation, Value: func(r *Results) float64 { return dfrsStretches(r)(s.key, dfrsAvg, a) }},
				Cell{Row: a, Column: s.title + underutilization, Value: func(r *Results) float64 { return s.underAt(r, a) }})
			printed := dfrsEASY
			if a == dfrsFCFS {
				printed = dfrsFCFS
			} else {
				x.Published = append(x.Published, Published{Row: a, Column: s.title + underutilization, Value: dfrsPrintedUnder(s.key, "", dfrsEASY)})
			}
			x.Published = append(x.Published, Published{Row: a, Column: s.title + degradation, Value: dfrsPrintedStretches(s.key, dfrsAvg, printed)})
		}
	}
	return x
}
