package truth

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// pluginUs is the microseconds from the plugin of priorities to its first calculation, where no line tells of that: 3 to 43 ms.
const pluginUs = 20_000

// coarseUs is the microseconds after a second in which the coarse clock may show the second before.
const coarseUs = 4000

// A line of slurmctld's log has the time, a phrase, and maybe a job (the last number of 17_1(21) or 17+1(18) is
// its own) or a node and what became of it.
var line = regexp.MustCompile(`^(\S+?)\]? .*?(slurmctld version |MULTIFACTOR plugin loaded|priority for job|Running job scheduler|` +
	`attempt_backfill: beginning|submit_batch_job: |submit_batch_het_job: |Allocate |Started |` +
	`_job_complete: requeue |_job_complete: |_slurm_rpc_epilog_complete: |Requeuing |` +
	`_hold_job_rec: hold on |_release_job_rec: release hold on |REQUEST_KILL_JOB |_job_requeue_op: |requeue job |` +
	`update_node: |Nodes? |preempted |timed out: |Time limit exhausted for |` +
	gangs + `)` +
	`(?:JobId=(\d+)(?:[_+]\d+\((\d+)\))?|` +
	`(?:node )?([a-z]+\d+) (state set to D\S+|not responding, setting DOWN|now responding)|(\d\S*) started)?` +
	`( has been killed)?(?: Node=(\w+))?`)

// events are what the log tells of a job, in microseconds after the first submission.
type events struct {
	starts, done, stops, freed []int64 // freed after it was stopped
	pass                       int64   // that started the last run
	kills, holds, releases     []int64
	failed                     []int64          // sent back to the queue by its node
	cleared                    map[string]int64 // when a node had cleared up after it, if it took longer
	yielded                    bool             // its last run ended for another job

	gangEvents
}

// A story is what the log tells.
type story struct {
	*Run
	lists   []string // of nodes, by the numbers of the accounting's rows
	submits map[int64]int64
	woke    int64 // when the last pass began, as the log has it
	last    int64 // when the last pass, cycle or turn began, or a job left, for which gang scheduling suspends or resumes jobs
	jobs    map[int64]*events
	nodes   []cluster.Change
	clears  []cluster.Change
	away    map[string]bool // nodes
	killed  []*events       // of jobs whose nodes are not free yet
	weighed bool            // a calculation of priorities has been seen
	ill     []*events       // of jobs that ended on a node that does not answer
}

// exact takes from the log the moments of all that people and nodes did.
func (r *Run) exact(log io.Reader, lists []string) error {
	r.Whole = slices.Clone(r.Log.Jobs)
	for i := range r.Log.Jobs {
		r.Log.Jobs[i].SubmitUs, r.Log.Jobs[i].RunUs = 0, 0
	}
	s := &story{Run: r, lists: lists, submits: map[int64]int64{}, jobs: map[int64]*events{}, away: map[string]bool{}}
	in := bufio.NewScanner(log)
	for in.Scan() {
		w := line.FindStringSubmatch(in.Text())
		if w == nil {
			continue
		}
		when, err := time.Parse("2006-01-02T15:04:05.000", w[1])
		if err != nil {
			return err
		}
		s.add(w, when.UnixMicro())
	}
	if err := in.Err(); err != nil {
		return err
	}
	if s.nodes != nil {
		r.System.Description.Outages = nil
	}
	s.changes()
	return s.times()
}

