// What a run found, in a sentence or two, before any number: who waits least, and what that costs.
import { byID } from "../dom";
import { duration, number } from "../format";
import type { Metric, RunAnswer } from "../simulator/protocol";

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
  const busy = (f: Found) => (Number.isNaN(f.util) ? "" : ` ${number(100 * f.util)} % of the machine is in use.`);
  if (runs.length === 1) return `Under ${runs[0].title} a job waits ${duration(runs[0].mean)} on average, the longest ${duration(runs[0].longest)}.${busy(runs[0])}`;
  const byMean = [...runs].sort((a, b) => a.mean - b.mean);
  const [best, worst] = [byMean[0], byMean[byMean.length - 1]];
  if (worst.mean - best.mean <= EQUAL * worst.mean) return `All of them let jobs wait about as long: ${duration(best.mean)} on average.`;
  const near = byMean.filter((f) => f.mean - best.mean <= EQUAL * best.mean).map((f) => f.title);
  const first = `Jobs wait least under ${listed(near)}: ${duration(best.mean)} on average, against ${duration(worst.mean)} under ${worst.title}.`;
  const kindest = [...runs].sort((a, b) => a.longest - b.longest)[0];
  const price = near.includes(kindest.title) || best.longest <= (1 + EQUAL) * kindest.longest ? "" : ` The price: one job waits ${duration(best.longest)} under ${best.title}; under ${kindest.title} none waits longer than ${duration(kindest.longest)}.`;
  return first + price;
}

function listed(names: string[]): string {
  return names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
