package shared

import "fmt"

// A Mapper maps tasks to nodes at one kind of event (table 1).
type Mapper uint8

const (
	Nothing     Mapper = iota
	Greedy             // section 4.2: no running task is touched
	GreedyP            // may pause running jobs for a new one
	GreedyPM           // may pause or move them
	MCB8               // section 4.3: a mapping of all jobs from scratch
	MCB8Stretch        // section 4.7: the same for a stretch, periodically only
	Equal              // EQUIPARTITION (theorem 4): every job everywhere at once
)

// A Goal says how to use the CPU that the minimum yield leaves over (section 4.6).
type Goal uint8

const (
	MinYield   Goal = iota // OPT=MIN: the smallest yields, then the next smallest, ...
	Average                // OPT=AVG: the average yield (average stretch after MCB8Stretch)
	MaxStretch             // OPT=MAX: the largest stretches, then the next; MCB8Stretch only
)

// DefaultPeriod is the seconds between periodic mappings: twice the penalty (section 5.1).
const DefaultPeriod = 600

// An Algorithm is one of the paper's and marshals to its name. The zero value is none.
type Algorithm struct {
	Submission    Mapper // upon a submission
	Opportunistic bool   // '*': a completion maps what waits, by MCB8 if that is Submission, else by Greedy
	Periodic      Mapper // Nothing, MCB8 or MCB8Stretch
	Goal          Goal
	MinFT, MinVT  int64 // seconds below which MCB8 does not move running jobs; 0 is no bound, at most one is set
	Period        int64 // seconds between periodic mappings, 0 without
}

const maxParameter = MaxMicros / Second

// check returns an error if table 1 has no such row.
func (a Algorithm) check() error {
	greedy := a.Submission >= Greedy && a.Submission <= GreedyPM
	stretch := a.Periodic == MCB8Stretch
	switch {
	case a == Algorithm{Submission: Equal}:
		return nil
	case !greedy && a.Submission != MCB8 && a.Submission != Nothing || a.Periodic != Nothing && a.Periodic != MCB8 && !stretch:
		return fmt.Errorf("it maps jobs in a way that does not exist")
	case a.Submission == Nothing && (a.Periodic == Nothing || a.Opportunistic):
		return fmt.Errorf("no action on submission is only valid with /per or /stretch-per")
	case stretch && a.Submission != Nothing:
		return fmt.Errorf("stretch-per goes with nothing else")
	case a.Periodic == Nothing && !a.Opportunistic:
		return fmt.Errorf("a job that finds no room would wait for ever: add * or /per")
	case a.Goal > MaxStretch || stretch && a.Goal == MinYield || !stretch && a.Goal == MaxStretch:
		return fmt.Errorf("OPT is MIN or AVG, and with stretch-per MAX or AVG")
	case a.MinFT != 0 && a.MinVT != 0:
		return fmt.Errorf("MINFT and MINVT do not go together")
	case (a.MinFT != 0 || a.MinVT != 0) && !a.packs():
		return fmt.Errorf("MINFT and MINVT limit MCB8, which it does not use")
	case a.MinFT < 0 || a.MinFT > maxParameter || a.MinVT < 0 || a.MinVT > maxParameter:
		return fmt.Errorf("MINFT and MINVT are seconds, 1 to %d", int64(maxParameter))
	case a.Periodic == Nothing && a.Period != 0:
		return fmt.Errorf("PERIOD is for /per and /stretch-per")
	case a.Periodic != Nothing && (a.Period < 1 || a.Period > maxParameter):
		return fmt.Errorf("PERIOD is in seconds, 1 to %d", int64(maxParameter))
	}
	return nil
}

// packs reports whether a uses MCB8.
func (a Algorithm) packs() bool { return a.Submission == MCB8 || a.Periodic != Nothing }

// combinations returns the 14 combinations of table 1 in the order of tables 5 to 10.
func combinations() (all []Algorithm) {
	for _, s := range []Mapper{Greedy, GreedyP, GreedyPM, MCB8} {
		all = append(all, Algorithm{Submission: s, Opportunistic: true},
			Algorithm{Submission: s, Periodic: MCB8, Period: DefaultPeriod},
			Algorithm{Submission: s, Opportunistic: true, Periodic: MCB8, Period: DefaultPeriod})
	}
	return append(all, Algorithm{Periodic: MCB8, Period: DefaultPeriod},
		Algorithm{Periodic: MCB8Stretch, Goal: MaxStretch, Period: DefaultPeriod})
}

// All returns the paper's 116 algorithms in the order of its tables 5 to 10: each
// combination of table 1 with either OPT and, where it uses MCB8, each limit on
// moving jobs.
func All() (all []Algorithm) {
	for _, c := range combinations() {
		for _, goal := range []Goal{Average, c.Goal} {
			a := c
			a.Goal = goal
			all = append(all, a)
			if !a.packs() {
				continue
			}
			for _, bound := range [][2]int64{{300, 0}, {600, 0}, {0, 300}, {0, 600}} {
				a.MinFT, a.MinVT = bound[0], bound[1]
				all = append(all, a)
			}
		}
	}
	return all
}
