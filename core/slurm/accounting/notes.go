package accounting

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Notes say what a twin of Slurm leaves out, in sentences.
var Notes = []string{
	"Not simulated: to which cores GPUs and other generic resources are bound, and what people changed in the configuration meanwhile; " +
		"what they changed in jobs is in no accounting: run, twin check and whatif read it with --events.",
	"Nodes that were away, and reservations, are those of the description: backfill cluster init --scontrol reads them. A job that was held " +
		"becomes eligible when it did; without command lines also one that depended on others.",
	"One job that starts a cycle earlier changes all that follow: where the description does not say when the daemon's cycles begin " +
		"(started_unix_s, bf_cycle_unix_s, bf_job_us), another draw of them gives another schedule.",
}

// OneQueue says what schedulers other than Slurm's leave out on a cluster.
const OneQueue = "Schedulers other than slurm have one queue and know no priorities, QOS, accounts, licences, limits of users, preferred " +
	"features (--prefer) and least limits (--time-min). Those that plan starts (cons, plan-, dynp) let jobs share nodes that " +
	"--exclusive=user or --exclusive=mcs keeps apart."

// unused doubts settings of the description that the twin does not take into account.
func unused(s *cluster.System) []doubt.Doubt {
	list := s.Description.Unused()
	if len(list) == 0 {
		return nil
	}
	return []doubt.Doubt{{Key: "settings", What: "the twin does not simulate " + strings.Join(list, ", ") + " of the description"}}
}

// versions doubts a description of another release of Slurm than the one that wrote the log.
func versions(wrote string, s *cluster.System) []doubt.Doubt {
	release, ok := cluster.SlurmRelease(wrote)
	have := s.Description.SlurmVersion
	if !ok || have != "" && release == have {
		return nil
	}
	what := fmt.Sprintf("Slurm %s wrote the log, and the description is of Slurm %s", release, have)
	if have == "" {
		what = fmt.Sprintf("Slurm %s wrote the log, and the description does not say its version: the rules are those of %s",
			release, cluster.SlurmReleases[0])
	}
	return []doubt.Doubt{{Key: "version", What: what, Fix: `"slurm_version": "` + release + `" in the description takes those of the log`}}
}

