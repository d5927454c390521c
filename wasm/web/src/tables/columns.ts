// The columns of the runs of a jobs table as typed arrays, which a worker can send without a copy.
import { free } from "../simulator/buffers";
import { Pool, type Numbers } from "./numbers";
import { RowsReader, type Coded, type Rows } from "./rows";

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

const NUMBERS = ["job", "submit_s", "start_s", "end_s", "estimate_s", "procs", "asked_procs", "multisite_slowdown", "killed"] as const;
const TEXTS = ["id", "user", "site", "home_site"] as const;

/** Takes the rows of a jobs table batch by batch, and calls done with each run once all of it has come. */
export class ColumnsReader extends RowsReader<(typeof NUMBERS)[number], (typeof TEXTS)[number]> {
  constructor(procs: number, done: (run: Columns) => void) {
    const pool = new Pool();
    super("jobs", NUMBERS, TEXTS, (rows) => done(columnsOf(rows, procs, pool)));
  }
}

/** The columns of a run; those that are the same as others of the pool are theirs. */
function columnsOf(rows: Rows<(typeof NUMBERS)[number], (typeof TEXTS)[number]>, procs: number, pool: Pool): Columns {
  const kept = (column: Numbers): Numbers => {
    const known = pool.of(column);
    if (known !== column) free(column);
    return known;
  };
  const numbers = (name: (typeof NUMBERS)[number]) => kept(rows.numbers(name));
  const texts = (name: (typeof TEXTS)[number]): Coded => {
    const { names, code } = rows.texts(name);
    return { names, code: kept(code) };
  };
  const { run, policy, n } = rows;
  const [known, slowdown, submit, start] = [texts("id"), numbers("multisite_slowdown"), numbers("submit_s"), numbers("start_s")];
  return {
    run, policy, procs, n, submit, start,
    id: numbers("job"),
    known: known.names.every((name) => name === null) ? undefined : known,
    end: numbers("end_s"),
    estimate: numbers("estimate_s"),
    width: numbers("procs"),
    asked: numbers("asked_procs"),
    killed: numbers("killed"),
    user: texts("user"),
    site: texts("site"),
    home: texts("home_site"),
    slowdown: slowdown.every(Number.isNaN) ? undefined : slowdown,
    overtook: pool.of(overtakers(submit, start)),
  };
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
