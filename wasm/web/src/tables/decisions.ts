// What a scheduler decided on the way: which queue order was in force when, and why. A worker reads it from a steps
// table (tables/steps.ts).
import { free } from "../simulator/buffers";
import { narrow, type Numbers } from "./numbers";
import { pick, textAt, type Coded } from "./rows";
import { lastAt, Steps } from "./series";
import type { StepRows } from "./steps";

/** What was in force in one run, by its decisions in the order of time. */
export interface InForce {
  run: string;
  policy: string;
  n: number;
  time: Numbers;
  waiting: Numbers;
  /** Indices into names; before is what was in force until then. */
  before: Numbers;
  after: Numbers;
  /** Rules such as 6b, null where there is one only. */
  rule: Coded;
  /** Every order or strategy that was in force. */
  names: string[];
  /** Of each of names, a step function: 1 while it is in force, else 0. */
  share: Steps[];
}

/** The decisions of one run between queue orders. */
export interface Decisions extends InForce {
  /** What was weighed at decision i: first[i] .. first[i+1]-1. */
  first: Numbers;
  weighed: Coded & { value: Numbers };
}

/** The decisions of a run, whose shares begin at second start; undefined if they are about single jobs. */
export function decisionsOf(c: StepRows, start: number): Decisions | undefined {
  if (textAt(c.job, 0) !== "") return undefined;
  const [rows, first, options] = [new Int32Array(c.n), new Int32Array(c.n + 1), new Int32Array(c.n)];
  let [n, weighed] = [0, 0];
  for (let i = 0; i < c.n; i++) {
    if (i === 0 || c.step[i] !== c.step[i - 1]) {
      rows[n] = i;
      first[n++] = weighed;
    }
    if (textAt(c.option, i) !== "") options[weighed++] = i;
  }
  first[n] = weighed;
  const [made, of] = [rows.subarray(0, n), options.subarray(0, weighed)];
  const names = new Names();
  const [before, after] = [names.codes(c.before, made), names.codes(c.after, made)];
  const time = pick(c.time, made);
  const decisions = {
    run: c.run, policy: c.policy, n, time, before, after,
    waiting: pick(c.waiting, made),
    rule: { names: c.rule.names, code: pick(c.rule.code, made) },
    names: names.all,
    share: shares({ n, time, before, after, names: names.all }, start),
    first: narrow(first, n + 1),
    weighed: { names: c.option.names, code: pick(c.option.code, of), value: pick(c.value, of) },
  };
  free(rows, first, options);
  return decisions;
}

class Names {
  readonly all: string[] = [];

  /** Numbers the texts of some rows in the order in which they come. */
  codes(column: Coded, rows: ArrayLike<number>): Uint8Array {
    const known = column.names.map((name) => this.all.indexOf(name ?? ""));
    const out = new Uint8Array(rows.length);
    for (let k = 0; k < rows.length; k++) {
      const code = column.code[rows[k]];
      if (known[code] < 0) known[code] = this.all.push(column.names[code] ?? "") - 1;
      out[k] = known[code];
    }
    return out;
  }
}

/** Index of the last decision at or before second t, or -1. */
export function decisionAt(d: Pick<InForce, "n" | "time">, t: number): number {
  return lastAt(d.time, t, d.n);
}

/** Index into names of what is in force at second t. */
export function inForce(d: Pick<InForce, "n" | "time" | "before" | "after">, t: number): number {
  const i = decisionAt(d, t);
  return i < 0 ? d.before[0] : d.after[i];
}

/** How often what is in force changed. */
export function switches(d: Pick<InForce, "n" | "before" | "after">): number {
  let n = 0;
  for (let i = 0; i < d.n; i++) if (d.before[i] !== d.after[i]) n++;
  return n;
}

/** For each name a step function from second start on: 1 while it is in force, else 0. */
export function shares(d: Pick<InForce, "n" | "time" | "before" | "after" | "names">, start: number): Steps[] {
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
  return d.names.map((_, k) => new Steps(narrow(at[k]), narrow(value[k])));
}
