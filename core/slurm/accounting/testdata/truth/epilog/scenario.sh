#!/bin/bash
# scenario.sh: 90 jobs in three waves, on nodes that are not free for a while after each.
. /etc/slurm/lib.sh


RANDOM=$SEED
users=(ann bob cid dot eve)
wave() { # JOBS
	for _ in $(seq "$1"); do
		minutes=$((1 + RANDOM % 3))
		seconds=$((3 + RANDOM % (8 * minutes)))
		case $((RANDOM % 4)) in
		0) size=(-N $((1 + RANDOM % 4)) --ntasks-per-node=4) ;;
		*) size=(-n $((1 + RANDOM % 4))) ;;
		esac
		submit "${users[RANDOM % 5]}" job "sleep $seconds" -t $minutes "${size[@]}"
	done
}
wave 40
sleep 45
wave 30
sleep 45
wave 20
drained 300
