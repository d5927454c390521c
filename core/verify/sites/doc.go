// Package sites is the referee for a grid: it says whether a schedule over several sites
// is legal and whether it is the one that a policy must produce. It shares the vocabulary
// of core/verify and no code with core/grid.
//
// Check holds of every schedule:
//
//   - every job is placed once, not before its submission;
//   - it holds processors that its sites have, each site once: as many as it asks for,
//     or fewer on one site where Problem.Mold, or the same number over several where
//     Problem.Split;
//   - it holds all its parts for Problem.Length, and is marked killed exactly when its
//     run was cut at its estimate;
//   - in no second do the jobs hold more processors of a site than it has.
//
// Follows and Expect judge the policies whose Rules Parse reads from their names. Follows
// checks each start, its site and its parts; with random sites any site that the job fits
// on is right. Policies without Rules can be held to Check only.
package sites
