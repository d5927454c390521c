// A control for each option that describe tells of.
import { forms as texts } from "texts/forms";
import { make } from "../dom";
import type { Choice, PolicyOption } from "../simulator/protocol";

export interface Field {
  element: HTMLElement;
  /** The option's value, or "" where it is the default. */
  value(): string;
  /** Gives it another value than its default, or its default for "". */
  set(value: string): void;
  /** Whether it is a number. */
  numeric: boolean;
}

/** Gives a control a value; one that has it keeps its caret, and what is typed and is no number yet. */
export function setField(f: Field, value: string): void {
  if (f.value() !== value) f.set(value);
}

/** Makes the control of an option; id is its element's. */
export function field(o: PolicyOption, id: string): Field {
  if (o.choices && o.join) return several(o, o.choices, o.join);
  return o.choices ? oneOf(o, o.choices, id) : numeric(o, id);
}

function oneOf(o: PolicyOption, choices: NonNullable<PolicyOption["choices"]>, id: string): Field {
  const select = make(
    "select",
    { id, title: o.doc },
    ...choices.map((c) => make("option", { value: c.name, selected: c.name === o.default, title: c.doc }, named(c))),
  );
  const element = make("div", { className: "option" }, make("label", { htmlFor: select.id }, o.title), select);
  return { element, numeric: false, value: () => (select.value === o.default ? "" : select.value), set: (v) => (select.value = v || o.default) };
}

/** A choice with its name, where that is not its title and says something. */
function named({ name, title }: Choice): string {
  return name.replaceAll("-", " ") === title || name === "true" || name === "false" ? title : `${name}: ${title}`;
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
    numeric: false,
    set: (v) => boxes.forEach((b) => (b.checked = (v || o.default).split(join).includes(b.value))),
    value: () => {
      const value = boxes.flatMap((b) => (b.checked ? [b.value] : [])).join(join);
      return value === o.default ? "" : value;
    },
  };
}

function numeric(o: PolicyOption, id: string): Field {
  const input = make("input", {
    type: "number",
    id,
    min: String(o.least),
    max: String(o.most),
    step: String(o.step ?? "any"),
    placeholder: o.default || texts.all,
    title: o.doc,
  });
  const unit = o.unit ? ` (${o.unit})` : "";
  const element = make("div", { className: "option" }, make("label", { htmlFor: input.id, title: o.doc }, o.title + unit), input);
  return { element, numeric: true, value: () => (input.value === o.default ? "" : input.value), set: (v) => (input.value = v) };
}
