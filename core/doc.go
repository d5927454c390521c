// Package core is the map of the simulation core. It holds no code.
//
// The path of a run (docs/architecture.md follows it function by function):
//
//	 a log (SWF, sacct, table)   a model (Lublin-Feitelson, empirical)
//	           └──────────────┬───────────────┘
//	                          ▼
//	           trace: machine + jobs, cleaned, cut, scaled
//	                          │
//	experiment: Execute ──► platform ──► engine ◄──► policy: who starts now?
//	                          │
//	                          ▼
//	           a start and an end per job ──► verify: is it legal?
//	                          │           ──► why: why not earlier?
//	                          ▼
//	           metrics: how good is it?
//	                          │
//	           result: tables, the one schema ──► arrowio, figures, wasm
//
// The packages, each in its own words:
//
// sim: the kernel, where to start reading.
//   - sim is the engine: it plays a workload against a policy and records when every job ran.
//   - sim/event is the calendar of a simulation.
//   - sim/job is the vocabulary of the laboratory: the batch job as a log describes it, and where a
//     schedule put it.
//   - sim/profile answers the question every backfilling policy asks: when are enough processors
//     free for long enough?
//
// policy: who starts now.
//   - policy holds the scheduling policies of a single machine and their queue orders.
//   - policy/dynp is the dynP family of schedulers.
//   - policy/formula orders queues by expressions: it computes the keys of jobs.
//   - policy/plan is planning-based management: at every submission and every end it places all
//     waiting jobs again, in queue order, each at the earliest second at which it fits beside the
//     running jobs (until their estimated ends), the reservations, and the jobs placed before it.
//   - policy/policytest holds the laws of every scheduling policy, to test your own as the
//     laboratory's are tested.
//   - policy/rules is rule-based scheduling: in every scheduling pass a rule base looks at seven
//     features of the state and chooses one of 13 strategies.
//
// platform: what policies schedule besides sim's one machine.
//   - platform says what a platform is: what policies schedule jobs on, such as one machine, a grid
//     of sites or a cluster of nodes.
//   - platform/cluster simulates a cluster as its administrator describes it: nodes with cores,
//     memory, GPUs and features in partitions that may overlap, jobs that ask for them, and a
//     scheduler that decides when and where they run.
//   - platform/cluster/queue is the classic schedulers on a cluster of nodes with cores, memory,
//     GPUs and features: FCFS, list scheduling, EASY and conservative backfilling, each over any
//     queue order of core/policy, the full plans of core/policy/plan, and self-tuning dynP. Names
//     and orders are those of one machine.
//   - platform/grid plays a workload on a computational grid: several sites, each with processors
//     and a speed, jobs that belong to a home site, and one scheduler that knows no run time and
//     may send a job to another site, split it over several, or start it on fewer processors than
//     it asked for.
//   - platform/internal/stories has what the platforms' tests of explanations share.
//   - platform/internal/telling has words that the platforms' explanations share, and the jobs that
//     wait.
//   - platform/machine is the platform of processors that are all alike: it plays the policies of
//     core/policy, on held jobs and on spooled ones.
//   - platform/shared is dynamic fractional resource scheduling: jobs of identical tasks share the
//     CPU of a cluster's nodes by fractions that change while they run; jobs can be paused, resumed
//     and moved.
//   - platform/shared/bound computes theorem 1 of the dfrs paper: the least maximum stretch of any
//     schedule of the jobs, when memory is no limit and moving costs nothing.
//   - platform/shared/internal/lp solves linear programs of a few hundred rows and columns.
//
// slurm: what an administrator of a Slurm cluster needs.
//   - slurm/accounting compares a simulated schedule with the one that a log recorded.
//   - slurm/campus is a small cluster to try things on: a description of it, and the accounting of
//     two days.
//   - slurm/conf reads the configuration of a Slurm cluster and turns it into a
//     cluster.Description: slurm.conf, gres.conf, topology.conf or topology.yaml, accounts and QOS
//     in any of the three forms of sacctmgr, and what scontrol shows of the configuration, nodes,
//     partitions and reservations.
//   - slurm/guess describes a cluster from its accounting alone, for those who have no slurm.conf
//     at hand.
//   - slurm/hostlist reads and writes Slurm's lists of nodes.
//   - slurm/internal/amount reads times, memory and trackable resources as Slurm's files and
//     commands write them.
//   - slurm/internal/sbatch reads what a job asks for from the command line of Slurm's sbatch, and
//     the events files of the Slurm simulator, whose lines are such command lines with a time.
//   - slurm/internal/truth reads the runs of a real Slurm that core/slurm/accounting/testdata/truth
//     keeps, for tests that compare the twin with them.
//   - slurm/predict says when the jobs that wait on a cluster now will start.
//   - slurm/twin is a twin of Slurm's scheduler on core/platform/cluster: the multifactor priority
//     with fair shares, the main scheduler and the backfill cycle, with their parameters.
//   - slurm/whatif asks what would have happened to the jobs of an accounting log on a cluster that
//     is configured, equipped or used in another way.
//
// trace: where jobs come from: logs, tables and models.
//   - trace holds the input of a simulation, the size of a machine and its jobs, and makes one
//     workload from another by cleaning, cutting, scaling and splitting.
//   - trace/builtin holds the workloads that come with the laboratory, generated on demand from a
//     fixed model and seed, or read from a log that is embedded.
//   - trace/internal/managers recognises the files of batch systems and simulators by their first
//     lines, and reads those that record finished jobs and whose form is documented: the accounting
//     of PBS (with OpenPBS and Torque), of Grid Engine (also as qacct prints it) and of LSF,
//     HTCondor's history, Flux's and OAR's lists of jobs, traces of Maui and Moab, Slurm's
//     completion log, and traces in the Grid Workload Format.
//   - trace/internal/slurmdb tells tests what the database of a real Slurm holds about the run that
//     core/trace/sacct/testdata/slurm keeps.
//   - trace/model/empirical generates workloads that resemble a log, after Streit.
//   - trace/model/lublin generates workloads by the model of Lublin and Feitelson: The workload on
//     parallel supercomputers: modeling the characteristics of rigid jobs, Journal of Parallel and
//     Distributed Computing 63(11), 2003, with the constants of the authors' program (lublin99).
//   - trace/sacct reads the accounting of Slurm as its command sacct prints it, in rows or as JSON.
//   - trace/swf reads and writes the Standard Workload Format, version 2.2, of the Parallel
//     Workloads Archive.
//   - trace/table reads jobs from tables, whatever their columns are called: CSV files and two
//     forms of JSON here, Parquet and Arrow files through the interface Table, which package
//     arrowio implements.
//
// experiment: one run or several, as data.
//   - experiment describes runs as data and executes them: a Spec names a workload, a machine and
//     policies; Execute simulates them and writes rows to the tables of a result.Set.
//
// study: many runs, and how far their differences can be trusted.
//   - study/compare compares the policies of an experiment or a study: means with intervals,
//     differences from a base with intervals, corrected P and effect sizes, and the policies that
//     no other beats in all metrics.
//   - study/stats says how far a measured difference can be trusted.
//   - study/sweep runs studies of many runs: it expands a study into runs, runs those that are
//     missing on all cores, keeps their results, and collects them into one table.
//
// metrics: how good a schedule is.
//   - metrics computes the metrics of a schedule.
//
// result: what a run leaves behind.
//   - result has the tables that a run leaves behind.
//
// verify: the referees, which share no code with what they judge.
//   - verify is the independent referee of one machine: it says whether a schedule is legal and
//     whether it is the one that a policy must produce.
//   - verify/cluster is the referee of schedules on nodes with cores, memory, GPUs and features.
//   - verify/grid is the referee for a grid: it says whether a schedule over several sites is legal
//     and whether it is the one that a policy must produce.
//   - verify/internal/known holds known answers: small logs with schedules worked out by hand, one
//     rule of scheduling per file, with the reasoning in prose, for one machine, a grid of several,
//     and nodes shared by fractions.
//   - verify/shared is the referee for shared nodes: it says whether a schedule by fractions of
//     nodes is legal and whether it is the one that an algorithm must produce.
//
// optimum: the best schedule there is.
//   - optimum/exact finds the best schedule of the jobs that wait at one second on a machine whose
//     running jobs give back their processors step by step: the quasi off-line problem of every
//     self-tuning step.
//   - optimum/program writes the integer program of an off-line instance for integer-programming
//     solvers, and reads their solutions.
//
// learn: rule bases made by evolution.
//   - learn/evolve is evolution strategies: it searches for the parameters with the lowest fitness.
//   - learn/pareto finds compromises between several objectives.
//   - learn/queue lets an agent from outside choose which waiting job starts, in many environments
//     at once: what Gymnasium's environments are made of.
//   - learn/train makes rule bases: it tries many on a workload and keeps the one with the least
//     objective.
//
// papers: tables and figures of five papers, computed again.
//   - papers lists the papers whose tables and figures can be regenerated.
//   - papers/dfrs regenerates the tables and figures of Casanova, Stillwell and Vivien's report on
//     fractional resource scheduling.
//   - papers/dynp regenerates the tables and figures of Streit's paper on the dynP family of
//     schedulers, which plan with three policies and switch between them.
//   - papers/exact regenerates the table and the figure of Grothklags and Streit's paper on the
//     best schedule of a self-tuning step.
//   - papers/grid regenerates the tables and figures of Huang, Shih and Chung's paper on moldable
//     jobs on a grid of sites.
//   - papers/internal/laws holds the laws that every paper keeps, for tests.
//   - papers/internal/logs has the logs of the papers of Streit and of Grothklags and Streit, the
//     synthetic job sets drawn from them, and reconstructions for logs that are not given.
//   - papers/paper regenerates the tables and figures of papers and compares them with what was
//     printed.
//   - papers/record keeps what came out for every number and claim of the papers' tables and
//     figures, with all that is needed to repeat it.
//   - papers/rules regenerates the tables and figures of Franke, Lepping and Schwiegelshohn's paper
//     on rule-based schedulers.
//   - papers/rules/internal/offline looks for the best schedules of a workload that is known
//     beforehand: the front of the seven objectives with which on-line rule bases are compared.
//
// internal: small tools of core.
//   - internal/checkpoint reads the states from which evolutions, searches and trainings continue,
//     and compares their settings.
//   - internal/clock takes the engines of packages sim and grid from one second in which something
//     happens to the next: first all ends, then all submissions, then wake-ups, then one scheduling
//     pass.
//   - internal/det has the functions of math and math/rand/v2 whose results differ between builds.
//   - internal/drawn draws output of sacct at random, for tests of what reads it.
//   - internal/drawn/clusters draws clusters and jobs at random, for tests of schedulers on them.
//   - internal/golden compares what tests compute with files that are checked in.
//   - internal/heap is a binary heap, like container/heap but without boxing elements in an
//     interface.
//   - internal/order puts many things in order in little memory, by sorted runs that are merged
//     (Knuth, The Art of Computer Programming, volume 3, section 5.4).
//   - internal/pool does independent pieces of work on all cores.
//   - internal/ranks finds percentiles of many numbers in bounded memory.
//   - internal/reserve keeps reserved starts, on one machine or several sites.
//   - internal/slab makes room for many records at once.
//   - internal/slow leaves out tests.
//   - internal/spool keeps bytes that are written once and read several times, from front to end:
//     in memory while they are few, then in a temporary file.
//   - internal/text reads the lines of accounting logs, plain or compressed.
//   - internal/wide adds up products of whole numbers exactly, in 128 bits: the processor seconds
//     of a million jobs exceed 64.
//
// core imports the standard library and itself, so that it compiles anywhere and stays small
// in the browser; deps_test.go holds who may import whom.
package core
