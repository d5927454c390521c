// What every chart over time shares: a sharp canvas that follows its size, the
// axis of time, and zooming and panning of the shared view.
import { followSight } from "../dom";
import { timeTicks } from "../format";
import type { View } from "./view";
import { onPaper, theme } from "./theme";
import { charts as texts } from "texts/charts";

const LEFT = 58;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 24;
/** Between two labels of the axis of time. */
const GAP = 12;

/** What is not in sight is drawn when nothing has moved for so many milliseconds. */
const REST = 150;

/** Height of a band with a name. */
const LEAST_BAND = 13;

export class Plot {
  /** What is drawn on: the canvas, or a picture of what stays. */
  g: CanvasRenderingContext2D;
  width = 0;
  height = 0;
  /** Device pixels per CSS pixel, at most 2: more costs much and shows nothing. */
  ratio = 1;
  private visible = true;
  private near = true; // it may soon be visible
  private dirty = true;
  private resting = 0; // a timer
  private still: { key: string; picture: HTMLCanvasElement } | undefined;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly view: View,
    private readonly paint: () => void,
    private readonly unixStart: number,
    /** Space above the values, in CSS pixels. */
    private readonly headroom = 0,
  ) {
    const g = canvas.getContext("2d");
    if (!g) throw new Error(texts.noCanvas);
    this.g = g;
    new ResizeObserver(() => this.resize()).observe(canvas);
    const watch = (rootMargin: string, set: (is: boolean) => void) =>
      followSight(canvas, rootMargin, (is) => {
        set(is);
        if (this.dirty) this.draw();
      });
    watch("0px", (is) => (this.visible = is));
    watch("600px", (is) => (this.near = is));
    interact(canvas, this);
  }

  get left(): number {
    return LEFT;
  }
  get top(): number {
    return TOP + this.headroom;
  }
  get plotWidth(): number {
    return Math.max(this.width - LEFT - RIGHT, 1);
  }
  get plotHeight(): number {
    return Math.max(this.height - this.top - BOTTOM, 1);
  }

  /** CSS pixels of a second. */
  x(t: number): number {
    return LEFT + ((t - this.view.from) / (this.view.to - this.view.from)) * this.plotWidth;
  }

  /** The second at a CSS pixel. */
  t(x: number): number {
    return this.view.from + ((x - LEFT) / this.plotWidth) * (this.view.to - this.view.from);
  }

  /** Draws now if the canvas can be seen; soon, at rest, if it is near to that; else once it is. */
  draw(): void {
    clearTimeout(this.resting);
    this.dirty = !(this.visible || onPaper()) || this.width === 0;
    if (!this.dirty) this.drawNow();
    else if (this.near) this.resting = window.setTimeout(() => this.drawNow(), REST);
  }

  private drawNow(): void {
    if (this.width === 0) return;
    this.dirty = false;
    this.g.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.g.clearRect(0, 0, this.width, this.height);
    this.paint();
  }

  /** Draws what paint draws; while the machine is watched, from a picture that is made anew when the sight or the key changes. */
  stays(key: string, paint: () => void): void {
    const { view, width, height, ratio, g } = this;
    if (view.now === undefined) {
      this.still = undefined;
      return paint();
    }
    const whole = JSON.stringify([key, view.from, view.to, width, height, ratio]);
    if (this.still?.key !== whole) {
      const picture = document.createElement("canvas");
      picture.width = Math.round(width * ratio);
      picture.height = Math.round(height * ratio);
      this.g = picture.getContext("2d")!;
      this.g.setTransform(ratio, 0, 0, ratio, 0, 0);
      paint();
      this.g = g;
      this.still = { key: whole, picture };
    }
    g.drawImage(this.still.picture, 0, 0, width, height);
  }

  /** Grid and labels: of time below, and at the left of values 0..max or of bands of height 1. */
  axes(max: number, label: (v: number) => string, bands?: string[], part = (v: number) => v / max): void {
    const { g } = this;
    const colours = theme();
    g.font = "12px system-ui, sans-serif";
    g.lineWidth = 1;
    g.strokeStyle = colours.grid;
    g.fillStyle = colours.faint;
    g.textBaseline = "middle";
    g.textAlign = "right";
    const every = Math.ceil((LEAST_BAND * max) / this.plotHeight); // names that have room
    bands?.forEach((name, k) => {
      const y = Math.round(this.top + this.plotHeight * (1 - k / max)) + 0.5;
      line(g, LEFT, y, LEFT + this.plotWidth, y);
      if ((bands.length - 1 - k) % every === 0) g.fillText(fitting(g, name, LEFT - 12), LEFT - 8, y - this.plotHeight / max / 2);
    });
    const powers = Array.from({ length: Math.floor(Math.log10(Math.max(max, 1))) + 1 }, (_, k) => 10 ** k);
    const ticks = part(max / 2) > 0.6 ? [0, ...powers.filter((v) => part(v) * this.plotHeight >= 16)] : valueTicks(max, Math.max(2, Math.floor(this.plotHeight / 45))); // the first on a logarithmic scale
    for (const v of bands ? [] : ticks) {
      const y = Math.round(this.top + this.plotHeight * (1 - part(v))) + 0.5;
      line(g, LEFT, y, LEFT + this.plotWidth, y);
      g.fillText(label(v), LEFT - 8, y);
    }
    g.textBaseline = "top";
    g.textAlign = "center";
    for (const { x, label } of timeMarks(this.view, this.unixStart, LEFT, this.width - RIGHT, RIGHT - 2, (s) => g.measureText(s).width)) {
      line(g, x, this.top, x, this.top + this.plotHeight);
      if (label) g.fillText(label, x, this.top + this.plotHeight + 7);
    }
  }

  /** The line of the watched second, with the future veiled. */
  cursor(veil: boolean): void {
    const { now } = this.view;
    if (now === undefined || now > this.view.to) return;
    const { g } = this;
    const colours = theme();
    const x = Math.max(this.x(now), LEFT);
    if (veil) {
      g.globalAlpha = 0.86;
      g.fillStyle = colours.surface;
      g.fillRect(x, this.top, LEFT + this.plotWidth - x, this.plotHeight);
      g.globalAlpha = 1;
    }
    g.strokeStyle = colours.ink;
    g.lineWidth = 1.5;
    line(g, x, this.top, x, this.top + this.plotHeight);
  }

  private resize(): void {
    const box = this.canvas.getBoundingClientRect();
    this.width = box.width;
    this.height = box.height;
    this.ratio = Math.min(devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(this.width * this.ratio);
    this.canvas.height = Math.round(this.height * this.ratio);
    if (box.bottom > 0 && box.top < innerHeight) return this.draw();
    // The others get a task each, after those in sight: all charts of a run in one would block the page.
    clearTimeout(this.resting);
    this.dirty = false; // soon
    this.resting = window.setTimeout(() => this.drawNow());
  }
}

