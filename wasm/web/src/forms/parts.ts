// An algorithm for shared nodes put together from what it does when a job
// arrives, when one ends, and periodically.
import { make } from "../dom";
import type { Description, Scheduler } from "../simulator/protocol";

export class Parts {
  readonly elements: HTMLElement[];
  private readonly selects: HTMLSelectElement[];

  constructor(
    private readonly about: Description,
    onChange: () => void,
  ) {
    const { parts } = about.shared;
    this.selects = parts.map((p) => {
      const select = make("select", { id: `part-${p.name}`, title: p.doc }, ...p.choices!.map((c) => make("option", { value: c.name, title: c.doc }, c.title)));
      select.value = p.default;
      select.addEventListener("change", () => {
        this.offer();
        onChange();
      });
      return select;
    });
    this.elements = parts.map((p, i) => make("div", { className: "option" }, make("label", { htmlFor: this.selects[i].id }, p.title), this.selects[i]));
    this.offer();
  }

  /** The combination that is chosen, if it is one of the paper's. */
  get policy(): Scheduler | undefined {
    return this.find(this.selects.map((s) => s.value));
  }

  private find(values: string[]): Scheduler | undefined {
    return this.about.policies.find((p) => p.name === `dfrs:${values.join("")}`);
  }

  /** Of each part what goes with the others can be chosen; what is chosen follows the part that comes first. */
  private offer(): void {
    const choices = this.selects.map((s) => [...s.options].map((o) => o.value));
    const all = choices.reduce<string[][]>((sum, part) => sum.flatMap((v) => part.map((c) => [...v, c])), [[]]).filter((v) => this.find(v));
    const chosen = this.selects.map((s) => s.value);
    const fits = (v: string[]) => v.findIndex((c, i) => c !== chosen[i]);
    const best = all.reduce((a, b) => ((fits(b) < 0 ? 9 : fits(b)) > (fits(a) < 0 ? 9 : fits(a)) ? b : a));
    this.selects.forEach((s, i) => {
      s.value = best[i];
      for (const o of s.options) o.disabled = !all.some((v) => v[i] === o.value && v.every((c, k) => k >= i || c === best[k]));
    });
  }
}
