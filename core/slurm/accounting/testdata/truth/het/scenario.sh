#!/bin/bash
# scenario.sh: heterogeneous jobs of two and three parts between ordinary ones.
. /etc/slurm/lib.sh

RANDOM=$((100 * SEED + 67))
users=(ann bob cid dot eve)
n=0
het() { # USER PARTS...: the options of a part are one word
	n=$((n + 1))
	printf '#!/bin/bash\nsleep %s\n' $((4 + RANDOM % 18)) >/home/$1/het$n.sh
	local all=$2
	for part in "${@:3}"; do all+=" : $part"; done
	as "$1" sbatch --parsable --output=/dev/null --job-name=het $all /home/$1/het$n.sh
}
wave() { # JOBS
	for _ in $(seq "$1"); do
		user=${users[RANDOM % 5]}
		few=$((1 + RANDOM % 2)) some=$((1 + RANDOM % 3))
		case $((RANDOM % 12)) in
		0) het $user "-n $few -t 1" "-n $some -t 1" ;;
		1) het $user "-n 1 -t 1" "-N 2 --ntasks-per-node=$few -t 2" ;;
		2) het $user "-p work -n $few -t 1" "-p far -n $few -t 1" ;;
		3) het $user "-n 1 -t 1" "-n 1 -t 1" "-p far -n $few -t 1" ;;
		4 | 5) submit $user job "sleep $((4 + RANDOM % 22))" -p far,wide -n $((few + some)) -t 1 ;;
		6 | 7) submit $user job "sleep $((4 + RANDOM % 22))" -p far,work -n $some -t $((1 + RANDOM % 2)) ;;
		*) submit $user job "sleep $((4 + RANDOM % 22))" -n $((few + some)) -t $((1 + RANDOM % 2)) ;;
		esac
	done
}
wave 18
sleep $((35 + RANDOM % 15))
wave 14
sleep $((40 + RANDOM % 15))
wave 8
drained 300
