// What a run shows: metrics, lines over time, a Gantt chart per policy.
import type { Answer, Client } from "./client";
import { Chart } from "./chart";
import { byID, make, pairs } from "./dom";
import { count, duration, moment, number } from "./format";
import { Gantt, type Colouring } from "./gantt";
import { showMetrics } from "./metrics";
import type { Player } from "./player";
import type { Description, RunAnswer, Spec } from "./protocol";
import { schedules, type Schedule } from "./schedule";
import { busy, queued } from "./series";
import { hex, onThemeChange, policyColour, theme } from "./theme";
import { showSwitching, type Switching } from "./switching";
import { hideTip, showTip } from "./tip";
import type { View } from "./view";
import { drawWaiting } from "./waiting";
import { explainWait } from "./why";

/** A finished run: what was asked, and what came of it. */
export interface Run {
  spec: Spec;
  answer: RunAnswer;
  jobs: Uint8Array;
  runs: Uint8Array;
  /** Where a policy recorded any. */
  steps: Uint8Array | undefined;
}

export class Results {
  run: Run | undefined;
  private gantts: Gantt[] = [];
  private redraw: (() => void)[] = [];
  private switching: Switching | undefined;

  constructor(
    private readonly client: Client,
    private readonly about: Description,
    private readonly view: View,
    private readonly player: Player,
    private readonly title: (policy: string) => string,
  ) {
    byID<HTMLInputElement>("all-metrics").addEventListener("change", () => this.metrics());
    byID("colouring").addEventListener("change", () => this.colour());
    byID("zoom-in").addEventListener("click", () => view.zoom(1 / 2));
    byID("zoom-out").addEventListener("click", () => view.zoom(2));
    byID("zoom-all").addEventListener("click", () => view.all());
    view.onChange(() => this.redraw.forEach((f) => f()));
    onThemeChange(() => {
      if (!this.run) return;
      this.metrics();
      this.legend();
      this.switching?.legend();
      this.colour();
      view.changed();
    });
  }

  show(spec: Spec, { answer, blobs }: Answer<RunAnswer>): void {
    this.run = { spec, answer, jobs: blobs[0], runs: blobs[1], steps: blobs[2] };
    const all = schedules(blobs[0], answer.workload.procs);
    byID("empty").hidden = true;
    byID("shown").hidden = false;
    this.metrics();
    this.legend();
    this.redraw = [];
    const unix = answer.workload.unix_start;
    this.player.pause();
    this.player.unixStart = unix;
    let first = Infinity;
    let last = -Infinity;
    for (const s of all) {
      for (let i = 0; i < s.n; i++) {
        first = Math.min(first, s.submit[i]);
        last = Math.max(last, s.end[i]);
      }
    }
    this.lines(all, unix);
    first = Math.min(first, last);
    this.switching = showSwitching(blobs[2], answer.steps?.thinned ?? false, all, this.view, { first, last: Math.max(last, first + 1) }, unix, this.title);
    this.redraw.push(this.switching.draw);
    this.charts(all, unix);
    this.colour();
    byID("take-steps").hidden = !blobs[2];
    this.view.bound(first, last);
  }

  private metrics(): void {
    if (!this.run) return;
    const { answer } = this.run;
    showMetrics(this.about.metrics, answer, this.title, byID<HTMLInputElement>("all-metrics").checked);
    const w = answer.workload;
    const seconds = answer.runs.reduce((sum, r) => sum + r.seconds, 0);
    const out = w.left_out > 0 ? `, ${count(w.left_out)} ${w.left_out === 1 ? "row" : "rows"} left out` : "";
    byID("run-note").textContent =
      `${count(w.jobs)} jobs on ${count(w.procs)} processors at an offered load of ${number(w.load)}${out}; simulated in ${duration(seconds)}.`;
  }

  private legend(): void {
    byID("legend").replaceChildren(
      ...(this.run?.answer.runs ?? []).map((r, i) => {
        const swatch = make("span", { className: "swatch" });
        swatch.style.background = policyColour(i);
        return make("span", {}, swatch, this.title(r.policy));
      }),
    );
  }

