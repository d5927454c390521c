// What a run shows: metrics, lines over time, Gantt charts.
import type { Answer, Client } from "../simulator/client";
import { Chart } from "../charts/chart";
import { byID, english, make, swatch } from "../dom";
import { count, duration, number } from "../format";
import { ExactView } from "./exactview";
import { Gantts } from "./gantts";
import { jobSteps } from "../tables/jobsteps";
import { allocations, nodeRows, recorded, type Held } from "../tables/nodes";
import type { Said } from "../simulator/catalogue";
import { showMetrics } from "./metrics";
import type { Player } from "../charts/player";
import type { ClusterMachine, Description, RunAnswer, Spec } from "../simulator/protocol";
import { readTable } from "../tables/arrow";
import { facts, span } from "../tables/facts";
import { prepared, type Prepared } from "../tables/prepared";
import { read } from "../tables/stream";
import { numberOf, texts, type Schedule } from "../tables/schedule";
import { showRules, type Rules } from "./rulesview";
import { busy, queued, type Steps } from "../tables/series";
import { cpuInUse, notRunning, sharings, type Sharing } from "../tables/shares";
import { siteBoxes } from "../tables/sites";
import { showSwitching, type Switching } from "./switching";
import { colourPolicies, onThemeChange, policySwatch } from "../charts/theme";
import { dated, Playback } from "./playback";
import { showGrave, showHeadline } from "./headline";
import { showBars } from "./turnaround";
import { RULES } from "../state/spec";
import type { State } from "../state/state";
import type { Store } from "../state/store";
import type { View } from "../charts/view";
import { Waits, type Changed } from "./waits";
import { explainWait } from "./why";
import { results as say } from "texts/results";

/** A finished run: what was asked, and what came of it. */
export interface Run {
  spec: Spec;
  answer: RunAnswer;
  /** The Arrow files of its tables, by name; those without rows are missing. They may be large. */
  tables: Record<string, Blob>;
  /** The jobs table, a schedule for each policy. */
  schedules: Schedule[];
}

export class Results {
  run: Run | undefined;
  /** The best schedule of a step. */
  readonly exact: ExactView;
  readonly gantts: Gantts;
  private readonly playback: Playback;
  private redraw: (() => void)[] = [];
  private sight = [0, 0]; // the seconds that the state knows of
  private listeners: ((run: Run) => void)[] = [];
  private switching: Switching | undefined;
  private rules: Rules | undefined;
  private readonly waits: Waits;
  private readonly title = (policy: string) => this.said(policy).title;

  constructor(
    private readonly client: Client,
    private readonly about: Description,
    private readonly store: Store<State>,
    private readonly view: View,
    private readonly player: Player,
    private readonly said: (policy: string) => Said,
  ) {
    const all = byID<HTMLInputElement>("all-metrics");
    all.addEventListener("change", () => store.set({ allMetrics: all.checked }));
    store.follow(["allMetrics"], (s) => {
      all.checked = s.allMetrics;
      this.metrics();
    });
    this.gantts = new Gantts(view, store);
    this.playback = new Playback(client, view, player, about.recorded.name);
    this.waits = new Waits(this.title, store);
    this.exact = new ExactView(client, this.title, view, (run, t) => this.gantts.mark(run, t));
    byID("zoom-in").addEventListener("click", () => view.zoom(1 / 2));
    byID("zoom-out").addEventListener("click", () => view.zoom(2));
    byID("zoom-all").addEventListener("click", () => view.all());
    view.onChange(() => {
      this.redraw.forEach((f) => f());
      if (this.run) this.rememberZoom();
    });
    onThemeChange(() => {
      if (!this.run) return;
      this.metrics();
      this.legend();
      this.waits.draw();
      this.switching?.legend();
      this.rules?.legend();
      this.gantts.colour();
      view.draw();
    });
  }

