// What the schedulers say of the moment that is watched: why jobs started, what is reserved, what the others wait for.
//
// The simulator plays each run again as far as it is asked. One question is asked at a time, so that it is not
// flooded; while the player plays, each is of a moment a little ahead.
import type { Outline } from "../charts/outlines";
import type { Player, Steps } from "../charts/player";
import type { View } from "../charts/view";
import { byID, english, make } from "../dom";
import { count, englishMoment, moment } from "../format";
import type { Client } from "../simulator/client";
import type { Moment, Spec, Waiting } from "../simulator/protocol";
import type { Schedule } from "../tables/schedule";
import { gantts as texts } from "texts/gantts";

/** A run as it is shown. */
export interface Lane {
  schedule: Schedule;
  title: string;
  /** Where its starts are said. */
  said: HTMLElement;
  /** What waits, on demand. */
  waits: HTMLDetailsElement;
  outline(outlines: Outline[]): void;
}

/** What is known of a Lane. */
interface Told extends Lane {
  /** In order of pass_s. */
  moments: Moment[];
  /** Why it is not told. */
  mute: string;
  shown: Moment | undefined;
  changed: number; // when the words last changed, in ms
}

/** So many waiting jobs are told of: those that are drawn. */
const MOST = 40;

/** Between two questions while the player plays, and two changes of the words, in ms. */
const REST = 60;
const READ = 700;

/** How far ahead of the moment questions are then, in seconds of the visitor. */
const AHEAD = 0.15;

/** Starts that are in sight when one goes from one to the next. */
const CLOSE = 100;

/** Said until the simulator has played a run of very many jobs again. */
const WAIT = texts.playing;

/** Moments that are kept of a run. */
const KEPT = 2000;

export class Playback implements Steps {
  private lanes: Told[] = [];
  private spec: Spec | undefined;
  private runs = 0; // shown
  private asking = false;
  private next = 0; // lane to ask of
  private resting: (() => void)[] = []; // called once every lane is told

  constructor(
    private readonly client: Client,
    private readonly view: View,
    private readonly player: Player,
    private readonly recorded: string,
  ) {
    view.onChange(() => this.update());
    player.steps = this;
    player.onWatch = () => this.bringIntoView();
    player.onRest = (words) => void this.readOut(words);
  }

  show(spec: Spec, lanes: Lane[]): void {
    this.spec = spec;
    this.runs++;
    this.lanes = lanes.map((lane) => {
      const { schedule: s, waits } = lane;
      const mute = s.policy === this.recorded ? texts.logMute : "";
      const told: Told = { ...lane, moments: [], mute, shown: undefined, changed: 0 };
      waits.addEventListener("toggle", () => this.list(told));
      return told;
    });
    this.update();
  }

  start(t: number, by: 1 | -1): number | undefined {
    let near = by * Infinity;
    for (const { schedule: { start } } of this.lanes) {
      for (const at of start) if (by > 0 ? at > t && at < near : at < t && at > near) near = at;
    }
    return Number.isFinite(near) ? near : undefined;
  }

  close(): number {
    const most = Math.max(1, ...this.lanes.map((l) => l.schedule.n));
    return (CLOSE * (this.view.end - this.view.start)) / most;
  }

  async decision(t: number): Promise<number | undefined> {
    const all = [];
    for (const lane of this.lanes) {
      if (lane.mute) continue;
      const m = current(lane, t) ?? (await this.ask(lane, t));
      if (!m) continue;
      if (m.pass_s > t) all.push(m.pass_s); // the first of the run
      else if (m.next_decision_s >= 0) all.push(m.next_decision_s);
    }
    return all.length === 0 ? undefined : Math.min(...all);
  }

  /** What a job waits for at the moment watched. */
  async waits(run: string, id: string, row: number): Promise<Waiting | undefined> {
    const lane = this.lanes.find((l) => l.schedule.run === run);
    const { now } = this.view;
    if (!lane || lane.mute || now === undefined || this.player.state.playing) return undefined;
    const known = (await this.at(lane, now))?.waits.find((w) => w.job === lane.schedule.id[row]);
    return known ?? (await this.question(lane, now, id).catch(() => undefined))?.waits.find((w) => w.job === lane.schedule.id[row]);
  }

  private async at(lane: Told, t: number): Promise<Moment | undefined> {
    return current(lane, t) ?? this.ask(lane, t);
  }

