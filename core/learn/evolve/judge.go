package evolve

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"sync"

	"github.com/backfill-lab/backfill/core/internal/pool"
)

// Progress is the progress of a run.
type Progress struct {
	Generation  int      // being judged; the first is 0
	Generations int      // after the first, if nothing stops the run early
	Done, Total int      // teams of this generation that need judging
	Evaluations int      // calls of Evaluate so far, including those before the checkpoint
	Best        *float64 // fitness of the best team of earlier generations; nil in the first
}

// A judge finds and remembers the fitness of teams.
type judge struct {
	problem  Problem
	workers  int
	progress func(Progress)
	known    map[string]float64
}

// all returns the fitness of every team, and what it learned.
func (j *judge) all(ctx context.Context, teams [][][]float64, p Progress) ([]float64, []Known, error) {
	keys := make([]string, len(teams))
	fresh := make(map[string]bool)
	var todo []int
	for i, team := range teams {
		keys[i] = key(team)
		if _, ok := j.known[keys[i]]; !ok && !fresh[keys[i]] {
			fresh[keys[i]] = true
			todo = append(todo, i)
		}
	}
	p.Total = len(todo)
	learned := make([]Known, len(todo))
	var mu sync.Mutex
	j.report(p)
	err := pool.Each(ctx, len(todo), j.workers, func(n int) error {
		i := todo[n]
		f, err := j.problem.Evaluate(ctx, teams[i])
		if err == nil && !finite(f) {
			err = fmt.Errorf("the fitness is %g, expected a finite number", f)
		}
		if err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return fmt.Errorf("evolve: generation %d, team %d of %d: %w", p.Generation, i+1, len(teams), err)
		}
		learned[n] = Known{keys[i], f}
		mu.Lock()
		defer mu.Unlock()
		p.Done++
		p.Evaluations++
		j.report(p)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	for _, k := range learned {
		j.known[k.Key] = k.Fitness
	}
	fitness := make([]float64, len(teams))
	for i := range teams {
		fitness[i] = j.known[keys[i]]
	}
	return fitness, learned, nil
}

func (j *judge) report(p Progress) {
	if j.progress != nil {
		j.progress(p)
	}
}

// keyBytes is the number of bytes of a SHA-256 in a key.
const keyBytes = 16

func key(team [][]float64) string {
	var text []byte
	for _, part := range team {
		text = binary.LittleEndian.AppendUint64(text, uint64(len(part)))
		for _, v := range part {
			text = binary.LittleEndian.AppendUint64(text, math.Float64bits(v))
		}
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:keyBytes])
}
