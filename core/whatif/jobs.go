package whatif

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/backfill-lab/backfill/core/system"
	"github.com/backfill-lab/backfill/core/twin"
)

// reload lets an account have a share more jobs (negative: fewer). What is added are copies of its jobs
// that depend on nothing and belong to no array, submitted when others of its jobs were.
func reload(l *twin.Log, account string, share float64, seed uint64) error {
	var own []int
	for i := range l.Recorded {
		if l.Recorded[i].Account == account && l.Recorded[i].Starts != nil {
			own = append(own, i)
		}
	}
	if len(own) == 0 {
		return fmt.Errorf("no job of account %s ran", account)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	gone := make([]bool, len(l.Jobs))
	n := int(share*float64(len(own)) + 0.5)
	if share < 0 {
		n = int(-share*float64(len(own)) + 0.5)
		r.Shuffle(len(own), func(a, b int) { own[a], own[b] = own[b], own[a] })
		for _, i := range own[:n] {
			gone[i] = true
		}
		n = 0
	}
	for range n {
		i, when := own[r.IntN(len(own))], own[r.IntN(len(own))]
		j, rec := l.Jobs[i], l.Recorded[i]
		j.Submit, j.Begin = l.Jobs[when].Submit, system.None
		j.SubmitUs, j.RunUs, j.StopUs = 0, 0, nil
		j.After, j.Array, j.ArrayLimit, j.Held = nil, 0, 0, false
		rec.Submit, rec.Starts = j.Submit, nil // nothing is recorded of it
		l.Jobs, l.Recorded, gone = append(l.Jobs, j), append(l.Recorded, rec), append(gone, false)
	}
	renumber(l, gone)
	return nil
}

// renumber drops the jobs that are gone, and puts the rest in order of submission.
func renumber(l *twin.Log, gone []bool) {
	var order []int
	for i := range l.Jobs {
		if !gone[i] {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.Jobs[a].Submit, l.Jobs[b].Submit) })
	now := make([]int32, len(l.Jobs)) // where each job stands
	for i := range now {
		now[i] = system.None
	}
	jobs, recorded := make([]system.Job, len(order)), make([]twin.Job, len(order))
	for k, i := range order {
		now[i] = int32(k)
		jobs[k], recorded[k] = l.Jobs[i], l.Recorded[i]
		jobs[k].ID = int64(k + 1)
	}
	for k := range jobs {
		after := slices.Clone(jobs[k].After)
		for d := range after {
			after[d].Job = now[after[d].Job]
		}
		jobs[k].After = slices.DeleteFunc(after, func(d system.Dependency) bool { return d.Job == system.None })
	}
	changes := slices.Clone(l.Changes)
	for k := range changes { // of a Log, all are of jobs
		changes[k].Job = now[changes[k].Job]
	}
	l.Jobs, l.Recorded = jobs, recorded
	l.Changes = slices.DeleteFunc(changes, func(c system.Change) bool { return c.Job == system.None })
}
