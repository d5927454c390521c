// What changes from one policy to another, in a sentence or two.
import { count, duration, plural } from "../format";
import { jobsOfWidth, type Group } from "./groups";
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
  const left = [[onlyFrom, to], [onlyTo, from]].filter(([n]) => (n as number) > 0).map(([n, policy]) => `${plural(n as number, "job")} never started under ${policy}`);
  const out = left.length > 0 ? ` Left out: ${left.join("; ")}.` : "";
  if (change.n === 0) return `No job started under both ${from} and ${to}.${out}`;
  const by = change.to - change.from;
  const same = duration(change.from) === duration(change.to);
  const mean = same ? `the mean wait is ${duration(change.from)} under both` : `the mean wait ${by < 0 ? "falls" : "rises"} from ${duration(change.from)} to ${duration(change.to)}`;
  return `Under ${to}, ${count(change.earlier)} of ${plural(change.n, "job")} start earlier than under ${from}, ${count(change.later)} later; ${mean}.${exception(groups, by, unit)}${out}`;
}

/**
 * Who pays where most gain, or gains where most pay; else the widths that change most and least. It speaks of
 * nothing that the intervals do not tell apart from chance.
 */
function exception(groups: Group[], by: number, unit: string): string {
  const sure = groups.filter((g) => g.half !== undefined && Math.abs(g.mean) > g.half).sort((a, b) => Math.abs(b.mean) - Math.abs(a.mean));
  const against = sure.find((g) => g.mean * by < 0);
  if (against) return ` But ${jobsOfWidth(against.name, unit)} wait ${duration(Math.abs(against.mean))} ${against.mean > 0 ? "longer" : "less"} on average.`;
  const [most, least] = [sure[0], sure.at(-1)];
  if (!most || !least || Math.abs(most.mean) - most.half! <= Math.abs(least.mean) + least.half!) return "";
  const [who, whom] = [most, least].map((g) => jobsOfWidth(g.name, unit));
  const how = most.mean > 0 ? "longer" : "less";
  return ` ${who[0].toUpperCase()}${who.slice(1)} ${most.mean < 0 ? "gain" : "pay"} most: they wait ${duration(Math.abs(most.mean))} ${how} on average; ${whom} ${duration(Math.abs(least.mean))} ${how}.`;
}
