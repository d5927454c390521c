package bridge

import (
	"github.com/backfill-lab/backfill/core/workload"
)

// A Summary tells what a workload is before it is simulated.
type Summary struct {
	Name     string           `json:"name"`
	Source   string           `json:"source"`
	Procs    int              `json:"procs"`
	Jobs     int              `json:"jobs"`
	Span     int64            `json:"span"` // seconds from the first submission to the last
	Load     float64          `json:"load"` // area of all jobs over procs times Span; 0 where Span is 0
	Users    int              `json:"users"`
	Waits    int              `json:"waits"`      // jobs whose wait the log records
	Unix     int64            `json:"unix_start"` // Unix time of second 0, or 0
	Counts   []workload.Count `json:"counts"`     // odd rows by rule
	Workload string           `json:"sha256"`
}

func summarise(w *workload.Workload) Summary {
	s := Summary{
		Name: w.Name, Source: w.Source, Procs: w.Procs, Jobs: len(w.Jobs), Users: len(w.Users),
		Unix: w.UnixStart, Counts: w.Counts, Workload: w.SHA256(),
	}
	area := 0.0
	for i := range w.Jobs {
		j := &w.Jobs[i]
		area += j.Area(true)
		if j.Wait >= 0 {
			s.Waits++
		}
	}
	if n := len(w.Jobs); n > 0 {
		s.Span = w.Jobs[n-1].Submit - w.Jobs[0].Submit
	}
	if s.Span > 0 && w.Procs > 0 {
		s.Load = area / (float64(w.Procs) * float64(s.Span))
	}
	return s
}
