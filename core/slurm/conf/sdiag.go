package conf

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// epoch is a Unix time in brackets, as sdiag prints after a date.
var epoch = regexp.MustCompile(`\((\d+)\)`)

// ReadSdiag takes from the output of sdiag when a backfill cycle began, and what a cycle costs
// for each job that it tries: the mean of all cycles over their mean depth. It is an error if
// sdiag does not say when.
func ReadSdiag(name string, src io.Reader, s *cluster.Scheduling) error {
	var cycle, depth int64
	in := bounded.Lines(io.LimitReader(src, maxText), 64<<10)
	backfill := false
	for in.Scan() {
		key, value, _ := strings.Cut(strings.TrimSpace(in.Text()), ":")
		value = strings.TrimSpace(value)
		n, _ := strconv.ParseInt(value, 10, 64) // 0 is not given
		switch {
		case strings.HasPrefix(key, "Backfilling stats"):
			backfill = true
		case !backfill:
		case key == "Last cycle when":
			if m := epoch.FindStringSubmatch(value); m != nil {
				if at, err := strconv.ParseInt(m[1], 10, 64); err == nil && at > 0 {
					s.BfCycleUnixS = &at
				}
			}
		case key == "Mean cycle":
			cycle = n
		case key == "Depth Mean":
			depth = n
		}
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if s.BfCycleUnixS == nil {
		return fmt.Errorf("%s: the output of sdiag does not say when the last backfill cycle was, with its Unix time in brackets", name)
	}
	if depth > 0 {
		s.BfJobUs = min(cycle/depth, 1e6)
	}
	return nil
}
