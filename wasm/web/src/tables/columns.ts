// The columns of the runs of a jobs table as typed arrays, which a worker can send without a copy.
import type { Column, Table } from "@uwdata/flechette";

/** Texts that repeat: row i has names[code[i]]. */
export interface Coded {
  names: (string | null)[];
  code: Uint32Array;
}

/** A run's jobs, in order of submission. */
export interface Columns {
  run: string;
  policy: string;
  procs: number;
  n: number;
  id: Float64Array;
  /** Numbers as users of the log know them, null where that is id; undefined where all are. */
  known: Coded | undefined;
  submit: Float64Array;
  start: Float64Array;
  end: Float64Array;
  estimate: Float64Array;
  /** Processors held. */
  width: Float64Array;
  /** Processors asked for. */
  asked: Float64Array;
  killed: Uint8Array;
  user: Coded;
  /** Where it ran, sites joined by "+", and its home site; null on one machine. */
  site: Coded;
  home: Coded;
  /** How much longer it took for running on several sites; NaN where it did not. */
  slowdown: Float64Array;
  /** 1 for a job that started before one submitted earlier. */
  overtook: Uint8Array;
}

/** The columns of Columns that are texts. */
export type TextColumn = "known" | "user" | "site" | "home";

/** Columns of the table that are numbers, and texts. */
const NUMBERS = { id: "job", submit: "submit_s", start: "start_s", end: "end_s", estimate: "estimate_s", width: "procs", asked: "asked_procs", slowdown: "multisite_slowdown" } as const;
const TEXTS = { run: "run", policy: "policy", known: "id", user: "user", site: "site", home: "home_site" } as const;

/** Takes the rows of a jobs table, of so many rows, batch by batch. */
export class ColumnsReader {
  private row = 0;
  private readonly numbers: Record<keyof typeof NUMBERS, Float64Array>;
  private readonly texts: Record<keyof typeof TEXTS, Codes>;
  private readonly killed: Uint8Array;

  constructor(
    rows: number,
    private readonly procs: number,
  ) {
    this.numbers = record(NUMBERS, () => new Float64Array(rows));
    this.texts = record(TEXTS, () => new Codes(rows));
    this.killed = new Uint8Array(rows);
  }

  add(batch: Table): void {
    const column = (name: string): Column<unknown> => {
      const c = batch.getChild(name);
      if (!c) throw new Error(`the jobs table has no column ${name}`);
      return c;
    };
    for (const [key, name] of Object.entries(NUMBERS)) put(column(name), this.numbers[key as keyof typeof NUMBERS], this.row);
    for (const [key, name] of Object.entries(TEXTS)) this.texts[key as keyof typeof TEXTS].put(column(name), this.row);
    const killed = column("killed").toArray() as ArrayLike<boolean>;
    for (let i = 0; i < killed.length; i++) this.killed[this.row + i] = killed[i] ? 1 : 0;
    this.row += batch.numRows;
  }

  /** The columns of each run, in the order of the table. */
  runs(): Columns[] {
    const { run, policy, known } = this.texts;
    const out: Columns[] = [];
    for (let from = 0; from < this.row; ) {
      let to = from + 1;
      while (to < this.row && run.code[to] === run.code[from]) to++;
      const numbers = record(NUMBERS, (key) => this.numbers[key].subarray(from, to));
      out.push({
        ...numbers,
        run: run.names[run.code[from]] ?? "",
        policy: policy.names[policy.code[from]] ?? "",
        procs: this.procs,
        n: to - from,
        known: known.names.every((name) => name === null) ? undefined : known.part(from, to),
        killed: this.killed.subarray(from, to),
        user: this.texts.user.part(from, to),
        site: this.texts.site.part(from, to),
        home: this.texts.home.part(from, to),
        overtook: overtakers(numbers.submit, numbers.start),
      });
      from = to;
    }
    return out;
  }
}

/** What make makes of each key. */
function record<K extends string, T>(keys: Record<K, string>, make: (key: K) => T): Record<K, T> {
  return Object.fromEntries((Object.keys(keys) as K[]).map((key) => [key, make(key)])) as Record<K, T>;
}

/** Puts the numbers of a column from a row on; NaN stands for null. */
function put(column: Column<unknown>, to: Float64Array, row: number): void {
  const values = column.toArray() as ArrayLike<number | null>;
  if (ArrayBuffer.isView(values)) return to.set(values as ArrayLike<number>, row);
  for (let i = 0; i < values.length; i++) to[row + i] = values[i] ?? NaN;
}

/** A batch of a dictionary column. */
interface Keyed {
  dictionary: { toArray(): ArrayLike<string> };
  key(row: number): number;
}

/** A column of texts with each text once. */
class Codes implements Coded {
  readonly names: (string | null)[] = [];
  readonly code: Uint32Array;
  private readonly known = new Map<string | null, number>();

  constructor(rows: number) {
    this.code = new Uint32Array(rows);
  }

  /** Puts the texts of a column from a row on. */
  put(column: Column<unknown>, row: number): void {
    for (const batch of column.data) {
      const keyed = batch as Partial<Keyed>;
      const codes = keyed.dictionary && new Map<number, number>();
      const names = keyed.dictionary?.toArray();
      for (let i = 0; i < batch.length; i++, row++) {
        if (!codes || !names || (batch.nullCount > 0 && !batch.isValid(i))) {
          this.code[row] = this.of(batch.at(i) as string | null);
          continue;
        }
        const key = keyed.key!(i);
        let code = codes.get(key);
        if (code === undefined) codes.set(key, (code = this.of(names[key])));
        this.code[row] = code;
      }
    }
  }

  part(from: number, to: number): Coded {
    return { names: this.names, code: this.code.subarray(from, to) };
  }

  private of(text: string | null): number {
    let code = this.known.get(text);
    if (code === undefined) this.known.set(text, (code = this.names.push(text) - 1));
    return code;
  }
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
