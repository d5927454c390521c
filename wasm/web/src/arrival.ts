// The first picture: a machine that fills before the eyes, under FCFS and under EASY. The build simulated it, so that it
// is there before the simulator is.
import { byID, make, shape } from "./dom";
import { count, duration } from "./format";
import type { Spec } from "./simulator/protocol";
import { pack } from "./tables/packing";
import { arrival as texts } from "texts/arrival";

/** What wasm/build/internal/arrival makes. Times are seconds. */
export interface Picture {
  spec: Spec;
  procs: number;
  jobs: { id: number; procs: number; submit: number }[];
  runs: { policy: string; starts: number[]; ends: number[]; wait_mean_s: number }[];
  hole: { job: number; from: number; to: number; idle: number; filled: number };
}

/** Seconds that the machine takes to fill. */
const LENGTH = 9;

/** Where the browser keeps that the picture was put away. */
const SEEN = "backfill.arrival";

/** Size of a chart's area in pixels of a chart that is as wide as it can be, and what its axes need. */
const WIDTH = matchMedia("(max-width: 40rem)").matches ? 310 : 560;
const [HEIGHT, LEFT, BOTTOM, TOP] = [WIDTH / 3 + 10, 26, 22, 8];

const TITLES: Record<string, string> = { fcfs: texts.fcfs, easy: texts.easy };

export class Arrival {
  /** Its jobs are to be tried, maybe before the simulator is there. */
  wanted = false;
  onTry: () => void = () => {};
  private readonly section = byID("arrival");
  private readonly clips: SVGElement[] = [];
  private begun = 0;

  constructor(private readonly picture: Picture) {
    byID("arrival-charts").replaceChildren(...picture.runs.map((_, i) => this.chart(i)));
    byID("arrival-says").textContent = sentence(picture);
    byID("arrival-again").addEventListener("click", () => this.play());
    byID("arrival-unfold").addEventListener("click", () => {
      this.section.classList.remove("folded");
      byID("arrival-on").focus();
      this.play();
    });
    byID("arrival-on").addEventListener("click", () => {
      this.wanted = true;
      this.fold();
      try {
        localStorage.setItem(SEEN, "yes");
      } catch {
        // it will be shown again
      }
      byID("results").focus();
      this.onTry();
    });
  }

  /** Shows the picture; to who has tried its jobs before, a line that leads to it. */
  show(): void {
    this.section.hidden = false;
    try {
      if (localStorage.getItem(SEEN)) return this.fold();
    } catch {
      // shown as to one who comes for the first time
    }
    byID("empty").hidden = true;
    this.play();
  }

  /** Leaves a line of the picture. */
  fold(): void {
    this.section.classList.add("folded");
  }

  private get end(): number {
    return Math.max(...this.picture.runs.flatMap((r) => r.ends));
  }

  private play(): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.reveal(1);
    this.begun = performance.now();
    const begun = this.begun;
    const tick = () => {
      if (this.begun !== begun || this.section.classList.contains("folded")) return;
      const share = Math.min((performance.now() - begun) / 1000 / LENGTH, 1);
      this.reveal(share);
      if (share < 1) requestAnimationFrame(tick);
    };
    tick();
  }

  /** Shows the schedules up to a part of their time. */
  private reveal(share: number): void {
    for (const clip of this.clips) clip.setAttribute("width", String(share * WIDTH));
  }

  private chart(run: number): HTMLElement {
    const { jobs, procs, hole, runs } = this.picture;
    const { policy, starts, ends, wait_mean_s } = runs[run];
    const x = (t: number) => LEFT + (t / this.end) * WIDTH;
    const y = (p: number) => TOP + HEIGHT * (1 - p / procs);
    const packed = pack(Float64Array.from(starts), Float64Array.from(ends), Float64Array.from(jobs, (j) => j.procs), procs);
    const clip = shape("rect", { x: LEFT, y: 0, width: 0, height: TOP + HEIGHT });
    this.clips.push(clip);
    const boxes = jobs.flatMap((j, i) => {
      const filler = i > hole.job && runs[1].starts[i] >= hole.from && runs[1].starts[i] < hole.to;
      const kind = i === hole.job ? "head" : filler ? "filler" : "";
      return Array.from({ length: packed.first[i + 1] - packed.first[i] }, (_, k) => {
        const r = packed.first[i] + k;
        const box = shape("rect", { x: x(starts[i]), y: y(packed.high[r]), width: Math.max(x(ends[i]) - x(starts[i]), 0.6), height: y(packed.low[r]) - y(packed.high[r]), class: `job ${kind}` });
        box.append(shape("title", {}, texts.job(j.id, j.procs, duration(starts[i] - j.submit), duration(ends[i] - starts[i]))));
        return box;
      });
    });
    const label = shape("text", { x: x(starts[hole.job]) - 5, y: run === 0 ? y(procs) + 16 : y(procs - 2), class: "head-label" }, run === 0 ? texts.head(jobs[hole.job].id, jobs[hole.job].procs) : "");
    const idle = run === 0 ? [shape("text", { x: x((hole.from + hole.to) / 2), y: y(procs - hole.idle / 2) + 4, class: "idle-label" }, texts.idle(hole.idle))] : [];
    const days = Array.from({ length: Math.floor(this.end / 43200) + 1 }, (_, i) => i * 12);
    const ticks = days.flatMap((h) => [shape("line", { x1: x(h * 3600), x2: x(h * 3600), y1: TOP + HEIGHT, y2: TOP + HEIGHT + 4, class: "axis" }), shape("text", { x: x(h * 3600), y: TOP + HEIGHT + 16, class: "tick" }, `${h} h`)]);
    const id = `arrival-clip-${run}`;
    const chart = shape("svg", { viewBox: `0 0 ${LEFT + WIDTH + 12} ${TOP + HEIGHT + BOTTOM}`, role: "img", "aria-label": texts.chart(TITLES[policy], count(jobs.length), procs, duration(this.end), duration(wait_mean_s)) },
      shape("defs", {}, shape("clipPath", { id }, clip)),
      shape("rect", { x: x(hole.from), y: TOP, width: x(hole.to) - x(hole.from), height: HEIGHT, class: "hole" }),
      shape("g", { "clip-path": `url(#${id})` }, ...boxes, label, ...idle),
      shape("line", { x1: LEFT, x2: LEFT + WIDTH, y1: TOP + HEIGHT, y2: TOP + HEIGHT, class: "axis" }),
      ...ticks,
      shape("text", { x: LEFT - 5, y: y(procs) + 8, class: "side" }, String(procs)),
      shape("text", { x: LEFT - 5, y: y(0), class: "side" }, "0"),
    );
    return make("figure", {}, make("figcaption", {}, make("strong", {}, TITLES[policy]), make("br"), texts.meanWait(duration(wait_mean_s))), chart);
  }
}

/** What is to be seen. */
export function sentence({ procs, jobs, runs, hole }: Picture): string {
  return texts.says(hole.idle, procs, duration(hole.to - hole.from), jobs[hole.job].id, jobs[hole.job].procs, hole.filled, duration(runs[0].wait_mean_s), duration(runs[1].wait_mean_s));
}
