// Charts of all policies of a run: how waits, slowdowns and overtaking are distributed, and waits by width.
import { compare as texts } from "texts/compare";
import { barX, dot, lineY, ruleX, text, tickX } from "@observablehq/plot";
import { figure } from "../charts/observable";
import { policyColour, policyDash } from "../charts/theme";
import { count, duration, number } from "../format";
import { evenAxis, SOFT, softAxis, type Axis } from "./axes";
import { shareAtMost, type Spread } from "./distribution";
import { FEW, type Group } from "./groups";
import type { Drawn } from "./jobpoints";

/** Values of one policy, sorted. */
export interface Values {
  policy: string;
  title: string;
  sorted: Float64Array;
}

/** Places across a chart at which a curve is worked out: about one a pixel. */
const PLACES = 400;

/** An axis for values from 1 on, by their logarithm. */
export function ratioAxis(high: number, label: string, pixels: number): Axis {
  const domain: [number, number] = [1, Math.max(high, 2)];
  const every = Math.ceil((Math.log10(domain[1]) * 56) / Math.max(pixels, 1));
  const ticks = Array.from({ length: 12 }, (_, k) => 10 ** k).filter((v, k) => v <= domain[1] && k % every === 0);
  return { domain, type: "log", ticks: ticks.length > 1 ? ticks : [1, 1.5, 2, 3, 5].filter((v) => v <= domain[1]), tickFormat: number, label };
}

/** An axis for counts, with a zero, by a soft logarithm. */
export function countAxis(high: number, label: string, pixels: number): Axis {
  const domain: [number, number] = [0, Math.max(high, 1)];
  const scale = pixels / Math.log1p(domain[1]);
  const ticks = [0];
  for (const v of [1, 3, 10, 30, 100, 300, 1000, 3000, 1e4, 1e5, 1e6]) {
    if (v <= domain[1] && (Math.log1p(v) - Math.log1p(ticks.at(-1)!)) * scale >= 36) ticks.push(v);
  }
  return { domain, type: "symlog", constant: 1, ticks, tickFormat: count, label };
}

/** The value at a part of an axis. */
export function valueAt(a: Axis, part: number): number {
  const [low, high] = a.domain;
  if (a.type === "log") return low * (high / low) ** part;
  if (a.type === "linear") return low + part * (high - low);
  const c = a.constant ?? 1;
  return c * Math.expm1(part * Math.log1p(high / c));
}

/** For each policy, which part of its jobs have at most the value across. */
export function drawCurves(all: Values[], x: Axis, width: number, height: number, label: string): Drawn {
  const places = Array.from({ length: PLACES + 1 }, (_, k) => valueAt(x, k / PLACES));
  places[PLACES] = x.domain[1];
  const marks = all.map((v) => lineY(places, {
    x: (p: number) => p, y: (p: number) => 100 * shareAtMost(v.sorted, p),
    stroke: policyColour(v.policy), strokeWidth: 1.75, strokeDasharray: policyDash(v.policy).join(" ") || undefined, curve: "step-after",
  }));
  return figure({ width, height, marginLeft: 62, marginRight: 14, marginTop: 24, marginBottom: 40, x, y: { domain: [0, 100], grid: true, ticks: [0, 25, 50, 75, 100], label: texts.percentOfJobs, tickFormat: number }, marks }, label) as Drawn;
}

/** Spreads of one policy, by class. */
export interface Spreads {
  policy: string;
  title: string;
  spreads: Spread[];
}

