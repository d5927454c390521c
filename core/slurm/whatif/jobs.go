package whatif

import (
	"fmt"
	"math/rand/v2"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
)

// reload lets an account have a share more jobs (negative: fewer). What is added are copies of its jobs
// that depend on nothing and belong to no array, submitted when others of its jobs were.
func reload(l *accounting.Log, account string, share float64, seed uint64) error {
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
		j.Submit, j.Begin = l.Jobs[when].Submit, cluster.None
		j.SubmitUs, j.RunUs, j.StopUs = 0, 0, nil
		j.After, j.Array, j.ArrayLimit, j.Held = nil, 0, 0, false
		rec.Submit, rec.Starts = j.Submit, nil // nothing is recorded of it
		l.Jobs, l.Recorded, gone = append(l.Jobs, j), append(l.Recorded, rec), append(gone, false)
	}
	l.Drop(gone)
	return nil
}
