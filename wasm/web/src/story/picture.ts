// A small Gantt chart: boxes with the numbers of their jobs, axes with units, and at a moment what is
// reserved and who waits. Drawn by script, so that it prints sharply and needs no canvas.
import { story as texts } from "texts/story";
import { holesOf, lanesFor } from "./lanes";
import type { Lesson } from "./lesson";
import type { Placed, Reserved, Scene } from "./scene";
import { shape } from "../dom";

/** What all pictures of a step share. */
export interface Frame {
  /** CSS pixels. */
  width: number;
  /** The axis of time, in minutes. */
  end: number;
  /** The highest machine among the pictures. */
  height: number;
  /** The minute shown, or undefined for the whole schedule. */
  moment: number | undefined;
  roles: Lesson["roles"];
  holes: boolean;
  /** Keeps room for the jobs that wait. */
  queued: boolean;
}

const LEFT = 40;
const RIGHT = 18; // half of a label of four digits
const TOP = 34;
const AXIS = 34;
/** Of the machine, in CSS pixels. */
const TALL = 176;
const LOW = 15;

/** The last minute that a scene draws anything at. */
export function ends(s: Scene): number {
  const kept = s.reserved.map((r) => r.at + (s.jobs.find((j) => j.id === r.job)?.estimate ?? 0));
  return Math.max(...s.boxes.map((b) => b.to), ...kept);
}

let drawn = 0; // pictures, whose patterns need names of their own

export function picture(s: Scene, f: Frame): SVGElement {
  const unit = Math.max(TALL / f.height, LOW);
  const high = unit * s.height;
  const strip = !f.queued ? 0 : unit * 0.5 * Math.max(...s.jobs.map((j) => j.width)) + 8;
  const band = s.orders.length > 0 ? 26 : 0;
  const x = (t: number) => LEFT + ((f.width - LEFT - RIGHT) * t) / f.end;
  const y = (procs: number) => TOP + high - unit * procs;
  const total = TOP + high + AXIS + band + strip;
  const hatch = `story-hatch-${++drawn}`;
  const svg = shape("svg", { viewBox: `0 0 ${f.width} ${total}`, class: "picture", role: "img", "aria-label": described(s) });
  svg.append(shape("defs", {}, pattern(hatch)));
  svg.append(...axes(s, f, x, y));
  if (f.holes) svg.append(...holesOf(s).map((h) => shape("rect", { class: "hole", fill: `url(#${hatch})`, x: x(h.from), y: y(h.high), width: x(h.to) - x(h.from), height: unit * (h.high - h.low) })));
  for (const b of s.boxes) {
    const role = f.roles.find((r) => r.job === b.job)?.role ?? (b.job === 0 ? "before" : "");
    const later = f.moment !== undefined && b.from > f.moment;
    const [w, h] = [x(b.to) - x(b.from), unit * (b.high - b.low)];
    const group = shape("g", { class: `box ${role} ${later ? "later" : ""}`.trim() }, shape("rect", { x: x(b.from) + 0.5, y: y(b.high) + 0.5, width: Math.max(w - 1, 1), height: Math.max(h - 1, 1), rx: 2 }));
    if (b.penalty) group.append(shape("rect", { class: "penalty", fill: `url(#${hatch})`, x: x(b.from) + 0.5, y: y(b.high) + 0.5, width: Math.max(w - 1, 1), height: Math.max(h - 1, 1) }));
    const label = b.job === 0 ? texts.running : s.jobs.find((j) => j.id === b.job)?.killed ? `${b.job} ✕` : String(b.job);
    const size = Math.min(14, h - 3, (w - 3) / (0.62 * label.length));
    if (size >= 8) group.append(shape("text", { x: x(b.from) + w / 2, y: y(b.high) + h / 2, "font-size": size }, label));
    svg.append(group);
  }
  if (f.moment !== undefined) svg.append(...now(s, f.moment, f, x, y, unit));
  svg.append(...queue(s, f, TOP + high + AXIS + band, unit * 0.5, x));
  if (s.orders.length > 0) svg.append(...strategies(s, x, TOP + high + AXIS));
  return svg;
}

