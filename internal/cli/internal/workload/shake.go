package workload

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/trace"
)

// A shakeFlag is the value of --shake: seconds, or seconds and a seed, 60:3.
type shakeFlag struct{ *experiment.Shake }

func (f *shakeFlag) Type() string { return "seconds" }

func (f *shakeFlag) String() string {
	if f.Shake == nil {
		return ""
	}
	return fmt.Sprintf("%d:%d", f.WithinS, f.Seed)
}

func (f *shakeFlag) Set(text string) error {
	within, seed, seeded := strings.Cut(text, ":")
	s := &experiment.Shake{}
	var err error
	if s.WithinS, err = strconv.ParseInt(within, 10, 64); err == nil && seeded {
		s.Seed, err = strconv.ParseUint(seed, 10, 64)
	}
	if err != nil || s.WithinS < 1 || s.WithinS > trace.MostShake {
		return fmt.Errorf("give 1 to %d seconds, and a seed after a colon for another draw, such as 60:3", trace.MostShake)
	}
	f.Shake = s
	return nil
}
