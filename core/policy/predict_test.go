package policy

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// rules are all kinds of predictions.
func rules() (all []Prediction) {
	for _, by := range []string{"estimate", "last2", "mean", "factor"} {
		for _, correct := range []string{"tsafrir", "double", "estimate"} {
			for _, fill := range []string{"queue", "sjf"} {
				all = append(all, Prediction{By: by, Factor: 0.3, Correct: correct, Fill: fill})
			}
		}
	}
	return all
}

// byUsers draws a case whose jobs have users, some unknown. Where hours is true, times are long enough for all corrections.
func byUsers(r *rand.Rand, hours bool) policytest.Case {
	c := policytest.Random(r, 30)
	for i := range c.Jobs {
		j := &c.Jobs[i]
		j.User = r.Int32N(4) - 1
		if hours {
			j.Submit, j.Run, j.Estimate = 997*j.Submit, 997*j.Run*(1+r.Int64N(9)), 997*j.Estimate*10
		}
	}
	return c
}

// An unhurried is EASY by predictions that knows nothing but the jobs and where it has put them, and works out
// the whole schedule again at each second at which something may change.
type unhurried struct {
	c      policytest.Case
	rule   Prediction
	key    func(j *job.Job) float64
	placed []job.Placement
	now    int64
}

// limit returns when job i ends at the latest, as known at second t: by its estimate, which doubles.
func (u *unhurried) limit(i int, t int64) int64 {
	length := u.c.Jobs[i].Estimate
	for u.c.Overrun == sim.Extend && u.placed[i].Start+length <= t {
		length *= 2
	}
	return u.placed[i].Start + length
}

// predicted returns how long job i is expected to run when it is submitted.
func (u *unhurried) predicted(i int) int64 {
	j := &u.c.Jobs[i]
	var runs []int64
	var order []int
	for k, at := range u.placed {
		if at.Start != job.None && at.End <= j.Submit && j.User >= 0 && u.c.Jobs[k].User == j.User && at.Start <= j.Submit &&
			(at.End < j.Submit || at.Start < j.Submit) { // what starts and ends in that second does so later
			order = append(order, k)
		}
	}
	slices.SortFunc(order, func(a, b int) int { // those that end in one second, in the order in which they started
		return cmp.Or(cmp.Compare(u.placed[a].End, u.placed[b].End), cmp.Compare(u.placed[a].Start, u.placed[b].Start))
	})
	for _, k := range order {
		runs = append(runs, u.placed[k].End-u.placed[k].Start)
	}
	if u.rule.By == "last2" {
		runs = runs[max(0, len(runs)-2):]
	}
	switch {
	case u.rule.By == "factor":
		return max(1, int64(float64(j.Estimate)*u.rule.Factor))
	case u.rule.By == "estimate" || len(runs) == 0:
		return j.Estimate
	}
	sum := int64(0)
	for _, run := range runs {
		sum += run
	}
	return min(j.Estimate, max(1, sum/int64(len(runs))))
}

// expected returns when job i, which runs, is expected to end.
func (u *unhurried) expected(i int) int64 {
	end := u.placed[i].Start + u.predicted(i)
	for n := 0; end <= u.now; n++ {
		minutes := int64(6000)
		if n < 10 {
			minutes = [...]int64{1, 5, 15, 30, 60, 120, 300, 600, 1200, 3000}[n]
		}
		later := map[string]int64{"tsafrir": end + 60*minutes, "double": 2*end - u.placed[i].Start, "estimate": 1 << 60}[u.rule.Correct]
		end = min(later, u.limit(i, end))
	}
	return end
}

// pass starts the jobs that start now.
func (u *unhurried) pass() {
	var waiting, running []int
	free := u.c.Procs
	for i, at := range u.placed {
		switch {
		case at.Start == job.None && u.c.Jobs[i].Submit <= u.now:
			waiting = append(waiting, i)
		case at.Start != job.None && at.End > u.now:
			running = append(running, i)
			free -= int(u.c.Jobs[i].Procs)
		}
	}
	slices.SortStableFunc(waiting, func(a, b int) int { return cmp.Compare(u.key(&u.c.Jobs[a]), u.key(&u.c.Jobs[b])) })
	start := func(i int) {
		j := &u.c.Jobs[i]
		cut := u.c.Overrun == sim.Cut
		u.placed[i] = job.Placement{Start: u.now, End: u.now + j.Length(cut), Killed: cut && j.Run > j.Estimate}
		free -= int(j.Procs)
		running = append(running, i)
	}
	for len(waiting) > 0 && int(u.c.Jobs[waiting[0]].Procs) <= free {
		start(waiting[0])
		waiting = waiting[1:]
	}
	if len(waiting) == 0 {
		return
	}
	head := int(u.c.Jobs[waiting[0]].Procs)
	freeAt := func(t int64) int { // by what is expected
		n := u.c.Procs
		for _, i := range running {
			if u.expected(i) > t {
				n -= int(u.c.Jobs[i].Procs)
			}
		}
		return n
	}
	shadow := int64(1 << 60)
	for _, i := range running {
		if t := u.expected(i); freeAt(t) >= head {
			shadow = min(shadow, t)
		}
	}
	extra := freeAt(shadow) - head
	if waiting = waiting[1:]; u.rule.Fill == "sjf" {
		slices.SortFunc(waiting, func(a, b int) int { return cmp.Or(cmp.Compare(u.predicted(a), u.predicted(b)), a-b) })
	}
	for _, i := range waiting {
		procs, ends := int(u.c.Jobs[i].Procs), u.now+u.predicted(i)
		if procs > free || ends > shadow && procs > extra {
			continue
		}
		if ends > shadow {
			extra -= procs
		}
		start(i)
	}
}

