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

/** Texts that repeat: row i has names[code[i]]. */
export interface Coded {
  names: (string | null)[];
  code: Uint32Array;
}

/** The columns of a Schedule that are texts. */
export type TextColumn = "known" | "user" | "site" | "home";

/** The columns of a Schedule as they can be sent from a worker. */
export type Columns = Omit<Schedule, "packing" | "row" | TextColumn> & Record<Exclude<TextColumn, "known">, Coded> & { known: Coded | undefined };

/** A job's number as users of the log know it. */
export function numberOf(s: Pick<Schedule, "id" | "known">, row: number): string {
  return s.known?.[row] ?? String(s.id[row]);
}

/** Reads a jobs table (an Arrow IPC file) into one Schedule per run, in its order. */
export function schedules(arrow: Uint8Array, procs: number): Schedule[] {
  return columnsOf(arrow, procs).map((c) => withTexts(c));
}

/** The columns of each run of a jobs table. */
export function columnsOf(arrow: Uint8Array, procs: number): Columns[] {
  const table = readTable(arrow);
  const column = (name: string): Column<unknown> => {
    const c = table.getChild(name);
    if (!c) throw new Error(`the jobs table has no column ${name}`);
    return c;
  };
  const numbers = (name: string) => {
    const values = column(name).toArray() as ArrayLike<number>;
    return values instanceof Float64Array ? values : Float64Array.from(values);
  };
  const [run, policy, user, site, home] = ["run", "policy", "user", "site", "home_site"].map((name) => coded(column(name)));
  const id = numbers("job");
  const ids = column("id");
  const known = ids.nullCount < ids.length ? coded(ids) : undefined;
  const [submit, start, end, estimate, width, asked] = ["submit_s", "start_s", "end_s", "estimate_s", "procs", "asked_procs"].map(numbers);
  const slowdown = Float64Array.from(column("multisite_slowdown").toArray() as ArrayLike<number | null>, (v) => v ?? NaN);
  const killed = Uint8Array.from(column("killed").toArray() as ArrayLike<boolean>, (k) => (k ? 1 : 0));

  const out: Columns[] = [];
  for (let from = 0; from < run.code.length; ) {
    let to = from + 1;
    while (to < run.code.length && run.code[to] === run.code[from]) to++;
    const part = (c: Coded): Coded => ({ names: c.names, code: c.code.subarray(from, to) });
    out.push({
      run: run.names[run.code[from]] ?? "",
      policy: policy.names[policy.code[from]] ?? "",
      procs,
      n: to - from,
      id: (id as Float64Array).subarray(from, to),
      known: known && part(known),
      submit: submit.subarray(from, to),
      start: start.subarray(from, to),
      end: end.subarray(from, to),
      estimate: estimate.subarray(from, to),
      width: width.subarray(from, to),
      asked: asked.subarray(from, to),
      slowdown: slowdown.subarray(from, to),
      killed: killed.subarray(from, to),
      user: part(user),
      site: part(site),
      home: part(home),
      overtook: overtakers(submit.subarray(from, to), start.subarray(from, to)),
    });
    from = to;
  }
  return out;
}

/** A Schedule of columns, whose texts are written out when they are first asked for. */
export function withTexts(c: Columns, packing?: Packing): Schedule {
  const s: Schedule = schedule({ ...c, known: undefined, user: [], site: [], home: [] }, packing);
  for (const name of ["known", "user", "site", "home"] as const) {
    const column = c[name];
    let texts: (string | null)[] | undefined;
    if (column) Object.defineProperty(s, name, { get: () => (texts ??= Array.from(column.code, (k) => column.names[k])), enumerable: true, configurable: true });
  }
  return s;
}

/** Adds what is computed from the columns when it is first asked for. */
export function schedule<T extends Omit<Schedule, "packing" | "row">>(s: T, packing?: Packing): T & Schedule {
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

/** A batch of a dictionary column. */
interface Keyed {
  dictionary: { toArray(): ArrayLike<string> };
  key(row: number): number;
}

/** A column of texts with each text once. */
export function coded(column: Column<unknown>): Coded {
  const names: (string | null)[] = [];
  const known = new Map<string | null, number>();
  const of = (text: string | null): number => {
    let k = known.get(text);
    if (k === undefined) known.set(text, (k = names.push(text) - 1));
    return k;
  };
  const code = new Uint32Array(column.length);
  let row = 0;
  for (const batch of column.data) {
    const keyed = batch as Partial<Keyed>;
    const codes = keyed.dictionary && Array.from(keyed.dictionary.toArray(), of);
    for (let i = 0; i < batch.length; i++, row++) {
      code[row] = codes && (batch.nullCount === 0 || batch.isValid(i)) ? codes[keyed.key!(i)] : of(batch.at(i) as string | null);
    }
  }
  return { names, code };
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
