// Package grid plays a workload on a computational grid: several sites with
// processors and a speed each, jobs that belong to a home site, and one scheduler
// that knows no run time and may send a job to another site, split it over
// several, or start it on fewer processors than it asked for. It follows
//
//	Huang, Shih, Chung: Using Moldability to Improve Scheduling Performance of
//	Parallel Jobs on Computational Grid
//
// and settles what that text leaves open by options, each with its readings.
//
// A Grid is the machine and how jobs behave on it; a Policy decides who starts
// where. The Engine plays one against the other as package sim does for one
// machine: in every second in which something happens first all ends, then all
// submissions, then one scheduling pass. On a grid of one site of speed 1 the
// schedules are those of package sim.
//
// Times are whole seconds, intervals half-open. A job holds its processors, on
// all of its sites, from its start until its slowest part ends. How long that is
// follows from its run time in the log, which is for the processors it asked for
// at its home site's load on processors of speed 1; see Grid.Length.
package grid
