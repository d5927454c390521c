// The form for policies that plan: made from what describe tells about them and
// their options.
import { byID, make } from "./dom";
import type { Description, PolicyOption, Scheduler } from "./protocol";

interface Field {
  element: HTMLElement;
  /** The option's value, or "" where it is the default. */
  value(): string;
}

export class Planner {
  private readonly choice = byID<HTMLSelectElement>("plan-choice");
  private fields: Map<string, Field> = new Map();
  private readonly policies: Scheduler[];

  constructor(about: Description, onAdd: (name: string) => void) {
    this.policies = about.policies.filter((p) => p.family !== "queue");
    const group = (label: string, family: string) =>
      make("optgroup", { label }, ...this.policies.filter((p) => p.family === family).map((p) => make("option", { value: p.name }, p.title)));
    this.choice.append(group("changes its order: dynP", "dynp"), group("keeps its order", "plan"));
    this.choice.value = "dynp-advanced";
    this.choice.addEventListener("change", () => this.show());
    byID("plan-add").addEventListener("click", () => {
      const wrong = byID("plan-options").querySelector<HTMLInputElement>("input:invalid");
      if (wrong) {
        byID("plan-options").querySelector("details")?.setAttribute("open", "");
        wrong.reportValidity();
      } else onAdd(this.name());
    });
    this.show();
  }

  /** NAME:OPTION=VALUE,..., without options that have their defaults. */
  private name(): string {
    const set = [...this.fields].flatMap(([name, f]) => (f.value() === "" ? [] : [`${name}=${f.value()}`]));
    return this.choice.value + (set.length > 0 ? `:${set.join(",")}` : "");
  }

  private show(): void {
    const p = this.policies.find((p) => p.name === this.choice.value);
    this.fields = new Map(p?.options.map((o) => [o.name, field(o)]));
    byID("plan-doc").textContent = sentence(p?.doc ?? "");
    // One choice is shown at once, the rest on request.
    const first = p?.options.filter((o) => o.choices && !o.join) ?? [];
    const rest = p?.options.filter((o) => !first.includes(o)) ?? [];
    const elements = (list: PolicyOption[]) => list.flatMap((o) => this.fields.get(o.name)?.element ?? []);
    const more = make("details", {}, make("summary", {}, first.length > 0 ? "More options" : "Options"), ...elements(rest));
    byID("plan-options").replaceChildren(...elements(first), ...(rest.length > 0 ? [more] : []));
  }
}

/** A policy's doc without how to write its options, which a form asks for. */
export function sentence(doc: string): string {
  return doc.replace(/ Options after a colon[\s\S]*$/, "");
}

function field(o: PolicyOption): Field {
  if (o.choices && o.join) return several(o, o.choices, o.join);
  return o.choices ? oneOf(o, o.choices) : numeric(o);
}

function oneOf(o: PolicyOption, choices: NonNullable<PolicyOption["choices"]>): Field {
  const select = make(
    "select",
    { id: `option-${o.name}`, title: o.doc },
    ...choices.map((c) => make("option", { value: c.name, selected: c.name === o.default }, `${c.name}: ${c.title}`)),
  );
  const element = make("div", { className: "option" }, make("label", { htmlFor: select.id }, o.title), select);
  return { element, value: () => (select.value === o.default ? "" : select.value) };
}

function several(o: PolicyOption, choices: NonNullable<PolicyOption["choices"]>, join: string): Field {
  const usual = o.default.split(join);
  const boxes = choices.map((c) => make("input", { type: "checkbox", value: c.name, checked: usual.includes(c.name) }));
  const labels = choices.map((c, i) => make("label", { title: c.doc }, boxes[i], c.title));
  const element = make("div", { className: "option several", title: o.doc }, make("span", {}, o.title), make("div", {}, ...labels));
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", o.title);
  return {
    element,
    value: () => {
      const value = boxes.flatMap((b) => (b.checked ? [b.value] : [])).join(join);
      return value === o.default ? "" : value;
    },
  };
}

function numeric(o: PolicyOption): Field {
  const input = make("input", {
    type: "number",
    id: `option-${o.name}`,
    min: String(o.least),
    max: String(o.most),
    step: String(o.step ?? "any"),
    placeholder: o.default || "all",
    title: o.doc,
  });
  const unit = o.unit ? ` (${o.unit})` : "";
  const element = make("div", { className: "option" }, make("label", { htmlFor: input.id, title: o.doc }, o.title + unit), input);
  return { element, value: () => (input.value === o.default ? "" : input.value) };
}
