package shared

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/policy"
)

// Prefix begins an algorithm's name as a policy. After it comes the paper's own name,
// dfrs:GreedyPM*/per/OPT=MIN/MINVT=600, or one with parameters written as options,
// dfrs:GreedyPM*/per:OPT=MIN,MINVT=600. Both are one policy; results have the paper's name.
const Prefix = "dfrs:"

// Combinations returns the 14 combinations of table 1 as policies without parameters.
func Combinations() (all []policy.Info) {
	for _, a := range combinations() {
		all = append(all, a.info())
	}
	return all
}

// Find returns the algorithm that a policy's name means.
func Find(name string) (found policy.Found[Algorithm], err error) {
	rest := strings.Join(strings.Fields(name), "")
	if len(rest) >= len(Prefix) && strings.EqualFold(rest[:len(Prefix)], Prefix) {
		rest = rest[len(Prefix):]
	}
	a, err := Parse(strings.NewReplacer(":", "/", ",", "/").Replace(rest))
	if err == nil && a.Submission == Equal {
		err = errors.New("EQUIPARTITION is for jobs without memory and with a task on every node, which no workload has")
	}
	if err != nil {
		return found, refused(name, rest, err)
	}
	found.Info, found.Key, found.New = a.info(), Prefix+a.String(), func() Algorithm { return a }
	if !strings.EqualFold(found.Name, Prefix+rest) {
		found.Name, found.Title = found.Key, a.String()
	}
	return found, nil
}

// refused says that the name is no algorithm's, or what is wrong with the options of one.
func refused(name, rest string, err error) error {
	option, _, given := strings.Cut(rest, "=")
	if at := strings.LastIndexAny(option, ":/,"); given && at > 0 {
		if a, known := Parse(option[:at]); known == nil {
			return fmt.Errorf("policy %s: %w", a.info().Name, errors.Unwrap(err))
		}
	}
	return fmt.Errorf("unknown policy %.120q: %w", name, err)
}

func (a Algorithm) info() policy.Info {
	name, _, _ := strings.Cut(a.String(), "/OPT=")
	return policy.Info{Name: Prefix + name, Title: name, Spoken: a.spoken(), Doc: a.doc(), Family: "dfrs", Options: a.options().All(),
		Source: "Casanova, Stillwell, Vivien: Dynamic Fractional Resource Scheduling vs. Batch Scheduling, INRIA RR-7659, 2011"}
}

// Parts returns the parts of an algorithm's name in their order. Prefix and one choice of
// each part are the name of a policy, if table 1 has that combination.
func Parts() []policy.Option {
	part := func(name, title, standard, doc, idle string) policy.Option {
		return policy.Option{Name: name, Title: title, Default: standard, Doc: doc,
			Choices: []policy.Choice{choose("", "nothing", idle)}}
	}
	submission := part("submission", "When a job arrives", mapperNames[GreedyPM],
		"What happens to a new job at once.", submissionDocs[Nothing]+".")
	for m := Greedy; m <= MCB8; m++ {
		submission.Choices = append(submission.Choices, choose(mapperNames[m], mapperNames[m], submissionDocs[m]+"."))
	}
	completion := part("completion", "When a job ends", star,
		"Whether waiting jobs are placed when a job ends.", "Its CPU goes to the jobs that run.")
	completion.Choices = append(completion.Choices, choose(star, "place what waits",
		"Jobs that wait or are paused are placed, in the same way as new ones."))
	periodic := part("periodic", "Periodically", periodicNames[MCB8],
		"What happens every PERIOD, or ten minutes.", "Jobs stay where they are.")
	periodic.Choices = append(periodic.Choices,
		choose(periodicNames[MCB8], "pack for yield", "Every PERIOD, "+periodicDocs[MCB8]+"."),
		choose(periodicNames[MCB8Stretch], "pack for stretch", "Every PERIOD, "+periodicDocs[MCB8Stretch]+"."))
	return []policy.Option{submission, completion, periodic}
}

