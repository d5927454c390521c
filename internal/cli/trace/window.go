package trace

import (
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// window reads the time [--from, --to) in seconds or dates; "" is the beginning or the end.
func window(clock trace.Clock, from, to string) (first, last int64, err error) {
	last = job.MaxSeconds + 1
	for _, bound := range []struct {
		flag, text string
		at         *int64
	}{{"--from", from, &first}, {"--to", to, &last}} {
		if bound.text == "" {
			continue
		}
		if *bound.at, err = clock.Second(bound.text); err != nil {
			return 0, 0, usage.Errorf("%s: %w", bound.flag, err)
		}
	}
	if first >= last {
		return 0, 0, usage.Errorf("no time is between --from %s and --to %s", from, to)
	}
	return first, last, nil
}
