// The texts of main.
import { count, duration, plural } from "../../format";

export const main = {
  runToSee: "Run to see the change.",
  simulated: (jobs: number, policies: number) => `Simulated ${plural(jobs, "job")} under ${policies} ${policies === 1 ? "policy" : "policies"}.`,
  cancelledBefore: "Cancelled. What is shown is the run before.",
  cancelled: "Cancelled.",
  cancelling: "Cancelling…",
  loaded: (percent: number) => `${percent} % of the simulator is here`,
  readingWorkload: "Reading the workload…",
  progress: (policy: string, done: number, total: number, run: number, runs: number, left: number | undefined, beside: string[]) => `${policy}: ${count(done)} of ${plural(total, "job")} (policy ${run} of ${runs})${left === undefined ? "" : `; about ${duration(left)} more for this one`}${beside.length === 0 ? "" : `; ${beside.join(", ")} at the same time`}`,
  noScript: "its script could not be loaded",
  stopped: (why: string) => `The simulator stopped: ${why}.`,
  startedAnew: "The simulator was restarted.",
};
