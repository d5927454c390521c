#!/bin/bash
# scenario.sh: jobs that wait for memory, GPUs, features or whole nodes while CPUs are free.
. /etc/slurm/lib.sh

sacctmgr -i --quiet add account lab
for user in ann bob cid dot eve; do sacctmgr -i --quiet add user $user account=lab; done
sleep 2 # until slurmctld knows

RANDOM=31
users=(ann bob cid dot eve)
wave() { # JOBS
	for _ in $(seq "$1"); do
		case $((RANDOM % 9)) in
		0) asks=(--gres=gpu:$((1 + RANDOM % 2)) -n 1) ;;
		1) asks=(--gres=gpu:v100:$((1 + RANDOM % 4)) -n 2) ;;
		2) asks=(--gpus=a100:1 -n 1) ;;
		3) asks=(--mem=$((2000 + RANDOM % 5000)) -n 1) ;;
		4) asks=(--mem-per-cpu=$((600 + RANDOM % 1200)) -n $((1 + RANDOM % 4))) ;;
		5) asks=(-C "$([ $((RANDOM % 2)) = 0 ] && echo old || echo new)" -n $((2 + RANDOM % 5))) ;;
		6) asks=(-C "new&big" -n 2 --mem=6000) ;;
		7) asks=(--exclusive -N 1) ;;
		8) asks=(-N 2 --ntasks-per-node=$((1 + RANDOM % 4)) -c $((1 + RANDOM % 2))) ;;
		esac
		submit "${users[RANDOM % 5]}" job "sleep $((4 + RANDOM % 22))" -t 1 "${asks[@]}"
	done
}
wave 30
sleep 40
wave 25
sleep 50
wave 15
drained 300
