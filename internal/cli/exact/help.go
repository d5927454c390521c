package exact

import (
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

const text = `Find the best schedule of the jobs that wait at one second of a simulation, by average response time
weighted by width, and how much each policy's schedule loses against it. FILE holds one instance as
JSON, or several, as written by backfill exact collect; "-" is standard input. With --from-run DIR,
the instances are the self-tuning steps of an earlier run, which is simulated again.

The solvers run one after the other, each within --time and --memory, on one core unless --workers
allows more. Every answer is checked, and compared with all others: an illegal schedule, a wrong
claim, or a bound above the cost of another's schedule is refuted. The instance is then saved as
refuted-*.json, to be reported, and the exit status is 1.`

const examples = `  backfill exact step.json
  backfill exact step.json --time 60s --solver own,highs,cpsat --json
  backfill exact step.json --figure step.svg
  backfill exact --from-run results --only 38589`

// Groups are all flags of backfill exact, in the order of its help.
var Groups = []usage.FlagGroup{
	{
		Title: "Instances",
		Usual: "from-run only", Rare: "run waiting sample",
		Text: `For several instances, one line is printed for each solver, and a summary. --only chooses instances
by name or second, --waiting 20-24 by their waiting jobs, and --sample N takes every k-th so that N
are left.`,
		Examples: `  backfill exact steps/instances.jsonl --waiting 20-24 --sample 10 --solver own,cpsat,highs \
      --relaxed --time 60s`,
	},
	{
		Title: "Solvers",
		Usual: "solver time memory", Rare: "workers python relaxed scale horizon",
		Text: `The solvers own and cpsat work on whole seconds. highs, cbc, scip, cplex and gurobi solve the
paper's time-indexed integer program in slots of --scale seconds; their schedule is then moved
forward in its starting order. Their bound holds for that program; --relaxed calls them again,
within the same limits, for a bound on whole seconds. An instance without jobs, or whose program
would be too large, is unfit for them. All begin with the best policy's schedule. cpsat also gets
what follows from that schedule's cost: the latest start of each job, and an order of equal jobs.

--scale is paper (equation 6 in the paper's text), printed (as in its table 1), or a number of
seconds.`,
	},
	{
		Title: "Output",
		Usual: "figure json", Rare: "lp mps start solution help help-all",
		Text: `--lp and --mps write the program for other solvers, --start FORMAT=FILE writes a solution for them
to begin with, and --solution FORMAT=FILE reads theirs; FORMAT is
` + formatNames() + `.`,
		Examples: `  backfill exact step.json --scale 60 --lp step.lp --start cplex=step.mst --solver none
  backfill exact step.json --scale 60 --solution cplex=step.sol`,
	},
}
