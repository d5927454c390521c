// What ran where: a Gantt chart per policy, or on a grid one for each of its
// sites, or on shared nodes one with a band for each node, and what is told of the job that is pointed at.
import { MIGRATED, MOLDED, PAUSED, SPLIT, jobBoxes, type Boxes } from "../tables/boxes";
import type { Held } from "../tables/nodes";
import { byID, english, make, pairs, setValue } from "../dom";
import { count, duration, gib, moment, number } from "../format";
import { ACCOUNTS, Gantt, RAMP_DAYS, type At, type Colouring } from "../charts/gantt";
import type { Site } from "../simulator/protocol";
import { facts } from "../tables/facts";
import { numberOf, type Schedule } from "../tables/schedule";
import { nodeBoxes, shareAt, shareMarks, workDone, type Sharing } from "../tables/shares";
import { marks, type SiteBoxes } from "../tables/sites";
import { bandColour, hex, theme } from "../charts/theme";
import { hideTip, showTip } from "../tip";
import type { State } from "../state/state";
import type { Store } from "../state/store";
import type { View } from "../charts/view";
import { drawWaiting, waitingRowAt } from "../charts/waiting";
import type { Lane } from "./playback";
import { gantts as texts } from "texts/gantts";

/** What there is to draw. */
export interface Drawn {
  runs: Schedule[];
  /** On a grid, what the sites of each run held. */
  grid: { sites: Site[]; boxes: SiteBoxes[][] } | undefined;
  /** On shared nodes, what the jobs of each run held; but not of very many jobs. */
  sharing: Sharing[] | undefined;
  /** On shared nodes: jobs are then made of tasks, and no estimate is known. */
  shared: boolean;
  /** On a cluster, what the jobs of each run held, and a row for each node where they are not too many. */
  cluster?: { held: Held[][] | undefined; boxes: Boxes[] | undefined };
  unix: number;
  title: (policy: string) => string;
  /** What a scheduler recorded of a job. */
  decided: (run: string, job: number, start: number) => [string, string][];
  /** Tells more elsewhere of a job that is clicked or has Enter pressed on it; of which runs, and in what words that is said. */
  more?: { of(run: string): boolean; doc: string; tell(s: Schedule, row: number): void };
  /** Says what a job waits for at the moment watched, if that is told. */
  waits: (s: Schedule, row: number) => Promise<string | undefined>;
  /** Tells why a job waited. */
  why: (s: Schedule, row: number) => void;
  /** Takes second t of a run for the one whose best schedule may be wanted, and goes there. */
  step: ((s: Schedule, t: number, go: boolean) => void) | undefined;
}

/** Height of the chart of a grid's largest site, and what is around the processors in it, in CSS pixels. */
const HEIGHT = 170;
const MARGIN = 32;

export class Gantts {
  private all: Gantt[] = [];
  private draws: (() => void)[] = [];
  private sites: Site[] = [];
  private nodes = false;
  private onCluster = false;
  private accounts: string[] = [];

  private usual = "wait"; // what colours tell unless another thing is chosen

  constructor(
    private readonly view: View,
    private readonly store: Store<State>,
  ) {
    const select = byID<HTMLSelectElement>("colouring");
    select.addEventListener("change", () => store.set({ colouring: select.value }));
    store.follow(["colouring"], () => this.colour());
  }

  /** The runs as they are shown. */
  lanes: Lane[] = [];

  readonly draw = (): void => this.draws.forEach((f) => f());

  /** Called with the number of a job that is pointed at, or undefined. */
  onPoint: (job: number | undefined) => void = () => {};

  /** Outlines a job in the charts of all policies, or none; near is the row that it has in one of them, and mostly in all. */
  point(job: number | undefined, near = -1): void {
    for (const g of this.all) {
      const { id, row } = g.schedule;
      g.outline(job === undefined ? -1 : id[near] === job ? near : row(job));
    }
  }

  /** Draws all jobs pale except those of some numbers, or none. */
  highlight(jobs: ReadonlySet<number> | undefined): void {
    for (const g of this.all) g.highlight(jobs);
  }

  /** Marks second t of a run. */
  mark(run: string | undefined, t: number): void {
    for (const g of this.all) {
      const marked = g.schedule.run === run ? t : undefined;
      if (marked === g.marked) continue;
      g.marked = marked;
      g.plot.draw();
    }
  }