var periodicDocs = map[Mapper]string{
	MCB8:        "all jobs are packed again for the highest yield",
	MCB8Stretch: "all jobs are packed again for the lowest stretch",
}

var submissionDocs = [...]string{
	Nothing:  "A new job waits for the next period",
	Greedy:   "A new job goes to the least loaded nodes with memory for it, or waits",
	GreedyP:  "A new job goes to the least loaded nodes, and others are paused where they are in its way",
	GreedyPM: "A new job goes to the least loaded nodes, and others are paused or moved where they are in its way",
	MCB8:     "All jobs are packed again, by vector packing, when one arrives",
}

var spokenSubmissions = [...]string{
	Nothing:  "",
	Greedy:   "emptiest nodes first",
	GreedyP:  "emptiest nodes first, with pauses",
	GreedyPM: "emptiest nodes first, with pauses and moves",
	MCB8:     "all jobs packed again at each arrival",
}

// spoken is the algorithm in plain words, without its parameters.
func (a Algorithm) spoken() string {
	var parts []string
	if a.Submission != Nothing {
		parts = append(parts, spokenSubmissions[a.Submission])
	}
	if a.Opportunistic {
		parts = append(parts, "again at each end")
	}
	switch a.Periodic {
	case MCB8:
		parts = append(parts, "packed again periodically")
	case MCB8Stretch:
		parts = append(parts, "packed for equal stretch periodically")
	}
	return "Shared nodes: " + strings.Join(parts, ", ")
}

func (a Algorithm) doc() string {
	doc := submissionDocs[a.Submission]
	switch {
	case a.Opportunistic && a.Submission == MCB8:
		doc += " or ends"
	case a.Opportunistic:
		doc += "; what waits is placed when a job ends"
	}
	if a.Periodic != Nothing {
		doc += "; periodically, " + periodicDocs[a.Periodic]
	}
	return doc + "."
}

func choose(name, title, doc string) policy.Choice {
	return policy.Choice{Name: name, Title: title, Doc: doc}
}

func (a Algorithm) options() policy.Options[Algorithm] {
	choices := []policy.Choice{
		choose("MIN", "minimum yield", "The smallest yields are raised, then the next smallest, and so on."),
		choose("AVG", "average yield", "The average yield is raised, by a linear program.")}
	if a.Periodic == MCB8Stretch {
		choices = []policy.Choice{
			choose("MAX", "maximum stretch", "The largest stretches are lowered, then the next largest, and so on."),
			choose("AVG", "average stretch", "The average stretch is lowered, by a linear program.")}
	}
	options := policy.Options[Algorithm]{{
		Option: policy.Option{Name: "OPT", Title: "CPU left over", Type: policy.OneOf, Default: choices[0].Name, Choices: choices,
			Doc: "What the CPU is used for that the minimum yield leaves over."},
		Set: func(a *Algorithm, value string) error {
			a.Goal = Goal(slices.Index(goalNames[:], value))
			return nil
		}}}
	seconds := func(name, title, standard, doc string, field func(*Algorithm) *int64) {
		options = append(options, policy.Field(policy.Option{Name: name, Title: title, Unit: "s", Default: standard,
			Least: 1, Most: maxParameter, Doc: doc}, field))
	}
	if a.packs() {
		const doc = "Packing leaves a job where it is until its %s is that long; not with the other of MINFT and MINVT."
		seconds("MINFT", "stays for a flow time", "", fmt.Sprintf(doc, "flow time"), func(a *Algorithm) *int64 { return &a.MinFT })
		seconds("MINVT", "stays for a virtual time", "", fmt.Sprintf(doc, "virtual time"), func(a *Algorithm) *int64 { return &a.MinVT })
	}
	if a.Periodic != Nothing {
		seconds("PERIOD", "period", strconv.Itoa(DefaultPeriod), "The time between two periodic packings.",
			func(a *Algorithm) *int64 { return &a.Period })
	}
	return options
}
