// The list of policies to tick, and the adders of further ones. One machine, a
// grid of sites, shared nodes and a Slurm cluster have a list each.
import { breakable, byID, make } from "../dom";
import { Planner, sentence } from "./planner";
import type { Mode } from "./mode";
import type { Choice, Description } from "../simulator/protocol";
import { strategyWords } from "../results/rulebase";
import { RULES, type RuleBases } from "./rulesform";

/** Ticked when the page opens, on one machine. */
const FIRST = ["fcfs", "easy", "cons", "sjf-easy"];

/** Listed when the page opens, and not ticked. */
const OFFERED = ["dynp-advanced"];

/** The policies of a mode: those listed, and those of them that are ticked. */
interface List {
  shown: string[];
  ticked: Set<string>;
}

export class PolicyList {
  private readonly rows = byID("policy-rows");
  private readonly lists: Record<Mode, List>;
  private readonly planner: Planner;
  private mode: Mode = "machine";
  private waits = false;
  private barred = false;

  constructor(
    private readonly about: Description,
    private readonly bases: RuleBases,
    private readonly onChange: () => void,
  ) {
    const kinds = about.kinds.map((k) => k.name);
    const onGrid = about.policies.filter((p) => p.family === "grid").map((p) => p.name);
    this.lists = {
      machine: { shown: [...kinds, ...FIRST.filter((f) => f.includes("-")), ...OFFERED, ...bases.offered], ticked: new Set(FIRST) },
      grid: { shown: onGrid, ticked: new Set(about.grid.example.policies) },
      nodes: { shown: [...kinds.filter((k) => k === "fcfs" || k === "easy"), ...about.cluster.presets.map((p) => p.name)], ticked: new Set(about.cluster.example.policies) },
      slurm: { shown: about.system.policies, ticked: new Set(about.system.example.policies) },
    };
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
    this.setMode("machine");
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    byID("add-row").hidden = mode === "grid";
    byID("rules-row").hidden = mode !== "machine";
    const adder: Record<Mode, string> = { machine: "A policy that plans all jobs, or one strategy of rule bases", grid: "One of them with other options", nodes: "A policy that shares nodes, by its parts", slurm: "A policy that plans all jobs" };
    byID("plan-row").hidden = mode === "slurm"; // plans run there without options only
    byID("plan-label").textContent = adder[mode];
    if (mode === "nodes") this.planner.offer("dfrs", "");
    else if (mode === "grid") this.planner.offer("grid", "grid-multisite");
    else this.planner.offer("dynp", "dynp-advanced");
    this.render();
  }

  /** The ticked policies in the order shown. */
  get chosen(): string[] {
    return this.names().filter((n) => this.lists[this.mode].ticked.has(n) && !this.bars(n));
  }

  /**
   * Tells whether the log has a schedule to replay, and whether that is one of the same jobs on
   * the same machine as those of the policies.
   */
  setRecorded(waits: boolean, comparable: boolean): void {
    if (this.waits === waits && this.barred === !comparable) return;
    this.waits = waits;
    this.barred = !comparable;
    this.render();
  }

  private bars(name: string): boolean {
    return this.barred && name === this.about.recorded.name;
  }

  title(name: string): string {
    return this.describe(name).title;
  }

  /** Lists a policy of one machine that was read from a file, and ticks it. */
  list(name: string): void {
    const { shown, ticked } = this.lists.machine;
    if (!shown.includes(name)) shown.push(name);
    ticked.add(name);
    this.render();
  }

  private describe(name: string): Choice {
    const base = this.bases.describe(name);
    return base ? { name, ...base } : describe(this.about, name);
  }

  private names(): string[] {
    const { shown } = this.lists[this.mode];
    return this.waits && (this.mode === "machine" || this.mode === "slurm") ? [...shown, this.about.recorded.name] : shown;
  }

  private add(name: string): void {
    const { shown, ticked } = this.lists[this.mode];
    if (!shown.includes(name)) shown.push(name);
    ticked.add(name);
    this.render();
    this.onChange();
    byID(`policy-${name}`).scrollIntoView({ block: "nearest" });
  }

  private render(): void {
    this.rows.replaceChildren(...this.names().map((name) => this.entry(name)));
  }

  private entry(name: string): HTMLElement {
    const { title, doc, source } = this.describe(name);
    const { shown, ticked } = this.lists[this.mode];
    const box = make("input", { type: "checkbox", id: `policy-${name}`, value: name, checked: ticked.has(name) && !this.bars(name), disabled: this.bars(name) });
    box.setAttribute("aria-describedby", `doc-${name}`);
    box.addEventListener("change", () => {
      if (box.checked) ticked.add(name);
      else ticked.delete(name);
      this.onChange();
    });
    const row = make("div", { className: "policy" }, box, make("label", { htmlFor: box.id, title: source ?? "" }, ...breakable(title)));
    const fixed = this.bases.offered.includes(name) || this.about.kinds.some((k) => k.name === name) || this.about.policies.some((p) => p.name === name && p.family === "grid") || this.about.cluster.presets.some((p) => p.name === name) || this.about.system.policies.includes(name);
    if (!fixed && name !== this.about.recorded.name) {
      const remove = make("button", { type: "button", title: "Take off the list" }, "×");
      remove.setAttribute("aria-label", `Take ${title} off the list`);
      remove.addEventListener("click", () => {
        shown.splice(shown.indexOf(name), 1);
        ticked.delete(name);
        this.render();
        this.onChange();
      });
      row.append(remove);
    }
    const own = this.mode === "slurm" ? "with its own load, on the cluster as it is described" : "with its own load, widths and machine";
    const only = this.bars(name) ? ` Only of the log as it is: ${own}, and if it has the waits of all jobs.` : "";
    row.append(make("small", { id: `doc-${name}` }, doc + only));
    return row;
  }
}

function describe(about: Description, name: string): Choice {
  if (name === about.recorded.name) return about.recorded;
  if (name.startsWith("dfrs:")) {
    const preset = about.cluster.presets.find((p) => p.name === name);
    const of = about.policies.find((p) => p.family === "dfrs" && name.startsWith(`${p.name}/OPT`));
    return { name, title: name.slice("dfrs:".length), doc: preset?.doc ?? of?.doc ?? "", source: of?.source };
  }
  if (name.startsWith(RULES)) {
    const strategy = about.policies.find((p) => p.name === name);
    return { name, title: `Always ${strategyWords(name.slice(RULES.length))}`, doc: strategy?.doc ?? "", source: strategy?.source };
  }
  const colon = name.indexOf(":");
  const base = colon < 0 ? name : name.slice(0, colon);
  const planner = about.policies.find((p) => p.name === base && p.family !== "queue");
  if (planner) {
    const options = colon < 0 ? "" : ` (${name.slice(colon + 1).replaceAll(",", ", ")})`;
    return { name, title: planner.title + options, doc: sentence(planner.doc), source: planner.source };
  }
  const [prefix, rest] = name.includes("-") ? name.split("-") : ["", name];
  const kind = about.kinds.find((k) => k.name === rest);
  const order = about.orders.find((o) => o.name === prefix);
  if (!kind) return { name, title: name, doc: "" };
  if (!order) return kind;
  return {
    name,
    title: `${order.name.toUpperCase()}-${kind.title}`,
    doc: `${kind.title}, ${order.title}. ${order.doc}`,
    source: order.source,
  };
}
