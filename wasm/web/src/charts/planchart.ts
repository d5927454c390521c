// Two plans of one instance, one above the other, on the same axis of time and in
// the same colours.
import { byID, pairs, make } from "../dom";
import { count, duration, moment } from "../format";
import { apart, Gantt, type At } from "./gantt";
import { makespan, plan, type Plan } from "../tables/plan";
import type { Instance, InstanceAnswer } from "../simulator/protocol";
import { hideTip, showTip } from "../tip";
import { View } from "./view";

/** The colour of what running jobs hold. */
const HELD = 0x8a8a8a;

export class PlanCharts {
  private readonly view = new View();
  private readonly canvases: HTMLCanvasElement[];
  private gantts: Gantt[] = [];
  private plans: Plan[] = [];
  private titles: string[] = [];

  constructor(ids: [string, string]) {
    this.canvases = ids.map((id) => byID<HTMLCanvasElement>(id));
    this.view.onChange(() => this.draw());
  }

  /** Shows an instance, with one plan of it in both charts. */
  show({ instance, policies }: InstanceAnswer, starts: number[], unix: number): void {
    const end = makespan(instance, policies.map((p) => p.starts));
    this.gantts = this.canvases.map((old, k) => {
      const p = (this.plans[k] = plan(instance, starts, end));
      const canvas = old.cloneNode(false) as HTMLCanvasElement; // without the listeners of the last instance
      old.replaceWith(canvas);
      this.canvases[k] = canvas;
      const gantt = new Gantt(canvas, this.view, p.schedule, p.boxes, unix, (row, at) => {
        for (const g of this.gantts) g.outline(row);
        this.tell(instance, k, row, at, unix);
      });
      gantt.colouring = "row";
      gantt.rows = p.schedule.user.map((_, i) => (i < p.held ? HELD : apart(i - p.held)));
      return gantt;
    });
    this.view.bound(instance.now, end);
  }

  /** Puts another plan into a chart, which is called title. */
  set(k: number, starts: number[], title: string): void {
    this.plans[k].set(starts);
    this.titles[k] = title;
    this.canvases[k].setAttribute("aria-label", `Gantt chart of ${title}`);
    this.view.changed();
  }

  draw(): void {
    for (const g of this.gantts) g.plot.draw();
  }

  private tell(instance: Instance, k: number, row: number, at: At | undefined, unix: number): void {
    if (row < 0 || !at) {
      hideTip();
      return;
    }
    const { heading, list } = planned(instance, this.plans, this.titles, k, row, unix);
    showTip([make("strong", {}, heading), make("dl", {}, ...pairs(list))], at);
    if (at.byKey) byID("details").textContent = `${heading}: ${list.map(([name, value]) => `${name} ${value}`).join(", ")}`;
  }
}

/** What is to be said of a row of the k-th of two plans. */
export function planned(instance: Instance, plans: Plan[], titles: string[], k: number, row: number, unix: number): { heading: string; list: [string, string][] } {
  const { schedule: s, held } = plans[k];
  if (row < held) return { heading: "Running jobs", list: [["Processors", count(s.width[row])], ["Held until", moment(s.end[row], unix)]] };
  const other = plans[1 - k].schedule.start[row];
  const list: [string, string][] = [
    ["Processors", count(s.width[row])],
    ["Estimate", duration(s.estimate[row])],
    ["Submitted", moment(s.submit[row], unix)],
    ["Planned for", s.start[row] === instance.now ? "now" : `${moment(s.start[row], unix)}, in ${duration(s.start[row] - instance.now)}`],
    ["Waits in all", duration(s.start[row] - s.submit[row])],
    [`In ${titles[1 - k]}`, other === s.start[row] ? "at the same time" : `${duration(Math.abs(other - s.start[row]))} ${other < s.start[row] ? "earlier" : "later"}`],
  ];
  return { heading: `Job ${s.id[row]}`, list };
}
