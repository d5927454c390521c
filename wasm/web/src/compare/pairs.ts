// The jobs that two schedules have in common, and what became of their waits.
import type { Schedule } from "../tables/schedule";

/** What is needed of a schedule here. */
export type Waited = Pick<Schedule, "n" | "id" | "submit" | "start" | "row">;

/** The rows of jobs that started in both schedules, in the order of the first. */
export interface Pairs {
  a: Int32Array;
  b: Int32Array;
  /** Jobs that started in one of them only. */
  onlyA: number;
  onlyB: number;
}

/** Pairs jobs by their numbers. Costs O(jobs). */
export function pairsOf(a: Waited, b: Waited): Pairs {
  const left = new Int32Array(a.n);
  const right = new Int32Array(a.n);
  let n = 0;
  for (let i = 0; i < a.n; i++) {
    const row = i < b.n && a.id[i] === b.id[i] ? i : b.row(a.id[i]); // mostly both have the same jobs
    if (row < 0) continue;
    left[n] = i;
    right[n++] = row;
  }
  return { a: left.subarray(0, n), b: right.subarray(0, n), onlyA: a.n - n, onlyB: b.n - n };
}

/** A value of each of some rows. */
export function gather(rows: Int32Array, value: (row: number) => number): Float64Array {
  const out = new Float64Array(rows.length);
  for (let k = 0; k < out.length; k++) out[k] = value(rows[k]);
  return out;
}

/** The waits of the jobs of some rows, in seconds. */
export function waitsOf(s: Pick<Waited, "submit" | "start">, rows: Int32Array): Float64Array {
  return gather(rows, (i) => s.start[i] - s.submit[i]);
}

/** How waits changed from one schedule to another. */
export interface Change {
  n: number;
  /** Jobs that waited less, and more. */
  earlier: number;
  later: number;
  /** Mean waits in seconds; NaN without jobs. */
  from: number;
  to: number;
}

export function changeOf(from: Float64Array, to: Float64Array): Change {
  let [earlier, later, sumFrom, sumTo] = [0, 0, 0, 0];
  for (let i = 0; i < from.length; i++) {
    if (to[i] < from[i]) earlier++;
    else if (to[i] > from[i]) later++;
    sumFrom += from[i];
    sumTo += to[i];
  }
  return { n: from.length, earlier, later, from: sumFrom / from.length, to: sumTo / from.length };
}
