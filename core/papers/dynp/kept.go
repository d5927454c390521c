package dynp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/dynp"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/profile"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/workload"
)

// A kept is a self-tuning scheduler with quality ARTwW that keeps its queue sorted by the
// policy of the last step, and plans FCFS in that order, not the order of submission. LJF
// leaves the order of SJF, which it reads from the end. New jobs go to the end.
//
// The paper does not describe this. But in the printed table 6, FCFS and SJF plan equally
// well in 87 % of all steps of CTC_syn, with 22 jobs waiting on average; if each policy
// sorts, their plans are hardly ever the same (and far apart in figure 4). A kept queue
// explains that and the other oddities of table 6: case 8c never occurs though case 5 is
// frequent, LJF is always left by case 6c, and FCFS is left after one or two starts.
//
// It plans everything from scratch in every pass: slow, and simple.
type kept struct {
	decide dynp.Decider

	m       *sim.Machine
	queue   []*sim.Job
	current int // index into policies
	step    func(*sim.Step)
}

func (k *kept) Reset(m *sim.Machine)        { k.m, k.queue, k.current = m, nil, 0 }
func (k *kept) Submit(j *sim.Job)           { k.queue = append(k.queue, j) }
func (k *kept) End(sim.Running)             {}
func (k *kept) OnStep(step func(*sim.Step)) { k.step = step }

func (k *kept) Pass() {
	if len(k.queue) == 0 {
		return
	}
	now := k.m.Now()
	running := profile.New(now, k.m.Procs())
	for _, r := range k.m.Running() {
		running.Take(now, r.End-now, int(r.Procs))
	}
	sjf := slices.Clone(k.queue)
	slices.SortStableFunc(sjf, func(a, b *sim.Job) int { return cmp.Compare(a.Estimate, b.Estimate) })
	ljf := slices.Clone(sjf)
	slices.Reverse(ljf)
	orders := [][]*sim.Job{k.queue, sjf, ljf} // as policies

	if len(k.queue) > 1 {
		k.tune(running, orders)
	}
	starts, _ := k.plan(running, orders[k.current])
	started := map[*sim.Job]bool{}
	for i, j := range orders[k.current] {
		if starts[i] == now {
			started[j] = true
			k.m.Start(j)
		}
	}
	if k.current == 0 {
		slices.SortFunc(k.queue, func(a, b *sim.Job) int { return cmp.Compare(a.Index, b.Index) })
	} else {
		k.queue = sjf
	}
	k.queue = slices.DeleteFunc(k.queue, func(j *sim.Job) bool { return started[j] })
}

// tune takes a self-tuning step.
func (k *kept) tune(running *profile.Profile, orders [][]*sim.Job) {
	qualities, ranks := make([]int64, len(orders)), make([]int, len(orders))
	for i, order := range orders {
		_, qualities[i] = k.plan(running, order)
	}
	for i, q := range qualities {
		for _, other := range qualities {
			if other < q {
				ranks[i]++
			}
		}
	}
	next := k.decide(ranks, k.current)
	if k.step != nil {
		k.step(&sim.Step{Time: k.m.Now(), Kind: "tuning", Waiting: len(k.queue), Case: dynp.Case(ranks[0], ranks[1], ranks[2], k.current),
			Before: policies[k.current], After: policies[next]})
	}
	k.current = next
}

// plan returns the starts of the jobs placed in that order, and their sum of width times
// response time. It ranks orders as ARTwW does, since all have the same running jobs and
// sum of widths.
func (k *kept) plan(running *profile.Profile, order []*sim.Job) (starts []int64, quality int64) {
	p := profile.New(k.m.Now(), k.m.Procs())
	p.Copy(running)
	for _, j := range order {
		t, _ := p.Fit(k.m.Now(), j.Estimate, int(j.Procs))
		p.Take(t, j.Estimate, int(j.Procs))
		starts = append(starts, t)
		quality += int64(j.Procs) * (t + j.Estimate - j.Submit)
	}
	return starts, quality
}

// keptRun is a run of kept that keeps the same as one of dynp-advanced or dynp-simple.
func keptRun(label, set, decider string) paper.Run {
	choose := dynp.Simple
	if decider == "advanced" {
		choose = dynp.Advanced
	}
	return paper.Run{Label: label, JobSet: set, Task: &paper.Task{Name: "dynp/kept", Version: 1, Params: decider,
		Do: func(ctx context.Context, w *workload.Workload, aid *paper.Aid, out *paper.Summary) error {
			p, watch := &kept{decide: choose}, steps.New(w)
			spec := experiment.Spec{Own: []experiment.Own{{Name: "kept", Version: "1", Machine: func() sim.Policy { return p }}}}
			hooks := paper.Hooks([]paper.Watch{watch}, aid.Progress)
			played, err := experiment.Play(ctx, experiment.Problem{Spec: &spec, Workload: w}, "kept", hooks)
			if err != nil {
				return err
			}
			watch.Values(out, played.Jobs, played.Placed)
			return out.AddMetrics(played)
		}}}
}

// keptExperiment compares kept with tables 4 to 6.
func keptExperiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/table6-kept", Kind: paper.Table, Title: "Tables 5 and 6 if the plan by FCFS takes the queue as it is kept",
		Doc: "A guess at the paper's program: its queue stays sorted by the policy chosen last, and FCFS plans it as it stands. The text does " +
			"not say so, but nothing else that we tried gives the printed frequencies of the cases. The printed numbers are those of tables 5 " +
			"and 6, and of table 4 for the simple decider."}
	labels := table5.labels()
	for _, s := range labels {
		x.Runs = append(x.Runs, keptRun(s, s, "advanced"), keptRun(s+"/simple", s, "simple"))
	}
	x.Cells = slices.Concat(table5.cells(), table6.cells())
	for _, r := range simpleRows() {
		for _, label := range labels {
			x.Add("simple decider: "+r.title, label, r.unit, own(r.key, label+"/simple"))
		}
	}
	x.Published = keptPublished()
	x.Claims = append(table5Claims(), table6Claims()...)
	return x
}

// keptPublished repeats the numbers of tables 5 and 6, and those of table 4 for the
// simple decider.
func keptPublished() (all []paper.Published) {
	note := func(string, string) string { return noteSets }
	for _, p := range slices.Concat(numbers().Of("table5", note), numbers().Of("table6", note)) {
		if strings.HasPrefix(p.Where, "table") { // not the row of the text
			p.Class = paper.Repeat
			all = append(all, p)
		}
	}
	for _, r := range simpleRows() {
		for _, p := range numbers().Of("table4", note) {
			if set, title, _ := strings.Cut(p.Row, " "); title == r.title && p.Column == columnTitles["artww-simple"] {
				p.Row, p.Column, p.Class = "simple decider: "+title, set, paper.Repeat
				all = append(all, p)
			}
		}
	}
	return all
}

// simpleRows are the rows of table 4 that are compared for the simple decider.
func simpleRows() []printedRow { return append(slices.Clip(table4[3:]), table4[0]) }
