#!/bin/bash
# accounts.sh makes the accounts, before slurmctld starts: two, whose jobs may keep apart, and eve in both.
set -eu
sacctmgr -i --quiet add account red
sacctmgr -i --quiet add account blue
for user in ann bob eve; do sacctmgr -i --quiet add user $user account=red; done
for user in cid dot eve; do sacctmgr -i --quiet add user $user account=blue; done
