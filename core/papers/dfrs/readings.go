package dfrs

import (
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// What the text leaves open. A default is what the words mean, where they mean one thing; a
// reading that we came upon while looking for printed numbers is called that.
var (
	virtualTime = &paper.Choice{Key: "vtime", Asks: "Does a job's virtual time run on during a rescheduling penalty?",
		Text: "Virtual time is \"the total subjective execution time experienced by a job. Formally, this is the integral of the job's " +
			"yield since its release date\" (section 4.1). \"None of the scheduling algorithms are aware of this penalty\" (section 5.1). " +
			"With a period equal to the penalty it can happen \"that no job ever makes any progress\" (section 6.4.2).",
		Why: "A job experiences no execution in a penalty, and the CPU used for a migration is not allocated to it: section 6.4.1 counts it " +
			"as underutilization. To stop virtual time an algorithm need not know the penalty. Section 6.4.2 speaks for the other value: where " +
			"virtual time stands still, priorities do in the end, and some job gets on. We took the other value at first, and read the " +
			"definition again after seeing that printed numbers of the log are nearer to this one. Those of the synthetic traces are nearer " +
			"to the other, so numbers do not decide.",
		Values: []paper.Answer{
			{Name: "stopped", Doc: "Virtual time stands still in a penalty."},
			{Name: "running", Doc: "Virtual time runs on in a penalty, with the yield that the job holds unused."}}}

	theorem = &paper.Choice{Key: "bound", Asks: "Which bound on the maximum stretch are degradations measured from?",
		Text: "\"The theoretical lower bound on the optimal maximum stretch obtained in Section 3.1\" (section 6.1): theorem 1, by whose " +
			"constraint (1d) \"a task cannot run longer during a time interval than the length of the time interval\".",
		Why: "The text points to theorem 1, which has the constraint. We found the other value by trying bounds until the printed numbers of " +
			"/per on the log came out, to a part in a thousand; those of the synthetic traces, which had no part in that, come nearer too, " +
			"but not to a part in a thousand.",
		Values: []paper.Answer{
			{Name: "printed", Doc: "The bound of theorem 1 as printed."},
			{Name: "divisible", Doc: "The bound without constraint (1d): a job's work may be done faster than its tasks can run, on all nodes " +
				"at once."}}}

	lublinUMed = &paper.Choice{Key: "umed", Asks: "Where do the sizes of the model's batch jobs bend?",
		Text: "\"Synthetic workloads based on the model by Lublin and Feitelson [44]\" for \"a 128-node cluster\" (section 5.3.2).",
		Why: "The published model has UMed = UHi-2.5, which is 4.5 for 128 nodes. The authors' program, which the paper may have run, " +
			"has the constant 5.",
		Values: []paper.Answer{
			{Name: "4.5", Doc: "UMed is 4.5, by the model's formula."},
			{Name: "5", Doc: "UMed is 5, the constant of the model's program."}}}

	logWidth = &paper.Choice{Key: "processors", Asks: "Which of the log's two numbers of processors has a job?",
		Text: "The log \"contains information about the required number of 'processors'\"; \"for jobs that required an even number of " +
			"processors\" (section 5.3.1).",
		Why: "The format has allocated and requested processors; what a job requested it required. They differ for 729 jobs. Our substitute " +
			"for the log has one number.",
		Values: []paper.Answer{
			{Name: "requested", Doc: "The requested processors, and the allocated ones where none are known."},
			{Name: "allocated", Doc: "The allocated processors, and the requested ones where none are known."}}}

	packingTies = &paper.Choice{Key: "packing", Asks: "In which order does MCB8 take jobs with equal requirements?",
		Text: "\"Each list is then sorted by non-increasing order of the largest requirement\" (section 4.3). Equal priorities are told " +
			"apart \"by considering their order of submission\" (section 4.1).",
		Why: "The order of submission is the paper's way with ties of priority. Most tasks need all of a node's CPU, so ties are the rule.",
		Values: []paper.Answer{
			{Name: "oldest", Doc: "The job submitted first comes first."},
			{Name: "newest", Doc: "The job submitted last comes first."}}}

	countedEvents = &paper.Choice{Key: "events", Asks: "How many events are a pause and its resumption, and a migration?",
		Text: "\"A job is preempted (resp. migrated) whenever one or more of its tasks is preempted (resp. migrated)\" (section 6.3). \"All " +
			"migrations are carried out through a pause/resume mechanism\" (section 5.1).",
		Why: "A job that is paused and resumed is preempted once. The other value is one that we tried because about half of the printed " +
			"events would cause the printed bandwidth.",
		Values: []paper.Answer{
			{Name: "one", Doc: "A pause with its resumption is one preemption, a migration is one."},
			{Name: "two", Doc: "A pause and its resumption are two preemptions, the two halves of a migration two migrations."}}}

	countedBytes = &paper.Choice{Key: "bytes", Asks: "How often does the memory of a task that is paused or migrated count?",
		Text: "\"The overall bandwidth consumption due to preemptions and migrations in GB/sec\" (section 6.3), of \"moving this job between " +
			"node memory and secondary storage\" (section 5.1, note 2).",
		Why: "A pause writes the memory and the resumption reads it, and a migration does both. The other value is one that we tried " +
			"because it brings bandwidths and events together as well as counting events twice.",
		Values: []paper.Answer{
			{Name: "both", Doc: "Twice: written and read."},
			{Name: "once", Doc: "Once for a pause with its resumption, and once for a migration."}}}
)

var choices = []*paper.Choice{virtualTime, theorem, lublinUMed, logWidth, packingTies, countedEvents, countedBytes}

// chosen reports whether a setting has a value other than the default of a choice.
func chosen(at paper.Setting, c *paper.Choice) bool { return at.Reading.Of(c) != c.Default() }

// counted is the factor between a measure of pauses or migrations and that of a run.
func counted(at paper.Setting, measure string) float64 {
	switch bandwidth := strings.HasSuffix(measure, " GB/s"); {
	case bandwidth && chosen(at, countedBytes):
		return 0.5
	case !bandwidth && chosen(at, countedEvents):
		return 2
	}
	return 1
}
