#!/bin/bash
# scenario.sh: jobs that get more CPUs for their memory, jobs on the least loaded nodes, and GPUs that bring CPUs and memory.
. /etc/slurm/lib.sh

RANDOM=$((100 * SEED + 89))
users=(ann bob cid dot eve)
wave() { # JOBS
	for _ in $(seq "$1"); do
		few=$((1 + RANDOM % 3))
		case $((RANDOM % 9)) in
		0) asks=(-n $few --mem-per-cpu=$((1200 + RANDOM % 800))) ;; # more than MaxMemPerCPU
		1) asks=(-n 1 --mem=$((2000 + RANDOM % 1800))) ;;
		2) asks=(-p spread -n 1) ;;
		3) asks=(-p spread -n $((2 + few)) --mem-per-cpu=400) ;;
		4) asks=(-p few -n $((1 + few))) ;;
		5) asks=(-p gpu --gres=gpu:$((1 + RANDOM % 2))) ;;
		6) asks=(-p gpu --gpus=v100:$few) ;;
		7) asks=(-n $((3 + few))) ;;
		8) asks=(-n 1) ;;
		esac
		submit "${users[RANDOM % 5]}" job "sleep $((4 + RANDOM % 22))" -t $((1 + RANDOM % 2)) "${asks[@]}"
	done
}
wave 36
sleep $((30 + RANDOM % 15))
wave 26
sleep $((40 + RANDOM % 15))
wave 14
drained 300