  /** Shows what is known of the moment, and asks for what is not. */
  private update(): void {
    const { now } = this.view;
    for (const lane of this.lanes) this.tell(lane, now);
    if (now === undefined) return;
    if (!this.asking && this.lanes.some((l) => !l.mute && !current(l, now))) void this.fetch();
    this.rest();
  }

  /** Asks of the lanes in turn until all are told. */
  private async fetch(): Promise<void> {
    this.asking = true;
    const run = this.runs;
    for (;;) {
      const { now } = this.view;
      if (now === undefined || run !== this.runs) break;
      const t = this.player.state.playing ? now + this.player.pace * AHEAD : now;
      const k = this.lanes.findIndex((_, i) => {
        const lane = this.lanes[(this.next + i) % this.lanes.length];
        return !lane.mute && !current(lane, t);
      });
      if (k < 0) break;
      const lane = this.lanes[(this.next + k) % this.lanes.length];
      this.next = (this.next + k + 1) % this.lanes.length;
      await this.ask(lane, t);
      if (run !== this.runs) break;
      this.tell(lane, this.view.now);
      if (this.player.state.playing) await new Promise((r) => setTimeout(r, REST));
    }
    this.asking = false;
    if (run === this.runs) this.rest();
    else this.update(); // of the run that has come meanwhile
  }

  /** Tells those who wait that all is known of the moment, if it is. */
  private rest(): void {
    const { now } = this.view;
    if (now !== undefined && this.lanes.every((l) => l.mute || current(l, now))) this.resting.splice(0).forEach((f) => f());
  }

  /** Asks for a moment and keeps it. */
  private async ask(lane: Told, t: number): Promise<Moment | undefined> {
    const run = this.runs;
    try {
      const m = await this.question(lane, t);
      if (run !== this.runs) return undefined;
      const i = lane.moments.findIndex((o) => o.pass_s >= m.pass_s);
      if (i < 0) lane.moments.push(m);
      else lane.moments.splice(i, lane.moments[i].pass_s === m.pass_s ? 1 : 0, m);
      if (lane.moments.length > KEPT) lane.moments.splice(0, 1);
      return m;
    } catch (e) {
      if (run === this.runs) lane.mute = (e as Error).message;
      return undefined;
    }
  }

  private async question(lane: Told, at: number, job?: string): Promise<Moment> {
    return (await this.client.ask("moment", { spec: this.spec!, policy: lane.schedule.policy, at: Math.max(at, 0), most: job ? 0 : MOST, ...(job ? { job } : {}) })).answer;
  }

  /** Says what is known of a lane, and outlines what is reserved. */
  private tell(lane: Told, now: number | undefined): void {
    const { said, waits } = lane;
    said.hidden = waits.hidden = now === undefined;
    const m = now === undefined || lane.mute ? undefined : last(lane, now);
    if (lane.mute && now !== undefined) said.textContent = lane.mute;
    const calm = this.player.state.playing && performance.now() - lane.changed < READ;
    if (!m && now !== undefined && !lane.mute && said.textContent === "") said.textContent = WAIT;
    if (m === lane.shown || (calm && m !== undefined)) return;
    lane.shown = m;
    lane.changed = performance.now();
    lane.outline(m ? outlinesOf(lane.schedule, m) : []);
    waits.hidden = m === undefined;
    if (!m) {
      if (!lane.mute) said.textContent = now === undefined ? "" : WAIT;
      return;
    }
    said.replaceChildren(...this.words(m));
    this.list(lane);
  }

  /** The jobs that started last, and why. */
  private words(m: Moment): Node[] {
    const { unixStart } = this.player;
    if (m.starts.length === 0) return [document.createTextNode(texts.noneStarted)];
    const SAID = 2;
    const parts = m.starts.slice(0, SAID).map((s) => {
      const e = make("span", {}, make("strong", {}, texts.job(s.id)), ", ", english(`${dated(s.text, unixStart)}.`), " ");
      e.dataset.text = s.text;
      return e;
    });
    const more = m.starts.length > SAID ? [make("span", {}, texts.moreStarts(m.starts.length - SAID))] : [];
    return [make("span", { className: "when" }, `${moment(m.starts_s, unixStart)}: `), ...parts, ...more];
  }

