// Which processors a job is drawn on. Schedules say how many processors a job
// holds, not which; here it gets the lowest free range that is long enough, or,
// where there is none, several ranges.
import { free } from "../simulator/buffers";
import { narrow } from "./numbers";
import { order } from "./order";

export interface Packing {
  /** Ranges of row i are first[i] .. first[i+1]-1. */
  first: ArrayLike<number>;
  low: ArrayLike<number>;
  high: ArrayLike<number>; // exclusive
}

/** Packs jobs that hold width[i] of procs processors during [start[i], end[i]). */
export function pack(start: ArrayLike<number>, end: ArrayLike<number>, width: ArrayLike<number>, procs: number): Packing {
  const n = start.length;
  const byStart = order(start);
  const byEnd = order(end);
  const ranges = new Ranges(n); // of all jobs in the order of their starts
  const [from, to] = [new Uint32Array(n), new Uint32Array(n)]; // where those of each row are among them; nowhere before it starts
  const unused = new FreeList(procs);
  let e = 0;
  for (const i of byStart) {
    // Intervals are half-open: what ends in this second is free in it.
    while (e < n && end[byEnd[e]] <= start[i]) {
      const done = byEnd[e++];
      if (end[done] > start[done]) unused.give(ranges, from[done], to[done]);
    }
    from[i] = ranges.n;
    // A job of no length holds nothing; it is drawn where it would fit.
    if (end[i] > start[i]) unused.take(width[i], ranges);
    else ranges.push(0, width[i]);
    to[i] = ranges.n;
  }
  const out = ranges.byRow(from, to);
  free(byStart, byEnd, from, to);
  return out;
}

/** Ranges of processors, in arrays that grow: a list of so many numbers would be garbage of V8's. */
class Ranges {
  n = 0;
  low: Float64Array;
  high: Float64Array;

  constructor(most: number) {
    [this.low, this.high] = [new Float64Array(most), new Float64Array(most)];
  }

  push(low: number, high: number): void {
    if (this.n === this.low.length) [this.low, this.high] = [longer(this.low), longer(this.high)];
    this.low[this.n] = low;
    this.high[this.n++] = high;
  }

  /** Those from[i] .. to[i]-1 of each row i. They are gone then. */
  byRow(from: Uint32Array, to: Uint32Array): Packing {
    const first = new Uint32Array(from.length + 1);
    const [low, high] = [new Float64Array(this.n), new Float64Array(this.n)];
    let k = 0;
    from.forEach((begin, i) => {
      for (let r = begin; r < to[i]; r++, k++) {
        low[k] = this.low[r];
        high[k] = this.high[r];
      }
      first[i + 1] = k;
    });
    const out = { first: narrow(first), low: narrow(low), high: narrow(high) };
    free(first, low, high, this.low, this.high);
    return out;
  }
}

function longer(old: Float64Array): Float64Array {
  const out = new Float64Array(2 * old.length + 16);
  out.set(old);
  free(old);
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
  take(width: number, taken: Ranges): void {
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

  /** Gives back ranges from .. to-1. */
  give({ low, high }: Ranges, from: number, to: number): void {
    for (let r = from; r < to; r++) this.insert(low[r], high[r]);
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
