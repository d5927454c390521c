package doctor

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/builtin"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// The verdicts of answers.
const (
	yes    = "yes"
	partly = "partly"
	no     = "no"
)

// examine says what of w, which was read from a file with Options.Accounting, is known.
func examine(w *trace.Workload, file string) *examination {
	first, last := w.Span()
	e := &examination{
		Name: w.Name, Is: w.Source, Reading: workload.ReadingOf(w), Jobs: w.Len(), Seconds: last - first,
		From: w.Clock().Date(first), To: w.Clock().Date(last),
		Processors: numeral.Plural(w.Procs, "processor") + workload.SizeFrom(w),
		Doubts:     append([]trace.Doubt{}, w.Doubts()...), Counts: workload.OddRowsOf(w),
		Ignored: append([]trace.Ignored{}, w.Ignored()...),
	}
	users := map[int32]bool{}
	var waits, memory int
	for _, j := range w.Jobs.Held() {
		if j.User != job.None {
			users[j.User] = true
		}
		if j.Wait >= 0 {
			waits++
		}
		if j.RequestedMemoryKiB >= 0 || j.MemoryKiB >= 0 {
			memory++
		}
	}
	e.Users = len(users)
	size := answer{Question: "policies in one queue (run)", Verdict: yes}
	if w.Guessed() {
		size.Verdict, size.Why = partly, "the size of the machine is "+w.SizeFrom()+": give --procs"
	}
	e.Answers = append(e.Answers, size,
		e.have("policies that plan, by limits", w.Len()-w.Count("run-as-estimate"), "limits",
			"they know the true run times; --estimates model:2 draws what users ask for"),
		e.have("what the machine did (recorded)", waits, "times of starts", "there is nothing to compare policies with"),
		e.have("users, groups of users", len(users), "users", "policies and metrics that tell users apart see none"),
		e.have("nodes with memory (--nodes)", memory, "memory", "jobs count as using the least"),
	)
	if w.Accounting != nil {
		e.slurm(w, file)
	} else {
		e.Answers = append(e.Answers, answer{"the cluster's own Slurm (twin check, whatif, predict)", no,
			"it needs Slurm's accounting, as sacct prints it"})
	}
	return e
}

// have answers a question for which n of the jobs, or of what is named, have what it needs.
func (e *examination) have(question string, n int, what, without string) answer {
	switch {
	case n <= 0:
		return answer{question, no, "no " + what + ": " + without}
	case what != "users" && n < e.Jobs:
		return answer{question, partly, fmt.Sprintf("%s of %s jobs have %s; of the others: %s",
			numeral.Whole(n), numeral.Whole(e.Jobs), what, without)}
	}
	return answer{Question: question, Verdict: yes}
}

// A missing is a column of sacct that a log does not have, and what it is for.
type missing struct {
	Column string `json:"column"`
	For    string `json:"for"`
}

// wanted are the columns of sacct that answers need, each of one of several names.
var wanted = []struct{ names, why string }{
	{"User", "fair shares, limits of users, who waits"},
	{"Account", "fair shares and limits of accounts"},
	{"Partition", "which nodes and limits a job has"},
	{"QOS QOSRAW", "priorities, limits and preemption by QOS"},
	{"Timelimit TimelimitRaw", "everything that plans"},
	{"Eligible", "jobs that were held, or waited for others or for a time"},
	{"ReqCPUS ReqTRES", "what a job asked for, if it got more, as with whole nodes"},
	{"NNodes AllocNodes", "how jobs lie on nodes"},
	{"ReqMem ReqTRES AllocTRES", "memory on nodes"},
	{"AllocTRES ReqTRES", "GPUs"},
	{"Constraints", "nodes with features"},
	{"SubmitLine", "tasks on each node, exclusive nodes, dependencies, limits of arrays"},
	{"NodeList", "where jobs ran, as a description that is made from the log needs"},
	{"Reservation", "jobs of reservations"},
	{"Priority", "to compare priorities with those of the twin"},
}

