// The queue at the watched second, drawn beside a Gantt chart: a box per waiting
// job in order of submission, from the bottom up, as high as it asks for processors and
// as long as its estimate. The scale is the chart's own, or less where the jobs
// would not fit otherwise.
import { count } from "../format";
import { once } from "../tables/once";
import type { Schedule } from "../tables/schedule";
import { Spans } from "../tables/spans";
import { theme } from "./theme";
import type { View } from "./view";
import { charts as texts } from "texts/charts";

/** So many jobs are drawn at most. */
const MOST = 40;

const waits = once((s) => new Spans(s.submit, s.start));

/** Rows of the jobs that have been submitted and have not started at second t. */
export function waitingAt(s: Schedule, t: number): number[] {
  const out = [];
  const spans = waits(s);
  for (let i = spans.next(0, t, t); i < s.n; i = spans.next(i + 1, t, t)) if (s.start[i] > t) out.push(i);
  return out;
}

/** The jobs that are drawn, from the bottom up, and how high a processor is. */
function stack(s: Schedule, now: number, height: number) {
  const bottom = height - 24;
  const rows = waitingAt(s, now);
  const drawn = rows.slice(0, MOST);
  const total = drawn.reduce((sum, i) => sum + s.asked[i], 0);
  return { rows, drawn, bottom, scale: (bottom - 8) / Math.max(s.procs, total) };
}

/** The row of the waiting job at a height of the drawing, or -1. */
export function waitingRowAt(canvas: HTMLCanvasElement, s: Schedule, view: View, y: number): number {
  if (view.now === undefined) return -1;
  const { drawn, scale, bottom } = stack(s, view.now, canvas.getBoundingClientRect().height);
  let top = bottom;
  for (const i of drawn) {
    const from = top;
    top -= s.asked[i] * scale;
    if (y <= from && y > Math.min(top, from - 1)) return i;
  }
  return -1;
}

export function drawWaiting(canvas: HTMLCanvasElement, s: Schedule, view: View, secondsPerPixel: number, colour: (row: number) => string | undefined): void {
  const g = canvas.getContext("2d");
  const { now } = view;
  if (!g || now === undefined) return;
  const ratio = Math.min(devicePixelRatio || 1, 2);
  const { width, height } = canvas.getBoundingClientRect();
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  if (canvas.width !== pixels.width || canvas.height !== pixels.height) Object.assign(canvas, pixels); // which takes new memory
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
  const colours = theme();
  g.font = "12px system-ui, sans-serif";
  g.fillStyle = colours.faint;
  const { rows, drawn, scale, bottom } = stack(s, now, height);
  let y = bottom;
  for (const i of drawn) {
    const h = s.asked[i] * scale;
    y -= h;
    g.fillStyle = colour(i) ?? colours.grid;
    g.strokeStyle = colours.faint;
    g.lineWidth = 0.75;
    const w = Math.min(Math.max(s.estimate[i] / secondsPerPixel, 3), width - 2);
    g.fillRect(1, y, w, h);
    if (h > 3) g.strokeRect(1, y, w, h);
  }
  g.fillStyle = colours.faint;
  g.textBaseline = "top";
  const text = rows.length === 0 ? texts.nothingWaits : texts.wait(count(rows.length));
  const all = rows.length > MOST ? texts.waitFirst(count(rows.length), MOST) : text;
  g.fillText(g.measureText(all).width < width ? all : text, 1, bottom + 7);
}
