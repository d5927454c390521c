package shared

import (
	"fmt"
	"strings"
)

var mapperNames = [...]string{Nothing: "", Greedy: "Greedy", GreedyP: "GreedyP", GreedyPM: "GreedyPM", MCB8: "MCB8"}

const star = "*" // Opportunistic

var periodicNames = map[Mapper]string{MCB8: "/per", MCB8Stretch: "/stretch-per"}

var goalNames = [...]string{MinYield: "MIN", Average: "AVG", MaxStretch: "MAX"}

const equipartition = "EQUIPARTITION"

// String returns the name of section 4.5, without the space that the paper prints
// before the star: GreedyPM*/per/OPT=MIN/MINVT=600.
func (a Algorithm) String() string {
	if a.Submission == Equal {
		return equipartition
	}
	var b strings.Builder
	if int(a.Submission) < len(mapperNames) {
		b.WriteString(mapperNames[a.Submission])
	}
	if a.Opportunistic {
		b.WriteString(star)
	}
	b.WriteString(periodicNames[a.Periodic] + "/OPT=" + goalNames[min(a.Goal, MaxStretch)])
	parameter := func(name string, value, standard int64) {
		if value != standard {
			fmt.Fprintf(&b, "/%s=%d", name, value)
		}
	}
	parameter("MINFT", a.MinFT, 0)
	parameter("MINVT", a.MinVT, 0)
	if a.Periodic != Nothing {
		parameter("PERIOD", a.Period, DefaultPeriod)
	}
	return b.String()
}

// MarshalText returns the name; an algorithm that does not exist has none.
func (a Algorithm) MarshalText() ([]byte, error) {
	if err := a.check(); err != nil {
		return nil, fmt.Errorf("algorithm %q: %w", a.String(), err)
	}
	return []byte(a.String()), nil
}

// UnmarshalText is Parse.
func (a *Algorithm) UnmarshalText(text []byte) (err error) {
	*a, err = Parse(string(text))
	return err
}

// Parse reads a name:
//
//	name       = [mapper ["*"]] ["/per" | "/stretch-per"] {"/" parameter} | "EQUIPARTITION"
//	mapper     = "Greedy" | "GreedyP" | "GreedyPM" | "MCB8"
//	parameter  = "OPT=MIN" | "OPT=AVG" | "OPT=MAX" | "MINFT=" s | "MINVT=" s | "PERIOD=" s
//
// with s in seconds and each parameter once. OPT defaults to MIN, with stretch-per to MAX.
// PERIOD is ours: the paper's names have no period. Case and spaces are ignored.
func Parse(name string) (Algorithm, error) {
	a, err := parse(strings.Join(strings.Fields(name), ""))
	if err != nil {
		return Algorithm{}, fmt.Errorf("algorithm %.80q: %w", name, err)
	}
	return a, nil
}

func parse(name string) (a Algorithm, err error) {
	const like = "; a name reads like GreedyPM*/per/OPT=MIN"
	if strings.EqualFold(name, equipartition) {
		return Algorithm{Submission: Equal}, nil
	}
	first, rest, more := strings.Cut(name, "/")
	mapper, starred := strings.CutSuffix(first, star)
	a.Opportunistic = starred
	for int(a.Submission) < len(mapperNames) && !strings.EqualFold(mapperNames[a.Submission], mapper) {
		a.Submission++
	}
	if int(a.Submission) == len(mapperNames) {
		return a, fmt.Errorf("it begins with %.40q, not with Greedy, GreedyP, GreedyPM or MCB8"+like, mapper)
	}
	periodic, parameters, further := strings.Cut(rest, "/")
	if strings.EqualFold(periodic, "per") || strings.EqualFold(periodic, "stretch-per") {
		a.Periodic, a.Period = MCB8, DefaultPeriod
		if len(periodic) > len("per") {
			a.Periodic, a.Goal = MCB8Stretch, MaxStretch
		}
		rest, more = parameters, further
	}
	if err := a.check(); err != nil {
		return a, fmt.Errorf("%w"+like, err)
	}
	if more {
		if _, _, err := a.options().Set(&a, strings.ReplaceAll(rest, "/", ",")); err != nil {
			return a, err
		}
	}
	return a, a.check()
}
