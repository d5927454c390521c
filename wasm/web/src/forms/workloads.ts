// The choice of a workload: a built-in one, the example of a grid, of shared nodes
// or of a Slurm cluster, or a log that is read in this tab.
import type { Client } from "../simulator/client";
import { byID, make, showError } from "../dom";
import { bytes, count, duration, number, plural } from "../format";
import type { Mode } from "./mode";
import type { Description, Spec, Workload } from "../simulator/protocol";
import { kindOf, type Kind } from "./kind";

/** The examples' entries in the list begin with it; the mode is next. */
const EXAMPLE = "example";

/** A log that the simulator was handed. */
interface Log {
  file: File;
  summary: Workload;
  /** How it was read, and how often the simulator had ended by then. */
  width: string | undefined;
  ends: number;
}

/** What has an example of its own. */
type WithExample = Exclude<Mode, "machine">;

export class Workloads {
  private readonly choice = byID<HTMLSelectElement>("workload-choice");
  private readonly error = byID("log-error");
  private readonly said = byID("log-said");
  private reading = 0; // files that are being read
  private readonly chosen: Record<Mode, string> = { machine: "", grid: `${EXAMPLE}:grid`, nodes: `${EXAMPLE}:nodes`, slurm: `${EXAMPLE}:slurm` };
  private mode: Mode = "machine";
  private readonly logs = new Map<string, Log>();