/** Of each class and policy the median as a point, and a bar from the lower to the upper quartile. */
export function drawSpreads(all: Spreads[], names: string[], unit: string, width: number, height: number, label: string): Drawn {
  const y = softAxis(0, Math.max(SOFT, ...all.flatMap((s) => s.spreads.map((v) => v.q3)).filter((v) => !Number.isNaN(v))), texts.waitAxisPlain, height - 80, 16);
  const step = (width - 70) / names.length;
  const tilted = Math.max(...names.map((n) => n.length)) * 7 + 6 > step;
  const gap = Math.min(0.8 / all.length, 14 / step);
  const place = (k: number, i: number) => k + (i - (all.length - 1) / 2) * gap;
  const marks = all.flatMap((s, i) => {
    const colour = policyColour(s.policy);
    const rows = s.spreads.map((v, k) => ({ ...v, x: place(k, i), name: names[k] })).filter((v) => v.n > 0);
    const title = (v: (typeof rows)[number]) => texts.spreadTip({ policy: s.title, width: v.name, unit, median: duration(v.median), q1: duration(v.q1), q3: duration(v.q3), jobs: v.n });
    return [
      ruleX(rows, { x: "x", y1: "q1", y2: "q3", stroke: colour, strokeOpacity: 0.5, strokeWidth: Math.max(2, Math.min(5, gap * step * 0.6)), title }),
      dot(rows, { x: "x", y: "median", fill: colour, r: Math.max(2, Math.min(4, gap * step * 0.45)), fillOpacity: (v: { n: number }) => (v.n < FEW ? 0.4 : 1), title }),
    ];
  });
  return figure({
    width, height, marginLeft: 62, marginRight: 14, marginTop: 24, marginBottom: tilted ? 66 : 40,
    x: { domain: [-0.5, names.length - 0.5], ticks: names.map((_, k) => k), tickFormat: (k: number) => names[k], tickRotate: tilted ? -45 : 0, label: texts.units[unit].many, tickSize: 0 },
    y: { ...y, grid: true }, marks,
  }, label) as Drawn;
}

/** Of each group a bar from zero to its mean change, with its interval and how many jobs it has. */
export function drawGroups(groups: Group[], width: number, label: string): Drawn {
  const names = groups.map((g) => g.name);
  const left = Math.min(Math.max(...names.map((n) => n.length)) * 7 + 16, width * 0.35);
  const right = 92;
  const low = Math.min(0, ...groups.map((g) => g.mean - (g.half ?? 0)));
  const high = Math.max(0, ...groups.map((g) => g.mean + (g.half ?? 0)));
  const x = evenAxis(low, high, texts.meanChange, Math.max(Math.floor((width - left - right) / 70), 2));
  const sure = groups.filter((g) => g.half !== undefined);
  const title = (g: Group) => texts.groupTip({ name: g.name, mean: duration(g.mean), half: g.half === undefined ? undefined : duration(g.half), jobs: g.n, earlier: g.earlier, later: g.later });
  return figure({
    width, height: groups.length * 26 + 64, marginLeft: left, marginRight: right, marginTop: 12, marginBottom: 40,
    x: { ...x, grid: true }, y: { domain: names, label: null, type: "band", padding: 0.25, tickSize: 0 },
    marks: [
      barX(groups, { x1: 0, x2: "mean", y: "name", fill: (g: Group) => (g.mean < 0 ? "var(--gains)" : "var(--pays)"), fillOpacity: (g: Group) => (g.half === undefined ? 0.35 : 0.85), title }),
      ruleX([0], { stroke: "var(--faint)" }),
      barX(sure, { x1: (g: Group) => g.mean - g.half!, x2: (g: Group) => g.mean + g.half!, y: "name", fill: "var(--ink)", insetTop: 8.5, insetBottom: 8.5 }),
      tickX(sure.flatMap((g) => [{ at: g.mean - g.half!, name: g.name }, { at: g.mean + g.half!, name: g.name }]), { x: "at", y: "name", stroke: "var(--ink)", insetTop: 5, insetBottom: 5 }),
      text(groups, { y: "name", frameAnchor: "right", textAnchor: "start", dx: 8, fill: "var(--faint)", text: (g: Group) => texts.groupJobs(g.n) }),
    ],
  }, label) as Drawn;
}

