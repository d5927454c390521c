// How rule bases decided. A worker reads it from a decisions table.
import type { Numbers } from "./numbers";
import { shares, type InForce } from "./decisions";
import { RowsReader, type Coded, type Rows } from "./rows";

/** The decisions of one run; before the first, its strategy counts as in force. */
export interface Ruled extends InForce {
  /** By the names of features, by decision. */
  features: Record<string, Numbers>;
  fired: Coded;
}

/** A rule's part in a decision. */
export interface Firing {
  /** rules, orders or algorithms. */
  list: string;
  /** From 1. */
  rule: number;
  percent: number;
}

const TEXTS = ["strategy", "rule", "fired"] as const;

/** The table's columns that are no features. */
const OTHERS = ["run", "policy", "step", "time_s", "waiting", "before", "value", ...TEXTS] as string[];

/** Takes the rows of a decisions table of these columns; the shares of runs begin at second start. */
export class RuledReader extends RowsReader<string, (typeof TEXTS)[number]> {
  constructor(columns: string[], start: number, done: (run: Ruled) => void) {
    const features = columns.filter((name) => !OTHERS.includes(name));
    super("decisions", ["time_s", "waiting", ...features], TEXTS, (rows) => done(ruledOf(rows, features, start)));
  }
}

function ruledOf(rows: Rows<string, (typeof TEXTS)[number]>, features: string[], start: number): Ruled {
  const { run, policy, n } = rows;
  const [time, strategy] = [rows.numbers("time_s"), rows.texts("strategy")];
  const codes = [...new Set(strategy.code)]; // in the order in which they come
  const after = new Uint8Array(n);
  for (let i = 0; i < n; i++) after[i] = codes.indexOf(strategy.code[i]);
  const before = after.slice();
  before.copyWithin(1, 0, n - 1);
  const names = codes.map((code) => strategy.names[code] ?? "");
  return {
    run, policy, n, time, before, after, names,
    waiting: rows.numbers("waiting"),
    rule: rows.texts("rule"),
    share: shares({ n, time, before, after, names }, start),
    features: Object.fromEntries(features.map((name) => [name, rows.numbers(name)])),
    fired: rows.texts("fired"),
  };
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
export function led({ fired: { names, code } }: Pick<Ruled, "fired">, list: string, rules: number): number[] {
  const out = new Array<number>(rules).fill(0);
  const first = names.map((fired) => firings(fired ?? "").find((f) => f.list === list)?.rule ?? 0); // there are few texts and many decisions
  for (const c of code) if (first[c] > 0) out[first[c] - 1]++;
  return out;
}
