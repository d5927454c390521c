// What jobs hold of nodes that they share, out of the shares table; and what they
// would hold where every task has a node of its own.
import { readTable } from "./arrow";
import { MIGRATED, PALE, PAUSED, PENALTY, RESUMED, type Boxes } from "./boxes";
import type { TaskSet } from "../simulator/protocol";
import { texts, type Schedule } from "./schedule";
import { accumulate, type Steps } from "./series";

/** Nodes [from, to] with that many tasks of a job on each. */
export interface Place {
  from: number;
  to: number;
  count: number;
}

/** A time during which a job held the same nodes with the same yield. */
export interface Share {
  /** Row of the schedule. */
  job: number;
  start: number;
  end: number;
  places: Place[];
  yield: number;
  /** CPU of each of its tasks, and memory of it, in nodes. */
  cpu: number;
  memory: number;
  penalty: boolean;
}

/** What the jobs of a run held, in order of time for each job. */
export interface Sharing {
  nodes: number;
  shares: Share[];
  /** By row of the schedule: indices of shares. */
  of: number[][];
  /** Each task has a node of its own. */
  whole: boolean;
}

/** 0-2,5*2 is a task on each of 0, 1 and 2 and two on 5. */
export function parsePlaces(text: string): Place[] {
  return text.split(",").map((part) => {
    const m = /^(\d+)(?:-(\d+))?(?:\*(\d+))?$/.exec(part);
    if (!m) throw new Error(`the shares table has the nodes ${text}`);
    return { from: Number(m[1]), to: Number(m[2] ?? m[1]), count: Number(m[3] ?? 1) };
  });
}

/** Reads a shares table (an Arrow IPC file); runs that have none there are on whole nodes. */
export function sharings(arrow: Uint8Array | undefined, runs: Schedule[], tasks: TaskSet, nodes: number): Sharing[] {
  const need = needs(tasks);
  const all: Share[][] = runs.map(() => []);
  if (arrow) readShares(arrow, runs, need, all);
  return runs.map((s, r) => sharing(s, all[r].length > 0 ? all[r] : whole(s, need), nodes, all[r].length === 0));
}

/** Adds the rows of a shares table to all, by run. */
function readShares(arrow: Uint8Array, runs: Schedule[], need: ReturnType<typeof needs>, all: Share[][]): void {
  const table = readTable(arrow);
  const column = (name: string) => {
    const c = table.getChild(name);
    if (!c) throw new Error(`the shares table has no column ${name}`);
    return c;
  };
  const [run, where, state] = ["run", "nodes", "state"].map((name) => texts(column(name)));
  const [job, start, end, yields] = ["job", "start_s", "end_s", "yield"].map((name) => column(name).toArray() as ArrayLike<number | bigint>);
  const parsed = new Map<string, Place[]>();
  const runAt = new Map(runs.map((s, i) => [s.run, i]));
  for (let i = 0; i < run.length; i++) {
    const r = runAt.get(run[i] ?? "");
    const row = r === undefined ? -1 : runs[r].row(Number(job[i]));
    const of = need.get(Number(job[i]));
    if (r === undefined || row < 0 || !of) throw new Error(`the shares table has a share of job ${job[i]} of the run ${run[i]}, which is not there`);
    const text = where[i] ?? "";
    let places = parsed.get(text);
    if (!places) parsed.set(text, (places = parsePlaces(text)));
    const y = Number(yields[i]);
    all[r].push({ job: row, start: Number(start[i]), end: Number(end[i]), places, yield: y, cpu: of.cpu * y, memory: of.memory, penalty: state[i] === "penalty" });
  }
}

function needs(t: TaskSet): Map<number, { cpu: number; memory: number }> {
  return new Map(t.job.map((id, i) => [id, { cpu: t.cpu[i], memory: t.memory[i] }]));
}

