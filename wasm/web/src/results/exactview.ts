// The section that solves one step: which moment of which run, or an instance from
// a file; its progress; the best schedule beside the policies'.
import { RequestError, type Client } from "../simulator/client";
import { byID, make, save, showError } from "../dom";
import { language } from "texts/language";
import { bytes, count, duration, fixed, moment } from "../format";
import { momentAt, moments, worthwhile, type Moments } from "../tables/moments";
import { PlanCharts } from "../charts/planchart";
import type { InstanceAnswer, Solving, Spec } from "../simulator/protocol";
import type { Schedule } from "../tables/schedule";
import { onThemeChange } from "../charts/theme";
import type { View } from "../charts/view";
import { exact as texts } from "texts/exact";

/** A run whose moments can be chosen. */
interface Choosable {
  schedule: Schedule;
  moments: Moments;
}

export class ExactView {
  private readonly run = byID<HTMLSelectElement>("step-run");
  private readonly at = byID("step-at");
  private readonly limit = byID<HTMLInputElement>("solve-seconds");
  private readonly policy = byID<HTMLSelectElement>("solved-policy");
  private readonly charts = new PlanCharts(["plan-chart", "best-chart"]);
  private spec: Spec | undefined;
  private runs: Choosable[] = [];
  private moment = -1; // of the chosen run
  private unix = 0;
  private watched: number | undefined;

  private request: number | undefined; // what is being worked on
  private cancelled = false; // and is to be worked on no longer
  private turn = 0; // of the last wish: what an earlier one comes to is of no use
  private of: { answer: InstanceAnswer; unix: number; text: Uint8Array } | undefined;
  private best: Solving | undefined;
  private solution: Uint8Array | undefined;

  constructor(
    private readonly client: Client,
    private readonly title: (policy: string) => string,
    /** The charts of the run, whose moment shown is the one chosen. */
    view: View,
    /** Told of the moment that is chosen; of no run where there is none. */
    private readonly onMoment: (run: string | undefined, t: number) => void,
  ) {
    this.run.addEventListener("change", () => this.choose(this.run.selectedIndex, this.second));
    for (const [id, by] of [["step-back", -1], ["step-on", 1]] as const) {
      byID(id).addEventListener("click", () => {
        this.go(this.moment + by);
        this.say();
      });
    }
    byID("solve").addEventListener("click", () => void this.solveStep());
    byID("solve-cancel").addEventListener("click", () => this.cancel());
    this.policy.addEventListener("change", () => this.showPolicy());
    view.onChange(() => {
      if (view.now !== undefined && view.now !== this.watched) this.choose(this.run.selectedIndex, view.now);
      this.watched = view.now;
    });
    const file = byID<HTMLInputElement>("instance-file");
    file.addEventListener("change", () => {
      const chosen = file.files?.[0];
      file.value = ""; // so that the same file can be chosen again
      if (chosen) void this.read(chosen);
    });
    byID("instance-form").addEventListener("submit", (e) => {
      e.preventDefault();
      const text = byID<HTMLTextAreaElement>("instance-text").value;
      void this.solve(() => this.client.request("instance", {}, [new TextEncoder().encode(text)]), 0, "");
    });
    byID("save-instance").addEventListener("click", () => saveJSON(this.of!.text, "instance.json"));
    byID("save-solution").addEventListener("click", () => saveJSON(this.solution!, "solution.json"));
    onThemeChange(() => this.charts.draw());
  }

  /** Offers the moments of a finished run, of one machine. */
  offer(spec: Spec, schedules: Schedule[], unix: number): void {
    this.spec = spec;
    this.unix = unix;
    const possible = !spec.grid && !spec.shared && !spec.cluster;
    byID("exact").hidden = !possible;
    const before = this.run.value;
    this.runs = possible ? schedules.filter((s) => s.policy !== "recorded").map((schedule) => ({ schedule, moments: moments(schedule) })) : [];
    this.run.replaceChildren(...this.runs.map((r) => make("option", { value: r.schedule.policy }, this.title(r.schedule.policy))));
    const again = this.runs.findIndex((r) => r.schedule.policy === before);
    const planned = this.runs.findIndex((r) => /^(dynp|plan)-/.test(r.schedule.policy));
    const index = again >= 0 ? again : Math.max(planned, Math.min(this.runs.length, 1) - 1);
    this.run.selectedIndex = index;
    this.go(index >= 0 ? worthwhile(this.runs[index].moments) : -1);
    this.onMoment(undefined, 0); // nobody has chosen it
  }

