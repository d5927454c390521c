package machine

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

var (
	asRecorded = platform.Law{Name: "recorded",
		Doc: "every job starts once and not too early, runs as recorded or until it is cut, and fits the machine"}
	inOrder    = platform.Law{Name: "order", Doc: "no job starts before one that was submitted earlier"}
	greedy     = platform.Law{Name: "greedy", Doc: "no job waits while enough processors for it are idle"}
	headOnTime = platform.Law{Name: "head", Doc: "no job at the head of the queue starts later than a reservation that it had there"}
	promises   = platform.Law{Name: "promises", Doc: "no job starts later than the start that it was promised when it was submitted"}
)

// Retold returns what a schedule is judged by: the processors, the jobs and the overrun of cfg.
// Placements need no translation. It decides nothing.
func Retold(cfg sim.Config) verify.Problem {
	return verify.Problem{Procs: cfg.Procs, Jobs: cfg.Jobs, Extend: cfg.Overrun == sim.Extend}
}

// Verify implements platform.Refereed.
func (Platform) Verify(v *platform.Verified, p *platform.Problem, played *platform.Played) error {
	retold := Retold(sim.Config{Procs: p.Workload.Procs, Jobs: played.Jobs, Overrun: p.Overrun})
	var err error
	if played.Schedule != nil {
		retold.Feed = func() verify.Feed { return played.Schedule.Feed(&err) }
	}
	Judge(v, p, played, retold)
	return err
}

// Judge lets the referee check a run of a policy for one machine.
func Judge(v *platform.Verified, p *platform.Problem, played *platform.Played, retold verify.Problem) {
	name, placed := played.Policy, played.Placed
	if name == policy.Recorded {
		found, overloads := verify.CheckJobs(retold, placed)
		v.Law(asRecorded, found)
		v.Note("capacity is not checked: a log may overlap more jobs than its machine holds, and this one does so %d times", overloads)
		return
	}
	v.Law(platform.Legal, verify.Check(retold, placed))
	d, key, err := discipline(p, name)
	switch {
	case !v.Lawful("rules", name):
		return
	case err != nil:
		v.Note("%v", err)
		return
	}
	if !v.Within(verify.Effort(retold, placed, d.Plans())) {
		return
	}
	switch {
	case d == verify.FCFS && key == nil:
		v.Law(inOrder, verify.SubmissionOrder(retold, placed))
	case d == verify.List:
		v.Law(greedy, verify.Greedy(retold, placed))
	case d == verify.EASY && !retold.Extend:
		v.Law(headOnTime, verify.HeadOnTime(retold, placed, key))
	case d == verify.Conservative && !retold.Extend:
		v.Law(promises, verify.PromisesKept(retold, placed, key))
	}
	v.Law(platform.Follows, verify.Follows(retold, placed, d, key))
}

// discipline returns what the referee knows of a policy.
func discipline(p *platform.Problem, name string) (verify.Discipline, verify.Key, error) {
	if of, is := strings.CutPrefix(name, rules.Prefix); is {
		strategy, err := rules.StrategyNamed(of)
		if err != nil {
			return "", nil, fmt.Errorf("the choices of %s are not checked: a rule base promises nothing", name)
		}
		d := []verify.Discipline{verify.FCFS, verify.EASY, verify.Planned, verify.FCFS}[strategy.Algorithm()]
		consumption, err := rules.Consumed(p.Workload.Jobs.All())
		if err != nil {
			return "", nil, err
		}
		groups := consumption.Groups(p.Bounds)
		return d, []verify.Key{verify.OrderKey("narrow", 0), verify.OrderKey("sjf", 0), nil,
			func(_ int64, j *job.Job) float64 { return float64(groups.Of(j.User)) },
			func(_ int64, j *job.Job) float64 {
				return float64(j.Submit - rules.DefaultAdvantage[groups.Of(j.User)-1])
			},
		}[strategy.Order()], nil
	}
	first, _ := p.Workload.Span()
	d, key, err := verify.Parse(name, first)
	if err != nil {
		return "", nil, fmt.Errorf("the choices of %s are not checked: the referee knows no rule that they must follow", name)
	}
	name, _, _ = strings.Cut(name, ":")
	orders := strings.Split(name, "-") // ORDER-KIND or plan-ORDER
	if end := strings.LastIndexByte(name, ')'); end > 0 {
		orders = []string{name[:end+1]}
	}
	return d, key, platform.Ties(orders...)
}
