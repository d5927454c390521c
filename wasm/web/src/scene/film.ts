// Watching a scene: the second that is shown runs by itself, is drawn on, or goes from start to start.
import { scene as texts } from "texts/scene";
import { make, setValue } from "../dom";
import { duration } from "../format";
import type { Hole, Outcome } from "./outcome";

/** Seconds that a film takes at its usual speed. */
const LENGTH = 9;

/** What part of a film is over when its hole begins, at most, and what part the hole takes. */
const [SOON, SLOW] = [0.18, 0.45];

export class Film {
  readonly element = make("div", { className: "film" });
  /** The second that is shown; undefined is the whole schedule. */
  moment: number | undefined;
  private playing = false;
  private readonly button = make("button", { type: "button" }, texts.play);
  private readonly slider = make("input", { type: "range", min: "0", max: "1000", value: "1000" });
  private readonly speed = make("select", {}, ...["0.25", "0.5", "1", "2"].map((v) => make("option", { value: v }, { "0.25": "¼×", "0.5": "½×" }[v] ?? `${v}×`)));
  private readonly said = make("output", {});

  constructor(
    private readonly onMoment: (moment: number | undefined) => void,
    private readonly outcomes: () => Outcome[],
    private readonly hole: () => Hole | undefined,
  ) {
    this.speed.value = "1";
    for (const [e, name] of [[this.slider, texts.moment], [this.speed, texts.speed]] as const) e.setAttribute("aria-label", name);
    this.button.addEventListener("click", () => (this.playing ? this.pause() : this.play()));
    this.slider.addEventListener("input", () => {
      this.pause();
      const share = this.slider.valueAsNumber / 1000;
      this.show(share < 1 ? share * this.end : undefined);
    });
    const step = (sign: string, name: string, by: 1 | -1) => {
      const b = make("button", { type: "button", title: name }, sign);
      b.setAttribute("aria-label", name);
      b.addEventListener("click", () => this.step(by));
      return b;
    };
    this.element.append(this.button, step("◀", texts.before, -1), step("▶", texts.next, 1), this.slider, this.said, this.speed);
  }

  private get end(): number {
    return Math.max(...this.outcomes().flatMap((o) => o.end));
  }

  /** Plays from the moment that is shown, or from the start. Who wants less motion steps. */
  play(): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.step(1);
    this.playing = true;
    this.button.textContent = texts.pause;
    let share = this.shareOf(this.moment ?? 0);
    let before = performance.now();
    const tick = () => {
      if (!this.playing) return;
      const now = performance.now();
      share += ((now - before) / 1000 / LENGTH) * Number(this.speed.value);
      before = now;
      if (share >= 1) return this.stop();
      this.show(this.momentAt(share));
      requestAnimationFrame(tick);
    };
    tick();
  }

  private pause(): void {
    this.playing = false;
    this.button.textContent = texts.play;
  }

  /** Shows the whole schedule. */
  stop(): void {
    this.pause();
    if (this.moment !== undefined) this.show(undefined);
  }

  private show(moment: number | undefined): void {
    this.moment = moment;
    setValue(this.slider, String(moment === undefined ? 1000 : Math.floor((1000 * moment) / this.end)));
    this.said.textContent = moment === undefined ? "" : duration(60 * Math.round(moment / 60));
    this.onMoment(moment);
  }

  private step(by: 1 | -1): void {
    this.pause();
    const starts = [...new Set(this.outcomes().flatMap((o) => o.start))].sort((a, b) => a - b);
    const now = this.moment ?? (by > 0 ? -1 : Infinity);
    const next = by > 0 ? starts.find((t) => t + 1 > now) : starts.reverse().find((t) => t + 1 < now);
    this.show(next === undefined ? undefined : next + 1); // its box has begun
  }

  /** The corners of the film's time: parts of it, and seconds of the schedule. The hole is slow. */
  private get corners(): [share: number, moment: number][] {
    const h = this.hole();
    if (!h || h.to <= h.from) return [[0, 0], [1, this.end]];
    const soon = Math.min(SOON, ((1 - SLOW) * h.from) / (this.end - (h.to - h.from)));
    return [[0, 0], [soon, h.from], [soon + SLOW, h.to], [1, this.end]];
  }

  private momentAt(share: number): number {
    return between(this.corners, share);
  }

  private shareOf(moment: number): number {
    return between(this.corners.map(([share, t]) => [t, share]), moment);
  }
}

/** The value at x of the line through corners. */
function between(corners: [x: number, y: number][], x: number): number {
  const k = Math.max(1, corners.findIndex(([at]) => at >= x));
  const [[x0, y0], [x1, y1]] = [corners[k - 1], corners[k]];
  return x1 > x0 ? y0 + ((x - x0) / (x1 - x0)) * (y1 - y0) : y1;
}
