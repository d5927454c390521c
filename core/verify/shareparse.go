package verify

import (
	"fmt"
	"strconv"
	"strings"
)

// ShareRules is what is known of an algorithm that shares nodes out.
type ShareRules struct {
	Submission   string // "Greedy", "GreedyP", "GreedyPM", "MCB8" or ""
	Star         bool   // a completion maps what waits
	Per          bool   // MCB8 maps all jobs at multiples of Period since the first submission
	Stretch      bool   // and looks at stretches instead of yields
	Goal         string // of the CPU left over: "MIN", "AVG" or "MAX"
	MinFT, MinVT int64  // microseconds of flow time or virtual time up to which MCB8 does not move a running job, or 0
	Period       int64  // microseconds
}

// ParseShares reads the name of an algorithm, like
// GreedyPM*/per/OPT=MIN/MINVT=600. It is the name that section 4.5 of the paper
// gives, and PERIOD=s, by default 600, where the period is another.
func ParseShares(name string) (r ShareRules, err error) {
	parts := strings.Split(strings.ReplaceAll(name, " ", ""), "/")
	r.Submission, r.Star = strings.CutSuffix(parts[0], "*")
	r.Goal = "MIN"
	r.Period = 600 * secondMicros
	for k, part := range parts[1:] {
		key, value, given := strings.Cut(part, "=")
		seconds := int64(0)
		if given && key != "OPT" {
			if seconds, err = strconv.ParseInt(value, 10, 64); err != nil || seconds < 1 || seconds > 9_000_000 {
				return r, fmt.Errorf("%q: %q has no seconds from 1 to 9000000", name, part)
			}
			seconds *= secondMicros
		}
		switch {
		case part == "per" && k == 0:
			r.Per = true
		case part == "stretch-per" && k == 0:
			r.Per, r.Stretch, r.Goal = true, true, "MAX"
		case part == "OPT=MIN", part == "OPT=AVG", part == "OPT=MAX":
			r.Goal = value
		case key == "MINFT" && given:
			r.MinFT = seconds
		case key == "MINVT" && given:
			r.MinVT = seconds
		case key == "PERIOD" && given:
			r.Period = seconds
		default:
			return r, fmt.Errorf("%q: the referee does not know %q", name, part)
		}
	}
	switch r.Submission {
	case "Greedy", "GreedyP", "GreedyPM", "MCB8":
	case "":
		if r.Per && !r.Star {
			break
		}
		fallthrough
	default:
		return r, fmt.Errorf("%q: the referee does not know %q", name, parts[0])
	}
	return r, nil
}
