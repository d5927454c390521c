package managers

const (
	sacctInstead  = "sacct's output (sacct --allusers --duplicates --parsable2 --starttime 2026-01-01 --format ALL)"
	pbsInstead    = "the server's accounting logs (files such as server_priv/accounting/20260301, joined with cat)"
	sgeInstead    = "the accounting file itself ($SGE_ROOT/default/common/accounting)"
	lsfInstead    = "the accounting file lsb.acct (in LSB_SHAREDIR/CLUSTER/logdir)"
	fluxInstead   = "the list of finished jobs as JSON (flux jobs -A -a --count=0 --json)"
	condorInstead = "the list of finished jobs as JSON (condor_history -json)"
	flatInstead   = "map_values(scalars)'), or " + csvInstead
	csvInstead    = "a CSV table with a header such as job,submit,start,end,procs,limit,user"
)

// formats has a row for each format, in the order in which they are tried.
var formats = []Format{
	{Is: "an accounting log of PBS", begins: isPBS, open: (*Reader).openPBS},
	{Is: "a daemon's log of PBS, not its accounting", Give: pbsInstead, begins: isPBSDaemon},
	{Is: "an accounting file of Grid Engine", begins: isSGE, open: (*Reader).openSGE},
	{Is: "an accounting file of LSF (lsb.acct)", begins: isLSF, open: (*Reader).openLSF},
	{Is: "a trace in the Grid Workload Format", begins: isGWF, open: (*Reader).openGWF},
	{Is: "a list of Flux's jobs", begins: isFlux, open: (*Reader).openFlux},
	{Is: "HTCondor's history of jobs", begins: isCondor, open: (*Reader).openCondor},
	{Is: "HTCondor's list of jobs as JSON", begins: isCondorJSON, open: (*Reader).openCondorJSON},

	// Slurm
	{Is: "the list of jobs that pyslurm, squeue --json or slurmrestd prints", Rows: true,
		begins: isSlurmQueueJSON, open: (*Reader).openSqueueJSON},
	{Is: "the output of squeue, which lists waiting and running jobs", Give: sacctInstead, Table: true, begins: isSqueue},
	{Is: "the output of scontrol show job, which knows only jobs of the last minutes", Give: sacctInstead, begins: isScontrol},
	{Is: "a list of sacct's jobs as JSON without the object around it",
		Give:   "sacct's whole output, or add the object (jq -s '{jobs: flatten}')",
		begins: isBareSacctJSON},
	{Is: "Slurm's job completion log (jobcomp/filetxt)", begins: isJobcomp, open: (*Reader).openJobcomp},
	{Is: "what Slurm's plugin jobcomp/elasticsearch or jobcomp/kafka writes", Give: sacctInstead, begins: isJobcompJSON},
	{Is: "the output of sinfo, which lists nodes", Give: sacctInstead, Table: true, begins: isSinfo},
	{Is: "the output of seff, about one job", Give: sacctInstead, begins: isSeff},
	{Is: "a description of a Slurm cluster, not a log", Give: sacctInstead, begins: isSlurmConf},
	{Is: "the output of a command of Slurm as YAML", Give: sacctInstead, begins: isSlurmYAML},
	{Is: "a report of sreport, which has sums and no jobs", Give: sacctInstead, begins: isSreport},

	// PBS, and OAR, whose table begins as that of PBS does
	{Is: "the output of oarstat", Give: csvInstead, Table: true, begins: beginsWith("Job", "id", "Name", "User", "Submission")},
	{Is: "the output of qstat -F json, which lists waiting and running jobs", Give: pbsInstead, begins: isQstatJSON},
	{Is: "the output of qhist --json", Give: pbsInstead, begins: isQhistJSON},
	{Is: "the output of qstat -f, which lists waiting and running jobs", Give: pbsInstead, begins: startsWith("Job Id: ")},
	{Is: "the output of qstat, which lists waiting and running jobs", Give: pbsInstead, Table: true, begins: isQstat},
	{Is: "the output of tracejob", Give: pbsInstead, begins: startsWith("Job: ")},

	// Grid Engine
	{Is: "the output of qacct -j", begins: isQacct, open: (*Reader).openQacct},
	{Is: "a summary of qacct, which has sums and no jobs", Give: sgeInstead, begins: isQacctSummary},
	{Is: "the output of Grid Engine's qstat, which lists waiting and running jobs", Give: sgeInstead, Table: true,
		begins: isGridQstat},
	{Is: "an accounting file of Grid Engine in lines of JSON", begins: isSGEJSON, open: (*Reader).openSGEJSON},

	// LSF
	{Is: "the event log of LSF (lsb.events or lsb.stream)", Give: lsfInstead, begins: isLSFEvents},
	{Is: "the output of bacct", Give: lsfInstead, begins: startsWith("Accounting information about jobs that are:")},
	{Is: "the output of bhist", Give: lsfInstead, begins: startsWith("Summary of time in seconds spent in various states")},
	{Is: "the output of bjobs -json, which lists jobs of the last hours", Give: lsfInstead, begins: isBjobsJSON},
	{Is: "the output of bjobs -l or bhist -l", Give: lsfInstead, begins: startsWith("Job <")},
	{Is: "the output of bjobs, which lists waiting and running jobs", Give: lsfInstead, Table: true,
		begins: beginsWith("JOBID", "USER", "STAT", "QUEUE")},

	// others
	{Is: "the output of flux jobs", Give: fluxInstead, Table: true, begins: isFluxTable},
	{Is: "the event log of a Flux job", Give: fluxInstead, begins: isFluxEvents},
	{Is: "the description of a Flux job (jobspec), which has not run", Give: fluxInstead, begins: isFluxJobspec},
	{Is: "the output of condor_q or condor_history", Give: condorInstead, begins: isCondorTable},
	{Is: "HTCondor's history as XML", Give: condorInstead, begins: isCondorXML},
	{Is: "an event log of HTCondor's jobs", Give: condorInstead, begins: isCondorEvents},
	{Is: "OAR's list of jobs as JSON (oarstat -J)", begins: isOARJSON, open: (*Reader).openOAR},
	{Is: "a workload trace of an early Maui, whose fields have another order", Give: csvInstead, begins: isEarlyMaui},
	{Is: "a workload trace of Maui or Moab", begins: isMaui, open: (*Reader).openMaui},
	{Is: "an event log of Moab", begins: isMoabEvents, open: (*Reader).openMoab},
	{Is: "the output of showq, which lists waiting and running jobs", Give: csvInstead, begins: startsWith("active jobs---")},
	{Is: "Kubernetes' objects as JSON (kubectl get --output json)", Give: csvInstead, begins: isKubernetes},
	{Is: "the list of jobs of AWS Batch", Give: csvInstead, Rows: true, begins: isAWSBatch},
	{Is: "what Python prints of its dictionaries, which is not JSON", Give: "JSON (print(json.dumps(job)) for each), or " + csvInstead,
		begins: isPython},
	{Is: "YAML", Give: "JSON (yq --output-format json), or " + csvInstead, begins: isYAML},
	{Is: "an XML document, such as qstat -xml prints", Give: csvInstead, begins: isXML},
	{Is: "a dump of a database", Give: csvInstead, begins: isDump},

	{Is: "a table whose columns are named in a comment (# FIELDS:), as Altair Accelerator writes it",
		Give:   "it with the names as its first line and the processors of each job in a column of their own",
		begins: isFieldsComment},
	{Is: "a table in a frame, as mysql, sqlite3 and duckdb draw it",
		Give: "it without (mysql --batch, sqlite3 -csv, duckdb -csv)", begins: isFramed},

	// simulators
	{Is: "a schedule that CQSim simulated (.rst), not a log", Give: "the log that it simulated (.swf)", begins: isCQSimResult},
	{Is: "a description of jobs for ElastiSim, which has no run times", Give: csvInstead, begins: isElastiSim},
	{Is: "a log in the Standard Workload Format with other marks than spaces between its numbers",
		Give: "it with spaces (tr ',;' '  ' < FILE > FILE.swf)", begins: isMarkedSWF},
	{Is: "a table as JSON by columns or within another object",
		Give: "a list of objects (to_json with orient=\"records\", or jq .data), or " + csvInstead, Rows: true, begins: isOtherJSON},
	{Is: "a list of objects as JSON", Nested: true, Give: "it without them (jq -c '.[] | " + flatInstead, Rows: true, begins: isJSONList},
	{Is: "a file of JSON lines", Nested: true, Give: "it without them (jq -c '" + flatInstead, Rows: true, begins: isJSONLines},
	{Is: "a list of jobs as JSON, but not Slurm's,", Nested: true, Give: "it without them (jq -c '.jobs[] | " + flatInstead, Rows: true,
		begins: isJobsJSON},
}
