#!/bin/bash
# scenario.sh: a phase for each wish, named by the jobs; the next begins when all are done.
. /etc/slurm/lib.sh

RANDOM=$((100 * SEED + 71))
users=(ann bob cid dot eve)
lines() { # PHASE LEAST MORE: submits a job for each line of options, in any order, of a user and length that are drawn
	while read -r line; do echo "$RANDOM $line"; done | sort -n | cut -d' ' -f2- |
	while read -r -a asks; do
		submit "${users[RANDOM % 5]}" "$1" "sleep $(($2 + RANDOM % $3))" "${asks[@]}"
	done
}
# Jobs that may be shortened fit in before a wide one that waits for others, whose limits are longer than their runs.
shorter() {
	submit ann shorter "sleep $((20 + RANDOM % 8))" -w n[1-2] -N 2 -n 8 -t $((3 + RANDOM % 2))
	submit bob shorter "sleep $((26 + RANDOM % 8))" -w n3 -n 4 -t 2
	submit cid shorter "sleep 5" -N 6 -n 24
	lines shorter 6 18 <<-'Y'
		-n 4 -t 20 --time-min=1
		-n 4 -t 10 --time-min=2
		-n 3 -t 2 --time-min=1
		-n 1 -t 15 --time-min=3
		-n 2 -t 20 --time-min=5
		-n 4 -t 1
		-n 2 -t 12 --time-min=1
		-n 4 -t 6 --time-min=2
		-N 2 -n 8 -t 9 --time-min=1
		-n 4 -t 9
		-n 3 -t 4 --time-min=4
	Y
	sleep $((8 + RANDOM % 5))
	submit dot shorter "sleep 7" -N 5 -n 20 -t 2
	lines shorter 6 14 <<-'Y'
		-n 4 -t 20 --time-min=1
		-n 4 -t 7 --time-min=2
		-n 2 -t 3 --time-min=1
	Y
}
# One that runs as long as it may.
limited() {
	submit ann limited "sleep 30" -N 3 -n 12 -w n[1-3] -t 3
	submit bob limited "sleep 4" -N 6 -n 24
	submit cid limited "sleep 400" -n 4 -t 8 --time-min=1
	submit dot limited "sleep 12" -n 8 -t 8 --time-min=2
	sleep 40
	lines limited 4 9 <<-'Y'
		-n 4
		-N 2 -n 8
		-n 4
	Y
}
prefer() {
	lines prefer 3 9 <<-'Y'
		--prefer=fast -n 4
		--prefer=fast -N 2 -n 8
		--prefer=intel&fast -n 4
		--prefer=intel&fast -n 2
		--prefer=fast -C old -n 4
		--prefer=old -C amd -n 4
		--prefer=intel -N 3 -n 9
		--prefer=intel|fast -n 3
		--prefer=[intel|amd] -N 3 -n 6
		-C fast -n 4
		-n 4
		-N 3 -n 12
		-n 2
		--prefer=fast -N 3 -n 10
		-p left --prefer=amd -n 3
		-p left --prefer=intel -N 2 -n 8
		-p left -n 4
		--prefer=amd -n 1
		-C intel --prefer=old -n 2
		--prefer=fast --array=1-3 -n 4
	Y
}
deadline() {
	lines deadline 6 14 <<-'Y'
		-n 4 -t 1 --deadline=now+70
		-n 4 -t 1 --deadline=now+85
		-N 2 -n 8 -t 1 --deadline=now+100
		-n 4 -t 1 --deadline=now+65
		-n 4 -t 1
		-n 8 -t 1
		-N 3 -n 12 -t 1
		-N 6 -n 24 -t 1 --deadline=now+75
		-n 4 -t 3 --time-min=1 --deadline=now+200
		-n 4 -t 20 --time-min=1 --deadline=now+2minutes
		-n 8 -t 20 --time-min=1 --deadline=now+90
		-n 2 -t 2 --deadline=now+130seconds
		-n 4 -t 2 --deadline=now+150
		-N 4 -n 16 -t 1
		-n 4 -t 1 --deadline=now+1hour
		-n 4 -t 1 --deadline=now+95
	Y
}
mcs() {
	lines mcs 4 9 <<-'Y'
		--exclusive=mcs -n 1
		--exclusive=mcs -n 2
		--exclusive=mcs -n 1
		--exclusive=mcs -n 3
		--exclusive=mcs -N 2 -n 3
		--exclusive=mcs -N 3 -n 5
		--exclusive=mcs -n 2
		--exclusive=mcs -n 1
		--exclusive=mcs -p left -n 2
		--exclusive=mcs -p left -n 1
		--exclusive=user -n 2
		--exclusive=user -n 1
		-n 1
		-n 2
		-n 1
		-n 3
		-N 4 -n 8
		-n 2
		-p left -N 2 -n 2
		--exclusive -n 1
		--exclusive=mcs -n 4
		--exclusive=mcs -N 6 -n 6
		-n 1
		-n 2
	Y
}
for phase in shorter prefer deadline mcs limited; do
	part "$phase"
	"$phase"
	drained 300
done