/** Each task on a node of its own, chosen for display. */
function whole(s: Schedule, need: ReturnType<typeof needs>): Share[] {
  const { first, low, high } = s.packing();
  return Array.from({ length: s.n }, (_, job) => {
    const of = need.get(s.id[job]) ?? { cpu: 1, memory: 0 };
    const places = [];
    for (let k = first[job]; k < first[job + 1]; k++) if (high[k] > low[k]) places.push({ from: low[k], to: high[k] - 1, count: 1 });
    return { job, start: s.start[job], end: s.end[job], places, yield: 1, ...of, penalty: false };
  });
}

function sharing(s: Schedule, shares: Share[], nodes: number, whole: boolean): Sharing {
  const of: number[][] = Array.from({ length: s.n }, () => []);
  shares.forEach((h, i) => of[h.job].push(i));
  for (const list of of) list.sort((a, b) => shares[a].start - shares[b].start);
  return { nodes, shares, of, whole };
}

/** CPU in use, in nodes. */
export function cpuInUse({ shares }: Sharing): Steps {
  return accumulate(shares.map((h) => h.start), shares.map((h) => h.end), shares.map((h) => h.cpu * tasksOf(h)));
}

/** Jobs that have been submitted, have not ended and hold no node: waiting or paused. */
export function notRunning(s: Schedule, { shares }: Sharing): Steps {
  const from = [...s.submit, ...shares.map((h) => h.start)];
  const to = [...s.end, ...shares.map((h) => h.end)];
  return accumulate(from, to, from.map((_, i) => (i < s.n ? 1 : -1)));
}

function tasksOf(h: Share): number {
  return h.places.reduce((sum, p) => sum + (p.to - p.from + 1) * p.count, 0);
}

/** Seconds that a job had computed by t, counted at full speed. */
export function workDone(s: Sharing, job: number, t: number): number {
  return s.of[job].reduce((sum, i) => {
    const h = s.shares[i];
    return h.penalty ? sum : sum + h.yield * Math.max(0, Math.min(h.end, t) - h.start);
  }, 0);
}

/** What the job held at t, if anything. */
export function shareAt(s: Sharing, job: number, t: number): Share | undefined {
  return s.of[job].map((i) => s.shares[i]).find((h) => h.start <= t && t < h.end);
}

/** PENALTY and what happened to the job where its shares begin and end, by share. */
export function shareMarks({ shares, of }: Sharing): Uint8Array {
  const mark = Uint8Array.from(shares, (h) => (h.penalty ? PENALTY : 0));
  for (const list of of) {
    for (let k = 1; k < list.length; k++) {
      const [before, after] = [shares[list[k - 1]], shares[list[k]]];
      if (after.start > before.end + 1e-6) {
        mark[list[k - 1]] |= PAUSED;
        mark[list[k]] |= RESUMED;
      } else if (after.places !== before.places) mark[list[k]] |= MIGRATED;
    }
  }
  return mark;
}

/** More nodes than this are drawn as one. */
export const MOST_BANDS = 24;

/** Where a node's memory and CPU are within its band. */
const MEMORY = { low: 0.03, high: 0.17 };
const CPU = { low: 0.22, high: 0.95 };

