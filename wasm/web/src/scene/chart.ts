// A schedule of a scene: the machine, where each job is a box, and below it a line for each job from its arrival to its start.
import { scene as texts } from "texts/scene";
import { shape } from "../dom";
import { duration } from "../format";
import { overtakers } from "../tables/columns";
import type { Hole, Outcome } from "./outcome";
import type { Job, Part, Scenario } from "./scenario";

/** What both charts of a scene share. */
export interface Look {
  /** The axis of time, in seconds. */
  end: number;
  /** The second shown, or undefined for the whole schedule. */
  moment: number | undefined;
  selected: number | undefined;
  hole: Hole | undefined;
}

/** What is at a point of a chart. */
export type Hit = { job: Job; part: Part | "all" } | "free" | undefined;

const [LEFT, RIGHT, TOP, GAP, AXIS] = [46, 14, 8, 5, 20];
/** How near an edge is, in CSS pixels. */
const NEAR = 5;

/** What was put into elements last: what is the same again costs a browser as much as what is new. */
const known = new WeakMap<SVGElement, Record<string, string>>();

function put(e: SVGElement, name: string, value: string): void {
  const all = known.get(e) ?? known.set(e, {}).get(e)!;
  if (all[name] === value) return;
  all[name] = value;
  e.setAttribute(name, value);
}

interface Drawn {
  group: SVGElement;
  box: SVGElement;
  wait: SVGElement;
  label: SVGElement;
}

let charts = 0; // whose clips need names of their own

export class Chart {
  readonly svg = shape("svg", { role: "group" }) as SVGSVGElement;
  private readonly back = shape("g", {});
  private readonly jobs: SVGElement;
  private readonly labels = shape("g", { class: "labels" });
  private readonly front = shape("g", { class: "front" });
  private readonly clip = shape("rect", { x: 0, y: 0 });
  private readonly drawn = new Map<number, Drawn>();
  private s!: Scenario;
  private o!: Outcome;
  private look!: Look;
  private key = ""; // of the background
  width = 600;

  constructor(private readonly first: boolean) {
    const id = `scene-clip-${++charts}`;
    this.jobs = shape("g", { "clip-path": `url(#${id})` });
    this.svg.append(shape("defs", {}, shape("clipPath", { id }, this.clip)), this.back, this.jobs, this.labels, this.front);
  }

  private get high(): number {
    return this.width < 500 ? 132 : 148;
  }

  /** Of all lines of waits. */
  private get strip(): number {
    return Math.min(Math.max(this.s.jobs.length * 1.25, 8 * Math.min(this.s.jobs.length, 6)), 96);
  }

  private get unit(): number {
    return this.high / this.s.procs;
  }

  private x(t: number): number {
    return LEFT + (t / this.look.end) * (this.width - LEFT - RIGHT);
  }

  private y(procs: number): number {
    return TOP + this.high - procs * this.unit;
  }

  private line(i: number): number {
    return TOP + this.high + GAP + ((i + 0.5) * this.strip) / this.s.jobs.length;
  }

  /** Seconds and processors of a way in CSS pixels. */
  seconds(dx: number): number {
    return (dx / (this.width - LEFT - RIGHT)) * this.look.end;
  }

  processors(dy: number): number {
    return dy / this.unit;
  }

  /** The second at a place. */
  time(x: number): number {
    return this.seconds(x - LEFT);
  }

