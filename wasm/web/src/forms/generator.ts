// The sliders of a workload that is drawn by a model, and the jobs drawn as they say.
import { byID, make, setValue, showError } from "../dom";
import { count, number } from "../format";
import type { Client } from "../simulator/client";
import type { Description, Slider } from "../simulator/protocol";
import { askModel } from "../state/actions";
import { isDrawn, modelOf, type State } from "../state/state";
import type { Store } from "../state/store";
import { forms as texts } from "texts/forms";

export class Generator {
  private readonly rows: { slider: Slider; input: HTMLInputElement; output: HTMLOutputElement; row: HTMLElement }[];
  private readonly estimates: HTMLSelectElement;
  private readonly seed: HTMLInputElement;
  private drawing: Promise<void> | undefined;

  constructor(
    private readonly client: Client,
    private readonly store: Store<State>,
    private readonly about: Description,
  ) {
    const { sliders, estimates, usual } = about.generator;
    const ask = (name: string, value: string) => store.set(askModel(store.state, name, value === String(usual[name as keyof typeof usual]) ? "" : value));
    this.rows = sliders.map((slider) => {
      const input = make("input", { type: "range", id: `model-${slider.name}`, min: "0", max: String(slider.stops.length - 1), step: "1" });
      const output = make("output");
      input.addEventListener("input", () => ask(slider.name, String(slider.stops[input.valueAsNumber])));
      return { slider, input, output, row: make("div", { className: "slider", title: slider.doc }, make("label", { htmlFor: input.id }, slider.title), output, input) };
    });
    this.estimates = make("select", { id: "model-estimates" }, ...estimates.map((e) => make("option", { value: e.name, title: e.doc }, e.title)));
    this.estimates.addEventListener("change", () => ask("estimates", this.estimates.value));
    this.seed = make("input", { type: "number", id: "model-seed", min: "0", max: "1000000000", step: "1" });
    this.seed.addEventListener("input", () => this.seed.validity.valid && this.seed.value !== "" && ask("seed", this.seed.value));
    const others = make("button", { type: "button" }, texts.drawOthers);
    others.addEventListener("click", () => ask("seed", String((modelOf(store.state, about).seed ?? 0) + 1)));
    const terms: [string, string][] = [...sliders.map((s): [string, string] => [s.title, s.doc]), ...estimates.map((e): [string, string] => [texts.estimatesKind(e.title), e.doc]), [texts.seed, texts.seedIs]];
    const kind = make("div", { className: "pair" }, make("label", { htmlFor: "model-estimates" }, texts.estimatesAre), this.estimates);
    byID("generator").append(
      ...this.rows.flatMap((r) => (r.slider.name === "factor" ? [kind, r.row] : [r.row])),
      make("div", { className: "pair" }, make("label", { htmlFor: "model-seed" }, texts.seed), make("span", { className: "tools" }, this.seed, others)),
      make("details", { className: "odd" }, make("summary", {}, texts.whatTheseAre), make("dl", {}, ...terms.flatMap(([name, doc]) => [make("dt", {}, name), make("dd", {}, doc)]))),
    );
    store.follow(["mode", "workloads", "log", "model", "drawn"], (s) => {
      this.show(s);
      this.draw();
    });
  }

  /** Resolves when the jobs that are asked for have been drawn, if any are. */
  async ready(): Promise<void> {
    while (this.drawing) await this.drawing;
  }

  private show(s: State): void {
    byID("generator").hidden = !isDrawn(s, this.about);
    const model = modelOf(s, this.about);
    for (const { slider, input, output, row } of this.rows) {
      const value = (model[slider.name as keyof typeof model] as number | undefined) ?? 0;
      const text = spoken(slider, value);
      setValue(input, String(nearest(slider.stops, value)));
      input.setAttribute("aria-valuetext", text);
      output.textContent = text;
      if (slider.name === "factor") row.hidden = model.estimates === "exact" || model.estimates === undefined;
    }
    setValue(this.estimates, model.estimates ?? "exact");
    if (this.seed.validity.valid && this.seed.value !== "") setValue(this.seed, String(model.seed ?? 0));
    else if (document.activeElement !== this.seed) this.seed.value = String(model.seed ?? 0);
  }

  /** Draws what the state asks for, one request at a time: the last asked for is drawn last. */
  private draw(): void {
    if (this.drawing || !this.due) return;
    this.drawing = this.request().finally(() => {
      this.drawing = undefined;
      this.draw();
    });
  }

  private failed = ""; // the model that could not be drawn

  private get due(): boolean {
    const { state } = this.store;
    const asked = JSON.stringify(modelOf(state, this.about));
    return isDrawn(state, this.about) && state.drawn?.model !== asked && this.failed !== asked;
  }

  private async request(): Promise<void> {
    const model = modelOf(this.store.state, this.about);
    const asked = JSON.stringify(model);
    await Promise.resolve(); // the store is telling of a change
    try {
      const { answer } = await this.client.ask("generate", { model });
      showError(byID("log-error"), "");
      this.store.set({ drawn: { model: asked, summary: answer } });
    } catch (e) {
      this.failed = asked;
      showError(byID("log-error"), (e as Error).message, e);
    }
  }
}

/** The place of the stop that is nearest to a value, as a ratio where that can be. */
export function nearest(stops: number[], value: number): number {
  const far = stops.map((s) => (s > 0 && value > 0 ? Math.abs(Math.log(s / value)) : Math.abs(s - value)));
  return far.indexOf(Math.min(...far));
}

/** A slider's value in words. */
export function spoken({ name, unit }: Slider, value: number): string {
  if (name === "factor") return value === 0 ? texts.justEnough : texts.upToTimes(number(value + 1));
  if (value === 0) return name === "users" ? texts.notTold : texts.asInModel;
  if (unit === "%") return `${number(100 * value)} %`;
  return unit === "x" ? `× ${number(value)}` : count(value);
}
