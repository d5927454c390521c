package policy

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/sim"
)

// A Prediction says how long Predicted expects jobs to run, and in which order it backfills. Its fields have the values of
// predictionOptions.
type Prediction struct {
	By      string  // estimate, last2, mean or factor
	Factor  float64 // of the estimate
	Correct string  // tsafrir, double or estimate
	Fill    string  // queue or sjf
}

// Unpredicted is EASY as it is without options.
var Unpredicted = Prediction{By: "estimate", Factor: 0.5, Correct: "tsafrir", Fill: "queue"}

const tsafrir = "Tsafrir, Etsion, Feitelson: " +
	"Backfilling Using System-Generated Predictions Rather than User Runtime Estimates, TPDS 18(6), 2007"

// predictionOptions are those of EASY, of a T that has a Prediction.
func predictionOptions[T any](of func(*T) *Prediction) Options[T] {
	return Options[T]{
		Field(Option{Name: "predict", Title: "Predicted run time", Default: Unpredicted.By,
			Doc: "The run time that EASY plans with. A job that outlives its prediction runs on. EASY++ is predict=last2,fill=sjf.",
			Choices: []Choice{
				{Name: "estimate", Title: "estimate", Doc: "The estimate."},
				{Name: "last2", Title: "last two jobs", Source: tsafrir,
					Doc: "The mean of the user's last two jobs that had ended at the submission, at most the estimate; " +
						"the estimate if none had."},
				{Name: "mean", Title: "mean", Doc: "The mean of all the user's jobs that had ended at the submission, at most the estimate; " +
					"the estimate if none had."},
				{Name: "factor", Title: "part of the estimate", Doc: "The estimate multiplied by the option factor."},
			}}, func(t *T) *string { return &of(t).By }),
		Field(Option{Name: "factor", Title: "Factor", Default: "0.5", Least: 0.01, Most: 1, Step: 0.01,
			Doc: "With predict=factor, what estimates are multiplied by."}, func(t *T) *float64 { return &of(t).Factor }),
		Field(Option{Name: "correct", Title: "Correction", Default: Unpredicted.Correct,
			Doc: "The new prediction for a job that outlives its prediction, at most its estimate.",
			Choices: []Choice{
				{Name: "tsafrir", Title: "fixed steps", Source: tsafrir,
					Doc: "Later by fixed steps: 1, 5, 15 and 30 minutes, then 1, 2, 5, 10, 20, 50 and 100 hours."},
				{Name: "double", Title: "twice as long", Doc: "Twice as long as the one before."},
				{Name: "estimate", Title: "estimate", Doc: "The estimate."},
			}}, func(t *T) *string { return &of(t).Correct }),
		Field(Option{Name: "fill", Title: "Order of backfilling", Default: Unpredicted.Fill,
			Doc: "The order in which jobs behind the head of the queue are tried.",
			Choices: []Choice{
				{Name: "queue", Title: "queue order", Doc: "The order of the queue."},
				{Name: "sjf", Title: "shortest first", Doc: "Shortest predicted run time first.", Source: tsafrir},
			}}, func(t *T) *string { return &of(t).Fill }),
	}
}

// increments are the steps of tsafrir, in seconds. The last one is repeated.
var increments = [...]int64{60, 300, 900, 1800, 3600, 7200, 18000, 36000, 72000, 180000, 360000}

// Predicted is EASY by predictions (EASY++ and its relatives: Tsafrir, Etsion, Feitelson 2007). A job's
// prediction, which it gets at its submission, takes the place of its estimate: in the head's
// reservation and in the question whether a later job ends before it. No job is killed for
// outliving its prediction. It gets a later one instead, and in that second is a pass. So the head may
// start later than a reservation that it had.
type Predicted struct {
	rule    Prediction
	m       *sim.Machine
	q       queue // the estimates of its entries are predictions
	users   []history
	running []expected // by end, then job
	ends    []sim.Running
	fill    []entry
	wake    int64 // the second of the last wake-up asked for
	news    bool  // a job arrived, ended, or outlived its estimate since the last pass

	shadow int64 // of the head at the last pass
	extra  int   // left over at the shadow time, after the last pass
	led    int   // jobs of the last pass that started in queue order, before the others
}

