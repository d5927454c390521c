// The choice of a workload: a built-in one, the example of a grid, of shared nodes
// or of a cluster, or a log that is read in this tab.
import { byID, english, make, setValue, showError } from "../dom";
import { count, duration, number, worded } from "../format";
import { inLanguage } from "../simulator/catalogue";
import type { Cause, Description, Workload } from "../simulator/protocol";
import { chooseWorkload, takeLog } from "../state/actions";
import { exampleOf, isDrawn, isLog, logOf, MODEL, summaryOf, workloadKey, type Log, type State } from "../state/state";
import type { Store } from "../state/store";
import { kindOf, type Kind } from "./kind";
import { askColumns, beginning, isBinary } from "./mapping";
import { withoutFlags } from "../simulator/flags";
import type { Logs } from "./logs";
import { forms as texts } from "texts/forms";

/** The modes that have an example of their own, and what it is called. */
const EXAMPLES = { grid: texts.exampleGrid, shared: texts.exampleNodes, cluster: texts.exampleSlurm };

/** The columns of this program's results, as core/trace/table calls them. */
const OURS = "backfill";

export class Workloads {
  private readonly choice = byID<HTMLSelectElement>("workload-choice");
  private readonly error = byID("log-error");

  constructor(
    private readonly store: Store<State>,
    private readonly about: Description,
    private readonly logs: Logs,
    /** A log was read. */
    private readonly onRead: () => void,
    /** Takes a file that is no log. */
    private readonly onOther: (file: File, kind: Exclude<Kind, "log">) => void,
  ) {
    for (const w of about.workloads) {
      this.choice.append(make("option", { value: `builtin:${w.name}` }, titleOf(w)));
    }
    this.choice.append(make("option", { value: MODEL }, texts.toOrder));
    for (const [mode, title] of Object.entries(EXAMPLES)) {
      this.choice.append(make("option", { value: `example:${mode}` }, texts.exampleJobs(title, count(exampleOf(about, mode).example_workload.jobs))));
    }
    this.choice.addEventListener("change", () => {
      showError(this.error, "");
      store.set(chooseWorkload(store.state, about, this.choice.value));
    });
    const input = byID<HTMLInputElement>("log");
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.value = ""; // so that the same file can be chosen again
      if (file) void this.take(file, true);
    });
    takeDrops((file, others) => void this.take(file).then(() => {
      if (others > 0 && this.error.hidden) showError(this.error, texts.onlyFirst(file.name, others + 1));
    }));
    store.follow(["mode", "workloads", "log", "logs", "model", "drawn"], (s) => this.draw(s));
  }

  /** Takes a file. A table of jobs is a workload; another that was dropped is none, but not one that was chosen. */
  private async take(file: File, chosen = false): Promise<void> {
    showError(this.error, "");
    showError(byID("rules-error"), "");
    const kind = await kindOf(file);
    if (kind === "log" || (kind === "table" && chosen)) await this.read(file);
    else if (kind !== "table" || !(await this.read(file, true))) this.onOther(file, kind);
  }

  /** Reads a log. With silent, a file that is none is no error. */
  private async read(file: File, silent = false, map = ""): Promise<boolean> {
    showError(this.error, "");
    byID("mapping").hidden = true;
    try {
      const log = await this.logs.read(file, file.name, this.store.state.width, map);
      this.store.set(takeLog(this.store.state, log));
      this.onRead();
      return true;
    } catch (e) {
      if (!silent) await this.refuse(file, e as Error);
      return false;
    }
  }

  /** Says why a file is no log; of a table, asks what its columns are. */
  private async refuse(file: File, e: Error): Promise<void> {
    if ((await kindOf(file)) === "log" && (await isBinary(file))) return showError(this.error, `${file.name}: ${texts.noText}`);
    const message = withoutFlags(e.message);
    showError(this.error, message.startsWith(`${file.name}:`) ? message : `${file.name}: ${message}`, e);
    const table = e.message.includes("--map") ? await beginning(file) : undefined;
    if (table) askColumns(table, (map) => void this.read(file, false, map));
  }

  /** Reads the chosen table again, by a map of its columns. */
  private readSo(map: string): void {
    const log = logOf(this.store.state);
    if (log) void this.read(new File([log.file], log.name), false, map);
  }

  /** Results run again as a workload; whoever wants to ask about them gets to SQL by a button. */
  private offerSQL(log: Log): Node[] {
    const ask = make("button", { type: "button", id: "summary-sql" }, texts.askInSQL);
    ask.addEventListener("click", () => {
      this.onOther(new File([log.file], log.name), "table");
      byID("sql-box").scrollIntoView({ block: "start" });
    });
    return [make("br"), document.createTextNode(`${texts.runAgain} `), ask];
  }

  /** Reads a log that was remembered. */
  async restore(file: File): Promise<void> {
    try {
      const log = await this.logs.read(file, file.name, this.store.state.width);
      this.store.set({ logs: { ...this.store.state.logs, [log.name]: log } });
    } catch (e) {
      showError(this.error, (e as Error).message, e);
    }
  }

  private draw(s: State): void {
    const { about, choice } = this;
    for (const option of choice.options) {
      const [kind, name] = option.value.split(":");
      // A cluster has the log that its description belongs to.
      const offered = kind === "example" ? name === s.mode : kind === "log" || s.mode !== "cluster";
      option.hidden = option.disabled = !offered;
    }
    for (const name of [...Object.keys(s.logs), ...(s.log ? [s.log.name] : [])]) {
      const value = `log:${name}`;
      if (![...choice.options].some((o) => o.value === value)) choice.append(make("option", { value }, texts.yourLog(name)));
    }
    setValue(choice, workloadKey(s, about));
    const w = summaryOf(s, about);
    byID("summary").replaceChildren(...(w ? described(w, isLog(s), isDrawn(s, about), (map) => this.readSo(map)) : [make("strong", {}, isDrawn(s, about) ? texts.beingDrawn : texts.notAtHand(s.log!.name))]));
    const log = logOf(s);
    if (log && w?.reading?.preset === OURS) byID("summary").append(...this.offerSQL(log));
    showReading(w?.reading);
    if (w) showCounts(w);
    else byID("odd").hidden = true;
  }
}

