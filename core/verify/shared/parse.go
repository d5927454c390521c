package shared

import (
	"fmt"
	"strconv"
	"strings"
)

// Rules describe an algorithm.
type Rules struct {
	Submission   string // "Greedy", "GreedyP", "GreedyPM", "MCB8" or ""
	Star         bool   // completions map the waiting jobs
	Per          bool   // MCB8 maps all jobs at multiples of Period since the first submission
	Stretch      bool   // and aims at stretches instead of yields
	Goal         string // for the CPU left over: "MIN", "AVG" or "MAX"
	MinFT, MinVT int64  // MCB8 moves no running job below this flow or virtual time, in microseconds
	Period       int64  // microseconds
}

// Parse reads the name of an algorithm as in section 4.5 of the paper, such as
// GreedyPM*/per/OPT=MIN/MINVT=600. PERIOD=s replaces the period of 600 s.
func Parse(name string) (r Rules, err error) {
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
