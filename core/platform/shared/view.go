package shared

// None is an instant that has not come.
const None = -1

// An Outcome is what became of a job.
type Outcome struct {
	Start, End int64 // microseconds, or None
	Pauses     int32 // each followed by one resumption
	Migrations int32 // moves to other nodes while it ran
	Moved      int64 // tasks that changed nodes in these
}

// An Observer hears of each event of a run: in one instant the ends, the submissions,
// then the changes of the other jobs in their order, and Settled.
type Observer func(*Engine, Event)

// An Event happens at Engine.Now to a job, an index of Config.Jobs. Places are in order of
// nodes and valid during the call.
type Event struct {
	Kind     EventKind
	Job      int
	From, To []Place // From of a migration; To also of a start and a resumption
	For      int     // the new job that a pause or migration makes room for, or None: all jobs were mapped
}

// An EventKind says what happens.
type EventKind uint8

const (
	Submission EventKind = iota
	Start
	Pause
	Resumption
	Migration
	End
	Settled // ends an instant, without a job: yields and places hold until the next event
)

func (e *Engine) tell(kind EventKind, job int32, from, to []Place) {
	for _, o := range e.cfg.Observers {
		v := Event{Kind: kind, Job: int(job), From: from, To: to, For: None}
		if kind == Pause || kind == Migration {
			v.For = int(e.live[job].forced)
		}
		o(e, v)
	}
}

// Job returns a job.
func (e *Engine) Job(job int) *Job { return &e.cfg.Jobs[job] }

// Penalty returns Config.Penalty.
func (e *Engine) Penalty() int64 { return e.cfg.Penalty }

// Packed tells whether all jobs were mapped anew in the present instant.
func (e *Engine) Packed() bool { return e.anew }

// Now returns the present instant in microseconds.
func (e *Engine) Now() int64 { return e.now }

// Err returns what ended the run early, or nil.
func (e *Engine) Err() error { return e.err }

// Done returns how many jobs have ended.
func (e *Engine) Done() int { return e.done }

// Outcomes returns the outcomes so far, parallel to Config.Jobs. The slice is the engine's
// own until the run is over.
func (e *Engine) Outcomes() []Outcome { return e.outcomes }

// Active returns the indexes of the jobs submitted and not done, in order. The slice is
// the engine's own and valid until the next Step.
func (e *Engine) Active() []int32 { return e.active }

// State returns what a job is doing.
func (e *Engine) State(job int) State { return e.live[job].state }

// Yield returns a job's yield in parts of Whole, 0 if it holds no nodes. In its penalty a
// job holds its share unused.
func (e *Engine) Yield(job int) int32 {
	if e.live[job].state != Running {
		return 0
	}
	return e.live[job].yield
}

// Idle returns the number of nodes without a task. It costs O(nodes + tasks that run).
func (e *Engine) Idle() int {
	used := make([]bool, e.cfg.Nodes)
	for _, i := range e.running {
		for _, p := range e.live[i].places {
			used[p.Node] = true
		}
	}
	idle := 0
	for _, u := range used {
		if !u {
			idle++
		}
	}
	return idle
}

// Virtual returns a job's virtual time as the algorithms count it, in microseconds
// times Whole: the integral of its yield (section 4.1), without penalties unless
// Config.VirtualInPenalty.
func (e *Engine) Virtual(job int) int64 { return e.live[job].virtual }

// Places returns where a running job is, in order of nodes. The slice is the engine's own
// and valid until the next Step.
func (e *Engine) Places(job int) []Place { return e.live[job].places }