/** A band for each node, or one for all: CPU by job, stacked, and memory, thin, below it. */
export function nodeBoxes(s: Sharing): Boxes {
  const together = s.nodes > MOST_BANDS;
  const bands = together ? ["all"] : Array.from({ length: s.nodes }, (_, k) => String(k));
  const scale = together ? 1 / s.nodes : 1;
  const cpu: Held[][] = bands.map(() => []);
  const memory: Held[][] = bands.map(() => []);
  const mark = shareMarks(s);
  s.shares.forEach((h, i) => {
    const add = (band: number, tasks: number) => {
      const { job, start, end } = h;
      cpu[band].push({ job, start, end, height: h.cpu * tasks * scale, rest: s.whole && !together ? 1 - h.cpu * tasks : 0, mark: mark[i] });
      memory[band].push({ job, start, end, height: h.memory * tasks * scale, rest: 0, mark: PALE });
    };
    if (together) return add(0, tasksOf(h));
    for (const p of h.places) for (let k = p.from; k <= p.to; k++) add(k, p.count);
  });
  const out: Box[] = [];
  bands.forEach((_, k) => {
    stack(joined(memory[k]), k + MEMORY.low, MEMORY.high - MEMORY.low, out);
    stack(cpu[k], k + CPU.low, CPU.high - CPU.low, out);
  });
  const column = (f: (b: Box) => number) => Float64Array.from(out, f);
  const packing = { first: Uint32Array.from({ length: out.length + 1 }, (_, i) => i), low: column((b) => b.low), high: column((b) => b.high) };
  return { height: bands.length, bands, n: out.length, start: column((b) => b.start), end: column((b) => b.end), job: Uint32Array.from(out, (b) => b.job), mark: Uint8Array.from(out, (b) => b.mark), packing: () => packing };
}

/** What a job has of a node for a time; rest is held beside it and not used. */
interface Held {
  job: number;
  start: number;
  end: number;
  height: number;
  rest: number;
  mark: number;
}

interface Box {
  job: number;
  start: number;
  end: number;
  low: number;
  high: number;
  mark: number;
}

/** Makes one of what follows upon itself: memory does not change with the yield. */
function joined(held: Held[]): Held[] {
  const last = new Map<number, Held>();
  const out: Held[] = [];
  for (const h of [...held].sort((a, b) => a.start - b.start)) {
    const before = last.get(h.job);
    if (before && before.end === h.start && before.height === h.height) before.end = h.end;
    else {
      const copy = { ...h };
      out.push(copy);
      last.set(h.job, copy);
    }
  }
  return out;
}

/** Stacks what jobs hold of one node, those that came first below: a box for each time at one height. */
export function stack(held: Held[], base: number, scale: number, out: Box[]): void {
  const starts = [...held].sort((a, b) => a.start - b.start);
  const ends = [...held].sort((a, b) => a.end - b.end);
  let slots: { job: number; held: Held | undefined; since: number; low: number }[] = [];
  const close = (slot: (typeof slots)[number], t: number) => {
    const h = slot.held;
    if (!h || t <= slot.since) return;
    const mark = h.mark & ~(slot.since === h.start ? 0 : RESUMED | MIGRATED) & ~(t === h.end ? 0 : PAUSED);
    const box = (low: number, height: number, mark: number) => {
      if (height > 1e-9) out.push({ job: h.job, start: slot.since, end: t, low: base + low * scale, high: base + (low + height) * scale, mark });
    };
    box(slot.low, h.height, mark);
    box(slot.low + h.height, h.rest, PALE);
  };
  let e = 0;
  for (let b = 0; e < ends.length; ) {
    const t = b < starts.length ? Math.min(starts[b].start, ends[e].end) : ends[e].end;
    for (; e < ends.length && ends[e].end <= t; e++) {
      const slot = slots.find((s) => s.held === ends[e]);
      if (slot) {
        close(slot, t);
        slot.held = undefined;
      }
    }
    for (; b < starts.length && starts[b].start <= t; b++) {
      if (starts[b].end <= t) continue; // no time at all
      let slot = slots.find((s) => s.job === starts[b].job);
      if (!slot) slots.push((slot = { job: starts[b].job, held: undefined, since: t, low: NaN }));
      slot.held = starts[b];
      slot.low = NaN; // not where it was: a box of its own
      slot.since = t;
    }
    slots = slots.filter((s) => s.held);
    let low = 0;
    for (const slot of slots) {
      if (slot.low !== low) {
        close(slot, t);
        slot.low = low;
        slot.since = t;
      }
      low += slot.held!.height + slot.held!.rest;
    }
  }
}
