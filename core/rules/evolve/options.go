package evolve

import (
	"fmt"
	"math"
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
	// Shuffle makes as many teams as a species has members to judge, at random,
	// so that everyone is in one. It costs no more evaluations than one species.
	Shuffle Partners = "shuffle"
	// Random gives everyone a team of its own, of random parents of the others.
	Random Partners = "random"
	// Best gives everyone a team of its own, of the best parents of the others
	// (Potter and De Jong 1994); the first generation, which has none, as Random.
	Best Partners = "best"
)

// Options are the settings of a run; they marshal to JSON. What is zero is the
// default.
type Options struct {
	// Task names what the fitness is (a digest of workload and objective, say). A
	// checkpoint of another task is refused.
	Task string `json:"task,omitempty"`
	Seed uint64 `json:"seed"`

	Mu          int `json:"mu"`          // parents of a species; 3
	Lambda      int `json:"lambda"`      // offspring of a species; 21
	Generations int `json:"generations"` // after the first; 40

	Selection     Selection     `json:"selection"`     // plus
	Recombination Recombination `json:"recombination"` // none
	Partners      Partners      `json:"partners"`      // shuffle

	// Step is the first step size as a share of a parameter's range, and the first
	// chance of a Nominal; 1/sqrt(u), u being the parameters of the species.
	Step float64 `json:"step,omitempty"`
	// SmallestStep is as small a share of the range as a step gets; 1e-9.
	SmallestStep float64 `json:"smallest_step,omitempty"`
	Tau0         float64 `json:"tau0,omitempty"` // 1/sqrt(2u)
	Tau1         float64 `json:"tau1,omitempty"` // 1/sqrt(2*sqrt(u))

	Patience int      `json:"patience,omitempty"` // stop after so many generations without a better team; never
	Target   *float64 `json:"target,omitempty"`   // stop at this fitness or below; never
}

// MaxGenes is how many genes a generation may have: all species' parameters
// times mu+lambda. MaxGenerations is how long a run may be.
const (
	MaxGenes       = 1 << 26
	MaxGenerations = 1_000_000
)

// filled returns o with the defaults that do not depend on the species.
func (o Options) filled() Options {
	set := func(p *int, v int) {
		if *p == 0 {
			*p = v
		}
	}
	set(&o.Mu, 3)
	set(&o.Lambda, 21)
	set(&o.Generations, 40)
	if o.Selection == "" {
		o.Selection = Plus
	}
	if o.Recombination == "" {
		o.Recombination = None
	}
	if o.Partners == "" {
		o.Partners = Shuffle
	}
	if o.SmallestStep == 0 {
		o.SmallestStep = 1e-9
	}
	return o
}

// Check says what is wrong with o, as Run would.
func (o Options) Check() error {
	o = o.filled()
	return o.check()
}

// check says what is wrong with filled options.
func (o *Options) check() error {
	wrong := func(name string, got any, want string) error {
		return fmt.Errorf("evolve: %s is %v; give %s", name, got, want)
	}
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
		return wrong("step", o.Step, "a share of the range, up to 1")
	case !share(o.SmallestStep):
		return wrong("smallest_step", o.SmallestStep, "a share of the range, up to 1")
	case !rate(o.Tau0):
		return wrong("tau0", o.Tau0, "a learning rate, 0 to 10")
	case !rate(o.Tau1):
		return wrong("tau1", o.Tau1, "a learning rate, 0 to 10")
	case o.Patience < 0:
		return wrong("patience", o.Patience, "a number of generations")
	case o.Target != nil && (math.IsNaN(*o.Target) || math.IsInf(*o.Target, 0)):
		return wrong("target", *o.Target, "a finite fitness")
	}
	return nil
}

// rates returns the step size and learning rates of a species with u parameters.
func (o *Options) rates(u int) (step, tau0, tau1 float64) {
	step, tau0, tau1 = o.Step, o.Tau0, o.Tau1
	n := float64(u)
	if step == 0 {
		step = 1 / math.Sqrt(n)
	}
	if tau0 == 0 {
		tau0 = 1 / math.Sqrt(2*n)
	}
	if tau1 == 0 {
		tau1 = 1 / math.Sqrt(2*math.Sqrt(n))
	}
	return step, tau0, tau1
}

// same says how the run of o differs from the one whose options were was, if
// what comes out of a generation does; when to stop is free to change.
func (o *Options) same(was *Options) error {
	differs := func(name string, was, is any) error {
		return fmt.Errorf("evolve: the checkpoint was made with %s %v, this run has %v: give what it was made with, or begin anew", name, was, is)
	}
	switch {
	case was.Task != o.Task:
		return differs("task", fmt.Sprintf("%q", was.Task), fmt.Sprintf("%q", o.Task))
	case was.Seed != o.Seed:
		return differs("seed", was.Seed, o.Seed)
	case was.Mu != o.Mu:
		return differs("mu", was.Mu, o.Mu)
	case was.Lambda != o.Lambda:
		return differs("lambda", was.Lambda, o.Lambda)
	case was.Selection != o.Selection:
		return differs("selection", was.Selection, o.Selection)
	case was.Recombination != o.Recombination:
		return differs("recombination", was.Recombination, o.Recombination)
	case was.Partners != o.Partners:
		return differs("partners", was.Partners, o.Partners)
	case was.Step != o.Step:
		return differs("step", was.Step, o.Step)
	case was.SmallestStep != o.SmallestStep:
		return differs("smallest_step", was.SmallestStep, o.SmallestStep)
	case was.Tau0 != o.Tau0:
		return differs("tau0", was.Tau0, o.Tau0)
	case was.Tau1 != o.Tau1:
		return differs("tau1", was.Tau1, o.Tau1)
	}
	return nil
}
