// Downloads. Arrow files are there already; CSV is made by the simulator;
// Parquet and figures by the add-on, which is loaded when it is first wanted.
import type { Client } from "./client";
import { byID, make, save } from "./dom";
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

type Table = "jobs" | "runs" | "steps" | "parts" | "shares";

export class Take {
  private readonly status = byID("take-status");

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
    for (const b of document.querySelectorAll<HTMLButtonElement>("button[data-figure]")) {
      const format = b.dataset.figure ?? "";
      b.addEventListener("click", () => {
        const id = figure.value;
        void this.give(b, `${id}.${format}`, format, async (run) => {
          const { blobs } = await this.addOn.ask("figure", { figure: id, format }, [run.jobs, run.runs, ...[run.parts, run.shares].filter((t) => t !== undefined)]);
          return blobs[0];
        });
      });
    }
  }

  private async table(run: Run, table: Table, format: string): Promise<Uint8Array> {
    const arrow = run[table];
    if (!arrow) throw new Error("no policy of this run recorded any");
    if (format === "arrow") return arrow;
    const client = format === "csv" ? this.simulator : this.addOn;
    return (await client.ask(format, {}, [arrow])).blobs[0];
  }

  private async give(button: HTMLButtonElement, name: string, format: string, make: (run: Run) => Promise<Uint8Array>): Promise<void> {
    const { run } = this.results;
    if (!run) return;
    button.disabled = true;
    this.status.textContent = `Making ${name}…`;
    try {
      const data = await make(run);
      save(data, name, TYPES[format]);
      this.status.textContent = `${name}, ${bytes(data.length)}, is in your downloads.`;
    } catch (e) {
      this.status.textContent = `${name}: ${(e as Error).message}`;
    } finally {
      button.disabled = false;
    }
  }
}
