// A line per policy of a number over time, averaged over a few pixels, and a band from
// the least to the most that is averaged, so that a peak stays one however much time is shown.
import { duration, moment } from "../format";
import { Plot } from "./plot";
import { extents, type Extent, type Steps } from "../tables/series";
import { policyColour, policyDash, theme } from "./theme";
import type { View } from "./view";
import { charts as texts } from "texts/charts";

export interface Line {
  policy: string;
  name: string;
  steps: Steps;
}

export class Chart {
  private readonly plot: Plot;
  private pointer: number | undefined; // the second under the pointer
  /** Where a value is, as a part of the height: on a logarithmic scale where one line would press all others flat. */
  private readonly part: (v: number) => number;
  private readonly soft: boolean;

  constructor(
    canvas: HTMLCanvasElement,
    private readonly view: View,
    private readonly lines: Line[],
    private readonly max: number,
    private readonly label: (v: number) => string,
    private readonly unixStart: number,
    private readonly readout: HTMLElement,
    /** Says over what time the lines are averaged. */
    private readonly note: HTMLElement,
    /** Width of what is averaged, in CSS pixels. */
    private readonly bin: number,
    /** Whether there are bands: not where each would fill the chart. */
    private readonly banded: boolean,
  ) {
    this.soft = flat(lines.map((l) => l.steps.max));
    this.part = this.soft ? (v) => Math.log1p(v) / Math.log1p(max) : (v) => v / max;
    this.plot = new Plot(canvas, view, () => this.paint(), unixStart);
    canvas.addEventListener("pointermove", (e) => {
      this.pointer = this.plot.t(e.offsetX);
      this.plot.draw();
    });
    canvas.addEventListener("pointerleave", () => {
      this.pointer = undefined;
      this.plot.draw();
    });
  }

  readonly draw = (): void => this.plot.draw();

  private paint(): void {
    const { plot, view, lines } = this;
    const { g } = plot;
    plot.axes(this.max, this.label, undefined, this.soft ? this.part : undefined);
    const steps = Math.max(Math.floor(plot.plotWidth / this.bin), 1);
    const note = [texts.linesAre(duration((view.to - view.from) / steps), this.banded), ...(this.soft ? [texts.logScale] : [])].join(" ");
    if (this.note.textContent !== note) this.note.textContent = note;
    g.save();
    g.beginPath();
    const end = view.now === undefined ? plot.left + plot.plotWidth : Math.min(plot.x(view.now), plot.left + plot.plotWidth);
    g.rect(plot.left, plot.top - 1, Math.max(end - plot.left, 0), plot.plotHeight + 2);
    g.clip();
    plot.stays(JSON.stringify(lines.map((l) => [policyColour(l.policy), policyDash(l.policy)])), () => this.paintLines(steps));
    g.restore();
    plot.cursor(false);
    this.readValues();
  }

  private paintLines(steps: number): void {
    const { plot, view, lines } = this;
    const { g } = plot;
    g.lineWidth = 1.5;
    g.lineJoin = "round";
    const all = lines.map((l) => extents(l.steps, view.from, view.to, steps));
    const place = { x: (k: number) => plot.left + ((k + 0.5) / steps) * plot.plotWidth, y: (v: number) => plot.top + plot.plotHeight * (1 - this.part(v)) };
    if (this.banded) lines.forEach((l, i) => fillBand(g, all[i], place, policyColour(l.policy)));
    const heights = all.map((parts) => parts.map((e) => place.y(e.mean)));
    lines.forEach((l, i) => {
      g.strokeStyle = policyColour(l.policy);
      for (const [below, path] of strokes(heights, i, place.x)) {
        g.setLineDash(below > 0 ? [5, 5 * below] : policyDash(l.policy));
        g.stroke(path);
      }
    });
    g.setLineDash([]);
  }

  private readValues(): void {
    const t = this.pointer ?? this.view.now;
    if (t === undefined || t < this.view.from || t > this.view.to) {
      this.readout.textContent = "";
      return;
    }
    const { plot } = this;
    plot.g.strokeStyle = theme().faint;
    plot.g.lineWidth = 1;
    plot.g.setLineDash([3, 3]);
    plot.g.beginPath();
    plot.g.moveTo(plot.x(t), plot.top);
    plot.g.lineTo(plot.x(t), plot.top + plot.plotHeight);
    plot.g.stroke();
    plot.g.setLineDash([]);
    const values = this.lines.map((l) => `${l.name} ${this.label(l.steps.when(t))}`);
    this.readout.textContent = `${moment(Math.round(t), this.unixStart)}: ${values.join(", ")}`;
  }
}

/** How many times as high as any other one line is that presses them flat. */
const PRESSES = 10;

/** Whether the highest of several lines leaves the others no height. */
export function flat(highest: number[]): boolean {
  const [first, second] = [...highest].sort((a, b) => b - a);
  return highest.length > 2 && first > PRESSES * second;
}

/** Where a part of the time and a value are, in CSS pixels. */
interface Place {
  x: (k: number) => number;
  y: (v: number) => number;
}

/**
 * The i-th of some lines by how many of those before it lie below it. Where some do it is drawn
 * in pieces, so that they can be seen.
 */
function strokes(heights: number[][], i: number, x: (k: number) => number): Map<number, Path2D> {
  const out = new Map<number, Path2D>();
  let last = -1; // how many lay below the piece before
  const ranks = covered(heights, i);
  ranks.forEach((below, k) => {
    let path = out.get(below);
    if (!path) out.set(below, (path = new Path2D()));
    if (below !== last) path.moveTo(x(k), heights[i][k]);
    path.lineTo(x(k + 1), heights[i][k + 1]);
    last = below;
  });
  return out;
}

/** How many of the lines before the i-th have the same heights, to the pixel, from each part to the next. */
export function covered(heights: number[][], i: number): number[] {
  const near = (j: number, k: number) => Math.abs(heights[j][k] - heights[i][k]) < 0.75;
  return Array.from({ length: Math.max(heights[i].length - 1, 0) }, (_, k) => {
    let n = 0;
    for (let j = 0; j < i; j++) if (near(j, k) && near(j, k + 1)) n++;
    return n;
  });
}

/** Fills a band from the least to the most of each part of the time, as wide as that is, with a thin line at its upper end. */
export function fillBand(g: CanvasRenderingContext2D, parts: Extent[], { x, y }: Place, colour: string): void {
  const top = new Path2D();
  const step = (path: Path2D, k: number, v: number, half: 0.5 | -0.5) => {
    path.lineTo(x(k - half), y(v));
    path.lineTo(x(k + half), y(v));
  };
  parts.forEach((e, k) => step(top, k, e.most, 0.5));
  const band = new Path2D(top);
  for (let k = parts.length - 1; k >= 0; k--) step(band, k, parts[k].least, -0.5);
  g.save();
  g.fillStyle = g.strokeStyle = colour;
  g.globalAlpha = 0.22;
  g.fill(band);
  g.globalAlpha = 0.55;
  g.lineWidth = 0.75;
  g.stroke(top);
  g.restore();
}
