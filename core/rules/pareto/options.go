package pareto

import "fmt"

// Options are the settings of a run; they marshal to JSON. What is zero is the
// default.
type Options struct {
	// Task names what is judged (a digest of the workload, say). A checkpoint of
	// another task is refused.
	Task string `json:"task,omitempty"`
	Seed uint64 `json:"seed"`

	Size        int     `json:"size"`        // candidates in a generation; 100
	Generations int     `json:"generations"` // after the first; 100
	Crossover   float64 `json:"crossover"`   // share of the offspring that have two parents; 0.9, below 0 means none
}

// MaxSize and MaxGenerations are the limits of Options.
const (
	MaxSize        = 100_000
	MaxGenerations = 1_000_000
)

func (o Options) filled() Options {
	if o.Size == 0 {
		o.Size = 100
	}
	if o.Generations == 0 {
		o.Generations = 100
	}
	if o.Crossover == 0 {
		o.Crossover = 0.9
	}
	return o
}

// check says what is wrong with filled options.
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

// same says how the run of o differs from the one whose options were was; how
// long it is is free to change.
func (o *Options) same(was *Options) error {
	differs := func(name string, was, is any) error {
		return fmt.Errorf("pareto: the checkpoint was made with %s %v, this run has %v: give what it was made with, or begin anew", name, was, is)
	}
	switch {
	case was.Task != o.Task:
		return differs("task", fmt.Sprintf("%q", was.Task), fmt.Sprintf("%q", o.Task))
	case was.Seed != o.Seed:
		return differs("seed", was.Seed, o.Seed)
	case was.Size != o.Size:
		return differs("size", was.Size, o.Size)
	case was.Crossover != o.Crossover:
		return differs("crossover", was.Crossover, o.Crossover)
	}
	return nil
}
