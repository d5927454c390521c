package evolve

import (
	"cmp"
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/rules/internal/checkpoint"
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
	// Shuffle makes random teams, with every member in one. It costs no more
	// evaluations than one species.
	Shuffle Partners = "shuffle"
	// Random gives everyone its own team, with random parents of the other species.
	Random Partners = "random"
	// Best gives everyone its own team, with the best parents of the other species
	// (Potter and De Jong 1994); in the first generation it is Random.
	Best Partners = "best"
)

// Options are the settings of a run; they marshal to JSON. Zero means the default.
type Options struct {
	// Task names the meaning of the fitness, for instance by a digest of workload and
	// objective. Run refuses a checkpoint of another task.
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
	Step float64 `json:"step,omitempty"`
	// SmallestStep is the smallest step as a share of the range; 1e-9.
	SmallestStep float64 `json:"smallest_step,omitempty"`
	Tau0         float64 `json:"tau0,omitempty"` // 1/sqrt(2u)
	Tau1         float64 `json:"tau1,omitempty"` // 1/sqrt(2*sqrt(u))

	Patience int      `json:"patience,omitempty"` // generations without a better team to stop after; never
	Target   *float64 `json:"target,omitempty"`   // fitness to stop at or below; never
}

// MaxGenes bounds the genes of a generation: the parameters of all species times
// mu+lambda. MaxGenerations bounds the length of a run.
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

// Check returns the error that Run would return for o.
func (o Options) Check() error {
	o = o.filled()
	return o.check()
}

// check checks filled options.
func (o *Options) check() error {
	wrong := func(name string, got any, want string) error {
		return fmt.Errorf("evolve: %s is %v; give %s", name, got, want)
	}
	const aShare, aRate = "a share of the range, up to 1", "a learning rate, 0 to 10"
	share := func(x float64) bool { return x >= 0 && x <= 1 }
	rate := func(x float64) bool { return x >= 0 && x <= 10 }
	switch {
	case o.Mu < 1 || o.Mu > MaxGenes:
		return wrong("mu", o.Mu, "1 or more parents")
	case o.Lambda < 1 || o.Lambda > MaxGenes:
		return wrong("lambda", o.Lambda, "1 or more offspring")
	case o.Generations < 1 || o.Generations > MaxGenerations:
		return wrong("generations", o.Generations, fmt.Sprintf("1 to %d", MaxGenerations))
	case o.Selection != Plus && o.Selection != Comma:
		return wrong("selection", o.Selection, "plus or comma")
	case o.Selection == Comma && o.Lambda < o.Mu:
		return wrong("lambda", o.Lambda, fmt.Sprintf("at least mu, %d: comma selection takes the parents from the offspring", o.Mu))
	case o.Recombination != None && o.Recombination != Discrete && o.Recombination != Intermediate:
		return wrong("recombination", o.Recombination, "none, discrete or intermediate")
	case o.Partners != Shuffle && o.Partners != Random && o.Partners != Best:
		return wrong("partners", o.Partners, "shuffle, random or best")
	case !share(o.Step):
		return wrong("step", o.Step, aShare)
	case !share(o.SmallestStep):
		return wrong("smallest_step", o.SmallestStep, aShare)
	case !rate(o.Tau0):
		return wrong("tau0", o.Tau0, aRate)
	case !rate(o.Tau1):
		return wrong("tau1", o.Tau1, aRate)
	case o.Patience < 0:
		return wrong("patience", o.Patience, "a number of generations")
	case o.Target != nil && !finite(*o.Target):
		return wrong("target", *o.Target, "a finite fitness")
	}
	return nil
}

// rates returns the step size and learning rates of a species with u parameters.
func (o *Options) rates(u int) (step, tau0, tau1 float64) {
	n := float64(u)
	return cmp.Or(o.Step, 1/math.Sqrt(n)), cmp.Or(o.Tau0, 1/math.Sqrt(2*n)), cmp.Or(o.Tau1, 1/math.Sqrt(2*math.Sqrt(n)))
}

// same returns an error if the generations of o differ from those of a run with the
// options was. When to stop may differ.
func (o *Options) same(was *Options) error {
	return checkpoint.Same(*was, *o, "generations", "patience", "target")
}
