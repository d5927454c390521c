#!/bin/bash
# scenario.sh: 200 jobs of 12 users in a minute and a half, the same in each run of a seed whatever the Slurm does.
. /etc/slurm/lib.sh

RANDOM=$((100 * SEED + 79))
users=(ann ann ann bob cid cid dot eve eve eve eve fay gus gus hal hal ida jon kim kim lou)
one() {
	local user=${users[RANDOM % 21]} length=$((4 + RANDOM % 20)) asks
	case $((RANDOM % 11)) in
	0 | 1) asks=(-p short -n $((1 + RANDOM % 4)) -t 1) ;;
	2) asks=(-p gpu -n $((1 + RANDOM % 2)) --gres=gpu:$((1 + RANDOM % 2)) -t 1) ;;
	3) asks=(-N $((2 + RANDOM % 2)) --ntasks-per-node=$((3 + RANDOM % 6)) -t $((1 + RANDOM % 2))) ;;
	4) asks=(-n $((4 + RANDOM % 16)) -t $((1 + RANDOM % 3))) ;;
	5) asks=(-n 1 -c $((2 + RANDOM % 6)) --mem=$((2 + RANDOM % 12))G -t $((1 + RANDOM % 3))) ;;
	6) asks=(-n $((1 + RANDOM % 6)) --mem-per-cpu=$((1 + RANDOM % 4))G -t 2) ;;
	*) asks=(-n $((1 + RANDOM % 8)) -t $((1 + RANDOM % 3))) ;;
	esac
	case $((RANDOM % 8)) in 0) asks+=(--qos=urgent) ;; 1 | 2) asks+=(--qos=bulk) ;; esac
	submit $user job "sleep $length" "${asks[@]}"
}
wave() { for _ in $(seq "$1"); do one; done; }
# at SECOND waits until then, so that all runs submit at about the same seconds.
began=$SECONDS
at() { while [ $((SECONDS - began)) -lt "$1" ]; do sleep 0.05; done; }
wave 100
at 30
wave 40
at 60
wave 30
at 90
wave 30
idle=0
for _ in $(seq 300); do # jobs that a limit keeps from ever starting stay
	[ -z "$(squeue -h -t RUNNING)" ] && idle=$((idle + 1)) || idle=0
	[ $idle -lt 20 ] || break
	sleep 1
done
