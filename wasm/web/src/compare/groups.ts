// Who gains and who pays: jobs by width, by run time, and by name, and the mean change of each group's waits.
import { compare as texts } from "texts/compare";
import { count } from "../format";
import type { Client } from "../simulator/client";
import type { Operations } from "../simulator/protocol";

/** The quartiles of fewer jobs may be the luck of a few. */
export const FEW = 30;

/** Groups by name at most; the rest is one more. */
const MOST = 12;

/** The group of each job, and the groups' names. */
export interface Classes {
  of: Int32Array;
  names: string[];
}

/** The classes of widths: 1, 2, 3-4, 5-8 and so on, up to powers of two; only those that have jobs. */
export function byWidth(widths: Float64Array): Classes {
  const name = (k: number) => (k < 2 ? String(k + 1) : `${count(2 ** (k - 1) + 1)}–${count(2 ** k)}`);
  return inUse(classed(widths, (w) => Math.ceil(Math.log2(Math.max(w, 1)))), name);
}

/** Where classes of run times end, in seconds. */
const RUNS = [60, 600, 3600, 6 * 3600, 86400, Infinity];

/** The classes of run times in seconds, each without its upper end; only those that have jobs. */
export function byRun(runs: Float64Array): Classes {
  return inUse(classed(runs, (r) => RUNS.findIndex((to) => r < to)), (k) => texts.runs[k]);
}

/** The names with the most jobs, and one group for all others. */
export function byName(names: (string | null)[]): Classes {
  const jobs = new Map<string, number>();
  for (const name of names) jobs.set(name ?? texts.none, (jobs.get(name ?? texts.none) ?? 0) + 1);
  const sorted = [...jobs.keys()].sort((a, b) => jobs.get(b)! - jobs.get(a)! || (a < b ? -1 : 1));
  const kept = sorted.length > MOST + 1 ? sorted.slice(0, MOST) : sorted;
  const at = new Map(kept.map((name, k) => [name, k]));
  const rest = sorted.length - kept.length;
  return { of: Int32Array.from(names, (name) => at.get(name ?? texts.none) ?? kept.length), names: rest > 0 ? [...kept, texts.others(rest)] : kept };
}

/** The class of each value; much faster than Int32Array.from. */
function classed(values: Float64Array, classOf: (v: number) => number): Int32Array {
  const of = new Int32Array(values.length);
  for (let i = 0; i < of.length; i++) of[i] = classOf(values[i]);
  return of;
}

/** Numbers classes anew, without those that have no jobs. */
function inUse(of: Int32Array, name: (k: number) => string): Classes {
  const at: number[] = [];
  for (let i = 0; i < of.length; i++) at[of[i]] = 0;
  const used = Object.keys(at).map(Number);
  used.forEach((k, i) => (at[k] = i));
  for (let i = 0; i < of.length; i++) of[i] = at[of[i]];
  return { of, names: used.map(name) };
}

/** How the waits of a group changed. */
export interface Group {
  name: string;
  n: number;
  earlier: number;
  later: number;
  /** Mean change of the wait in seconds; below 0 the group gains. */
  mean: number;
  /** Half the width of the 95 % interval of the mean, in seconds; undefined if it has jobs in too few weeks. */
  half: number | undefined;
}

/** The groups' mean changes, where change[i] is that of job i, and how far they can be trusted, where that is known. */
export function groupsOf(change: Float64Array, { of, names }: Classes, trust?: Trust): Group[] {
  const groups: Group[] = names.map((name, k) => ({ name, n: 0, earlier: 0, later: 0, mean: 0, half: trust?.groups[k].half ?? undefined }));
  for (let i = 0; i < change.length; i++) {
    const g = groups[of[i]];
    g.n++;
    if (change[i] < 0) g.earlier++;
    else if (change[i] > 0) g.later++;
    g.mean += (change[i] - g.mean) / g.n; // Welford's recurrence
  }
  return groups;
}

/** How far the groups' changes can be trusted: core/study/stats says it, whose observations are weeks. */
export type Trust = Operations["changes"]["answer"];

/** Asks for it; undefined if no answer comes. */
export async function trustOf(client: Pick<Client, "ask">, submit: Float64Array, change: Float64Array, { of, names }: Classes, unix: number): Promise<Trust | undefined> {
  const bytes = ({ buffer, byteOffset, byteLength }: Float64Array | Int32Array) => new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
  try {
    return (await client.ask("changes", { groups: names.length, unix_start: unix }, [bytes(submit), bytes(change), bytes(of)])).answer;
  } catch {
    return undefined; // the program has ended, which is said elsewhere
  }
}
