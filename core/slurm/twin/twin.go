package twin

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A Twin is Slurm's scheduler, as a cluster.Scheduler of one run.
type Twin struct {
	// The moments at which the daemon's loop looked for work for the main scheduler, and at which
	// backfill cycles began, in increasing microseconds, if a log says so. Else the loop looks at
	// every full second, and a cycle begins bf_interval after the end of the last.
	Looks, Cycles []int64
	CalcUs        int64   // microseconds of the second in which priorities are calculated
	Calcs         []int64 // microseconds at which they were, within a second of that, as far as a log tells
	Turns         []int64 // microseconds at which turns of gang scheduling began, if a log says so
	Past          *Past   // or nil: the twin decides from the first second on

	// What the last backfill cycle planned, in its order: what slurmctld's log calls "to start at" and squeue --start shows. Where it is
	// not asked for, cycles plan no further than the last job that may start in them.
	Plans    []Plan
	AllPlans bool

	sys    *cluster.System
	opt    options
	rules  [len(Rules)]bool // which of Rules hold
	weigh  *weigher
	fair   *fairness
	limits *limits
	bills  *biller
	prey   prey
	gang   *gang // or nil

	entries  []entry // of waiting jobs, in order unless disordered
	unsorted bool
	came     []int32 // since the last pass
	since    []int64 // of each job, until when its usage is counted
	billing  []float64
	held     []cluster.Sparse // of each job, while it runs: its nodes

	shapes    []int32 // of each job: jobs of the same ask for the same nodes
	submitted []int64 // of each job: when it came to the queue
	eligible  []int64 // of each job: since when it could start, or never
	ages      []int64 // of each job: since when its priority grows with its age, or never
	again     []int64 // of each job: the priority with which it last started; 0 for never
	preempted []int64 // of each job: when it last took others' nodes; 0 for never
	tried     []int64 // of each job: the microsecond of the last main pass that found no place for it, or None

	decided int64 // the microsecond of the last pass after which no other looks at the same queue, or None

	nextCalc           int64
	queued             bool  // the main scheduler has been asked for
	urgent             bool  // and at once
	lastMain, lastFull int64 // seconds of its last passes
	lastUs             int64 // and the microsecond of the last of all
	nextBackfill       int64 // microseconds
	idleSince          int64
	free, empty        *cluster.State
	records            records
	coulds             *cluster.Coulds
	memo               memo // of a backfill cycle
	slots              slots
	begun              []begun // in this Pass
	asleep             bool    // since the last Pass no job could start, so none of the passes due meanwhile took place

	preferred  map[int32]int32 // shapes of what jobs prefer
	lastShape  int32           // no shape is more
	components map[int32]int   // of each heterogeneous job: how many
	fixed      map[int32]int64 // priorities that somebody has set

	cycling bool // the backfill scheduler is at work
}

// A Plan is the seconds for which a backfill cycle reserves nodes for a waiting job.
type Plan struct {
	Job, Partition int32
	Start, End     int64 // End is that of the reservation, in whole bf_resolution of the clock
	Nodes          cluster.Sparse
}

// New returns a Twin for one run on a System.
func New(s *cluster.System) *Twin {
	t := &Twin{sys: s, fair: newFairness(s), prey: newPrey(s), gang: newGang(s)}
	t.bills = newBiller(s)
	t.weigh, t.limits = newWeigher(s, t.bills), newLimits(s, t.bills)
	t.free, t.empty, t.coulds = cluster.NewState(s), cluster.NewState(s), cluster.NewCoulds(s)
	t.rules = follows(s.Description)
	t.memo = memo{first: map[uint64]int32{}, rooms: map[asking]*cluster.Releases{},
		alike: map[lookedAt]*alike{}}
	t.opt = optionsOf(s.Description)
	t.lastMain, t.lastUs = -t.opt.delay, -t.opt.rest
	return t
}

// Clocked is for cluster.Clocked.
func (t *Twin) Clocked() {}

// begin sets the daemon's clocks before the first event.
func (t *Twin) begin(e *cluster.Engine) {
	if t.since != nil {
		return
	}
	if !t.rules[wholeGPU] {
		e.Free.Loosen()
	}
	n := len(e.Jobs)
	t.shapes, t.preferred = shapes(e.Jobs)
	t.lastShape = int32(n + len(t.preferred))
	t.components = componentsOf(e.Jobs)
	t.since, t.billing, t.held = make([]int64, n), make([]float64, n), make([]cluster.Sparse, n)
	t.submitted, t.eligible, t.again, t.preempted = make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	t.ages, t.records = make([]int64, n), newRecords(n)
	t.tried, t.decided = slices.Repeat([]int64{cluster.None}, n), cluster.None
	if t.nextCalc = phase(t.opt.StartedUnixS, e.UnixStart, t.opt.period); t.nextCalc > 0 {
		t.nextCalc -= t.opt.period
	}
	t.lastFull = whole(t.opt.StartedUnixS, e.UnixStart, t.opt.schedInterval)
	t.nextBackfill = after(t.Cycles, 0, cluster.Second*phase(t.opt.BfCycleUnixS, e.UnixStart, t.opt.interval))
	t.gang.begin(t, e)
}