export function line(g: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  g.beginPath();
  g.moveTo(x0, y0);
  g.lineTo(x1, y1);
  g.stroke();
}

/** A line of the axis of time at pixel x, and what stands below it, if there is room. */
export interface TimeMark {
  x: number;
  label?: string;
}

/**
 * The lines of an axis of time from pixel left to right, whose labels may stick out by
 * beyond at the right. As many as read well, but so many that at least two have a label:
 * one alone does not tell how much time is shown. Labels are evenly apart.
 */
export function timeMarks(view: { from: number; to: number }, unixStart: number, left: number, right: number, beyond: number, width: (s: string) => number): TimeMark[] {
  const least = Math.max(Math.floor((right - left) / 110), 2);
  let best: TimeMark[] = [];
  let most = -1;
  for (let n = least; most < 2 && n < least + 8; n++) {
    const marks = timeTicks(view.from, view.to, n, unixStart).map(({ t, label }) => {
      const x = Math.round(left + ((t - view.from) / (view.to - view.from)) * (right - left)) + 0.5;
      const half = width(label) / 2;
      return x - half < 2 || x + half > right + beyond ? { x } : { x, label };
    });
    for (let every = 1; every <= marks.length; every++) {
      for (let first = 0; first < every; first++) {
        const some = marks.map(({ x, label }, i) => (i % every === first ? { x, label } : { x }));
        const labelled = some.filter((m) => m.label !== undefined);
        if (labelled.length <= most || labelled.some((m, i) => i > 0 && m.x - labelled[i - 1].x < GAP + (width(m.label!) + width(labelled[i - 1].label!)) / 2)) continue;
        [best, most] = [some, labelled.length];
      }
    }
  }
  return best;
}

