// What is to be said of all jobs of a schedule at once.
import { once } from "./once";
import type { Schedule } from "./schedule";

export interface Facts {
  /** The first submission and the last end, in seconds; Infinity and -Infinity without jobs. */
  first: number;
  last: number;
  /** Jobs that started before one submitted earlier, and that were cut at their estimate. */
  overtook: number;
  killed: number;
  /** In seconds. */
  longestWait: number;
}

export const facts = once((s: Schedule): Facts => {
  const f = { first: Infinity, last: -Infinity, overtook: 0, killed: 0, longestWait: 0 };
  for (let i = 0; i < s.n; i++) {
    if (s.submit[i] < f.first) f.first = s.submit[i];
    if (s.end[i] > f.last) f.last = s.end[i];
    f.overtook += s.overtook[i];
    f.killed += s.killed[i];
    if (s.start[i] - s.submit[i] > f.longestWait) f.longestWait = s.start[i] - s.submit[i];
  }
  return f;
});

/** From when to when schedules go: from Infinity to -Infinity without jobs. */
export function span(all: Facts[]): { first: number; last: number } {
  return { first: Math.min(...all.map((f) => f.first)), last: Math.max(...all.map((f) => f.last)) };
}
