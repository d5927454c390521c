#!/bin/bash
# scenario.sh: narrow and short jobs could start before wide and long ones, as far as a cycle's
# depth, its window and the number of its reservations let them.
. /etc/slurm/lib.sh

sacctmgr -i --quiet add account lab
for user in ann bob cid dot eve; do sacctmgr -i --quiet add user $user account=lab; done
sleep 2 # until slurmctld knows

RANDOM=5
users=(ann bob cid dot eve)
wave() { # JOBS
	for _ in $(seq "$1"); do
		minutes=$((1 + RANDOM % 4))
		seconds=$((3 + RANDOM % (10 * minutes)))
		case $((RANDOM % 5)) in
		0) size=(-N $((3 + RANDOM % 4)) --ntasks-per-node=4) ;;
		1) size=(-N $((1 + RANDOM % 3)) --ntasks-per-node=2) ;;
		*) size=(-n $((1 + RANDOM % 3))) ;;
		esac
		submit "${users[RANDOM % 5]}" job "sleep $seconds" -t $minutes "${size[@]}"
	done
}
wave 30
sleep 45
wave 25
sleep 45
wave 15
drained 240
