// The picture of an experiment, a chart beside each other for every panel.
import { areaY, barY, dot, lineY, ruleX, type Markish, type PlotOptions } from "@observablehq/plot";
import { figure } from "../charts/observable";
import { bandColour } from "../charts/theme";
import { make, swatch } from "../dom";
import { number } from "../format";
import type { Axis, Chart, Panel, Series } from "../simulator/protocol";

interface Point {
  x: number;
  y: number;
  low: number;
  high: number;
}

/** The panels of a chart under one legend, in the room there is. */
export function pictures(chart: Chart, room: number): HTMLElement[] {
  const names = [...new Set(chart.panels.flatMap((p) => p.series.map((s) => s.name)))];
  const colour = (name: string) => bandColour(names.indexOf(name));
  const cols = room < 700 ? 1 : Math.min(chart.cols || 2, chart.panels.length);
  const width = Math.max(260, Math.floor((room - 20 * (cols - 1)) / cols));
  const legend = make("p", { className: "legend" }, ...names.map((n) => make("span", {}, swatch(colour(n)), n)));
  const panels = make("div", { className: "panels" }, ...chart.panels.map((p) =>
    make("div", {}, make("h4", {}, p.title ?? ""), figure(options(p, width, colour), `${chart.title}${p.title ? `: ${p.title}` : ""}`))));
  return [make("h3", {}, chart.title), legend, panels, ...(chart.note ? [make("p", { className: "note" }, chart.note)] : [])];
}

function options(p: Panel, width: number, colour: (name: string) => string): PlotOptions {
  const common = { width, height: Math.min(320, width * 0.7), marginLeft: 60, marginBottom: 44 };
  if (p.kind === "bars") {
    const names = p.names ?? [];
    const rows = p.series.flatMap((s) => s.y.map((y, i) => ({ group: names[i] ?? String(i), name: s.name, y, printed: s.printed })));
    return { ...common, fx: { label: p.x.label ?? null, domain: names }, x: { axis: null, domain: p.series.map((s) => s.name) }, y: { ...axis(p.y), grid: true },
      marks: [barY(rows, { fx: "group", x: "name", y: "y", fill: (r: { name: string; printed?: boolean }) => (r.printed ? "none" : colour(r.name)), stroke: (r: { name: string }) => colour(r.name) })] };
  }
  return { ...common, x: axis(p.x), y: { ...axis(p.y), ...(p.kind === "cdf" ? { domain: [0, 1] } : {}), grid: true }, marks: p.series.flatMap((s) => curve(p, s, colour(s.name))) };
}

function axis(a: Axis): PlotOptions["x"] {
  const fixed = a.min !== undefined || a.max !== undefined ? { domain: [a.min ?? 0, a.max ?? 0] } : {};
  return { label: a.label ?? (a.seconds ? "seconds" : null), type: a.log ? "log" : "linear", reverse: a.reversed === true, zero: a.zero === true && !a.log, tickFormat: number, ...fixed };
}

/** The finite points of a series; those of a distribution are its steps. */
export function points(kind: Panel["kind"], s: Series): Point[] {
  const at = (list: (number | null)[] | undefined, i: number) => list?.[i] ?? NaN;
  if (kind === "cdf") {
    const sorted = s.y.filter((v): v is number => v !== null).sort((a, b) => a - b);
    return sorted.map((x, i) => ({ x, y: (i + 1) / sorted.length, low: NaN, high: NaN }));
  }
  return s.y.map((_, i) => ({ x: at(s.x, i), y: at(s.y, i), low: at(s.low, i), high: at(s.high, i) }));
}

function curve(p: Panel, s: Series, colour: string): Markish[] {
  const all = points(p.kind, s);
  const place = { x: "x", y: "y", stroke: colour };
  const open = dot(all, { ...place, r: 3 });
  if (s.printed) return [open];
  // Of steps, a series with ends is the area between them.
  if (p.kind === "steps" && s.low) return [areaY(all, { x: "x", y1: "low", y2: "high", fill: colour, fillOpacity: 0.4, curve: "step-after" })];
  if (p.kind === "scatter") return [dot(all, { ...place, fill: colour, r: 2.5 })];
  const stairs = p.kind === "cdf" || p.kind === "steps" || p.kind === "fronts";
  const marks: Markish[] = [lineY(all, { ...place, strokeWidth: 1.5, curve: stairs ? "step-after" : "linear" })];
  if (!stairs) marks.push(dot(all, { ...place, fill: colour, r: 2.5 }));
  if (s.low) marks.push(ruleX(all.filter((q) => !Number.isNaN(q.low)), { x: "x", y1: "low", y2: "high", stroke: colour }));
  return marks;
}
