#!/bin/bash
# scenario.sh: jobs under limits of partitions, with and without a QOS that passes them, and small jobs among wide ones.
. /etc/slurm/lib.sh

RANDOM=$((100 * SEED + 23))
users=(ann bob cid)
wave() { # JOBS
	for _ in $(seq "$1"); do
		few=$((1 + RANDOM % 3))
		user=${users[RANDOM % 3]}
		case $((RANDOM % 12)) in
		0) asks=(-p few -n $((1 + few))) ;;
		1) asks=(-p few -n $((2 + 2 * few))) ;;
		2) asks=(-p few -c 2 -n $few) ;;
		3) asks=(-N 1 --exclusive) ;;
		4) asks=(-p pair -N 2 -n $((2 + few))) ;;
		5) asks=(-p pair -N 3 --qos wide) ;;
		6) asks=(-p pair -N 1 -n $few --qos narrow) ;;
		7) asks=(-p pair -N 2 --qos long -t 2) ;;
		8) user=dot asks=(-n $((2 + few)) --qos "$([ $few = 1 ] && echo normal || echo twice)") ;;
		9) user=eve asks=(-n $few --qos "$([ $few = 3 ] && echo twice || echo normal)") ;;
		10) asks=(-n $((4 + 4 * few))) ;;
		11) asks=(-n 1) ;;
		esac
		submit "$user" job "sleep $((4 + RANDOM % 22))" -t 1 "${asks[@]}"
		[ $((RANDOM % 3)) != 0 ] || submit "$user" job "sleep $((4 + RANDOM % 22))" -n 1
	done
}
nodes=$(submit ann job "sleep 5" -p pair -N 3) # more than the partition has, without a QOS for it
time=$(submit bob job "sleep 5" -p pair -N 2 -t 2)
wave 28
sleep $((30 + RANDOM % 15))
wave 22
sleep $((40 + RANDOM % 15))
wave 14
scancel "$nodes" "$time"
drained 300
