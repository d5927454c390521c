package trace

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/core/trace/managers"
)

// readManagers reads the jobs of a file that package managers recognises, or says what to give instead of it.
func readManagers(name string, f *managers.Format, src *text.Source, b *builder) (*Workload, error) {
	if err := f.Refusal(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return nil, nil
}