  /**
   * Shows a run; changed tells which cluster it was on, if on one. What was zoomed to in the run before is another
   * time where the workload is another, unless the state has it from a link or from the history.
   */
  async show(spec: Spec, { answer, prepared: made }: Answer<RunAnswer>, changed: Changed | undefined, linked: boolean): Promise<void> {
    const { files } = made as Prepared;
    const tables = await drawn(files, answer.cluster !== null || changed !== undefined);
    if (this.run && !linked && axis(this.run.spec) !== axis(spec)) this.store.set({ zoom: null });
    const { schedules: all, decided } = prepared(made as Prepared);
    this.run = { spec, answer, tables: files, schedules: all };
    colourPolicies(answer.runs.map((r) => r.policy));
    if (answer.shared) for (const s of all) s.asked = s.width; // tasks, not processors
    const cut = answer.left_out.includes("shares");
    const sharing = answer.shared && !cut ? sharings(tables.shares, all, answer.shared.tasks, answer.shared.nodes) : undefined;
    byID("empty").hidden = true;
    byID("shown").hidden = false;
    this.waits.show(tables.jobs, all, changed);
    this.metrics();
    this.legend();
    if (answer.cluster) addAccounts(tables.jobs, all);
    const held = answer.cluster && heldNodes(tables, all, answer.cluster, this.about.recorded.name);
    this.redraw = [];
    const unix = answer.workload.unix_start;
    this.player.pause();
    this.player.unixStart = unix;
    this.lines(all, unix, sharing, answer.cluster !== null);
    const { first: begin, last } = span(all.map(facts));
    const first = Math.min(begin, last);
    this.switching = showSwitching(decided.orders, answer.tables.steps?.thinned ?? false, all, this.view, { first, last: Math.max(last, first + 1) }, unix, this.title);
    this.redraw.push(this.switching.draw);
    this.rules = showRules(decided.strategies, answer.left_out.includes("decisions"), this.about.rules, (policy) => this.store.state.bases[policy.slice(RULES.length)]?.base, all, this.view, { first, last: Math.max(last, first + 1) }, unix, this.title);
    this.redraw.push(this.rules.draw);
    this.charts(all, unix, tables.parts, jobSteps(decided.jobs), sharing, held ?? undefined);
    this.redraw.push(this.gantts.draw);
    this.playback.show(spec, this.gantts.lanes);
    this.exact.offer(spec, all, unix);
    for (const t of ["steps", "decisions", "parts", "allocations", "shares"]) byID(`take-${t}`).hidden = !files[t];
    byID("shares-thinned").hidden = !answer.shared || !cut;
    byID("gantt-thinned").hidden = !answer.left_out.includes("steps");
    this.view.bound(first, last);
    this.restore();
    for (const f of this.listeners) f(this.run);
  }

  /** Shows the time that the state has in sight. */
  restore(): void {
    const { zoom } = this.store.state;
    if (zoom && zoom[0] < this.view.end && zoom[1] > this.view.start) this.view.show(...zoom);
    else this.view.all();
    this.sight = [this.view.from, this.view.to];
  }

  /** Keeps in the state what a visitor zoomed to: a chart that is only drawn anew says nothing of it. */
  private rememberZoom(): void {
    const { view, store } = this;
    if (view.from === this.sight[0] && view.to === this.sight[1]) return;
    this.sight = [view.from, view.to];
    const zoom: [number, number] | null = view.whole ? null : [Math.round(view.from), Math.round(view.to)];
    if (JSON.stringify(zoom) !== JSON.stringify(store.state.zoom)) store.set({ zoom });
  }

  /** Calls f with every run, once it is shown. */
  onRun(f: (run: Run) => void): void {
    this.listeners.push(f);
  }

  private charts(runs: Schedule[], unix: number, parts: Uint8Array | undefined, told: ReturnType<typeof jobSteps>, sharing: Sharing[] | undefined, held: Held[][] | undefined): void {
    const { spec, answer: { cluster } } = this.run!;
    const sites = spec.grid?.sites ?? [];
    this.gantts.show({
      runs,
      unix,
      title: this.title,
      grid: parts && { sites, boxes: siteBoxes(parts, runs, sites) },
      sharing,
      shared: spec.shared !== undefined,
      cluster: cluster ? { held, boxes: held && cluster.listed.length > 0 ? held.map((h) => nodeRows(h, cluster)) : undefined } : undefined,
      decided: (run, job, start) => [...told(run, job), ...this.rules!.atStart(run, start)],
      more: {
        of: (run) => this.rules!.decided(run),
        doc: say.ruleHint,
        tell: (s, row) => this.rules!.pick(s.run, s.start[row], say.jobStarted(numberOf(s, row))),
      },
      step: spec.grid || spec.shared || spec.cluster ? undefined : (s, t, go) => {
        this.exact.pick(s.run, t);
        if (go) this.exact.focus();
      },
      waits: async (s, row) => {
        const w = await this.playback.waits(s.run, numberOf(s, row), row);
        return w && dated(w.text, unix);
      },
      why: (s, row) => void explainWait(this.client, spec, s.policy, this.title(s.policy), numberOf(s, row), unix),
    });
  }

  private metrics(): void {
    if (!this.run) return;
    const { spec, answer } = this.run;
    showHeadline(this.about.metrics, answer, this.title, [this.about.recorded.name, "slurm"], this.waits.effect("slurm"));
    showGrave(answer);
    showBars(this.about.metrics, answer, this.title);
    showMetrics(this.about.metrics, answer, this.said, this.store.state.allMetrics);
    showIgnored(answer);
    const w = answer.workload;
    const seconds = answer.runs.reduce((sum, r) => sum + r.seconds, 0);
    const left = answer.runs.filter((r) => r.left_out > 0).map((r) => (answer.cluster ? say.neverStarted(r.left_out, this.title(r.policy)) : say.cannotRun(this.title(r.policy), r.left_out)));
    const where = answer.shared
      ? say.onNodes(answer.shared.nodes, number(answer.shared.load))
      : answer.cluster ? say.onCores(answer.cluster.nodes, answer.cluster.cores, number(w.load))
      : spec.grid ? say.onSites(w.procs, spec.grid.sites.length) : say.onProcs(w.procs, number(w.load));
    byID("run-note").textContent = [say.jobsOn(w.jobs, where, w.left_out), ...left, ...(w.unix_start > 0 ? [w.local_times ? say.timesOfTheLog : say.timesInUTC] : []), say.simulatedIn(duration(seconds))].join("; ");
  }

