#!/bin/bash
# scenario.sh: jobs of three QOS in two partitions.
. /etc/slurm/lib.sh

# A job of a number of half seconds, which pass only while it runs. Slurm warns it two seconds before it stops it.
cat >/run/work <<'END'
trap 'kill -STOP $$' TSTP
for _ in $(seq $1); do sleep 0.5; done
END
RANDOM=$((100 * SEED + 59))
users=(ann bob cid)
wave() { # JOBS
	for _ in $(seq "$1"); do
		few=$((1 + RANDOM % 4))
		long=$((16 + RANDOM % 50))
		case $((RANDOM % 9)) in
		0 | 1) asks=(-n $few) ;;
		2) asks=(-n $((3 + few))) ;;
		3) asks=(-n $few --qos scavenger) ;;
		4) asks=(-p fast -n $few) ;;
		5) asks=(-p fast -n $few --qos scavenger) ;;
		6) asks=(-n $few --qos urgent) ;;
		7) asks=(-n $((2 * few)) --qos urgent --mem-per-cpu 500) ;;
		8) asks=(-p fast -n $few --qos urgent) ;;
		esac
		submit "${users[RANDOM % 3]}" job "sh /run/work $long" "${asks[@]}"
	done
}
wave 14
for _ in 1 2 3 4 5 6; do
	sleep $((8 + RANDOM % 8))
	wave 4
done
sleep $((20 + RANDOM % 15))
wave 12
for _ in 1 2 3; do
	sleep $((8 + RANDOM % 8))
	wave 3
done
drained 400
