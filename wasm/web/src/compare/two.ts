// Two policies of a run, and the jobs that both started.
import type { Run } from "../results/results";
import type { Schedule } from "../tables/schedule";
import { gather, pairsOf, waitsOf, type Pairs } from "./pairs";

export interface Two {
  run: Run;
  a: Schedule;
  b: Schedule;
  titleA: string;
  titleB: string;
  pairs: Pairs;
  /** Of each pair, the waits in seconds, and how much longer the second is. */
  waitA: Float64Array;
  waitB: Float64Array;
  change: Float64Array;
  /** Of each pair, the second of its submission. */
  submit: Float64Array;
  /** What widths count. */
  unit: "processor" | "core" | "task";
}

/** The policies that are chosen, where the run has them; else its first two. */
export function twoOf(run: Run, chosen: Record<string, string>, title: (policy: string) => string): Two {
  const { schedules, answer } = run;
  const find = (policy: string | undefined) => schedules.find((s) => s.policy === policy);
  const a = find(chosen.from) ?? schedules.find((s) => s.policy !== chosen.to)!;
  const b = find(chosen.to) ?? schedules.find((s) => s !== a)!;
  const pairs = pairsOf(a, b);
  const [waitA, waitB] = [waitsOf(a, pairs.a), waitsOf(b, pairs.b)];
  const change = new Float64Array(waitA.length);
  for (let i = 0; i < change.length; i++) change[i] = waitB[i] - waitA[i];
  return {
    run, a, b, titleA: title(a.policy), titleB: title(b.policy), pairs, waitA, waitB,
    change, submit: gather(pairs.a, (i) => a.submit[i]), unit: answer.shared ? "task" : answer.cluster ? "core" : "processor",
  };
}
