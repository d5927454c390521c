// Job by job: a point for each job, or squares that count jobs where there are too many points to tell apart.
import { lineY, ruleY, type Markish } from "@observablehq/plot";
import { figure } from "../charts/observable";
import { count } from "../format";
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

export const MARGIN = { left: 54, right: 14, top: 24, bottom: 40 };

const COLOURS = { gains: "var(--gains)", pays: "var(--pays)", same: "var(--faint)" };

const kind = (change: number): keyof typeof COLOURS => (change < 0 ? "gains" : change > 0 ? "pays" : "same");

/** Draws jobs whose places are within both domains; all of them, as points or in squares. */
export function drawJobs(points: Points, { x, y, diagonal }: Plane, width: number, height: number, label: string): Drawn {
  const line = diagonal
    ? lineY(Array.from({ length: 60 }, (_, k) => Math.expm1(((k + 1) / 60) * Math.log1p(Math.min(x.domain[1], y.domain[1]) / 60)) * 60), { x: (v: number) => v, y: (v: number) => v, stroke: "var(--faint)", strokeDasharray: "4 3" })
    : ruleY([0], { stroke: "var(--faint)" });
  return figure({
    width, height, marginLeft: MARGIN.left, marginRight: MARGIN.right, marginTop: MARGIN.top, marginBottom: MARGIN.bottom,
    x, y: { ...y, grid: true }, marks: [line, jobs(points, x.domain, y.domain)],
  }, label) as Drawn;
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

function jobs(points: Points, xs: [number, number], ys: [number, number]): Markish {
  return (_index, scales) => {
    const [x, y] = [scales.x as (v: number) => number, scales.y as (v: number) => number];
    const seen = inSight(points, xs, ys);
    const g = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const path = (d: string, attributes: Record<string, string>) => {
      const p = document.createElementNS(g.namespaceURI, "path");
      p.setAttribute("d", d);
      for (const [name, value] of Object.entries(attributes)) p.setAttribute(name, value);
      g.append(p);
    };
    if (seen.length <= MOST_POINTS) {
      const parts: Record<string, string[]> = { same: [], gains: [], pays: [] };
      for (const i of seen) parts[kind(points.change[i])].push(`M${x(points.x[i]).toFixed(1)},${y(points.y[i]).toFixed(1)}h0`);
      for (const [k, d] of Object.entries(parts)) {
        path(d.join(""), { class: `jobs ${k}`, stroke: COLOURS[k as keyof typeof COLOURS], "stroke-width": seen.length > 2000 ? "3" : "4.5", "stroke-linecap": "round", "stroke-opacity": "0.65", fill: "none" });
      }
      return g;
    }
    const cells = new Map<number, { gains: number; pays: number; same: number }>();
    let most = 1;
    for (const i of seen) {
      const key = Math.floor(x(points.x[i]) / SIDE) * 65536 + Math.floor(y(points.y[i]) / SIDE);
      let c = cells.get(key);
      if (!c) cells.set(key, (c = { gains: 0, pays: 0, same: 0 }));
      most = Math.max(most, ++c[kind(points.change[i])]);
    }
    const parts = new Map<string, string[]>();
    for (const [key, c] of cells) {
      const k = (["gains", "pays", "same"] as const).reduce((best, other) => (c[other] > c[best] ? other : best));
      const shade = Math.min(Math.floor((Math.log(c[k]) / Math.log(Math.max(most, 2))) * SHADES.length), SHADES.length - 1);
      const name = `${k} ${shade}`;
      if (!parts.has(name)) parts.set(name, []);
      parts.get(name)!.push(`M${Math.floor(key / 65536) * SIDE},${(key % 65536) * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`);
    }
    for (const [name, d] of parts) {
      const [k, shade] = name.split(" ");
      path(d.join(""), { class: `jobs ${k}`, fill: COLOURS[k as keyof typeof COLOURS], "fill-opacity": String(SHADES[Number(shade)]) });
    }
    return g;
  };
}

/** Says what is drawn of how many jobs. */
export function drawnNote(seen: number, all: number): string {
  const part = seen === all ? `All ${count(all)} jobs` : `The ${count(seen)} of ${count(all)} jobs in the time shown`;
  return seen > MOST_POINTS ? `${part} are counted in squares, the darker the more; each in the colour of most of its jobs.` : `${part} are drawn, each as a point.`;
}
