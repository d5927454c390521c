// Package dynp is the dynP family of schedulers (Streit, "A Self-Tuning Job Scheduler
// Family with Dynamic Policy Switching", JSSPP 2002). They plan all waiting jobs (see
// core/policy/plan) and change the order in which they do.
//
//	dynp-basic       the average estimate of the waiting jobs chooses (section 3.1)
//	dynp-simple      self-tuning with the simple decider (section 3.2)
//	dynp-advanced    self-tuning with the advanced decider
//
// Options follow a colon, parted by commas, each at most once:
//
//		dynp-basic:lower=7200,upper=9000,threshold=5
//		dynp-advanced:quality=artww,policies=fcfs+sjf+ljf,slack=5,first=20,hours=6
//		dynp-advanced:policies=fcfs+sjf+ljf+opt,work=0.01
//
//	  - quality: art, artww (the default), ms; sld, sldww, wait, waitww. Several as a
//	    weighted sum, 2xart+ms, each relative to the best policy's; or in turn,
//	    ms-then-artww, each where those before are equal.
//	  - policies: any queue orders. The first is in force at the start, and deciders prefer
//	    the earlier of equals. fcfs+sjf+ljf+saf adds the first fit by increasing area that
//	    the paper names, +opt the optimiser, plan.Opt: by artww over the waiting jobs its
//	    plan is never worse than those of fcfs, sjf and ljf; by other qualities it may be.
//	  - slack: another policy must be better than the current one by this many percent
//	    (section 6). The makespan counts from the present second here.
//	  - first, hours: only the jobs planned to start first, or within this many hours,
//	    count (section 6, "reduced future"). Running jobs always count.
//	  - work: of each plan of opt, in units of exact.Options.Work.
//
// How we read what the paper leaves open:
//
//   - A self-tuning step takes place in every pass with more than one waiting job (section
//     5.2: it "only makes sense, when more than one job is in the schedule and not yet
//     running"). New jobs that will start in this pass count, jobs with a reservation do
//     not.
//   - Quality covers all jobs in the schedule, running ones to their estimated ends. Sums
//     are integers and averages compared as fractions, so that the "=" of table 1 is
//     exact. A slowdown is rounded down to a 2^20th.
//   - Basic dynP's "jobs in waiting queue" include the job just submitted.
//   - The submitter learns the start planned by the policy in force after the step of the
//     submission. It moves later as core/policy/plan says, and when the policy changes: the
//     price of switching that section 6 names.
//   - "Jobs started with P" counts the policy in force when they start.
//
// A step costs what the plans cost (core/policy/plan), plus one look at every running job and at
// every waiting job of the plans that changed. The sum over a plan's waiting jobs does not
// depend on the time, so it is kept with the plan's version.
package dynp
