package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/policy"
)

// SharedPrefix begins the name of every policy of core/dfrs. What follows is the
// paper's own name, dfrs:GreedyPM*/per/OPT=MIN/MINVT=600, or has its parameters as
// other policies have their options, dfrs:GreedyPM*/per:OPT=MIN,MINVT=600. Both are
// one policy, which results call by the paper's name.
const SharedPrefix = "dfrs:"

const sharedSource = "Casanova, Stillwell, Vivien: Dynamic Fractional Resource Scheduling vs. Batch Scheduling, INRIA RR-7659, 2011"

// parseShared returns the algorithm that a policy's name stands for.
func parseShared(name string) (dfrs.Algorithm, error) {
	base, options, given := strings.Cut(strings.ReplaceAll(strings.TrimPrefix(name, SharedPrefix), " ", ""), ":")
	known := sharedOptions(sharedBase(base))
	full := base
	err := policy.EachOption(options, given, func(key, value string) error {
		var names []string
		for _, o := range known {
			names = append(names, o.Name)
		}
		if known != nil && !slices.Contains(names, key) {
			return fmt.Errorf("there is no option %s: it is one of %s", key, strings.Join(names, ", "))
		}
		full += "/" + key + "=" + value
		return nil
	})
	var a dfrs.Algorithm
	if err == nil {
		a, err = dfrs.Parse(full)
	}
	if err == nil && a.Submission == dfrs.Equal {
		err = errors.New("EQUIPARTITION is for jobs without memory and with a task on every node, which no workload has")
	}
	if err != nil {
		return a, fmt.Errorf("there is no policy %.120q: %w", name, err)
	}
	return a, nil
}

// canonicalPolicies returns the names with those of one policy alike.
func canonicalPolicies(names []string) []string {
	names = slices.Clone(names)
	for i, name := range names {
		if strings.HasPrefix(name, SharedPrefix) {
			if a, err := parseShared(name); err == nil {
				names[i] = SharedPrefix + a.String()
			}
		}
	}
	return names
}

// sharedBases are the 14 combinations of the paper's table 1, without parameters.
func sharedBases() (bases []dfrs.Algorithm) {
	for _, a := range dfrs.All() {
		a.Goal, a.MinFT, a.MinVT = dfrs.MinYield, 0, 0
		if a.Periodic == dfrs.MCB8Stretch {
			a.Goal = dfrs.MaxStretch
		}
		if !slices.Contains(bases, a) {
			bases = append(bases, a)
		}
	}
	return bases
}

// baseName is the name of the combination of table 1 that a belongs to.
func baseName(a dfrs.Algorithm) string {
	name, _, _ := strings.Cut(a.String(), "/OPT=")
	return name
}

// sharedBase returns the combination of that name, or the zero algorithm.
func sharedBase(name string) (a dfrs.Algorithm) {
	for _, b := range sharedBases() {
		if baseName(b) == name {
			return b
		}
	}
	return a
}

// allShared lists the combinations of table 1.
func allShared() (all []policy.Info) {
	for _, a := range sharedBases() {
		all = append(all, sharedInfo(a))
	}
	return all
}

func sharedInfo(a dfrs.Algorithm) policy.Info {
	return policy.Info{Name: SharedPrefix + baseName(a), Title: baseName(a), Doc: sharedDoc(a), Source: sharedSource, Family: sharedFamily, Options: sharedOptions(a)}
}

// describeShared returns what allShared has for a name, with its parameters in
// the title.
func describeShared(name string) (policy.Info, error) {
	a, err := parseShared(name)
	if err != nil {
		return policy.Info{}, err
	}
	info := sharedInfo(a)
	if name != info.Name {
		info.Name, info.Title = name, a.String()
	}
	return info, nil
}

// sharedDoc says what the combination does when.
func sharedDoc(a dfrs.Algorithm) string {
	doc := "A new job waits for the next period"
	switch a.Submission {
	case dfrs.Greedy:
		doc = "A new job goes to the least loaded nodes with memory for it, or waits"
	case dfrs.GreedyP:
		doc = "A new job goes to the least loaded nodes, and others are paused where they are in its way"
	case dfrs.GreedyPM:
		doc = "A new job goes to the least loaded nodes, and others are paused or moved where they are in its way"
	case dfrs.MCB8:
		doc = "All jobs are packed anew, by vector packing, when one arrives"
	}
	switch {
	case a.Opportunistic && a.Submission == dfrs.MCB8:
		doc += " or ends"
	case a.Opportunistic:
		doc += "; what waits is placed when a job ends"
	}
	switch a.Periodic {
	case dfrs.MCB8:
		doc += "; periodically, all jobs are packed anew for the highest yield"
	case dfrs.MCB8Stretch:
		doc += "; periodically, all jobs are packed anew for the lowest stretch"
	}
	return doc + "."
}

// sharedOptions are the parameters that the combination takes, nil for none of
// table 1.
func sharedOptions(a dfrs.Algorithm) []policy.Option {
	if a == (dfrs.Algorithm{}) {
		return nil
	}
	most := float64(dfrs.MaxMicros / dfrs.Second)
	minimum := policy.Choice{Name: "MIN", Title: "minimum yield", Doc: "The smallest yields are raised, then the next smallest, and so on."}
	average := policy.Choice{Name: "AVG", Title: "average yield", Doc: "The average yield is raised, by a linear program."}
	choices := []policy.Choice{minimum, average}
	if a.Periodic == dfrs.MCB8Stretch {
		average.Title, average.Doc = "average stretch", "The average stretch is lowered, by a linear program."
		choices = []policy.Choice{{Name: "MAX", Title: "maximum stretch", Doc: "The largest stretches are lowered, then the next largest, and so on."}, average}
	}
	options := []policy.Option{{Name: "OPT", Title: "CPU left over", Doc: "What the CPU is used for that the minimum yield leaves over.", Default: choices[0].Name, Choices: choices}}
	if a.Submission == dfrs.MCB8 || a.Periodic != dfrs.Nothing {
		bound := func(name, of string) policy.Option {
			return policy.Option{Name: name, Title: "stays for a " + of, Unit: "s", Least: 1, Most: most,
				Doc: "Packing leaves a job where it is until its " + of + " is that long; not with the other of MINFT and MINVT."}
		}
		options = append(options, bound("MINFT", "flow time"), bound("MINVT", "virtual time"))
	}
	if a.Periodic != dfrs.Nothing {
		options = append(options, policy.Option{Name: "PERIOD", Title: "period", Unit: "s", Least: 1, Most: most, Default: strconv.Itoa(dfrs.DefaultPeriod),
			Doc: "The time between two periodic packings."})
	}
	return options
}
