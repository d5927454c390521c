// Package grid plays a workload on a computational grid: several sites with
// processors and a speed each, jobs that belong to a home site, and one scheduler
// that knows no run time and may send a job to another site, split it over
// several, or start it on fewer processors than it asked for. It follows
//
//	Huang, Shih, Chung: Using Moldability to Improve Scheduling Performance of
//	Parallel Jobs on Computational Grid
//
// A Grid is the machine and how jobs behave on it; a Policy decides who starts
// where. The Engine plays one against the other as package sim does for one
// machine: in every second in which something happens first all ends, then all
// submissions, then wake-ups, then one scheduling pass. On a grid of one site of
// speed 1 the schedules are those of package sim.
//
// Times are whole seconds, intervals half-open. A job holds its processors, on
// all of its sites, from its start until its slowest part ends. How long that is
// follows from its run time in the log, which is for the processors it asked for
// at its home site's load on processors of speed 1; see Grid.Length.
//
// # What the paper leaves open
//
//   - The queue: "a global grid scheduler" and no word on its discipline. First
//     come first served over all sites, in which nothing passes a job that cannot
//     start; Options.Queue and Order have others.
//   - The site for a job that fits on several: section 2 says that best fit was
//     best where all speeds are equal, and that others are explored. The fastest;
//     Options.Site has the rest.
//   - What multi-site execution stretches: section 3 has the run time on the home
//     site, section 4 says that faster parts wait for slower ones. MultiSite.Reading
//     has both.
//   - The distributions of the slowdown: "uniform and normal", up to a limit p.
//     Uniform on 1 to 1+p; normal about the middle, cut at three deviations, which
//     are the limits. A job's draw depends on Seed and its number alone.
//   - What the adaptive choice of sites counts: "which policy can further
//     accommodate more jobs for immediate single-site execution". Options.Count has
//     three readings, Options.Tie what happens where they are equal.
//   - Adaptive allocation: "the largest available computing power among all sites"
//     is that of the free processors; the job takes what is free up to the
//     processors it asked for, or up to the power (Options.Take).
//   - The load factors of the figures: data of the Grid, per site.
//
// The paper's jobs are perfectly moldable; Speedup has Amdahl's and Downey's
// models beside that. Its scheduler has no estimates; grid-plan, a Planner, has:
// it plans every job on all sites and takes advance reservations.
//
// # Names
//
// Parse knows grid-independent, grid-sharing, grid-multisite, grid-moldable,
// grid-combined and grid-plan, with options after a colon parted by commas, such
// as grid-multisite:split=larger,site=best-fit; All describes them.
package grid