// Came is for the Engine.
func (t *Twin) Came(e *cluster.Engine, job int32) {
	t.begin(e)
	t.calculate(e, e.NowUs-1)
	if !e.Unseen(job) {
		t.submitted[job] = e.Now
	}
	t.came = append(t.came, job)
}

// Ended is for the Engine.
func (t *Twin) Ended(e *cluster.Engine, job int32) {
	t.calculate(e, e.NowUs-1)
	t.use(e, job, e.Placed[job].End)
	t.limits.leave(&e.Jobs[job], &e.Placed[job])
	t.prey.count(e, job, -1)
	t.gang.leave(t, e, job, e.Placed[job].Partition)
	t.queued, t.urgent, t.held[job] = true, t.opt.Epilog && !t.opt.Defer, nil
}

// calculate decays usage and works out all priorities at the ends of the periods up to a
// microsecond. An odd submission time makes these decades, which an interruption ends.
func (t *Twin) calculate(e *cluster.Engine, until int64) {
	t.skipPeriods(e, until)
	for t.calculation() <= until && !e.Interrupted() {
		second := t.nextCalc // its clock is read as it begins
		t.nextCalc += t.opt.period
		t.limits.decay(t.fair.decay(t.opt.period))
		if t.fair.tree {
			for _, i := range e.Running {
				t.use(e, i, second)
			}
			t.fair.rank()
			for k := range t.entries {
				t.reweigh(e, &t.entries[k], second, e.Jobs[t.entries[k].job].Cores())
			}
			continue
		}
		t.fair.forget()
		t.inTurn(e, second)
	}
}

// use adds what a running job has used since it was last counted.
func (t *Twin) use(e *cluster.Engine, i int32, until int64) {
	j, from := &e.Jobs[i], t.since[i]
	t.fair.add(j.User, t.fair.used(t.billing[i], until-from))
	t.limits.use(j, &e.Placed[i], from, until, t.fair.used(1, until-from))
	t.since[i] = until
}

// Pass is for the Engine: it does what is due.
func (t *Twin) Pass(e *cluster.Engine) int64 {
	t.gang.takeTurns(t, e)
	return t.gang.before(t.pass(e))
}

func (t *Twin) pass(e *cluster.Engine) int64 {
	t.begun = t.begun[:0]
	t.calculate(e, e.NowUs)
	t.admit(e)
	if !t.replay(e) {
		return t.known(e)
	}
	t.catchUp(e)
	if idle := e.Now - t.opt.schedInterval - t.lastFull; idle > 0 && t.Looks == nil {
		t.lastFull += idle / t.opt.schedInterval * t.opt.schedInterval // what there was nothing to do for
	}
	rested := t.Looks != nil || e.NowUs >= t.lastUs+t.opt.rest
	switch looks := rested && t.look(e.NowUs) == e.NowUs; {
	case looks && e.Now-t.lastFull >= t.opt.schedInterval:
		t.lastFull, t.lastMain, t.queued = e.Now, e.Now, false
		t.main(e, int64(len(t.entries)))
	case looks && (t.Looks != nil || t.queued && e.Now-t.lastMain >= t.opt.delay):
		t.lastMain, t.queued = e.Now, false
		t.main(e, t.opt.depth)
	}
	if rested && t.urgent {
		if t.urgent = false; t.Looks == nil {
			t.main(e, t.opt.depth)
		}
	}
	for t.opt.backfill && t.nextBackfill <= e.NowUs {
		var depth int64
		if t.nextBackfill == e.NowUs {
			depth = t.backfill(e)
		}
		t.nextBackfill = after(t.Cycles, t.nextBackfill+1, t.nextBackfill+t.opt.interval*cluster.Second+depth*t.opt.BfJobUs)
	}
	if len(t.entries) == 0 || t.stuck(e) {
		return cluster.None
	}
	if next, idle := t.idle(e); idle {
		return next
	}
	return max(t.wake(e), t.doze(e))
}

// wake returns the microsecond of the next pass that is due.
func (t *Twin) wake(e *cluster.Engine) int64 {
	main := t.lastFull + t.opt.schedInterval
	switch {
	case t.Looks != nil: // a pass began at each of them
		main = e.Now
	case t.queued:
		main = min(main, t.lastMain+t.opt.delay)
	}
	rest := max(t.lastUs+t.opt.rest, e.NowUs+1)
	wake := min(t.look(max(main*cluster.Second, rest)), t.calculation())
	if t.urgent {
		wake = min(wake, rest)
	}
	if t.opt.backfill {
		wake = min(wake, t.nextBackfill)
	}
	return wake
}

// look returns the first microsecond, not before at, at which the loop that runs the main
// scheduler looks for work.
func (t *Twin) look(at int64) int64 {
	return after(t.Looks, at, (at+cluster.Second-1)/cluster.Second*cluster.Second)
}

// after returns the first of some moments that is not before at, or another if there is none.
func after(moments []int64, at, otherwise int64) int64 {
	if k, _ := slices.BinarySearch(moments, at); k < len(moments) {
		return moments[k]
	}
	return otherwise
}

