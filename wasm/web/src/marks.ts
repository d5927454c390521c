// Marks of boxes, as the figures for print have them: rising lines for a job on
// several sites, level ones for a molded job. The legend has them in style.css.
import { MOLDED, SPLIT } from "./sites";
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
  if (mark & SPLIT) {
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
  g.restore();
}
