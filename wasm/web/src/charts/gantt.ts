// The Gantt chart of one schedule: time to the right, processors upwards, a box
// per job (several where it got no single range of processors). On a site of a
// grid, boxes are marked by what became of their jobs.
import { boxesOf, PALE, type Boxes } from "../tables/boxes";
import { count } from "../format";
import { drawOutlines, type Outline } from "./outlines";
import { Plot, line, whenLeft } from "./plot";
import { numberOf, type Schedule } from "../tables/schedule";
import { Spans } from "../tables/spans";
import { drawMark } from "./marks";
import { AT_ONCE, Raster } from "./raster";
import { bandColour, hex, inkOn, onPaper, ramp, theme, type Theme } from "./theme";
import type { View } from "./view";
import { charts as texts } from "texts/charts";

/** The wait, in days, that has the last colour of the ramp, as all longer ones have. */
export const RAMP_DAYS = 10;

/** What the colour of a box tells. */
export type Colouring = "order" | "wait" | "width" | "user" | "home" | "job" | "account" | "row";

/** Accounts with a colour of their own: so many can be told apart. */
export const ACCOUNTS = 8;

/** Above this many boxes in sight they are averaged per pixel instead of outlined. */
const OUTLINED = 4000;

/** Two clicks are a double one within so many milliseconds. */
const TWICE = 500;

/** Where on the screen, and when in the schedule, a job is asked about. */
export interface At {
  x: number;
  y: number;
  t: number;
  /** It was found by keys, so that whoever asks may not see it. */
  byKey?: boolean;
}

export class Gantt {
  readonly plot: Plot;
  colouring: Colouring = "wait";
  /** The sites of a grid, for the colours of homes. */
  homes: string[] = [];
  /** Accounts in the order of their colours. */
  accounts: string[] = [];
  /** The colours of rows, for the colouring that is called row. */
  rows: number[] = [];
  /** Drawn over the boxes. */
  outlines: Outline[] = [];
  /** A second to be marked. */
  marked: number | undefined;
  /** Called for a job that is asked about: w, or a double click. */
  onAsk: (row: number) => void = () => {};
  private selected = -1;
  /** 1 for each row that is drawn pale. */
  private pale: Uint8Array | undefined;
  private chosen = 0; // how often other jobs were chosen to be pale
  /** A second by which more boxes than can be outlined have begun in a sight. */
  private crowded: { from: number; to: number; until: number } | undefined;
  private readonly raster: Raster;
  private readonly spans: Spans;

  constructor(
    canvas: HTMLCanvasElement,
    view: View,
    readonly schedule: Schedule,
    private readonly boxes: Boxes,
    unixStart: number,
    private readonly onSelect: (row: number, at: At | undefined) => void,
  ) {
    this.plot = new Plot(canvas, view, () => this.paint(), unixStart);
    this.spans = new Spans(boxes.start, boxes.end);
    this.raster = new Raster(boxes, this.spans, () => this.plot.draw());
    canvas.addEventListener("pointermove", (e) => {
      if (e.buttons === 0) this.hover(e);
    });
    whenLeft(canvas, () => this.select(-1));
    // Fingers make no dblclick, so clicks are counted here.
    let clicked = { row: -1, at: -Infinity };
    canvas.addEventListener("click", (e) => {
      this.hover(e);
      const again = this.selected >= 0 && this.selected === clicked.row && e.timeStamp - clicked.at < TWICE;
      clicked = { row: this.selected, at: again ? -Infinity : e.timeStamp };
      if (again) this.onAsk(this.selected);
    });
    canvas.addEventListener("keydown", (e) => {
      if (e.key === "n" || e.key === "p") this.stepSelection(e.key === "n" ? 1 : -1);
      else if (e.key === "w" && this.selected >= 0) this.onAsk(this.selected);
      else if (e.key === "Escape") this.select(-1);
    });
  }

  /** Whether a job has several boxes one after the other. */
  get interrupted(): boolean {
    return this.boxes.mark?.some((m) => m !== 0) ?? false;
  }

