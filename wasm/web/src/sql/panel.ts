// The section for questions in SQL, once it is opened.
import { byID, make, save, showError } from "../dom";
import { bytes, fixed } from "../format";
import type { Run } from "../results/results";
import type { Description } from "../simulator/protocol";
import { csv, type Answer } from "./answer";
import { AnswerChart } from "./chart";
import { Cancelled, Database } from "./database";
import { Editor, type Known } from "./editor";
import { examples, type Example } from "./examples";
import { resultTable, rowsText } from "./resulttable";
import { mistake, quoted, tableName } from "./statements";
import type { Chosen } from "./suits";
import { sql as texts } from "texts/sql";

/** What is kept while the page is open, the section closed or not. */
export interface Asking {
  text: string;
  /** Files of one's own by the names of their tables. */
  files: Map<string, File>;
  /** Takes what was asked last. */
  keep(text: string): void;
}

interface Table extends Known {
  rows?: number;
  own: boolean;
}

export class Panel {
  private open: Database | undefined;
  private closed = false;
  private loaded: Run | undefined; // whose tables are in the database
  private tables: Table[] = [];
  private work: Promise<unknown> = Promise.resolve(); // one thing at a time
  private asked = ""; // last
  private queries = 0; // asked and not over
  private readonly chart: AnswerChart;
  private answer: Answer | undefined;
  private readonly editor: Editor;
  private readonly run = byID<HTMLButtonElement>("sql-run");
  private readonly cancel = byID<HTMLButtonElement>("sql-cancel");
  private readonly save = byID<HTMLButtonElement>("sql-csv");
  private readonly said = byID("sql-said");
  private readonly error = byID("sql-error");
  private readonly controller = new AbortController();

  constructor(
    private readonly about: Description,
    private readonly asking: Asking,
    private current: Run,
    private readonly title: (policy: string) => string,
  ) {
    const host = make("div");
    byID("sql-editor").replaceChildren(host);
    this.editor = new Editor(host, asking.text, () => this.askThis(), () => this.run.focus(), (text) => (asking.text = text));
    this.chart = new AnswerChart(() => this.current.answer.runs.map((r) => r.policy));
    byID("sql-chart").replaceChildren(this.chart.element);
    this.chart.element.hidden = true;
    const { signal } = this.controller;
    this.run.addEventListener("click", () => this.askThis(), { signal });
    this.cancel.addEventListener("click", () => this.open?.cancel(), { signal });
    this.save.addEventListener("click", () => this.saveCSV(), { signal });
    this.offerExamples();
    if (asking.text === "") this.editor.text = this.examples[0].sql;
    this.ask();
  }

  /** Another run has finished: the question is asked of it, unless another is being written. */
  follow(run: Run): void {
    this.current = run;
    this.offerExamples();
    if (this.editor.text === this.asked) this.ask();
    else this.later(() => this.ready());
  }

  /** Draws anew, in other colours. */
  draw(): void {
    this.chart.draw();
  }

  /** Takes files of one's own. */
  add(files: Iterable<File>): void {
    for (const file of files) this.later(() => this.addFile(file));
  }

  /** Gives the memory back. */
  close(): void {
    this.closed = true;
    this.controller.abort();
    this.open?.close();
    this.editor.destroy();
    this.chart.close();
    byID("sql-table").replaceChildren();
  }

  private get examples(): Example[] {
    const { answer, spec } = this.current;
    return examples({ policies: answer.runs.map((r) => r.policy), title: this.title, shared: spec.shared !== undefined, users: answer.workload.users > 0 });
  }

  private offerExamples(): void {
    byID("sql-examples").replaceChildren(...this.examples.map((e) => {
      const button = make("button", { type: "button", title: e.doc }, e.title);
      button.addEventListener("click", () => this.show(e));
      return button;
    }));
  }

  private show(e: Example): void {
    this.editor.text = e.sql;
    this.askThis();
  }

  /** Asks what the visitor wrote or chose. */
  private askThis(): void {
    this.asking.keep(this.editor.text);
    this.ask();
  }

  /** Asks what is to be asked now. */
  askAgain(): void {
    this.editor.text = this.asking.text;
    this.ask();
  }

  private later(f: () => Promise<unknown>): void {
    this.work = this.work.then(() => (this.closed ? undefined : f())).catch((e: unknown) => {
      if (!this.closed && !(e instanceof Cancelled)) this.fail((e as Error).message);
    });
  }

