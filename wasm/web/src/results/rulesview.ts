// The section on runs that rules decided: which strategy was in force when, what
// the state was at a moment, which rules fired in it, and all rules of a base.
import { Bands, type Spot } from "../charts/bands";
import { decisionAt, inForce, switches } from "../tables/decisions";
import { byID, make, pairs } from "../dom";
import { count, duration, fixed, moment, number } from "../format";
import type { FuzzyRule, RuleBase, RulesForm } from "../simulator/protocol";
import { inLanguage } from "../simulator/catalogue";
import { conditionWords, featureShort, featureValue, featureWords, fuzzyRules, judgement, saysOf, strategyWords } from "../simulator/rulebase";
import { textAt } from "../tables/rows";
import { firings, led, type Firing, type Ruled } from "../tables/ruled";
import type { Schedule } from "../tables/schedule";
import { queued, type Steps } from "../tables/series";
import { strategyFills, strategyLegend, strategySwatch } from "./strategies";
import { hideTip, showTip } from "../tip";
import type { View } from "../charts/view";
import { rules as texts } from "texts/rules";

export interface Rules {
  /** Draws all strips again. */
  draw(): void;
  /** Writes what has the colours of the theme. */
  legend(): void;
  /** Whether rules or a strategy decided in a run. */
  decided(run: string): boolean;
  /** What is to be said of a job that started then. */
  atStart(run: string, start: number): [string, string][];
  /** Tells the state at second t of a run, which is called what. */
  pick(run: string, t: number, what: string): void;
}

/** Shows the section for runs that rules decided, or hides it where there is none. */
export function showRules(
  all: Ruled[],
  leftOut: boolean,
  form: RulesForm,
  baseOf: (policy: string) => RuleBase | undefined,
  schedules: Schedule[],
  view: View,
  bounds: { first: number; last: number },
  unix: number,
  title: (policy: string) => string,
): Rules {
  byID("rules").hidden = all.length === 0 && !leftOut;
  byID("rules-left-out").hidden = !leftOut;
  const fill = strategyFills(form);
  const strips: Bands[] = [];
  let told: (() => string) | undefined; // tells the last moment again, in the colours of the theme
  const pick = (d: Ruled, t: number, what: string): void => {
    told = () => tellState(d, t, what, form, baseOf(d.policy), unix, title(d.policy));
    byID("details").textContent = told();
  };
  const parts = all.flatMap((d) => {
    const s = schedules.find((s) => s.run === d.run);
    if (!s) return [];
    const facts = summary(d, bounds);
    const canvas = make("canvas", { tabIndex: 0, className: "bands" });
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", texts.chart(title(d.policy), facts));
    const backlog = queued(s);
    strips.push(
      new Bands(canvas, view, d, backlog, form.strategies, unix, fill, (t, at, picked) => {
        tell(d, baseOf(d.policy), backlog, unix, t, at);
        if (picked && t !== undefined) pick(d, t, "");
      }),
    );
    return [make("div", { className: "gantt" }, make("h3", {}, title(d.policy), make("small", {}, facts)), canvas)];
  });
  byID("rules-strips").replaceChildren(...parts);
  // Until a moment is chosen it is that of the first decision.
  const [d] = all;
  if (d) told = () => tellState(d, d.time[0], "", form, baseOf(d.policy), unix, title(d.policy));
  else byID("rules-state").replaceChildren();
  byID("rules-lists").replaceChildren();
  const legend = () => {
    byID("rules-legend").replaceChildren(...strategyLegend(form));
    const open = [...byID("rules-lists").querySelectorAll("details")].map((d) => d.open);
    const lists = all.flatMap((d) => {
      const base = baseOf(d.policy);
      return base ? [listed(base, d, form)] : [];
    });
    lists.forEach((l, i) => (l.open = open[i] ?? false));
    byID("rules-lists").replaceChildren(...lists);
    told?.();
  };
  legend();
  return {
    draw: () => strips.forEach((s) => s.plot.draw()),
    legend,
    decided: (run) => all.some((d) => d.run === run),
    atStart: (run, start) => {
      const d = all.find((d) => d.run === run);
      const i = d ? decisionAt(d, start) : -1;
      return d && i >= 0 ? [[texts.strategyThen, `${strategyWords(d.names[d.after[i]])}${baseOf(d.policy) ? ` (${ruleWords(textAt(d.rule, i))})` : ""}`]] : [];
    },
    pick: (run, t, what) => {
      const d = all.find((d) => d.run === run);
      if (d) pick(d, t, what);
    },
  };
}

