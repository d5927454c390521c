#!/bin/bash
# accounts.sh makes the accounts, before slurmctld starts.
set -eu
sacctmgr -i --quiet add account lab
for user in ann bob cid; do sacctmgr -i --quiet add user $user account=lab; done
