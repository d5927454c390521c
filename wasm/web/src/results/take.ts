// Downloads. Arrow files are there already; CSV is made by the simulator;
// Parquet and figures by add-ons, each loaded when it is first wanted.
//
// A browser may block a file that no click asked for, and the first file that it
// blocks can be the last one that it lets through. To it, a click counts for a few
// seconds and for one file. What is ready later is therefore a link in the status
// line.
import type { Client } from "../simulator/client";
import { byID, download, make, release } from "../dom";
import { bytes } from "../format";
import type { Colouring } from "../charts/gantt";
import type { Figure } from "../simulator/protocol";
import { read } from "../tables/stream";
import type { Results, Run } from "./results";
import type { View } from "../charts/view";
import { results as texts } from "texts/results";

const TYPES: Record<string, string> = {
  arrow: "application/vnd.apache.arrow.file",
  parquet: "application/vnd.apache.parquet",
  csv: "text/csv",
  svg: "image/svg+xml",
  png: "image/png",
};

/** What each add-on makes. */
const ADDED = { parquet: "button[data-format=parquet]", figure: "button[data-figure]" };

/** How a table can be taken along. */
type Format = "arrow" | "csv" | "parquet";

/** The tables that figures are drawn from. */
const DRAWN = ["jobs", "runs", "parts", "shares", "decisions"];

/** What figures call the colours of the charts; they have none for single jobs and for accounts. */
const COLOURS: Partial<Record<Colouring, string>> = { wait: "wait", order: "overtaking", width: "width", user: "user", home: "placement" };

type Table = "jobs" | "runs" | "steps" | "parts" | "allocations" | "shares" | "decisions";

export class Take {
  private readonly figure = byID<HTMLSelectElement>("figure");
  private readonly status = byID("take-status");
  private readonly said = byID("take-said");
  private saved = 0; // files saved without asking

  constructor(
    private readonly simulator: Client,
    private readonly addOns: Record<keyof typeof ADDED, Client>,
    private readonly results: Results,
    private readonly view: View,
    private readonly figures: Figure[],
  ) {
    const { figure } = this;
    figure.replaceChildren(...figures.map((f) => make("option", { value: f.id, title: f.doc }, f.title)));
    results.onRun((run) => this.offer(run));
    for (const b of document.querySelectorAll<HTMLButtonElement>("button[data-table]")) {
      const { table, format } = b.dataset as { table: Table; format: Format };
      b.addEventListener("click", () => void this.give(b, `${table}.${format}`, format, (run) => this.table(run, table, format)));
    }
    for (const [name, buttons] of Object.entries(ADDED) as [keyof typeof ADDED, string][]) {
      for (const b of document.querySelectorAll<HTMLButtonElement>(buttons)) {
        for (const near of ["pointerenter", "focus"]) b.addEventListener(near, () => void addOns[name].start().catch(() => {}), { once: true });
      }
    }
    for (const b of document.querySelectorAll<HTMLButtonElement>("button[data-figure]")) {
      const format = b.dataset.figure ?? "";
      b.addEventListener("click", () => {
        const id = figure.value;
        void this.give(b, `${id}.${format}`, format, async (run) => {
          const { blobs } = await this.addOns.figure.ask("figure", { figure: id, format, options: this.options() }, await Promise.all(DRAWN.flatMap((t) => (run.tables[t] ? [read(run.tables[t])] : []))));
          return blobs[0] as Uint8Array<ArrayBuffer>;
        });
      });
    }
  }

  /** Offers the figures that have something to show of a run. */
  private offer({ spec, tables }: Run): void {
    this.figures.forEach((f, i) => {
      const option = this.figure.options[i];
      option.hidden = option.disabled = f.needs !== undefined && !(f.needs === "rules" ? spec.rules?.length : tables[f.needs]);
    });
    if (this.figure.selectedOptions[0]?.disabled) this.figure.value = this.figures[0].id;
  }

  /** What figures show: the time in sight, in the colours chosen. */
  private options(): { from_s?: number; to_s?: number; color?: string } {
    const { view } = this;
    const color = COLOURS[byID<HTMLSelectElement>("colouring").value as Colouring];
    return view.whole ? { color } : { color, from_s: Math.floor(view.from), to_s: Math.ceil(view.to) };
  }

  private async table(run: Run, table: Table, format: Format): Promise<BlobPart> {
    const arrow = run.tables[table];
    if (!arrow) throw new Error(texts.noneRecorded);
    if (format === "arrow") return arrow;
    const client = format === "csv" ? this.simulator : this.addOns.parquet;
    return (await client.ask(format, {}, [await read(arrow)])).blobs[0] as Uint8Array<ArrayBuffer>;
  }

  private async give(button: HTMLButtonElement, name: string, format: string, make: (run: Run) => Promise<BlobPart>): Promise<void> {
    const { run } = this.results;
    if (!run) return;
    const before = this.saved;
    button.disabled = true;
    this.say(texts.making(name));
    try {
      const data = new Blob([await make(run)], { type: TYPES[format] });
      const a = download(data, name);
      if (before === this.saved && (navigator.userActivation?.isActive ?? true)) {
        this.saved++;
        a.click();
        release(a);
        this.say(texts.inDownloads(name, bytes(data.size)));
      } else {
        this.leave(a, button, data.size);
      }
    } catch (e) {
      this.say(`${name}: ${(e as Error).message}`, true);
    } finally {
      button.disabled = false;
    }
  }

  private say(text: string, failed = false): void {
    this.said.textContent = text;
    this.status.classList.toggle("failed", failed);
  }

  /** Leaves a file as a link, until it is followed or the file is made anew. */
  private leave(a: HTMLAnchorElement, button: HTMLButtonElement, size: number): void {
    const name = a.download;
    a.textContent = texts.save(name);
    a.addEventListener("click", () => {
      // After the browser has followed it.
      setTimeout(() => {
        a.remove();
        button.focus();
        this.say(texts.inDownloads(name, bytes(size)));
      });
      release(a);
    });
    for (const old of this.status.querySelectorAll("a")) {
      if (old.download !== name) continue;
      release(old);
      old.remove();
    }
    this.say(texts.ready(name, bytes(size)));
    this.status.append(" ", a);
  }
}
