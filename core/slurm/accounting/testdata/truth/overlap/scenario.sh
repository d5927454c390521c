. /etc/slurm/lib.sh
submit ann a1 "sleep 20" -p a -n 3
submit ann b1 "sleep 20" -p b -n 3
submit ann b2 "sleep 20" -p b -n 1
submit ann a2 "sleep 20" -p a -n 4 --exclusive
submit ann h1 "sleep 60" -p hi -n 2
submit ann l1 "sleep 60" -p lo -n 2
sleep 6
submit ann h2 "sleep 60" -p hi -n 4
sleep 50
drained 120
