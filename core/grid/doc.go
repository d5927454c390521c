// Package grid plays a workload on a computational grid: several sites, each with
// processors and a speed, jobs that belong to a home site, and one scheduler that
// knows no run time and may send a job to another site, split it over several, or
// start it on fewer processors than it asked for. It follows
//
//	Huang, Shih, Chung: Using Moldability to Improve Scheduling Performance of
//	Parallel Jobs on Computational Grid
//
// A Grid is the machine and how jobs behave on it; a Policy decides who starts where.
// The Engine plays them as package sim does: in every second in which something
// happens, all ends, all submissions, wake-ups, then one scheduling pass. On one site
// of speed 1 the schedules are those of package sim.
//
// Times are whole seconds, intervals half-open. A job holds its processors, on all of
// its sites, until its slowest part ends. How long that takes follows from its run time
// in the log, which is for the processors it asked for, of speed 1, at its home site's
// load; see Grid.Length.
//
// # What the paper leaves open
//
//   - The queue: "a global grid scheduler", with no word on its discipline. First come
//     first served over all sites, where nothing passes a job that cannot start;
//     Options.Queue and Order have others.
//   - The site for a job that fits on several: section 2 says that best fit was best
//     where all speeds are equal, and that others are explored. The fastest;
//     Options.Site has the rest.
//   - What multi-site execution stretches: the run time on the home site (section 3),
//     or faster parts wait for slower ones (section 4). MultiSite.Reading has both.
//   - The distributions of the slowdown: "uniform and normal", up to a limit p.
//     Uniform on 1 to 1+p; normal about the middle, cut at three deviations, which are
//     the limits. A job's draw depends on Seed and its number alone.
//   - What the adaptive choice of sites counts: "which policy can further accommodate
//     more jobs for immediate single-site execution". Options.Count has three
//     readings, Options.Tie says which is taken when they are equal.
//   - Adaptive allocation: "the largest available computing power among all sites" is
//     that of the free processors; the job takes what is free, up to the processors or
//     the power it asked for (Options.Take).
//   - The load factors of the figures are data of the Grid, per site.
//
// The paper's jobs are perfectly moldable; Speedup also has Amdahl's and Downey's
// models. Its scheduler has no estimates; a Planner (grid-plan) has: it plans every job
// on all sites and takes advance reservations.
//
// # Names
//
// All describes the policies: grid-independent, grid-sharing, grid-multisite,
// grid-moldable, grid-combined and grid-plan. Options follow a colon, parted by commas:
// grid-multisite:split=larger,site=best-fit.
package grid
