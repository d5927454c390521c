// How the jobs of the chosen workload look: small charts of what the simulator counts, on demand.
import { byID, make } from "../dom";
import { count, duration, moment, number } from "../format";
import type { Client } from "../simulator/client";
import type { Bin, Description, Shape } from "../simulator/protocol";
import { sourceOf } from "../state/spec";
import { summaryOf, type State } from "../state/state";
import type { Store } from "../state/store";
import { barChart } from "../charts/smallbars";
import type { Logs } from "./logs";
import { forms as texts } from "texts/forms";

export class ShapeView {
  private readonly box = byID<HTMLDetailsElement>("shape");
  private shown = ""; // what the charts are of

  constructor(
    private readonly client: Client,
    private readonly store: Store<State>,
    private readonly about: Description,
    private readonly logs: Logs,
  ) {
    this.box.addEventListener("toggle", () => void this.draw());
    store.follow(["mode", "workloads", "log", "logs", "width", "drawn", "model"], () => void this.draw());
  }

  private async draw(): Promise<void> {
    const { state } = this.store;
    const summary = summaryOf(state, this.about);
    this.box.hidden = !summary;
    if (!this.box.open || !summary) return;
    const workload = sourceOf(state, this.about);
    const key = JSON.stringify([workload, state.log?.sha256, state.width]);
    if (key === this.shown) return;
    this.shown = key;
    const said = byID("shape-said");
    try {
      await this.logs.hold(state); // the simulator may have been restarted
      const { answer } = await this.client.ask("shape", { workload, width: state.width });
      if (this.shown !== key) return;
      said.textContent = "";
      byID("shape-charts").replaceChildren(...charts(answer, summary.unix_start));
    } catch (e) {
      if (this.shown !== key) return;
      this.shown = "";
      said.textContent = (e as Error).message;
      byID("shape-charts").replaceChildren();
    }
  }
}

function charts(s: Shape, unix: number): HTMLElement[] {
  const bins = (title: string, list: Bin[], label: (b: Bin) => string, tick: (b: Bin) => string) =>
    barChart(title, list.map((b) => ({ value: b.jobs, label: label(b), tick: tick(b) })));
  const hours = s.hours.map((value, h) => ({ value, label: texts.hours(h, h + 1), tick: h % 6 === 0 ? `${h}:00` : "" }));
  const at = (i: number) => moment(s.over_s + i * s.step_s, unix);
  const middle = Math.floor(s.over.length / 2);
  const over = s.over.map((value, i) => ({ value, label: texts.lastingFrom(duration(s.step_s), at(i)), tick: i === 0 || (i === middle && i > 2) ? day(at(i)) : "" }));
  return [
    ...(hours.length > 0 ? [barChart(texts.byHour, hours)] : []),
    barChart(texts.overTime(short(s.step_s)), over),
    bins(texts.byProcs, s.widths, (b) => range(b, count), (b) => count(b.from)),
    bins(texts.byRunTime, s.runs, (b) => range({ ...b, to: b.to === 0 ? 0 : b.to + 1 }, duration), (b) => short(b.from)),
    bins(texts.byAccuracy, s.accuracy, (b) => (b.from === 100 ? texts.allOfEstimate : texts.percents(b.from, b.to)), (b) => (b.from % 50 === 0 ? `${b.from} %` : "")),
    users(s),
  ];
}

/** 1 min, 12 h, 7 d: a duration that has one unit. */
function short(seconds: number): string {
  if (seconds >= 60 && seconds < 3600) return `${seconds / 60} min`;
  return duration(seconds).replace(/ 00 min$/, "").replace(/ 0 h$/, "");
}

/** The time of a moment without its time of day. */
function day(moment: string): string {
  return moment.replace(/,? \d\d:\d\d.*$/, "");
}

function range(b: { from: number; to: number }, text: (n: number) => string): string {
  if (b.to === 0) return texts.orMore(text(b.from));
  return b.to === b.from + 1 ? text(b.from) : texts.range(text(b.from), text(b.to - 1));
}

function users(s: Shape): HTMLElement {
  const all = s.users.reduce((sum, u) => sum + u.area, 0) || 1;
  const most = Math.max(...s.users.map((u) => u.area), 1);
  const rows = s.users.flatMap((u) => {
    const name = u.users > 1 ? texts.otherUsers(count(u.users)) : u.name === "" ? texts.unknownUser : u.name;
    const bar = make("span", { className: "bar" });
    bar.style.width = `${(100 * u.area) / most}%`;
    return [make("span", {}, name), make("span", { className: "track" }, bar), make("span", {}, `${number((100 * u.area) / all)} %`)];
  });
  return make("figure", {}, make("figcaption", {}, texts.workByUser), make("div", { className: "shares" }, ...rows));
}
