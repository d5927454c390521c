package progress

import (
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
)

// Runs returns a function that shows the progress of several runs on m.
func Runs(m *Meter, policies []string, jobs int) func(experiment.Progress) {
	done := map[string]int{}
	return func(p experiment.Progress) {
		done[p.Policy] = p.Done
		sum := 0
		var running []string
		for _, name := range policies {
			n := done[name]
			if sum += n; n > 0 && n < jobs {
				running = append(running, name)
			}
		}
		if len(running) > 0 {
			m.Title(strings.Join(running, ", "))
		}
		m.Set(int64(sum), int64(jobs*len(policies)))
	}
}
