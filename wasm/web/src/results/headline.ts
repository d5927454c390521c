// What a run found, in a sentence or two, before any number: who waits least, and what that costs.
import { byID } from "../dom";
import { duration, number } from "../format";
import type { Metric, RunAnswer } from "../simulator/protocol";
import { results as texts } from "texts/results";

/** A run's metrics, as far as the sentences speak of them. */
interface Found {
  title: string;
  mean: number;
  longest: number;
  util: number;
}

/** Means that differ by less than this part are called equal: a sentence is no place for what chance may have made. */
const EQUAL = 0.02;

/** Says what was found, of schedules that can be compared. */
export function showHeadline(metrics: Metric[], answer: RunAnswer, title: (policy: string) => string, apart: string[]): void {
  const at = (name: string) => metrics.findIndex((m) => m.name === name);
  const [mean, longest, util] = ["wait_mean_s", "wait_max_s", "util"].map(at);
  // Where something must be said beside them, the schedules named in apart obey rules that the others do not.
  const runs = answer.beside === "" ? answer.runs : answer.runs.filter((r) => !apart.includes(r.policy));
  const found = runs.map((r) => ({ title: title(r.policy), mean: r.metrics[mean] ?? NaN, longest: r.metrics[longest] ?? NaN, util: r.metrics[util] ?? NaN }));
  const text = answer.cluster ? "" : headline(found.filter((f) => !Number.isNaN(f.mean)));
  byID("headline").hidden = text === "";
  byID("headline").textContent = text;
}

/** One sentence on the mean wait, and one on the longest where the policy that wins by the mean loses by that. */
export function headline(runs: Found[]): string {
  if (runs.length === 0) return "";
  if (runs.length === 1) {
    const [{ title, mean, longest, util }] = runs;
    const wait = texts.oneWaits(title, duration(mean), duration(longest));
    return Number.isNaN(util) ? wait : [wait, texts.inUse(number(100 * util))].join(" ");
  }
  const byMean = [...runs].sort((a, b) => a.mean - b.mean);
  const [best, worst] = [byMean[0], byMean[byMean.length - 1]];
  if (worst.mean - best.mean <= EQUAL * worst.mean) return texts.aboutAlike(duration(best.mean));
  const near = byMean.filter((f) => f.mean - best.mean <= EQUAL * best.mean).map((f) => f.title);
  const first = texts.waitLeast(near, duration(best.mean), duration(worst.mean), worst.title);
  const kindest = [...runs].sort((a, b) => a.longest - b.longest)[0];
  if (near.includes(kindest.title) || best.longest <= (1 + EQUAL) * kindest.longest) return first;
  return [first, texts.price(duration(best.longest), best.title, kindest.title, duration(kindest.longest))].join(" ");
}
