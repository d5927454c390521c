// The section on runs that changed their queue order: a band and the backlog
// for each, and what was decided at the second that is pointed at.
import { Bands, type Spot } from "../charts/bands";
import { byID, make, pairs, swatch } from "../dom";
import { decisionAt, inForce, switches, type Decisions } from "../tables/decisions";
import { count, duration, fixed, moment, number } from "../format";
import { textAt } from "../tables/rows";
import type { Schedule } from "../tables/schedule";
import { queued, type Steps } from "../tables/series";
import { bandColour } from "../charts/theme";
import { hideTip, showTip } from "../tip";
import type { View } from "../charts/view";
import { rules as texts } from "texts/rules";

export interface Switching {
  /** Draws all bands again. */
  draw(): void;
  /** Writes the legend in the colours of the theme. */
  legend(): void;
}

/** Shows the section for runs with decisions, or hides it where there is none. */
export function showSwitching(
  all: Decisions[],
  thinned: boolean,
  schedules: Schedule[],
  view: View,
  bounds: { first: number; last: number },
  unix: number,
  title: (policy: string) => string,
): Switching {
  byID("switching").hidden = all.length === 0;
  byID("switching-thinned").hidden = !thinned;
  const palette = [...new Set(all.flatMap((d) => [...d.names].sort(conventional)))].sort(conventional);
  const bands: Bands[] = [];
  const parts = all.flatMap((d) => {
    const s = schedules.find((s) => s.run === d.run);
    if (!s) return [];
    const facts = summary(d, bounds, thinned);
    const canvas = make("canvas", { tabIndex: 0, className: "bands" });
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", texts.orderChart(title(d.policy), facts));
    const backlog = queued(s);
    bands.push(new Bands(canvas, view, d, backlog, palette, unix, (_, name) => bandColour(palette.indexOf(name)), (t, at) => tell(d, backlog, thinned, unix, t, at)));
    return [make("div", { className: "gantt" }, make("h3", {}, title(d.policy), make("small", {}, facts)), canvas)];
  });
  byID("bands").replaceChildren(...parts);
  const legend = () =>
    byID("switching-legend").replaceChildren(
      ...palette.map((name, i) => make("span", {}, swatch(bandColour(i)), name.toUpperCase())),
    );
  legend();
  return { draw: () => bands.forEach((b) => b.plot.draw()), legend };
}

/** The paper's three orders first, so that they have the same colours everywhere. */
function conventional(a: string, b: string): number {
  const known = ["fcfs", "sjf", "ljf"];
  const rank = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}

function summary(d: Decisions, { first, last }: { first: number; last: number }, thinned: boolean): string {
  const changed = switches(d);
  const part = d.share
    .map((s, i) => ({ name: d.names[i], share: s.mean(first, last) }))
    .sort((a, b) => b.share - a.share)
    .map(({ name, share }) => `${name.toUpperCase()} ${fixed(100 * share, 1)} %`);
  return thinned ? texts.orderChanges(changed, part) : texts.orderChangesIn(changed, count(d.n), part);
}

function tell(d: Decisions, backlog: Steps, thinned: boolean, unix: number, t: number | undefined, at?: Spot): void {
  if (t === undefined || !at) {
    hideTip();
    return;
  }
  const { heading, list } = explain(d, backlog, thinned, unix, t);
  showTip([make("strong", {}, heading), make("dl", {}, ...pairs(list))], at);
  if (at.byKey) byID("details").textContent = `${heading}: ${list.map(([k, v]) => `${k} ${v}`).join(", ")}`;
}

/** What is to be said of second t. */
export function explain(d: Decisions, backlog: Steps, thinned: boolean, unix: number, t: number): { heading: string; list: [string, string][] } {
  const upper = (k: number) => d.names[k].toUpperCase();
  const heading = texts.orderInForce(upper(inForce(d, t)));
  const list: [string, string][] = [
    [texts.time, moment(Math.floor(t), unix)],
    [texts.waiting, count(backlog.when(t))],
  ];
  const i = decisionAt(d, t);
  if (i < 0) return { heading, list: [...list, [texts.decided, texts.nothingYet]] };
  const ago = t - d.time[i];
  list.push([thinned ? texts.lastChange : texts.lastStep, ago < 1 ? texts.now : texts.ago(duration(ago), moment(d.time[i], unix))]);
  list.push([texts.waitingAtIt, count(d.waiting[i])]);
  const rule = textAt(d.rule, i);
  if (rule) list.push([texts.caseOfTable, rule]);
  list.push([texts.decision, d.before[i] === d.after[i] ? texts.stays(upper(d.after[i])) : `${upper(d.before[i])} → ${upper(d.after[i])}`]);
  for (let k = d.first[i]; k < d.first[i + 1]; k++) {
    const [name, value] = [textAt(d.weighed, k), d.weighed.value[k]];
    if (Number.isNaN(value)) continue;
    // Basic dynP weighs the average estimate; it is no order.
    const label = d.names.includes(name) || name !== "aert" ? texts.judged(name.toUpperCase()) : texts.averageEstimate;
    list.push([label, inSeconds(d.policy) ? seconds(value) : number(value)]);
  }
  return { heading, list };
}

/** A time for people, with its seconds where rounding could make two look equal. */
function seconds(value: number): string {
  return value < 100 ? duration(value) : `${duration(value)} (${count(value)} s)`;
}

/** Whether what a policy weighs is a time: not slowdowns, nor sums of several qualities. */
function inSeconds(policy: string): boolean {
  const quality = /quality=([^,]+)/.exec(policy)?.[1] ?? "";
  return !quality.startsWith("sld") && !quality.includes("+");
}
