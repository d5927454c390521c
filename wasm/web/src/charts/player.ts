// Watching the machine fill: the moment shown, by slider or running by itself.
import { byID } from "../dom";
import { moment } from "../format";
import type { View } from "./view";

/** Seconds that playing through what is in view takes at speed 1. */
const LENGTH = 24;

export class Player {
  private readonly button = byID<HTMLButtonElement>("play");
  private readonly slider = byID<HTMLInputElement>("now");
  private readonly speed = byID<HTMLSelectElement>("speed");
  private readonly output = byID("moment");
  private playing = false;
  private last = 0;
  unixStart = 0;

  constructor(private readonly view: View) {
    this.button.addEventListener("click", () => (this.playing ? this.pause() : this.play()));
    this.slider.addEventListener("input", () => {
      this.pause();
      const share = this.slider.valueAsNumber / 1000;
      view.watch(share >= 1 ? undefined : view.from + share * (view.to - view.from));
    });
    view.onChange(() => this.show());
  }

  pause(): void {
    // While it plays, the moment changes too often to be read out.
    if (this.playing && this.view.now !== undefined) byID("details").textContent = `Paused at ${moment(Math.round(this.view.now), this.unixStart)}`;
    this.playing = false;
    this.button.textContent = "▶ Watch it fill";
    this.button.setAttribute("aria-pressed", "false");
  }

  private play(): void {
    const { view } = this;
    this.playing = true;
    this.button.textContent = "❚❚ Pause";
    this.button.setAttribute("aria-pressed", "true");
    if (view.now === undefined || view.now >= view.to || view.now < view.from) view.watch(view.from);
    this.last = performance.now();
    requestAnimationFrame((t) => this.tick(t));
  }

  private tick(time: number): void {
    const { view } = this;
    if (!this.playing || view.now === undefined) return;
    const share = (Math.max(0, time - this.last) / 1000 / LENGTH) * Number(this.speed.value);
    this.last = time;
    const next = view.now + share * (view.to - view.from);
    if (next >= view.to) {
      view.watch(view.to >= view.end ? undefined : view.to);
      this.pause();
      return;
    }
    view.watch(next);
    requestAnimationFrame((t) => this.tick(t));
  }

  private show(): void {
    const { view } = this;
    const { now } = view;
    if (now === undefined && this.playing) this.pause();
    const share = now === undefined ? 1 : (now - view.from) / (view.to - view.from);
    this.slider.value = String(Math.round(1000 * Math.min(Math.max(share, 0), 1)));
    this.output.textContent =
      now === undefined
        ? `${moment(Math.round(view.from), this.unixStart)} to ${moment(Math.round(view.to), this.unixStart)}`
        : moment(Math.round(now), this.unixStart);
    this.slider.setAttribute("aria-valuetext", this.output.textContent);
    document.body.classList.toggle("watching", now !== undefined);
  }
}
