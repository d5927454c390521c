// Who waits: the mean waits of the jobs of each account, partition, user or QOS
// under each policy, and how long they wait on the cluster as it is described.
import { readTable } from "../tables/arrow";
import { breakable, byID, make, setValue, swatch } from "../dom";
import { count, duration } from "../format";
import { texts, type Schedule } from "../tables/schedule";
import { policyColour, policySwatch } from "../charts/theme";
import type { State } from "../state/state";
import type { Store } from "../state/store";
import { results as say } from "texts/results";

/** What jobs can be told apart by: columns of the jobs table. */
const KEYS: Record<string, { by: string; title: string }> = say.keys;

/** Rows of the table at most; the rest is one more. */
const MOST = 12;

/** What a run's jobs waited, of a group. */
interface Group {
  name: string;
  jobs: number;
  /** Part of all core seconds of the first run. */
  work: number;
  /** Mean wait under each policy, in seconds. */
  waits: number[];
}

/** Of each policy and group, the mean wait on the cluster as it is described. */
type Described = Map<string, number>;

/** Which cluster a run was on, and how it differed from its description. */
export interface Changed {
  /** The same for runs that can be compared. */
  key: string;
  changes: string[];
}

/** What a change of a cluster does to a policy's jobs. */
export interface Effect {
  /** The mean wait on the cluster as it is described; NaN where it is not known. */
  was: number;
  /** The groups whose mean wait falls and rises most, and by how much. */
  gains?: { name: string; by: number };
  pays?: { name: string; by: number };
}

/** A mean wait that changes by less, in seconds, is as it was. */
const WORTH = 60;

export class Waits {
  private described: { key: string; waits: Map<string, Described> } | undefined;
  private last: { runs: Schedule[]; changed: Changed; columns: Map<string, (string | null)[]> } | undefined;
  private readonly by = byID<HTMLSelectElement>("waits-by");

  constructor(
    private readonly title: (policy: string) => string,
    private readonly store: Store<State>,
  ) {
    this.by.addEventListener("change", () => store.set({ waitsBy: this.by.value }));
    store.follow(["waitsBy"], () => this.draw());
  }

  /** Shows the waits of runs on a cluster, or nothing. */
  show(arrow: Uint8Array | undefined, runs: Schedule[], changed: Changed | undefined): void {
    byID("waits").hidden = !changed;
    this.last = undefined;
    if (!changed || !arrow) return;
    const columns = new Map<string, (string | null)[]>();
    const table = readTable(arrow);
    for (const key of Object.keys(KEYS)) {
      const c = table.getChild(key);
      if (c && c.nullCount < c.length) columns.set(key, texts(c));
    }
    if (!columns.has("account")) {
      const c = table.getChild("group"); // of a log that is not Slurm's
      if (c && c.nullCount < c.length) columns.set("account", texts(c));
    }
    this.last = { runs, changed, columns };
    this.by.replaceChildren(...[...columns.keys()].map((key) => make("option", { value: key }, KEYS[key].by)));
    this.by.hidden = columns.size === 0;
    if (changed.changes.length === 0) {
      if (this.described?.key !== changed.key) this.described = { key: changed.key, waits: new Map() };
      for (const key of [...columns.keys(), ""]) this.keep(key);
    }
    this.draw();
  }

  /** Remembers the waits by a key on the cluster as it is described. */
  private keep(key: string): void {
    const { runs, columns } = this.last!;
    const kept: Described = new Map();
    for (const g of groups(runs, columns.get(key))) runs.forEach((s, i) => kept.set(`${s.policy}\n${g.name}`, g.waits[i]));
    this.described!.waits.set(key, kept);
  }

  /** What the change that is tried does to a policy's jobs; undefined on the cluster as it is described. */
  effect(policy: string): Effect | undefined {
    if (!this.last || this.last.changed.changes.length === 0) return undefined;
    const { runs, changed, columns } = this.last;
    const at = runs.findIndex((s) => s.policy === policy);
    const known = this.described?.key === changed.key ? this.described.waits : undefined;
    const was = known?.get("")?.get(`${policy}\n${say.allJobs}`) ?? NaN;
    const key = [...columns.keys()][0] ?? "";
    const by = groups(runs, columns.get(key))
      .map((g) => ({ name: g.name, by: g.waits[at] - (known?.get(key)?.get(`${policy}\n${g.name}`) ?? NaN) }))
      .filter((g) => columns.size > 0 && Math.abs(g.by) >= WORTH)
      .sort((a, b) => a.by - b.by);
    const [gains, pays] = [by[0], by.at(-1)];
    return { was, gains: gains?.by < 0 ? gains : undefined, pays: pays && pays.by > 0 ? pays : undefined };
  }

