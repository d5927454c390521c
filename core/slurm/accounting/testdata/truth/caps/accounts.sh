#!/bin/bash
# accounts.sh makes the accounts, before slurmctld starts.
set -eu
sacctmgr -i --quiet add qos wide Flags=PartitionMaxNodes
sacctmgr -i --quiet add qos long Flags=PartitionTimeLimit
sacctmgr -i --quiet add qos narrow Flags=PartitionMinNodes
sacctmgr -i --quiet add qos twice LimitFactor=2
sacctmgr -i --quiet add account lab
sacctmgr -i --quiet add account club GrpTRES=cpu=6
for user in ann bob cid; do sacctmgr -i --quiet add user $user account=lab qos=normal,wide,long,narrow,twice; done
for user in dot eve; do sacctmgr -i --quiet add user $user account=club qos=normal,twice; done
sacctmgr -i --quiet modify user eve set MaxTRES=cpu=2
