#!/bin/bash
# scenario.sh: jobs of accounts whose budgets end, and jobs that limits on billing and typed GPUs hold.
. /etc/slurm/lib.sh

set_limits modify qos lone set maxtresperuser=gres/gpu:a100=1
set_limits modify account chem set grptres=gres/gpu:v100=2

RANDOM=$((100 * SEED + 73))
users=(ann bob cid dot eve fay gus)
wave() { # JOBS
	for _ in $(seq "$1"); do
		case $((RANDOM % 8)) in
		0) asks=(--gres=gpu:v100:1 -n 1) ;;
		1) asks=(--gres=gpu:a100:1 -n 1 --qos=lone) ;;
		2) asks=(--gres=gpu:1 -n 1) ;;
		3) asks=(-n $((1 + RANDOM % 4)) --qos=paid) ;;
		4) asks=(-n $((1 + RANDOM % 5)) --qos=sip) ;; # some are held for ever
		5) asks=(-n 1 --mem=$((1000 + RANDOM % 3000)) --qos=paid) ;;
		*) asks=(-n $((1 + RANDOM % 5))) ;;
		esac
		submit "${users[RANDOM % 7]}" job "sleep $((4 + RANDOM % 22))" -t 1 "${asks[@]}"
	done
}
wave 32
sleep $((35 + RANDOM % 15))
wave 26
sleep $((45 + RANDOM % 15))
wave 14
drained 90
