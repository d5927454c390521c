// What a worker makes of a run's tables before the page gets them: typed columns of its jobs and what charts
// draw, which are moved to the page and not copied. The tables themselves stay with the browser, as files.
import type { RunAnswer } from "../simulator/protocol";
import { facts, type Facts } from "./facts";
import { moments, type Moments } from "./moments";
import type { Packing } from "./packing";
import { ColumnsReader, type Columns } from "./columns";
import { withTexts, type Schedule } from "./schedule";
import { busy, queued, Steps } from "./series";
import { batchesOf } from "./stream";

/** A run as a worker sends it. */
export interface Prepared {
  /** The Arrow files of the tables, by name; those without rows are missing. */
  files: Record<string, Blob>;
  runs: PreparedRun[];
}

interface PreparedRun {
  columns: Columns;
  packing: Packing;
  busy: Steps;
  queued: Steps;
  moments: Moments;
  facts: Facts;
}

/** The processors, or on shared nodes the nodes, that a run's charts are high. */
export function heightOf(answer: RunAnswer): number {
  return answer.cluster?.nodes ?? answer.workload.procs;
}

/** Prepares a run. */
export async function prepare(answer: RunAnswer, blobs: Blob[]): Promise<Prepared> {
  const files = Object.fromEntries(Object.entries(answer.tables).map(([name, t]) => [name, blobs[t.blob]]));
  const runs: PreparedRun[] = [];
  const reader = new ColumnsReader(heightOf(answer), (columns) => {
    const s = withTexts(columns);
    runs.push({ columns, packing: s.packing(), busy: busy(s), queued: queued(s), moments: moments(s), facts: facts(s) });
  });
  for await (const batch of batchesOf(files.jobs)) await reader.add(batch);
  reader.end();
  return { files, runs };
}

/** The schedules that were prepared. */
export function prepared({ runs }: Prepared): Schedule[] {
  return runs.map((r) => {
    const s = withTexts(r.columns, r.packing);
    busy.keep(s, Steps.from(r.busy));
    queued.keep(s, Steps.from(r.queued));
    moments.keep(s, r.moments);
    facts.keep(s, r.facts);
    return s;
  });
}
