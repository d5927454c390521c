#!/bin/bash
# scenario.sh submits the jobs of the test data to the Slurm that scripts/slurm has started, in about
# three minutes. Every job's name says what becomes of it.
. /etc/slurm/lib.sh

part accounts
add="sacctmgr -i --quiet add"
$add qos spare preemptmode=requeue
$add qos scrap preemptmode=cancel
$add qos urgent preempt=spare,scrap priority=100
qos=qos=normal,spare,scrap,urgent
$add account science $qos
$add account phys parent=science
$add account chem parent=science
$add account bio $qos
$add account guests parent=bio
$add user ann account=phys
$add user bob account=chem,phys defaultaccount=chem
$add user cid account=chem
$add user dot account=bio
$add user eve account=guests,phys defaultaccount=guests
sleep 2 # until slurmctld knows

part "jobs that take longest: their time limit is a minute"
submit ann timeout 'sleep 300' -p short -t 1 -n 2
submit cid timeout-step 'srun sleep 300' -p short -t 1
submit dot timeout-trap 'trap "" TERM; sleep 300' -p long -t 1 -w n4 # is killed after KillWait
submit eve past-its-deadline 'sleep 2' -p long -N 3 --exclusive -t 1 --deadline=now+65seconds --nice=100000

part "cancelled in the first second"
for user in ann bob cid; do
	job=$(submit $user cancelled-at-once 'sleep 60' -p gpu)
	now RUNNING "$job"
	scancel "$job"
done
submit dot cancelled-before-it-ran 'sleep 60' -p gpu | xargs scancel

part "steps, srun and salloc"
submit ann steps 'srun -n 2 sleep 2; srun -n 1 true; srun -n 1 false; sleep 1' -p gpu -n 2
submit bob steps-beside 'srun -n1 --exact sleep 3 & srun -n1 --exact sleep 2 & wait' -p gpu -n 2
as cid srun -p gpu -J srun -n 2 -t 2 sleep 3 &
as dot salloc -p gpu -J salloc -n 1 -t 2 srun sleep 2 2>/dev/null &
as eve srun -p gpu -J srun-fails -n 1 sh -c 'sleep 1; exit 5' 2>/dev/null &

part failures
submit ann fails-3 'sleep 2; exit 3' -p short
submit bob fails-at-once 'exit 1' -p short
submit cid killed-by-signal 'sleep 1; kill -9 $$' -p short
submit dot no-such-command 'no-such-command' -p short
submit eve no-output 'sleep 2' -p short --output=/none/such/file
submit ann over-memory 'a=$(head -c 120000000 /dev/zero | tr "\0" x); sleep 30' -p gpu --mem=40
submit ann over-memory-step 'srun sh -c "a=\$(head -c 120000000 /dev/zero | tr \"\\\\0\" x); sleep 30"' -p gpu --mem=40

part "names, comments and scripts"
submit ann 'a|b' 'sleep 1' -p short --comment='bars | in a | comment'
submit bob $'two\nlines' 'sleep 1' -p short --comment=$'one\ntwo|three\n'
submit cid "'single' and \"double\" quotes" 'sleep 1' -p short --comment="'\"\\"
submit dot 'größe-π-日本' 'sleep 1' -p short --comment='žluťoučký kůň'
submit eve $'tab\tand, comma; 100% <&>' $'sleep 1\nprintf "a|b\\n" | cat\n# 77|77|x' -p short --comment='a,b;c'
submit ann ' spaces around ' 'sleep 1' -p short
submit bob 'back\slash' 'sleep 1' -p short --comment='\n is no end of a line'
submit cid '' 'sleep 1' -p short
submit dot "$(printf 'long%.0s' $(seq 60))" 'sleep 1' -p short

part "jobs that wait for each other's processors"
i=0
for user in ann bob cid dot eve ann bob cid dot eve ann bob cid dot eve ann; do
	case $((i % 4)) in
	0) submit $user plain-$i "sleep $((2 + i % 5))" -p short -n $((1 + i % 4)) -t $((1 + i % 3)) ;;
	1) submit $user plain-$i "sleep $((3 + i % 4))" -p long -n $((2 + i % 3)) -t 1:30 ;;
	2) submit $user plain-$i "srun sleep $((1 + i % 6))" -p short,long -n 2 -t 0-0:3 ;;
	3) submit $user plain-$i "sleep $((1 + i % 7))" -p short -N 2 --ntasks-per-node=2 ;;
	esac
	i=$((i + 1))