  private legend(): void {
    byID("legend").replaceChildren(
      ...(this.run?.answer.runs ?? []).map((r) => make("span", {}, swatch(policySwatch(r.policy)), this.title(r.policy))),
    );
  }

  private lines(all: Schedule[], unix: number, sharing: Sharing[] | undefined, cores: boolean): void {
    const { shared } = this.run!.answer;
    const unknown = shared !== null && !sharing; // jobs are there, but what they used is not known
    for (const id of ["busy-head", "busy", "busy-note"]) byID(id).hidden = unknown;
    byID("busy-unknown").hidden = !unknown;
    const chart = (id: "busy" | "queued", what: string, steps: (s: Schedule, i: number) => Steps, max: (most: number) => number) => {
      byID(`${id}-title`).textContent = what;
      const lines = all.map((s, i) => ({ policy: s.policy, name: this.title(s.policy), steps: steps(s, i) }));
      const canvas = fresh(byID<HTMLCanvasElement>(id));
      const facts = lines.map((l) => say.atMost(l.name, count(l.steps.max)));
      canvas.setAttribute("aria-label", say.overTime(what, facts));
      const top = max(Math.max(1, ...lines.map((l) => l.steps.max)));
      this.redraw.push(new Chart(canvas, this.view, lines, top, count, unix, byID(`${id}-at`), byID(`${id}-note`), id === "busy" ? 8 : 1, id === "queued").draw);
    };
    if (sharing) {
      chart("busy", say.cpuInUse, (_, i) => cpuInUse(sharing[i]), () => all[0]?.procs ?? 1);
      chart("queued", say.waitingOrPaused, (s, i) => notRunning(s, sharing[i]), (most) => most);
      return;
    }
    if (!unknown) chart("busy", cores ? say.coresInUse : say.procsInUse, busy, () => all[0]?.procs ?? 1);
    chart("queued", unknown ? say.waitingFirst : say.waiting, queued, (most) => most);
  }
}

/** What the axis of time is of: runs that have it in common can be compared at the same place of it. */
function axis({ workload, shrink, grid, shared, cluster }: Spec): string {
  return JSON.stringify([workload, shrink, grid !== undefined, shared !== undefined, cluster !== undefined]);
}

/** Says what the log tells and the simulation leaves out. */
function showIgnored(answer: RunAnswer): void {
  const box = byID("ignored");
  box.hidden = answer.ignored.length === 0 && answer.beside === "";
  box.querySelector("ul")!.replaceChildren(...answer.ignored.map((line) => make("li", {}, english(line))));
  byID("ignored-list").hidden = answer.ignored.length === 0;
  byID("beside").replaceChildren(english(answer.beside));
  const notes = answer.cluster?.notes ?? [];
  byID("twin-notes").hidden = notes.length === 0;
  byID("twin-notes").querySelector("ul")!.replaceChildren(...notes.map((line) => make("li", {}, english(line))));
}

/** What a worker has prepared of these is all that is drawn of them. */
const PREPARED = ["runs", "steps", "decisions"];

/** The other tables that are drawn from, as bytes; that of jobs, which may be very large, where it has more than their schedules. */
async function drawn(files: Record<string, Blob>, jobs: boolean): Promise<Record<string, Uint8Array>> {
  const wanted = Object.entries(files).filter(([name]) => !PREPARED.includes(name) && (jobs || name !== "jobs"));
  return Object.fromEntries(await Promise.all(wanted.map(async ([name, file]) => [name, await read(file)] as const)));
}

/** Tells of each job its account, by which charts of a cluster are coloured. */
function addAccounts(arrow: Uint8Array, runs: Schedule[]): void {
  const column = readTable(arrow).getChild("account");
  if (!column || column.nullCount === column.length) return;
  const names = texts(column);
  let from = 0;
  for (const s of runs) s.account = names.slice(from, (from += s.n));
}

/** What the jobs of each run held; of a recorded schedule, what the log says. */
function heldNodes(tables: Record<string, Uint8Array>, runs: Schedule[], cluster: ClusterMachine, baseline: string): Held[][] | undefined {
  if (cluster.listed.length === 0) return undefined;
  const held = tables.allocations ? allocations(tables.allocations, runs, cluster) : runs.map(() => []);
  const table = readTable(tables.jobs);
  const [nodes, partition] = ["node_list", "partition"].map((name) => table.getChild(name));
  let from = 0;
  runs.forEach((s, i) => {
    if (s.policy === baseline && nodes && partition) held[i] = recorded(s, texts(nodes).slice(from, from + s.n), texts(partition).slice(from, from + s.n), cluster);
    from += s.n;
  });
  return held;
}

/** A copy of a canvas in its place, without the listeners of the last run. */
function fresh(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const copy = canvas.cloneNode(false) as HTMLCanvasElement;
  canvas.replaceWith(copy);
  return copy;
}
