// Downloads. Arrow files are there already; CSV is made by the simulator;
// Parquet and figures by the add-on, which is loaded when it is first wanted.
//
// A browser may block a file that no click asked for, and the first file that it
// blocks can be the last one that it lets through. To it, a click counts for a few
// seconds and for one file. What is ready later is therefore a link in the status
// line.
import type { Client } from "./client";
import { byID, download, make, release } from "./dom";
import { bytes } from "./format";
import type { Figure } from "./protocol";
import type { Results, Run } from "./results";

const TYPES: Record<string, string> = {
  arrow: "application/vnd.apache.arrow.file",
  parquet: "application/vnd.apache.parquet",
  csv: "text/csv",
  svg: "image/svg+xml",
  png: "image/png",
};

/** What the add-on makes. */
const ADDED = "button[data-format=parquet], button[data-figure]";

type Table = "jobs" | "runs" | "steps" | "parts" | "allocations" | "shares" | "decisions";

export class Take {
  private readonly status = byID("take-status");
  private readonly said = byID("take-said");
  private saved = 0; // files saved without asking

  constructor(
    private readonly simulator: Client,
    private readonly addOn: Client,
    private readonly results: Results,
    figures: Figure[],
  ) {
    const figure = byID<HTMLSelectElement>("figure");
    figure.replaceChildren(...figures.map((f) => make("option", { value: f.id, title: f.doc }, f.title)));
    for (const b of document.querySelectorAll<HTMLButtonElement>("button[data-table]")) {
      const { table, format } = b.dataset as { table: Table; format: string };
      b.addEventListener("click", () => void this.give(b, `${table}.${format}`, format, (run) => this.table(run, table, format)));
    }
    for (const b of document.querySelectorAll<HTMLButtonElement>(ADDED)) {
      for (const near of ["pointerenter", "focus"]) b.addEventListener(near, () => void addOn.start().catch(() => {}), { once: true });
    }
    for (const b of document.querySelectorAll<HTMLButtonElement>("button[data-figure]")) {
      const format = b.dataset.figure ?? "";
      b.addEventListener("click", () => {
        const id = figure.value;
        void this.give(b, `${id}.${format}`, format, async (run) => {
          const { blobs } = await this.addOn.ask("figure", { figure: id, format }, ["jobs", "runs", "parts", "shares"].flatMap((t) => run.tables[t] ?? []));
          return blobs[0];
        });
      });
    }
  }

  private async table(run: Run, table: Table, format: string): Promise<Uint8Array> {
    const arrow = run.tables[table];
    if (!arrow) throw new Error("no policy of this run recorded any");
    if (format === "arrow") return arrow;
    const client = format === "csv" ? this.simulator : this.addOn;
    return (await client.ask(format, {}, [arrow])).blobs[0];
  }

  private async give(button: HTMLButtonElement, name: string, format: string, make: (run: Run) => Promise<Uint8Array>): Promise<void> {
    const { run } = this.results;
    if (!run) return;
    const before = this.saved;
    button.disabled = true;
    this.say(`Making ${name}…`);
    try {
      const data = await make(run);
      const a = download(data, name, TYPES[format]);
      if (before === this.saved && (navigator.userActivation?.isActive ?? true)) {
        this.saved++;
        a.click();
        release(a);
        this.say(`${name}, ${bytes(data.length)}, is in your downloads.`);
      } else {
        this.offer(a, button, data.length);
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
  private offer(a: HTMLAnchorElement, button: HTMLButtonElement, size: number): void {
    const name = a.download;
    a.textContent = `Save ${name}`;
    a.addEventListener("click", () => {
      // After the browser has followed it.
      setTimeout(() => {
        a.remove();
        button.focus();
        this.say(`${name}, ${bytes(size)}, is in your downloads.`);
      });
      release(a);
    });
    for (const old of this.status.querySelectorAll("a")) {
      if (old.download !== name) continue;
      release(old);
      old.remove();
    }
    this.say(`${name}, ${bytes(size)}, is ready.`);
    this.status.append(" ", a);
  }
}