  private lines(all: Schedule[], unix: number): void {
    const chart = (id: string, what: string, steps: typeof busy, bin: number, max: (most: number) => number) => {
      const lines = all.map((s) => ({ name: this.title(s.policy), steps: steps(s) }));
      const canvas = fresh(byID<HTMLCanvasElement>(id));
      canvas.setAttribute("aria-label", `${what} over time: ${lines.map((l) => `${l.name} at most ${count(l.steps.max)}`).join(", ")}`);
      const top = max(Math.max(1, ...lines.map((l) => l.steps.max)));
      this.redraw.push(new Chart(canvas, this.view, lines, top, count, unix, byID(`${id}-at`), bin).draw);
    };
    chart("busy", "Processors in use", busy, 8, () => all[0]?.procs ?? 1);
    chart("queued", "Jobs waiting", queued, 1, (most) => most);
  }

  private charts(all: Schedule[], unix: number): void {
    this.gantts = [];
    const parts = all.map((s) => {
      const canvas = make("canvas", { tabIndex: 0 });
      const waiting = make("canvas", { className: "waiting" });
      waiting.setAttribute("aria-hidden", "true");
      const overtook = s.overtook.reduce((sum, o) => sum + o, 0);
      const killed = s.killed.reduce((sum, k) => sum + k, 0);
      const facts = `${count(overtook)} of ${count(s.n)} jobs overtook an earlier one${killed > 0 ? `, ${count(killed)} cut at their estimate` : ""}`;
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", `Gantt chart of ${this.title(s.policy)}: ${facts}`);
      const gantt = new Gantt(canvas, this.view, s, unix, (row, at) => this.details(s, row, at, unix));
      gantt.onAsk = (row) => {
        hideTip();
        if (this.run) void explainWait(this.client, this.run.spec, s.policy, this.title(s.policy), s.id[row], unix);
      };
      this.gantts.push(gantt);
      this.redraw.push(() => {
        gantt.plot.draw();
        drawWaiting(waiting, s, this.view, (this.view.to - this.view.from) / gantt.plot.plotWidth);
      });
      return make(
        "div",
        { className: "gantt" },
        make("h3", {}, this.title(s.policy), make("small", {}, facts)),
        make("div", { className: "row" }, canvas, waiting),
      );
    });
    byID("gantts").replaceChildren(...parts);
  }

  private colour(): void {
    const by = byID<HTMLSelectElement>("colouring").value as Colouring;
    for (const g of this.gantts) {
      g.colouring = by;
      g.plot.draw();
    }
    const t = theme();
    const swatch = (colour: number, text: string) => {
      const s = make("span", { className: "swatch" });
      s.style.background = hex(colour);
      return make("span", {}, s, text);
    };
    const ramp = (from: string, to: string) => {
      const r = make("span", { className: "ramp" });
      r.style.background = `linear-gradient(90deg, ${t.ramp.map(hex).join(", ")})`;
      return make("span", {}, from, r, to);
    };
    const keys: Record<Colouring, HTMLElement[]> = {
      order: [swatch(t.inOrder, "in order"), swatch(t.overtook, "overtook: started before a job submitted earlier")],
      wait: [ramp("no wait", "10 days")],
      width: [ramp("1 processor", "the whole machine")],
      user: [make("span", {}, "a colour for each user, the same in all charts")],
    };
    byID("gantt-legend").replaceChildren(...keys[by]);
  }

  private details(s: Schedule, row: number, at: { x: number; y: number } | undefined, unix: number): void {
    if (row < 0 || !at) {
      hideTip();
      return;
    }
    const list: [string, string][] = [
      ["Processors", count(s.width[row])],
      ...(s.user[row] ? [["User", s.user[row]] as [string, string]] : []),
      ["Submitted", moment(s.submit[row], unix)],
      ["Started", moment(s.start[row], unix)],
      ["Waited", duration(s.start[row] - s.submit[row])],
      ["Ran", duration(s.end[row] - s.start[row]) + (s.killed[row] ? ", cut at its estimate" : "")],
      ["Estimate", duration(s.estimate[row])],
    ];
    const heading = `Job ${s.id[row]}${s.overtook[row] ? ", overtook" : ""}`;
    showTip(
      [make("strong", {}, heading), make("dl", {}, ...pairs(list)), make("small", {}, "w or a double click: why it waited.")],
      at,
    );
    byID("details").textContent = `${heading}: ${list.map(([k, v]) => `${k} ${v}`).join(", ")}`;
  }
}

/** A copy of a canvas in its place, without the listeners of the last run. */
function fresh(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const copy = canvas.cloneNode(false) as HTMLCanvasElement;
  canvas.replaceWith(copy);
  return copy;
}
