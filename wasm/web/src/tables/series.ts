// Numbers over time that change in steps: processors in use, jobs waiting.
import { free } from "../simulator/buffers";
import { narrow, type Numbers } from "./numbers";
import { once } from "./once";
import { order } from "./order";

/** Steps of a block, of which the integral up to it and its least and most value are kept. */
const BLOCK = 64;

/** A step function: value[i] on [at[i], at[i+1]), 0 before the first step. */
export class Steps {
  private readonly area: Float64Array; // integral up to the first step of each block
  private readonly least: Float64Array; // of each block
  private readonly most: Float64Array;
  readonly max: number;

  constructor(
    readonly at: Numbers,
    readonly value: Numbers,
  ) {
    const blocks = Math.ceil(at.length / BLOCK);
    this.area = new Float64Array(blocks);
    this.least = new Float64Array(blocks).fill(Infinity);
    this.most = new Float64Array(blocks).fill(-Infinity);
    let max = 0;
    let area = 0;
    for (let i = 0; i < at.length; i++) {
      const v = value[i];
      if (i > 0) area += value[i - 1] * (at[i] - at[i - 1]);
      const b = Math.floor(i / BLOCK);
      if (i % BLOCK === 0) this.area[b] = area;
      if (v < this.least[b]) this.least[b] = v;
      if (v > this.most[b]) this.most[b] = v;
      if (v > max) max = v;
    }
    this.max = max;
  }

  /** Takes over what was a Steps before it was sent. */
  static from(sent: Steps): Steps {
    return Object.setPrototypeOf(sent, Steps.prototype) as Steps;
  }

  when(t: number): number {
    const i = lastAt(this.at, t);
    return i < 0 ? 0 : this.value[i];
  }

  /** Mean over [from, to), to > from. */
  mean(from: number, to: number): number {
    return (this.integral(to, lastAt(this.at, to)) - this.integral(from, lastAt(this.at, from))) / (to - from);
  }

  /** The integral up to t, where i is the last step at or before it. */
  integral(t: number, i: number): number {
    if (i < 0) return 0;
    const { at, value } = this;
    const b = Math.floor(i / BLOCK);
    let area = this.area[b];
    for (let k = b * BLOCK; k < i; k++) area += value[k] * (at[k + 1] - at[k]);
    return area + value[i] * (t - at[i]);
  }

  /** The least and the most of steps from .. to; step -1 is what is before the first. */
  range(from: number, to: number): [number, number] {
    let [least, most] = from < 0 ? [0, 0] : [Infinity, -Infinity];
    for (let i = Math.max(from, 0); i <= to; ) {
      const whole = i % BLOCK === 0 && i + BLOCK - 1 <= to;
      const low = whole ? this.least[i / BLOCK] : this.value[i];
      const high = whole ? this.most[i / BLOCK] : this.value[i];
      if (low < least) least = low;
      if (high > most) most = high;
      i += whole ? BLOCK : 1;
    }
    return [least, most];
  }
}

/** What a step function is over a time: its mean, and the least and the most that it ever is. */
export interface Extent {
  mean: number;
  least: number;
  most: number;
}

/** The extents of n equal parts of [from, to), to > from. */
export function extents(s: Steps, from: number, to: number, n: number): Extent[] {
  const dt = (to - from) / n;
  let begin = from;
  let i = lastAt(s.at, from);
  return Array.from({ length: n }, (_, k) => {
    const end = from + (k + 1) * dt;
    const j = lastAt(s.at, end);
    const [least, most] = s.range(i, j > i && s.at[j] === end ? j - 1 : j);
    const mean = (s.integral(end, j) - s.integral(begin, i)) / (end - begin);
    [begin, i] = [end, j];
    return { mean, least, most };
  });
}

/** Processors in use. */
export const busy = once((s) => accumulate(s.start, s.end, s.width));

/** Jobs waiting. */
export const queued = once((s) => accumulate(s.submit, s.start, undefined));

/** Adds weight[i] (1 without weights) over each [from[i], to[i]). */
export function accumulate(from: ArrayLike<number>, to: ArrayLike<number>, weight: ArrayLike<number> | undefined): Steps {
  const n = from.length;
  const [begins, ends] = [order(from), order(to)];
  const at = new Float64Array(2 * n);
  const value = new Float64Array(2 * n);
  let [steps, b, e, now] = [0, 0, 0, 0];
  while (b < n || e < n) {
    const t = Math.min(b < n ? from[begins[b]] : Infinity, e < n ? to[ends[e]] : Infinity);
    for (; b < n && !(from[begins[b]] > t); b++) now += weight ? weight[begins[b]] : 1;
    for (; e < n && !(to[ends[e]] > t); e++) now -= weight ? weight[ends[e]] : 1;
    at[steps] = t;
    value[steps++] = now;
  }
  const made = new Steps(narrow(at, steps), narrow(value, steps));
  free(begins, ends, at, value);
  return made;
}

/** Index of the last of the first n of rising values that is at most t, or -1. */
export function lastAt(values: ArrayLike<number>, t: number, n = values.length): number {
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
