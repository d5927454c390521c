package dfrs

import (
	"fmt"
	"strconv"
	"strings"
)

var mapperNames = [...]string{Nothing: "", Greedy: "Greedy", GreedyP: "GreedyP", GreedyPM: "GreedyPM", MCB8: "MCB8"}

const equipartition = "EQUIPARTITION"

// String returns the name of section 4.5, without the space that print puts
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
		b.WriteByte('*')
	}
	switch a.Periodic {
	case MCB8:
		b.WriteString("/per")
	case MCB8Stretch:
		b.WriteString("/stretch-per")
	}
	b.WriteString([...]string{"/OPT=MIN", "/OPT=AVG", "/OPT=MAX"}[min(a.Goal, MaxStretch)])
	for _, p := range []struct {
		name  string
		value int64
	}{{"MINFT", a.MinFT}, {"MINVT", a.MinVT}} {
		if p.value != 0 {
			fmt.Fprintf(&b, "/%s=%d", p.name, p.value)
		}
	}
	if a.Periodic != Nothing && a.Period != DefaultPeriod {
		fmt.Fprintf(&b, "/PERIOD=%d", a.Period)
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
// with s in seconds and each parameter once. OPT is by default MIN, with stretch-per MAX.
// PERIOD is ours: the paper varies the period outside of its names. Spaces are
// skipped, as the paper prints one before the star.
func Parse(name string) (Algorithm, error) {
	a, err := parse(strings.ReplaceAll(name, " ", ""))
	if err == nil {
		err = a.check()
	}
	if err != nil {
		return Algorithm{}, fmt.Errorf("algorithm %.80q: %w; a name reads like GreedyPM*/per/OPT=MIN/MINVT=600", name, err)
	}
	return a, nil
}

func parse(name string) (a Algorithm, err error) {
	if name == equipartition {
		return Algorithm{Submission: Equal}, nil
	}
	parts := strings.Split(name, "/")
	first, star := strings.CutSuffix(parts[0], "*")
	a.Opportunistic = star
	for int(a.Submission) < len(mapperNames) && mapperNames[a.Submission] != first {
		a.Submission++
	}
	if int(a.Submission) == len(mapperNames) {
		return a, fmt.Errorf("it begins with %.40q, not with Greedy, GreedyP, GreedyPM or MCB8", first)
	}
	parts = parts[1:]
	if len(parts) > 0 && (parts[0] == "per" || parts[0] == "stretch-per") {
		a.Periodic, a.Period = MCB8, DefaultPeriod
		if parts[0] == "stretch-per" {
			a.Periodic, a.Goal = MCB8Stretch, MaxStretch
		}
		parts = parts[1:]
	}
	seen := make(map[string]bool, len(parts))
	for _, part := range parts {
		key, value, _ := strings.Cut(part, "=")
		if seen[key] {
			return a, fmt.Errorf("%.40q comes twice", key)
		}
		seen[key] = true
		if err := a.set(key, value); err != nil {
			return a, fmt.Errorf("part %.40q: %w", part, err)
		}
	}
	return a, nil
}

func (a *Algorithm) set(key, value string) (err error) {
	switch key {
	case "OPT":
		switch value {
		case "MIN":
			a.Goal = MinYield
		case "AVG":
			a.Goal = Average
		case "MAX":
			a.Goal = MaxStretch
		default:
			err = fmt.Errorf("OPT is MIN, AVG or MAX")
		}
	case "MINFT":
		a.MinFT, err = seconds(value)
	case "MINVT":
		a.MinVT, err = seconds(value)
	case "PERIOD":
		a.Period, err = seconds(value)
	default:
		err = fmt.Errorf("there is no such parameter: OPT, MINFT, MINVT and PERIOD are known")
	}
	return err
}

// seconds accepts digits only, so that one algorithm has one name.
func seconds(value string) (int64, error) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < 1 || n > maxParameter || strconv.FormatInt(n, 10) != value {
		return 0, fmt.Errorf("it is not a whole number of seconds, 1 to %d", int64(maxParameter))
	}
	return n, nil
}
