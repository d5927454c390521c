package pareto

import (
	"cmp"
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/checkpoint"
)

// Options are the settings of a run; they marshal to JSON. Zero means the default.
type Options struct {
	// Task names the problem, such as a digest of the workload. Run refuses a checkpoint
	// of another task.
	Task string `json:"task,omitempty"`
	Seed uint64 `json:"seed"`

	Size        int     `json:"size"`        // candidates in a generation; 100
	Generations int     `json:"generations"` // after the first; 100
	Crossover   float64 `json:"crossover"`   // share of offspring with two parents; 0.9, below 0 for none
}

// MaxSize and MaxGenerations are the limits of Options.
const (
	MaxSize        = 100_000
	MaxGenerations = 1_000_000
)

func (o Options) filled() Options {
	o.Size, o.Generations, o.Crossover = cmp.Or(o.Size, 100), cmp.Or(o.Generations, 100), cmp.Or(o.Crossover, 0.9)
	return o
}

// check checks filled options.
func (o *Options) check() error {
	switch {
	case o.Size < 2 || o.Size > MaxSize:
		return fmt.Errorf("pareto: size is %d; give 2 to %d candidates", o.Size, MaxSize)
	case o.Generations < 1 || o.Generations > MaxGenerations:
		return fmt.Errorf("pareto: generations is %d; give 1 to %d", o.Generations, MaxGenerations)
	case !(o.Crossover >= -1 && o.Crossover <= 1):
		return fmt.Errorf("pareto: crossover is %g; give a share, up to 1, or -1 for none", o.Crossover)
	}
	return nil
}

// same returns an error if o and was, the options of a checkpoint, differ in more than the
// number of generations.
func (o *Options) same(was *Options) error {
	return checkpoint.Same(*was, *o, "generations")
}