  constructor(
    private readonly client: Client,
    private readonly about: Description,
    private readonly onChange: (loaded: boolean) => void,
    /** Takes a file that is no log. */
    private readonly onOther: (file: File, kind: Exclude<Kind, "log">) => void,
  ) {
    for (const w of about.workloads) {
      this.choice.append(make("option", { value: `builtin:${w.name}` }, w.name === "default" ? `Ready-made: ${count(w.jobs)} jobs` : `Log of the example cluster ${w.name}: ${count(w.jobs)} jobs`));
    }
    const titles: Record<WithExample, string> = { grid: "Two-site example", nodes: "Five-node example", slurm: "Campus example" };
    for (const of of ["grid", "nodes", "slurm"] as const) {
      const { jobs } = this.examples[of].example_workload;
      this.choice.append(make("option", { value: `${EXAMPLE}:${of}`, hidden: true, disabled: true }, `${titles[of]}: ${count(jobs)} jobs`));
    }
    this.chosen.machine = this.choice.value;
    this.choice.addEventListener("change", () => {
      showError(this.error, "");
      this.show();
      onChange(false);
    });
    const input = byID<HTMLInputElement>("log");
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.value = ""; // so that the same file can be chosen again
      if (file) void this.take(file);
    });
    takeDrops((file) => void this.take(file));
    this.show();
  }

  /** Offers what there is for the mode. A log stays chosen. */
  setMode(mode: Mode): void {
    if (!this.isLog) this.chosen[this.mode] = this.choice.value;
    this.mode = mode;
    for (const example of this.choice.querySelectorAll<HTMLOptionElement>(`option[value^="${EXAMPLE}:"]`)) {
      example.hidden = example.disabled = example.value !== `${EXAMPLE}:${mode}`;
    }
    // A Slurm cluster has the log that its description belongs to.
    for (const ready of this.choice.querySelectorAll<HTMLOptionElement>('option[value^="builtin:"]')) ready.hidden = ready.disabled = mode === "slurm";
    if (!this.isLog) this.choice.value = this.chosen[mode];
    this.show();
  }

  /** What is chosen, as it was before any change of load or machine. */
  get summary(): Workload {
    const [kind, name] = this.key();
    if (kind === EXAMPLE) return this.examples[name as WithExample].example_workload;
    const w = kind === "log" ? this.logs.get(name)?.summary : this.about.workloads.find((b) => b.name === name);
    if (!w) throw new Error(`there is no workload ${name}`);
    return w;
  }

  get isLog(): boolean {
    return this.key()[0] === "log";
  }

  get isExample(): boolean {
    return this.key()[0] === EXAMPLE;
  }

  /** The workload of a Spec. */
  get source(): Spec["workload"] {
    const [kind, name] = this.key();
    if (kind === EXAMPLE) return this.examples[name as WithExample].example.workload;
    return kind === "log" ? { file: name } : { builtin: name };
  }

  /** Hands the chosen log to the simulator again if that was restarted or if width is another. */
  async reload(width: string): Promise<void> {
    const [kind, name] = this.key();
    const log = this.logs.get(name);
    if (kind !== "log" || !log || ((log.width ?? this.about.widths[0].name) === width && log.ends === this.client.ends)) return;
    this.logs.set(name, await this.load(log.file, width));
    this.show();
  }

  private get examples(): Record<WithExample, { example: Spec; example_workload: Workload }> {
    return { grid: this.about.grid, nodes: this.about.cluster, slurm: this.about.system };
  }

  private key(): [string, string] {
    const at = this.choice.value.indexOf(":");
    return [this.choice.value.slice(0, at), this.choice.value.slice(at + 1)];
  }

  private async take(file: File): Promise<void> {
    const kind = await kindOf(file);
    if (kind === "log") await this.read(file);
    else this.onOther(file, kind);
  }

  private async read(file: File): Promise<void> {
    showError(this.error, "");
    try {
      const log = await this.load(file);
      const value = `log:${file.name}`;
      if (!this.logs.has(file.name)) {
        this.choice.append(make("option", { value }, `${file.name} (your log)`));
      }
      this.logs.set(file.name, log);
      this.choice.value = value;
      this.show();
      this.onChange(true);
    } catch (e) {
      const { message } = e as Error;
      showError(this.error, message.startsWith(`${file.name}:`) ? message : `${file.name}: ${message}`);
    }
  }

  /** Has the simulator read a log, and says so meanwhile. */
  private async load(file: File, width?: string): Promise<Log> {
    this.reading++;
    this.said.textContent = `Reading ${file.name}, ${bytes(file.size)}…`;
    try {
      const data = new Uint8Array(await file.arrayBuffer());
      const { answer } = await this.client.ask<Workload>("load", { name: file.name, width }, [data]);
      return { file, summary: answer, width, ends: this.client.ends };
    } finally {
      if (--this.reading === 0) this.said.textContent = "";
    }
  }

  private show(): void {
    const w = this.summary;
    const facts = [plural(w.jobs, "job"), `${plural(w.procs, "processor")}${w.procs_from ? ` (${w.procs_from})` : ""}`, `submitted over ${duration(w.span)}`, `offered load ${number(w.load)}`];
    if (w.users > 0) facts.push(plural(w.users, "user"));
    byID("summary").replaceChildren(...(this.isLog ? [make("strong", {}, facts.join(" · ")), make("br")] : []), w.source);
    showCounts(w);
  }
}

/** Lists the rows of the log that a rule changed or left out. */
export function showCounts(w: Workload): void {
  const odd = byID("odd");
  odd.hidden = w.counts.length === 0;
  odd.querySelector("summary")!.textContent =
    w.left_out > 0 ? `${plural(w.left_out, "row")} left out; odd rows by rule` : "No row left out; odd rows by rule";
  odd.querySelector("tbody")!.replaceChildren(
    ...w.counts.map((c) => make("tr", { title: c.key }, make("td", {}, count(c.rows)), make("td", {}, c.doc))),
  );
}

/** The whole page takes a dropped file. */
function takeDrops(take: (file: File) => void): void {
  const { body } = document;
  let depth = 0;
  const hasFile = (e: DragEvent) => e.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragenter", (e) => {
    if (!hasFile(e)) return;
    depth++;
    body.classList.add("dropping");
  });
  addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) body.classList.remove("dropping");
  });
  addEventListener("dragover", (e) => {
    if (hasFile(e)) e.preventDefault();
  });
  addEventListener("drop", (e) => {
    depth = 0;
    body.classList.remove("dropping");
    const file = e.dataTransfer?.files[0];
    if (!file || e.defaultPrevented) return; // or what it was dropped on has taken it
    e.preventDefault();
    take(file);
  });
}