/** "rule 3" as it is; a rigid rule's condition in words. */
function ruleWords(rule: string): string {
  return /^(orders |algorithms )?rule \d/.test(rule) ? rule.replace(/\b(orders |algorithms |)rule (\d+)/g, (_, list: string, n: string) => ruleOf(list.trim() || "rules", n, true)) : conditionWords(rule);
}

function summary(d: Ruled, { first, last }: { first: number; last: number }): string {
  const part = d.share
    .map((s, i) => ({ name: strategyWords(d.names[i]), share: s.mean(first, last) }))
    .sort((a, b) => b.share - a.share);
  const named = part.slice(0, 4).map(({ name, share }) => `${name} ${fixed(100 * share, 1)} %`);
  const rest = part.slice(4).reduce((sum, p) => sum + p.share, 0);
  if (rest > 0) named.push(texts.others(fixed(100 * rest, 1)));
  return texts.changesIn(switches(d), d.n, named);
}

/** The short note beside the pointer. */
function tell(d: Ruled, base: RuleBase | undefined, backlog: Steps, unix: number, t: number | undefined, at: Spot | undefined): void {
  if (t === undefined || !at) {
    hideTip();
    return;
  }
  const heading = strategyWords(d.names[inForce(d, t)]);
  const list: [string, string][] = [
    [texts.time, moment(Math.floor(t), unix)],
    [texts.waiting, count(backlog.when(t))],
  ];
  const i = decisionAt(d, t);
  if (i >= 0) {
    list.push([texts.decided, t - d.time[i] < 1 ? texts.now : texts.before(duration(t - d.time[i]))]);
    if (base) list.push([texts.saidMost, ruleWords(textAt(d.rule, i))]);
  }
  showTip([make("strong", {}, heading), make("dl", {}, ...pairs(list))], at);
  if (at.byKey) byID("details").textContent = `${heading}: ${list.map(([k, v]) => `${k} ${v}`).join(", ")}`;
}

/** A decision in words. */
export interface State {
  /** The strategy's name. */
  strategy: string;
  features: [words: string, value: string][];
  rules: { name: string; percent: number; text: string }[];
}

/** The rule of a firing, where its base is of fuzzy rules. */
function fuzzyRule(base: RuleBase, f: Firing): FuzzyRule | undefined {
  return fuzzyRules(base).find(([name]) => name === f.list)?.[1][f.rule - 1];
}

/** What decision i was made of. */
export function stateOf(d: Ruled, i: number, base: RuleBase | undefined, form: RulesForm): State {
  const strategy = d.names[d.after[i]];
  const rules = !base ? [] : firings(textAt(d.fired, i)).map((f) => ({ name: ruleName(f), percent: f.percent, text: saying(base, f, strategy) }));
  return { strategy, features: form.features.map((f) => [featureWords(f.name), featureValue(form, f.name, d.features[f.name][i])]), rules };
}

function ruleName(f: Firing): string {
  return ruleOf(f.list, String(f.rule));
}

/** The name of a rule of a list, or how it is called within a sentence. */
function ruleOf(list: string, n: string, within = false): string {
  if (within) return list === "rules" ? texts.ruleWithin(n) : list === "orders" ? texts.orderRuleWithin(n) : texts.algorithmRuleWithin(n);
  return list === "rules" ? texts.rule(n) : list === "orders" ? texts.orderRule(n) : texts.algorithmRule(n);
}

/** What a rule that fired has to say, first of what was chosen. */
function saying(base: RuleBase, f: Firing, strategy: string): string {
  const fuzzy = fuzzyRule(base, f);
  if (fuzzy) {
    // With Greedy the order is not told.
    const [order, algorithm] = strategy === "greedy" ? ["", "greedy"] : strategy.split("-");
    return saysOf(fuzzy, f.list === "orders" ? order : f.list === "algorithms" ? algorithm : strategy);
  }
  const rigid = base.rigid?.rules[f.rule - 1];
  return rigid ? texts.where(conditionWords(rigid.when), strategyWords(rigid.then)) : "";
}

