#!/bin/bash
# dump.sh BEGAN DIR writes what is known of a run: the accounting of all jobs with their command
# lines, accounts and QOS, the scheduler's own statistics and the lines of its log that say when it did what.
set -eu
cd "$2"
rm -f ./*
every=--jobs=$(mariadb -BN slurm -e 'select group_concat(distinct id_job) from lab_job_table')
SLURM_TIME_FORMAT=%s sacct "$every" --allusers --duplicates --parsable2 --allocations --format=JobID,JobIDRaw,JobName,User,Account,Partition,\
QOS,Submit,Eligible,Start,End,ElapsedRaw,TimelimitRaw,State,AllocCPUS,ReqCPUS,AllocNodes,ReqNodes,ReqMem,ReqTRES,AllocTRES,Priority,\
Constraints,Reservation,Flags,NodeList,SubmitLine >sacct.txt
{ sacctmgr -P show qos; sacctmgr dump lab file=/run/dump.txt >/dev/null; grep -v '^#' /run/dump.txt; } >sacctmgr.txt
cp /run/sdiag.txt .
[ ! -f /run/sprio.txt ] || cp /run/sprio.txt /run/sshare.txt .
grep -E 'started on cluster|backfill: beginning|completed testing|Running job scheduler|submit_batch|Allocate JobId|Started JobId|_job_complete: .*done| to start at ' \
	/var/log/slurmctld.log | sed -E 's/^\[(.*)\] /\1 /' | gzip -9n >log.txt.gz
