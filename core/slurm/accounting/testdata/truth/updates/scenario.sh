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
	limit) alter $job TimeLimit $((1 + RANDOM % 4)) ;;
	priority) alter $job Priority $((500 + RANDOM % 3000)) ;;
	partition) alter $job TimeLimit 1; alter $job Partition quick ;;
	nice) alter $job Nice $((RANDOM % 600)) ;;
	nodes) alter $job NumNodes $((2 + RANDOM % 2)) ;;
	top) as "$(squeue -h -o %u -j $job)" scontrol top $job && event Top $job ;;
	hold) scontrol hold $job && event Hold $job; held=$job ;;
	release) scontrol release $held && event Release $held ;;
	cancel) scancel $job && event Cancel $job ;;
	suspend)
		job=$(pick RUNNING)
		scontrol suspend $job && event Suspend $job
		sleep $((4 + RANDOM % 5))
		scontrol resume $job && event Resume $job
		;;
	running) job=$(pick RUNNING); alter $job TimeLimit $((2 + RANDOM % 4)) ;;
	own)
		as "$(squeue -h -o %u -j $job)" scontrol uhold $job && event Hold $job
		sleep 5
		scontrol release $job && event Release $job
		;;
	esac
}
watch_priorities 10 &
wave 36
for what in $(shuf -e limit limit priority partition nice top nodes nodes priority limit --random-source=<(yes $SEED)) hold; do
	sleep $((2 + RANDOM % 4))
	operate $what
done
wave 24
for what in release $(shuf -e limit priority priority partition nice top nodes cancel suspend running own --random-source=<(yes $SEED)); do
	sleep $((2 + RANDOM % 4))
	operate $what
done
wave 10
drained 300
kill %1
