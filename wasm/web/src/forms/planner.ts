// The form for policies with options: made from what describe tells about them.
import { byID, make } from "../dom";
import { field, type Field } from "./fields";
import { Parts } from "./parts";
import type { Description, Family, PolicyOption, Scheduler } from "../simulator/protocol";
import { forms as texts } from "texts/forms";

export class Planner {
  private readonly choice = byID<HTMLSelectElement>("plan-choice");
  private fields: Map<string, Field> = new Map();
  private readonly policies: Scheduler[];
  private readonly families: Family[];
  /** In the place of the choice, for policies that are put together. */
  private readonly parts: Parts;
  private byParts = false;

  constructor(about: Description, onAdd: (name: string) => void) {
    this.policies = about.policies;
    this.families = about.families;
    this.parts = new Parts(about, () => this.show());
    this.choice.addEventListener("change", () => this.show());
    byID("plan-add").addEventListener("click", () => {
      const wrong = byID("plan-options").querySelector<HTMLInputElement>("input:invalid");
      if (wrong) {
        byID("plan-options").querySelector("details")?.setAttribute("open", "");
        wrong.reportValidity();
      } else onAdd(this.name());
    });
  }

  /** Offers the policies of a family, and of all others with a prefix for its platform. */
  offer(family: string, first: string): void {
    const on = this.families.find((f) => f.name === family)?.on;
    const groups = this.families.filter((f) => f.prefix !== "" && f.on === on).map((f) => {
      const options = this.policies.filter((p) => p.family === f.name).map((p) => make("option", { value: p.name }, p.title));
      return make("optgroup", { label: f.title || f.on }, ...options);
    });
    this.byParts = family === "dfrs";
    this.choice.hidden = this.byParts;
    this.choice.replaceChildren(...groups);
    this.choice.value = first;
    this.show();
  }

  private get policy(): Scheduler | undefined {
    return this.byParts ? this.parts.policy : this.policies.find((p) => p.name === this.choice.value);
  }

  /** NAME:OPTION=VALUE,..., without options that have their defaults; dfrs:NAME/OPTION=VALUE... as results have it. */
  private name(): string {
    if (this.byParts) {
      const { name, options } = this.policy!;
      return name + options.map((o) => [o.name, this.fields.get(o.name)?.value() || (o.choices ? o.default : "")]).flatMap(([n, v]) => (v ? [`/${n}=${v}`] : [])).join("");
    }
    const set = [...this.fields].flatMap(([name, f]) => (f.value() === "" ? [] : [`${name}=${f.value()}`]));
    return this.choice.value + (set.length > 0 ? `:${set.join(",")}` : "");
  }

  private show(): void {
    const p = this.policy;
    this.fields = new Map(p?.options.map((o) => [o.name, field(o, `option-${o.name}`)]));
    byID("plan-doc").textContent = sentence(p?.doc ?? "");
    // One option is shown at once, the rest on request.
    const first = p?.options.filter((o, i) => (p.family === "grid" ? i === 0 : o.choices && !o.join)) ?? [];
    const rest = p?.options.filter((o) => !first.includes(o)) ?? [];
    const elements = (list: PolicyOption[]) => list.flatMap((o) => this.fields.get(o.name)?.element ?? []);
    const more = make("details", {}, make("summary", {}, first.length > 0 ? texts.moreOptions : texts.options), ...elements(rest));
    byID("plan-options").replaceChildren(...(this.byParts ? this.parts.elements : []), ...elements(first), ...(rest.length > 0 ? [more] : []));
  }
}

/** A policy's doc without how to write its options, which a form asks for. */
export function sentence(doc: string): string {
  return doc.replace(/ Options? after a colon[\s\S]*$/, "");
}
