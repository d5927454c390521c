// What the charts of all policies show of one policy, worked out in a worker: with a million jobs the page's thread
// would stand still for it.
import { allWaits, boundedSlowdowns, spreads, type Spread } from "./distribution";
import { timesOvertaken } from "./fairness";
import type { Numbers } from "../tables/numbers";

/** A policy's jobs. */
export interface Jobs {
  n: number;
  submit: Numbers;
  start: Numbers;
  end: Numbers;
  /** On nodes that jobs share, the time that each computes at full speed, in seconds. */
  alone?: Float64Array;
  /** The class of each job's width, below classes. */
  of: Int32Array;
  classes: number;
}

/** Lists are sorted. */
export interface Worked {
  waits: Float64Array;
  slowdowns: Float64Array;
  overtaken: Float64Array;
  /** By the classes of widths. */
  spreads: Spread[];
}

export function workOut(jobs: Jobs): Worked {
  const waits = allWaits(jobs);
  return {
    spreads: spreads(waits, jobs.of, jobs.classes),
    waits: waits.sort(),
    slowdowns: boundedSlowdowns(jobs, jobs.alone).sort(),
    overtaken: timesOvertaken(jobs.submit, jobs.start).sort(),
  };
}
