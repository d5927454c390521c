#!/bin/bash
# accounts.sh makes the accounts, before slurmctld starts.
set -eu
add="sacctmgr -i --quiet add"
$add qos paid grptres=billing=8
$add qos lone
$add qos sip maxtresperjob=billing=3
qos=qos=normal,paid,lone,sip
$add account phys grptresmins=cpu=5 $qos
$add account chem $qos
$add account bio grptresmins=billing=12 $qos
$add account tiny grptresmins=cpu=1 $qos
for user in ann bob; do $add user $user account=phys; done
for user in cid dot; do $add user $user account=chem; done
for user in eve fay; do $add user $user account=bio; done
$add user gus account=tiny
