sacctmgr -i add account lab
sacctmgr -i add user root account=lab
