// What a worker makes of a run's tables before the page gets them: typed columns of its jobs and of what was decided, and
// what charts draw, which are moved to the page and not copied. The tables themselves stay with the browser, as files.
import { buffers, free } from "../simulator/buffers";
import type { RunAnswer } from "../simulator/protocol";
import { ColumnsReader, type Columns } from "./columns";
import { decisionsOf, type Decisions, type InForce } from "./decisions";
import { facts, span, type Facts } from "./facts";
import { moments, type Moments } from "./moments";
import type { Packing } from "./packing";
import type { RowsReader } from "./rows";
import { RuledReader, type Ruled } from "./ruled";
import { withTexts, type Schedule } from "./schedule";
import { busy, queued, Steps } from "./series";
import { jobStepsOf, StepsReader, type JobSteps } from "./steps";
import { batchesOf } from "./stream";

/** A run as a worker sends it. */
export interface Prepared {
  /** The Arrow files of the tables, by name; those without rows are missing. */
  files: Record<string, Blob>;
  runs: PreparedRun[];
  decided: Decided;
}

interface PreparedRun {
  columns: Columns;
  packing: Packing;
  busy: Steps;
  queued: Steps;
  moments: Moments;
  facts: Facts;
}

/** What was decided in runs, of those in which it was. */
export interface Decided {
  orders: Decisions[];
  strategies: Ruled[];
  jobs: JobSteps[];
}

/** The processors, or on shared nodes the nodes, that a run's charts are high. */
export function heightOf(answer: RunAnswer): number {
  return answer.shared?.nodes ?? answer.workload.procs;
}

/** Prepares a run. */
export async function prepare(answer: RunAnswer, blobs: Blob[]): Promise<Prepared> {
  const files = Object.fromEntries(Object.entries(answer.tables).map(([name, t]) => [name, blobs[t.blob]]));
  const runs: PreparedRun[] = [];
  await read(files.jobs, () => new ColumnsReader(heightOf(answer), (columns) => {
    const s = withTexts(columns);
    runs.push({ columns, packing: s.packing(), busy: busy(s), queued: queued(s), moments: moments(s), facts: facts(s) });
  }));
  const { first } = span(runs.map((r) => r.facts));
  const decided: Decided = { orders: [], strategies: [], jobs: [] };
  await read(files.steps, () => new StepsReader((rows) => {
    const [orders, jobs] = [decisionsOf(rows, first), jobStepsOf(rows)];
    if (orders) decided.orders.push(orders);
    if (jobs) decided.jobs.push(jobs);
    const kept = buffers([orders, jobs]);
    free(...[...buffers(rows)].filter((b) => !kept.has(b)).map((b) => new Uint8Array(b)));
  }));
  await read(files.decisions, (columns) => new RuledReader(columns, first, (run) => decided.strategies.push(run)));
  return { files, runs, decided };
}

/** Reads a table, if there is one, by what make makes for its columns. */
async function read(file: Blob | undefined, make: (columns: string[]) => Pick<RowsReader<never, never>, "add" | "end">): Promise<void> {
  if (!file) return;
  let reader: ReturnType<typeof make> | undefined;
  for await (const batch of batchesOf(file)) await (reader ??= make(batch.names)).add(batch);
  reader?.end();
}

/** The schedules that were prepared, and what was decided in them. */
export function prepared({ runs, decided }: Prepared): { schedules: Schedule[]; decided: Decided } {
  const schedules = runs.map((r) => {
    const s = withTexts(r.columns, r.packing);
    busy.keep(s, Steps.from(r.busy));
    queued.keep(s, Steps.from(r.queued));
    moments.keep(s, r.moments);
    facts.keep(s, r.facts);
    return s;
  });
  const inForce: InForce[] = [...decided.orders, ...decided.strategies];
  for (const { share } of inForce) share.forEach(Steps.from);
  return { schedules, decided };
}
