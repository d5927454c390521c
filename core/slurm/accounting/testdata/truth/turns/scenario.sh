#!/bin/bash
# scenario.sh: jobs that take turns, and jobs that suspend others.
. /etc/slurm/lib.sh

# A job of a number of half seconds, which pass only while it runs. Slurm warns it two seconds before it stops it.
cat >/run/work <<'END'
trap 'kill -STOP $$' TSTP
for _ in $(seq $1); do sleep 0.5; done
END
RANDOM=$((100 * SEED + 37))
users=(ann bob cid)
wave() { # JOBS
	for _ in $(seq "$1"); do
		few=$((1 + RANDOM % 4))
		long=$((16 + RANDOM % 50))
		case $((RANDOM % 11)) in
		0 | 1) asks=(-p work -n $few) ;;
		2) asks=(-p spare -n $few) ;;
		3) asks=(-p spare -n $((3 + few)) --mem-per-cpu 200) ;;
		4 | 5) asks=(-p turns -n $few) ;;
		6) asks=(-p turns -n $((3 + few))) ;;
		7) asks=(-p turns -n $few --mem 1500) ;;
		8)
			long=$((10 + RANDOM % 20))
			asks=(-p urgent -n $few)
			;;
		9) asks=(-p urgent -n $((2 * few)) --mem-per-cpu 700) ;;
		10)
			long=$((10 + RANDOM % 20))
			asks=(-p first -n $few)
			;;
		esac
		submit "${users[RANDOM % 3]}" job "sh /run/work $long" "${asks[@]}"
	done
}
submit ann long "sh /run/work 160" -p spare -n 2 # longer than their limit of a minute
submit bob long "sh /run/work 160" -p turns -n 4
wave 18
for _ in 1 2 3 4 5 6; do
	sleep $((8 + RANDOM % 8))
	wave 4
done
sleep $((20 + RANDOM % 15))
wave 16
for _ in 1 2 3; do
	sleep $((8 + RANDOM % 8))
	wave 3
done
drained 400
