// Package shared is the referee for shared nodes: it says whether a schedule by fractions
// of nodes is legal and whether it is the one that an algorithm must produce. It shares
// reports with core/verify, and no code with core/platform/shared. Sections and tables refer to
//
//	Casanova, Stillwell, Vivien: Dynamic Fractional Resource Scheduling vs. Batch
//	Scheduling, INRIA RR-7659, 2011
//
// Check judges every schedule:
//
//   - a job holds nothing before its submission, and all its tasks or none, on nodes of
//     the cluster, with one yield from 0 to 1;
//   - resumptions and migrations cost the penalty and nothing else does; pauses,
//     migrations and moved tasks are counted;
//   - the job ends in the first microsecond in which the work done, its yields over time,
//     reaches its run time;
//   - at no time do the jobs use more memory or CPU than a node has.
//
// Obeys adds the laws of an algorithm whose name Parse reads, at any scale. Follows and
// Expect work the mappings out again, for few jobs and nodes. With OPT=AVG only the optimum
// of the linear program is checked, not how it is shared out; with OPT=MAX only that no
// yield is below what the stretch aimed at needs. Estimates and processors play no part.
package shared
