// The schedule of each site of a grid: what its processors hold when, out of the
// parts table and the jobs that the parts belong to.
import { readTable } from "./arrow";
import type { Site } from "./protocol";
import { schedule, texts, type Schedule } from "./schedule";

/** What became of a job beside when it ran: its box is marked so. A job may be both. */
export const SPLIT = 1; // on several sites
export const MOLDED = 2; // with another number of processors than it asked for

/** The parts of jobs on one site; a row's id is its job's. */
export interface SiteSchedule extends Schedule {
  name: string;
  /** SPLIT, MOLDED, their sum or 0. */
  mark: Uint8Array;
}

/** SPLIT, MOLDED, their sum or 0 by row. */
export function marks(s: Schedule): Uint8Array {
  return Uint8Array.from({ length: s.n }, (_, i) => (Number.isNaN(s.slowdown[i]) ? 0 : SPLIT) + (s.width[i] === s.asked[i] ? 0 : MOLDED));
}

/**
 * Reads a parts table (an Arrow IPC file): for each of the runs the schedules of
 * the sites, in their order.
 */
export function siteSchedules(arrow: Uint8Array, runs: Schedule[], sites: Site[]): SiteSchedule[][] {
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
    return sites.map((at, k) => part(s, mark, at, rows[r][k]));
  });
}

function part(s: Schedule, mark: Uint8Array, site: Site, { job, width }: { job: number[]; width: number[] }): SiteSchedule {
  const numbers = (from: ArrayLike<number>) => Float64Array.from(job, (row) => from[row]);
  const flags = (from: Uint8Array) => Uint8Array.from(job, (row) => from[row]);
  return schedule({
    run: s.run,
    policy: s.policy,
    procs: site.procs,
    n: job.length,
    id: numbers(s.id),
    submit: numbers(s.submit),
    start: numbers(s.start),
    end: numbers(s.end),
    estimate: numbers(s.estimate),
    width: Float64Array.from(width),
    asked: numbers(s.asked),
    killed: flags(s.killed),
    user: job.map((row) => s.user[row]),
    site: job.map((row) => s.site[row]),
    home: job.map((row) => s.home[row]),
    slowdown: numbers(s.slowdown),
    overtook: flags(s.overtook),
    name: site.name,
    mark: flags(mark),
  });
}
