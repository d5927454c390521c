// Two plans of one instance, one above the other, on the same axis of time and in
// the same colours.
import { byID, pairs, make } from "../dom";
import { count, duration, moment } from "../format";
import { apart, Gantt, type At } from "./gantt";
import { makespan, plan, type Plan } from "../tables/plan";
import type { Instance, InstanceAnswer } from "../simulator/protocol";
import { hideTip, showTip } from "../tip";
import { View } from "./view";
import { charts as texts } from "texts/charts";

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
    this.canvases[k].setAttribute("aria-label", texts.ganttOf(title));
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
  if (row < held) return { heading: texts.runningJobs, list: [[texts.processors, count(s.width[row])], [texts.heldUntil, moment(s.end[row], unix)]] };
  const other = plans[1 - k].schedule.start[row];
  const list: [string, string][] = [
    [texts.processors, count(s.width[row])],
    [texts.estimate, duration(s.estimate[row])],
    [texts.submitted, moment(s.submit[row], unix)],
    [texts.plannedFor, s.start[row] === instance.now ? texts.now : texts.momentIn(moment(s.start[row], unix), duration(s.start[row] - instance.now))],
    [texts.waitsInAll, duration(s.start[row] - s.submit[row])],
    [texts.inPlan(titles[1 - k]), other === s.start[row] ? texts.sameTime : other < s.start[row] ? texts.earlier(duration(s.start[row] - other)) : texts.later(duration(other - s.start[row]))],
  ];
  return { heading: texts.job(s.id[row]), list };
}
