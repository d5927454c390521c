#!/bin/bash
# scenario.sh: jobs that want whole GPUs, shards of them, parts of GPUs by type, MPS and counted resources, some under limits on these.
. /etc/slurm/lib.sh

set_limits modify qos parts set MaxTRESPerUser=gres/shard=3
set_limits modify account club set GrpTRES=gres/fpga=1,billing=9
RANDOM=$((100 * SEED + 41))
users=(ann bob cid)
wave() { # JOBS
	for _ in $(seq "$1"); do
		few=$((1 + RANDOM % 3))
		user=${users[RANDOM % 3]}
		case $((RANDOM % 17)) in
		0 | 1) asks=(--gres=shard:$few -n 1) ;;
		2) asks=(--gres=shard:$few -N 2) ;;
		3) asks=(--gres=shard:v100:$((1 + few)) -n 1) ;;
		4) asks=(--gres=shard:$((1 + few)) -n $((2 * few))) ;;
		5) asks=(--gres=shard:$few --qos=parts) ;;
		6) asks=(--gres=gpu:1 -n $few) ;;
		7) asks=(--gres=gpu:v100:$few) ;;
		8) asks=(--gpus=a100:$((1 + few / 2)) -n 1) ;;
		9) asks=(--gres=gpu:1g.5gb:$few) ;;
		10) asks=(--gres=gpu:2g.10gb:1) ;;
		11) asks=(--gres=fpga:$((1 + few / 2))) ;;
		12) asks=(--gres=tmpdisk:$((150 * few + 50 * (RANDOM % 7)))) ;;
		13) user=dot asks=(--gres=fpga:1,tmpdisk:$((100 * few))) ;;
		14) asks=(--gres=lustre:$((1 + RANDOM % 4)) -n 2) ;;
		15) asks=(--gres=mps:$((20 * (1 + RANDOM % 5)))) ;;
		16) user=eve asks=(--gres=shard:$((1 + few)) -n 3) ;;
		esac
		submit "$user" job "sleep $((4 + RANDOM % 22))" -t 1 "${asks[@]}"
		case $((RANDOM % 8)) in
		0) submit "$user" job "sleep $((4 + RANDOM % 12))" -N 1 --exclusive ;;
		1) submit "$user" job "sleep $((4 + RANDOM % 12))" -n 3 --gres=none ;;
		esac
	done
}
wave 34
sleep $((25 + RANDOM % 10))
alone=$(submit ann job "sleep 6" -N 1 --exclusive --gres=shard:2)
wave 12
never=$(submit bob job "sleep 5" -n 1 --gres=shard:5) # more than any GPU has, and fewer than a node
sleep $((25 + RANDOM % 10))
scancel "$never"
wave 14
sleep $((40 + RANDOM % 10))
scancel "$alone"
wave 8
drained 300
