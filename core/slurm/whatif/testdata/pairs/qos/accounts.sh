#!/bin/bash
# accounts.sh makes the accounts, before slurmctld starts.
set -eu
add="sacctmgr -i --quiet add"
$add qos urgent priority=10 maxjobsperuser=2 usagefactor=2
$add qos bulk usagefactor=0.5 maxtresperuser=cpu=20 grptres=cpu=8
qos=qos=normal,urgent,bulk
$add account phys fairshare=40 $qos
$add account theory parent=phys fairshare=3 $qos
$add account exper parent=phys fairshare=1 $qos
$add account chem fairshare=30 $qos
$add account bio fairshare=20 grptres=cpu=32 $qos
$add account guest fairshare=10 grptresrunmins=cpu=60 $qos
for u in ann bob; do $add user $u account=theory; done
$add user cid account=exper fairshare=5
$add user dot account=exper fairshare=1
for u in eve fay gus; do $add user $u account=chem; done
for u in hal ida jon; do $add user $u account=bio maxjobs=6; done
for u in kim lou; do $add user $u account=guest; done
