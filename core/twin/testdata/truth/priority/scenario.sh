#!/bin/bash
# scenario.sh: five users of unequal shares send more jobs than there is room for, in three
# waves. What priorities and fair shares are is noted every 10 seconds.
. /etc/slurm/lib.sh

add="sacctmgr -i --quiet add"
$add qos high priority=50
$add qos low priority=5
qos=qos=normal,high,low
$add account science fairshare=60 $qos
$add account phys parent=science fairshare=3
$add account chem parent=science fairshare=1
$add account bio fairshare=40 $qos
$add user ann account=phys fairshare=5
$add user bob account=phys fairshare=2
$add user cid account=chem
$add user dot account=bio fairshare=7
$add user eve account=bio fairshare=1
sleep 2 # until slurmctld knows

watch_priorities 10 &
RANDOM=17
users=(ann bob cid dot eve)
wave() { # JOBS
	for _ in $(seq "$1"); do
		options=(-p "$([ $((RANDOM % 4)) = 0 ] && echo fast || echo work)" -n $((1 + RANDOM % 6)))
		case $((RANDOM % 6)) in
		0) options+=(--qos=high) ;;
		1) options+=(--qos=low) ;;
		2) options+=(--nice=$((RANDOM % 500))) ;;
		esac
		submit "${users[RANDOM % 5]}" job "sleep $((5 + RANDOM % 25))" "${options[@]}"
	done
}
wave 25
sleep 40
wave 20
sleep 50
wave 20
drained 240