function pattern(id: string): SVGElement {
  return shape("pattern", { id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, shape("line", { class: "hatch", x1: 0, y1: 0, x2: 0, y2: 6 }));
}

type Scale = (v: number) => number;

function axes(s: Scene, f: Frame, x: Scale, y: Scale): SVGElement[] {
  const out: SVGElement[] = [];
  const text = (label: string, attributes: Record<string, string | number>) => out.push(shape("text", { class: "axis", ...attributes }, label));
  const step = [5, 10, 20, 30, 60, 120].find((m) => x(m) - x(0) >= 34) ?? 240;
  for (let t = 0; t <= f.end; t += step) {
    out.push(shape("line", { class: "grid", x1: x(t), x2: x(t), y1: y(s.height), y2: y(0) + 4 }));
    text(String(t), { x: x(t), y: y(0) + 16, "text-anchor": "middle" });
  }
  text(texts.axisMinutes, { x: f.width - RIGHT, y: y(0) + 29, "text-anchor": "end" });
  text(s.unit === "nodes" ? texts.axisNodes : s.bands.length > 0 ? texts.axisSites : texts.axisProcessors, { x: 0, y: 11 });
  if (s.bands.length > 0) {
    for (const b of s.bands) {
      text(b.name, { x: LEFT - 6, y: (y(b.low) + y(b.high)) / 2 + 4, "text-anchor": "end" });
      out.push(shape("line", { class: "band", x1: LEFT, x2: f.width - RIGHT, y1: y(b.high), y2: y(b.high) }));
    }
  } else {
    const every = s.height <= 4 ? 1 : 2;
    for (let p = 0; p <= s.height; p += every) text(String(p), { x: LEFT - 6, y: y(p) + 4, "text-anchor": "end" });
  }
  out.push(shape("rect", { class: "frame", x: LEFT, y: y(s.height), width: f.width - LEFT - RIGHT, height: y(0) - y(s.height) }));
  return out;
}

/** The moment, and what is reserved then. */
function now(s: Scene, t: number, f: Frame, x: Scale, y: Scale, unit: number): SVGElement[] {
  const out = [shape("line", { class: "now", x1: x(t), x2: x(t), y1: y(s.height) - 4, y2: y(0) + 4 })];
  const anchor = x(t) > f.width * 0.75 ? "end" : "start";
  out.push(shape("text", { class: "axis strong", x: x(t) + (anchor === "end" ? -3 : 3), y: y(s.height) - 7, "text-anchor": anchor }, texts.minute(t)));
  for (const { r, job, low, high } of outlines(s, t)) {
    const [left, right] = [x(r.at), x(r.at + job.estimate)];
    out.push(shape("rect", { class: "reserved", x: left + 1, y: y(high) + 1, width: Math.max(right - left - 2, 2), height: unit * (high - low) - 2, rx: 2 }));
    const label = texts.reservedFor(job.id);
    if (right - left > 7.2 * label.length && unit * (high - low) >= 40) out.push(shape("text", { class: "axis strong", x: left + 5, y: y(high) + 13 }, label));
  }
  return out;
}

/** Where the reservations of a moment are drawn. */
export function outlines(s: Scene, t: number): { r: Reserved; job: Placed; low: number; high: number }[] {
  const out: { r: Reserved; job: Placed; low: number; high: number }[] = [];
  for (const r of s.reserved.filter((r) => r.from <= t && t < r.to)) {
    const job = s.jobs.find((j) => j.id === r.job);
    if (!job) continue;
    const others = out.map((o) => ({ from: o.r.at, to: o.r.at + o.job.estimate, low: o.low, high: o.high }));
    out.push({ r, job, ...lanesFor(s, job, r.at, t, others) });
  }
  return out;
}

/** The jobs that wait, half as large as they will be drawn when they run. */
function queue(s: Scene, f: Frame, top: number, unit: number, x: Scale): SVGElement[] {
  const t = f.moment;
  if (t === undefined) return [];
  const waiting = s.jobs.filter((j) => j.at <= t && j.start > t);
  const out = [shape("text", { class: "axis", x: 0, y: top + 12 }, waiting.length > 0 ? texts.waiting : texts.nobodyWaits(t))];
  const from = LEFT + 16;
  const wide = waiting.map((j) => (x(j.estimate) - x(0)) / 2);
  const scale = Math.min(1, (f.width - RIGHT - from - 4 * waiting.length) / Math.max(1, wide.reduce((a, b) => a + b, 0)));
  let left = from;
  waiting.forEach((j, i) => {
    const [w, h] = [Math.max(wide[i] * scale, 9), unit * j.width];
    const role = f.roles.find((r) => r.job === j.id)?.role ?? "";
    const size = Math.min(13, Math.max(8, Math.min(h, w - 2)));
    out.push(shape("g", { class: `box ${role}`.trim() }, shape("rect", { x: left, y: top, width: w, height: h, rx: 2 }),
      shape("text", { x: left + w / 2, y: top + h / 2, "font-size": size }, String(j.id))));
    left += w + 4;
  });
  return out;
}

/** Which queue order was in force, as a strip. */
function strategies(s: Scene, x: Scale, top: number): SVGElement[] {
  return s.orders.flatMap((o) => {
    const [left, right] = [x(o.from), x(o.to)];
    const name = texts.orders[o.name] ?? o.name;
    const label = [name, name.split(" ")[0], name[0]].find((n) => 6.4 * n.length < right - left - 4) ?? "";
    return [shape("rect", { class: `order ${o.name}`, x: left + 0.5, y: top, width: Math.max(right - left - 1, 1), height: 18, rx: 2 }), shape("text", { class: "axis strong", x: (left + right) / 2, y: top + 13, "text-anchor": "middle" }, label)];
  });
}

/** The schedule in words, for those who do not see it. */
function described(s: Scene): string {
  const jobs = s.jobs.map((j) => ({ ...j, procs: s.unit === "processors" ? j.got : undefined }));
  return texts.described(s.title, jobs, Math.max(...s.jobs.map((j) => j.end)));
}
