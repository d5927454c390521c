// What a policy makes of a scenario, and what there is to see in it.
import { pack } from "../tables/packing";
import type { Scenario } from "./scenario";

/** A schedule. Its rows are the scenario's jobs. */
export interface Outcome {
  policy: string;
  start: number[];
  end: number[];
  /** The ranges of processors, low to high, that each job is drawn on. */
  bands: [low: number, high: number][][];
}

/** The schedule in which jobs start at these seconds. */
export function outcome(s: Scenario, policy: string, start: number[]): Outcome {
  const end = start.map((t, i) => t + Math.min(s.jobs[i].run, s.jobs[i].estimate)); // a run is cut at its estimate
  const p = pack(Float64Array.from(start), Float64Array.from(end), Float64Array.from(s.jobs, (j) => j.procs), s.procs);
  return { policy, start, end, bands: s.jobs.map((_, i) => Array.from({ length: p.first[i + 1] - p.first[i] }, (_, k) => [p.low[p.first[i] + k], p.high[p.first[i] + k]])) };
}

/** The mean wait until a moment, over all jobs: at the end it is that of the schedule. */
export function meanWait(s: Scenario, o: Outcome, moment = Infinity): number {
  return s.jobs.reduce((sum, j, i) => sum + Math.max(0, Math.min(o.start[i], moment) - j.submit), 0) / s.jobs.length;
}

/** A time in which FCFS lets processors idle because the job at the head of the queue does not fit. */
export interface Hole {
  /** The place of that job. */
  job: number;
  /** It is at the head from then on. */
  from: number;
  /** It starts. */
  to: number;
  /** The fewest processors that are idle within. */
  idle: number;
  /** Jobs behind it in the queue that the other policy starts within. */
  filled: number;
}

/** The hole that wastes most, processors times seconds. */
export function hole(s: Scenario, fcfs: Outcome, other: Outcome): Hole | undefined {
  let most: Hole | undefined;
  for (let i = 1; i < s.jobs.length; i++) {
    const [from, to] = [Math.max(s.jobs[i].submit, fcfs.start[i - 1]), fcfs.start[i]];
    // All before it have started: from here on more is idle, not less.
    const idle = s.procs - s.jobs.reduce((sum, j, k) => sum + (k < i && fcfs.end[k] > from ? j.procs : 0), 0);
    if (idle * (to - from) <= (most ? most.idle * (most.to - most.from) : 0)) continue;
    most = { job: i, from, to, idle, filled: other.start.filter((t, k) => k > i && t >= from && t < to).length };
  }
  return most;
}