/** Shows what the last decision until second t was made of, and returns it as a text. */
function tellState(d: Ruled, t: number, what: string, form: RulesForm, base: RuleBase | undefined, unix: number, title: string): string {
  const i = decisionAt(d, t);
  const region = byID("rules-state");
  if (i < 0) {
    const nothing = texts.nothingBefore;
    region.replaceChildren(make("p", { className: "note" }, nothing));
    return nothing;
  }
  const s = stateOf(d, i, base, form);
  const when = what || (t - d.time[i] < 1 ? "" : texts.decidedBefore(moment(Math.floor(t), unix), duration(t - d.time[i])));
  const at = texts.at(moment(d.time[i], unix), when, d.waiting[i], title);
  const fired = s.rules.map((r) => make("li", {}, make("strong", {}, texts.counts(r.name, r.percent)), ` ${r.text}`));
  region.replaceChildren(
    make("h3", {}, at),
    make("p", { className: "decided" }, strategySwatch(form, s.strategy), make("strong", {}, strategyWords(s.strategy))),
    make(
      "div",
      { className: "state" },
      make("div", {}, make("h4", {}, texts.state), make("dl", {}, ...pairs(s.features))),
      make("div", {}, make("h4", {}, texts.fired), base ? make("ol", {}, ...fired) : make("p", { className: "note" }, texts.always)),
    ),
  );
  return `${at} ${strategyWords(s.strategy)}. ${s.features.map(([k, v]) => `${k} ${v}`).join(", ")}. ${s.rules.map((r) => texts.countsWithin(r.name, r.percent)).join(", ")}`;
}

/** All rules of a base, with how often each said most. */
function listed(base: RuleBase, d: Ruled, form: RulesForm): HTMLDetailsElement {
  const tables = base.rigid ? [rigidTable(base, d)] : fuzzyRules(base).map(([list, rules]) => fuzzyTable(list, rules, d, form));
  const about = [inLanguage(base.about ?? ""), texts.features];
  if (!base.rigid) about.push(texts.weights);
  return make("details", { className: "rulebase" }, make("summary", {}, texts.allRules(base.name)), make("p", { className: "note" }, about.join(" ").trim()), ...tables);
}

function table(label: string, className: string, head: (string | HTMLElement)[], rows: string[][]): HTMLElement {
  const region = make(
    "div",
    { className: "scroll", tabIndex: 0 },
    make(
      "table",
      { className: `rules ${className}` },
      make("thead", {}, make("tr", {}, ...head.map((h) => make("th", { scope: "col" }, h)))),
      make("tbody", {}, ...rows.map(([first, ...rest]) => make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((c) => make("td", {}, c))))),
    ),
  );
  region.setAttribute("role", "region");
  region.setAttribute("aria-label", label);
  return region;
}

function rigidTable(base: RuleBase, d: Ruled): HTMLElement {
  const rules = base.rigid!.rules;
  const times = led(d, "rules", rules.length);
  return table(texts.rulesOf(base.name), "rigid", [texts.ruleHead, texts.whereHead, texts.strategyHead, texts.decided], rules.map((r, i) => [String(i + 1), conditionWords(r.when), strategyWords(r.then), often(times[i])]));
}

function fuzzyTable(list: string, rules: FuzzyRule[], d: Ruled, form: RulesForm): HTMLElement {
  const times = led(d, list, rules.length);
  const features = form.features.filter((f) => rules.some((r) => r.when.some((m) => m.feature === f.name)));
  const [what, label] = list === "rules" ? [texts.ruleHead, texts.rulesTable] : list === "orders" ? [texts.orderRuleHead, texts.orderRulesTable] : [texts.algorithmRuleHead, texts.algorithmRulesTable];
  const outputs = list === "rules" ? form.strategies : list === "orders" ? form.orders : form.algorithms;
  const rows = rules.map((r, i) => [
    String(i + 1),
    ...features.map((f) => {
      const m = r.when.find((m) => m.feature === f.name);
      return m ? `${short(m.mean)} ± ${short(m.sigma)}` : texts.any;
    }),
    count(times[i]),
    ...outputs.map((name) => judgement(r, name).sign),
  ]);
  const head = [what, ...features.map((f) => featureShort(f.name)), texts.saidMostHead, ...outputs.map((name) => (list === "rules" ? marked(form, name) : strategyWords(name)))];
  return table(label, "fuzzy", head, rows);
}

/** A strategy's swatch in a column's head, with its name for who cannot see it. */
function marked(form: RulesForm, name: string): HTMLElement {
  const words = strategyWords(name);
  return make("span", { title: words }, strategySwatch(form, name), make("span", { className: "unseen" }, words));
}

function short(x: number): string {
  return Math.abs(x) >= 10 ? fixed(x, 0) : number(Number(x.toFixed(1)));
}

function often(n: number): string {
  return texts.times(n);
}
