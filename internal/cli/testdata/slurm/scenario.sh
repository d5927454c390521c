# scenario.sh submits the sweep of the test to the Slurm that scripts/slurm has started, and
# meanwhile kills some array tasks and requeues others. paths.sh, which the test writes, says where
# the program and the sweep are.
set -eu
. /etc/slurm/paths.sh
exec >"$work/out.txt" 2>&1
set -x
cd "$work"

"$program" sweep submit study --engine slurm --wait --seconds 0.1 --chunks 12 --account lab --partition batch --sbatch --comment=sweep &
submit=$!
for _ in $(seq 300); do
	[ -z "$(squeue --noheader --states RUNNING)" ] || break
	sleep 0.1
done
for task in $(squeue --noheader --states RUNNING --format %i | head -n 3); do
	scancel --signal=KILL --batch "$task" || true # it may just have ended
done
for task in $(squeue --noheader --states RUNNING --format %i | tail -n 2); do
	scontrol requeue "$task" || true
done
wait $submit
echo submitted

# Runs of papers, some of which come after others.
"$program" sweep plan rules/table3 --scale quick --out papers
"$program" sweep submit papers --engine slurm --wait --chunks 3 --account lab --partition batch
sacct -X --allusers --duplicates --noheader --format JobID,State,Comment%10 >tasks.txt
