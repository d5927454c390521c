// The table of metrics: a row per metric, a column per policy.
import { breakable, byID, make, swatch } from "../dom";
import { fixed, quantity } from "../format";
import type { Said } from "../simulator/catalogue";
import type { Metric, RunAnswer, Standing } from "../simulator/protocol";
import { policySwatch } from "../charts/theme";
import { meaning } from "../terms";
import { hideTip, showTip } from "../tip";
import { results as say } from "texts/results";

/** Shown at once, in this order and these words; the others on request. */
const MAIN: Record<string, string> = {
  wait_mean_s: say.meanWait,
  wait_p95_s: say.wait95,
  wait_max_s: say.longestWait,
  bsld_mean: say.boundedSlowdown,
  util: say.utilisation,
  loc: say.capacityLost,
  makespan_s: say.makespan,
  fairness_users: say.fairness,
  killed_share: say.cutAtEstimate,
};

/** And on shared nodes. */
const ON_NODES: Record<string, string> = {
  bsld_max: say.maxStretch,
  bsld_mean: say.meanStretch,
  underutil: say.underutilisation,
  pauses_per_job: say.pausesPerJob,
  migrations_per_job: say.migrationsPerJob,
  pauses_per_h: say.pausesPerHour,
  migrations_per_h: say.migrationsPerHour,
  wait_mean_s: say.meanWait,
  makespan_s: say.makespan,
};

/** Shown in percent. */
const SHARES = ["killed_share", "util", "util_started", "loc", "underutil"];

export function showMetrics(all: Metric[], answer: RunAnswer, said: (policy: string) => Said, everything: boolean): void {
  const head = make("tr", {}, make("th", { scope: "col" }, say.metric));
  answer.runs.forEach((r) => {
    head.append(make("th", { scope: "col" }, swatch(policySwatch(r.policy)), policy(said(r.policy))));
  });
  const main = answer.shared ? ON_NODES : MAIN;
  const names = everything ? all.map((m) => m.name) : Object.keys(main);
  const rows = names.flatMap((name) => {
    const k = all.findIndex((m) => m.name === name);
    const values = answer.runs.map((r) => r.metrics[k] ?? null);
    return defined(values) ? [row(all[k], main[name], values, answer.runs.map((r) => r.stands?.[k] ?? ""))] : [];
  });
  byID("metrics").replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
  byID("metrics-marks").replaceChildren(...marks(answer));
}

/** What the marks say, in the marks themselves. */
function marks({ runs, within }: RunAnswer): (Node | string)[] {
  const has = (s: Standing) => runs.some((r) => r.stands?.includes(s));
  return [
    ...(has("best") ? [make("span", { className: "best" }, say.stands.best), say.bestMeans(within), " "] : []),
    ...(has("first") ? [make("span", { className: "first" }, say.stands.first), say.firstMeans(within), " "] : []),
  ];
}

/** Whether a metric has a value in any run: some are for shared nodes only, or need users that the log does not name. */
export function defined(values: (number | null)[]): boolean {
  return values.some((v) => v !== null);
}

function row(m: Metric, name: string | undefined, values: (number | null)[], stands: Standing[]): HTMLElement {
  const tr = make("tr", {}, make("th", { scope: "row" }, explained(m, name)));
  values.forEach((v, i) => {
    const td = make("td", { title: v === null ? say.undefinedHere : exact(v, m.unit), className: stands[i] });
    td.textContent = show(m, v);
    if (stands[i] !== "") td.append(make("span", { className: "unseen" }, ` ${say.stands[stands[i]]}`));
    tr.append(td);
  });
  return tr;
}

/** All digits of a value, in its unit. */
function exact(v: number, unit: string): string {
  return unit.startsWith("1/") ? `${v}/${unit.slice(2)}` : `${v} ${unit === "1" ? "" : unit}`.trim();
}

function show(m: Metric, v: number | null): string {
  if (v !== null && SHARES.includes(m.name)) return `${fixed(100 * v, 1)} %`;
  return quantity(v, m.unit);
}

/** The metric's title with its definition on hover and focus. */
function explained(m: Metric, name: string | undefined): HTMLElement {
  const way = { "-1": say.lowerBetter, "1": say.higherBetter, "0": "" }[String(m.better) as "-1" | "0" | "1"];
  const plain = meaning(name ?? m.title);
  return told([name ?? m.title], `${plain ? `${plain} ` : ""}${m.formula}. ${way}`, () => [
    make("strong", {}, m.title), ...(plain ? [make("div", {}, plain)] : []), make("code", {}, m.formula), make("span", {}, `${way} ${m.source}`.trim()), make("div", {}, make("small", {}, say.column(m.name))),
  ]);
}

/** The policy's title with its spoken name and what it does. */
function policy({ name, title, spoken, doc, source }: Said): HTMLElement {
  return told(breakable(title), `${spoken ? `${spoken}. ` : ""}${doc}`, () => [
    make("strong", {}, spoken ?? title), make("div", {}, doc), ...(source ? [make("span", {}, source)] : []), make("div", {}, make("small", {}, say.policyName(name))),
  ]);
}

/** A term of which more is told on hover, on focus and to who cannot see. */
function told(term: (Node | string)[], description: string, tip: () => HTMLElement[]): HTMLElement {
  const b = make("button", { type: "button", className: "metric" }, ...term);
  const open = () => {
    const box = b.getBoundingClientRect();
    showTip(tip(), { x: box.left, y: box.bottom - 8 });
  };
  b.setAttribute("aria-description", description);
  b.addEventListener("pointerenter", open);
  b.addEventListener("focus", open);
  b.addEventListener("click", open);
  b.addEventListener("pointerleave", hideTip);
  b.addEventListener("blur", hideTip);
  return b;
}
