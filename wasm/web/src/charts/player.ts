// Watching the machine fill: the moment shown, by slider, running by itself, or step by step.
import { byID } from "../dom";
import { moment } from "../format";
import type { View } from "./view";
import { charts as texts } from "texts/charts";

/** Seconds that playing through what is in view takes at speed 1. */
const LENGTH = 24;

/** Where steps lead from a second: to seconds that are undefined where there is none. */
export interface Steps {
  /** The next second, or the one before, at which a job starts. */
  start(t: number, by: 1 | -1): number | undefined;
  /** The next second at which a scheduler decides on jobs. */
  decision(t: number): Promise<number | undefined>;
  /** A time that holds some dozens of starts, on average: so much is in sight when one goes from start to start. */
  close(): number;
}

/** What the player is doing: it is drawn from this and from the view. */
interface State {
  playing: boolean;
  /** How many times faster than usual. */
  speed: number;
}

export class Player {
  readonly state: State = { playing: false, speed: 1 };
  unixStart = 0;
  /** Called when it has been stopped by the visitor or has gone a step: what is shown may be read out. */
  onRest: (words: string) => void = () => {};
  /** Called before it plays or goes a step. */
  onWatch: () => void = () => {};
  steps: Steps | undefined;
  private readonly button = byID<HTMLButtonElement>("play");
  private readonly slider = byID<HTMLInputElement>("now");
  private readonly select = byID<HTMLSelectElement>("speed");
  private readonly output = byID("moment");
  private last = 0;
  private ended = false; // it has played to the end, and shows it

  constructor(private readonly view: View) {
    this.button.addEventListener("click", () => this.toggle());
    this.select.addEventListener("change", () => this.faster(0));
    byID("start-back").addEventListener("click", () => this.start(-1));
    byID("start-next").addEventListener("click", () => this.start(1));
    byID("decision-next").addEventListener("click", () => void this.decision());
    this.slider.addEventListener("input", () => {
      const share = this.slider.valueAsNumber / 1000; // before it shows the moment as it was
      this.pause();
      view.watch(share >= 1 ? undefined : view.from + share * (view.to - view.from));
    });
    this.slider.addEventListener("change", () => {
      if (view.now !== undefined) this.onRest("");
    });
    byID("gantt-section").addEventListener("keydown", (e) => this.key(e));
    view.onChange(() => this.show());
  }

  /** Seconds of the schedule that a second of playing shows. */
  get pace(): number {
    return this.state.playing ? ((this.view.to - this.view.from) / LENGTH) * this.state.speed : 0;
  }

  private toggle(): void {
    if (!this.state.playing) return this.play();
    this.pause();
    // While it plays, the moment changes too often to be read out.
    if (this.view.now !== undefined) this.onRest(texts.pausedAt(moment(Math.round(this.view.now), this.unixStart)));
  }

  pause(): void {
    this.state.playing = false;
    this.show();
  }

  play(): void {
    const { view } = this;
    this.state.playing = true;
    this.onWatch();
    if (view.now === undefined || view.now >= view.to || view.now < view.from) view.watch(view.from);
    this.last = performance.now();
    this.show();
    requestAnimationFrame((t) => this.tick(t));
  }

  private tick(time: number): void {
    const { view } = this;
    if (!this.state.playing || view.now === undefined) return;
    const next = view.now + (Math.max(0, time - this.last) / 1000) * this.pace;
    this.last = time;
    if (next >= view.to) {
      this.ended = view.to >= view.end;
      view.watch(this.ended ? undefined : view.to);
      this.pause();
      return;
    }
    view.watch(next);
    requestAnimationFrame((t) => this.tick(t));
  }

  /** Goes to the start of the next job, or of the one before. */
  private start(by: 1 | -1): void {
    this.pause();
    if (by > 0 && this.ended && this.view.now === undefined) return this.onRest(texts.noneThere);
    this.goto(this.steps?.start(this.view.now ?? (by > 0 ? this.view.from - 1e-6 : this.view.to), by));
  }

  private async decision(): Promise<void> {
    this.pause();
    if (this.ended && this.view.now === undefined) return this.onRest(texts.noneThere);
    const from = this.view.now ?? this.view.from - 1e-6;
    const to = await this.steps?.decision(from);
    if (!this.state.playing) this.goto(to);
  }

  private goto(t: number | undefined): void {
    const { view } = this;
    if (t === undefined) return this.onRest(texts.noneThere);
    this.onWatch();
    const near = this.steps?.close() ?? Infinity;
    const wide = view.to - view.from > 4 * near;
    const span = wide ? near : view.to - view.from;
    if (wide || t < view.from || t > view.to) view.show(t - 0.4 * span, t + 0.6 * span);
    view.watch(t);
    this.show();
    this.onRest("");
  }

  /** Chooses a speed that is by places further on in the list. */
  private faster(by: number): void {
    const { select } = this;
    select.selectedIndex = Math.min(Math.max(select.selectedIndex + by, 0), select.options.length - 1);
    this.state.speed = Number(select.value);
  }

  private key(e: KeyboardEvent): void {
    const at = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || at.matches("select, input:not([type=range]), textarea")) return;
    const actions: Record<string, () => void> = {
      ".": () => this.start(1),
      ",": () => this.start(-1),
      d: () => void this.decision(),
      "<": () => this.faster(-1),
      ">": () => this.faster(1),
    };
    if (!at.matches("button, a, summary")) actions[" "] = () => this.toggle(); // which the space bar presses already
    const action = actions[e.key];
    if (!action) return;
    action();
    e.preventDefault();
  }

  private show(): void {
    const { view, state } = this;
    const { now } = view;
    if (now === undefined) state.playing = false;
    else this.ended = false;
    this.button.textContent = state.playing ? texts.pause : texts.watch;
    this.button.setAttribute("aria-pressed", String(state.playing));
    const share = now === undefined ? 1 : (now - view.from) / (view.to - view.from);
    this.slider.value = String(Math.round(1000 * Math.min(Math.max(share, 0), 1)));
    this.output.textContent =
      now === undefined
        ? texts.fromTo(moment(Math.round(view.from), this.unixStart), moment(Math.round(view.to), this.unixStart))
        : moment(Math.round(now), this.unixStart);
    this.output.dataset.second = now === undefined ? "" : String(now);
    this.slider.setAttribute("aria-valuetext", this.output.textContent);
    document.body.classList.toggle("watching", now !== undefined);
  }
}