// add takes a line.
func (s *story) add(w []string, unix int64) {
	at := unix - s.Log.UnixStart*cluster.Second
	if w[4] == "" {
		w[4] = w[3]
	}
	id, _ := strconv.ParseInt(w[4], 10, 64) // "" of lines without a job
	if s.jobs[id] == nil {
		s.jobs[id] = &events{}
	}
	e := s.jobs[id]
	note := func(to *[]int64) { *to = append(*to, at) }
	switch w[2] {
	case "slurmctld version ":
		s.System.Description.SlurmVersion = w[7]
		s.calculates(unix + cluster.Second)
	case "MULTIFACTOR plugin loaded": // in the logs of 24.11 and later, whose first calculation comes with it
		s.calculates(unix + pluginUs)
	case "priority for job":
		if !s.weighed {
			s.calculates(s.first(unix))
		}
		s.weighed, s.Calcs = true, later(s.Calcs, at)
	case "Running job scheduler":
		s.last, s.woke = s.coarse(at), at
		s.Looks = later(s.Looks, s.last)
		if len(s.killed) > 0 { // the end of a job that was killed starts the scheduler, and nothing else tells of it
			note(&s.killed[0].freed)
			note(&s.killed[0].done)
			s.killed[0].yielded = true
			s.killed = s.killed[1:]
		}
	case "attempt_backfill: beginning":
		s.Cycles, s.last = later(s.Cycles, at), at
	case "submit_batch_job: ", "submit_batch_het_job: ":
		s.submits[id] = at
	case "Allocate ", "Started ":
		s.started(id, e, w[2] == "Allocate ", at)
	case "_job_complete: requeue ": // its node's daemon was dead; the accounting has nothing of that run
		at -= cluster.Second // before it ends by itself
		note(&e.stops)
		note(&e.failed)
		s.ill = append(s.ill, e)
	case "_job_complete: ", "timed out: ", "Time limit exhausted for ": // a budget is spent, or its limit is over
		note(&e.done)
		if w[2] == "Time limit exhausted for " {
			e.killed = at
		}
	case "_slurm_rpc_epilog_complete: ": // of a node that took longer
		s.hasCleared(e, w[9], at)
	case "Requeuing ":
		note(&e.freed)
	case "_job_requeue_op: ", "requeue job ":
		note(&e.stops)
	case "preempted ": // a job that goes back to the queue has said so before
		if w[8] != "" {
			note(&e.stops)
			s.killed = append(s.killed, e)
		}
	case "REQUEST_KILL_JOB ":
		note(&e.kills)
	case "_hold_job_rec: hold on ":
		note(&e.holds)
	case "_release_job_rec: release hold on ":
		note(&e.releases)
	default:
		s.gang(w[2], e, at)
		s.node(w[5], w[6], at)
	}
}

// started takes a job that the main scheduler or the other started.
func (s *story) started(id int64, e *events, main bool, at int64) {
	if n := len(s.Looks); n > 0 && main && s.accounted(id, at/cluster.Second) {
		s.Looks[n-1] = s.woke // the clock had seen the second
		e.starts = append(e.starts, at)
	} else if last := before(at); n > 0 && main && s.woke > last && s.accounted(id, last/cluster.Second) {
		s.Looks[n-1] = last // it had not, however late
		e.starts = append(e.starts, last)
	} else {
		e.starts = append(e.starts, s.coarse(at))
	}
	if passes := s.Looks; main && len(passes) > 0 {
		e.pass = passes[len(passes)-1]
	} else if passes = s.Cycles; !main && len(passes) > 0 {
		e.pass = passes[len(passes)-1]
	}
}

// calculates says when priorities are calculated: then, and every period.
func (s *story) calculates(unix int64) {
	second := unix / cluster.Second
	s.System.Description.Scheduling.StartedUnixS, s.CalcUs = &second, unix%cluster.Second
}

// first returns the first calculation, periods before one of which the log tells: of those without jobs it does not.
func (s *story) first(unix int64) int64 {
	d := s.System.Description
	period := int64(300)
	if p := d.Priority.CalcPeriodS; p != nil {
		period = max(*p, 1)
	}
	period *= cluster.Second
	began := *d.Scheduling.StartedUnixS*cluster.Second + s.CalcUs
	return unix - max(unix-began+period/2, 0)/period*period
}

// coarse returns the moment of a pass as Slurm's clock shows it. The main loop of new versions wakes with a second, when
// the coarse clock of time() may still show the one before.
func (s *story) coarse(at int64) int64 {
	if s.System.Description.Since("24.11") && at%cluster.Second < coarseUs {
		return before(at)
	}
	return at
}

// before returns the last microsecond of the second before.
func before(at int64) int64 { return at - at%cluster.Second - 1 }

// accounted tells whether a run of a job began in a second, as the accounting has it.
func (s *story) accounted(id, second int64) bool {
	i := slices.IndexFunc(s.Log.Recorded, func(j accounting.Job) bool { return j.ID == id })
	return i >= 0 && slices.Contains(s.Log.Recorded[i].Starts, second)
}

// node takes what happened to a node.
func (s *story) node(name, what string, at int64) {
	i := s.System.Node(name)
	if i < 0 {
		return
	}
	if what == "not responding, setting DOWN" {
		s.silent(i, at)
		for _, e := range s.ill { // are cleared away when their node is given up
			e.freed = append(e.freed, at)
		}
		s.ill = nil
	}
	kind := cluster.Resume
	switch what {
	case "state set to DOWN", "not responding, setting DOWN":
		kind = cluster.Down
	case "state set to DRAINING", "state set to DRAINED":
		kind = cluster.Drain
	}
	if s.away[name] == (kind != cluster.Resume) { // no change
		return
	}
	s.away[name] = kind != cluster.Resume
	s.nodes = append(s.nodes, change(at, kind, -1, s.only(i)))
}