  /** Draws the table again, as after a change of theme. */
  draw(): void {
    if (!this.last) return;
    const { runs, changed, columns } = this.last;
    const { waitsBy } = this.store.state;
    if (columns.has(waitsBy)) setValue(this.by, waitsBy);
    const key = columns.has(this.by.value) ? this.by.value : "";
    const all = groups(runs, columns.get(key));
    const list = all.length > MOST + 1 ? [...all.slice(0, MOST), others(all.slice(MOST))] : all;
    const whole = groups(runs, undefined)[0];
    const rows = list.length > 1 ? [whole, ...list] : [whole];
    const comparable = changed.changes.length > 0 && this.described?.key === changed.key;
    const was = (policy: string, name: string) => (comparable ? this.described!.waits.get(name === whole.name ? "" : key)?.get(`${policy}\n${name}`) : undefined);
    const most = Math.max(1, ...rows.flatMap((g) => [...g.waits, ...runs.map((s) => was(s.policy, g.name) ?? 0)]).filter((w) => !Number.isNaN(w)));
    const head = make("tr", {}, ...[KEYS[key]?.title ?? say.jobsOf, say.jobs, say.ofAllWork].map((t) => make("th", { scope: "col" }, t)));
    for (const s of runs) {
      head.append(make("th", { scope: "col" }, swatch(policySwatch(s.policy)), ...breakable(this.title(s.policy))));
    }
    const body = rows.map((g) => {
      const tr = make("tr", {}, make("th", { scope: "row" }, g.name, make("small", {}, say.jobsAndWork(g.jobs, Math.round(100 * g.work)))), make("td", {}, count(g.jobs)), make("td", {}, `${Math.round(100 * g.work)} %`));
      runs.forEach((s, i) => tr.append(this.cell(s.policy, g.waits[i], most, was(s.policy, g.name))));
      return tr;
    });
    byID("waits-table").replaceChildren(make("thead", {}, head), make("tbody", {}, ...body));
    byID("waits-changed").textContent = changed.changes.length > 0 ? say.changed(changed.changes.join("; ")) : say.asDescribed;
    byID("waits-was").hidden = !comparable;
  }

  private cell(policy: string, wait: number, most: number, was: number | undefined): HTMLElement {
    if (Number.isNaN(wait)) return make("td", {}, "–");
    const bar = make("span", { className: "bar" });
    bar.style.background = policyColour(policy);
    bar.style.width = `${(100 * wait) / most}%`;
    const track = make("span", { className: "track" }, bar);
    if (was !== undefined && !Number.isNaN(was)) {
      const line = make("span", { className: "reference" });
      line.style.left = `${Math.min((100 * was) / most, 100)}%`;
      track.append(line);
    }
    const text = was === undefined ? [] : [make("small", {}, say.was(duration(was)))];
    return make("td", { title: `${Math.round(wait)} s` }, make("span", { className: "value" }, duration(wait), ...text), track);
  }
}

/** The groups by a column, those with the most work first; one of all jobs without a column. */
export function groups(runs: Pick<Schedule, "n" | "start" | "end" | "submit" | "width">[], column: (string | null)[] | undefined): Group[] {
  const of = new Map<string, { jobs: number[]; wait: number[]; work: number }>();
  let total = 0;
  let row = 0;
  runs.forEach((s, r) => {
    for (let i = 0; i < s.n; i++, row++) {
      const name = column ? (column[row] ?? say.none) : say.allJobs;
      let g = of.get(name);
      if (!g) of.set(name, (g = { jobs: runs.map(() => 0), wait: runs.map(() => 0), work: 0 }));
      g.jobs[r]++;
      g.wait[r] += s.start[i] - s.submit[i];
      if (r === 0) {
        const work = (s.end[i] - s.start[i]) * s.width[i];
        g.work += work;
        total += work;
      }
    }
  });
  const list = [...of].map(([name, g]) => ({ name, jobs: Math.max(...g.jobs), work: total > 0 ? g.work / total : 0, waits: g.wait.map((w, r) => (g.jobs[r] > 0 ? w / g.jobs[r] : NaN)) }));
  return list.sort((a, b) => b.work - a.work || (a.name < b.name ? -1 : 1));
}

/** Many groups as one. */
function others(list: Group[]): Group {
  const jobs = list.reduce((sum, g) => sum + g.jobs, 0);
  const mean = (r: number) => {
    const known = list.filter((g) => !Number.isNaN(g.waits[r]));
    return known.reduce((sum, g) => sum + g.jobs * g.waits[r], 0) / known.reduce((sum, g) => sum + g.jobs, 0);
  };
  return { name: say.others(count(list.length)), jobs, work: list.reduce((sum, g) => sum + g.work, 0), waits: list[0].waits.map((_, r) => mean(r)) };
}
