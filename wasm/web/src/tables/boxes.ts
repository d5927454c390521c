// What a Gantt chart draws: boxes in time, each of a job, over some height. On
// one machine a job has its processors; on a site of a grid those it held there;
// on nodes that are shared, a box for each time of an unchanged share.
import { order, upTo } from "./order";
import type { Packing } from "./packing";
import type { Schedule } from "./schedule";

/** What became of a box's job: boxes are marked so. The sum of what is true. */
export const SPLIT = 1; // on several sites
export const MOLDED = 2; // with another number of processors than it asked for
export const PENALTY = 4; // no progress after a resumption or a migration
export const PALE = 8; // memory, or what is held and not used
export const PAUSED = 16; // at the end of the box
export const RESUMED = 32; // at its beginning
export const MIGRATED = 64; // at its beginning

export interface Boxes {
  /** What the chart is of, where there are several. */
  name?: string;
  /** How high the chart is, in processors or nodes. */
  height: number;
  n: number;
  start: ArrayLike<number>;
  end: ArrayLike<number>;
  /** Rows of the schedule, by box. */
  job: ArrayLike<number>;
  mark?: Uint8Array;
  /** Names of units of height, from below, where they are not just counted. */
  bands?: string[];
  packing(): Packing;
}

/** A box per job of one machine. */
export function jobBoxes(s: Schedule): Boxes {
  return { height: s.procs, n: s.n, start: s.start, end: s.end, job: upTo(s.n), packing: s.packing };
}

const byJob = new WeakMap<Boxes, Uint32Array>();

/** The boxes of a job, in their order. */
export function boxesOf(boxes: Boxes, job: number): number[] {
  let all = byJob.get(boxes);
  if (!all) byJob.set(boxes, (all = order(boxes.job)));
  let [low, high] = [0, boxes.n];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boxes.job[all[middle]] < job) low = middle + 1;
    else high = middle;
  }
  const out = [];
  for (; low < boxes.n && boxes.job[all[low]] === job; low++) out.push(all[low]);
  return out;
}
