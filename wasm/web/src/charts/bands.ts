// Which queue order or strategy was in force, as a band of colours over the jobs waiting.
// Where a pixel's time has several orders, its colours stand upon each other in
// proportion to their time.
import { decisionAt, inForce, type InForce } from "../tables/decisions";
import { count } from "../format";
import { Plot, line, whenLeft } from "./plot";
import { fillBand } from "./chart";
import { extents, type Steps } from "../tables/series";
import { theme } from "./theme";
import type { View } from "./view";
import { charts as texts } from "texts/charts";

const BAND = 40; // CSS pixels
const GAP = 12;

/** Where on the screen something is asked about, and whether keys found it, so that whoever asks may not see it. */
export interface Spot {
  x: number;
  y: number;
  byKey?: boolean;
}

export class Bands {
  readonly plot: Plot;
  private selected: number | undefined; // the second that is asked about

  constructor(
    canvas: HTMLCanvasElement,
    private readonly view: View,
    private readonly decided: InForce,
    private readonly backlog: Steps,
    /** Names in the order of their colours, the same for all runs. */
    private readonly palette: string[],
    unixStart: number,
    /** What a name looks like. */
    private readonly fillOf: (g: CanvasRenderingContext2D, name: string) => string | CanvasPattern,
    /** Picked is a second that was clicked or gone to by a key. */
    private readonly onSelect: (t: number | undefined, at: Spot | undefined, picked: boolean) => void,
  ) {
    this.plot = new Plot(canvas, view, () => this.paint(), unixStart, BAND + GAP);
    const hover = (e: MouseEvent, picked: boolean) => {
      const t = this.plot.t(e.offsetX);
      const inside = t >= view.from && t <= view.to && t <= (view.now ?? Infinity);
      this.select(inside ? t : undefined, { x: e.clientX, y: e.clientY }, picked);
    };
    canvas.addEventListener("pointermove", (e) => {
      if (e.buttons === 0) hover(e, false);
    });
    canvas.addEventListener("click", (e) => hover(e, true));
    whenLeft(canvas, () => this.select(undefined));
    canvas.addEventListener("keydown", (e) => {
      if (e.key === "n" || e.key === "p") this.stepSelection(e.key === "n" ? 1 : -1);
      else if (e.key === "Escape") this.select(undefined);
    });
  }

  /** Selects the next or previous change of order in sight. */
  private stepSelection(by: number): void {
    const { decided: d, view, plot } = this;
    const until = Math.min(view.to, view.now ?? Infinity);
    const forward = by > 0;
    const from = this.selected ?? (forward ? view.from - 1 : until + 1);
    for (let i = forward ? decisionAt(d, from) + 1 : decisionAt(d, from); i >= 0 && i < d.n; i += by) {
      const t = d.time[i];
      if (d.before[i] === d.after[i] || t === from || t < view.from || t > until) continue;
      const box = plot.canvas.getBoundingClientRect();
      this.select(t, { x: box.left + plot.x(t), y: box.top + plot.height / 2, byKey: true }, true);
      return;
    }
  }

  private select(t: number | undefined, at?: Spot, picked = false): void {
    const changed = t !== this.selected;
    this.selected = t;
    this.onSelect(t, at, picked);
    if (changed) this.plot.draw();
  }

  private paint(): void {
    const { plot, view, palette, decided: { share: shares } } = this;
    const { g } = plot;
    const colours = theme();
    const until = Math.min(view.to, view.now ?? Infinity);
    plot.axes(Math.max(this.backlog.max, 1), count);
    const top = plot.top - GAP - BAND;
    const columns = Math.max(Math.round(plot.plotWidth * plot.ratio), 1);
    const dt = (view.to - view.from) / columns;
    const width = plot.plotWidth / columns;
    const rank = this.decided.names.map((name) => palette.indexOf(name));
    const order = rank.map((_, i) => i).sort((a, b) => rank[a] - rank[b]);
    const fill = (i: number, k: number, n: number, y: number, h: number) => {
      g.fillStyle = this.fillOf(g, this.decided.names[i]);
      g.fillRect(plot.left + k * width, y - h, n * width, h);
    };
    for (let k = 0; k < columns; ) {
      const from = view.from + k * dt;
      if (from > until) break;
      const share = shares.map((s) => s.mean(from, from + dt));
      const only = share.findIndex((s) => s > 1 - 1e-6);
      if (only >= 0) {
        // One box for all columns with one order: boxes side by side would show seams.
        const begin = k;
        while (++k < columns && view.from + k * dt <= until && shares[only].mean(view.from + k * dt, view.from + (k + 1) * dt) > 1 - 1e-6);
        fill(only, begin, k - begin, top + BAND, BAND);
        continue;
      }
      let y = top + BAND;
      for (const i of order) {
        fill(i, k, 1, y, BAND * share[i]);
        y -= BAND * share[i];
      }
      k++;
    }
    this.paintBacklog(until);
    g.textAlign = "right";
    g.textBaseline = "middle";
    g.fillStyle = colours.faint;
    g.fillText(texts.inForce, plot.left - 8, top + BAND / 2);
    plot.cursor(false);
    g.lineWidth = 1;
    g.strokeStyle = colours.ink;
    if (view.now !== undefined && view.now <= view.to && view.now >= view.from) line(g, plot.x(view.now), top, plot.x(view.now), plot.top);
    if (this.selected === undefined || this.selected < view.from || this.selected > until) return;
    g.strokeStyle = colours.ink;
    g.setLineDash([3, 3]);
    line(g, plot.x(this.selected), top, plot.x(this.selected), plot.top + plot.plotHeight);
    g.setLineDash([]);
    g.fillStyle = this.fillOf(g, this.decided.names[inForce(this.decided, this.selected)]);
    g.beginPath();
    g.arc(plot.x(this.selected), plot.top + plot.plotHeight * (1 - this.backlog.when(this.selected) / Math.max(this.backlog.max, 1)), 4.5, 0, 7);
    g.fill();
    g.stroke();
  }

  private paintBacklog(until: number): void {
    const { plot, view } = this;
    const { g } = plot;
    const steps = Math.max(Math.floor(plot.plotWidth), 1);
    const dt = (view.to - view.from) / steps;
    const bottom = plot.top + plot.plotHeight;
    const place = { x: (k: number) => plot.left + ((k + 0.5) / steps) * plot.plotWidth, y: (v: number) => bottom - (plot.plotHeight * v) / Math.max(this.backlog.max, 1) };
    const shown = Math.min(Math.max(Math.floor((until - view.from) / dt) + 1, 0), steps);
    const parts = extents(this.backlog, view.from, view.to, steps).slice(0, shown);
    fillBand(g, parts, place, theme().ink);
    g.strokeStyle = theme().ink;
    g.lineWidth = 1.25;
    g.lineJoin = "round";
    g.beginPath();
    parts.forEach((e, k) => g.lineTo(place.x(k), place.y(e.mean)));
    g.stroke();
  }
}
