#!/bin/bash
# scenario.sh: one phase for each way of asking, named by the jobs; the next begins when all are done.
. /etc/slurm/lib.sh

RANDOM=61
mixed= # yes: the jobs of a phase in an order that is drawn
users=(ann bob cid dot eve)
lines() { # PHASE: submits a job for each line of options, of a user and length that are drawn
	while read -r line; do echo "${mixed:+$RANDOM} $line"; done | { [ -z "$mixed" ] && cat || sort -n | cut -d' ' -f2-; } |
	while read -r -a asks; do
		submit "${users[RANDOM % 5]}" "$1" "sleep $((3 + RANDOM % 9))" "${asks[@]}"
	done
}
alike() { # PHASE TIMES OPTION...
	for _ in $(seq "$2"); do printf '%s ' "${@:3}"; echo; done | lines "$1"
}
event() { # WHAT JOB [VALUE]: notes what was done, as the events file of backfill has it
	echo "$(date +%s.%3N),$1,$2,${3-}" >>/run/events.csv
}
update() { # JOB FIELD VALUE
	scontrol update "jobid=$1" "$2=$3" && event "$2" "$1" "$3"
}
# busy computes for so many tenths of a second, which a sleep that is stopped does not.
busy='i=0; while [ $i -lt TENTHS ]; do sleep 0.1; i=$((i+1)); done'
echo time,what,job,value >/run/events.csv