  show(d: Drawn): void {
    this.all = [];
    this.lanes = [];
    this.draws = [];
    this.sites = d.grid?.sites ?? [];
    byID("gantts").replaceChildren(...d.runs.map((s, i) => this.run(d, s, i)));
    this.nodes = d.sharing !== undefined;
    this.onCluster = d.cluster !== undefined;
    this.accounts = accountsOf(d.runs[0]);
    for (const g of this.all) g.accounts = this.accounts;
    this.offerColours(d.grid ? "home" : d.sharing ? "job" : this.accounts.length > 0 ? "account" : "wait");
    byID("gantt-help").querySelector<HTMLElement>(".solve")!.hidden = !d.step;
    this.colour();
  }

  /** One policy: its title, what is to be said of it, its charts and its queue. */
  private run(d: Drawn, s: Schedule, i: number): HTMLElement {
    const sites = d.grid?.boxes[i];
    const sharing = d.sharing?.[i];
    const facts = sharing ? sharedSummary(sharing) : summary(s, sites !== undefined);
    const waiting = make("canvas", { className: "waiting" });
    waiting.setAttribute("aria-hidden", "true");
    const of: Boxes[] = sites ?? [sharing ? nodeBoxes(sharing) : (d.cluster?.boxes?.[i] ?? jobBoxes(s))];
    const held = d.cluster?.held && new Map(d.cluster.held[i].map((h) => [h.job, h])); // the last run of each
    const linked = of.map((boxes) => this.chart(d, s, boxes, sharing, held, facts, (row) => {
      const job = row < 0 ? undefined : s.id[row];
      this.point(job, row);
      this.onPoint(job);
    }));
    this.all.push(...linked);
    this.draws.push(() => {
      for (const g of linked) g.plot.draw();
      drawWaiting(waiting, s, this.view, (this.view.to - this.view.from) / linked[0].plot.plotWidth, (row) => this.homeColour(s, row) ?? ((this.nodes && linked[0].colouring === "job") || linked[0].colouring === "account" ? linked[0].colourOf(row) : undefined));
    });
    const charts = linked.flatMap((g, k) => [...(sites ? [make("h4", {}, siteTitle(this.sites[k]))] : []), g.plot.canvas]);
    const said = make("p", { className: "said", hidden: true });
    const waits = make("details", { className: "queue", hidden: true }, make("summary"), make("div"));
    this.pointAtQueue(d, s, waiting);
    this.lanes.push({
      schedule: s,
      title: d.title(s.policy),
      said,
      waits,
      outline: (outlines) =>
        linked.forEach((g, k) => {
          g.outlines = outlines.filter((o) => o.site === undefined || o.site === this.sites[k]?.name);
          g.plot.draw();
        }),
    });
    return make(
      "div",
      { className: "gantt" },
      make("h3", {}, d.title(s.policy), make("small", {}, facts)),
      said,
      make("div", { className: "row" }, make("div", {}, ...charts), waiting),
      waits,
    );
  }

  /** Tells of a job of the queue that is pointed at, and what it waits for. */
  private pointAtQueue(d: Drawn, s: Schedule, canvas: HTMLCanvasElement): void {
    let told = -1;
    const point = (e: MouseEvent) => {
      const row = waitingRowAt(canvas, s, this.view, e.offsetY);
      if (row === told) return;
      told = row;
      if (row < 0) return hideTip();
      const at = { x: e.clientX, y: e.clientY };
      const show = (why: string) => showTip([make("strong", {}, texts.jobWaits(numberOf(s, row))), make("p", {}, english(why)), make("dl", {}, ...pairs(queued(d, s, row)))], at);
      show("");
      void d.waits(s, row).then((text) => {
        if (told === row && text) show(text);
      });
    };
    canvas.addEventListener("pointermove", point);
    canvas.addEventListener("click", point);
    canvas.addEventListener("pointerleave", () => {
      told = -1;
      hideTip();
    });
  }

