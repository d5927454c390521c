#!/bin/bash
# accounts.sh makes the accounts, before slurmctld starts.
set -eu
add="sacctmgr -i --quiet add"
$add account phys fairshare=6
$add account chem fairshare=3
$add account bio fairshare=parent parent=chem
$add user ann account=phys fairshare=2
$add user bob account=phys priority=20
$add user cid account=chem
$add user dot account=bio
$add user eve account=bio fairshare=parent