done
submit ann exclusive 'sleep 2' -p short --exclusive
submit bob memory 'sleep 3' -p long --mem=3000
submit cid memory-per-cpu 'sleep 2' -p long -n 3 --mem-per-cpu=700
submit dot memory-whole-node 'sleep 2' -p long --mem=0
submit eve other-account 'sleep 2' -p short -A phys
submit bob other-account 'sleep 2' -p short -A phys
submit ann unlimited 'sleep 4' -p long -t UNLIMITED
submit cid partitions-limit 'sleep 4' -p long
submit bob gpu-a100 'sleep 3' -p gpu --gres=gpu:a100:1
submit cid gpu-v100 'sleep 3' -p gpu --gpus=v100:3 -n 2
submit dot gpu-any 'sleep 3' -p gpu --gres=gpu:2

part dependencies
first=$(submit ann first 'sleep 3' -p short)
bad=$(submit ann first-fails 'sleep 2; exit 9' -p short)
submit ann afterok 'sleep 1' -p short -d afterok:"$first"
submit ann afterany 'sleep 1' -p short -d afterany:"$first":"$bad"
submit ann afternotok 'sleep 1' -p short -d afternotok:"$bad"
submit ann afterok-cancelled 'sleep 1' -p short -d afterok:"$bad" --kill-on-invalid-dep=yes
submit ann afterok-never 'sleep 1' -p short -d afterok:"$bad" # waits at the end
for _ in 1 2 3; do submit bob singleton 'sleep 2' -p short -d singleton; done

part "arrays"
all=$(submit cid array 'sleep 2' -p short -a 0-7%3)
submit cid array-aftercorr 'sleep 1' -p short -a 0-7 -d aftercorr:"$all"
submit dot array-fails 'exit $SLURM_ARRAY_TASK_ID' -p short -a 0-3
some=$(submit eve array-some-cancelled 'sleep 5' -p long -a 1-8%1)
none=$(submit eve array-all-cancelled 'sleep 5' -p long -a 0-20:5 -H)
scancel "${some}_[4-5,7]"
sleep 2
scancel "$none"

part "held, begun later, cancelled while they wait"
held=$(submit ann held-released 'sleep 2' -p short -H)
never=$(submit bob held-cancelled 'sleep 2' -p short -H)
submit cid begins-later 'sleep 2' -p short -b now+25
later=$(submit cid begins-later-cancelled 'sleep 2' -p short -b now+3600)
waits=$(submit dot cancelled-waiting 'sleep 2' -p long -N 3 --exclusive)
sleep 3
scancel "$never" "$later" "$waits"
as ann scontrol update job="$held" name=held-renamed-released
as ann scontrol release "$held"

part "heterogeneous jobs"
# The parts of a heterogeneous job never share a node.
het() { as "$1" sbatch --parsable --output=/dev/null -J "$2" "${@:3}"; }
het ann het -n 1 -p short -t 2 : -n 2 -p gpu -t 3 --wrap='srun --het-group=0,1 sleep 3'
het bob het-fails -n 1 -p gpu : -n 1 -p short : -n 2 -p long --wrap='sleep 1; exit 2'
gone=$(het cid het-cancelled-waiting -H -n 1 -p short : -n 2 -p long --wrap='sleep 60')
scancel "$gone"
cut=$(het dot het-cancelled -n 1 -p gpu : -n 1 -p gpu --wrap='sleep 60')

part "requeued"
again=$(submit ann requeued 'sleep 12' -p gpu)
twice=$(submit bob requeued-twice 'srun sleep 12' -p gpu)
lost=$(submit cid requeued-cancelled 'sleep 30' -p gpu)
hold=$(submit dot requeued-held-released 'sleep 10' -p gpu)
list=$(submit eve array-requeued 'sleep 12' -p gpu -a 1-2)
for job in "$again" "$twice" "$lost" "$hold" "$list"; do now RUNNING "$job"; done
sleep 2
as ann scontrol requeue "$again"
scontrol requeue "$twice"
scontrol requeue "$lost"
scontrol requeuehold "$hold"
scontrol requeue "${list}_2"
now RUNNING "$cut"
scancel "$cut"
now PENDING "$lost"
scancel "$lost"
scontrol release "$hold"
now RUNNING "$twice"
sleep 1
scontrol requeue "$twice"

part "cancelled while they run, resized, changed"
stop=$(submit ann cancelled-running 'srun sleep 60' -p short -n 2)
user=$(submit bob cancelled-by-its-user 'sleep 60' -p short)
size=$(submit cid resized 'sleep 14' -p short -N 2)
longer=$(submit dot limit-changed 'sleep 8' -p short -t 5)
note=$(submit eve comments-of-all 'sleep 3' -p short --comment=user)
move=$(submit eve moved 'sleep 2' -p short -N 3 --exclusive)
scontrol update job="$move" partition=long numnodes=1
scontrol update job="$note" admincomment=$'of the admin|two\nlines'
for job in "$stop" "$user" "$size" "$longer"; do now RUNNING "$job"; done
sleep 2
scontrol update job="$longer" timelimit=2
as cid scontrol update job="$size" numnodes=1
scancel "$stop"
as bob scancel "$user"
sleep 1

