// The form for a grid: its sites, whose jobs belong where, and what it costs a
// job to run on several sites or on other numbers of processors.
import { byID, make, setValue } from "../dom";
import { field, setField, type Field } from "./fields";
import { number } from "../format";
import type { Description, PolicyOption, Site } from "../simulator/protocol";
import { gridOf, inModel, placeOf, suggestedGrid } from "../state/spec";
import { isExample, summaryOf, type GridChoice, type State } from "../state/state";
import type { Store } from "../state/store";
import { forms as texts } from "texts/forms";

/** A site's controls. */
interface Row {
  element: HTMLElement;
  read(): Site;
}

export class GridForm {
  private rows: Row[] = [];
  private readonly home = byID<HTMLSelectElement>("home");
  /** By "multisite.NAME", "speedup.NAME" and "seed.NAME". */
  private readonly fields = new Map<string, Field>();

  constructor(
    private readonly store: Store<State>,
    private readonly about: Description,
  ) {
    const { grid } = about;
    this.home.append(...grid.homes.map((c) => make("option", { value: c.name, title: c.doc }, c.title)));
    const group = (title: string, prefix: string, id: string, options: PolicyOption[]) => {
      const all = options.map((o) => field(o, `${id}-${o.name}`));
      all.forEach((f, i) => this.fields.set(`${prefix}.${options[i].name}`, f));
      return [make("h2", { className: "group" }, title), ...all.map((f) => f.element)];
    };
    byID("grid-options").append(
      ...group(texts.onSeveralSites, "multisite", "multisite", grid.multisite),
      ...group(texts.onOtherNumbers, "speedup", "speedup", grid.speedup),
      ...group(texts.chance, "seed", "grid", grid.seed),
    );
    byID("sites").addEventListener("input", () => this.change({ sites: this.rows.map((r) => r.read()) }));
    byID("site-add").addEventListener("click", () => {
      const { sites } = gridOf(store.state, about);
      this.change({ sites: [...sites, { name: freeName(sites), procs: summaryOf(store.state, about)?.procs ?? 64 }] });
      this.rows.at(-1)?.element.querySelector("input")?.focus();
    });
    byID("sites-from").addEventListener("click", () => store.set({ grid: suggestedGrid(summaryOf(store.state, about)) }));
    store.follow(["mode", "workloads", "log", "logs", "grid"], (s) => this.draw(s));
  }

  /** The first control that is not filled in as it should be. */
  get wrong(): HTMLInputElement | null {
    return byID("sites").querySelector<HTMLInputElement>("input:invalid");
  }

  /** What the form says, with some of it replaced. */
  private change(part: Partial<GridChoice>): void {
    const options = Object.fromEntries([...this.fields].map(([name, f]) => [name, f.value()]).filter(([, v]) => v !== ""));
    this.store.set({ grid: { home: this.home.value, sites: gridOf(this.store.state, this.about).sites, options, ...part } });
  }

  private draw(s: State): void {
    if (s.mode !== "grid") return;
    const grid = gridOf(s, this.about);
    setValue(this.home, grid.home);
    for (const [name, f] of this.fields) {
      setField(f, grid.options[name] ?? "");
      const [prefix, option] = name.split(".");
      if (prefix === "speedup") f.element.hidden = !inModel(option, grid.options);
    }
    // Rows that say what the state says stay, with the caret in them.
    if (JSON.stringify(this.rows.map((r) => r.read())) !== JSON.stringify(grid.sites)) {
      this.rows = grid.sites.map((site, i) => this.row(site, i));
      byID("site-rows").replaceChildren(...this.rows.map((r) => r.element));
    }
    byID("sites-from").hidden = isExample(s, this.about);
    byID<HTMLButtonElement>("site-add").disabled = grid.sites.length >= 64;
    const total = grid.sites.reduce((sum, site) => sum + (site.procs || 0), 0);
    const by = summaryOf(s, this.about)?.homes.find((h) => h.by === grid.home);
    const names = by?.names.slice(0, 8).map((n) => n.name).join(", ") ?? "";
    byID("sites-note").textContent =
      texts.sitesTogether(grid.sites.length, total, number(placeOf(s, this.about)!.power)) + " " +
      (by ? texts.homesAre(grid.home, names, by.others.names) : texts.homesUnknown(grid.home));
  }

  private row(s: Site, at: number): Row {
    const input = (title: string, props: Partial<HTMLInputElement>, value: string) => {
      const e = make("input", { ...props, value });
      return { e, label: make("label", {}, make("span", {}, title), e) };
    };
    const name = input(texts.siteName, { type: "text", required: true, maxLength: 60 }, s.name);
    const procs = input(texts.procs, { type: "number", required: true, min: "1", max: "1073741824", step: "1" }, String(s.procs));
    const factor = { type: "number", required: true, min: "0.000001", max: "1000000", step: "any" };
    const speed = input(texts.speed, factor, String(s.speed || 1));
    const load = input(texts.load, { ...factor, title: texts.loadIs }, String(s.load || 1));
    const from = input(texts.jobsOf, { type: "text", placeholder: texts.dealtInTurn }, (s.from ?? []).join(", "));
    from.e.title = texts.jobsOfIs;
    name.label.className = from.label.className = "half";
    const remove = make("button", { type: "button", title: texts.removeSite }, "×");
    remove.setAttribute("aria-label", texts.removeNamedSite(s.name));
    const element = make("div", { className: "site" }, name.label, from.label, remove, procs.label, speed.label, load.label);
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", texts.site(s.name));
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
      this.change({ sites: this.rows.filter((_, i) => i !== at).map((r) => r.read()) });
      byID("site-add").focus();
    });
    return row;
  }
}

function freeName(sites: Site[]): string {
  for (let i = sites.length + 1; ; i++) if (!sites.some((s) => s.name === `site ${i}`)) return `site ${i}`;
}