  private hover(e: MouseEvent): void {
    const { plot } = this;
    const height = (1 - (e.offsetY - plot.top) / plot.plotHeight) * this.boxes.height;
    const t = plot.t(e.offsetX);
    const box = this.boxAt(t, height);
    this.select(box < 0 ? -1 : this.boxes.job[box], { x: e.clientX, y: e.clientY, t });
  }

  /** The boxes that are in sight and begin before a second. */
  private *inSight(before = Infinity): Generator<number> {
    const { boxes, spans } = this;
    const { from } = this.plot.view;
    const to = Math.min(this.plot.view.to, before);
    for (let i = spans.next(0, from, to); i < boxes.n; i = spans.next(i + 1, from, to)) {
      if (boxes.end[i] > from && boxes.start[i] < to) yield i;
    }
  }

  private boxAt(t: number, height: number): number {
    const { boxes: s } = this;
    const { now } = this.plot.view;
    const { first, low, high } = s.packing();
    if (now !== undefined && t > now) return -1;
    // A box may be thinner than a pixel: what is within one counts too.
    const slack = (this.plot.view.to - this.plot.view.from) / this.plot.plotWidth / 2;
    let near = -1;
    for (let i = this.spans.next(0, t - slack, t + slack); i < s.n; i = this.spans.next(i + 1, t - slack, t + slack)) {
      for (let k = first[i]; k < first[i + 1]; k++) {
        if (height < low[k] || height >= high[k]) continue;
        if (s.start[i] <= t && t < s.end[i]) return i;
        near = i;
      }
    }
    return near;
  }

  /** Selects the next or previous job in order of its start, among those in sight. */
  private stepSelection(by: number): void {
    const { boxes } = this;
    const start = new Map<number, number>(); // of the first box in sight
    for (const i of this.inSight()) {
      start.set(boxes.job[i], Math.min(boxes.start[i], start.get(boxes.job[i]) ?? Infinity));
    }
    if (start.size === 0) return;
    const seen = [...start.keys()].sort((a, b) => start.get(a)! - start.get(b)! || a - b);
    const at = seen.indexOf(this.selected);
    const row = seen[at < 0 ? 0 : Math.min(Math.max(at + by, 0), seen.length - 1)];
    const box = this.plot.canvas.getBoundingClientRect();
    const t = start.get(row)!;
    const x = Math.min(Math.max(this.plot.x(t), this.plot.left), this.plot.width);
    this.select(row, { x: box.left + x, y: box.top + this.plot.height / 2, t, byKey: true });
  }

  private select(row: number, at?: At): void {
    this.outline(row);
    this.onSelect(row, row < 0 ? undefined : at);
  }

  /** Outlines the boxes of a job, or none for -1. */
  outline(row: number): void {
    if (row === this.selected) return;
    this.selected = row;
    this.plot.draw();
  }

  /** Draws all jobs pale except those of some numbers, or none. */
  highlight(jobs: ReadonlySet<number> | undefined): void {
    if (!jobs && !this.pale) return;
    const { id, n } = this.schedule;
    this.chosen++;
    this.pale = jobs && Uint8Array.from({ length: n }, (_, i) => (jobs.has(id[i]) ? 0 : 1));
    this.plot.draw();
  }

