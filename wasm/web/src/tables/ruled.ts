// How rule bases decided, out of a decisions table.
import { readTable } from "./arrow";
import type { Decisions } from "./decisions";
import type { FuzzyRule, RuleBase } from "../simulator/protocol";
import { fuzzyRules } from "../simulator/rulebase";
import { texts } from "./schedule";

/** The decisions of one run; before the first, its strategy counts as in force. */
export interface Ruled extends Decisions {
  /** By the names of features, by decision. */
  features: Record<string, Float64Array>;
  fired: string[];
}

/** A rule's part in a decision. */
export interface Firing {
  /** rules, orders or algorithms. */
  list: string;
  /** From 1. */
  rule: number;
  percent: number;
}

/** Reads a decisions table (an Arrow IPC file) into one Ruled per run, in its order. */
export function ruled(arrow: Uint8Array, features: string[]): Ruled[] {
  const table = readTable(arrow);
  const column = (name: string) => {
    const c = table.getChild(name);
    if (!c) throw new Error(`the decisions table has no column ${name}`);
    return c;
  };
  const numbers = (name: string) => Float64Array.from(column(name).toArray() as ArrayLike<number>);
  const [run, policy, strategy, rule, fired] = ["run", "policy", "strategy", "rule", "fired"].map((name) => texts(column(name)).map((t) => t ?? ""));
  const time = numbers("time_s");
  const waiting = numbers("waiting");
  const values = features.map(numbers);
  const out: Ruled[] = [];
  for (let from = 0; from < run.length; ) {
    let to = from + 1;
    while (to < run.length && run[to] === run[from]) to++;
    const names = [...new Set(strategy.slice(from, to))];
    const place = new Map(names.map((name, i) => [name, i]));
    const after = Uint8Array.from(strategy.slice(from, to), (s) => place.get(s)!);
    const before = after.slice();
    before.copyWithin(1, 0, after.length - 1);
    out.push({
      run: run[from],
      policy: policy[from],
      n: to - from,
      time: time.slice(from, to),
      waiting: waiting.slice(from, to),
      before,
      after,
      rule: rule.slice(from, to),
      names,
      first: new Uint32Array(to - from + 1),
      weighed: [],
      features: Object.fromEntries(features.map((name, k) => [name, values[k].slice(from, to)])),
      fired: fired.slice(from, to),
    });
    from = to;
  }
  return out;
}

/** Reads the column fired: 3:62 7:38, or orders 3:62 7:38, algorithms 1:100. */
export function firings(fired: string): Firing[] {
  return fired.split(", ").flatMap((part) => {
    const words = part.split(" ").filter((w) => w !== "");
    const list = words[0]?.includes(":") ? "rules" : (words.shift() ?? "rules");
    return words.map((w) => {
      const [rule, percent] = w.split(":").map(Number);
      return { list, rule, percent };
    });
  });
}

/** In how many decisions each rule of a list said most for what was chosen, by its number from 0. */
export function led(d: Ruled, list: string, rules: number): number[] {
  const out = new Array<number>(rules).fill(0);
  const seen = new Map<string, number>(); // there are few texts and many decisions
  for (const fired of d.fired) {
    let first = seen.get(fired);
    if (first === undefined) seen.set(fired, (first = firings(fired).find((f) => f.list === list)?.rule ?? 0));
    if (first > 0) out[first - 1]++;
  }
  return out;
}

/** The rule of a firing, where its base is of fuzzy rules. */
export function fuzzyRule(base: RuleBase, f: Firing): FuzzyRule | undefined {
  return fuzzyRules(base).find(([name]) => name === f.list)?.[1][f.rule - 1];
}
