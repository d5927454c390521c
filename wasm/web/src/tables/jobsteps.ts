// What a scheduler decided about single jobs, such as the site that one was sent
// to, out of a steps table.
import { readTable } from "./arrow";
import { number } from "../format";
import { texts } from "./schedule";
import { tables as say } from "texts/tables";

/** What the kinds of decisions are called, and what their options were judged by. */
const KINDS: Record<string, { title: string; option: (name: string) => string }> = {
  site: { title: say.sentTo, option: (name) => say.judged(name) },
  split: { title: say.splitOver, option: (name) => say.firstLeavesRoom(name) },
  mold: { title: say.moldedOn, option: (name) => say.freePower(name) },
};

/** Tells what was decided about a job of a run; reads the table when first asked. */
export function jobSteps(arrow: Uint8Array | undefined): (run: string, job: number) => [string, string][] {
  let tell: ((run: string, job: number) => [string, string][]) | undefined;
  return (run, job) => (arrow ? (tell ??= read(arrow))(run, job) : []);
}

function read(arrow: Uint8Array): (run: string, job: number) => [string, string][] {
  const table = readTable(arrow);
  const column = (name: string) => {
    const c = table.getChild(name);
    if (!c) throw new Error(`the steps table has no column ${name}`);
    return c;
  };
  const [runs, jobs, kind, after, rule, option] = ["run", "job", "kind", "after", "case", "option"].map((name) => texts(column(name)));
  const step = column("step").toArray() as ArrayLike<number>;
  const value = column("value").toArray() as ArrayLike<number | null>;
  const first = new Map<string, number[]>(); // rows at which decisions about a job begin
  for (let i = 0; i < runs.length; i++) {
    if (jobs[i] === null || (i > 0 && runs[i] === runs[i - 1] && step[i] === step[i - 1])) continue;
    const key = `${jobs[i]} ${runs[i]}`;
    const list = first.get(key);
    if (list) list.push(i);
    else first.set(key, [i]);
  }
  return (run, job) =>
    (first.get(`${job} ${run}`) ?? []).flatMap((i) => {
      const { title, option: of } = KINDS[kind[i] ?? ""] ?? { title: say.decided(String(kind[i])), option: (name: string) => name };
      const chosen = (after[i] ?? say.nothing).split("+").join(` ${say.and} `);
      const out: [string, string][] = [[title, rule[i] === null ? chosen : `${chosen} (${rule[i]})`]];
      for (let k = i; k < runs.length && runs[k] === run && step[k] === step[i]; k++) {
        const v = value[k];
        if (option[k] !== null && v !== null) out.push([`\u2003${of(option[k]!)}`, number(v)]);
      }
      return out;
    });
}
