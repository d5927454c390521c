// The seconds of a run that have a problem to solve: a job is submitted, and it is
// not the only one that waits.
import { free } from "../simulator/buffers";
import { narrow, type Numbers } from "./numbers";
import { once } from "./once";
import { order } from "./order";
import type { Schedule } from "./schedule";
import { lastAt } from "./series";

export interface Moments {
  n: number;
  /** Rising. */
  at: Numbers;
  /** Jobs that wait then, among them those that start at once. */
  waiting: Numbers;
  /** Those of them that can be seen in a chart. */
  seen: Numbers;
}

/** The part of the machine that a job needs to be seen in a chart. */
const SEEN = 1 / 32;

export const moments = once((s: Schedule): Moments => {
  const byStart = order(s.start);
  const big = (i: number) => (s.width[i] >= SEEN * s.procs ? 1 : 0);
  const [at, waiting, seen] = [new Float64Array(s.n), new Uint32Array(s.n), new Uint32Array(s.n)];
  let n = 0;
  let started = 0; // earlier
  let now = 0; // of those that wait, to be seen
  for (let i = 0; i < s.n; i++) {
    const t = s.submit[i];
    now += big(i);
    if (i + 1 < s.n && s.submit[i + 1] === t) continue; // rows are in order of submission
    while (started < s.n && s.start[byStart[started]] < t) now -= big(byStart[started++]);
    if (i + 1 - started < 2) continue;
    at[n] = t;
    waiting[n] = i + 1 - started;
    seen[n++] = now;
  }
  const made = { n, at: narrow(at, n), waiting: narrow(waiting, n), seen: narrow(seen, n) };
  free(byStart, at, waiting, seen);
  return made;
});

/** Index of the last moment at or before second t, or of the first one; -1 where there is none. */
export function momentAt(m: Moments, t: number): number {
  return Math.max(lastAt(m.at, t, m.n), Math.min(m.n, 1) - 1);
}

/** So many jobs to be seen, and so many at most, make a problem worth a look that is soon solved. */
const WORTH = 9;
const SOON = 18;

/** Index of the moment that is shown first: the first of those that are worth most; or -1. */
export function worthwhile(m: Moments): number {
  let best = -1;
  const off = (k: number) => Math.abs(m.seen[k] - WORTH) + Math.max(0, m.waiting[k] - SOON);
  for (let k = 0; k < m.n; k++) if (best < 0 || off(k) < off(best)) best = k;
  return best;
}
