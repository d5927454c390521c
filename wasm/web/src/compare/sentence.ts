// What changes from one policy to another, in a sentence or two.
import { compare as texts } from "texts/compare";
import type { Group } from "./groups";
import type { Change } from "./pairs";
import type { RunAnswer } from "../simulator/protocol";

export interface Compared {
  /** The policies' names. */
  from: string;
  to: string;
  change: Change;
  /** The weeks, days or hours that do not tell the mean waits apart, and whether they are too few to; undefined if they do. */
  perhaps?: Perhaps;
  /** By width. */
  groups: Group[];
  /** What widths count: processor, core, task. */
  unit: string;
  /** Jobs that started under one of them only. */
  onlyFrom: number;
  onlyTo: number;
}

export interface Perhaps {
  within: RunAnswer["within"];
  few: boolean;
}

/** What does not tell two policies' mean waits apart, if they are alike: of all of a run's jobs. */
export function perhapsOf({ runs, alike, within }: Pick<RunAnswer, "runs" | "alike" | "within">, from: string, to: string): Perhaps | undefined {
  const place = (policy: string) => runs.findIndex((r) => r.policy === policy);
  const like = alike?.[place(from)][place(to)];
  return like ? { within, few: like === "unknown" } : undefined;
}

/** The sentence, whether another log could turn the means round, the clearest exception by width or else the widths that gain or pay most, and which jobs are left out. */
export function sentenceOf({ from, to, change, perhaps, groups, unit, onlyFrom, onlyTo }: Compared): string {
  const left = [{ jobs: onlyFrom, policy: to }, { jobs: onlyTo, policy: from }].filter(({ jobs }) => jobs > 0);
  const out = left.length > 0 ? [texts.leftOut(left)] : [];
  if (change.n === 0) return [texts.noneUnderBoth(from, to), ...out].join(" ");
  const changed = texts.changed({ from, to, jobs: change.n, earlier: change.earlier, later: change.later, waits: [change.from, change.to] });
  const chance = perhaps && out.length === 0 && change.from !== change.to ? [texts.perhaps(perhaps.within, perhaps.few)] : []; // else it is of other jobs
  return [changed, ...chance, ...exception(groups, change.to - change.from, unit), ...out].join(" ");
}

/**
 * Who pays where most gain, or gains where most pay; else the widths that change most and least. It speaks of
 * nothing that the intervals do not tell apart from chance.
 */
function exception(groups: Group[], by: number, unit: string): string[] {
  const sure = groups.filter((g) => g.half !== undefined && Math.abs(g.mean) > g.half).sort((a, b) => Math.abs(b.mean) - Math.abs(a.mean));
  const against = sure.find((g) => g.mean * by < 0);
  if (against) return [texts.against(texts.jobsOfWidth(against.name, unit), against.mean)];
  const [most, least] = [sure[0], sure.at(-1)];
  if (!most || !least || Math.abs(most.mean) - most.half! <= Math.abs(least.mean) + least.half!) return [];
  return [texts.mostAndLeast(texts.jobsOfWidth(most.name, unit), most.mean, texts.jobsOfWidth(least.name, unit), least.mean)];
}