// A history is what a user's jobs were that have ended.
type history struct {
	last  [2]int64 // run times, the latest first
	sum   int64
	ended int64
}

// An expected is a running job with its predicted end.
type expected struct {
	sim.Running
	limit int64 // its end by its estimate
	steps int   // how often it was corrected
}

// NewPredicted returns EASY by predictions.
func NewPredicted(o *Order, rule Prediction) *Predicted {
	return &Predicted{rule: rule, q: queue{order: o}}
}

func (p *Predicted) Reset(m *sim.Machine) {
	p.m, p.users, p.running, p.wake, p.news, p.led = m, p.users[:0], p.running[:0], -1, false, 0
	p.q.reset()
}

func (p *Predicted) Submit(j *sim.Job) {
	p.news = true
	p.q.entries[p.q.add(p.m.Now(), j)].estimate = p.predict(j)
}

// predict returns how long j will run, as far as that is known now.
func (p *Predicted) predict(j *sim.Job) int64 {
	length := j.Estimate
	var h history
	if j.User >= 0 && int(j.User) < len(p.users) {
		h = p.users[j.User]
	}
	switch {
	case p.rule.By == "factor":
		length = int64(float64(j.Estimate) * p.rule.Factor)
	case p.rule.By == "last2" && h.ended > 0:
		length = (h.last[0] + h.last[1]) / min(h.ended, 2)
	case p.rule.By == "mean" && h.ended > 0:
		length = h.sum / h.ended
	}
	return min(j.Estimate, max(1, length))
}

func (p *Predicted) End(r sim.Running) {
	p.news = true
	p.running = slices.DeleteFunc(p.running, func(x expected) bool { return x.Index == r.Index })
	user := int(p.m.Job(r.Index).User)
	if user < 0 {
		return
	}
	for len(p.users) <= user {
		p.users = append(p.users, history{})
	}
	h, length := &p.users[user], p.m.Now()-r.Start
	h.last = [2]int64{length, h.last[0]}
	h.sum += length
	h.ended++
}

func (p *Predicted) Extend(j *sim.Job, from, to int64) {
	p.news = true
	i := slices.IndexFunc(p.running, func(x expected) bool { return x.Index == j.Index })
	r := p.running[i]
	p.running = slices.Delete(p.running, i, i+1)
	p.rule.correct(&r, from-1)
	r.limit = to
	p.insert(r)
}

// Pass implements sim.Policy. It costs O(waiting + running jobs), and O(n log n) of n that fit where the shortest are
// backfilled first.
func (p *Predicted) Pass() {
	p.led = 0
	idle := !p.news && (len(p.running) == 0 || p.running[0].End > p.m.Now()) // woken for a job that has ended meanwhile
	p.news = false
	if idle {
		p.q.started = p.q.started[:0]
		return
	}
	if !p.q.beginPass(p.m) {
		return
	}
	p.correct()
	p.q.startHeads(p.m)
	for i := range p.q.started {
		p.expect(&p.q.started[i])
	}
	p.led = len(p.q.started)
	if len(p.q.entries) == 0 {
		return
	}
	p.shadow, p.extra = p.reservation()
	p.backfill()
	if first := p.running[0].End; p.m.Free() > 0 && first != p.wake {
		p.wake = first
		p.m.WakeAt(first)
	}
}

// correct gives the jobs later ends that have reached their predicted ones.
func (p *Predicted) correct() {
	now := p.m.Now()
	for len(p.running) > 0 && p.running[0].End <= now {
		r := p.running[0]
		p.running = slices.Delete(p.running, 0, 1)
		p.rule.correct(&r, now)
		p.insert(r)
	}
}

