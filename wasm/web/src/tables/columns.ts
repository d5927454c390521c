// The columns of the runs of a jobs table as typed arrays, which a worker can send without a copy.
import type { Column } from "@uwdata/flechette";
import { free } from "../simulator/buffers";
import { joined, narrow, Pool, type Numbers } from "./numbers";
import type { Batch } from "./stream";

/** Texts that repeat: row i has names[code[i]]. */
export interface Coded {
  names: (string | null)[];
  code: Numbers;
}

/** A run's jobs, in order of submission. What is the same in two columns, or in two runs of a table, is one array. */
export interface Columns {
  run: string;
  policy: string;
  procs: number;
  n: number;
  id: Numbers;
  /** Numbers as users of the log know them, null where that is id; undefined where all are. */
  known: Coded | undefined;
  submit: Numbers;
  start: Numbers;
  end: Numbers;
  estimate: Numbers;
  /** Processors held. */
  width: Numbers;
  /** Processors asked for. */
  asked: Numbers;
  killed: Numbers;
  user: Coded;
  /** Where it ran, sites joined by "+", and its home site; null on one machine. */
  site: Coded;
  home: Coded;
  /** How much longer it took for running on several sites; NaN where it did not, undefined where none did. */
  slowdown: Numbers | undefined;
  /** 1 for a job that started before one submitted earlier. */
  overtook: Numbers;
}

/** The columns of Columns that are texts. */
export type TextColumn = "known" | "user" | "site" | "home";

/** Columns of the table that are numbers or flags, and texts. */
const NUMBERS = {
  id: "job", submit: "submit_s", start: "start_s", end: "end_s", estimate: "estimate_s", width: "procs", asked: "asked_procs", slowdown: "multisite_slowdown", killed: "killed",
} as const;
const TEXTS = { known: "id", user: "user", site: "site", home: "home_site" } as const;
const ALL = { ...NUMBERS, ...TEXTS };

/** What has come of a run. */
interface Begun {
  run: string;
  policy: string;
  parts: Record<keyof typeof ALL, Numbers[]>;
}

/** Takes the rows of a jobs table batch by batch, and calls done with each run once all of it has come. */
export class ColumnsReader {
  private readonly pool = new Pool();
  private readonly texts = record(TEXTS, () => new Texts());
  private begun: Begun | undefined; // the run that comes

  constructor(
    private readonly procs: number,
    private readonly done: (run: Columns) => void,
  ) {}

  async add(batch: Batch): Promise<void> {
    const column = async (name: string): Promise<Column<unknown>> => {
      const c = await batch.getChild(name);
      if (!c) throw new Error(`the jobs table has no column ${name}`);
      return c;
    };
    const cuts = runsOf(await column("run"), batch.numRows);
    const policies = await column("policy");
    const begun = cuts.map(({ run, from }, k): Begun => {
      if (k === 0 && this.begun?.run === run) return this.begun;
      return { run, policy: String(policies.at(from) ?? ""), parts: record(ALL, () => []) };
    });
    const values = new Float64Array(batch.numRows); // of one column after the other
    const put = (key: keyof typeof ALL) => cuts.forEach(({ from, to }, k) => begun[k].parts[key].push(narrow(values.subarray(from, to))));
    for (const [key, name] of entries(NUMBERS)) {
      numbersOf(await column(name), values);
      put(key);
    }
    for (const [key, name] of entries(TEXTS)) {
      this.texts[key].codes(await column(name), values);
      put(key);
    }
    free(values);
    for (const next of begun) {
      if (next !== this.begun) this.end();
      this.begun = next;
    }
  }

  /** Says that all has come. */
  end(): void {
    if (!this.begun) return;
    const { run, policy, parts } = this.begun;
    this.begun = undefined;
    const numbers = record(ALL, (key) => {
      const whole = joined(parts[key]);
      const kept = this.pool.of(whole);
      free(...[...new Set([whole, ...parts[key]])].filter((made) => made !== kept));
      return kept;
    });
    const coded = record(TEXTS, (key) => ({ names: this.texts[key].names, code: numbers[key] }));
    this.done({
      ...numbers,
      ...coded,
      run,
      policy,
      procs: this.procs,
      n: numbers.id.length,
      known: coded.known.names.every((name) => name === null) ? undefined : coded.known,
      slowdown: numbers.slowdown.every(Number.isNaN) ? undefined : numbers.slowdown,
      overtook: this.pool.of(overtakers(numbers.submit, numbers.start)),
    });
  }
}

/** What make makes of each key. */
function record<K extends string, T>(keys: Record<K, string>, make: (key: K) => T): Record<K, T> {
  return Object.fromEntries((Object.keys(keys) as K[]).map((key) => [key, make(key)])) as Record<K, T>;
}

function entries<K extends string>(keys: Record<K, string>): [K, string][] {
  return Object.entries(keys) as [K, string][];
}

/** The rows of a batch by runs. */
function runsOf(column: Column<unknown>, rows: number): { run: string; from: number; to: number }[] {
  const cuts = [];
  for (let from = 0, to; from < rows; from = to) {
    const run = column.at(from);
    for (to = from + 1; to < rows && column.at(to) === run; ) to++;
    cuts.push({ run: String(run ?? ""), from, to });
  }
  return cuts;
}

/** Reads a column of numbers or flags; NaN stands for null. */
function numbersOf(column: Column<unknown>, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) values[i] = Number(column.at(i) ?? NaN);
}

/** The texts of a column, each once. */
class Texts {
  readonly names: (string | null)[] = [];
  private readonly known = new Map<string | null, number>();

  /** Reads a column by the places of its texts in names. */
  codes(column: Column<unknown>, values: Float64Array): void {
    for (let i = 0; i < values.length; i++) {
      const text = column.at(i) as string | null;
      let code = this.known.get(text);
      if (code === undefined) this.known.set(text, (code = this.names.push(text) - 1));
      values[i] = code;
    }
  }
}

/** Rows are in order of submission: a job overtook if one before it starts after it. */
export function overtakers(submit: ArrayLike<number>, start: ArrayLike<number>): Uint8Array {
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
