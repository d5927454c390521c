#!/bin/bash
# scenario.sh: a thousand jobs, and then one each second, for an hour.
. /etc/slurm/lib.sh

RANDOM=$((100 * SEED + 83))
users=(ann ann ann bob cid cid dot eve eve eve eve fay gus gus hal hal ida jon kim kim lou)
one() {
	local user=${users[RANDOM % 21]} minutes=$((1 + RANDOM % 4)) asks
	case $((RANDOM % 8)) in
	0) asks=(-p short -n $((1 + RANDOM % 4))) minutes=1 ;;
	1) asks=(-N $((2 + RANDOM % 3)) --ntasks-per-node=$((1 + RANDOM % 4))) ;;
	2) asks=(-n $((4 + RANDOM % 13))) ;;
	*) asks=(-n $((1 + RANDOM % 3))) ;;
	esac
	case $((RANDOM % 8)) in 0) asks+=(--qos=urgent) ;; 1 | 2) asks+=(--qos=bulk) ;; esac
	submit $user job "sleep $((10 + RANDOM % (50 * minutes)))" -t $minutes "${asks[@]}"
}
for _ in $(seq 1000); do one; done
began=$SECONDS
for second in $(seq 3600); do
	while [ $((SECONDS - began)) -lt $second ]; do sleep 0.1; done
	one
done