  private chart(d: Drawn, s: Schedule, boxes: Boxes, sharing: Sharing | undefined, held: Map<number, Held> | undefined, facts: string, onSelect: (row: number) => void): Gantt {
    const canvas = make("canvas", { tabIndex: 0 });
    const where = boxes.name !== undefined ? texts.onSite(d.title(s.policy), boxes.name, boxes.n) : `${d.title(s.policy)}: ${facts}`;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", texts.chartOf(where));
    if (this.sites.length > 0) canvas.style.height = `${siteHeight(boxes.height, this.sites)}px`;
    if (boxes.bands) canvas.style.height = `${bandsHeight(boxes.height)}px`;
    let selected = -1;
    const gantt = new Gantt(canvas, this.view, s, boxes, d.unix, (row, at) => {
      selected = row;
      onSelect(row);
      tell(d, s, row, at, sharing, held?.get(row));
    });
    const pick = () => {
      if (selected >= 0 && d.more?.of(s.run)) d.more.tell(s, selected);
    };
    let pressed = 0;
    canvas.addEventListener("pointerdown", (e) => (pressed = e.clientX));
    canvas.addEventListener("click", (e) => {
      pick();
      const t = gantt.plot.t(e.offsetX);
      if (Math.abs(e.clientX - pressed) < 4 && t >= this.view.from && t <= this.view.to) d.step?.(s, t, false); // not at the end of a drag
    });
    canvas.addEventListener("keydown", (e) => {
      if (e.key === "Enter") pick();
      else if (e.key === "b" && selected >= 0 && !e.ctrlKey && !e.metaKey && !e.altKey) d.step?.(s, s.submit[selected], true);
    });
    gantt.homes = this.sites.map((site) => site.name);
    gantt.onAsk = (row) => {
      hideTip();
      d.why(s, row);
    };
    return gantt;
  }

  /** On a grid, the colour of the home site of a job, if that is what colours tell. */
  private homeColour(s: Schedule, row: number): string | undefined {
    if (byID<HTMLSelectElement>("colouring").value !== "home") return undefined;
    const k = this.sites.findIndex((site) => site.name === s.home[row]);
    return k < 0 ? undefined : bandColour(k);
  }

  /** The colours of home sites are for grids, those of single jobs for shared nodes, and the first choice there. */
  private offerColours(first: "home" | "job" | "account" | "wait"): void {
    const select = byID<HTMLSelectElement>("colouring");
    this.usual = first;
    for (const name of ["home", "job", "account"]) {
      const option = select.querySelector<HTMLOptionElement>(`option[value=${name}]`)!;
      option.hidden = option.disabled = name !== first;
    }
  }

  /** What colours tell: what is chosen, where it is offered. */
  private chosen(): Exclude<Colouring, "row"> {
    const select = byID<HTMLSelectElement>("colouring");
    const { colouring } = this.store.state;
    const offered = [...select.options].some((o) => o.value === colouring && !o.disabled);
    setValue(select, offered ? colouring : this.usual);
    return select.value as Exclude<Colouring, "row">;
  }

  /** Draws in the colours that are chosen, or in those of another theme, with their legend. */
  colour(): void {
    const by = this.chosen();
    for (const g of this.all) g.colouring = by;
    this.draw();
    const t = theme();
    const swatch = (colour: string, text: string) => {
      const s = make("span", { className: "swatch" });
      s.style.background = colour;
      return make("span", {}, s, text);
    };
    const ramp = (from: string, to: string) => {
      const r = make("span", { className: "ramp" });
      r.style.background = `linear-gradient(90deg, ${t.ramp.map(hex).join(", ")})`;
      return make("span", {}, from, r, to);
    };
    const keys: Record<Exclude<Colouring, "row">, HTMLElement[]> = {
      home: this.sites.map((s, k) => swatch(bandColour(k), texts.jobOf(s.name))),
      order: [swatch(hex(t.inOrder), texts.inOrder), swatch(hex(t.overtook), texts.overtook)],
      wait: [ramp(texts.noWait, this.all.some((g) => facts(g.schedule).longestWait > RAMP_DAYS * 86400) ? texts.daysOrMore(RAMP_DAYS) : texts.days(RAMP_DAYS))],
      width: [ramp(this.onCluster ? texts.oneCore : texts.oneProcessor, this.sites.length > 0 ? texts.wholeSite : this.onCluster ? texts.allCores : texts.wholeMachine)],
      account: [...this.accounts.slice(0, ACCOUNTS).map((name, k) => swatch(bandColour(k), name)), ...(this.accounts.length > ACCOUNTS ? [swatch("#8a8a8a", texts.otherAccounts)] : [])],
      job: [make("span", {}, texts.colourJob)],
      user: [make("span", {}, texts.colourUser)],
    };
    const mark = (name: string, text: string) => make("span", {}, make("span", { className: `swatch ${name}` }), text);
    const marked = [
      mark("split", texts.split),
      mark("molded", texts.molded),
    ];
    const sign = (what: string, text: string) => make("span", {}, make("span", { className: "sign" }, what), text);
    const again = [sign("❚❚", texts.requeued), sign("▶", texts.runsAgain)];
    const shared = [
      mark("penalty", texts.inPenalty),
      mark("pale", texts.pale),
      sign("❚❚", texts.paused),
      sign("▶", texts.resumed),
      sign("◆", texts.migrated),
    ];
    byID("gantt-legend").replaceChildren(...keys[by], ...(this.sites.length > 0 ? marked : this.nodes ? shared : this.onCluster && this.all.some((g) => g.interrupted) ? again : []));
  }
}

