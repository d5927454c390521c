// The form for a grid: its sites, whose jobs belong where, and what it costs a
// job to run on several sites or on other numbers of processors.
import { byID, make } from "../dom";
import { field, type Field } from "./fields";
import { count, number, plural } from "../format";
import type { Description, Grid, Homes, PolicyOption, Site, Workload } from "../simulator/protocol";

/** The speed-up models that an option is of. */
const MODELS: Record<string, string[]> = { serial: ["amdahl"], average: ["downey"], variance: ["downey"], spread: ["amdahl", "downey"] };

/** A site's controls. */
interface Row {
  element: HTMLElement;
  read(): Site;
}

export class GridForm {
  private rows: Row[] = [];
  private readonly home = byID<HTMLSelectElement>("home");
  private readonly fields: Record<"multisite" | "speedup" | "seed", Map<string, Field>>;
  private workload: Workload | undefined;

  constructor(
    private readonly about: Description,
    private readonly onChange: () => void,
  ) {
    const { grid } = about;
    this.home.append(...grid.homes.map((c) => make("option", { value: c.name, title: c.doc }, c.title)));
    const set = (name: string, options: PolicyOption[]) => new Map(options.map((o) => [o.name, field(o, `${name}-${o.name}`)]));
    this.fields = { multisite: set("multisite", grid.multisite), speedup: set("speedup", grid.speedup), seed: set("grid", grid.seed) };
    const group = (title: string, fields: Map<string, Field>) => [make("h4", {}, title), ...[...fields.values()].map((f) => f.element)];
    byID("grid-options").append(
      ...group("A job on several sites", this.fields.multisite),
      ...group("A job on other numbers of processors", this.fields.speedup),
      ...group("Chance", this.fields.seed),
    );
    byID("sites").addEventListener("input", () => {
      this.relevant();
      this.note();
      onChange();
    });
    this.relevant();
    byID("site-add").addEventListener("click", () => {
      this.set([...this.sites(), { name: this.freeName(), procs: this.workload?.procs ?? 64 }]);
      this.rows.at(-1)?.element.querySelector("input")?.focus();
      onChange();
    });
    byID("sites-from").addEventListener("click", () => {
      this.suggest();
      onChange();
    });
  }

  /** Follows the chosen workload: the example has its own sites, others get some that suit them. */
  setWorkload(w: Workload, isExample: boolean): void {
    if (this.workload === w) return;
    this.workload = w;
    const { grid } = this.about.grid.example;
    byID("sites-from").hidden = isExample;
    if (isExample) {
      this.home.value = grid.home ?? "queue";
      this.set(grid.sites);
      for (const [name, value] of Object.entries(grid.multisite ?? {})) this.fields.multisite.get(name)?.set(String(value));
    } else this.suggest();
  }

  /** The grid of a Spec, or the first control that is not filled in as it should be. */
  read(): Grid | HTMLInputElement {
    const wrong = byID("sites").querySelector<HTMLInputElement>("input:invalid");
    if (wrong) return wrong;
    const grid: Grid = { sites: this.sites() };
    if (this.home.value !== "queue") grid.home = this.home.value;
    const [multisite, speedup, seed] = [values(this.fields.multisite), values(this.fields.speedup), values(this.fields.seed)];
    if (Object.keys(multisite).length > 0) grid.multisite = multisite;
    if (Object.keys(speedup).length > 0) grid.speedup = speedup;
    return Object.assign(grid, seed);
  }

  /** Processors of all sites, each as often as its speed. */
  get power(): number {
    return this.sites().reduce((sum, s) => sum + (s.procs || 0) * (s.speed ?? 1), 0);
  }

  private sites(): Site[] {
    return this.rows.map((r) => r.read());
  }

  /** A site for each of what the workload's jobs are told apart by, else two of different speed. */
  private suggest(): void {
    const w = this.workload;
    if (!w) return;
    const by = suggestion(w.homes);
    if (by) {
      this.home.value = by.by;
      this.set(sitesOf(by));
    } else {
      this.home.value = "user";
      this.set([{ name: "slow", procs: w.procs }, { name: "fast", procs: w.procs, speed: 2 }]);
    }
  }

  private set(sites: Site[]): void {
    this.rows = sites.map((s) => this.row(s));
    byID("site-rows").replaceChildren(...this.rows.map((r) => r.element));
    this.note();
  }

