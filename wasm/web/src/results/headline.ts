// What a run found, in a sentence or two, before any number: who waits least, whether another log could change that, and what it costs.
import { byID, make } from "../dom";
import { duration, number, worded } from "../format";
import type { Metric, RunAnswer } from "../simulator/protocol";
import { results as texts } from "texts/results";

/** A run's metrics, as far as the sentences speak of them. */
interface Found {
  title: string;
  /** Of the run in the answer. */
  place: number;
  mean: number;
  longest: number;
  util: number;
}

/** Which runs' mean waits are alike or not known to differ, and in what that was seen. */
type Trust = Pick<RunAnswer, "alike" | "within">;

/** A longest wait that is larger by less than this part is no price. */
const WORTH = 0.02;

/** Says what was found, of schedules that can be compared. */
export function showHeadline(metrics: Metric[], answer: RunAnswer, title: (policy: string) => string, apart: string[]): void {
  const at = (name: string) => metrics.findIndex((m) => m.name === name);
  const [mean, longest, util] = ["wait_mean_s", "wait_max_s", "util"].map(at);
  const found = answer.runs.map((r, place) => ({ policy: r.policy, place, title: title(r.policy), mean: r.metrics[mean] ?? NaN, longest: r.metrics[longest] ?? NaN, util: r.metrics[util] ?? NaN }));
  // Where something must be said beside them, the schedules named in apart obey rules that the others do not.
  const compared = answer.beside === "" ? found : found.filter((r) => !apart.includes(r.policy));
  const text = answer.shared ? "" : headline(compared.filter((f) => !Number.isNaN(f.mean)), answer);
  byID("headline").hidden = text === "";
  byID("headline").textContent = text;
}

/** Says what of the log could change these numbers by more than a tenth. */
export function showGrave(answer: RunAnswer): void {
  const grave = (answer.workload.doubts ?? []).filter((d) => d.grave);
  byID("doubted").hidden = grave.length === 0;
  byID("doubted").replaceChildren(...grave.map((d) => make("p", {}, worded(d))));
}

/** The mean waits and how far they can be trusted, and the longest where the policy that wins by the mean loses by that. */
export function headline(runs: Found[], trust: Trust): string {
  if (runs.length === 0) return "";
  if (runs.length === 1) {
    const [{ title, mean, longest, util }] = runs;
    const wait = texts.oneWaits(title, duration(mean), duration(longest));
    return Number.isNaN(util) ? wait : [wait, texts.inUse(number(100 * util))].join(" ");
  }
  const byMean = [...runs].sort((a, b) => a.mean - b.mean);
  const [best, worst] = [byMean[0], byMean[byMean.length - 1]];
  if (worst.mean === best.mean) return texts.allEqual(duration(best.mean));
  const { alike, within } = trust;
  if (!alike && duration(best.mean) === duration(worst.mean)) return texts.aboutAlike(duration(best.mean));
  const [least, most] = told(best.mean, worst.mean);
  const first = byMean.filter((f) => f.mean === best.mean);
  const sentences = [texts.waitLeast(first.map((f) => f.title), least, most, worst.title)];
  const behind = byMean.slice(first.length);
  const doubted = behind.filter((f) => alike && alike[best.place][f.place] !== "");
  const few = doubted.some((f) => alike![best.place][f.place] === "unknown");
  if (!alike) sentences.push(texts.unsure);
  else if (doubted.length > 0) sentences.push((few ? texts.tooFew : texts.close)(doubted.length < behind.length ? doubted.map((f) => f.title) : [], within));
  const kindest = [...runs].sort((a, b) => a.longest - b.longest)[0];
  if (!first.includes(kindest) && best.longest > (1 + WORTH) * kindest.longest) sentences.push(texts.price(duration(best.longest), best.title, kindest.title, duration(kindest.longest)));
  return sentences.join(" ");
}

/** Two times, with their seconds where they would look the same. */
function told(a: number, b: number): [string, string] {
  const [x, y] = [duration(a), duration(b)];
  return x !== y ? [x, y] : [`${x} (${number(a)} s)`, `${y} (${number(b)} s)`];
}
