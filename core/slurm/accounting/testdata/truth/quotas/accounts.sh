#!/bin/bash
# accounts.sh makes the accounts, before slurmctld starts.
set -eu
add="sacctmgr -i --quiet add"
$add qos thin maxtrespernode=cpu=2 priority=2
$add qos brief maxtresmins=cpu=4
$add qos pool grptresrunmins=cpu=12 priority=5
$add qos late minpriothres=900
$add qos quick flags=noreserve priority=8
$add qos door maxsubmitjobsperuser=4 maxjobsperuser=2
qos=qos=normal,thin,brief,pool,late,quick,door
$add account phys maxtresmins=cpu=20 $qos
$add account chem grpsubmitjobs=14 $qos
$add account bio grpwall=30 $qos
$add user ann account=phys maxsubmitjobs=12
$add user bob account=phys
$add user cid account=chem
$add user dot account=bio
$add user eve account=bio maxjobs=2
