// Machine size, load and the rules for odd runs.
import { byID, make, setValue } from "../dom";
import { fixed, number } from "../format";
import type { Description, Workload } from "../simulator/protocol";
import { placeOf } from "../state/spec";
import { isLog, summaryOf, type State } from "../state/state";
import type { Store } from "../state/store";
import { forms as texts } from "texts/forms";

export class Machine {
  constructor(
    store: Store<State>,
    private readonly about: Description,
  ) {
    const options = (list: Description["widths"]) => list.map((c) => make("option", { value: c.name, title: c.doc }, c.title));
    byID("overrun").append(...options(about.overruns));
    byID("width").append(...options(about.widths));
    for (const name of ["procs", "shrink", "overrun", "width"] as const) {
      const control = byID<HTMLInputElement>(name);
      control.addEventListener("input", () => store.set(name === "shrink" ? { shrink: String(control.valueAsNumber), zoom: null } : { [name]: control.value }));
    }
    store.follow(["mode", "workloads", "log", "logs", "model", "drawn", "procs", "shrink", "overrun", "width", "grid", "shared", "ownCluster", "awaitsLog"], (s) => this.draw(s));
  }

  private draw(s: State): void {
    for (const name of ["procs", "shrink", "overrun", "width"] as const) setValue(byID<HTMLInputElement>(name), s[name]);
    const place = placeOf(s, this.about);
    byID("procs-row").hidden = place !== undefined;
    byID("overrun-row").hidden = place?.uncut ?? false;
    byID("width-row").hidden = !isLog(s) || (place?.asked ?? false);
    byID("shrink-out").textContent = `× ${fixed(Number(s.shrink), 2)}`;
    const w = summaryOf(s, this.about);
    if (w) byID<HTMLInputElement>("procs").placeholder = String(w.procs);
    byID("load-note").textContent = w ? this.note(s, w) : "";
  }

  private note(s: State, w: Workload): string {
    const place = placeOf(s, this.about);
    const factor = Number(s.shrink);
    const typed = Number(s.procs);
    const procs = place ? place.power : typed >= 1 ? typed : w.procs;
    const fit = place ? undefined : onMachine(w, procs);
    if (fit?.jobs === 0) return texts.noJobFits(procs);
    const load = (fit?.load ?? (w.load * w.procs) / procs) / factor;
    if (factor === 1 && procs === w.procs && !place) return texts.loadOffered(number(load), load >= 1);
    return texts.loadOn(number(load), place ? place.name : texts.processors(procs), load >= 1, fit ? w.jobs - fit.jobs : 0);
  }
}

/** The jobs of a workload that fit a machine of that many processors, and the load that they offer it. */
export function onMachine(w: Pick<Workload, "widths">, procs: number): { jobs: number; load: number } {
  const fit = w.widths.filter((x) => x.procs <= procs);
  const sum = (f: (x: (typeof fit)[number]) => number) => fit.reduce((total, x) => total + f(x), 0);
  const span = Math.max(...fit.map((x) => x.last)) - Math.min(...fit.map((x) => x.first));
  return { jobs: sum((x) => x.jobs), load: span > 0 ? sum((x) => x.area) / (procs * span) : 0 };
}
