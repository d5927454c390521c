// What a scheduler decided about single jobs, such as the site that one was sent to.
import { number } from "../format";
import { textAt, type Coded } from "./rows";
import { lastAt } from "./series";
import type { JobSteps } from "./steps";
import { tables as say } from "texts/tables";

/** What the kinds of decisions are called, and what their options were judged by. */
const KINDS: Record<string, { title: string; option: (name: string) => string }> = {
  site: { title: say.sentTo, option: (name) => say.judged(name) },
  split: { title: say.splitOver, option: (name) => say.firstLeavesRoom(name) },
  mold: { title: say.moldedOn, option: (name) => say.freePower(name) },
};

/** Tells what was decided about a job of a run. */
export function jobSteps(all: JobSteps[]): (run: string, job: number) => [string, string][] {
  return (run, job) => all.filter((s) => s.run === run).flatMap((s) => decisionsAbout(s, job).flatMap((row) => tell(s, row)));
}

/** The rows with which the decisions about a job begin, in the order of time. */
function decisionsAbout({ job, first }: JobSteps, id: number): number[] {
  let k = lastAt(job, id);
  const rows = [];
  for (; k >= 0 && job[k] === id; k--) rows.unshift(first[k]);
  return rows;
}

function tell(s: JobSteps, row: number): [string, string][] {
  const text = (column: Coded, i: number) => column.names[column.code[i]];
  const kind = textAt(s.kind, row);
  const { title, option: of } = KINDS[kind] ?? { title: say.decided(kind), option: (name: string) => name };
  const chosen = (text(s.after, row) ?? say.nothing).split("+").join(` ${say.and} `);
  const rule = text(s.rule, row);
  const out: [string, string][] = [[title, rule === null ? chosen : `${chosen} (${rule})`]];
  for (let k = row; k < s.step.length && s.step[k] === s.step[row]; k++) {
    const option = text(s.option, k);
    if (option !== null && !Number.isNaN(s.value[k])) out.push([`\u2003${of(option)}`, number(s.value[k])]);
  }
  return out;
}
