#!/bin/bash
# scenario.sh: partitions with tiers that share nodes, and jobs that wait in several of them.
. /etc/slurm/lib.sh

RANDOM=$((100 * SEED + 61))
users=(ann ann bob bob cid dot eve)
wave() { # JOBS
	for _ in $(seq "$1"); do
		minutes=1
		case $((RANDOM % 9)) in
		0) where=high ;;
		1) where=mid ;;
		2) where=low,mid ;;
		3) where=low,side ;;
		4) where=mid,high,low ;;
		5) where=side ;;
		*) where=low minutes=$((1 + RANDOM % 3)) ;;
		esac
		submit "${users[RANDOM % 7]}" job "sleep $((4 + RANDOM % 22))" -p $where -t $minutes -n $((1 + RANDOM % 6))
	done
}
wave 36
sleep $((30 + RANDOM % 15))
wave 28
sleep $((40 + RANDOM % 15))
wave 16
drained 300