// The outcomes of trying to start a job.
type outcome int8

const (
	started    outcome = iota
	limited            // a limit holds it
	unlicensed         // licences are not free
	busy               // nodes are not free
)

// try starts a job on nodes of the set if it can.
func (t *Twin) try(e *cluster.Engine, n *entry, set cluster.Bits) outcome {
	j, part := asked(e, n), n.part
	if t.limits.before(j, part) {
		return limited
	}
	if !e.Licensed(j) {
		return unlicensed
	}
	a, ok := t.place(e, n, j, set)
	if t.exceeds(j, part, a) {
		return limited
	}
	if !ok {
		t.preempt(e, n, set)
		return busy
	}
	t.limit(e, n.job, j.Limit)
	t.start(e, n, a)
	return started
}

func (t *Twin) start(e *cluster.Engine, n *entry, a *cluster.Allocation) {
	i, part := n.job, n.part
	t.begun = append(t.begun, begun{*n, t.cycling})
	e.Start(i, part, a)
	t.again[i] = n.priority
	t.limits.enter(&e.Jobs[i], &e.Placed[i])
	t.prey.count(e, i, 1)
	t.since[i], t.held[i] = e.Now, cluster.AppendSparse(nil, a.Nodes)
	t.records.takes(&e.Jobs[i], i, e.NowUs)
	hold := t.bills.holds(&e.Jobs[i], &e.Placed[i])
	t.billing[i] = float64(t.bills.bill(&hold, part) * t.sys.UsageFactor(&e.Jobs[i]))
	t.gang.start(t, e, i, part)
}

// main is a pass of the main scheduler over the first jobs of the queue. Once a job waits for
// nodes, no later one starts on the nodes of its partition.
func (t *Twin) main(e *cluster.Engine, depth int64) {
	t.build(e)
	if t.lastUs = e.NowUs; !t.opt.backfill {
		t.decided = e.NowUs
	}
	free := slices.Clone(e.Up)
	free.Or(e.Completing) // for which jobs wait
	full, failed := make([]bool, len(t.sys.Partitions)), make([]bool, len(e.Reserved))
	set, all := cluster.NewBits(len(t.sys.Nodes)), cluster.NewBits(len(t.sys.Nodes))
	tested, ofPart := int64(0), make([]int64, len(t.sys.Partitions))
	most := int64(len(t.begun)) + t.opt.mainStart
	var rejected tasks
entries:
	for k := range t.entries {
		n := &t.entries[k]
		j := asked(e, n)
		of := t.tasksOf(n, j)
		if !t.ready(e, n.job) || rejected.are(of) {
			continue
		}
		rejected = of // until one has started
		if ofPart[n.part]++; over(ofPart[n.part], t.opt.partDepth) {
			continue
		}
		if tested > depth || int64(len(t.begun)) >= most || e.Interrupted() { // Slurm tests one more than its parameter says
			break
		}
		tested++
		if j.Reservation == 0 && full[n.part] || j.Reservation > 0 && failed[j.Reservation-1] {
			continue
		}
		p := &t.sys.Partitions[n.part]
		if j.Together > 0 { // only the backfill scheduler starts it
			full[n.part] = true
			free.Without(p.Bits)
			continue
		}
		copy(set, p.Bits)
		set.And(free)
		e.Allow(j, e.Now, set)
		copy(all, set)
		set.Without(e.Completing)
		e.Share(j, n.part, set)
		switch t.try(e, n, set) {
		case started:
			rejected = tasks{}
		case busy:
			if t.tried[n.job] = e.NowUs; n.prefers > 0 && t.rules[beside] {
				continue
			} else if j.Reservation > 0 {
				failed[j.Reservation-1] = true
			} else if !t.coulds.On(j, n.part, all) && !t.kept(e, n, all) { // not even if these were idle: nobody waits for it
			} else if named := j.Named(); named != nil { // others wait for these nodes only
				free.Without(named)
			} else if t.reserves(e, n) {
				full[n.part] = true
				free.Without(p.Bits)
			}
		case unlicensed:
			if t.opt.BfLicenses { // the rest is for the cycles
				break entries
			}
		case limited:
			if t.opt.AssocLimitStop {
				full[n.part] = true
			}
		}
	}
	t.drop(e)
}

// tasks are those of an array in a partition, which both schedulers pass over once one of them has found no place.
type tasks struct{ array, part, reservation, prefers int32 }

func (t *Twin) tasksOf(n *entry, j *cluster.Job) tasks {
	of := tasks{j.Array, n.part, j.Reservation, 0}
	if t.rules[alone] {
		of.prefers = n.prefers
	}
	return of
}

func (t tasks) are(of tasks) bool { return of.array > 0 && t == of }

// reserves tells whether a job is old and important enough that others wait for it.
func (t *Twin) reserves(e *cluster.Engine, n *entry) bool {
	least := t.limits.threshold(&e.Jobs[n.job], n.part)
	return (t.opt.minAge == 0 || e.Now-t.eligible[n.job] >= t.opt.minAge) && n.priority >= cmp.Or(least, t.opt.minPrio)
}