  /** Chooses the moment at or before second t of a run. */
  pick(run: string, t: number): void {
    this.choose(this.runs.findIndex((r) => r.schedule.run === run), t);
    this.say();
  }

  /** Reads the step out: not whenever it changes, which it does while the charts play. */
  private say(): void {
    byID("details").textContent = texts.chosen(this.at.textContent ?? "");
  }

  /** Goes to where the moment chosen is solved. */
  focus(): void {
    byID("solve").focus();
  }

  /** Solves the instance in a file. */
  async read(file: File): Promise<void> {
    const data = new Uint8Array(await file.arrayBuffer());
    await this.solve(() => this.client.request("instance", {}, [data]), 0, `${file.name}: `);
  }

  private get second(): number {
    const m = this.runs[this.run.selectedIndex]?.moments;
    return m && this.moment >= 0 ? m.at[this.moment] : this.watched ?? 0;
  }

  private choose(index: number, t: number): void {
    const r = this.runs[index];
    if (!r) return;
    this.run.selectedIndex = index;
    this.go(momentAt(r.moments, t));
  }

  private go(moment: number): void {
    const r = this.runs[this.run.selectedIndex];
    const n = r?.moments.n ?? 0;
    this.moment = Math.min(Math.max(moment, -1), n - 1);
    byID<HTMLButtonElement>("step-back").disabled = this.moment <= 0;
    byID<HTMLButtonElement>("step-on").disabled = this.moment >= n - 1;
    this.busy(this.request !== undefined);
    this.onMoment(this.moment < 0 ? undefined : r.schedule.run, this.second);
    this.at.textContent = this.moment < 0 ? texts.neverTwo : texts.toSchedule(momentOf(this.second, this.unix), r.moments.waiting[this.moment]);
  }

  private solveStep(): Promise<void> | undefined {
    const r = this.runs[this.run.selectedIndex];
    if (!r || !this.spec || this.moment < 0) return;
    const { spec } = this;
    const at = this.second;
    return this.solve(() => this.client.request("instance", { spec, policy: r.schedule.policy, at }), this.unix);
  }

  /** Stops what is being worked on; the best schedule found so far stays. */
  cancel(): void {
    if (this.request === undefined) return;
    byID("solve-text").textContent = texts.cancelling;
    this.cancelled = true;
    this.client.cancel(this.request);
  }

  private async solve(ask: () => { id: number; promise: Promise<{ answer: InstanceAnswer; blobs: Uint8Array[] }> }, unix: number, where?: string): Promise<void> {
    const error = byID("exact-error");
    showError(error, "");
    if (!this.limit.reportValidity()) return;
    const seconds = this.limit.valueAsNumber;
    this.cancel();
    this.cancelled = false;
    const turn = ++this.turn;
    const current = () => turn === this.turn;
    this.busy(true);
    byID<HTMLProgressElement>("solve-bar").removeAttribute("value");
    byID("solve-text").textContent = where === undefined ? texts.playing : texts.reading;
    byID("solved-status").textContent = "";
    try {
      const asked = ask();
      this.request = asked.id;
      const { answer, blobs } = await asked.promise;
      if (!current()) return;
      if (this.cancelled) throw new RequestError("cancelled", true); // too late to be told
      this.show(answer, blobs[0], unix);
      const begun = this.client.request("solve", { seconds }, [blobs[0]], (p) => {
        if (current()) this.progress(p, seconds);
      });
      this.request = begun.id;
      const done = await begun.promise;
      if (!current()) return;
      this.solution = done.blobs[0];
      this.better(done.answer);
      byID("solved-status").textContent = verdict(done.answer);
      byID<HTMLButtonElement>("save-solution").disabled = false;
    } catch (e) {
      if (!current()) return;
      if (e instanceof RequestError && e.cancelled) byID("solved-status").textContent = texts.cancelled;
      else showError(error, (where ?? "") + (e as Error).message, e);
    } finally {
      if (current()) {
        this.request = undefined;
        this.busy(false);
      }
    }
  }

  private busy(is: boolean): void {
    byID<HTMLButtonElement>("solve").disabled = is || this.moment < 0;
    byID("solving").hidden = !is;
  }