// say adds to Doubts what the log does not say of its jobs, and where it says two things.
func (b *builder) say() {
	all, left := len(b.sources), 0
	add := func(key string, jobs int, grave bool, fix, what string, of ...any) {
		if jobs > 0 {
			b.Doubts = append(b.Doubts, doubt.Doubt{Key: key, What: fmt.Sprintf(what, of...), Jobs: jobs, Of: all, Fix: fix, Grave: grave})
		}
	}
	for _, l := range b.Left {
		if l.Why != notRun { // as some jobs at the end of every log
			left += l.Jobs
		}
	}
	if every := left + len(b.Jobs); doubt.Share(left, every) {
		b.Doubts = append(b.Doubts, doubt.Doubt{Key: "jobs-left-out", Jobs: left, Of: every, Grave: true,
			What: fmt.Sprintf("%s of %s jobs are left out (%s): the waits of the others are no forecast",
				numeral.Whole(left), numeral.Whole(every), reasons(b.Left))})
	}
	if list := b.names.Clusters; b.cluster < 0 && len(list) > 1 {
		add(trace.DoubtClusters, all, true, "give the description the name of one of them",
			"the log is of %d clusters (%s), whose jobs are all put on this one", len(list), strings.Join(list, ", "))
	}
	add("cancelled", b.dropped, false, "", "%d of the jobs were cancelled while they waited: they are in the queue until then, "+
		"and have no wait to compare", b.dropped)
	if jobs := b.wait + b.run; jobs > 0 {
		add("unfinished", jobs, false, "", "as the log ends, %s and %s: until then they are in the queue and on nodes, too, and those that "+
			"wait have no wait to compare", agree(b.wait, "job waits", "jobs wait"), agree(b.run, "job runs", "jobs run"))
	}
	said := func(kind remarkKind) int { return b.said[kind].most() }
	if said(sizeless) > 0 && !b.constrained && len(b.s.Features) > 0 {
		add("constraints", all, false, "sacct --format ALL has them",
			"the log has no constraints: each job may have any node of its partition")
	}
	const scripts = "--scripts of twin, whatif and predict reads what sacct --batch-script prints"
	add("layout", said(sizeless), false, scripts, "%s of %s jobs have several cores and no command line that says how they are laid out, "+
		"as where a script has the options: each asked for as many tasks on a node as it got, on at least one node",
		numeral.Whole(said(sizeless)), numeral.Whole(all))
	add("line-and-row", said(differs), false, "", "command lines and rows of the accounting disagree, and the rows are taken: %s",
		b.said[differs])
	add("options", said(beyond), doubt.Share(said(beyond), all), "", "options of command lines that the twin does not simulate: %s",
		b.said[beyond])
	b.Doubts = append(append(b.Doubts, unused(b.s)...), budgets(b.s)...)
	refused := b.refused(b.s)
	add("submissions", refused, doubt.Share(refused, all), "", "%s when there were as many of its user, account or QOS as the description "+
		"lets submit (max_submit_jobs and its like): Slurm refuses such a job, the twin takes it as the log did",
		agree(refused, "job came", "jobs came"))
	add("all-memory", said(unlike), false, "", "%s all memory of nodes that have different amounts (--mem=0): the twin gives each as much as "+
		"its row has, or else as half of the nodes have", agree(said(unlike), "job asks for", "jobs ask for"))
	add("late", said(late), doubt.Share(said(late), all), "backfill run cuts them there unless it is given --overrun extend",
		"%s more than %d s after the limit, as if somebody had lengthened it or OverTimeLimit were more than the description says",
		agree(said(late), "job completed", "jobs completed"), kindness)
	add("shortened", said(spent), doubt.Share(said(spent), all), "", "%s at a limit of --time-min and more, which backfilling sets: how "+
		"long such a job would have run is in no log, and it is taken to run as long as the twin's limit lets it",
		agree(said(spent), "job ended", "jobs ended"))
	add("whole-cores", said(rounded), false, "", "%s CPUs that are not whole cores: each gets whole ones, as ended jobs of its partition did",
		agree(said(rounded), "job waits for", "jobs wait for"))
	add("gpus-uncounted", said(uncounted), false, "", "%s GPUs that the accounting does not have, as where AccountingStorageTRES has no "+
		"gres/gpu: those of the command line are taken", agree(said(uncounted), "job asked for", "jobs asked for"))
	add("gpu-types", said(retyped), doubt.Share(said(retyped), all), "", "GPUs of a type that the description does not have, or of several "+
		"types, are simulated as GPUs of any type: %s", b.said[retyped])
	add("gpus-of-one-type", said(oneType), doubt.Share(said(oneType), all), "", "%s several GPUs of a node, of any type, "+
		"where nodes have several types: the twin gives it GPUs of one, where Slurm may give it some of each",
		agree(said(oneType), "job asks for", "jobs ask for"))
	add("no-limit", said(endless), false, "", "%s no time limit, nor has their partition one: Slurm plans such a job for a year, "+
		"and so does the twin", agree(said(endless), "job has", "jobs have"))
	add("array-limit", b.arrays, doubt.Share(b.arrays, all), scripts, "%s whose command line is not known or names none: "+
		"how many of an array may run at the same time (%%N in a script) is in no row",
		agree(b.arrays, "job is a task of an array", "jobs are tasks of arrays"))
}

// agree prints a number and the words that go with 1 or with other numbers.
func agree(n int, one, others string) string {
	if n == 1 {
		return "1 " + one
	}
	return numeral.Whole(n) + " " + others
}
