package evolve

import (
	"cmp"
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/internal/checkpoint"
)

// Selection says who may become a parent.
type Selection string

const (
	Plus  Selection = "plus"  // parents and offspring: (mu+lambda)
	Comma Selection = "comma" // offspring only: (mu,lambda)
)

// Recombination says how many parents an offspring has before it mutates.
type Recombination string

const (
	None         Recombination = "none"         // one
	Discrete     Recombination = "discrete"     // two: every gene and its step from one of them
	Intermediate Recombination = "intermediate" // two: the means of genes and steps; of nominal genes as discrete
)

// Partners says with whom a member of a species is judged.
type Partners string

const (
	Shuffle Partners = "shuffle" // random teams, every member in one: no more evaluations than one species
	Random  Partners = "random"  // a team of its own, with random parents of the other species
	Best    Partners = "best"    // a team of its own, with the best parents (Potter and De Jong 1994); at first Random
)

// Options are the settings of a run; they marshal to JSON. Zero means the default.
type Options struct {
	// Task names the meaning of the fitness, such as a digest of workload and objective.
	// Run refuses a checkpoint of another task.
	Task string `json:"task,omitempty"`
	Seed uint64 `json:"seed"`

	Mu          int `json:"mu"`          // parents of a species; 3
	Lambda      int `json:"lambda"`      // offspring of a species; 21
	Generations int `json:"generations"` // after the first; 40

	Selection     Selection     `json:"selection"`     // plus
	Recombination Recombination `json:"recombination"` // none
	Partners      Partners      `json:"partners"`      // shuffle

	// Step is the first step size as a share of a parameter's range, and the first
	// chance of a Nominal; 1/sqrt(u) for a species of u parameters.
	Step         float64 `json:"step,omitempty"`
	SmallestStep float64 `json:"smallest_step,omitempty"` // as a share of the range; 1e-9
	Tau0         float64 `json:"tau0,omitempty"`          // 1/sqrt(2u)
	Tau1         float64 `json:"tau1,omitempty"`          // 1/sqrt(2*sqrt(u))

	Patience int      `json:"patience,omitempty"` // generations without a better team to stop after; never
	Target   *float64 `json:"target,omitempty"`   // fitness at or below which to stop; never
}

// MaxGenes bounds the genes of a generation, the parameters of all species times
// mu+lambda; MaxGenerations the length of a run.
const (
	MaxGenes       = 1 << 26
	MaxGenerations = 1_000_000
)

// filled returns o with the defaults that do not depend on the species.
func (o Options) filled() Options {
	o.Mu, o.Lambda, o.Generations = cmp.Or(o.Mu, 3), cmp.Or(o.Lambda, 21), cmp.Or(o.Generations, 40)
	o.Selection, o.Recombination = cmp.Or(o.Selection, Plus), cmp.Or(o.Recombination, None)
	o.Partners, o.SmallestStep = cmp.Or(o.Partners, Shuffle), cmp.Or(o.SmallestStep, 1e-9)
	return o
}

// Check returns the error that Run returns for o.
func (o Options) Check() error {
	o = o.filled()
	return o.check()
}

// check checks filled options.
func (o *Options) check() error {
	target := 0.0
	if o.Target != nil {
		target = *o.Target
	}
	in := func(x, low, high float64) bool { return x >= low && x <= high }
	const aShare, aRate = "a share of the range, up to 1", "a learning rate, 0 to 10"
	for _, x := range []struct {
		ok   bool
		name string
		got  any
		want string
	}{
		{in(float64(o.Mu), 1, MaxGenes), "mu", o.Mu, "1 or more parents"},
		{in(float64(o.Lambda), 1, MaxGenes), "lambda", o.Lambda, "1 or more offspring"},
		{in(float64(o.Generations), 1, MaxGenerations), "generations", o.Generations, fmt.Sprintf("1 to %d", MaxGenerations)},
		{o.Selection == Plus || o.Selection == Comma, "selection", o.Selection, "plus or comma"},
		{o.Selection == Plus || o.Lambda >= o.Mu, "lambda", o.Lambda,
			fmt.Sprintf("at least mu, %d: comma selection takes the parents from the offspring", o.Mu)},
		{o.Recombination == None || o.Recombination == Discrete || o.Recombination == Intermediate,
			"recombination", o.Recombination, "none, discrete or intermediate"},
		{o.Partners == Shuffle || o.Partners == Random || o.Partners == Best, "partners", o.Partners, "shuffle, random or best"},
		{in(o.Step, 0, 1), "step", o.Step, aShare},
		{in(o.SmallestStep, 0, 1), "smallest_step", o.SmallestStep, aShare},
		{in(o.Tau0, 0, 10), "tau0", o.Tau0, aRate},
		{in(o.Tau1, 0, 10), "tau1", o.Tau1, aRate},
		{o.Patience >= 0, "patience", o.Patience, "a number of generations"},
		{finite(target), "target", target, "a finite fitness"},
	} {
		if !x.ok {
			return fmt.Errorf("evolve: %s is %v; give %s", x.name, x.got, x.want)
		}
	}
	return nil
}

// Rates returns the first step size, as a share of a range, and the learning rates of a species
// with u parameters.
func (o *Options) Rates(u int) (step, tau0, tau1 float64) {
	n := float64(u)
	return cmp.Or(o.Step, 1/math.Sqrt(n)), cmp.Or(o.Tau0, 1/math.Sqrt(2*n)), cmp.Or(o.Tau1, 1/math.Sqrt(2*math.Sqrt(n)))
}

// same returns an error if o and was, the options of a checkpoint, differ in more than
// when to stop.
func (o *Options) same(was *Options) error {
	return checkpoint.Same(*was, *o, "generations", "patience", "target")
}