/** The accounts of a run, those with the most work first. */
function accountsOf(s: Schedule | undefined): string[] {
  const work = new Map<string, number>();
  s?.account?.forEach((name, i) => {
    if (name !== null) work.set(name, (work.get(name) ?? 0) + s.width[i] * (s.end[i] - s.start[i]));
  });
  return [...work.keys()].sort((a, b) => work.get(b)! - work.get(a)! || (a < b ? -1 : 1));
}

function siteTitle(s: Site): string {
  return texts.site(s.name, s.procs, number(s.speed || 1));
}

/** A processor is as high on every site, as far as the charts stay readable. */
function siteHeight(procs: number, sites: Site[]): number {
  const most = Math.max(...sites.map((s) => s.procs));
  return MARGIN + Math.max(48, Math.round(((HEIGHT - MARGIN) * procs) / most));
}

/** High enough for each node to be read, and for few of them to be seen at once. */
function bandsHeight(bands: number): number {
  if (bands > 24) return MARGIN + Math.round(bands * Math.max(6, 576 / bands));
  return bands === 1 ? 210 : MARGIN + Math.round(bands * Math.min(48, Math.max(24, 320 / bands)));
}

function sharedSummary(s: Sharing): string {
  if (s.whole) return texts.nodeEach;
  let [pauses, migrations] = [0, 0];
  for (const m of shareMarks(s)) {
    if (m & PAUSED) pauses++;
    if (m & MIGRATED) migrations++;
  }
  return texts.pausesMigrations(pauses, migrations);
}

/** One line on what became of the jobs. */
function summary(s: Schedule, grid: boolean): string {
  if (!grid) {
    return [texts.someOvertook(count(facts(s).overtook), s.n), ...cut(s)].join(", ");
  }
  const mark = marks(s);
  let [away, split, molded] = [0, 0, 0];
  mark.forEach((m, i) => {
    if (m & SPLIT) split++;
    else if (s.site[i] !== s.home[i]) away++;
    if (m & MOLDED) molded++;
  });
  const parts = [texts.ranAway(count(away), s.n)];
  if (split > 0) parts.push(texts.someSplit(count(split)));
  if (molded > 0) parts.push(texts.someMolded(count(molded)));
  return [...parts, ...cut(s)].join(", ");
}

function cut(s: Schedule): string[] {
  const { killed } = facts(s);
  return killed > 0 ? [texts.someCut(count(killed))] : [];
}

function tell(d: Drawn, s: Schedule, row: number, at: At | undefined, sharing: Sharing | undefined, held: Held | undefined): void {
  if (row < 0 || !at) {
    hideTip();
    return;
  }
  const { heading, list } = details(d, s, row, sharing && { sharing, t: at.t }, held);
  const touch = matchMedia("(hover: none)").matches;
  const hints = touch ? [] : [texts.askWhy, ...(d.step ? [texts.askBest] : []), ...(d.more?.of(s.run) ? [d.more.doc] : [])];
  const more: Node[] = hints.map((h) => make("small", {}, h));
  if (touch) {
    const why = make("button", { type: "button" }, texts.whyButton);
    why.addEventListener("click", () => d.why(s, row));
    more.push(why);
  }
  showTip([make("strong", {}, heading), make("dl", {}, ...pairs(list)), ...more], at);
  if (at.byKey) byID("details").textContent = `${heading}: ${list.map(([k, v]) => `${k} ${v}`).join(", ")}`;
}

