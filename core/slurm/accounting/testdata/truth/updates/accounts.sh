#!/bin/bash
# accounts.sh makes the accounts, before slurmctld starts.
set -eu
add="sacctmgr -i --quiet add"
$add qos fast priority=10
$add account lab qos=normal,fast
for user in ann bob cid dot eve; do $add user $user account=lab; done