  private paint(): void {
    const { plot, schedule, boxes: s } = this;
    const { g, view } = plot;
    plot.axes(s.height, count, s.bands);
    const { first, low, high } = s.packing();
    const own = this.painter(theme());
    const { pale } = this;
    const { pale: paleColour } = theme();
    const colour = pale ? (row: number) => (pale[row] ? paleColour : own(row)) : own;
    const until = view.now ?? Infinity;
    const seen = this.crowdedAt(until) ? [] : this.seenBy(until, OUTLINED);
    const crowded = this.crowdedAt(until) || seen.length > OUTLINED;
    if (crowded) this.crowded = { from: view.from, to: view.to, until };
    const yScale = plot.plotHeight / s.height;
    const bottom = plot.top + plot.plotHeight;
    g.save();
    g.beginPath();
    g.rect(plot.left, plot.top, plot.plotWidth, plot.plotHeight);
    g.clip();
    if (crowded) {
      this.paintRaster(colour);
    } else {
      const outline = theme().surface;
      for (const i of seen) {
        const x0 = Math.max(plot.x(s.start[i]), plot.left - 2);
        const x1 = Math.min(plot.x(Math.min(s.end[i], until)), plot.left + plot.plotWidth + 2);
        for (let k = first[i]; k < first[i + 1]; k++) {
          const y0 = bottom - high[k] * yScale;
          const h = (high[k] - low[k]) * yScale;
          const fill = colour(s.job[i]);
          const mark = s.mark?.[i] ?? 0;
          g.globalAlpha = mark & PALE ? 0.4 : 1;
          g.fillStyle = hex(fill);
          g.fillRect(x0, y0, Math.max(x1 - x0, 0.5), h);
          g.globalAlpha = 1;
          if (x1 - x0 > 3 && h > 3 && !(mark & PALE)) {
            g.strokeStyle = outline;
            g.lineWidth = 0.75;
            g.strokeRect(x0, y0, x1 - x0, h);
          }
          if (s.mark && !(mark & PALE)) {
            drawMark(g, mark, fill, x0, y0, x1 - x0, h);
            label(g, numberOf(schedule, s.job[i]), fill, x0, y0, x1 - x0, h);
          }
          if (schedule.killed[s.job[i]] && x1 - x0 > 6 && h > 6 && s.end[i] <= until) {
            g.fillStyle = theme().ink;
            g.fillRect(x1 - 2.5, y0 + 1, 2, h - 2);
          }
        }
      }
    }
    drawOutlines(plot, s, this.outlines);
    this.outlineSelected(yScale, bottom, until);
    if (this.marked !== undefined && this.marked <= until) {
      g.strokeStyle = theme().ink;
      g.lineWidth = 1.5;
      g.setLineDash([5, 4]);
      line(g, plot.x(this.marked), plot.top, plot.x(this.marked), bottom);
      g.setLineDash([]);
    }
    g.restore();
    plot.cursor(false);
  }

  /** The boxes in sight that have begun by a second, and one more than most where they are too many. */
  private seenBy(until: number, most: number): number[] {
    const { boxes: s } = this;
    const seen: number[] = [];
    for (const i of this.inSight(until + 1)) {
      if (s.start[i] <= until && s.end[i] > s.start[i]) seen.push(i);
      if (seen.length > most) break;
    }
    return seen;
  }

  /** Whether it is known that the boxes in sight were too many already by an earlier second. */
  private crowdedAt(until: number): boolean {
    const { view } = this.plot;
    const known = this.crowded;
    return known !== undefined && known.from === view.from && known.to === view.to && known.until <= until;
  }

  /** Draws the boxes in sight as a picture, up to the watched second. */
  private paintRaster(colour: (row: number) => number): void {
    const { plot, schedule } = this;
    const { g, view, ratio } = plot;
    const look = JSON.stringify([this.colouring, this.chosen, theme(), this.accounts, this.homes, this.colouring === "row" ? this.rows : undefined]);
    const sight = { from: view.from, to: view.to, width: Math.round(plot.plotWidth * ratio), height: Math.round(plot.plotHeight * ratio), look };
    const pictures = this.raster.of(sight, colour, () => this.seenBy(Infinity, AT_ONCE).length <= AT_ONCE, onPaper());
    plot.canvas.dataset.drawn = String(pictures.length > 0);
    if (pictures.length === 0) {
      g.fillStyle = theme().ink;
      g.textAlign = "center";
      g.fillText(texts.drawing(schedule.n), plot.left + plot.plotWidth / 2, plot.top + plot.plotHeight / 2);
    }
    for (const { picture, from, to } of pictures) {
      g.save();
      g.beginPath();
      const end = Math.min(to, view.now ?? Infinity);
      g.rect(plot.x(from), plot.top, Math.max(plot.x(end) - plot.x(from), 0), plot.plotHeight);
      g.clip();
      g.drawImage(picture.canvas, plot.x(picture.from), plot.top, plot.x(picture.to) - plot.x(picture.from), plot.plotHeight);
      g.restore();
    }
  }

