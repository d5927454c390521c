#!/bin/bash
# scenario.sh: jobs under many kinds of limits; some are refused when they are submitted.
. /etc/slurm/lib.sh

RANDOM=$((100 * SEED + 97))
users=(ann bob cid dot eve)
kinds=(normal normal thin brief pool late quick)
wave() { # JOBS
	for _ in $(seq "$1"); do
		user=${users[RANDOM % 5]}
		case $((RANDOM % 5)) in
		0) where=own ;;
		1) where=rest ;;
		*) where=work ;;
		esac
		[ $where = own ] && [[ $user = [de]* ]] && where=work
		[ $where = rest ] && [ $user = cid ] && where=own
		submit $user job "sleep $((4 + RANDOM % 22))" -p $where -n $((1 + RANDOM % 5)) -t $((1 + RANDOM % 2)) --qos="${kinds[RANDOM % 7]}"
	done
}
wave 40
sleep $((30 + RANDOM % 15))
wave 30
sleep $((40 + RANDOM % 15))
wave 16
drained 150
