// The texts of main.
import { count, duration, plural } from "../../format";

export const main = {
  runToSee: "Run to see the change.",
  resultsOf: (workload: string, policies: number) => `Not of what is chosen now: results of ${workload}, ${policies} ${policies === 1 ? "policy" : "policies"}.`,
  simulated: (jobs: number, policies: number) => `Simulated ${plural(jobs, "job")} under ${policies} ${policies === 1 ? "policy" : "policies"}.`,
  cancelledBefore: "Cancelled. What is shown is the run before.",
  cancelled: "Cancelled.",
  cancelling: "Cancelling…",
  loaded: (percent: number) => `${percent} % of the simulator is here`,
  readingWorkload: "Reading the workload…",
  progress: (policy: string, done: number, total: number, run: number, runs: number, left: number | undefined, beside: string[]) => `${policy}: ${count(done)} of ${plural(total, "job")} (policy ${run} of ${runs})${left === undefined ? "" : `; about ${duration(left)} more for this one`}${beside.length === 0 ? "" : `; ${beside.join(", ")} at the same time`}`,
  preparing: "All policies are simulated. The tables and pictures are being made…",
  noSuchPlace: (name: string) => `This page has no part called "${name}": here is the laboratory.`,
  needsLog: (name: string) => `This link needs ${name}. Drop it here, or choose it.`,
  staysHere: "A link holds what was chosen, not the log itself. It is read in this tab and never leaves your machine.",
  archive: "Logs in SWF are in the Parallel Workloads Archive:",
  noScript: "its script could not be loaded",
  stopped: (why: string) => `The simulator stopped: ${why}.`,
  startedAnew: "The simulator was restarted.",
};
