// Marks of boxes, as the figures for print have them: rising lines for a job on
// several sites or in its penalty, level ones for a molded job. Small signs tell
// where a job is paused, resumed or migrated. The legend has them in style.css.
import { MIGRATED, MOLDED, PAUSED, PENALTY, RESUMED, SPLIT } from "../tables/boxes";
import { inkOn } from "./theme";

/** Distance of the lines, in CSS pixels. */
const STEP = 7;

/** Draws marks over a box; one too small to show them gets none. */
export function drawMark(g: CanvasRenderingContext2D, mark: number, colour: number, x: number, y: number, w: number, h: number): void {
  if (mark === 0 || w < 3 || h < 3) return;
  g.save();
  g.beginPath();
  g.rect(x, y, w, h);
  g.clip();
  g.globalAlpha = 0.5;
  g.strokeStyle = inkOn(colour);
  g.lineWidth = 1.5;
  g.beginPath();
  // A box may go far beyond the chart: only what can be seen is drawn.
  const from = Math.max(x, 0);
  const to = Math.min(x + w, g.canvas.width);
  if (mark & (SPLIT | PENALTY)) {
    for (let k = Math.floor((from - h) / STEP) * STEP; k < to; k += STEP) {
      g.moveTo(k, y + h);
      g.lineTo(k + h, y);
    }
  }
  if (mark & MOLDED) {
    for (let k = y + STEP / 2; k < y + h; k += STEP) {
      g.moveTo(from, k);
      g.lineTo(to, k);
    }
  }
  g.stroke();
  g.globalAlpha = 1;
  g.fillStyle = inkOn(colour);
  const size = Math.min(h - 2, 9);
  const middle = y + h / 2;
  if (w >= 4 && size >= 4) {
    if (mark & RESUMED) polygon(g, [x + 1, middle - size / 2, x + 1, middle + size / 2, x + 1 + size * 0.8, middle]);
    if (mark & MIGRATED) polygon(g, [x + 1, middle, x + 1 + size / 2, middle - size / 2, x + 1 + size, middle, x + 1 + size / 2, middle + size / 2]);
    if (mark & PAUSED) for (const k of [2.5, 6]) g.fillRect(x + w - k, middle - size / 2, 2, size);
  }
  g.restore();
}

function polygon(g: CanvasRenderingContext2D, xy: number[]): void {
  g.beginPath();
  for (let i = 0; i < xy.length; i += 2) g.lineTo(xy[i], xy[i + 1]);
  g.fill();
}
