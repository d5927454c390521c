// The form for a Slurm cluster: the description of its nodes and rules, and what
// one may try to change in it. The simulator makes the changes.
import type { Client } from "../simulator/client";
import { byID, make, showError } from "../dom";
import { field, type Field } from "./fields";
import { count, number, plural } from "../format";
import type { Description, PolicyOption, SystemAbout, SystemDescription } from "../simulator/protocol";

/** A description that was read from a file. */
interface Own {
  name: string;
  bytes: Uint8Array;
  about: SystemAbout;
}

export class SystemForm {
  private fields = new Map<string, Field>();
  private readonly added: Field;
  private readonly like = make("select", { id: "system-like" });
  private readonly back = make("button", { type: "button" }, "Back to the example");
  private readonly other = byID<HTMLTextAreaElement>("system-other");
  private own: Own | undefined;
  private isExample = true;
  /** A description was read, and the log of its cluster is still to come. */
  private pending = false;
  /** Whose values the controls have. */
  private shown: SystemAbout | undefined;

  constructor(
    private readonly client: Client,
    private readonly about: Description,
    private readonly onChange: () => void,
    /** A description was read, or the example's is used again. */
    private readonly onRead: () => void,
    /** A file is no description: the form says why. */
    private readonly onRefused: () => void,
  ) {
    this.like.setAttribute("aria-label", "Kind of the nodes added");
    this.added = field(about.system.added, "system-add");
    byID("system").addEventListener("input", (e) => {
      if ((e.target as HTMLElement).id === "system-file") return; // nothing changes before it is read
      this.note();
      onChange();
    });
    byID("system-reset").addEventListener("click", () => {
      this.reset();
      this.onChange();
    });
    this.back.addEventListener("click", () => {
      this.pending = false;
      this.show();
      onRead();
    });
    const input = byID<HTMLInputElement>("system-file");
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.value = ""; // so that the same file can be chosen again
      if (file) void this.read(file);
    });
    this.show();
  }

  /** Follows the chosen workload: the example has its own description, logs have that which was read. */
  setWorkload(isExample: boolean): void {
    this.isExample = isExample;
    if (!isExample) this.pending = false;
    this.show();
  }

  /** The example's description is used. */
  private get ready(): boolean {
    return this.isExample && !this.pending;
  }

  /** What is to be done before anything can be run, or "". */
  get missing(): string {
    if (this.pending) return `${this.own?.name} is read. Now choose or drop the log of its cluster: what sacct prints.`;
    return !this.isExample && !this.own ? "Now choose or drop the description of the log's cluster: what backfill system init writes." : "";
  }

  /** Cores of all nodes, as they are described. */
  get power(): number {
    return this.current?.cores ?? 1;
  }

  /** Which description it is, for comparisons. */
  get key(): string {
    return this.ready ? "" : (this.own?.name ?? "");
  }

  /** What differs from the description, as backfill whatif writes it. */
  get changes(): string[] {
    const out = [...this.fields].flatMap(([name, f]) => (f.value() === "" ? [] : [`${name}=${f.value()}`]));
    const added = Number(this.added.value());
    if (added > 0) out.push(`add=${added}:${this.like.value}`);
    return [...out, ...this.other.value.split("\n").map((l) => l.trim()).filter((l) => l !== "")];
  }

  /** The changes in words. */
  get changed(): string[] {
    const title = (name: string) => this.about.system.controls.find((c) => c.name === name);
    return this.changes.map((change) => {
      const [name, value] = [change.slice(0, change.indexOf("=")), change.slice(change.indexOf("=") + 1)];
      const c = title(name);
      if (c?.choices) return `${c.title}: ${c.choices.find((x) => x.name === value)?.title ?? value}`;
      if (c) return `${c.title} ${count(Number(value))}, described ${count(Number(this.current?.values[name] ?? NaN))}`;
      const add = /^add=(\d+):(.*)$/.exec(change);
      return add ? `${plural(Number(add[1]), "node")} more, like ${add[2]}` : change;
    });
  }

  /** The first control that is not filled in as it should be. */
  get wrong(): HTMLInputElement | null {
    return byID("system").querySelector<HTMLInputElement>("input:invalid");
  }

  /** The description of a Spec, with the changes. */
  async description(): Promise<SystemDescription> {
    const { own } = this;
    const { answer } = await this.client.ask<SystemAbout>("system", { name: own?.name ?? "", changes: this.changes }, [this.ready || !own ? new Uint8Array() : own.bytes]);
    return answer.system!;
  }

  /** Reads a file: a description, or an experiment that has one. */
  async read(file: File): Promise<void> {
    const error = byID("system-error");
    showError(error, "");
    try {
      const bytes = await descriptionIn(file);
      const { answer } = await this.client.ask<SystemAbout>("system", { name: file.name, changes: [] }, [bytes]);
      this.own = { name: file.name, bytes, about: answer };
      this.pending = this.isExample;
      this.show();
      this.onRead();
    } catch (e) {
      byID<HTMLDetailsElement>("setup").open = true; // on a phone it may be closed
      const text = (e as Error).message;
      showError(error, text.startsWith(file.name) ? text : `${file.name}: ${text}`);
      this.onRefused();
      error.scrollIntoView({ block: "nearest" });
    }
  }

  private get current(): SystemAbout | undefined {
    return this.ready ? this.about.system.about : this.own?.about;
  }

  /** Controls with the values of the current description. */
  private show(): void {
    const now = this.current;
    byID("system-body").hidden = !now;
    const missing = byID("system-missing");
    missing.hidden = this.missing === "";
    missing.replaceChildren(this.missing, ...(this.pending ? [" ", this.back] : []));
    if (!now || now === this.shown) return;
    this.shown = now;
    this.fields = new Map(this.about.system.controls.map((c) => [c.name, field({ ...c, default: now.values[c.name] ?? "" }, `system-${c.name}`)]));
    this.like.replaceChildren(...now.like.map((l) => make("option", { value: l.name, title: l.doc }, l.title)));
    const where = make("div", { className: "option" }, make("span", {}), this.like);
    where.hidden = now.like.length < 2;
    byID("system-controls").replaceChildren(...this.about.system.controls.map((c) => explained(this.fields.get(c.name)!, c)), explained(this.added, this.about.system.added), where);
    const facts = [plural(now.nodes, "node"), plural(now.cores, "core"), ...(now.gpus > 0 ? [plural(now.gpus, "GPU")] : [])];
    const parts = now.partitions.length > 6 ? `${count(now.partitions.length)} partitions` : `${now.partitions.length === 1 ? "partition" : "partitions"} ${now.partitions.join(", ")}`;
    const who = now.accounts > 0 ? [plural(now.accounts, "account"), plural(now.users, "user")] : ["no accounts"];
    byID("system-summary").replaceChildren(make("strong", {}, this.ready ? `${now.name} (the example)` : `${now.name || this.own!.name} (yours)`), make("br"), [...facts, parts, ...who].join(" · "));
    const outside = byID("system-outside");
    const lines = [...now.assumed, ...now.outside];
    outside.hidden = lines.length === 0;
    outside.querySelector("summary")!.textContent = `${plural(lines.length, "line")} that the description assumes or no simulation models`;
    outside.querySelector("ul")!.replaceChildren(...lines.slice(0, 200).map((l) => make("li", {}, l)), ...(lines.length > 200 ? [make("li", {}, `and ${count(lines.length - 200)} more`)] : []));
    this.reset();
  }

  private reset(): void {
    for (const f of this.fields.values()) f.set("");
    this.added.set("");
    this.other.value = "";
    this.note();
  }

  private note(): void {
    const n = this.changes.length;
    byID<HTMLButtonElement>("system-reset").disabled = n === 0;
    const basic = this.current?.basic ? " Priority here is by submission (priority/basic), so that no weight matters." : "";
    byID("system-note").textContent = (n === 0 ? "All as it is described." : `${plural(n, "change")} to what is described.`) + basic;
  }
}

/** A control with what it does below it. */
function explained(f: Field, o: PolicyOption): HTMLElement {
  const id = `doc-${o.name}`;
  f.element.querySelector("input, select")?.setAttribute("aria-describedby", id);
  return make("div", { className: "control" }, f.element, make("small", { id }, o.doc));
}

/** The bytes of a description: the file itself, or the system of an experiment. */
async function descriptionIn(file: File): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return bytes; // the simulator says what is wrong
  }
  if (typeof json !== "object" || json === null || "backfill_system" in json || !("policies" in json || "workload" in json)) return bytes;
  const { system } = json as { system?: unknown };
  if (!system) throw new Error("this is an experiment for backfill run, and it describes no Slurm cluster");
  return new TextEncoder().encode(JSON.stringify(system));
}

/** Gigabytes of a number of MiB. */
export function gib(mib: number): string {
  return `${number(mib / 1024)} GiB`;
}
