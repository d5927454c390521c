package workload

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/job"
)

// Cleaning says which jobs Clean removes. The zero value removes none.
type Cleaning struct {
	// Filters are expressions of ParseFilter; a job that any chooses is removed. The archive
	// uses them for flurries: bursts of jobs of one user.
	Filters []string `json:"filters,omitempty"`

	Cancelled bool `json:"cancelled,omitempty"` // jobs of status 5, which may have run for some time
	Failed    bool `json:"failed,omitempty"`    // jobs of status 0
	ZeroRun   bool `json:"zeroRun,omitempty"`   // jobs with a run time of 0
}

// A Removal says how many jobs one filter or option of Clean removed.
type Removal struct {
	What string `json:"what"`
	Jobs int    `json:"jobs"`
}

// Clean removes jobs and counts them by filter, in order, and option; a job that several choose
// counts for the first.
func (w *Workload) Clean(c Cleaning) (*Workload, []Removal, error) {
	type check struct {
		what   string
		remove func(*job.Job) bool
	}
	var checks []check
	for _, text := range c.Filters {
		f, err := ParseFilter(text)
		if err != nil {
			return nil, nil, err
		}
		remove, err := f.bind(w)
		if err != nil {
			return nil, nil, err
		}
		checks = append(checks, check{f.String(), remove})
	}
	if c.Cancelled {
		checks = append(checks, check{"cancelled jobs", func(j *job.Job) bool { return j.Status == 5 }})
	}
	if c.Failed {
		checks = append(checks, check{"failed jobs", func(j *job.Job) bool { return j.Status == 0 }})
	}
	if c.ZeroRun {
		checks = append(checks, check{"jobs with a run time of 0", func(j *job.Job) bool { return j.Run == 0 }})
	}
	removed := make([]Removal, len(checks))
	texts := make([]string, len(checks))
	cleaned := w.keep("", func(j *job.Job) bool {
		for i, c := range checks {
			if c.remove(j) {
				removed[i].Jobs++
				return false
			}
		}
		return true
	})
	for i, c := range checks {
		removed[i].What = c.what
		texts[i] = fmt.Sprintf("%s (%d jobs removed)", strings.TrimSpace(stripRemoved(c.what)), removed[i].Jobs)
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