/** A ready workload as the list has it. */
function titleOf(w: Workload): string {
  const n = count(w.jobs);
  if (w.reading) return texts.recordedLog(w.name, n);
  return w.name === "default" ? texts.readyMade(n) : w.jobs < 50 ? texts.lesson(w.name, n) : texts.clusterLog(w.name, n);
}

function described(w: Workload, isLog: boolean, isDrawn: boolean, readSo: (map: string) => void): (Node | string)[] {
  const facts = [texts.jobs(w.jobs), `${texts.processors(w.procs)}${w.procs_from ? ` (${inLanguage(w.procs_from)})` : ""}`, texts.submittedOver(duration(w.span)), texts.offeredLoad(number(w.load))];
  if (w.users > 0) facts.push(texts.users(w.users));
  const source = isDrawn ? texts.modelIs : w.source;
  const lines: (Node | string)[] = [...(isLog || isDrawn ? [make("strong", {}, facts.join(" · ")), make("br")] : []), source];
  // The size, among the facts, already says that it is a guess.
  for (const doubt of w.doubts ?? []) if (doubt.key !== "machine-size") lines.push(make("div", { className: "error", lang: "en" }, withoutFlags(worded(doubt)), ...remedy(doubt.fix, readSo)));
  return lines;
}

/** A button that does what a doubt gives as the command's remedy, where that is a map of columns. */
function remedy(fix: string | undefined, readSo: (map: string) => void): HTMLElement[] {
  const map = /--map '?(auto,[^' ]+)/.exec(fix ?? "")?.[1];
  if (!map || map.includes("COLUMN")) return [];
  const button = make("button", { type: "button", lang: document.documentElement.lang, className: "remedy", title: map }, texts.mendIt);
  button.addEventListener("click", () => readSo(map));
  return [button];
}

/** Says as what a table was read; on demand also what was taken for what. */
function showReading(r: Workload["reading"]): void {
  const box = byID("reading");
  box.hidden = !r;
  if (!r) return;
  const n = r.sources.length;
  box.querySelector("summary")!.textContent = r.preset ? texts.readAsSet(r.preset, n) : texts.readByNames(n);
  const taken = `${r.sources.map((s) => texts.taken(s.field, s.column, s.unit ?? "")).join(", ")}.`;
  box.querySelector("p")!.textContent = r.decimal_commas ? `${taken} ${texts.decimalCommas}` : taken;
}

/** Lists the rows of the log that a rule changed or left out, and what was wrong with them. */
export function showCounts(w: Workload): void {
  const odd = byID("odd");
  odd.hidden = w.counts.length === 0;
  odd.querySelector("summary")!.textContent =
    w.left_out > 0 ? texts.rowsLeftOut(w.left_out) : texts.noRowLeftOut;
  odd.querySelector("tbody")!.replaceChildren(
    ...w.counts.flatMap((c) => [
      make("tr", { title: c.key }, make("td", {}, count(c.rows)), make("td", {}, english(c.doc))),
      ...(w.causes ?? []).filter((cause) => cause.rule === c.key).map(causeRow),
    ]),
  );
}

function causeRow(c: Cause): HTMLElement {
  const places = c.first.map((p) => (p.text ? `${count(p.line)} (${JSON.stringify(p.text)})` : count(p.line)));
  const why = english(c.field ? `${c.field}: ${c.why}` : c.why);
  return make("tr", { className: "cause" }, make("td", {}, count(c.rows)), make("td", {}, why, `. ${texts.firstIn(places.join(", "), c.first.length)}`));
}

/** The whole page takes a dropped file. */
function takeDrops(take: (file: File, others: number) => void): void {
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
    take(file, e.dataTransfer!.files.length - 1);
  });
}
