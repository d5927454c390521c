// Outlines over the boxes of a Gantt chart: room that is reserved, and how long a job that has just started may run.
import { boxesOf, type Boxes } from "../tables/boxes";
import type { Plot } from "./plot";
import { theme } from "./theme";

export interface Outline {
  /** A row of the schedule. */
  row: number;
  from: number;
  to: number;
  /** Processors, for a job that is in no box of the chart. */
  procs: number;
  /** Room that is kept for a job: a dashed line. */
  reserved: boolean;
  /** On a grid: of which chart it is. */
  site?: string;
}

/** Draws outlines where their jobs are or will be, the others from the bottom up. */
export function drawOutlines(plot: Plot, boxes: Boxes, outlines: Outline[]): void {
  plot.canvas.dataset.reserved = outlines.flatMap((o) => (o.reserved ? [`${o.row} ${o.from} ${o.to}`] : [])).join("; ");
  if (outlines.length === 0) return;
  const { g } = plot;
  const { first, low, high } = boxes.packing();
  const places = placesOf(boxes, outlines);
  const bottom = plot.top + plot.plotHeight;
  const scale = plot.plotHeight / boxes.height;
  const t = theme();
  for (const o of outlines) {
    const x0 = plot.x(o.from);
    const x1 = plot.x(o.to);
    if (x1 < plot.left || x0 > plot.left + plot.plotWidth) continue;
    const box = places.get(o.row);
    const ranges = box === undefined ? [[0, o.procs]] : Array.from({ length: first[box + 1] - first[box] }, (_, k) => [low[first[box] + k], high[first[box] + k]]);
    for (const [from, to] of ranges) {
      const shape = [x0, bottom - to * scale, Math.max(x1 - x0, 2), (to - from) * scale] as const;
      g.globalAlpha = o.reserved ? 0.14 : 0;
      g.fillStyle = t.ink;
      g.fillRect(...shape);
      g.globalAlpha = 1;
      // Two lines, so that it is seen on any colour.
      g.setLineDash([]);
      g.lineWidth = 3.5;
      g.strokeStyle = t.surface;
      g.strokeRect(...shape);
      g.setLineDash(o.reserved ? [6, 4] : []);
      g.lineWidth = 1.75;
      g.strokeStyle = t.ink;
      g.strokeRect(...shape);
    }
  }
  g.setLineDash([]);
}

/** The first box of each job from the second on at which its outline begins, or its last one. */
function placesOf(boxes: Boxes, outlines: Outline[]): Map<number, number> {
  const from = new Map(outlines.map((o) => [o.row, o.reserved ? -Infinity : o.from]));
  const places = new Map<number, number>();
  for (const [row, begin] of from) {
    for (const i of boxesOf(boxes, row)) if (!places.has(row) || boxes.start[i] <= begin) places.set(row, i);
  }
  return places;
}
