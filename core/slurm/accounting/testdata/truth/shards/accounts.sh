#!/bin/bash
# accounts.sh makes the accounts, before slurmctld starts.
set -eu
sacctmgr -i --quiet add qos parts
for account in lab club; do sacctmgr -i --quiet add account $account; done
for user in ann bob cid; do sacctmgr -i --quiet add user $user account=lab qos=normal,parts; done
for user in dot eve; do sacctmgr -i --quiet add user $user account=club qos=normal; done
