#!/bin/bash
# scenario.sh: jobs that wait for licences while CPUs are free, between jobs without any.
. /etc/slurm/lib.sh

set_limits modify qos modest set maxtresperuser=license/matlab=2
set_limits modify account chem set grptres=license/matlab=3

RANDOM=$((100 * SEED + 59))
users=(ann bob cid dot eve)
wave() { # JOBS
	for _ in $(seq "$1"); do
		case $((RANDOM % 6)) in
		0) asks=(-L matlab:$((1 + RANDOM % 3))) ;;
		1) asks=(-L matlab:$((1 + RANDOM % 2)) --qos=modest) ;;
		2) asks=(-L ansys:$((1 + RANDOM % 2))) ;;
		3) asks=(-L matlab:1,ansys:1 -N 2) ;;
		*) asks=() ;;
		esac
		submit "${users[RANDOM % 5]}" job "sleep $((4 + RANDOM % 22))" -t $((1 + RANDOM % 2)) -n $((2 + RANDOM % 4)) "${asks[@]}"
	done
}
wave 30
sleep $((35 + RANDOM % 15))
wave 25
sleep $((45 + RANDOM % 15))
wave 15
drained 300
