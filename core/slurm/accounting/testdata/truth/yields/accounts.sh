#!/bin/bash
# accounts.sh makes the accounts, before slurmctld starts.
set -eu
add="sacctmgr -i --quiet add"
$add qos scavenger priority=0 preemptmode=cancel
$add qos usual priority=10
$add qos urgent priority=100 preempt=scavenger,usual
$add account lab qos=normal,scavenger,usual,urgent defaultqos=usual
for user in ann bob cid; do $add user $user account=lab; done
