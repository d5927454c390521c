// Machine size, load and the rules for odd runs.
import { byID, make } from "../dom";
import { number, plural } from "../format";
import type { Description, Spec, Workload } from "../simulator/protocol";

/** What jobs run on that is not one machine. */
export interface Place {
  /** As a sentence has it. */
  name: string;
  /** Processors times their speeds. */
  power: () => number;
  /** Jobs run as long as they do, past their estimates too. */
  uncut: boolean;
  /** Jobs ask for what the log says, whatever their width is taken to be. */
  asked?: boolean;
}

export class Machine {
  private readonly procs = byID<HTMLInputElement>("procs");
  private readonly shrink = byID<HTMLInputElement>("shrink");
  private readonly overrun = byID<HTMLSelectElement>("overrun");
  private readonly width = byID<HTMLSelectElement>("width");
  private workload: Workload | undefined;
  private isLog = false;
  /** Sites or nodes in the place of one machine. */
  private place: Place | undefined;

  constructor(about: Description, onChange: () => void, onWidth: (width: string) => void) {
    const options = (list: Description["widths"]) => list.map((c) => make("option", { value: c.name, title: c.doc }, c.title));
    this.overrun.append(...options(about.overruns));
    this.width.append(...options(about.widths));
    for (const e of [this.procs, this.shrink, this.overrun]) {
      e.addEventListener("input", () => {
        this.note();
        onChange();
      });
    }
    this.width.addEventListener("change", () => onWidth(this.width.value));
  }

  /** Follows the chosen workload; its own machine is the default. */
  setWorkload(w: Workload, isLog: boolean): void {
    this.workload = w;
    this.procs.placeholder = String(w.procs);
    this.isLog = isLog;
    this.note();
  }

  /** On several sites or nodes, or on one machine. */
  setPlace(place: Place | undefined): void {
    this.place = place;
    byID("procs-row").hidden = place !== undefined;
    byID("overrun-row").hidden = place?.uncut ?? false;
    byID("width-row").hidden = !this.isLog || (place?.asked ?? false);
    this.note();
  }

  /** Back to the workload's own machine. */
  reset(): void {
    this.procs.value = "";
  }

  /** This part of the Spec, with what is left as it is left out. */
  spec(isLog: boolean): Partial<Spec> {
    const s: Partial<Spec> = {};
    const procs = this.procs.valueAsNumber;
    if (!this.place && !Number.isNaN(procs) && procs !== this.workload?.procs) s.procs = procs;
    if (this.shrink.valueAsNumber !== 1) s.shrink = this.shrink.valueAsNumber;
    if (this.overrun.value !== "cut" && !this.place?.uncut) s.overrun = this.overrun.value;
    if (isLog && !this.place?.asked && this.width.value !== "allocated") s.width = this.width.value;
    return s;
  }

  /** Tells whether the form leaves the log's load, widths and, where the log knows it, size as they are. */
  get unchanged(): boolean {
    const { procs, shrink, width } = this.spec(true);
    return shrink === undefined && width === undefined && (procs === undefined || !this.workload?.sized);
  }

  get chosenWidth(): string {
    return this.width.value;
  }

  note(): void {
    const w = this.workload;
    if (!w) return;
    const factor = this.shrink.valueAsNumber;
    byID("shrink-out").textContent = `× ${factor.toFixed(2)}`;
    const typed = this.procs.valueAsNumber;
    const procs = this.place ? this.place.power() : typed >= 1 ? typed : w.procs;
    const fit = this.place ? undefined : onMachine(w, procs);
    if (fit?.jobs === 0) {
      byID("load-note").textContent = `No job fits ${plural(procs, "processor")}.`;
      return;
    }
    const load = (fit?.load ?? (w.load * w.procs) / procs) / factor;
    const wider = fit && fit.jobs < w.jobs ? `; ${plural(w.jobs - fit.jobs, "wider job")} will be left out` : "";
    const meaning = load >= 1 ? ": more work arrives than the machine can do" : "";
    byID("load-note").textContent =
      factor === 1 && procs === w.procs && !this.place
        ? `Left is busier. Offered load ${number(load)}${meaning}.`
        : `Offered load about ${number(load)} on ${this.place ? this.place.name : plural(procs, "processor")}${meaning}${wider}.`;
  }
}

/** The jobs of a workload that fit a machine of that many processors, and the load that they offer it. */
export function onMachine(w: Pick<Workload, "widths">, procs: number): { jobs: number; load: number } {
  const fit = w.widths.filter((x) => x.procs <= procs);
  const sum = (f: (x: (typeof fit)[number]) => number) => fit.reduce((total, x) => total + f(x), 0);
  const span = Math.max(...fit.map((x) => x.last)) - Math.min(...fit.map((x) => x.first));
  return { jobs: sum((x) => x.jobs), load: span > 0 ? sum((x) => x.area) / (procs * span) : 0 };
}
