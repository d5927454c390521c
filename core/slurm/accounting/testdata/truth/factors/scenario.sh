#!/bin/bash
# scenario.sh: jobs whose order many factors decide, some held and begun later, which grow older all the same.
. /etc/slurm/lib.sh

RANDOM=$((100 * SEED + 101))
users=(ann bob cid dot eve)
wave() { # JOBS
	for _ in $(seq "$1"); do
		case $((RANDOM % 7)) in
		0) asks=(--gres=gpu:1 -n 1) ;;
		1) asks=(--mem=$((1000 + RANDOM % 2500)) -n 1) ;;
		2) asks=(-N 2 --ntasks-per-node=$((1 + RANDOM % 3))) ;;
		3) asks=(-n 2 --begin=now+$((10 + RANDOM % 40))) ;;
		4) asks=(-n 3 -H) ;;
		*) asks=(-n $((1 + RANDOM % 6))) ;;
		esac
		job=$(submit "${users[RANDOM % 5]}" job "sleep $((4 + RANDOM % 22))" -t $((1 + RANDOM % 3)) "${asks[@]}")
		[ "${asks[2]-}" != -H ] || held+=($job)
	done
}
watch_priorities 10 &
held=()
wave 34
sleep $((30 + RANDOM % 15))
for job in "${held[@]}"; do scontrol release $job && event Release $job; done
wave 24
held=()
sleep $((40 + RANDOM % 15))
wave 12
drained 100
for job in $(squeue -h -o %A); do scontrol release $job && event Release $job; done
drained 100
kill %1
