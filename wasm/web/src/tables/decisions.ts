// What a scheduler decided on the way, out of a steps table: which queue order
// was in force when, and why.
import type { Column } from "@uwdata/flechette";
import { readTable } from "./arrow";
import { lastAt, Steps } from "./series";

/** The decisions of one run, by columns, in the order of time. */
export interface Decisions {
  run: string;
  policy: string;
  n: number;
  time: Float64Array;
  waiting: Float64Array;
  /** Indices into names; before is what was in force until then. */
  before: Uint8Array;
  after: Uint8Array;
  /** Rules such as 6b, "" where there is one only. */
  rule: string[];
  /** Every order that was in force or was weighed. */
  names: string[];
  /** What was weighed at decision i: weighed[first[i]] .. weighed[first[i+1]-1]. */
  first: Uint32Array;
  weighed: { name: string; value: number }[];
}

/**
 * Reads a steps table (an Arrow IPC file) into one Decisions per run, in its
 * order. Runs whose decisions are about single jobs are left out.
 */
export function decisions(arrow: Uint8Array): Decisions[] {
  const table = readTable(arrow);
  const column = (name: string): Column<unknown> => {
    const c = table.getChild(name);
    if (!c) throw new Error(`the steps table has no column ${name}`);
    return c;
  };
  const texts = (name: string) => column(name).toArray() as ArrayLike<string | null>;
  const numbers = (name: string) => column(name).toArray() as ArrayLike<number | null>;
  const run = texts("run");
  const policy = texts("policy");
  const job = texts("job");
  const step = numbers("step");
  const time = numbers("time_s");
  const waiting = numbers("waiting");
  const before = texts("before");
  const after = texts("after");
  const rule = texts("case");
  const option = texts("option");
  const value = numbers("value");

  const out: Decisions[] = [];
  for (let from = 0; from < run.length; ) {
    let to = from + 1;
    while (to < run.length && run[to] === run[from]) to++;
    if ((job[from] ?? "") !== "") {
      from = to;
      continue;
    }
    const rows: number[] = []; // the first row of each decision
    for (let i = from; i < to; i++) if (i === from || step[i] !== step[i - 1]) rows.push(i);
    const names = new Names();
    const weighed: Decisions["weighed"] = [];
    const first = new Uint32Array(rows.length + 1);
    rows.forEach((row, k) => {
      for (let i = row; i < (rows[k + 1] ?? to); i++) {
        const name = option[i];
        if (name) weighed.push({ name, value: value[i] ?? NaN });
      }
      first[k + 1] = weighed.length;
    });
    out.push({
      run: run[from] ?? "",
      policy: policy[from] ?? "",
      n: rows.length,
      time: fill(new Float64Array(rows.length), rows, (i) => time[i] ?? NaN),
      waiting: fill(new Float64Array(rows.length), rows, (i) => waiting[i] ?? NaN),
      before: fill(new Uint8Array(rows.length), rows, (i) => names.index(before[i] ?? "")),
      after: fill(new Uint8Array(rows.length), rows, (i) => names.index(after[i] ?? "")),
      rule: rows.map((i) => rule[i] ?? ""),
      names: names.all,
      first,
      weighed,
    });
    from = to;
  }
  return out;
}

/** Fills out with a number of each row. (from() of typed arrays asks an iterator for each, and blocked the page for 100 ms.) */
function fill<T extends Float64Array | Uint8Array>(out: T, rows: number[], of: (row: number) => number): T {
  for (let k = 0; k < rows.length; k++) out[k] = of(rows[k]);
  return out;
}

class Names {
  readonly all: string[] = [];

  index(name: string): number {
    const i = this.all.indexOf(name);
    return i >= 0 ? i : this.all.push(name) - 1;
  }
}

/** Index of the last decision at or before second t, or -1. */
export function decisionAt(d: Decisions, t: number): number {
  return lastAt(d.time, t, d.n);
}

/** Index into names of what is in force at second t. */
export function inForce(d: Decisions, t: number): number {
  const i = decisionAt(d, t);
  return i < 0 ? d.before[0] : d.after[i];
}

/** How often what is in force changed. */
export function switches(d: Decisions): number {
  let n = 0;
  for (let i = 0; i < d.n; i++) if (d.before[i] !== d.after[i]) n++;
  return n;
}

/** For each name a step function from second start on: 1 while it is in force, else 0. */
export function shares(d: Decisions, start: number): Steps[] {
  const at: number[][] = d.names.map(() => []);
  const value: number[][] = d.names.map(() => []);
  const set = (name: number, t: number, v: number) => {
    at[name].push(t);
    value[name].push(v);
  };
  let now = d.before[0];
  set(now, Math.min(start, d.time[0]), 1);
  for (let i = 0; i < d.n; i++) {
    if (d.after[i] === now) continue;
    set(now, d.time[i], 0);
    now = d.after[i];
    set(now, d.time[i], 1);
  }
  return d.names.map((_, k) => new Steps(Float64Array.from(at[k]), Float64Array.from(value[k])));
}
