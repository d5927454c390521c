// Package stats says how far a measured difference can be trusted. Every method has its
// formula, its source, what it takes for granted, and a test that measures by simulation
// how often its intervals hold the truth.
//
// Jobs of one log are no independent sample: a queue that is long now is long an hour
// later. So nothing here treats jobs as independent. What counts as one observation is
//
//   - a run, where a study repeats a run with other seeds: Student, Paired;
//   - a batch of jobs, long enough that its neighbours are nearly independent: BatchMeans;
//   - a week of a log, or a day or an hour of a short one: Divide, Change, Resample.
//
// # What an interval says
//
// An interval of level 0.95 is made by a recipe that holds the true value in 95 of 100 repetitions
// of the whole measurement. Of one log, a repetition is other weeks of the same cluster and the same
// users. It says nothing about other clusters, about how near a simulation is to reality, or
// about the feedback of users who submit more when they wait less.
//
// # Conventions
//
// Functions take samples as slices, and do not change or keep them. A level is the share of
// repetitions in which an interval holds the truth, in (0, 1); another one is the caller's bug and
// panics. Where there are too few observations to say anything, results are NaN. Samples must be
// finite: a NaN in makes a NaN out. All results are the same bits on every build: see
// core/internal/det.
package stats
