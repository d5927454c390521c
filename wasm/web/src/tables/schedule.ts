// Schedules out of a jobs table: one per run, as typed arrays by column.
import type { Column } from "@uwdata/flechette";
import { readTable } from "./arrow";
import { ColumnsReader, type Columns, type TextColumn } from "./columns";
import { order } from "./order";
import { pack, type Packing } from "./packing";

export interface Schedule extends Omit<Columns, "id" | TextColumn> {
  id: ArrayLike<number>;
  known?: (string | null)[];
  user: (string | null)[];
  /** Slurm's account, where charts tell it. */
  account?: (string | null)[];
  site: (string | null)[];
  home: (string | null)[];
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
export async function schedules(arrow: Uint8Array, procs: number): Promise<Schedule[]> {
  const table = readTable(arrow);
  const all: Schedule[] = [];
  const reader = new ColumnsReader(procs, (c) => all.push(withTexts(c)));
  await reader.add(table);
  reader.end();
  return all;
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
  let rows: Uint32Array | undefined; // by rising number
  return {
    ...s,
    packing: () => (packing ??= pack(s.start, s.end, s.width, s.procs)),
    row: (job) => {
      rows ??= order(s.id);
      let [low, high] = [0, s.n];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (s.id[rows[middle]] < job) low = middle + 1;
        else high = middle;
      }
      return low < s.n && s.id[rows[low]] === job ? rows[low] : -1;
    },
  };
}

/** A dictionary column as texts; the same texts share one string. */
export function texts(column: Column<unknown>): (string | null)[] {
  return Array.from(column.toArray() as ArrayLike<string | null>);
}
