// Package verify is the independent referee: it says whether a schedule is
// legal and whether it is the one that a policy must produce. It imports the
// vocabulary of core/job and nothing else, so that no mistake of the engine, of
// the profile or of a policy can excuse itself here.
//
// Check holds of every schedule of whole-machine, space-shared jobs:
//
//   - every job is placed once, not before its submission, on a machine that is
//     wide enough for it;
//   - it holds its processors for its run time, cut at its estimate unless
//     Problem.Extend, and is marked killed exactly when it was cut short;
//   - in no second do the jobs hold more processors than the machine has.
//
// Intervals are half-open: a job that ends at second t and one that starts at t
// do not overlap, and a job with a run time of 0 holds nothing.
//
// The laws SubmissionOrder, Greedy and HeadOnTime each hold of some policies, in
// whatever way these are programmed, and are selected by the caller. Follows
// is the strictest: the schedule must be the one that first come first served,
// first fit, EASY, conservative backfilling or planning makes, which it works out
// again, slowly and without any data structure. Expect returns that schedule.
//
// CheckGrid, FollowsGrid and ExpectGrid are the same for a Grid of several sites
// and the GridRules of a policy, which ParseGrid reads from its name.
package verify
