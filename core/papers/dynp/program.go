package dynp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/dynp"
	"github.com/backfill-lab/backfill/core/sim"
)

// A program is a guess at the paper's scheduler where the text is silent. The zero value of
// every field is what core/policy/dynp does.
type program struct {
	// Steps says when a self-tuning step is taken: "second" (also ""), one after all that
	// happens in a second; "event", one after each end and each submission, of those in one
	// second the ends first.
	Steps string `json:"steps,omitempty"`

	// List says what the policies sort, and what a step leaves behind.
	List handling `json:"list,omitzero"`

	// Place says what becomes of planned starts. "replan" (also ""): every job is placed anew
	// at every submission and end. "standing": a new job goes into the standing plan, and at
	// an end jobs only move earlier, one after the other in the policy's order. "ends": a new
	// job goes into the standing plan, and at an end every job is placed anew, as section 5
	// puts it. With both, self-tuning steps are taken only at ends.
	Place string `json:"place,omitempty"`

	// Threshold is with how many waiting jobs a self-tuning step is taken. 0 stands for 2: with
	// one, all plans are equal.
	Threshold int `json:"threshold,omitempty"`

	Quality string `json:"quality,omitempty"` // "artww" (also ""), "art" or "ms"
	Decider string `json:"decider"`           // "simple", "advanced", or the only policy: "fcfs", "sjf", "ljf"
}

// name says what the program is, in a form that a Spec takes for a policy's name.
func (p program) name() string {
	var parts []string
	threshold := ""
	if p.Threshold > 0 {
		threshold = fmt.Sprintf("from-%d", p.Threshold)
	}
	for _, part := range []string{p.Decider, p.Quality, p.Steps, p.List.name(), p.Place, threshold} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return "program " + strings.Join(parts, " ")
}

// check panics if the program is none.
func (p program) check() {
	checkValues(
		allowed{p.Steps, []string{"", "second", "event"}}, allowed{p.Place, []string{"", "replan", "standing", "ends"}},
		allowed{p.Quality, []string{"", "artww", "art", "ms"}}, allowed{p.Decider, append([]string{"simple", "advanced"}, policies...)})
	p.List.check()
}

// allowed is a value with all that it may be.
type allowed struct {
	value  string
	values []string
}

// checkValues panics if a value is not allowed.
func checkValues(all ...allowed) {
	for _, a := range all {
		if !slices.Contains(a.values, a.value) {
			panic(fmt.Sprintf("dynp: a program has %q instead of one of %q", a.value, a.values))
		}
	}
}

// new returns the program's scheduler.
func (p program) new() sim.Policy {
	p.check()
	if p.Place == "standing" || p.Place == "ends" {
		return newStanding(p)
	}
	return newReplanning(p)
}

// fixed returns the index of the program's only policy; ok is false if it is self-tuning.
func (p program) fixed() (policy int, ok bool) {
	policy = slices.Index(policies, p.Decider)
	return policy, policy >= 0
}

// spec returns the Spec of the program on a job set.
func (p program) spec(shrink float64) experiment.Spec {
	return experiment.Spec{Policies: []string{p.name()}, Shrink: shrink,
		Own: []experiment.Own{{Name: p.name(), Version: "1", Make: p.new}}}
}

// playProgram returns the run of a program.
func playProgram(label, jobSet string, p program, factor float64) paper.Run {
	run := paper.Run{Label: label, JobSet: jobSet, Spec: p.spec(factor)}
	if _, fixed := p.fixed(); !fixed {
		run.Statistics = []paper.Statistic{steps}
	}
	return run
}

// A tuner takes self-tuning steps and remembers the policy in force.
type tuner struct {
	decide    dynp.Decider // nil with one policy
	current   int          // index into policies
	threshold int          // with how many waiting jobs a step is taken
	quality   string
	ranks     [3]int
	record    func(*sim.Step)
	step      sim.Step
}

func newTuner(p program) tuner {
	t := tuner{threshold: cmp.Or(p.Threshold, 2), quality: p.Quality, step: sim.Step{Kind: "self-tuning"}}
	switch p.Decider {
	case "simple":
		t.decide = dynp.Simple
	case "advanced":
		t.decide = dynp.Advanced
	default:
		t.current, _ = p.fixed()
	}
	return t
}

// OnStep implements sim.Stepper. The steps have the kind "self-tuning".
func (t *tuner) OnStep(record func(*sim.Step)) { t.record = record }

// InForce implements sim.Switcher.
func (t *tuner) InForce() string { return policies[t.current] }

// reset puts the first policy in force.
func (t *tuner) reset() {
	if t.decide != nil {
		t.current = 0
	}
}

// choose takes a step: measured are the plans of the policies, less being better.
func (t *tuner) choose(now int64, waiting int, measured [3]int64) {
	ranks := t.ranks[:]
	for i, q := range measured {
		ranks[i] = 0
		for _, other := range measured {
			if other < q {
				ranks[i]++
			}
		}
	}
	before := t.current
	t.current = t.decide(ranks, before)
	if t.record == nil {
		return
	}
	s := &t.step
	s.Time, s.Waiting, s.Before, s.After = now, waiting, policies[before], policies[t.current]
	s.Case = dynp.Case(ranks[0], ranks[1], ranks[2], before)
	t.record(s)
}

// count counts a job in a plan's quality so far. All plans of a step have the same jobs, so
// sums rank them as the averages would; the running jobs matter only to MS.
func (t *tuner) count(sum int64, j *sim.Job, start int64) int64 {
	switch end := start + j.Estimate; t.quality {
	case "ms":
		return max(sum, end)
	case "art":
		return sum + end - j.Submit
	default:
		return sum + int64(j.Procs)*(end-j.Submit)
	}
}

// ofRunning is the quality to begin with: the last estimated end of a running job, or of
// one whose end is not known yet.
func (t *tuner) ofRunning(m *sim.Machine, pending []sim.Running) (last int64) {
	if t.quality != "ms" {
		return 0
	}
	if running := m.Running(); len(running) > 0 {
		last = running[len(running)-1].End
	}
	for _, r := range pending {
		last = max(last, r.End)
	}
	return last
}
