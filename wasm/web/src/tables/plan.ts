// A schedule of an instance as a Gantt chart draws it: what running jobs hold, then
// the jobs that waited.
import { PALE, type Boxes } from "./boxes";
import { pack, type Packing } from "./packing";
import type { Instance } from "../simulator/protocol";
import { schedule, type Schedule } from "./schedule";

export interface Plan {
  schedule: Schedule;
  boxes: Boxes;
  /** So many rows come first that are no jobs: they hold what is given back, latest first. */
  held: number;
  /** Puts the jobs at these seconds. */
  set(starts: ArrayLike<number>): void;
}

/** The plan of an instance in which running jobs hold what they have until second end at the latest. */
export function plan(instance: Instance, starts: ArrayLike<number>, end: number): Plan {
  const { now, free, jobs, procs } = instance;
  const steps: { until: number; width: number }[] = free.slice(1).map((s, k) => ({ until: s.at, width: s.procs - free[k].procs }));
  const last = free[free.length - 1].procs;
  if (last < procs) steps.push({ until: Math.max(end, now + 1), width: procs - last });
  steps.reverse();
  const held = steps.length;
  const rows = [...steps.map((s) => ({ id: 0, width: s.width, submit: now, estimate: s.until - now })), ...jobs.map((j) => ({ id: j.id, width: j.procs, submit: j.submit, estimate: j.estimate }))];
  const n = rows.length;
  const numbers = (f: (r: (typeof rows)[number]) => number) => Float64Array.from(rows, f);
  const width = numbers((r) => r.width);
  const s = schedule({
    run: "",
    policy: "",
    procs,
    n,
    id: rows.map((r) => r.id),
    submit: numbers((r) => r.submit),
    start: numbers(() => now),
    end: numbers((r) => now + r.estimate),
    estimate: numbers((r) => r.estimate),
    width,
    asked: width,
    killed: new Uint8Array(n),
    user: new Array<null>(n).fill(null),
    site: new Array<null>(n).fill(null),
    home: new Array<null>(n).fill(null),
    slowdown: new Float64Array(n).fill(NaN),
    overtook: new Uint8Array(n),
  });
  let packing: Packing | undefined;
  const boxes: Boxes = {
    height: procs,
    n,
    start: s.start,
    end: s.end,
    job: Uint32Array.from({ length: n }, (_, i) => i),
    mark: Uint8Array.from({ length: n }, (_, i) => (i < held ? PALE : 0)),
    packing: () => (packing ??= pack(s.start, s.end, s.width, procs)),
  };
  const set = (to: ArrayLike<number>) => {
    for (let i = held; i < n; i++) {
      s.start[i] = to[i - held];
      s.end[i] = s.start[i] + s.estimate[i];
    }
    packing = undefined;
  };
  set(starts);
  return { schedule: s, boxes, held, set };
}

/** When the last job of the schedules ends, or the present second. */
export function makespan(instance: Instance, schedules: ArrayLike<number>[]): number {
  let last = instance.now;
  for (const starts of schedules) instance.jobs.forEach((j, i) => (last = Math.max(last, starts[i] + j.estimate)));
  return last;
}
