#!/bin/bash
# dump.sh BEGAN DIR writes the accounting since a Unix time: as sacct prints it, and as it is in
# the database.
set -eu
cd "$2"
rm -f ./*
export TZ=America/New_York # the zone of local times; it has daylight saving
columns=JobID,JobIDRaw,JobName,User,Group,Account,Partition,QOS,Submit,Eligible,Start,End,Elapsed,ElapsedRaw,\
Timelimit,TimelimitRaw,State,AllocCPUS,ReqCPUS,AllocNodes,NNodes,ReqNodes,NTasks,ReqMem,MaxRSS,Priority,Reservation,\
AllocTRES,ReqTRES,Suspended,NodeList
since="--allusers --starttime=$(date -d "@$1" +%FT%T)"

# The last runs, and all runs, with Unix times.
date +%s >clock.txt
export SLURM_TIME_FORMAT=%s
sacct $since --parsable2 --format=$columns >epoch.txt
sacct $since --duplicates --parsable2 --format=$columns >duplicates.txt
sacct $since --parsable2 --allocations --format=$columns >allocations.txt
sacct $since --parsable2 --noheader --format=$columns >noheader.txt
echo $columns >noheader-columns.txt
sacct $since --parsable2 --delimiter=';' --format=$columns >semicolon.txt
sacct $since --duplicates --parsable2 --format=ALL | gzip -9n >all.txt.gz
# By number, sacct also shows jobs that were never eligible: held, with --begin or a dependency.
every=--jobs=$(mariadb -BN slurm -e 'select group_concat(distinct id_job) from lab_job_table')
sacct $every --allusers --parsable2 --format=$columns >every.txt
sacct $every --allusers --duplicates --parsable2 --format=$columns >every-duplicates.txt
# Few columns.
sacct $since --parsable2 --format JobID,JobIDRaw,User,Account,Partition,\
Submit,Start,End,ElapsedRaw,TimelimitRaw,State,AllocCPUS,ReqCPUS,NTasks,NodeList >few.txt
unset SLURM_TIME_FORMAT

# Local times; what sacct prints by itself; JSON.
sacct $since --parsable --format=$columns >local.txt
sacct $since --duplicates --parsable --format=$columns >local-duplicates.txt
sacct $since >plain.txt
sacct $every --allusers --json | gzip -9n >every-json.txt.gz
sacct $since --json | gzip -9n >json.txt.gz # with --duplicates, the same
date +%s >>clock.txt

# The database, and the log that slurmctld keeps of runs that ended, which has UTC.
for table in lab_job lab_step lab_assoc lab_suspend lab_resv qos; do
	mariadb --default-character-set=utf8mb4 -B slurm -e "select * from ${table}_table" >db-${table#lab_}.tsv
done
cp /var/log/jobcomp jobcomp.txt
