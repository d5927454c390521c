#!/bin/bash
# run.sh plays scenario.sh on a real Slurm and writes what its accounting says into data/.
# It needs root and Debian's slurm-wlm, munge, slurmdbd and mariadb-server.
#
# Everything runs in namespaces of its own: a host called ctl with nothing but a loopback
# interface, its own processes, and empty /run, /var and /home. So nothing of this machine is
# changed or shows in the data, and every process ends with this script.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

if [ "${1-}" != inside ]; then
	for program in slurmctld slurmd slurmdbd munged mariadbd unshare; do
		PATH=$PATH:/usr/sbin command -v $program >/dev/null ||
			{ echo "run.sh: no $program: apt-get install slurm-wlm munge slurmdbd mariadb-server" >&2; exit 1; }
	done
	[ "$(id -u)" = 0 ] || { echo "run.sh: must be root" >&2; exit 1; }
	exec unshare --mount --uts --pid --net --fork --kill-child --mount-proc \
		env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$here/run.sh" inside
fi

hostname ctl
ip address add 192.0.2.1/32 dev lo # an address for documentation: with 127.0.0.1 alone, Slurm finds no interface
ip link set lo up
data=$here/data
mkdir -p "$data"
conf=$(mktemp -d)
cp "$here"/etc/* "$here"/*.sh "$conf"
cp /etc/passwd /etc/group "$conf"
uid=5001
for user in ann bob cid dot eve; do
	echo "$user:x:$uid:$uid::/home/$user:/bin/sh" >>"$conf/passwd"
	echo "$user:x:$uid:" >>"$conf/group"
	uid=$((uid + 1))
done
echo "127.0.0.1 localhost ctl" >"$conf/hosts"
for file in passwd group hosts; do mount --bind "$conf/$file" "/etc/$file"; done
for dir in /run /var/log /var/spool /var/lib/mysql /home /etc/slurm; do mount -t tmpfs -o mode=755 tmpfs $dir; done
mkdir -p /run/munge /run/mysqld /run/gpu /var/spool/slurmctld
touch /run/gpu/a100-{0,1} /run/gpu/v100-{0,1,2,3}
for user in ann bob cid dot eve; do install -d -o $user -g $user /home/$user; done
cp "$conf"/*.conf "$conf"/*.sh /etc/slurm
chmod 600 /etc/slurm/slurmdbd.conf
rm -r "$conf" # what is mounted stays
cd /

# await SECONDS COMMAND waits until the command succeeds.
await() {
	for _ in $(seq "$1"0); do
		timeout 5 "${@:2}" >/dev/null 2>&1 && return
		sleep 0.1
	done
	echo "run.sh: timed out: ${*:2}" >&2
	tail -n 20 /var/log/*.log >&2
	exit 1
}

dd if=/dev/urandom of=/run/munge/key bs=128 count=1 status=none
chmod 400 /run/munge/key
munged --force --key-file=/run/munge/key --seed-file=/run/munge/seed --log-file=/var/log/munged --pid-file=/run/munge/pid
mariadb-install-db --user=root --skip-test-db --auth-root-authentication-method=socket >/var/log/install-db 2>&1
mariadbd --no-defaults --character-set-server=utf8mb4 --user=root --datadir=/var/lib/mysql --socket=/run/mysqld/mysqld.sock --skip-networking \
	>/var/log/mariadb 2>&1 &
await 60 mariadb -e 'create database slurm'
slurmdbd
await 60 sacctmgr -n show cluster
sacctmgr -i add cluster lab >/dev/null
slurmctld
for node in n1 n2 n3 n4 g1 g2; do slurmd -N $node; done
await 20 sh -c '[ "$(sinfo -h -N -t idle -o %n | sort -u | wc -l)" = 6 ]'

began=$(date +%s)
bash /etc/slurm/scenario.sh

# Without slurmctld nothing changes any more, except that running jobs grow older.
kill "$(cat /run/slurmctld.pid)"
await 30 sh -c '! pgrep slurmctld'
bash /etc/slurm/dump.sh "$began" "$data"

for node in n1 n2 n3 n4 g1 g2; do kill "$(cat /run/slurmd.$node.pid)" 2>/dev/null || true; done
kill "$(cat /run/slurmdbd.pid)" "$(cat /run/munge/pid)" %1
wait
