// The controls of a step: the one thing to try, and the minute that is shown.
import { make } from "../dom";
import { story as texts } from "texts/story";
import type { Control } from "./lesson";

/** The one thing to try, as controls. */
export interface Trial {
  element: HTMLElement;
  /** Shows another choice, by its index. */
  set(index: number): void;
}

/** The control of a step; onChange gets the index of a choice that is made there. */
export function tryIt(id: string, c: Control, onChange: (index: number) => void): Trial {
  if (c.kind === "choice") {
    const group = make("fieldset", { className: "choices" }, make("legend", {}, c.label));
    c.choices.forEach((choice, i) => {
      const radio = make("input", { type: "radio", name: id, id: `${id}-${i}`, value: String(choice.value), checked: i === c.first });
      radio.addEventListener("change", () => onChange(i));
      group.append(make("label", { htmlFor: radio.id }, radio, choice.label));
    });
    return { element: group, set: (i) => (group.querySelectorAll("input")[i].checked = true) };
  }
  const slider = make("input", { type: "range", id, min: "0", max: String(c.choices.length - 1), step: "1", value: String(c.first) });
  const out = make("output", {}, c.choices[c.first].label);
  out.htmlFor.add(id);
  slider.setAttribute("aria-valuetext", c.choices[c.first].label);
  const set = (i: number) => {
    slider.value = String(i);
    out.textContent = c.choices[i].label;
    slider.setAttribute("aria-valuetext", c.choices[i].label);
  };
  slider.addEventListener("input", () => {
    set(Number(slider.value));
    onChange(Number(slider.value));
  });
  return { element: make("div", { className: "dial" }, make("label", { htmlFor: id }, c.label), out, slider), set };
}

/** A slider over the minutes at which something happens, and the end. */
export class Minutes {
  readonly element: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly out = make("output", {});
  private at: number[] = [0];

  constructor(id: string, private readonly onChange: () => void) {
    this.slider = make("input", { type: "range", id, min: "0", max: "0", step: "1", value: "0" });
    this.out.htmlFor.add(id);
    this.slider.addEventListener("input", () => this.tell());
    const step = (by: number, sign: string, name: string) => {
      const b = make("button", { type: "button", title: name }, sign);
      b.setAttribute("aria-label", name);
      b.addEventListener("click", () => {
        this.slider.value = String(Number(this.slider.value) + by);
        this.tell();
      });
      return b;
    };
    this.element = make("div", { className: "minutes" }, make("label", { htmlFor: id }, texts.minuteByMinute), step(-1, "◀", texts.before), this.slider, step(1, "▶", texts.next), this.out);
  }

  /** The minute shown, or undefined for the whole schedule. */
  get value(): number | undefined {
    const i = Number(this.slider.value);
    return i >= this.at.length ? undefined : this.at[i];
  }

  /** Takes other minutes, and goes to the one asked for or the last before it. */
  set(at: number[], moment: number | undefined): void {
    this.at = at;
    this.slider.max = String(at.length);
    this.slider.value = String(moment === undefined ? at.length : Math.max(0, at.filter((t) => t <= moment).length - 1));
    this.say();
  }

  private tell(): void {
    this.say();
    this.onChange();
  }

  private say(): void {
    const text = this.value === undefined ? texts.whole : texts.minute(this.value);
    this.out.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
  }
}