// correct gives r a later end if it has reached it by that second: several, if it was not corrected when it should have been.
func (p *Prediction) correct(r *expected, by int64) {
	for r.End <= by {
		more := r.limit - r.End
		switch p.Correct {
		case "tsafrir":
			more = increments[min(r.steps, len(increments)-1)]
		case "double":
			more = r.End - r.Start
		}
		r.End, r.steps = min(r.End+more, r.limit), r.steps+1
	}
}

// expect notes that e has started now.
func (p *Predicted) expect(e *entry) {
	now := p.m.Now()
	p.insert(expected{Running: sim.Running{Start: now, End: now + e.estimate, Index: e.index, Procs: e.procs},
		limit: now + p.m.Job(e.index).Estimate})
}

func (p *Predicted) insert(r expected) {
	i, _ := slices.BinarySearchFunc(p.running, r, func(a, b expected) int {
		return cmp.Or(cmp.Compare(a.End, b.End), cmp.Compare(a.Index, b.Index))
	})
	p.running = slices.Insert(p.running, i, r)
}

// reservation is the head's, by predictions.
func (p *Predicted) reservation() (shadow int64, extra int) {
	p.ends = p.ends[:0]
	for i := range p.running {
		p.ends = append(p.ends, p.running[i].Running)
	}
	return reservation(p.m.Free(), p.ends, int(p.q.entries[0].procs))
}

// backfill starts jobs that do not delay the head, and removes them from the queue.
func (p *Predicted) backfill() {
	free, room := p.m.Free(), p.shadow-p.m.Now()
	p.fill = p.fill[:0]
	for _, e := range p.q.entries[1:] {
		if int(e.procs) <= free {
			p.fill = append(p.fill, e)
		}
	}
	if p.rule.Fill == "sjf" {
		slices.SortFunc(p.fill, shorter)
	}
	for i := range p.fill {
		e := &p.fill[i]
		switch procs := int(e.procs); {
		case procs > free:
			continue
		case e.estimate <= room:
		case procs <= p.extra:
			p.extra -= procs
		default:
			continue
		}
		free = p.q.start(p.m, e)
		p.expect(e)
	}
	if filled := p.q.started[p.led:]; len(filled) > 0 {
		rest := p.q.sieve(1)
		for i := 1; i < len(p.q.entries); i++ {
			if slices.ContainsFunc(filled, func(e entry) bool { return e.index == p.q.entries[i].index }) {
				rest.take(i)
			}
		}
		rest.end()
	}
}

// Explain implements sim.Explainer.
func (p *Predicted) Explain(j *sim.Job) sim.Reason {
	r := p.q.behindHead(p.m, j)
	p.correct()
	r.Shadow, r.Extra = p.reservation()
	r.For = nil
	for i := range p.running {
		if p.running[i].End == r.Shadow {
			r.For = append(r.For, p.m.Job(p.running[i].Index))
		}
	}
	if r.Head == j {
		r.Planned = r.Shadow
		return r
	}
	r.Cause = sim.WouldDelayHead
	if r.Free = p.freeAtTurn(j); int(j.Procs) > r.Free {
		r.Cause = sim.TooFew
	}
	return r
}

func (p *Predicted) freeAtTurn(j *sim.Job) int {
	if p.rule.Fill != "sjf" {
		return p.q.freeAtTurn(p.m, j)
	}
	free, turn := p.m.Free(), p.q.entries[p.q.place(j)]
	for i := p.led; i < len(p.q.started); i++ {
		if e := &p.q.started[i]; shorter(turn, *e) < 0 {
			free += int(e.procs)
		}
	}
	return free
}

// shorter compares by run times expected, then by submission.
func shorter(a, b entry) int {
	return cmp.Or(cmp.Compare(a.estimate, b.estimate), cmp.Compare(a.index, b.index))
}

// ExplainStart implements sim.StartExplainer.
func (p *Predicted) ExplainStart(j *sim.Job) sim.Start {
	at, s := p.q.begun(p.m, j, sim.First)
	if at >= p.led {
		p.q.beside(&s, p.m.Job(p.q.entries[0].index), at, p.shadow, p.extra, p.m.Now())
	}
	return s
}