// slurm says what only sacct output has.
func (e *examination) slurm(w *trace.Workload, file string) {
	all := w.Accounting
	e.Slurm = versionOf(&all.Summary)
	e.Answers = append(e.Answers, answer{"the cluster's own Slurm (twin check, whatif)", partly,
		"give --cluster FILE: backfill cluster init makes it of slurm.conf, or of the log"})
	queued := 0
	for i := range all.Jobs {
		if r := &all.Jobs[i]; r.End < 0 && r.Earlier == 0 {
			queued++
		}
	}
	queue := answer{Question: "when waiting jobs will start (predict)", Verdict: yes}
	if queued == 0 {
		queue.Verdict, queue.Why = partly, "nothing runs or waits at its end: --now asks for an earlier moment"
	}
	e.Answers = append(e.Answers, queue)
	if slices.Contains(builtin.Names(), file) { // no call of sacct makes it
		return
	}
	if all.Columns != nil {
		for _, column := range wanted {
			names := strings.Fields(column.names)
			if !slices.ContainsFunc(names, all.HasColumn) {
				e.Missing = append(e.Missing, missing{names[0], column.why})
			}
		}
	}
	if len(e.Missing) > 0 || w.LocalTimes {
		e.Sacct = command(w, file)
	}
	if w.LocalTimes {
		e.Missing = append(e.Missing, missing{"times of a known zone", "dates, and hours in which clocks change; or give --timezone"})
	}
}

// command is the call of sacct that gives everything of the same time.
func command(w *trace.Workload, file string) string {
	first, last := w.Span()
	day := func(second int64) string {
		return time.Unix(w.UnixStart+second, 0).UTC().Format(time.DateOnly)
	}
	span := ""
	if w.UnixStart > 0 {
		span = " --starttime " + day(first) + " --endtime " + day(last+2*86400)
	}
	return "SLURM_TIME_FORMAT=%s sacct --allusers --duplicates --parsable2 --format ALL" + span + " > " + nameFor(file)
}

// nameFor returns a name for the output, without what a shell would take for something else.
func nameFor(file string) string {
	plain := func(r rune) bool {
		return r < 0x80 && (r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || strings.ContainsRune("._-/", r))
	}
	if strings.ContainsFunc(file, func(r rune) bool { return !plain(r) }) || strings.HasPrefix(file, "-") {
		return "sacct.txt"
	}
	return strings.TrimSuffix(file, ".txt") + "-all.txt"
}

// since are columns of sacct --format ALL by which its version is known: those that the kept runs of Slurm 22.05, 24.11, 25.11 and
// 26.05 differ in, the newest first.
var since = []struct{ column, version string }{
	{"OriginalSLUID", "26.05 or later"},
	{"SegmentSize", "25.11 or later"},
	{"Planned", "later than 22.05"},
	{"Reserved", "22.05 or older"},
}

// versionOf says which Slurm wrote the output, as far as it shows; "" if not at all.
func versionOf(all *sacct.Summary) string {
	if all.Release != "" {
		return all.Release
	}
	for _, s := range since {
		if all.HasColumn(s.column) {
			return s.version + ", by its column " + s.column
		}
	}
	return ""
}

// place says what of the log has a place on a cluster.
func (e *examination) place(w *trace.Workload, s *cluster.System) error {
	if w.Accounting == nil {
		return fmt.Errorf("%s: --cluster is for Slurm's accounting, as sacct prints it", e.Name)
	}
	l, err := accounting.FromAccounting(w.Accounting, nil, s)
	if err != nil {
		return fmt.Errorf("%s: %w", e.Name, err)
	}
	e.Doubts = append(slices.DeleteFunc(e.Doubts, func(d trace.Doubt) bool {
		same := func(o trace.Doubt) bool { return o == d || o.Key == d.Key && d.Key == trace.DoubtFar }
		return d.Key == trace.DoubtClusters || slices.ContainsFunc(l.Doubts, same)
	}), l.Doubts...)
	left := 0
	var why []string
	for _, one := range l.Left {
		left += one.Jobs
		why = append(why, fmt.Sprintf("%s %s", numeral.Whole(one.Jobs), one.Why))
	}
	i := slices.IndexFunc(e.Answers, func(one answer) bool { return strings.HasPrefix(one.Question, "the cluster's own Slurm") })
	e.Answers[i].Verdict, e.Answers[i].Why = yes, ""
	if left > 0 {
		e.Answers[i].Verdict = partly
		e.Answers[i].Why = fmt.Sprintf("%s of %s jobs are left out: %s", numeral.Whole(left), numeral.Whole(left+len(l.Jobs)),
			strings.Join(why, "; "))
	}
	return nil
}