// schedule plays the case to its end. Jobs of no length end at once, which gives a further pass.
func (u *unhurried) schedule() []job.Placement {
	u.placed = slices.Repeat([]job.Placement{{Start: job.None, End: job.None}}, len(u.c.Jobs))
	for {
		for before := -1; ; {
			u.pass()
			started := 0
			for _, at := range u.placed {
				if at.Start != job.None {
					started++
				}
			}
			if started == before {
				break
			}
			before = started
		}
		next := int64(1 << 60)
		for i, at := range u.placed {
			times := []int64{u.c.Jobs[i].Submit, at.End}
			if at.Start != job.None && at.End > u.now {
				times = append(times, u.expected(i))
			}
			for _, t := range times {
				if t > u.now {
					next = min(next, t)
				}
			}
		}
		if next == 1<<60 {
			return u.placed
		}
		u.now = next
	}
}

func TestPredictionsAreThoseOfAnUnhurriedScheduler(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(20, 7))
	orders := []*Order{Orders[0], OrderNamed("sjf"), OrderNamed("laf")}
	apart := 0
	for _, rule := range rules() {
		for n := range 25 {
			o, c := orders[n%len(orders)], byUsers(r, n%2 == 0)
			u := &unhurried{c: c, rule: rule, key: func(j *job.Job) float64 {
				return o.Key(0, &sim.Job{Estimate: j.Estimate, Procs: j.Procs})
			}}
			want, p := u.schedule(), NewPredicted(o, rule)
			for range 2 { // a new policy, then the same one again
				got, err := policytest.Simulate(c, p)
				if err != nil || !slices.Equal(got, want) {
					t.Fatalf("%+v, %s-easy: %v\n got %v\nwant %v\nof %+v", rule, o.Name, err, got, want, c)
				}
			}
			if fed, err := policytest.Fed(c, p); err != nil || !slices.Equal(fed, want) {
				t.Fatalf("%+v, %s-easy, fed: %v, %v", rule, o.Name, err, fed)
			}
			if found := verify.Check(c.Problem(), want); len(found) > 0 {
				t.Fatalf("%+v: %v", rule, verify.Err(found))
			}
			if easy, _ := policytest.Simulate(c, NewEASY(o)); !slices.Equal(easy, want) {
				apart++
			}
		}
	}
	if apart < 150 {
		t.Errorf("only %d of 600 schedules differ from EASY's", apart)
	}
}

// By estimates and in queue order it is EASY, in orders that move, too.
func TestEASYIsPredictedByEstimates(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 8))
	for _, o := range Orders {
		for range 60 {
			c := byUsers(r, false)
			want, err := policytest.Simulate(c, NewEASY(o))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := policytest.Simulate(c, NewPredicted(o, Unpredicted)); err != nil || !slices.Equal(got, want) {
				t.Fatalf("%s-easy: %v, %v, want %v of %+v", o.Name, err, got, want, c)
			}
		}
	}
}

func TestPredictionsKeepTheLaws(t *testing.T) {
	for i, rule := range rules() {
		if i%5 != 0 { // one of each value
			continue
		}
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			policytest.Laws(t, func() sim.Policy { return NewPredicted(OrderNamed("lxf"), rule) }, policytest.Shiftable)
		})
	}
}

func TestPredictionsAreOptionsOfEASY(t *testing.T) {
	for name, want := range map[string]string{
		"easy:predict=last2,fill=sjf":                              "{By:last2 Factor:0.5 Correct:tsafrir Fill:sjf}",
		"sjf-easy:predict=mean,correct=double":                     "{By:mean Factor:0.5 Correct:double Fill:queue}",
		"f3-easy:since=log,predict=factor,factor=.25":              "{By:factor Factor:0.25 Correct:tsafrir Fill:queue}",
		"order(wait/estimate)-easy:predict=last2,correct=estimate": "{By:last2 Factor:0.5 Correct:estimate Fill:queue}",

		"easy:predict=estimate": "",
		"easy:predict=luck":     `policy easy: predict is "luck", expected one of estimate, last2, mean, factor`,
		"cons:predict=last2":    "policy cons: unknown option predict: expected compress",
	} {
		p, err := All.Parse(name)
		got := ""
		if x, is := p.(*Predicted); is {
			got = fmt.Sprintf("%+v", x.rule)
		}
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
