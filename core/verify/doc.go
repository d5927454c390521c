// Package verify is the independent referee of one machine: it says whether a
// schedule is legal and whether it is the one that a policy must produce. Of this
// module it imports the vocabulary of core/job alone, so that no mistake of the
// engine, of the profile or of a policy can excuse itself here.
//
// The referees of other kinds of machine are packages below this one, sites for a
// grid and nodes for shared nodes. They share the vocabulary of violation.go, and
// each works its schedules out by itself.
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
// The laws SubmissionOrder, Greedy and HeadOnTime each hold of some policies,
// however these are programmed; the caller selects them. Follows is the strictest:
// the schedule must be the one that first come first served, list scheduling, EASY,
// conservative backfilling or planning makes. It works that schedule out again,
// slowly and without any data structure. Expect returns it. Of a policy that Parse
// does not know nothing but Check and the laws can be said.
package verify
