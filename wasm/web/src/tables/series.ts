// Numbers over time that change in steps: processors in use, jobs waiting.
import type { Schedule } from "./schedule";

/** A step function: value[i] on [at[i], at[i+1]), 0 before the first step. */
export class Steps {
  private readonly area: Float64Array; // integral up to at[i]
  readonly max: number;

  constructor(
    readonly at: Float64Array,
    readonly value: Float64Array,
  ) {
    this.area = new Float64Array(at.length);
    let max = 0;
    for (let i = 0; i < at.length; i++) {
      if (i > 0) this.area[i] = this.area[i - 1] + value[i - 1] * (at[i] - at[i - 1]);
      max = Math.max(max, value[i]);
    }
    this.max = max;
  }

  /** Index of the last step at or before t, or -1. */
  private step(t: number): number {
    return lastAt(this.at, t);
  }

  when(t: number): number {
    const i = this.step(t);
    return i < 0 ? 0 : this.value[i];
  }

  /** Mean over [from, to), to > from. */
  mean(from: number, to: number): number {
    return (this.integral(to) - this.integral(from)) / (to - from);
  }

  private integral(t: number): number {
    const i = this.step(t);
    return i < 0 ? 0 : this.area[i] + this.value[i] * (t - this.at[i]);
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
  let i = lastAt(s.at, from);
  return Array.from({ length: n }, (_, k) => {
    const end = from + (k + 1) * dt;
    while (i + 1 < s.at.length && s.at[i + 1] <= from + k * dt) i++;
    let least = i < 0 ? 0 : s.value[i];
    let most = least;
    while (i + 1 < s.at.length && s.at[i + 1] < end) {
      i++;
      least = Math.min(least, s.value[i]);
      most = Math.max(most, s.value[i]);
    }
    return { mean: s.mean(from + k * dt, end), least, most };
  });
}

/** Processors in use. */
export function busy(s: Schedule): Steps {
  return accumulate(s.start, s.end, s.width);
}

/** Jobs waiting. */
export function queued(s: Schedule): Steps {
  return accumulate(s.submit, s.start, undefined);
}

/** Adds weight[i] (1 without weights) over each [from[i], to[i]). */
export function accumulate(from: ArrayLike<number>, to: ArrayLike<number>, weight: ArrayLike<number> | undefined): Steps {
  const n = from.length;
  const events = Array.from({ length: 2 * n }, (_, k) => k);
  const time = (k: number) => (k < n ? from[k] : to[k - n]);
  events.sort((a, b) => time(a) - time(b));
  const at: number[] = [];
  const value: number[] = [];
  let now = 0;
  for (const k of events) {
    const t = time(k);
    const w = weight ? weight[k % n] : 1;
    now += k < n ? w : -w;
    if (at.length > 0 && at[at.length - 1] === t) value[value.length - 1] = now;
    else {
      at.push(t);
      value.push(now);
    }
  }
  return new Steps(Float64Array.from(at), Float64Array.from(value));
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
