// What changes from one policy to another, in a sentence or two.
import { compare as texts } from "texts/compare";
import type { Group } from "./groups";
import type { Change } from "./pairs";

export interface Compared {
  /** The policies' names. */
  from: string;
  to: string;
  change: Change;
  /** By width. */
  groups: Group[];
  /** What widths count: processor, core, task. */
  unit: string;
  /** Jobs that started under one of them only. */
  onlyFrom: number;
  onlyTo: number;
}

/** The sentence, the clearest exception by width or else the widths that gain or pay most, and which jobs are left out. */
export function sentenceOf({ from, to, change, groups, unit, onlyFrom, onlyTo }: Compared): string {
  const left = [{ jobs: onlyFrom, policy: to }, { jobs: onlyTo, policy: from }].filter(({ jobs }) => jobs > 0);
  const out = left.length > 0 ? [texts.leftOut(left)] : [];
  if (change.n === 0) return [texts.noneUnderBoth(from, to), ...out].join(" ");
  const changed = texts.changed({ from, to, jobs: change.n, earlier: change.earlier, later: change.later, waits: [change.from, change.to] });
  return [changed, ...exception(groups, change.to - change.from, unit), ...out].join(" ");
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