  /** Lists what waits, if that is wanted: not while it changes all the time. */
  private list({ waits, shown: m }: Told): void {
    const box = waits.querySelector("div")!;
    const title = waits.querySelector("summary")!;
    if (!m || this.player.state.playing) {
      title.textContent = texts.whatWaitsPaused;
      return box.replaceChildren();
    }
    title.textContent = texts.jobsWait(m.waiting, m.free);
    if (!waits.open) return box.replaceChildren();
    const { unixStart } = this.player;
    const line = (id: string, text: Node | string) => make("li", {}, make("strong", {}, texts.job(id)), ", ", text);
    const told = (id: string, text: string) => line(id, english(dated(text, unixStart)));
    const head = (text: string) => make("p", {}, text);
    const out: Node[] = [];
    if (m.starts.length > 2) out.push(head(texts.startedAt(moment(m.starts_s, unixStart))), make("ul", {}, ...m.starts.map((s) => told(s.id, s.text))));
    if (m.reservations.length > 0) out.push(head(texts.reserved), make("ul", {}, ...m.reservations.map((r) => line(r.id, r.site ? texts.reservedOf(r.procs, r.site, moment(r.at_s, unixStart)) : texts.reservedFrom(r.procs, moment(r.at_s, unixStart))))));
    const rest = m.waiting - m.waits.length;
    if (m.waits.length > 0) out.push(head(rest > 0 ? texts.firstWaiting(m.waits.length) : texts.whatWaits), make("ul", {}, ...m.waits.map((w) => told(w.id, w.text))));
    box.replaceChildren(...out);
  }

  /** Reads out one message, once all lanes are told. */
  private async readOut(words: string): Promise<void> {
    const { now } = this.view;
    if (now === undefined) return void (words && (byID("details").textContent = words));
    await new Promise<void>((done) => {
      this.resting.push(done);
      this.update();
    });
    if (this.view.now !== now || this.player.state.playing) return; // and on it went
    const { unixStart } = this.player;
    const lines = this.lanes.map((lane) => {
      const m = current(lane, now);
      if (!m) return "";
      const here = m.starts_s === m.pass_s && now - m.pass_s < 1;
      const first = m.starts[0];
      return here ? texts.startedNow(lane.title, first.id, dated(first.text, unixStart), m.starts.length - 1, m.waiting) : texts.noneStarts(lane.title, count(m.waiting));
    });
    byID("details").textContent = [`${words || moment(Math.round(now), unixStart)}.`, ...lines].join(" ").trim();
    for (const lane of this.lanes) this.list(lane);
  }

  /** Shows a machine to whoever wants to watch it. */
  private bringIntoView(): void {
    const chart = byID("gantts").querySelector("canvas")?.getBoundingClientRect();
    const player = byID("player");
    const under = player.getBoundingClientRect().height;
    if (!chart || (chart.top >= under - 1 && chart.bottom <= innerHeight)) return;
    if (chart.top < under && chart.bottom > under + 80) return; // some other of the charts is in sight
    byID("gantts").style.scrollMarginTop = `${under + 6}px`;
    byID("gantts").scrollIntoView({ block: "start" });
  }
}

/** The words of the simulator, with dates in the place of seconds. */
export function dated(text: string, unix: number): string {
  return text.replace(/\b(at|from|planned for) (\d(?:[\d,]*\d)?(?:\.\d+)?)(?![\d.]* ?%)/g, (_, word: string, second: string) => `${word} ${englishMoment(Number(second.replaceAll(",", "")), unix)}`);
}

/** The moment that is known of second t: nothing has been decided since. */
function current(lane: Told, t: number): Moment | undefined {
  const m = last(lane, t);
  if (!m) return lane.moments[0] && lane.moments[0].at_s <= t && lane.moments[0].pass_s > t ? lane.moments[0] : undefined;
  return [m.next_decision_s, m.next_start_s].every((next) => next < 0 || next > t) ? m : undefined;
}

/** The last moment by second t that is known. */
function last({ moments }: Told, t: number): Moment | undefined {
  let [lo, hi] = [0, moments.length];
  while (lo < hi) {
    const middle = (lo + hi) >> 1;
    if (moments[middle].pass_s <= t) lo = middle + 1;
    else hi = middle;
  }
  return moments[lo - 1];
}

function outlinesOf(s: Schedule, m: Moment): Outline[] {
  const reserved = m.reservations.map((r) => ({ row: s.row(r.job), from: r.at_s, to: r.until_s, procs: r.procs, reserved: true, site: r.site }));
  const started = m.starts_s === m.pass_s ? m.starts.map((j) => ({ row: s.row(j.job), from: m.starts_s, to: m.starts_s + (j.estimate_s ?? 0), procs: j.procs, reserved: false })) : [];
  return [...reserved, ...started].filter((o) => o.row >= 0 && o.to > o.from);
}
