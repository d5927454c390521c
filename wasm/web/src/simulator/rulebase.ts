// Rule bases in words: what their features, strategies and rules are called.
import { number } from "../format";
import type { FuzzyRule, RuleBase, RulesForm } from "./protocol";
import { rules as texts } from "texts/rules";

/** The lists of fuzzy rules that a base has, by the names that decisions have for them. */
export function fuzzyRules(base: RuleBase): [name: string, rules: FuzzyRule[]][] {
  const all: [string, FuzzyRule[] | undefined][] = [["rules", base.fuzzy?.rules], ["orders", base.orders?.rules], ["algorithms", base.algorithms?.rules]];
  return all.filter((l): l is [string, FuzzyRule[]] => l[1] !== undefined);
}

/** What strategies are called, as the simulator describes them. */
let form: Pick<RulesForm, "orders" | "order_titles" | "strategies"> = { orders: [], order_titles: [], strategies: [] };

/** Takes the names of orders and strategies over; before that none is known. */
export function nameStrategies(f: typeof form): void {
  form = f;
}

export function orderWords(order: string): string {
  return form.order_titles[form.orders.indexOf(order)] ?? order;
}

/** sjf-easy: EASY, shortest first. An order and an algorithm have words of their own. */
export function strategyWords(name: string): string {
  const [order, algorithm] = name.split("-");
  if (algorithm) return `${algorithm.toUpperCase()}, ${orderWords(order)}`;
  if (form.orders.includes(name)) return orderWords(name);
  return isStrategy(name) ? name.replace(/^./, (c) => c.toUpperCase()) : name.toUpperCase(); // Greedy, EASY
}

/** Whether a name is that of a strategy. */
export function isStrategy(name: string): boolean {
  return form.strategies.includes(name);
}

/** What a feature is, in a few words. */
export function featureWords(name: string): string {
  if (name === "sd") return texts.slowdownSoFar;
  if (name === "um") return texts.procsInUse;
  return name.replace(/^prcwq(\d)$/, texts.waitingWorkOf);
}

/** A short heading of a column. */
export function featureShort(name: string): string {
  if (name === "sd") return texts.slowdown;
  if (name === "um") return texts.inUse;
  return name.replace(/^prcwq(\d)$/, texts.group);
}

/** The same within a sentence. */
function featureWithin(name: string): string {
  if (name === "sd") return texts.slowdownWithin;
  if (name === "um") return texts.inUseWithin;
  return name.replace(/^prcwq(\d)$/, texts.groupWithin);
}

/** A value of a feature: 42 %, 1.3. */
export function featureValue(form: RulesForm, name: string, value: number): string {
  const unit = form.features.find((f) => f.name === name)?.unit;
  return `${number(value)}${unit && unit !== "1" ? ` ${unit}` : ""}`;
}

/** A rigid rule's condition, which names features, in the short words of columns. */
export function conditionWords(when: string): string {
  const part = (c: string) => c.replace(/\b(sd|um|prcwq\d)\b/, (name) => featureWithin(name)).replaceAll("<=", "≤") + (/\b(um|prcwq\d)\b/.test(c) ? " %" : "");
  return when.split(", ").map(part).join(` ${texts.and} `);
}

export type Side = "strongly_for" | "for" | "against" | "strongly_against";

/** How strongly a rule can recommend, in words and as a sign. */
const SIDES: Record<Side, { words: string; sign: string }> = {
  strongly_for: { words: texts.stronglyFor, sign: "++" },
  for: { words: texts.for, sign: "+" },
  against: { words: texts.against, sign: "−" },
  strongly_against: { words: texts.stronglyAgainst, sign: "−−" },
};

/** How a fuzzy rule judges one strategy, order or algorithm. */
export function judgement(r: FuzzyRule, name: string): { words: string; sign: string } {
  const side = (Object.keys(SIDES) as Side[]).find((key) => r[key]?.includes(name));
  return side ? SIDES[side] : { words: texts.indifferent, sign: "" };
}

/** What a fuzzy rule says of what was chosen, and what it says strongly of anything else. */
export function saysOf(r: FuzzyRule, chosen: string): string {
  const others = (side: Side) => (r[side] ?? []).filter((name) => name !== chosen).map(strategyWords).join("; ");
  const parts = chosen ? [`${judgement(r, chosen).words} ${strategyWords(chosen)}`] : [];
  for (const side of ["strongly_for", "strongly_against"] as const) {
    const names = others(side);
    if (names) parts.push(`${r[side]!.includes(chosen) ? (side === "strongly_for" ? texts.asStronglyFor : texts.asStronglyAgainst) : SIDES[side].words} ${names}`);
  }
  return parts.map((p) => p.replace(/^./, (c) => c.toUpperCase()) + ".").join(" ");
}
