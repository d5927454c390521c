package rules

import (
	"context"
	"time"

	"github.com/backfill-lab/backfill/core/learn/pareto"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/papers/rules/internal/offline"
	"github.com/backfill-lab/backfill/core/trace"
)

// A search is what a front depends on, beside its job set and trainings.
type search struct {
	Seed        uint64
	Size        int // orders of a generation
	Generations int
	Overrun     string `json:",omitempty"`
}

// search is longest on the workload whose front the paper shows.
func (s *set) search(at paper.Setting) search {
	v := search{Seed: max(1, at.Seed), Size: 100, Generations: 15, Overrun: overrun(at.Reading)}
	switch {
	case at.Scale == paper.Quick:
		v.Size, v.Generations = 20, 4
	case s.key == "ctc":
		v.Generations = 40
	}
	return v
}

const onFront = "points of the front" // the length of every series

// pause is the least time between two saves of a search: the orders of a generation
// take tens of megabytes.
var pause = 30 * time.Second

func frontLabel(set string) string { return set + " front" }

// front returns the search for the off-line front of the set. It begins with the orders of every
// strategy and, unless the reading leaves them out, of every rule base trained on the set.
func (s *set) front(at paper.Setting) paper.Run {
	search := s.search(at)
	var after []paper.Run
	if seeded(at) {
		after = s.trainings(at)
	}
	return paper.Run{Label: frontLabel(s.key), JobSet: s.key, Task: &paper.Task{Name: "rules/front", Version: 1, Params: search,
		After: after,
		Do: func(ctx context.Context, w *trace.Workload, aid *paper.Aid, out *paper.Summary) error {
			o := offline.Options{Seed: search.Seed, Size: search.Size, Generations: search.Generations, Overrun: search.Overrun}
			for _, trained := range aid.After {
				o.Bases = append(o.Bases, trained.Bases[base])
			}
			last := time.Now()
			c := offline.Control{Workers: aid.Workers, Checkpoint: func(s *offline.State) error {
				if time.Since(last) < pause {
					return nil
				}
				last = time.Now()
				return save(aid, s)
			}}
			c.Progress = func(p pareto.Progress) { aid.Progress(p.Evaluations, o.Evaluations()) }
			if data := aid.Saved(); data != nil {
				c.From, _ = offline.ParseState(data) // a damaged state begins anew
			}
			f, err := offline.Run(ctx, w, o, c)
			if err != nil {
				return err
			}
			keepAll(out, f.Scores)
			out.Values[onFront], out.Values[simulated] = float64(len(f.Scores)), float64(f.Evaluations)
			return nil
		}}}
}

// frontDoc says what the reader of a front has to know.
func frontDoc(at paper.Setting) string {
	with := "the orders in which the 13 strategies and the rule bases of all trainings start the jobs, so none of these can be below it"
	if !seeded(at) {
		with = "the orders in which the 13 strategies start the jobs"
	}
	return "The search for the off-line front (PF) begins with " + with + ", and it knows all run times and submissions."
}

// ofFront is a measure at the front's point with the lowest objective.
func ofFront(r *paper.Results, set, measure string) float64 {
	return r.Series(frontLabel(set), measure)[lowest(r.Series(frontLabel(set), objective))]
}
