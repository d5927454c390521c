// Package grid is the referee for a grid: it says whether a schedule over several sites
// is legal and whether it is the one that a policy must produce. It shares reports and
// Replay with core/verify, and no code with core/platform/grid.
//
// Check judges every schedule:
//
//   - every job is placed once, not before its submission;
//   - it holds processors that its sites have, each site once: as many as it asks for,
//     with Problem.Mold also fewer on one site, with Problem.Split also the same number
//     over several;
//   - it holds all its parts for Problem.Length, and is marked killed exactly when its
//     run was cut at its estimate;
//   - at no time do the jobs hold more processors of a site than it has.
//
// Follows and Expect judge the policies whose Rules Parse reads from their names. Follows
// checks each start, its site and its parts; if sites are random, any on which the job fits
// is right. Only Check applies to other policies.
package grid
