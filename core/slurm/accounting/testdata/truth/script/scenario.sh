#!/bin/bash
# scenario.sh: jobs of scripts with lines of #SBATCH, alone and with options that come before them.
. /etc/slurm/lib.sh

RANDOM=$((100 * SEED + 53))
users=(ann bob cid dot eve)
n=0
# script USER OPTIONS-OF-THE-SCRIPT OPTION...
script() {
	n=$((n + 1))
	file=/home/$1/job$n.sh
	{
		echo '#!/bin/bash'
		printf '#SBATCH %s\n' --output=/dev/null $2
		echo "sleep $((4 + RANDOM % 22))"
	} >$file
	as "$1" sbatch --parsable "${@:3}" $file
}
wave() { # JOBS
	for _ in $(seq "$1"); do
		user=${users[RANDOM % 5]}
		few=$((1 + RANDOM % 3)) many=$((2 + RANDOM % 5))
		case $((RANDOM % 10)) in
		0) script $user "--ntasks=$many --time=1" ;;
		1) script $user "--nodes=2 --ntasks-per-node=$few --time=2" ;;
		2) script $user "--ntasks=1 --cpus-per-task=$((1 + few)) --mem=$((1000 * few)) --time=1" ;;
		3) script $user "--partition=gpu --gres=gpu:$((1 + RANDOM % 2)) --time=1" ;;
		4) script $user "--gpus=v100:$few --ntasks=2 --time=2" ;;
		5) script $user "--ntasks=$many --mem-per-cpu=$((600 + RANDOM % 800)) --constraint=old --time=1" ;;
		6) script $user "--nodes=1 --exclusive --time=1" ;;
		7) script $user "--ntasks=8 --time=10" --ntasks=$few --time=1 ;; # the line comes first
		8) script $user "--array=1-$((1 + few)) --ntasks=$few --time=1" ;;
		9) script $user "--ntasks=$few --time=3" --partition=gpu ;;
		esac
	done
}
wave 40
sleep $((20 + RANDOM % 10))
wave 28
sleep $((25 + RANDOM % 10))
wave 14
drained 300