/** What is to be said of a job that waits. */
function queued(d: Pick<Drawn, "unix" | "shared" | "cluster">, s: Schedule, row: number): [string, string][] {
  const what = d.shared ? texts.tasks : d.cluster ? texts.cores : texts.processors;
  return [[what, count(s.asked[row])], [texts.submitted, moment(s.submit[row], d.unix)], ...(d.shared ? [] : [[texts.estimate, duration(s.estimate[row])] as [string, string]])];
}

/** What is to be said of a job. */
export function details(d: Pick<Drawn, "unix" | "decided" | "cluster"> & { shared?: boolean }, s: Schedule, row: number, shared?: { sharing: Sharing; t: number }, held?: Held): { heading: string; list: [string, string][] } {
  const list: [string, string][] = [[d.shared ? texts.tasks : d.cluster ? texts.cores : texts.processors, s.width[row] === s.asked[row] ? count(s.width[row]) : texts.askedFor(count(s.width[row]), count(s.asked[row]))]];
  const home = s.home[row];
  if (home !== null) {
    list.push([texts.homeSite, home]);
    list.push([texts.ranOn, (s.site[row] ?? "").split("+").join(` ${texts.and} `)]);
    const slower = s.slowdown?.[row] ?? NaN;
    if (!Number.isNaN(slower)) list.push([texts.forBeingSplit, texts.tookTimes(number(slower))]);
  }
  if (shared) list.push(...sharedDetails(shared.sharing, s, row, shared.t));
  if (held) list.push(...heldDetails(held));
  if (s.account?.[row]) list.push([texts.account, s.account[row]]);
  if (s.user[row]) list.push([texts.user, s.user[row]]);
  list.push(
    [texts.submitted, moment(s.submit[row], d.unix)],
    [texts.started, moment(s.start[row], d.unix)],
    [texts.waited, duration(s.start[row] - s.submit[row])],
    [d.shared ? texts.fromStartToEnd : texts.ran, s.killed[row] ? texts.cutAtEstimate(duration(s.end[row] - s.start[row])) : duration(s.end[row] - s.start[row])],
    ...(d.shared ? [] : [[texts.estimate, duration(s.estimate[row])] as [string, string]]),
    ...d.decided(s.run, s.id[row], s.start[row]),
  );
  return { heading: s.overtook[row] ? texts.jobOvertook(numberOf(s, row)) : texts.job(numberOf(s, row)), list };
}

/** What is to be said of a job on a cluster. */
function heldDetails(h: Held): [string, string][] {
  const list: [string, string][] = [[texts.on, h.names || texts.nodesUnnamed]];
  if (h.partition) list.push([texts.partition, h.partition]);
  if (h.gpus > 0) list.push(["GPUs", count(h.gpus)]);
  if (h.memoryMiB > 0) list.push([texts.memory, gib(h.memoryMiB)]);
  if (h.state) list.push([texts.ended, h.state.toLowerCase().replaceAll("_", " ")]);
  return list;
}

/** What is to be said of a job on shared nodes, at second t. */
function sharedDetails(sharing: Sharing, s: Schedule, row: number, t: number): [string, string][] {
  const held = shareAt(sharing, row, t);
  const any = held ?? sharing.shares[sharing.of[row][0]];
  const list: [string, string][] = [];
  if (any) list.push([texts.eachCanUse, texts.ofCPU(percent(any.cpu / any.yield))], [texts.eachNeeds, texts.ofMemory(percent(any.memory))]);
  const now = !held ? (t < s.start[row] ? texts.waits : t < s.end[row] ? texts.paused : texts.hasEnded) : held.penalty ? texts.yieldInPenalty(percent(held.yield)) : percent(held.yield);
  const [had, all] = [workDone(sharing, row, t), workDone(sharing, row, Infinity)];
  list.push([texts.yieldHere, now], [texts.computedHere, texts.ofTime(duration(had), duration(all))]);
  if (sharing.whole) return list;
  const mark = shareMarks(sharing);
  const times = (bit: number) => count(sharing.of[row].filter((i) => mark[i] & bit).length);
  list.push([texts.pausedTimes, times(PAUSED)], [texts.migratedTimes, times(MIGRATED)]);
  return list;
}

function percent(x: number): string {
  return `${number(100 * x)} %`;
}
