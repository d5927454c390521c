#!/bin/bash
# scenario.sh: jobs that limits hold although nodes are free, and jobs of several partitions.
. /etc/slurm/lib.sh

add="sacctmgr -i --quiet add"
$add qos few maxjobsperuser=2 priority=10
$add qos small maxtresperuser=cpu=4
$add qos narrow grptres=cpu=6
$add qos alone grpjobs=1
qos=qos=normal,few,small,narrow,alone
$add account phys grptres=cpu=10 $qos
$add account chem grpjobs=4 $qos
$add account bio $qos
$add user ann account=phys
$add user bob account=phys maxjobs=2
$add user cid account=chem
$add user dot account=bio grptres=cpu=5
$add user eve account=bio
sleep 2 # until slurmctld knows

RANDOM=23
users=(ann bob cid dot eve)
kinds=(normal few small narrow)
wave() { # JOBS
	for _ in $(seq "$1"); do
		user=${users[RANDOM % 5]}
		case $((RANDOM % 6)) in
		0) where=quick ;;
		1) where=work,quick ;;
		2) where=alone ;;
		3) [ $user = cid ] && where=owner || where=work ;;
		*) where=work ;;
		esac
		submit $user job "sleep $((4 + RANDOM % 22))" -p $where -n $((1 + RANDOM % 4)) -t 1 --qos="${kinds[RANDOM % 4]}"
	done
}
wave 30
sleep 40
wave 25
sleep 50
wave 15
drained 300
