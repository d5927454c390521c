// Package verify is the independent referee of one machine: it says whether a schedule is
// legal and whether it is the one that a policy must produce. Of this module it imports
// only core/sim/job, so it shares no mistake with the engine, the profile or a policy.
// Below it, sites referees grids and nodes shared nodes.
//
// Check judges every schedule of whole-machine, space-shared jobs:
//
//   - every job is placed once, not before its submission, on a machine wide enough;
//   - it holds its processors for its run time, cut at its estimate unless
//     Problem.Extend, and is marked killed exactly when it was cut;
//   - at no time do the jobs hold more processors than the machine has.
//
// Intervals are half-open: a job that ends at second t and one that starts at t do not
// overlap, and a job with a run time of 0 holds nothing.
//
// The caller selects the laws that its policy must keep: SubmissionOrder, Greedy,
// HeadOnTime, PromisesKept. Follows is the strictest: the schedule must be that of
// first come first served, list scheduling, EASY, conservative backfilling or planning,
// which Expect works out slowly and without any data structure. Only Check and the
// laws apply to a policy that Parse does not know.
package verify