  private outlineSelected(yScale: number, bottom: number, until: number): void {
    const { plot, boxes: s } = this;
    if (this.selected < 0) return;
    const { first, low, high } = s.packing();
    plot.g.strokeStyle = theme().ink;
    plot.g.lineWidth = 2;
    for (const i of boxesOf(s, this.selected)) {
      if (s.start[i] > until) continue;
      const x0 = plot.x(s.start[i]);
      const x1 = Math.max(plot.x(Math.min(s.end[i], until)), x0 + 1);
      for (let k = first[i]; k < first[i + 1]; k++) {
        plot.g.strokeRect(x0, bottom - high[k] * yScale, x1 - x0, (high[k] - low[k]) * yScale);
      }
    }
  }

  /** The colour that a job has, as css has it. */
  colourOf(row: number): string {
    return hex(this.painter(theme())(row));
  }

  private painter(t: Theme): (row: number) => number {
    const { schedule: s } = this;
    switch (this.colouring) {
      case "order":
        return (i) => (s.overtook[i] ? t.overtook : t.inOrder);
      case "wait": // a minute is the start of the ramp
        return (i) => ramp(t.ramp, Math.log((s.start[i] - s.submit[i] + 60) / 60) / Math.log(RAMP_DAYS * 1440));
      case "width":
        return (i) => ramp(t.ramp, Math.log2(Math.max(s.width[i], 1)) / Math.max(Math.log2(s.procs), 1));
      case "user":
        return (i) => nameColour(s.user[i]);
      case "job":
        return (i) => nameColour(`job ${s.id[i]}`);
      case "account": {
        const colours = this.accounts.slice(0, ACCOUNTS).map((_, k) => parseInt(bandColour(k).slice(1), 16));
        return (i) => colours[this.accounts.indexOf(s.account?.[i] ?? "")] ?? 0x8a8a8a;
      }
      case "row":
        return (i) => this.rows[i];
      case "home": {
        const colours = this.homes.map((_, k) => parseInt(bandColour(k).slice(1), 16));
        return (i) => colours[this.homes.indexOf(s.home[i] ?? "")] ?? 0x8a8a8a;
      }
    }
  }
}

/** Writes a job's number into its box where there is room. */
function label(g: CanvasRenderingContext2D, text: string, colour: number, x: number, y: number, w: number, h: number): void {
  if (h < 13 || w < 16) return;
  const width = g.measureText(text).width;
  if (width + 6 > w) return;
  g.fillStyle = hex(colour);
  g.fillRect(x + (w - width) / 2 - 2, y + h / 2 - 6.5, width + 4, 13);
  g.textAlign = "left";
  g.textBaseline = "middle";
  g.fillStyle = inkOn(colour);
  g.fillText(text, x + (w - width) / 2, y + h / 2);
}

/** A colour for a name, the same in every chart. */
function nameColour(name: string | null): number {
  if (name === null) return 0x8a8a8a;
  let h = 2166136261;
  for (let k = 0; k < name.length; k++) h = Math.imul(h ^ name.charCodeAt(k), 16777619);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return hue((h >>> 0) % 360, 0.45 + (((h >>> 9) & 7) / 7) * 0.3);
}

/** The colour of the k-th of some things that are to look different. */
export function apart(k: number): number {
  return hue((k * 137.508) % 360, [0.62, 0.48, 0.72][k % 3]);
}

/** A colour by its angle, 0..360, and its lightness, 0..1. */
function hue(angle: number, level: number): number {
  const part = (k: number) => {
    const x = (k + angle / 30) % 12;
    return Math.round(255 * (level - 0.5 * Math.min(level, 1 - level) * Math.max(-1, Math.min(x - 3, 9 - x, 1))));
  };
  return (part(0) << 16) | (part(8) << 8) | part(4);
}
