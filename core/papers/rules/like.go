package rules

import (
	"math"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

// A like stands in for a log: as many jobs over as long a time, from the model of Lublin
// and Feitelson, with run times scaled to the log's load. The k-th user is drawn with a
// chance proportional to 1/k; where users are few, a job has the lower of two draws, so
// that every group has users. Nothing else is like the log.
//
// The numbers are those of the public logs. The log of 1995 is not at hand: its jobs
// and processors are the Parallel Workloads Archive's, its load is the next year's.
type like struct {
	procs, jobs int
	days        int
	users       int
	load        float64
	exact       bool // the log has no estimates
	few         bool // few users
}

func (k like) draw(l *paper.Loader, s *set) (*trace.Workload, error) {
	if s.key == "ctc" {
		k.procs = s.size(l.Reading)
	}
	span := int64(k.days) * trace.Day
	if l.Scale == paper.Quick {
		share := float64(quick) / float64(k.jobs)
		span = int64(float64(span) * share)
		k.jobs = quick
	}
	m := &lublin.Model{Jobs: k.jobs, Procs: k.procs, Users: k.users, Seed: l.Draw(), Estimates: lublin.Estimates{Kind: "round", Factor: 3}}
	if k.exact {
		m.Estimates = lublin.Estimates{Kind: "exact"}
	}
	w, err := m.Generate()
	if err != nil {
		return nil, err
	}
	if k.few {
		other, r := det.NewZipf(k.users), det.Stream(l.Draw(), "rules-like users")
		for i := range w.Jobs.Held() {
			w.Jobs.Held()[i].User = min(w.Jobs.Held()[i].User, int32(other.Draw(r)))
		}
	}
	first, last := w.Span()
	w = w.ScaleInterarrival(float64(span) / float64(max(1, last-first)))
	// Rounding to seconds and the least estimate, 1 s, hardly move the load.
	w = w.ScaleRuntime(math.Round(1000*k.load/w.OfferedLoad()) / 1000)
	w.Name = s.key + "-like"
	l.Substitute("%s-like: %d jobs of the model of Lublin and Feitelson over %d days on %d processors, their run times scaled to a load "+
		"of %.2f, with %d users.",
		s.key, k.jobs, (span+trace.Day/2)/trace.Day, k.procs, k.load, k.users)
	return w, nil
}