/** Round whole numbers 0..max, about n of them: everything that is counted here comes in ones. */
export function valueTicks(max: number, n: number): number[] {
  const rough = max / n;
  const unit = 10 ** Math.max(Math.floor(Math.log10(rough)), 0);
  // Processors come in powers of two: ticks of a 256-processor machine are 0, 64, 128, ...
  const power = 2 ** Math.max(Math.ceil(Math.log2(rough)), 0);
  const binary = Number.isInteger(Math.log2(max)) && max >= 8;
  const step = binary ? power : unit * ([1, 2, 2.5, 5, 10].find((f) => f * unit >= rough && Number.isInteger(f * unit)) ?? 10);
  const out = [];
  for (let v = 0; v <= max * (1 + 1e-9); v += step) out.push(v);
  return out;
}

/**
 * Calls gone when a chart is to tell of nothing any more: the pointer leaves that pointed at something in
 * it, or it loses the keys. Where the page scrolls below a pointer at rest, that leaves charts, too, and must not take
 * away what keys have found since.
 */
export function whenLeft(chart: HTMLElement, gone: () => void): void {
  let pointing = false;
  for (const event of ["pointermove", "click"]) chart.addEventListener(event, () => (pointing = true));
  chart.addEventListener("keydown", () => (pointing = false));
  chart.addEventListener("pointerleave", () => {
    if (pointing) gone();
    pointing = false;
  });
  chart.addEventListener("blur", gone);
}

/** Wheel, drag, pinch and keys, all of which change the shared view. */
function interact(canvas: HTMLCanvasElement, plot: Plot): void {
  const { view } = plot;
  const pointers = new Map<number, number>();
  const local = (clientX: number) => clientX - canvas.getBoundingClientRect().left;

  canvas.addEventListener(
    "wheel",
    (e) => {
      // A plain wheel scrolls the page until the chart is in use.
      const zooms = e.ctrlKey || e.metaKey || document.activeElement === canvas;
      if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
        view.pan((e.deltaX / plot.plotWidth) * (view.to - view.from));
      } else if (zooms) {
        view.zoom(Math.exp(Math.max(-200, Math.min(200, e.deltaY)) / 300), plot.t(local(e.clientX)));
      } else return;
      e.preventDefault();
    },
    { passive: false },
  );
  canvas.addEventListener("pointerdown", (e) => {
    if (e.button !== 0) return;
    pointers.set(e.pointerId, e.clientX);
    canvas.setPointerCapture(e.pointerId);
  });
  canvas.addEventListener("pointermove", (e) => {
    const before = pointers.get(e.pointerId);
    if (before === undefined) return;
    pointers.set(e.pointerId, e.clientX);
    const other = [...pointers].find(([id]) => id !== e.pointerId)?.[1];
    if (other === undefined) {
      view.pan(((before - e.clientX) / plot.plotWidth) * (view.to - view.from));
    } else {
      const factor = Math.abs(before - other) / Math.max(Math.abs(e.clientX - other), 1);
      view.zoom(Math.min(Math.max(factor, 0.2), 5), plot.t(local((e.clientX + other) / 2)));
    }
  });
  const release = (e: PointerEvent) => pointers.delete(e.pointerId);
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const span = view.to - view.from;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => view.pan(-span / 8),
      ArrowRight: () => view.pan(span / 8),
      "+": () => view.zoom(1 / 1.5),
      "=": () => view.zoom(1 / 1.5),
      "-": () => view.zoom(1.5),
      Home: () => view.all(),
      "0": () => view.all(),
    };
    const action = actions[e.key];
    if (action) {
      action();
      e.preventDefault();
    }
  });
}

/** A name, or as much of its end as is at most that wide: names of nodes begin alike. */
function fitting(g: CanvasRenderingContext2D, name: string, width: number): string {
  if (g.measureText(name).width <= width) return name;
  let n = name.length;
  while (n > 1 && g.measureText(`…${name.slice(-n)}`).width > width) n--;
  return `…${name.slice(-n)}`;
}