licence() {
	for n in 2 1 3 1 4 2 1 1 2 3 1 2; do echo "-L lic:$n -n $((1 + RANDOM % 2))"; done | lines licence
}
nodelist() {
	alike nodelist 2 -n 2
	lines nodelist <<-'X'
		-w n3 -n 4
		-w n[1-2] -N 2 -n 2
		-x n[1-4] -n 4
		-w n3 -n 1
		-w n4 -N 2 -n 6
		-x n5,n6 -n 6
		-n 3
		-w n5 -n 2
		-w n[5-6] -n 8
		-x n[1-3] -N 2 -n 4
		-n 4
		-w n1,n3 -x n2 -N 3 -n 6
		-n 2
	X
}
contiguous() {
	alike contiguous 3 -n 3
	lines contiguous <<-'X'
		--contiguous -N 3
		--contiguous -N 2 -n 6
		-n 4
		--contiguous -N 4
		-n 2
		--contiguous -N 2 -n 2
		-N 2 -n 2
		--contiguous -N 5
		-n 1
	X
}
feature() {
	lines feature <<-'X'
		-C intel -n 4
		-C amd&fast -N 2 -n 8
		-C intel|amd -n 3
		-C [intel|amd] -N 2 -n 6
		-C old -n 6
		-C [old|fast] -N 3 -n 9
		-C [intel*1&amd*2] -N 3
		-C [fast*2&old*1] -N 3 -n 9
		-C (intel&old)|fast -n 4
		-C [intel*2&amd*1] -N 3 -n 6
		-C fast -n 2
		-C intel&fast -n 4
		-C [intel|amd] -N 3
		-n 2
	X
}
user() {
	alike user 3 --exclusive=user -n 1
	alike user 6 -p own -n 2
	alike user 3 --exclusive=user -n 3
	alike user 4 -n 3
	alike user 3 -p own -N 2 -n 2
	alike user 2 --exclusive=user -N 2 -n 2
}
share() {
	alike share 8 -p force -n 3
	alike share 3 -p force -N 2 -n 4
	alike share 4 -p share -s -n 3
	alike share 3 -p share -n 2
	alike share 3 -p share -s -n 4
	alike share 3 -p force -n 1 --mem=1500
}
range() {
	lines range <<-'X'
		-N 1-3 -n 8
		-N 2-4 -n 6
		-N 1-2 -n 5
		-n 4
		-N 2-6
		-N 3-5 -n 10
		-N 1-4 -n 12
		-n 1
		-N 2-3 -n 2 -c 3
		-N 1-6 -n 20
	X
}
gpus() {
	lines gpus <<-'X'
		-p gpu --gpus=4 -n 2
		-p gpu --gpus-per-task=1 -n 3
		-p gpu --gpus=a100:3 -n 3
		-p gpu --gpus-per-node=2 -N 2 -n 4
		-p gpu --gpus=2 --cpus-per-gpu=3
		-p gpu --gpus=v100:2 --mem-per-gpu=3000
		-p gpu --gpus-per-task=a100:2 -n 2
		-p gpu --gpus=1 --cpus-per-gpu=6
		-p gpu --gres=gpu:1 -n 2 -c 2
		-p gpu --gpus=6 -n 6
		-p gpu --gpus-per-socket=1 --sockets-per-node=2 -N 1 -n 2
		-p gpu --ntasks-per-gpu=2 --gpus=2
		-p gpu --gpus=5 -N 2
		-p gpu --gpus-per-task=1 -n 5 -c 2
		-p gpu -n 3
		-p gpu --gpus=1
	X
}
cores() {
	lines cores <<-'X'
		-p smt -n 1
		-p smt -n 3
		-p smt -n 3 --hint=nomultithread
		-p smt -c 3
		-p smt -n 2 --ntasks-per-core=1
		-p smt -n 4 --threads-per-core=1
		-p smt -n 2 -c 3
		-p smt -N 2 -n 5
		-p smt -n 4 --ntasks-per-socket=1
		-p smt -n 2 --ntasks-per-node=1 -N 2 -c 2
		-p smt -n 1 -B 2
		-p smt -n 8
		-p smt -n 5 --mem-per-cpu=900
		-p smt -n 1 --exclusive
		-p smt -n 6 --hint=nomultithread
		-p smt -n 2
	X
}
times() {
	alike times 6 -n 4 -t 2
	lines times <<-'X'
		-N 3 -n 12 -t 1
		-n 4 --time-min=1 -t 5
		-n 4 --deadline=now+2minutes -t 1
		-n 4 --begin=now+15
		-p long -n 4 -t UNLIMITED
		-n 2 --time-min=1 -t 10
		-n 6 -t 1
		-N 6 -t 1
		-n 4 --deadline=now+3minutes
		-n 1 -t 1
	X
}
het() {
	alike het 3 -n 4
	lines het <<-'X'
		-n 4 : -n 2 -p gpu --gpus=1
		-N 3 -n 12 : -n 4
		-n 3
		-n 8 : -n 8 : -n 2
		-n 2
		-N 2 -n 2 : -p smt -n 2
		-n 4 -t 1 : -n 1 -t 2
		-n 1
		-N 4 -n 16
		-n 2 : -n 2
	X
}
changed() {
	alike changed 6 -n 4 -t 2
	limit=$(alike_one -N 4 -n 16 -t 5)
	prio=$(alike_one -N 2 -n 8 -t 1)
	size=$(alike_one -N 5 -n 20 -t 1)
	moved=$(alike_one -n 8 -t 1)
	nice=$(alike_one -n 6 -t 1)
	alike_one -n 4 -t 1 >&2
	last=$(alike_one -n 4 -t 1)
	sleep 2
	update "$prio" Priority 90000
	update "$nice" Nice 500
	sleep 2
	update "$size" NumNodes 1
	update "$moved" Partition right
	update "$limit" TimeLimit 1
	sleep 2
	scontrol top "$last" && event Top "$last" all
	held=$(alike_one -n 1 -t 1)
	alike changed 4 -n 3 -t 1
	scontrol hold "$held" && event Hold "$held"
	sleep 9
	scontrol release "$held" && event Release "$held"
}
alike_one() { submit "${users[RANDOM % 5]}" changed "sleep $((4 + RANDOM % 8))" "$@"; }
suspended() {
	alike suspended 2 -n 4
	first=$(submit ann suspended "${busy/TENTHS/60}" -n 4 -w n3)
	second=$(submit bob suspended "${busy/TENTHS/80}" -N 2 -n 8 --mem=3500 -w n[4-5])
	alike suspended 4 -n 4
	now RUNNING "$first"
	now RUNNING "$second"
	sleep 2
	scontrol suspend "$first" && event Suspend "$first"
	scontrol suspend "$second" && event Suspend "$second"
	alike suspended 3 -n 4 --mem=1000
	sleep 7
	scontrol resume "$second" && event Resume "$second"
	alike suspended 4 -n 2
	sleep 4
	scontrol resume "$first" && event Resume "$first"
	alike suspended 3 -n 4
}
several() {
	alike several 5 -p left -n 4
	alike several 3 -p right -n 4
	alike several 4 -p left,right -n 4
	alike several 2 -p right,left -N 2 -n 6
	alike several 3 -p work,right -n 3
	alike several 2 -p left -n 2
}
memory() {
	lines memory <<-'X'
		--mem=0 -n 1
		--mem=3000 -n 1
		--mem-per-cpu=1500 -n 2
		-p lean --mem-per-cpu=900 -n 2
		-p lean --mem=2000 -n 1
		--mem=0 -N 2 -n 2
		--mem=6000 -n 2
		-p lean -n 2 --mem-per-cpu=400
		-p lean --mem-per-cpu=1200 -n 1
		--mem=0 -n 4
		--mem=2500 -N 2
		-n 4
		-n 4 --mem-per-cpu=700
		-p lean -n 3 --mem-per-cpu=600
	X
}
for phase in licence nodelist contiguous feature user share range gpus cores times het changed suspended several memory; do
	part "$phase"
	"$phase"
	drained 120
done
