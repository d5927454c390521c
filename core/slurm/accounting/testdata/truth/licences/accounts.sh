#!/bin/bash
# accounts.sh makes the accounts, before slurmctld starts.
set -eu
add="sacctmgr -i --quiet add"
$add qos modest
$add account phys qos=normal,modest
$add account chem qos=normal,modest
for user in ann bob cid; do $add user $user account=phys; done
for user in dot eve; do $add user $user account=chem; done
