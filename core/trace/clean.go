package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Cleaning says which jobs Clean removes. The zero value removes none.
type Cleaning struct {
	// Filters are expressions for ParseFilter that choose jobs to remove. The archive uses
	// them for flurries: bursts of jobs of one user.
	Filters []string `json:"filters,omitempty"`

	Cancelled bool `json:"cancelled,omitempty"` // jobs of status 5, which may have run for some time
	Failed    bool `json:"failed,omitempty"`    // jobs of status 0
	ZeroRun   bool `json:"zero_run,omitempty"`  // jobs with a run time of 0
}

// A Removal is the number of jobs that one filter or option of Clean removed.
type Removal struct {
	What string `json:"what"`
	Jobs int    `json:"jobs"`
}

// Clean removes jobs and counts them by filter, in order, and option. A job chosen by
// several counts for the first.
func (w *Workload) Clean(c Cleaning) (*Workload, []Removal, error) {
	removed := []Removal{}
	var checks []func(*job.Job) bool // parallel
	add := func(what string, remove func(*job.Job) bool) {
		removed, checks = append(removed, Removal{What: what}), append(checks, remove)
	}
	for _, text := range c.Filters {
		f, err := ParseFilter(text)
		if err != nil {
			return nil, nil, err
		}
		remove, err := f.bind(w)
		if err != nil {
			return nil, nil, err
		}
		add(f.String(), remove)
	}
	if c.Cancelled {
		add("cancelled jobs", func(j *job.Job) bool { return j.Status == 5 })
	}
	if c.Failed {
		add("failed jobs", func(j *job.Job) bool { return j.Status == 0 })
	}
	if c.ZeroRun {
		add("jobs with a run time of 0", func(j *job.Job) bool { return j.Run == 0 })
	}
	cleaned := w.keep("", func(j *job.Job) bool {
		i := slices.IndexFunc(checks, func(remove func(*job.Job) bool) bool { return remove(j) })
		if i >= 0 {
			removed[i].Jobs++
		}
		return i < 0
	})
	var texts []string
	for _, r := range removed {
		texts = append(texts, fmt.Sprintf("%s (%d jobs removed)", strings.TrimSpace(stripRemoved(r.What)), r.Jobs))
	}
	cleaned.Changes[len(cleaned.Changes)-1] = "cleaned: " + strings.Join(texts, ", ")
	return cleaned, removed, nil
}

// Filters returns the filters that a cleaned log's header lists.
func (w *Workload) Filters() []string {
	var all []string
	for _, line := range w.Header.Lines {
		text := strings.TrimSpace(strings.TrimLeft(line, "; \t"))
		if !strings.HasSuffix(text, " removed)") {
			continue
		}
		if _, err := ParseFilter(text); err == nil {
			all = append(all, text)
		}
	}
	return all
}