// only returns the set of a node.
func (s *story) only(node int) cluster.Bits {
	set := cluster.NewBits(len(s.System.Nodes))
	set.Add(node)
	return set
}

func change(at int64, kind cluster.ChangeKind, job int32, nodes cluster.Bits) cluster.Change {
	return cluster.Change{At: at / cluster.Second, AtUs: at % cluster.Second, Kind: kind, Job: job, Nodes: nodes}
}

// changes puts what the log says in the place of what the accounting does, and adds holds.
func (s *story) changes() {
	for k := range s.Log.Changes {
		c := &s.Log.Changes[k]
		e := s.jobs[s.Log.Recorded[c.Job].ID]
		if e == nil || c.Kind != cluster.Cancel && c.Kind != cluster.Requeue { // refused at once, or of an events file
			continue
		}
		from := e.kills
		if c.Kind == cluster.Requeue {
			from = e.stops
		}
		for _, at := range from {
			if near := at - c.At*cluster.Second; near > -cluster.Second && near < 2*cluster.Second {
				*c = change(at, c.Kind, c.Job, nil)
				break
			}
		}
	}
	for i := range s.Log.Jobs {
		e, j := s.jobs[s.Log.Recorded[i].ID], &s.Log.Jobs[i]
		if e == nil {
			continue
		}
		if j := &s.Log.Recorded[i]; len(e.failed) > 0 {
			j.Starts = nil
			for _, at := range e.starts {
				j.Starts = append(j.Starts, at/cluster.Second)
			}
		}
		for _, at := range e.failed {
			c := change(at, cluster.Requeue, int32(i), nil)
			c.Value = 1
			s.nodes = append(s.nodes, c)
		}
		for _, at := range e.holds {
			s.nodes = append(s.nodes, change(at, cluster.Hold, int32(i), nil))
		}
		for _, at := range e.releases {
			s.nodes = append(s.nodes, change(at, cluster.Release, int32(i), nil))
		}
		s.completes(i, e)
		if e.holds != nil || e.releases != nil {
			j.Held, j.Begin = len(e.releases) > len(e.holds), cluster.None
		}
	}
	for i := range s.Log.Recorded {
		if !s.ganged() {
			s.clearing(i)
		}
	}
	s.Log.Changes = slices.Concat(s.Log.Changes, s.nodes, s.clears)
}

// times takes submissions and run times.
func (s *story) times() error {
	for i := range s.Log.Jobs {
		j, id := &s.Log.Jobs[i], s.Log.Recorded[i].ID
		e := s.jobs[id]
		if e == nil {
			e = &events{}
		}
		at, known := s.submits[id]
		if !known {
			at, known = s.submits[s.Log.Recorded[i].Base]
		}
		if known {
			j.SubmitUs = at - j.Submit*cluster.Second
		}
		s.Starts = append(s.Starts, e.starts)
		if s.Log.Recorded[i].Starts == nil {
			continue
		}
		for k, stop := range e.stops {
			if k < len(e.freed) {
				j.StopUs = append(j.StopUs, e.freed[k]-stop)
			}
		}
		if e.done == nil { // somebody ended the last run
			e.done = e.kills
		}
		if e.done == nil && s.Log.Recorded[i].Row.Phase() == sacct.Running { // as the log ends
			continue
		}
		if !known || e.starts == nil || e.done == nil {
			return fmt.Errorf("the log does not tell all of job %d", id)
		}
		done := e.done[len(e.done)-1]
		if s.ganged() {
			done += switchUs
		}
		length := done - e.pass - s.stopped(int32(i)) - e.suspended(done)
		j.Run, j.RunUs = length/cluster.Second, length%cluster.Second
	}
	return nil
}

// stopped returns for how many microseconds a job was suspended.
func (s *story) stopped(job int32) (sum int64) {
	for _, c := range s.Log.Changes { // in order of time
		switch at := c.At*cluster.Second + c.AtUs; {
		case c.Job != job:
		case c.Kind == cluster.Suspend:
			sum -= at
		case c.Kind == cluster.Continue:
			sum += at
		}
	}
	return sum
}

// later adds a moment that is not before the first submission.
func later(all []int64, at int64) []int64 {
	if at < 0 {
		return all
	}
	return append(all, at)
}
