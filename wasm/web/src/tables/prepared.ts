// What a worker makes of a run's jobs table before the page gets it: typed columns and what charts
// draw, which are moved to the page and not copied.
import type { RunAnswer } from "../simulator/protocol";
import { keepMoments, moments, type Moments } from "./moments";
import type { Packing } from "./packing";
import { columnsOf, withTexts, type Columns, type Schedule } from "./schedule";
import { busy, keepSteps, queued, type Steps } from "./series";

interface PreparedRun {
  columns: Columns;
  packing: Packing;
  busy: Steps;
  queued: Steps;
  moments: Moments;
}

/** The processors, or on shared nodes the nodes, that a run's charts are high. */
export function heightOf(answer: RunAnswer): number {
  return answer.cluster?.nodes ?? answer.workload.procs;
}

/** Prepares the runs of a jobs table. */
export function prepare(answer: RunAnswer, blobs: Uint8Array[]): PreparedRun[] {
  return columnsOf(blobs[answer.tables.jobs.blob], heightOf(answer)).map((columns) => {
    const s = withTexts(columns);
    return { columns, packing: s.packing(), busy: busy(s), queued: queued(s), moments: moments(s) };
  });
}

/** The schedules that were prepared. */
export function prepared(runs: PreparedRun[]): Schedule[] {
  return runs.map((r) => {
    const s = withTexts(r.columns, r.packing);
    keepSteps(s, r);
    keepMoments(s, r.moments);
    return s;
  });
}
