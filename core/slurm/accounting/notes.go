package accounting

// Notes say what a twin of Slurm leaves out, in sentences.
var Notes = []string{
	"Not simulated: cores as sockets and threads, licences, parts of heterogeneous jobs that start together, jobs that are suspended, " +
		"nodes that a job names, and what people changed in the configuration and in jobs meanwhile.",
	"Nodes that were away, and reservations, are those of the description: backfill cluster init --scontrol reads them. A job that was held " +
		"becomes eligible when it did; without command lines also one that depended on others.",
	"One job that starts a cycle earlier changes all that follow: where the description does not say when the daemon's cycles begin " +
		"(started_unix_s, bf_cycle_unix_s, bf_job_us), another draw of them gives another schedule.",
}

// OneQueue says what schedulers other than Slurm's leave out on a cluster.
const OneQueue = "Schedulers other than slurm have one queue and know no priorities, QOS, accounts and limits of users."
