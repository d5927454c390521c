#!/bin/bash
# scenario.sh: jobs that wait while their limits, priorities, partitions and sizes are changed, jobs
# that are held and brought to the top, and running jobs that are suspended.
. /etc/slurm/lib.sh

RANDOM=$((100 * SEED + 71))
users=(ann bob cid dot eve)
wave() { # JOBS
	for _ in $(seq "$1"); do
		submit "${users[RANDOM % 5]}" job "sleep $((4 + RANDOM % 22))" -n $((1 + RANDOM % 8)) -t $((1 + RANDOM % 3))
	done
}
# pick STATE prints one of the jobs in a state.
pick() {
	local all=($(squeue -h -t "$1" -o %A | sort -n))
	[ ${#all[@]} = 0 ] || echo "${all[RANDOM % ${#all[@]}]}"
}
operate() { # changes one job
	local job
	job=$(pick PENDING)
	[ -n "$job" ] || return 0
	case $1 in
	0) did scontrol update jobid=$job timelimit=$((1 + RANDOM % 4)) ;;
	1) did scontrol update jobid=$job priority=$((500 + RANDOM % 3000)) ;;
	2) did scontrol update jobid=$job partition=quick timelimit=1 ;;
	3) did scontrol update jobid=$job numcpus=$((1 + RANDOM % 6)) numtasks=$((1 + RANDOM % 3)) ;;
	4) did scontrol update jobid=$job nice=$((RANDOM % 600)) ;;
	5) did as "$(squeue -h -o %u -j $job)" scontrol top $job ;;
	6) did scontrol hold $job; held=$job ;;
	7) did scontrol release $held ;;
	8) did scontrol update jobid=$job qos=fast ;;
	9) did scontrol update jobid=$job numnodes=$((2 + RANDOM % 2)) ;;
	10) did scontrol update jobid=$job reqnodelist=n$((1 + RANDOM % 5)) ;;
	11) did scontrol update jobid=$job starttime=now+$((10 + RANDOM % 20)) ;;
	12) did scancel $job ;;
	13) job=$(pick RUNNING); did scontrol suspend $job; sleep $((4 + RANDOM % 5)); did scontrol resume $job ;;
	14) job=$(pick RUNNING); did scontrol update jobid=$job timelimit=$((2 + RANDOM % 4)) ;;
	15) did as "$(squeue -h -o %u -j $job)" scontrol uhold $job; sleep 5; did scontrol release $job ;;
	esac
}
watch_priorities 10 &
wave 36
for what in $(shuf -e 0 1 2 3 4 5 8 9 10 11 --random-source=<(yes $SEED)) 6; do
	sleep $((2 + RANDOM % 4))
	operate $what
done
wave 24
for what in 7 $(shuf -e 0 1 1 2 4 5 9 12 13 14 15 --random-source=<(yes $SEED)); do
	sleep $((2 + RANDOM % 4))
	operate $what
done
wave 10
drained 300
kill %1
