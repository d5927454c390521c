// Package grid plays a workload on a computational grid: several sites, each with
// processors and a speed, jobs that belong to a home site, and one scheduler that
// knows no run time and may send a job to another site, split it over several, or
// start it on fewer processors than it asked for. It follows
//
//	Huang, Shih, Chung: Using Moldability to Improve Scheduling Performance of
//	Parallel Jobs on Computational Grid
//
// A Grid is the machine and how jobs behave on it; a Policy decides who starts where; a
// Platform plays an experiment's policies on a Grid.
// The Engine plays them second by second as package sim does. On one site of speed 1
// the schedules are those of package sim.
//
// Times are whole seconds, intervals half-open. A job holds its processors, on all of
// its sites, until its slowest part ends. Grid.Length works out when from its run time in
// the log, which is for the processors it asked for, of speed 1, at its home site's load.
//
// # What the paper leaves open
//
//   - The queue: "a global grid scheduler", with no word on its discipline. Ours is first
//     come first served over all sites, and nothing passes a job that cannot start;
//     Options.Queue and Order have others.
//   - The site for a job that fits on several: section 2 says that best fit was best
//     where all speeds are equal, and that others are explored. We take the fastest;
//     Options.Site has the rest. Larger-first, faster-first and the adaptive choice between
//     them can also be read as rules for such a job: Options.Single.
//   - Which run time the log has: that at speed 1, or on the home site. Ours is the former;
//     a Site.Load that is multiplied by the site's Speed makes it the latter.
//   - What multi-site execution stretches: the run time on the home site (section 3),
//     or faster parts wait for slower ones (section 4). MultiSite.Reading has both.
//   - The distributions of the slowdown: "uniform and normal", up to a limit p. We draw
//     uniformly from 1 to 1+p, or normally about the middle with the limits at three
//     deviations. A job's draw depends on Seed and its number alone. Where the text means
//     the limit of the slowdown itself, Overhead is one less.
//   - What the adaptive choice of sites counts: "which policy can further accommodate
//     more jobs for immediate single-site execution". Options.Count has three
//     readings, Options.Tie says which policy wins if they are equal.
//   - Adaptive allocation: "the largest available computing power among all sites" is
//     that of the free processors. The job takes what is free, up to the processors or
//     the power it asked for (Options.Take).
//   - The load factors of the figures are data of the Grid, per site.
//
// The paper's jobs are perfectly moldable; Speedup also has Amdahl's and Downey's
// models. Its scheduler has no estimates; a Planner (grid-plan) has: it plans every job
// on all sites and takes advance reservations.
//
// All describes the policies. Options follow a colon, parted by commas:
// grid-multisite:split=larger,site=best-fit.
package grid
