// Schedules out of a jobs table: one per run, as typed arrays by column.
import type { Column } from "@uwdata/flechette";
import { readTable } from "./arrow";
import { pack, type Packing } from "./packing";

export interface Schedule {
  run: string;
  policy: string;
  procs: number;
  n: number;
  id: ArrayLike<number>;
  /** Numbers as users of the log know them, null where that is id; undefined where all are. */
  known?: (string | null)[];
  submit: Float64Array;
  start: Float64Array;
  end: Float64Array;
  estimate: Float64Array;
  /** Processors held. */
  width: Float64Array;
  /** Processors asked for. */
  asked: Float64Array;
  killed: Uint8Array;
  user: (string | null)[];
  /** Slurm's account, where charts tell it. */
  account?: (string | null)[];
  /** Where it ran, sites joined by "+", and its home site; null on one machine. */
  site: (string | null)[];
  home: (string | null)[];
  /** How much longer it took for running on several sites; NaN where it did not. */
  slowdown: Float64Array;
  /** 1 for a job that started before one submitted earlier. */
  overtook: Uint8Array;
  /** Which processors each job is drawn on; made when first asked for. */
  packing(): Packing;
  /** The row of a job number, or -1. */
  row(id: number): number;
}

/** A job's number as users of the log know it. */
export function numberOf(s: Pick<Schedule, "id" | "known">, row: number): string {
  return s.known?.[row] ?? String(s.id[row]);
}

/** Reads a jobs table (an Arrow IPC file) into one Schedule per run, in its order. */
export function schedules(arrow: Uint8Array, procs: number): Schedule[] {
  const table = readTable(arrow);
  const column = (name: string): Column<unknown> => {
    const c = table.getChild(name);
    if (!c) throw new Error(`the jobs table has no column ${name}`);
    return c;
  };
  const numbers = (name: string) => Float64Array.from(column(name).toArray() as ArrayLike<number>);
  const run = texts(column("run"));
  const policy = texts(column("policy"));
  const user = texts(column("user"));
  const site = texts(column("site"));
  const home = texts(column("home_site"));
  const id = numbers("job");
  const ids = column("id");
  const known = ids.nullCount < ids.length ? texts(ids) : undefined;
  const submit = numbers("submit_s");
  const start = numbers("start_s");
  const end = numbers("end_s");
  const estimate = numbers("estimate_s");
  const width = numbers("procs");
  const asked = numbers("asked_procs");
  const slowdown = Float64Array.from(column("multisite_slowdown").toArray() as ArrayLike<number | null>, (v) => v ?? NaN);
  const killed = Uint8Array.from(column("killed").toArray() as ArrayLike<boolean>, (k) => (k ? 1 : 0));

  const out: Schedule[] = [];
  for (let from = 0; from < run.length; ) {
    let to = from + 1;
    while (to < run.length && run[to] === run[from]) to++;
    const s = {
      run: run[from] ?? "",
      policy: policy[from] ?? "",
      procs,
      n: to - from,
      id: id.subarray(from, to),
      known: known?.slice(from, to),
      submit: submit.subarray(from, to),
      start: start.subarray(from, to),
      end: end.subarray(from, to),
      estimate: estimate.subarray(from, to),
      width: width.subarray(from, to),
      asked: asked.subarray(from, to),
      slowdown: slowdown.subarray(from, to),
      killed: killed.subarray(from, to),
      user: user.slice(from, to),
      site: site.slice(from, to),
      home: home.slice(from, to),
      overtook: overtakers(submit.subarray(from, to), start.subarray(from, to)),
    };
    out.push(schedule(s));
    from = to;
  }
  return out;
}

/** Adds what is computed from the columns when it is first asked for. */
export function schedule<T extends Omit<Schedule, "packing" | "row">>(s: T): T & Schedule {
  let packing: Packing | undefined;
  let rows: Map<number, number> | undefined;
  return {
    ...s,
    packing: () => (packing ??= pack(s.start, s.end, s.width, s.procs)),
    row: (job) => {
      rows ??= new Map(Array.from(s.id, (id, i) => [id, i]));
      return rows.get(job) ?? -1;
    },
  };
}

/** A dictionary column as texts; the same texts share one string. */
export function texts(column: Column<unknown>): (string | null)[] {
  return Array.from(column.toArray() as ArrayLike<string | null>);
}

/** Rows are in order of submission: a job overtook if one before it starts after it. */
export function overtakers(submit: Float64Array, start: Float64Array): Uint8Array {
  const out = new Uint8Array(start.length);
  let latest = -Infinity; // start among jobs submitted strictly earlier
  let latestHere = -Infinity; // among those of this second too
  for (let i = 0; i < start.length; i++) {
    if (i === 0 || submit[i] !== submit[i - 1]) latest = latestHere;
    if (start[i] < latest) out[i] = 1;
    latestHere = Math.max(latestHere, start[i]);
  }
  return out;
}
