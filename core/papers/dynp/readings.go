package dynp

import (
	"strings"

	"github.com/backfill-lab/backfill/core/papers/internal/logs"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// What the text leaves open. Except for place, the first values are what core/policy/dynp does.
var (
	stepsChoice = &paper.Choice{Key: "steps", Asks: "When is a scheduling step taken?",
		Text: `"in every scheduling step" (abstract); "every time a job ends" (section 5)`,
		Why:  "A plan of a second in which not all has happened is of no use to anybody.",
		Values: []paper.Answer{
			{Name: "second", Doc: "Once after all that happens in a second."},
			{Name: "event", Doc: "After every end and every submission; of those in one second, the ends come first."}}}

	listChoice = &paper.Choice{Key: "list", Asks: "What do the policies sort?",
		Text: `"FFIH sorts the request list by increasing estimated job runtime" (section 2)`,
		Why:  "It is what the policies' names mean.",
		Values: []paper.Answer{
			{Name: "sorted", Doc: "Each policy sorts the jobs from the order of submission."},
			{Name: "kept", Doc: "One list stays as the policy of the last step sorted it, and FCFS plans it as it stands."},
			{Name: "a", Doc: "As kept, but FCFS starts jobs in the order in which LJF, planned last, has left the list. (Found by its " +
				"outcome: of 72 handlings, those that run FCFS longest-first have the printed gain.)"}}}

	placeChoice = &paper.Choice{Key: "place", Asks: "What becomes of the planned starts at a submission?",
		Text: `"A newly submitted job is directly placed in the schedule" (footnote 1); "A rescheduling process is done every time a job ends" ` +
			`(section 5)`,
		Why: "So the self-tuning family is commonly described, and so the second paper on it tells it. The words of this one are rather ends.",
		Values: []paper.Answer{
			{Name: "replan", Doc: "Every job is placed anew at every submission and every end."},
			{Name: "ends", Doc: "A new job goes into the standing plan; at an end every job is placed anew, and only then a step is taken."},
			{Name: "standing", Doc: "A new job goes into the standing plan; at an end jobs only move to earlier starts."}}}

	logChoice = &paper.Choice{Key: "log", Asks: "Which version of the logs did the paper have?",
		Text: "79,302 jobs of CTC and 67,667 of SDSC (table 2), which the cleaned logs of today's archive do not have",
		Why:  "The jobs that were removed are known by number and means only.",
		Values: []paper.Answer{
			{Name: "cleaned", Doc: "The logs at hand."},
			{Name: "uncleaned", Doc: "With the removed jobs of CTC and SDSC restored from what headers and means say."}}}

	overrunChoice = &paper.Choice{Key: "overrun", Asks: "What becomes of a job at the end of its estimate?",
		Text: `"our simulation environment kills all jobs, that try to run longer than estimated" (section 4.2)`,
		Why:  "The text says so. The printed means of response less wait are those of uncut run times.",
		Values: []paper.Answer{
			{Name: "cut", Doc: "It ends."},
			{Name: "extend", Doc: "It runs on, and is planned to end at any moment."}}}

	tailChoice = &paper.Choice{Key: "tail", Asks: "How wide are the wide jobs of PC2, whose log was never public?",
		Text: "mean and maximum of the width (table 2)",
		Why:  "It assumes least beyond what is printed, and no schedule has a part in it.",
		Values: []paper.Answer{
			{Name: "entropy", Doc: "The distribution of largest entropy with the printed mean and the area that the utilization implies: " +
				"it falls exponentially in the width, as the three logs' do."},
			{Name: "outcome", Fitted: true, Doc: "Chosen by its outcome: it gives the printed loss of capacity and ARTwW of the advanced decider."}}}

	sampleChoice = &paper.Choice{Key: "sample", Asks: "Which random sample is a synthetic set?",
		Text: "10,000 jobs, of which table 3 prints the means",
		Why:  "No sample is chosen by what comes out.",
		Values: []paper.Answer{
			{Name: "drawn", Doc: "That of the seed."},
			{Name: "nearest", Fitted: true,
				Doc: "The one of the seeds from 1 to 500 that is nearest to the means of table 3 and the utilization of table 5."}}}

	choices = []*paper.Choice{stepsChoice, listChoice, placeChoice, logChoice, overrunChoice, tailChoice, sampleChoice}
)

// logOptions are those of job sets under a reading.
func logOptions(r paper.Reading) logs.Options {
	opt := logs.Options{Uncleaned: r.Of(logChoice) == "uncleaned"}
	if t := r.Of(tailChoice); t != tailChoice.Default() {
		opt.Tail = t
	}
	return opt
}

// drawOptions are those of a set that is drawn.
func drawOptions(l *paper.Loader) logs.Options {
	opt := logOptions(l.Reading)
	if opt.Seed = logs.Nearest; l.Reading.Of(sampleChoice) == "drawn" {
		opt.Seed = l.Draw()
	}
	return opt
}

// play returns the run of a policy of the figures, or of a column of table 4: "sjf", "basic",
// "artww-simple". Self-tuning ones keep their steps in every experiment, so that the
// experiments share the runs.
func play(label, jobSet, key string, factor float64, at paper.Setting) paper.Run {
	quality, decider, tuned := strings.Cut(key, "-")
	run := paper.Simulate(label, jobSet, policy(key), factor)
	if p := programOf(at.Reading); p != (program{}) && key != "basic" {
		if p.Decider = key; tuned {
			p.Quality, p.Decider = quality, decider
		}
		run = playProgram(label, jobSet, p, factor)
	} else if tuned {
		run.Statistics = []paper.Statistic{steps}
	}
	if o := at.Reading.Of(overrunChoice); o != overrunChoice.Default() {
		run.Spec.Overrun = o
	}
	return run
}

// programOf returns the reading's program without quality and decider. It is the zero value
// if core/policy/dynp does the same.
func programOf(r paper.Reading) (p program) {
	if v := r.Of(stepsChoice); v != stepsChoice.Default() {
		p.Steps = v
	}
	if v := r.Of(placeChoice); v != placeChoice.Default() {
		p.Place = v
	}
	p.List = handlings[r.Of(listChoice)]
	return p
}
