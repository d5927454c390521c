// How waits and slowdowns are distributed.
import type { Schedule } from "../tables/schedule";

/** The bound of the bounded slowdown in seconds, as core/metrics has it. */
const BOUND = 10;

/** The part of the values that are at most x; values are sorted. Costs O(log n). */
export function shareAtMost(sorted: Float64Array, x: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low / sorted.length;
}

/** The smallest value that at least that share of the values do not exceed, as core/metrics has it; NaN without values. */
export function quantile(sorted: Float64Array, percent: number): number {
  return sorted[Math.max(Math.ceil((percent * sorted.length) / 100), 1) - 1] ?? NaN;
}

/**
 * Bounded slowdowns, max(response, 10 s) / max(run, 10 s) after Feitelson and others, JSSPP 1997. On nodes that
 * jobs share, run is the time that a job computes at full speed.
 */
export function boundedSlowdowns(s: Pick<Schedule, "n" | "submit" | "start" | "end">, alone?: Float64Array): Float64Array {
  const run = (i: number) => alone?.[i] ?? s.end[i] - s.start[i];
  const out = new Float64Array(s.n);
  for (let i = 0; i < s.n; i++) out[i] = Math.max(s.end[i] - s.submit[i], BOUND) / Math.max(run(i), BOUND);
  return out;
}

/** The waits of all jobs of a schedule in seconds. */
export function allWaits(s: Pick<Schedule, "n" | "submit" | "start">): Float64Array {
  const out = new Float64Array(s.n);
  for (let i = 0; i < s.n; i++) out[i] = s.start[i] - s.submit[i];
  return out;
}

/** Median and quartiles of the values of each class, by nearest rank. */
export interface Spread {
  n: number;
  q1: number;
  median: number;
  q3: number;
}

/** The spread of the values of each class: of[i] is the class of values[i], below classes. */
export function spreads(values: Float64Array, of: Int32Array, classes: number): Spread[] {
  const sizes = new Int32Array(classes);
  for (const k of of) sizes[k]++;
  const parts = Array.from(sizes, (n) => new Float64Array(n));
  const at = new Int32Array(classes);
  values.forEach((v, i) => (parts[of[i]][at[of[i]]++] = v));
  return parts.map((p) => {
    p.sort();
    return { n: p.length, q1: quantile(p, 25), median: quantile(p, 50), q3: quantile(p, 75) };
  });
}