part "a reservation, maintenance"
scontrol create reservation reservationname=talk users=ann,bob nodes=n4 starttime=now duration=1 flags=ignore_jobs
submit ann reserved 'sleep 3' -p long -t 1 --reservation=talk
submit bob reserved 'sleep 2' -p long -t 1 --reservation=talk -n 2

part "preempted"
one=$(submit cid preempted-requeued 'sleep 9' -p gpu -w g2 -n 2 --qos=spare --gpus=v100:2)
two=$(submit dot preempted-requeued 'sleep 9' -p gpu -w g2 -n 2 --qos=spare --gpus=v100:2)
killed=$(submit eve preempted-cancelled 'sleep 60' -p gpu -w g1 -n 4 --qos=scrap --gres=gpu:a100:2)
for job in "$one" "$two" "$killed"; do now RUNNING "$job"; done
sleep 2
submit ann urgent 'sleep 3' -p gpu -w g2 -N 1 -n 4 --qos=urgent -t 1
submit bob urgent 'sleep 3' -p gpu -w g1 --qos=urgent -n 2
gone "$killed"

part "suspended and resumed"
pause=$(submit ann suspended-resumed 'sleep 12' -p short)
twice=$(submit bob suspended-twice 'srun sleep 20' -p short)
ended=$(submit cid suspended-cancelled 'sleep 30' -p short)
for job in "$pause" "$twice" "$ended"; do now RUNNING "$job"; done
sleep 2
for job in "$pause" "$twice" "$ended"; do scontrol suspend "$job"; done
sleep 5
for job in "$pause" "$twice"; do scontrol resume "$job"; done
scancel "$ended"
sleep 2
scontrol suspend "$twice"
sleep 4
scontrol resume "$twice"

part "nodes that fail"
short='[ "$SLURM_RESTART_COUNT" ] || sleep 60; sleep 3' # in the second run
one=$(submit ann node-fails 'sleep 60' -p gpu -w g1 --no-requeue)
two=$(submit bob node-fails-requeued "$short" -p gpu -w g1)
dies=$(submit cid node-dies 'srun sleep 60' -p long -w n3 -t 3 --no-requeue)
again=$(submit dot node-dies-requeued "$short" -p long -w n3 -t 3)
for job in "$one" "$two" "$dies" "$again"; do now RUNNING "$job"; done
sleep 2
scontrol update node=g1 state=down reason=broken
kill -9 "$(cat /run/slurmd.n3.pid)"
pkill -9 -f "slurmstepd: .($dies|$again)[.]"
sleep 2
scontrol update node=g1 state=resume
gone "$dies"
slurmd -N n3
now RUNNING "$again"

part "a job requeued after its end"
done=$(submit ann done-requeued 'sleep 2' -p short)
gone "$done"
scontrol requeue "$done"
now RUNNING "$done"
sleep 3

part "what still runs or waits at the end"
submit ann runs 'sleep 600' -p short -n 2 -t 10
submit bob runs-a-step 'srun sleep 600' -p gpu -n 1 --gres=gpu:a100:1
submit cid runs-unlimited 'sleep 600' -p long -w n4
submit dot runs-array 'sleep 600' -p long -a 0-7%2
stays=$(submit eve suspended 'sleep 600' -p short)
het bob runs-het -n 1 -p short : -n 1 -p gpu --wrap='sleep 600'
back=$(submit ann waits-requeued-held 'sleep 600' -p gpu)
anew=$(submit bob waits-requeued 'sleep 600' -p gpu)
for job in "$stays" "$back" "$anew"; do now RUNNING "$job"; done
sleep 3
scontrol suspend "$stays"
scontrol requeuehold "$back"
scontrol create reservation reservationname=upkeep users=root nodes=g2 starttime=now+60 duration=60 flags=maint,ignore_jobs
submit ann waits-for-maintenance 'sleep 2' -p gpu -w g2 -t 30
submit bob waits-for-nodes 'sleep 2' -p short,long -N 3 --exclusive -t 5
submit cid waits-held 'sleep 2' -p short -H -t UNLIMITED -p long
submit dot waits-until-tomorrow 'sleep 2' -p long -b now+86400
submit eve waits-array-held 'sleep 2' -p short -H -a 1,3,7,11-15%2
het cid waits-het -H -n 1 -p short : -n 2 -p gpu --wrap='sleep 2'
sleep 4
scontrol requeue "$anew"
scontrol update job="$anew" starttime=now+3600
sleep 8 # until the other requeued job is eligible
part end