  draw(s: Scenario, o: Outcome, look: Look, title: string): void {
    [this.s, this.o, this.look] = [s, o, look];
    const bottom = TOP + this.high + GAP + this.strip;
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${bottom + AXIS}`);
    this.svg.setAttribute("aria-label", title);
    this.clip.setAttribute("height", String(bottom));
    this.background(bottom);
    const ahead = overtakers(s.jobs.map((j) => j.submit), o.start);
    s.jobs.forEach((j, i) => this.job(j, i, ahead[i] === 1));
    for (const [id, d] of this.drawn) {
      if (s.jobs.some((j) => j.id === id)) continue;
      for (const e of [d.group, d.label]) e.remove();
      this.drawn.delete(id);
    }
    this.reveal(look.moment);
  }

  /** Shows the schedule until a second, or all of it. */
  reveal(moment: number | undefined): void {
    this.look.moment = moment;
    this.clip.setAttribute("width", String(moment === undefined ? this.width : this.x(moment)));
    this.s.jobs.forEach((j, i) => this.drawn.get(j.id)!.label.classList.toggle("later", moment !== undefined && (this.o.start[i] + this.o.end[i]) / 2 > moment));
    this.outline();
  }

  focus(id: number): void {
    this.drawn.get(id)?.group.focus({ preventScroll: true });
  }

  private background(bottom: number): void {
    const { end, hole } = this.look;
    const key = JSON.stringify([end, hole, bottom, this.width, this.s.procs]);
    if (this.key === key) return;
    this.key = key;
    const parts: SVGElement[] = [shape("rect", { x: LEFT, y: TOP, width: this.width - LEFT - RIGHT, height: this.high, class: "machine" })];
    if (hole && hole.to > hole.from) parts.push(shape("rect", { x: this.x(hole.from), y: TOP, width: this.x(Math.min(hole.to, end)) - this.x(hole.from), height: this.high, class: "hole" }));
    for (const { t, label } of ticks(end, (this.width - LEFT - RIGHT) / 64)) {
      parts.push(shape("line", { x1: this.x(t), x2: this.x(t), y1: TOP, y2: bottom + 3, class: "grid" }), shape("text", { x: this.x(t), y: bottom + 15, class: "tick" }, label));
    }
    const side = (text: string, y: number) => shape("text", { x: 0, y: 0, class: "side", transform: `translate(11 ${y}) rotate(-90)` }, text);
    parts.push(shape("line", { x1: LEFT, x2: this.width - RIGHT, y1: TOP + this.high, y2: TOP + this.high, class: "axis" }), shape("line", { x1: LEFT, x2: LEFT, y1: TOP, y2: bottom, class: "axis" }),
      shape("text", { x: LEFT - 6, y: TOP + 10, class: "number" }, String(this.s.procs)), shape("text", { x: LEFT - 6, y: TOP + this.high, class: "number" }, "0"),
      side(texts.processors, TOP + this.high / 2), ...(this.strip > 44 ? [side(texts.waits, TOP + this.high + GAP + this.strip / 2)] : []));
    this.back.replaceChildren(...parts);
  }

  private job(j: Job, i: number, ahead: boolean): void {
    const d = this.drawn.get(j.id) ?? this.add(j.id);
    const { start, end, bands } = this.o;
    const [x, w] = [this.x(start[i]), Math.max(this.x(end[i]) - this.x(start[i]), 1)];
    const chosen = j.id === this.look.selected;
    put(d.group, "class", `job${ahead ? " ahead" : ""}${chosen ? " chosen" : ""}`);
    put(d.group, "tabindex", chosen || (this.look.selected === undefined && i === 0) ? "0" : "-1");
    put(d.group, "aria-pressed", String(chosen));
    put(d.group, "aria-label", texts.job(j.id, j.procs, duration(j.submit), duration(start[i] - j.submit), duration(end[i] - start[i])));
    put(d.box, "d", bands[i].map(([low, high]) => `M${x.toFixed(1)} ${this.y(high).toFixed(1)}h${w.toFixed(1)}V${this.y(low).toFixed(1)}h${(-w).toFixed(1)}z`).join(""));
    put(d.wait, "d", `M${this.x(j.submit).toFixed(1)} ${this.line(i).toFixed(1)}H${Math.max(x, this.x(j.submit) + 1).toFixed(1)}`);
    const [low, high] = bands[i].reduce((a, b) => (b[1] - b[0] > a[1] - a[0] ? b : a), bands[i][0] ?? [0, 0]);
    const text = String(j.id);
    const size = Math.min(12, (high - low) * this.unit - 1);
    put(d.label, "visibility", size >= 8 && w >= text.length * size * 0.6 + 3 ? "visible" : "hidden");
    put(d.label, "font-size", size.toFixed(1));
    put(d.label, "x", (x + w / 2).toFixed(1));
    put(d.label, "y", (this.y((low + high) / 2) + size * 0.36).toFixed(1));
  }

  private add(id: number): Drawn {
    const [box, wait, label] = [shape("path", { class: "box" }), shape("path", { class: "wait" }), shape("text", {}, String(id))];
    const group = shape("g", { role: "button", "data-job": id }, box, wait);
    this.jobs.append(group);
    this.labels.append(label);
    const d = { group, box, wait, label };
    this.drawn.set(id, d);
    return d;
  }

  /** The chosen job, with its handles, and what is said in the picture. */
  private outline(): void {
    const { selected, moment, hole } = this.look;
    const parts: SVGElement[] = [];
    if (hole && this.first && (moment === undefined || moment > (hole.from + hole.to) / 2)) {
      const text = [texts.idle(hole.idle), texts.idleShort(hole.idle)].find((t) => t.length * 7 < this.x(hole.to) - this.x(hole.from));
      if (text) parts.push(shape("text", { x: this.x((hole.from + hole.to) / 2), y: this.y(this.s.procs - hole.idle / 2) + 4, class: "idle" }, text));
    }
    const i = this.s.jobs.findIndex((j) => j.id === selected);
    if (i >= 0 && (moment === undefined || this.o.start[i] < moment)) {
      const { box, label } = this.drawn.get(selected!)!;
      const [from, x, y] = [this.x(this.s.jobs[i].submit), this.x(this.o.start[i]), this.line(i)];
      const low = this.y(Math.min(...this.o.bands[i].map(([l]) => l)));
      parts.push(shape("path", { d: box.getAttribute("d")!, class: "outline" }), shape("path", { d: `M${from} ${y}H${x}V${low}`, class: "outline wait" }),
        ...(label.getAttribute("visibility") === "hidden" ? [shape("text", { x: x - 6, y: this.y(this.s.procs) + 12, class: "name" }, texts.chosen(selected!))] : []),
        ...this.handles(i).map((h) => shape("circle", { cx: h.x, cy: h.y, r: 4.5, class: `handle ${h.part}`, "data-part": h.part })));
    }
    if (moment !== undefined) parts.push(shape("line", { x1: this.x(moment), x2: this.x(moment), y1: TOP, y2: this.line(this.s.jobs.length), class: "now" }));
    this.front.replaceChildren(...parts);
  }

  /** Where a job can be taken. */
  private handles(i: number): { part: Part; x: number; y: number }[] {
    const [low, high] = this.o.bands[i].at(-1) ?? [0, 0];
    const [from, to] = [this.x(this.o.start[i]), this.x(this.o.end[i])];
    return [{ part: "run", x: to, y: this.y((low + high) / 2) }, { part: "procs", x: (from + to) / 2, y: this.y(high) }, { part: "submit", x: this.x(this.s.jobs[i].submit), y: this.line(i) }];
  }

  /** What is at a place in CSS pixels. */
  at(px: number, py: number): Hit {
    const { jobs } = this.s;
    if (px < LEFT - NEAR || py < TOP - NEAR) return undefined;
    if (py <= TOP + this.high) return this.inMachine(px, py);
    const rows = jobs.map((_, i) => i).sort((a, b) => Math.abs(this.line(a) - py) - Math.abs(this.line(b) - py));
    const i = rows.find((i) => Math.abs(this.line(i) - py) < 4 && px > this.x(jobs[i].submit) - NEAR && px < this.x(this.o.start[i]) + NEAR);
    return i === undefined ? undefined : { job: jobs[i], part: Math.abs(px - this.x(jobs[i].submit)) <= NEAR ? "submit" : "all" };
  }

  private inMachine(px: number, py: number): Hit {
    const { start, end, bands } = this.o;
    for (const [i, job] of this.s.jobs.entries()) {
      const [from, to] = [this.x(start[i]), this.x(end[i])];
      const near = Math.min(NEAR, (to - from) / 3);
      for (const [low, high] of bands[i]) {
        if (px < from || px > to + 1 || py < this.y(high) || py > this.y(low)) continue;
        if (to - px <= near) return { job, part: "run" };
        return { job, part: py - this.y(high) <= Math.min(NEAR, (this.y(low) - this.y(high)) / 3) ? "procs" : "all" };
      }
    }
    return "free";
  }

  /** Shows where a new job is drawn, between two places; none hides it. */
  rubber(a?: [number, number], b?: [number, number]): void {
    this.svg.querySelector(".rubber")?.remove();
    if (a && b) this.svg.append(shape("rect", { x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]), width: Math.abs(a[0] - b[0]), height: Math.abs(a[1] - b[1]), class: "rubber" }));
  }
}

const STEPS = [60, 300, 900, 1800, 3600, 7200, 21600, 43200, 86400, 172800, 432000, 864000];

/** The ticks from 0 to end: a round step apart, and so few that no more than most steps fit. */
function ticks(end: number, most: number): { t: number; label: string }[] {
  let step = STEPS.find((s) => end / s <= most) ?? 864000;
  while (end / step > most) step *= 2;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => ({ t: i * step, label: tick(i * step, step) }));
}

function tick(t: number, step: number): string {
  return step < 3600 ? `${t / 60} min` : step < 86400 ? `${t / 3600} h` : `${t / 86400} d`;
}
