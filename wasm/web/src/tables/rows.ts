// The rows of a table run by run: what comes in batches, as columns that a worker can send without a copy.
import type { Column } from "@uwdata/flechette";
import { free } from "../simulator/buffers";
import { joined, narrow, type Numbers } from "./numbers";
import type { Batch } from "./stream";

/** Texts that repeat: row i has names[code[i]]. */
export interface Coded {
  names: (string | null)[];
  code: Numbers;
}

/** The text in row i, "" for null. */
export function textAt({ names, code }: Coded, i: number): string {
  return names[code[i]] ?? "";
}

/** The rows of one run, by the names of the table's columns: N are numbers or flags, T texts. */
export interface Rows<N extends string, T extends string> {
  run: string;
  policy: string;
  n: number;
  /** Makes a column of numbers; NaN stands for null. Each can be had once, and is the caller's. */
  numbers(name: N): Numbers;
  /** Makes a column of texts; all runs share its names, which may be more than the rows have. */
  texts(name: T): Coded;
}

/** What has come of a run. */
interface Begun {
  run: string;
  policy: string;
  n: number;
  parts: Record<string, Numbers[]>;
}

/** Takes the rows of a table batch by batch, and calls done with each run once all of it has come. */
export class RowsReader<N extends string, T extends string> {
  private readonly names = new Map<string, Texts>();
  private begun: Begun | undefined; // the run that comes

  constructor(
    /** For messages. */
    private readonly table: string,
    private readonly numbers: readonly N[],
    private readonly texts: readonly T[],
    private readonly done: (rows: Rows<N, T>) => void,
  ) {
    for (const name of texts) this.names.set(name, new Texts());
  }

  async add(batch: Batch): Promise<void> {
    const column = async (name: string): Promise<Column<unknown>> => {
      const c = await batch.getChild(name);
      if (!c) throw new Error(`the ${this.table} table has no column ${name}`);
      return c;
    };
    const cuts = runsOf(await column("run"), batch.numRows);
    const policies = await column("policy");
    const begun = cuts.map(({ run, from }, k): Begun => {
      if (k === 0 && this.begun?.run === run) return this.begun;
      const parts = Object.fromEntries([...this.numbers, ...this.texts].map((name) => [name, []]));
      return { run, policy: String(policies.at(from) ?? ""), n: 0, parts };
    });
    const values = new Float64Array(batch.numRows); // of one column after the other
    const put = (name: string) => cuts.forEach(({ from, to }, k) => begun[k].parts[name].push(narrow(values.subarray(from, to))));
    for (const name of this.numbers) {
      numbersOf(await column(name), values);
      put(name);
    }
    for (const name of this.texts) {
      this.names.get(name)!.codes(await column(name), values);
      put(name);
    }
    free(values);
    cuts.forEach(({ from, to }, k) => (begun[k].n += to - from));
    for (const next of begun) {
      if (next !== this.begun) this.end();
      this.begun = next;
    }
  }

  /** Says that all has come. */
  end(): void {
    if (!this.begun) return;
    const { run, policy, n, parts } = this.begun;
    this.begun = undefined;
    const whole = (name: string): Numbers => {
      const column = joined(parts[name]);
      free(...parts[name].filter((part) => part !== column));
      return column;
    };
    this.done({ run, policy, n, numbers: whole, texts: (name) => ({ names: this.names.get(name)!.names, code: whole(name) }) });
  }
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

/** Some rows of a column, in the order of rows. */
export function pick<T extends Numbers>(column: T, rows: ArrayLike<number>): T {
  const out = column.slice(0, rows.length) as T;
  for (let k = 0; k < rows.length; k++) out[k] = column[rows[k]];
  return out;
}
