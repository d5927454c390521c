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
  const ranges: number[][] = new Array<number[]>(n);
  const free = new FreeList(procs);
  let e = 0;
  let total = 0;
  for (const i of byStart) {
    // Intervals are half-open: what ends in this second is free in it.
    while (e < n && end[byEnd[e]] <= start[i]) {
      const done = byEnd[e++];
      if (ranges[done] && end[done] > start[done]) free.give(ranges[done]);
    }
    // A job of no length holds nothing; it is drawn where it would fit.
    ranges[i] = end[i] > start[i] ? free.take(width[i]) : [0, width[i]];
    total += ranges[i].length / 2;
  }
  const out = { first: new Uint32Array(n + 1), low: new Float64Array(total), high: new Float64Array(total) };
  let k = 0;
  for (let i = 0; i < n; i++) {
    for (let r = 0; r < ranges[i].length; r += 2, k++) {
      out.low[k] = ranges[i][r];
      out.high[k] = ranges[i][r + 1];
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

  /** Takes width processors: the lowest range that holds them all, else the lowest ranges there are. */
  take(width: number): number[] {
    for (let k = 0; k < this.low.length; k++) {
      if (this.high[k] - this.low[k] >= width) {
        const from = this.low[k];
        this.shrink(k, width);
        return [from, from + width];
      }
    }
    const out: number[] = [];
    while (width > 0 && this.low.length > 0) {
      const part = Math.min(width, this.high[0] - this.low[0]);
      out.push(this.low[0], this.low[0] + part);
      this.shrink(0, part);
      width -= part;
    }
    return out;
  }

  give(ranges: number[]): void {
    for (let r = 0; r < ranges.length; r += 2) this.insert(ranges[r], ranges[r + 1]);
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
