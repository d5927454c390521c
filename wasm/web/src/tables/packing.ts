// Which processors a job is drawn on. Schedules say how many processors a job
// holds, not which; here it gets the lowest free range that is long enough, or,
// where there is none, several ranges.
import { order } from "./order";

export interface Packing {
  /** Ranges of row i are first[i] .. first[i+1]-1. */
  first: Uint32Array;
  low: Float64Array;
  high: Float64Array; // exclusive
}

/** Packs jobs that hold width[i] of procs processors during [start[i], end[i]). */
export function pack(start: Float64Array, end: Float64Array, width: Float64Array, procs: number): Packing {
  const n = start.length;
  const byStart = order(start);
  const byEnd = order(end);
  const ranges: number[] = []; // of all jobs in the order of their starts: low, high, low, high, ...
  const [from, to] = [new Uint32Array(n), new Uint32Array(n)]; // where those of each row are among them; nowhere before it starts
  const free = new FreeList(procs);
  let e = 0;
  for (const i of byStart) {
    // Intervals are half-open: what ends in this second is free in it.
    while (e < n && end[byEnd[e]] <= start[i]) {
      const done = byEnd[e++];
      if (end[done] > start[done]) free.give(ranges, from[done], to[done]);
    }
    from[i] = ranges.length;
    // A job of no length holds nothing; it is drawn where it would fit.
    if (end[i] > start[i]) free.take(width[i], ranges);
    else ranges.push(0, width[i]);
    to[i] = ranges.length;
  }
  const out = { first: new Uint32Array(n + 1), low: new Float64Array(ranges.length / 2), high: new Float64Array(ranges.length / 2) };
  let k = 0;
  for (let i = 0; i < n; i++) {
    for (let r = from[i]; r < to[i]; r += 2, k++) {
      out.low[k] = ranges[r];
      out.high[k] = ranges[r + 1];
    }
    out.first[i + 1] = k;
  }
  return out;
}

/** Free processors as sorted ranges [low, high) that do not touch. */
class FreeList {
  private low: number[];
  private high: number[];

  constructor(procs: number) {
    this.low = [0];
    this.high = [procs];
  }

  /** Adds width processors to the ranges taken: the lowest range that holds them all, else the lowest ranges there are. */
  take(width: number, taken: number[]): void {
    for (let k = 0; k < this.low.length; k++) {
      if (this.high[k] - this.low[k] >= width) {
        const from = this.low[k];
        this.shrink(k, width);
        taken.push(from, from + width);
        return;
      }
    }
    while (width > 0 && this.low.length > 0) {
      const part = Math.min(width, this.high[0] - this.low[0]);
      taken.push(this.low[0], this.low[0] + part);
      this.shrink(0, part);
      width -= part;
    }
  }

  /** Gives back ranges from .. to-1 of a list. */
  give(ranges: number[], from: number, to: number): void {
    for (let r = from; r < to; r += 2) this.insert(ranges[r], ranges[r + 1]);
  }

  private shrink(k: number, by: number): void {
    this.low[k] += by;
    if (this.low[k] === this.high[k]) {
      this.low.splice(k, 1);
      this.high.splice(k, 1);
    }
  }

  private insert(low: number, high: number): void {
    let k = 0;
    for (let to = this.low.length; k < to; ) {
      const middle = (k + to) >> 1;
      if (this.low[middle] < low) k = middle + 1;
      else to = middle;
    }
    const before = k > 0 && this.high[k - 1] === low;
    const after = k < this.low.length && this.low[k] === high;
    if (before && after) {
      this.high[k - 1] = this.high[k];
      this.low.splice(k, 1);
      this.high.splice(k, 1);
    } else if (before) this.high[k - 1] = high;
    else if (after) this.low[k] = low;
    else {
      this.low.splice(k, 0, low);
      this.high.splice(k, 0, high);
    }
  }
}
