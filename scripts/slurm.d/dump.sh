#!/bin/bash
# dump.sh BEGAN DIR writes what is known of a run: the accounting of all jobs with their command
# lines, accounts and QOS, the scheduler's own statistics and the lines of its log that say when it did what.
set -eu
cd "$2"
find . -maxdepth 1 -type f -delete
every=--jobs=$(mariadb -BN slurm -e 'select group_concat(distinct id_job) from lab_job_table')
SLURM_TIME_FORMAT=%s sacct "$every" --allusers --duplicates --parsable2 --allocations --format=JobID,JobIDRaw,JobName,User,Account,Partition,\
QOS,Submit,Eligible,Start,End,ElapsedRaw,TimelimitRaw,State,AllocCPUS,ReqCPUS,AllocNodes,ReqNodes,ReqMem,ReqTRES,AllocTRES,Priority,\
Constraints,Reservation,Flags,NodeList,SubmitLine >sacct.txt
qos=Name,Priority,GraceTime,Preempt,PreemptExemptTime,PreemptMode,Flags,UsageThreshold,UsageFactor,LimitFactor,MinPrioThreshold
qos=$qos,GrpTRES,GrpTRESMins,GrpTRESRunMins,GrpJobs,GrpSubmit,GrpWall,MaxTRES,MaxTRESPerNode,MaxTRESMins,MaxWall
qos=$qos,MaxTRESPU,MaxJobsPU,MaxSubmitPU,MaxTRESPA,MaxJobsPA,MaxSubmitPA,MinTRES # all that sacctmgr shows by itself, and two more
{ sacctmgr -P show qos format=$qos; sacctmgr dump lab file=/run/dump.txt >/dev/null; grep -v '^#' /run/dump.txt; } >sacctmgr.txt
cp /run/sdiag.txt .
for what in 'event format=NodeName,Start,End,State,Reason' 'reservation format=Name,Start,End,NodeNames,Flags,Associations'; do
	SLURM_TIME_FORMAT=%s sacctmgr -P show $what start="$(date -d "@$1" +%FT%T)" | awk '!/^\|/ { row[++n] = $0 } END { for (i = 1; n > 1 && i <= n; i++) print row[i] }' >>outages.txt
done
[ -s outages.txt ] || rm outages.txt
[ ! -f /run/sprio.txt ] || cp /run/sprio.txt /run/sshare.txt .
gzip -9n </run/squeue.txt >squeue.txt.gz
[ ! -f /run/events.csv ] || cp /run/events.csv .
if grep -q job_script /etc/slurm/slurm.conf; then
	for job in $(sacct --allusers --allocations --noheader --parsable2 --format=JobIDRaw | sort -nu); do sacct --batch-script --jobs="$job"; done >scripts.txt
fi
# Of the priorities one line is kept per second: it tells when they were calculated.
grep -E 'started on cluster|Priority MULTIFACTOR plugin loaded|priority for job [0-9]+ is now|backfill: beginning|completed testing|Running job scheduler|'\
'submit_batch|Allocate JobId|Started JobId|_job_complete: .*done|_job_complete: requeue|epilog_complete| to start at |'\
'_hold_job_rec|_release_job_rec|REQUEST_KILL_JOB|_job_requeue_op|Requeuing JobId|preempted JobId|requeue job |'\
'timed out, the job|Time limit exhausted|_update_job: |rpc_suspend|rpc_top_job|_slurm_rpc_update_job|'\
'update_node: .* state set|setting DOWN|now responding|gang: (suspending|resuming) JobId|scanning partitions|gs_job_fini for' \
	/var/log/slurmctld.log | awk '!/priority for job/ || !seen[substr($1, 1, 20)]++' | sed -E 's/^\[([^]]*)\] /\1 /; s/ (JobId=\S+) timed out,/ timed out: \1,/' | gzip -9n >log.txt.gz
