// Job by job: a point for each job, or squares that count jobs where there are too many points to tell apart.
import { compare as texts } from "texts/compare";
import { lineY, ruleY, type Markish } from "@observablehq/plot";
import { figure } from "../charts/observable";
import type { Axis } from "./axes";

/** More points than these would hide each other: they are counted in squares. */
export const MOST_POINTS = 20_000;

/** The side of a square, in pixels. */
const SIDE = 6;

/** Shades of squares. */
const SHADES = [0.25, 0.45, 0.65, 0.85, 1];

/** Jobs in a plane; below 0, change is a gain. */
export interface Points {
  x: Float64Array;
  y: Float64Array;
  change: Float64Array;
}

export interface Plane {
  x: Axis;
  y: Axis;
  /** Whether a line shows where both waits are the same. */
  diagonal: boolean;
}

/** A chart that tells where a value is drawn. */
export type Drawn = (SVGElement | HTMLElement) & { scale(name: string): { apply(v: number): number; invert(v: number): number } };

/** Where jobs were drawn: which are in sight, and their places in pixels. */
export interface Placed {
  seen: Int32Array;
  px: Float64Array;
  py: Float64Array;
}

export const MARGIN = { left: 62, right: 14, top: 24, bottom: 40 };

/** The colours of jobs that gain, that pay, and whose wait is the same. */
const KINDS = ["var(--gains)", "var(--pays)", "var(--faint)"];

const kind = (change: number): number => (change < 0 ? 0 : change > 0 ? 1 : 2);

/** Draws jobs whose places are within both domains; all of them, as points or in squares. */
export function drawJobs(points: Points, { x, y, diagonal }: Plane, width: number, height: number, label: string): { drawn: Drawn; placed: Placed } {
  const seen = inSight(points, x.domain, y.domain);
  const placed: Placed = { seen, px: new Float64Array(seen.length), py: new Float64Array(seen.length) };
  const line = diagonal
    ? lineY(Array.from({ length: 60 }, (_, k) => Math.expm1(((k + 1) / 60) * Math.log1p(Math.min(x.domain[1], y.domain[1]) / 60)) * 60), { x: (v: number) => v, y: (v: number) => v, stroke: "var(--faint)", strokeDasharray: "4 3" })
    : ruleY([0], { stroke: "var(--faint)" });
  const drawn = figure({
    width, height, marginLeft: MARGIN.left, marginRight: MARGIN.right, marginTop: MARGIN.top, marginBottom: MARGIN.bottom,
    x, y: { ...y, grid: true }, marks: [line, jobs(points, placed, width)],
  }, label) as Drawn;
  return { drawn, placed };
}

/** The places that are in sight; how many, decides between points and squares. */
export function inSight(points: Points, x: [number, number], y: [number, number]): Int32Array {
  const out = new Int32Array(points.x.length);
  let n = 0;
  for (let i = 0; i < out.length; i++) {
    if (points.x[i] >= x[0] && points.x[i] <= x[1] && points.y[i] >= y[0] && points.y[i] <= y[1]) out[n++] = i;
  }
  return out.subarray(0, n);
}

function jobs(points: Points, { seen, px, py }: Placed, width: number): Markish {
  return (_index, scales) => {
    const [x, y] = [scales.x as (v: number) => number, scales.y as (v: number) => number];
    seen.forEach((i, k) => {
      px[k] = x(points.x[i]);
      py[k] = y(points.y[i]);
    });
    const g = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const path = (d: string, attributes: Record<string, string>) => {
      const p = document.createElementNS(g.namespaceURI, "path");
      p.setAttribute("d", d);
      for (const [name, value] of Object.entries(attributes)) p.setAttribute(name, value);
      g.append(p);
    };
    if (seen.length <= MOST_POINTS) {
      const parts: string[][] = KINDS.map(() => []);
      seen.forEach((i, k) => parts[kind(points.change[i])].push(`M${px[k].toFixed(1)},${py[k].toFixed(1)}h0`));
      parts.forEach((d, k) => path(d.join(""), { class: "jobs", stroke: KINDS[k], "stroke-width": seen.length > 2000 ? "3" : "4.5", "stroke-linecap": "round", "stroke-opacity": "0.65", fill: "none" }));
      return g;
    }
    const across = Math.ceil(width / SIDE) + 1;
    const cells = new Map<number, number[]>(); // of each square, how many of each kind
    let most = 2;
    seen.forEach((i, k) => {
      const key = Math.floor(py[k] / SIDE) * across + Math.floor(px[k] / SIDE);
      let c = cells.get(key);
      if (!c) cells.set(key, (c = [0, 0, 0]));
      most = Math.max(most, ++c[kind(points.change[i])]);
    });
    const parts = new Map<string, string[]>();
    for (const [key, c] of cells) {
      const k = c.indexOf(Math.max(...c));
      const shade = Math.min(Math.floor((Math.log(c[k]) / Math.log(most)) * SHADES.length), SHADES.length - 1);
      const name = `${k} ${shade}`;
      if (!parts.has(name)) parts.set(name, []);
      parts.get(name)!.push(`M${(key % across) * SIDE},${Math.floor(key / across) * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`);
    }
    for (const [name, d] of parts) {
      const [k, shade] = name.split(" ").map(Number);
      path(d.join(""), { class: "jobs", fill: KINDS[k], "fill-opacity": String(SHADES[shade]) });
    }
    return g;
  };
}

/** Says what is drawn of how many jobs. */
export function drawnNote(seen: number, all: number): string {
  return seen > MOST_POINTS ? texts.inSquares(seen, all) : texts.asPoints(seen, all);
}
