// What a run found, in a sentence or two, before any number: who waits least, whether another log could change that, and what it costs.
import { byID, make } from "../dom";
import { duration, number, worded } from "../format";
import { withoutFlags } from "../simulator/flags";
import type { Metric, RunAnswer } from "../simulator/protocol";
import type { Effect } from "./waits";
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
export function showHeadline(metrics: Metric[], answer: RunAnswer, title: (policy: string) => string, apart: string[], effect: Effect | undefined): void {
  const at = (name: string) => metrics.findIndex((m) => m.name === name);
  const [mean, longest, util] = ["wait_mean_s", "wait_max_s", "util"].map(at);
  const found = answer.runs.map((r, place) => ({ policy: r.policy, place, title: title(r.policy), mean: r.metrics[mean] ?? NaN, longest: r.metrics[longest] ?? NaN, util: r.metrics[util] ?? NaN }));
  // Where something must be said beside them, the schedules named in apart obey rules that the others do not.
  const compared = answer.beside === "" ? found : found.filter((r) => !apart.includes(r.policy));
  const known = compared.filter((f) => !Number.isNaN(f.mean));
  const twin = found.find((f) => f.policy === "slurm" && !Number.isNaN(f.mean));
  const guessed = !answer.shared && !answer.cluster && (answer.workload.doubts ?? []).some((d) => d.key === "machine-size");
  const nobody = guessed && known.length > 0 && known.every((f) => f.mean < 1);
  const sentences = answer.shared ? [] : nobody ? [] : [twin ? changedBy(twin, effect) : headline(known, answer)];
  if (guessed) sentences.unshift((nobody ? texts.guessNobodyWaits : texts.guessed)(answer.workload.procs));
  sentences.unshift(...leftOut(answer, title));
  const box = byID("headline");
  box.replaceChildren(sentences.filter((s) => s !== "").join(" "));
  box.hidden = box.textContent === "";
  if (!guessed) return;
  const enter = make("button", { type: "button", id: "headline-procs" }, texts.enterProcs);
  enter.addEventListener("click", () => {
    byID<HTMLDetailsElement>("setup").open = true;
    byID("procs").focus();
  });
  box.append(" ", enter);
}

/** More than this part of all jobs is told before anything is said of the others. */
const MANY = 1 / 20;

/** Says how many jobs are not in the numbers, where they are many. */
export function leftOut({ workload: w, runs, cluster }: Pick<RunAnswer, "workload" | "runs" | "cluster">, title: (policy: string) => string): string[] {
  const rows = w.left_out > MANY * (w.jobs + w.left_out) ? [texts.manyLeftOut(w.left_out, w.left_out + w.jobs)] : [];
  const not = runs.filter((r) => r.left_out > MANY * w.jobs).map((r) => `${(cluster ? texts.neverStarted(r.left_out, title(r.policy)) : texts.cannotRun(title(r.policy), r.left_out))}.`);
  return [...rows, ...not];
}

/** What Slurm does with the cluster, before and after a change, and whose jobs gain and pay most. */
export function changedBy(slurm: Found, effect: Effect | undefined): string {
  if (!effect || Number.isNaN(effect.was)) return [...(effect ? [texts.afterChange] : []), headline([slurm], { alike: null, within: { unit: "", n: 0 } })].join(" ");
  const { gains, pays } = effect;
  const [was, is] = [effect.was, slurm.mean].map(duration);
  const first = was === is ? texts.changeKeeps(slurm.title, is) : texts.changeMakes(slurm.title, was, is);
  const who = [...(gains ? [texts.gains(gains.name, duration(-gains.by))] : []), ...(pays ? [texts.pays(pays.name, duration(pays.by))] : [])];
  return who.length > 0 ? `${first}; ${texts.both(who)}.` : `${first}.`;
}

/** Says what of the log could change these numbers by more than a tenth. */
export function showGrave(answer: RunAnswer): void {
  const grave = (answer.workload.doubts ?? []).filter((d) => d.grave && d.key !== "machine-size"); // which the headline tells
  byID("doubted").hidden = grave.length === 0;
  byID("doubted").replaceChildren(...grave.map((d) => make("p", {}, withoutFlags(worded(d)))));
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
