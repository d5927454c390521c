// The list of policies to tick, and the adders of further ones. One machine, a
// grid of sites, shared nodes and a cluster have a list each.
import { breakable, byID, make } from "../dom";
import { inLanguage, type Said } from "../simulator/catalogue";
import { strategyWords } from "../simulator/rulebase";
import type { Description } from "../simulator/protocol";
import { addPolicy, removePolicy, tick } from "../state/actions";
import { policiesOf, recordedIs, RULES } from "../state/spec";
import type { Mode, State } from "../state/state";
import type { Store } from "../state/store";
import { Planner, sentence } from "./planner";
import { forms as texts } from "texts/forms";

const ADDERS: Record<Mode, string> = {
  machine: texts.addPlan,
  grid: texts.addGrid,
  shared: texts.addShared,
  cluster: texts.addPlanOnly,
};

export class PolicyList {
  private readonly planner: Planner;
  private drawn = ""; // what the rows show

  constructor(
    private readonly store: Store<State>,
    private readonly about: Description,
  ) {
    const order = byID<HTMLSelectElement>("add-order");
    const kind = byID<HTMLSelectElement>("add-kind");
    const doc = byID("add-doc");
    order.append(...about.orders.map((o) => make("option", { value: o.name }, o.title)));
    kind.append(...about.kinds.map((k) => make("option", { value: k.name, selected: k.name === "easy" }, k.title)));
    const explain = () => (doc.textContent = about.orders.find((o) => o.name === order.value)?.doc ?? "");
    order.addEventListener("change", explain);
    explain();
    byID("add").addEventListener("click", () => this.add(`${order.value}-${kind.value}`));
    this.planner = new Planner(about, (name) => this.add(name));
    store.follow(["mode"], ({ mode }) => this.offer(mode));
    store.follow(["mode", "policies", "rules", "bases", "workloads", "log", "logs", "procs", "shrink", "width", "changes"], (s) => this.draw(s));
  }

  title(name: string): string {
    return this.said(name).title;
  }

  /** What is said of a policy. */
  said(name: string): Said {
    return describe(this.store.state, this.about, name);
  }

  private add(name: string): void {
    this.store.set(addPolicy(this.store.state, this.about, name));
    byID(`policy-${name}`).scrollIntoView({ block: "nearest" });
  }

  /** What can be added in a mode. */
  private offer(mode: Mode): void {
    byID("add-row").hidden = mode === "grid";
    byID("rules-row").hidden = mode !== "machine";
    byID("plan-row").hidden = mode === "cluster"; // plans run there without options only
    byID("plan-label").textContent = ADDERS[mode];
    if (mode === "shared") this.planner.offer("dfrs", "");
    else if (mode === "grid") this.planner.offer("grid", "grid-multisite");
    else this.planner.offer("dynp", "dynp-advanced");
  }

  private draw(s: State): void {
    const { about } = this;
    const { shown, ticked } = policiesOf(s, about);
    const recorded = recordedIs(s, about);
    const names = recorded === "missing" ? shown : [...shown, about.recorded.name];
    const rows = JSON.stringify([s.mode, recorded, names.map((name) => describe(s, about, name))]);
    if (rows !== this.drawn) byID("policy-rows").replaceChildren(...names.map((name) => this.entry(s, name, recorded === "barred" && name === about.recorded.name)));
    this.drawn = rows;
    for (const name of names) {
      const box = byID<HTMLInputElement>(`policy-${name}`);
      box.checked = ticked.includes(name) && !box.disabled;
    }
  }

  private entry(s: State, name: string, barred: boolean): HTMLElement {
    const { store, about } = this;
    const { title, spoken, doc, source } = describe(s, about, name);
    const box = make("input", { type: "checkbox", id: `policy-${name}`, value: name, disabled: barred });
    box.setAttribute("aria-describedby", `doc-${name}`);
    box.addEventListener("change", () => store.set(tick(store.state, about, name, box.checked)));
    const row = make("div", { className: "policy" }, box, make("label", { htmlFor: box.id, title: source ?? "" }, ...(spoken ? [`${spoken} `, make("span", {}, ...breakable(title))] : breakable(title))));
    const own = (s.policies[s.mode]?.shown ?? []).includes(name) && !isUsual(s, about, name);
    if (own) {
      const remove = make("button", { type: "button", title: texts.takeOff }, "×");
      remove.setAttribute("aria-label", texts.takeNamedOff(title));
      remove.addEventListener("click", () => store.set(removePolicy(store.state, about, name)));
      row.append(remove);
    }
    const only = !barred ? "" : ` ${s.mode === "cluster" ? texts.recordedOnCluster : texts.recordedOnMachine}`;
    row.append(make("small", { id: `doc-${name}` }, doc + only));
    return row;
  }
}

/** Tells whether a policy is listed whatever the visitor chose. */
function isUsual(s: State, about: Description, name: string): boolean {
  return policiesOf({ ...s, policies: {} }, about).shown.includes(name);
}

function describe(s: State, about: Description, name: string): Said {
  if (name === about.recorded.name) return about.recorded;
  if (name.startsWith("dfrs:")) {
    const preset = about.shared.presets.find((p) => p.name === name);
    const of = about.policies.find((p) => p.family === "dfrs" && name.startsWith(`${p.name}/OPT`));
    return { name, title: name.slice("dfrs:".length), spoken: of?.spoken, doc: preset?.doc ?? of?.doc ?? "", source: of?.source };
  }
  if (name.startsWith(RULES)) {
    const known = s.bases[name.slice(RULES.length)];
    if (known) return { name, title: texts.rulesNamed(known.base.name), doc: inLanguage(known.base.about ?? "") || texts.rulesKind(known.kind) };
    const strategy = about.policies.find((p) => p.name === name);
    return { name, title: texts.always(strategyWords(name.slice(RULES.length))), spoken: strategy?.spoken, doc: strategy?.doc ?? "", source: strategy?.source };
  }
  const colon = name.indexOf(":");
  const base = colon < 0 ? name : name.slice(0, colon);
  const planner = about.policies.find((p) => p.name === base && p.family !== "queue");
  if (planner) {
    const options = colon < 0 ? "" : ` (${name.slice(colon + 1).replaceAll(",", ", ")})`;
    return { name, title: planner.title + options, spoken: planner.spoken, doc: sentence(planner.doc), source: planner.source };
  }
  const [prefix, rest] = name.includes("-") ? name.split("-") : ["", name];
  const kind = about.kinds.find((k) => k.name === rest);
  const order = about.orders.find((o) => o.name === prefix);
  if (!kind) return { name, title: name, doc: "" };
  if (!order) return kind;
  return {
    name,
    title: `${order.name.toUpperCase()}-${kind.title}`,
    spoken: about.policies.find((p) => p.name === name)?.spoken,
    doc: `${order.doc} ${kind.doc}`,
    source: order.source,
  };
}
