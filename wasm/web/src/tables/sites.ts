// What the sites of a grid hold when, out of the parts table and the jobs that
// the parts belong to.
import { readTable } from "./arrow";
import { MOLDED, SPLIT, type Boxes } from "./boxes";
import { pack, type Packing } from "./packing";
import type { Site } from "../simulator/protocol";
import { texts, type Schedule } from "./schedule";

/** The parts of jobs on one site. */
export interface SiteBoxes extends Boxes {
  name: string;
  mark: Uint8Array;
  /** Processors held there. */
  width: Float64Array;
}

/** SPLIT, MOLDED, their sum or 0 by row. */
export function marks(s: Schedule): Uint8Array {
  return Uint8Array.from({ length: s.n }, (_, i) => (Number.isNaN(s.slowdown?.[i] ?? NaN) ? 0 : SPLIT) + (s.width[i] === s.asked[i] ? 0 : MOLDED));
}

/**
 * Reads a parts table (an Arrow IPC file): for each of the runs the boxes of the
 * sites, in their order.
 */
export function siteBoxes(arrow: Uint8Array, runs: Schedule[], sites: Site[]): SiteBoxes[][] {
  const table = readTable(arrow);
  const column = (name: string) => {
    const c = table.getChild(name);
    if (!c) throw new Error(`the parts table has no column ${name}`);
    return c;
  };
  const run = texts(column("run"));
  const site = texts(column("site"));
  const job = column("job").toArray() as ArrayLike<number | bigint>;
  const procs = column("procs").toArray() as ArrayLike<number | bigint>;
  // Rows of each run and site: [row of the job, processors].
  const rows = runs.map(() => sites.map(() => ({ job: [] as number[], width: [] as number[] })));
  const runAt = new Map(runs.map((s, i) => [s.run, i]));
  const siteAt = new Map(sites.map((s, i) => [s.name, i]));
  for (let i = 0; i < run.length; i++) {
    const r = runAt.get(run[i] ?? "");
    const at = siteAt.get(site[i] ?? "");
    if (r === undefined || at === undefined) throw new Error(`the parts table has a part on ${site[i]} of the run ${run[i]}`);
    const row = runs[r].row(Number(job[i]));
    if (row < 0) throw new Error(`the parts table has a part of job ${job[i]}, which the jobs table has not`);
    rows[r][at].job.push(row);
    rows[r][at].width.push(Number(procs[i]));
  }
  return runs.map((s, r) => {
    const mark = marks(s);
    return sites.map((at, k) => {
      const { job } = rows[r][k];
      const start = Float64Array.from(job, (row) => s.start[row]);
      const end = Float64Array.from(job, (row) => s.end[row]);
      const width = Float64Array.from(rows[r][k].width);
      let packing: Packing | undefined;
      return { name: at.name, height: at.procs, n: job.length, start, end, job, width, mark: Uint8Array.from(job, (row) => mark[row]), packing: () => (packing ??= pack(start, end, width, at.procs)) };
    });
  });
}