  private row(s: Site): Row {
    const input = (title: string, props: Partial<HTMLInputElement>, value: string) => {
      const e = make("input", { ...props, value });
      return { e, label: make("label", {}, make("span", {}, title), e) };
    };
    const name = input("Name", { type: "text", required: true, maxLength: 60 }, s.name);
    const procs = input("Processors", { type: "number", required: true, min: "1", max: "1073741824", step: "1" }, String(s.procs));
    const factor = { type: "number", required: true, min: "0.000001", max: "1000000", step: "any" };
    const speed = input("Speed", factor, String(s.speed || 1));
    const load = input("Load", { ...factor, title: "Multiplies the run times of the jobs whose home it is" }, String(s.load || 1));
    const from = input("Jobs of", { type: "text", placeholder: "dealt in turn" }, (s.from ?? []).join(", "));
    from.e.title = "Names, parted by commas, of the queues, users, ... whose jobs belong here; * takes those that no site names";
    name.label.className = from.label.className = "half";
    const remove = make("button", { type: "button", title: "Take the site away" }, "×");
    remove.setAttribute("aria-label", `Take site ${s.name} away`);
    const element = make("div", { className: "site" }, name.label, from.label, remove, procs.label, speed.label, load.label);
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", `Site ${s.name}`);
    const row: Row = {
      element,
      read() {
        const site: Site = { name: name.e.value.trim(), procs: procs.e.valueAsNumber };
        if (speed.e.valueAsNumber !== 1) site.speed = speed.e.valueAsNumber;
        if (load.e.valueAsNumber !== 1) site.load = load.e.valueAsNumber;
        const names = from.e.value.split(",").map((f) => f.trim()).filter((f) => f !== "");
        if (names.length > 0) site.from = names;
        return site;
      },
    };
    remove.addEventListener("click", () => {
      this.rows.splice(this.rows.indexOf(row), 1);
      element.remove();
      this.note();
      this.onChange();
      byID("site-add").focus();
    });
    return row;
  }

  /** Shows the options of the chosen speed-up model. */
  private relevant(): void {
    const model = this.fields.speedup.get("model")?.value() ?? "";
    for (const [name, f] of this.fields.speedup) if (MODELS[name]) f.element.hidden = !MODELS[name].includes(model);
  }

  private freeName(): string {
    const taken = this.sites().map((s) => s.name);
    for (let i = taken.length + 1; ; i++) if (!taken.includes(`site ${i}`)) return `site ${i}`;
  }

  private note(): void {
    const sites = this.sites();
    const total = sites.reduce((sum, s) => sum + (s.procs || 0), 0);
    const by = this.workload?.homes.find((h) => h.by === this.home.value);
    const names = by?.names.slice(0, 8).map((n) => n.name).join(", ");
    const more = by && by.others.names > 0 ? ` and ${count(by.others.names)} more` : "";
    byID("sites-note").textContent =
      `${plural(sites.length, "site")}, ${plural(total, "processor")}, power ${number(this.power)}. ` +
      (by ? `The jobs' ${this.home.value}s: ${names}${more}.` : `The jobs tell no ${this.home.value}: all belong to the first site.`);
    byID("sites-from").textContent = "Suggest sites";
    byID<HTMLButtonElement>("site-add").disabled = sites.length >= 64;
  }
}

/** What the fields shown say that is not their default, as numbers where they are. */
function values(fields: Map<string, Field>): Record<string, string | number> {
  return Object.fromEntries([...fields].flatMap(([name, f]) => (f.element.hidden || f.value() === "" ? [] : [[name, f.numeric ? Number(f.value()) : f.value()]])));
}

/** Queues before partitions before groups: the first of which there are several, but not many. */
export function suggestion(homes: Homes[]): Homes | undefined {
  return ["queue", "partition", "group"].flatMap((by) => homes.filter((h) => h.by === by)).find((h) => h.names.length > 1 && h.names.length + h.others.names <= 64);
}

/** A site per name, as large as its widest job, and one for all other names. */
export function sitesOf(h: Homes): Site[] {
  const sites: Site[] = h.names.map((n) => ({ name: `${h.by} ${n.name}`, procs: n.widest, from: [n.name] }));
  if (h.others.names > 0) sites.push({ name: `other ${h.by}s`, procs: h.others.widest, from: ["*"] });
  return sites;
}
