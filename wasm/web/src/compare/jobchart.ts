// What one does with the chart of jobs: point at one, step from one to the next by keys, and drag over
// a region to choose the jobs in it.
import { whenLeft } from "../charts/plot";
import { MARGIN, type Drawn, type Placed, type Points } from "./jobpoints";

const SVG = "http://www.w3.org/2000/svg";

/** How near the pointer a job must be, in pixels. */
const NEAR = 12;

/** A region in values of both axes. */
export interface Region {
  x: [number, number];
  y: [number, number];
}

export interface Heard {
  /** A job is pointed at, by its place in the points, or none: -1. */
  point(i: number, at: { x: number; y: number }, byKey: boolean): void;
  /** The jobs in a region are chosen, or no longer. */
  choose(chosen: Int32Array | undefined): void;
}

/** The jobs in a region of the plane. */
export function within({ x, y }: Points, region: Region): Int32Array {
  const out = new Int32Array(x.length);
  let n = 0;
  for (let i = 0; i < out.length; i++) {
    if (x[i] >= region.x[0] && x[i] <= region.x[1] && y[i] >= region.y[0] && y[i] <= region.y[1]) out[n++] = i;
  }
  return out.subarray(0, n);
}

export class JobChart {
  private drawn: Drawn | undefined;
  private points: Points = { x: new Float64Array(0), y: new Float64Array(0), change: new Float64Array(0) };
  private placed: Placed = { seen: new Int32Array(0), px: new Float64Array(0), py: new Float64Array(0) };
  private pointed = -1;
  private region: Region | undefined;
  private from: { x: number; y: number } | undefined;
  private readonly ring = document.createElementNS(SVG, "circle");
  private readonly box = document.createElementNS(SVG, "rect");

  constructor(
    private readonly place: HTMLElement,
    private readonly heard: Heard,
  ) {
    this.ring.setAttribute("class", "ring");
    this.ring.setAttribute("r", "6");
    this.box.setAttribute("class", "region");
    place.tabIndex = 0;
    place.setAttribute("role", "group");
    place.addEventListener("pointerdown", (e) => {
      if (e.button === 0) this.from = this.at(e);
    });
    place.addEventListener("pointermove", (e) => this.moved(e));
    place.addEventListener("pointerup", (e) => this.released(e));
    place.addEventListener("pointercancel", () => {
      this.from = undefined;
      this.outline();
    });
    whenLeft(place, () => !this.from && this.point(-1, { x: 0, y: 0 }, false));
    place.addEventListener("keydown", (e) => this.key(e));
  }

  /** Follows a chart that was drawn anew. */
  follow(drawn: Drawn, points: Points, placed: Placed): void {
    if (points !== this.points) this.pointed = -1;
    this.drawn = drawn;
    this.points = points;
    this.placed = placed;
    drawn.append(this.box, this.ring);
    this.outline();
    this.mark(this.pointed);
  }

  /** Forgets the region. */
  clear(): void {
    this.region = undefined;
    this.outline();
  }

  /** Rings a job, or none for -1. */
  mark(i: number): void {
    this.pointed = i;
    const at = i < 0 ? -1 : this.placed.seen.indexOf(i);
    this.ring.style.display = at < 0 ? "none" : "";
    if (at < 0) return;
    this.ring.setAttribute("cx", String(this.placed.px[at]));
    this.ring.setAttribute("cy", String(this.placed.py[at]));
  }

  private at(e: PointerEvent): { x: number; y: number } {
    const box = this.place.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  private point(i: number, at: { x: number; y: number }, byKey: boolean): void {
    if (i === this.pointed && i < 0) return;
    this.mark(i);
    this.heard.point(i, at, byKey);
  }

  private moved(e: PointerEvent): void {
    if (!this.drawn) return;
    const { x, y } = this.at(e);
    const { from } = this;
    if (from && e.buttons === 1 && Math.hypot(x - from.x, y - from.y) > 4) {
      if (e.pointerType === "mouse" && !this.place.hasPointerCapture(e.pointerId)) this.place.setPointerCapture(e.pointerId);
      this.point(-1, { x: 0, y: 0 }, false);
      this.boxed(from.x, from.y, x, y);
      return;
    }
    this.point(this.nearest(x, y), { x: e.clientX, y: e.clientY }, false);
  }

  private released(e: PointerEvent): void {
    const { from, drawn } = this;
    this.from = undefined;
    if (!from || !drawn) return;
    const { x, y } = this.at(e);
    if (Math.hypot(x - from.x, y - from.y) <= 4) {
      this.point(this.nearest(x, y), { x: e.clientX, y: e.clientY }, false);
      return;
    }
    const [xs, ys] = [drawn.scale("x"), drawn.scale("y")];
    const rising = (a: number, b: number): [number, number] => (a < b ? [a, b] : [b, a]);
    this.region = { x: rising(xs.invert(from.x), xs.invert(x)), y: rising(ys.invert(from.y), ys.invert(y)) };
    this.outline();
    this.heard.choose(within(this.points, this.region));
  }

  /** The job in sight that is nearest a place of the chart, or -1. */
  private nearest(x: number, y: number): number {
    const { seen, px, py } = this.placed;
    let [best, least] = [-1, NEAR * NEAR];
    for (let k = 0; k < seen.length; k++) {
      const d = (px[k] - x) ** 2 + (py[k] - y) ** 2;
      if (d < least) [best, least] = [seen[k], d];
    }
    return best;
  }

  private key(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "Escape") {
      this.point(-1, { x: 0, y: 0 }, true);
      this.clear();
      this.heard.choose(undefined);
    } else if ((e.key === "n" || e.key === "p") && this.placed.seen.length > 0) {
      const at = this.placed.seen.indexOf(this.pointed);
      const k = at < 0 ? 0 : Math.min(Math.max(at + (e.key === "n" ? 1 : -1), 0), this.placed.seen.length - 1);
      const box = this.place.getBoundingClientRect();
      this.point(this.placed.seen[k], { x: box.left + this.placed.px[k], y: box.top + this.placed.py[k] }, true);
    }
  }

  /** Draws the region that is chosen. */
  private outline(): void {
    const { drawn, region } = this;
    if (!drawn || !region) {
      this.box.style.display = "none";
      return;
    }
    const [x, y] = [drawn.scale("x"), drawn.scale("y")];
    const within = (v: number, low: number, high: number) => Math.min(Math.max(v, low), high);
    const { clientWidth: width, clientHeight: height } = this.place;
    const across = region.x.map((v) => within(x.apply(v), MARGIN.left, width - MARGIN.right));
    const up = region.y.map((v) => within(y.apply(v), MARGIN.top, height - MARGIN.bottom));
    this.boxed(across[0], up[0], across[1], up[1]);
  }

  private boxed(x0: number, y0: number, x1: number, y1: number): void {
    this.box.style.display = "";
    this.box.setAttribute("x", String(Math.min(x0, x1)));
    this.box.setAttribute("y", String(Math.min(y0, y1)));
    this.box.setAttribute("width", String(Math.abs(x1 - x0)));
    this.box.setAttribute("height", String(Math.abs(y1 - y0)));
  }
}