  /** The database, with the tables of the run that is shown and the files. */
  private async ready(): Promise<Database> {
    if (!this.open || this.open.ended) {
      this.say(texts.loading);
      this.open = await Database.open();
      if (this.closed) this.open.close();
      this.loaded = undefined;
      this.tables = [];
      for (const [name, file] of this.asking.files) await this.register(name, file);
      this.say("");
    }
    const db = this.open;
    if (this.loaded !== this.current) {
      const run = this.current;
      for (const t of this.tables.filter((t) => !t.own)) await db.drop(t.name);
      this.tables = this.tables.filter((t) => t.own);
      for (const s of this.about.tables) {
        const arrow = run.tables[s.name];
        if (!arrow) continue;
        await db.table(s.name, arrow);
        const columns = s.columns.map((c) => ({ name: c.name, detail: c.unit ?? "", doc: c.doc }));
        this.tables.push({ name: s.name, columns, rows: run.answer.tables[s.name]?.rows, own: false });
      }
      this.loaded = run;
      this.list();
    }
    return db;
  }

  private ask(): void {
    const text = this.editor.text;
    const example = this.examples.find((e) => e.sql === text);
    byID("sql-doc").textContent = example?.doc ?? "";
    this.asked = text;
    this.busy(1);
    this.later(async () => {
      showError(this.error, "");
      try {
        if (text.trim() === "") throw new Error(texts.empty);
        const db = await this.ready();
        this.say(texts.working);
        this.tell(await db.ask(text), example?.chart, /\border\s+by\b/i.test(text));
      } catch (e) {
        if (e instanceof Cancelled) {
          this.say(this.open?.ended ? texts.cancelledAnew : texts.cancelled);
        } else {
          const wrong = mistake((e as Error).message);
          this.fail(wrong.message + place(wrong));
          if (wrong.line) this.editor.goTo(wrong.line, wrong.column ?? 1);
          this.editor.focus();
        }
      } finally {
        this.busy(-1);
      }
    });
  }

  private tell(answer: Answer, wanted: Chosen | undefined, ordered: boolean): void {
    this.answer = answer;
    byID("sql-table").replaceChildren(resultTable(answer));
    this.save.hidden = answer.columns.length === 0;
    this.chart.show(answer, wanted, ordered);
    this.say(`${rowsText(answer)}; ${fixed(answer.seconds, answer.seconds < 1 ? 2 : 1)} s.`);
  }

  private async addFile(file: File): Promise<void> {
    showError(this.error, "");
    const name = tableName(file.name, (n) => this.asking.files.has(n) || this.about.tables.some((t) => t.name === n));
    await this.ready();
    this.say(texts.reading(file.name, bytes(file.size)));
    try {
      await this.register(name, file);
    } catch (e) {
      return this.fail(texts.notRead(file.name, mistake((e as Error).message).message));
    }
    this.asking.files.set(name, file);
    this.list();
    this.say(texts.isTable(file.name, name));
    if (this.editor.text.trim() === "" || this.examples.some((e) => e.sql === this.editor.text)) {
      this.editor.text = `select *\nfrom ${name}\nlimit 1000`;
      this.ask();
    }
  }

  private async register(name: string, file: File): Promise<void> {
    await this.open!.file(name, file);
    const columns = await this.open!.columns(name);
    this.tables.push({ name, columns: columns.map((c) => ({ name: c.name, detail: c.type.toLowerCase(), doc: "" })), own: true });
  }

  /** Lists the tables with their columns, here and to the editor. */
  private list(): void {
    this.tables.sort((a, b) => Number(a.own) - Number(b.own)); // those of the run first
    this.editor.offer(this.tables);
    byID("sql-tables").replaceChildren(...this.tables.map((t) => {
      const facts = [t.rows === undefined ? "" : texts.rows(t.rows), texts.columns(t.columns.length), t.own ? texts.yourFile : ""];
      const list = make("dl", { lang: "en" }, ...t.columns.flatMap((c) => [make("dt", {}, make("code", {}, quoted(c.name)), c.detail ? ` ${c.detail}` : ""), make("dd", {}, c.doc)]));
      return make("details", {}, make("summary", {}, make("code", {}, t.name), ` ${facts.filter(Boolean).join(", ")}`), list);
    }));
  }

  private saveCSV(): void {
    if (!this.answer) return;
    save(csv(this.answer), "answer.csv", "text/csv");
    this.say(texts.saved(this.answer.rows));
  }

  /** Notes that a query was asked (1) or is over (-1). */
  private busy(change: 1 | -1): void {
    this.queries += change;
    this.run.hidden = this.queries > 0;
    this.cancel.hidden = this.queries === 0;
  }

  private say(text: string): void {
    this.said.textContent = text;
  }

  private fail(text: string): void {
    this.say("");
    showError(this.error, text);
  }
}

function place({ line, column }: { line?: number; column?: number }): string {
  if (!line) return "";
  return ` ${column ? texts.atColumn(line, column) : texts.atLine(line)}`;
}