  private show(answer: InstanceAnswer, text: Uint8Array, unix: number): void {
    this.of = { answer, unix, text };
    this.best = this.solution = undefined;
    const { instance, policies, best } = answer;
    byID("solved").hidden = false;
    byID("solved-title").textContent = texts.solvedFor(instance.jobs.length, instance.procs, [momentOf(instance.now, unix), ...(instance.name ? [`(${instance.name})`] : [])].join(" "));
    byID<HTMLButtonElement>("save-solution").disabled = true;
    this.policy.replaceChildren(...policies.map((p) => make("option", { value: p.name }, p.name.toUpperCase())));
    this.policy.value = best;
    const first = policies.find((p) => p.name === best)!;
    this.charts.show(answer, first.starts, unix);
    this.charts.set(1, first.starts, texts.bestSchedule);
    byID("best-note").textContent = "";
    this.showPolicy();
    this.table();
  }

  /** Puts the plan of the policy that is chosen beside the best schedule. */
  private showPolicy(): void {
    const p = this.of!.answer.policies.find((p) => p.name === this.policy.value)!;
    this.charts.set(0, p.starts, texts.planOf(p.name.toUpperCase()));
    byID("plan-note").textContent = texts.artww(count(p.artww_s));
  }

  private progress(p: Solving, limit: number): void {
    this.better(p);
    byID<HTMLProgressElement>("solve-bar").value = Math.min(p.seconds / limit, 1);
    byID("solve-text").textContent = texts.progress(duration(p.seconds), duration(limit), count(p.cost), count(p.bound), percent(100 * p.gap), p.nodes);
  }

  private better(p: Solving): void {
    this.best = { ...p, starts: p.starts ?? this.best?.starts };
    if (p.starts) this.charts.set(1, p.starts, texts.bestSchedule);
    byID("best-note").textContent = texts.artww(count(p.artww_s));
    this.table();
  }

  /** The numbers: each policy's, those of the best schedule, and the bound. */
  private table(): void {
    const { answer } = this.of!;
    const { best } = this;
    const rows = answer.policies.map((p) => {
      const loss = best ? percent(100 * (1 - best.cost / p.cost)) : "…";
      return row(p.name === answer.best ? texts.bestPolicy(p.name.toUpperCase()) : p.name.toUpperCase(), p.artww_s, p.cost, loss);
    });
    rows.push(row(best?.optimal ? texts.optimal : texts.bestFound, best?.artww_s, best?.cost, best ? "" : "…"));
    const at = !best ? "…" : best.optimal ? texts.proven : texts.gap(percent(100 * best.gap));
    rows.push(row(texts.noneBelow, best?.bound_artww_s, best?.bound, at));
    byID("solved-numbers").querySelector("tbody")!.replaceChildren(...rows);
  }
}

function row(name: string, artww: number | undefined, cost: number | undefined, last: string): HTMLTableRowElement {
  const th = make("th", {}, name);
  th.scope = "row";
  const number = (x: number | undefined) => (x === undefined ? "…" : x.toLocaleString(language.numbers, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
  return make("tr", {}, th, make("td", { title: artww === undefined ? "" : duration(artww) }, number(artww)), make("td", {}, cost === undefined ? "…" : count(cost)), make("td", {}, last));
}

/** What a solution came to. */
export function verdict(s: Solving): string {
  if (s.optimal) return texts.provenAfter(duration(s.seconds), s.nodes);
  const why = { cancelled: texts.cancelledAt, size: texts.tooMany, time: texts.timeLimit }[s.stopped as string] ?? texts.stopped;
  return texts.stoppedAfter(why, duration(s.seconds), s.nodes, percent(100 * s.gap));
}

/** A share with the digits that tell small ones apart; one that is not 0 never looks like it. */
export function percent(x: number): string {
  if (x === 0) return "0 %";
  return Math.abs(x) < 0.01 ? `${x < 0 ? "−" : ""}< ${fixed(0.01, 2)} %` : `${fixed(x, 2)} %`;
}

/** A moment with its seconds, which tell steps apart. */
function momentOf(t: number, unix: number): string {
  const second = (((unix > 0 ? unix : 0) + t) % 60 + 60) % 60;
  return `${moment(t, unix)}:${String(second).padStart(2, "0")}`;
}

function saveJSON(data: Uint8Array, name: string): void {
  save(data, name, "application/json");
  byID("solved-status").textContent = texts.inDownloads(name, bytes(data.length));
}
