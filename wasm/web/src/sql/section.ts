// The section for questions in SQL: closed, it costs nothing. Opening it loads the editor and the
// database; closing it gives their memory back.
import { onThemeChange } from "../charts/theme";
import { byID, showError } from "../dom";
import type { Results, Run } from "../results/results";
import type { Description } from "../simulator/protocol";
import type { State } from "../state/state";
import type { Store } from "../state/store";
import type { Asking, Panel } from "./panel";
import { opening } from "texts/opening";

export class SQLSection {
  private readonly asking: Asking;
  private panel: Panel | undefined;
  private run: Run | undefined;
  private waiting: File[] = [];
  private readonly box = byID<HTMLDetailsElement>("sql-box");

  constructor(
    store: Store<State>,
    private readonly about: Description,
    results: Results,
    private readonly title: (policy: string) => string,
  ) {
    this.asking = { text: store.state.sql, files: new Map(), keep: (sql) => store.set({ sql }) };
    // A question of a link, or of what was chosen before.
    store.follow(["sql"], ({ sql }) => {
      if (sql === "" || sql === this.asking.text) return;
      this.asking.text = sql;
      this.panel?.askAgain();
    });
    onThemeChange(() => this.panel?.draw());
    results.onRun((run) => {
      if (!this.run && store.state.sql !== "") this.box.open = true;
      this.run = run;
      this.panel?.follow(run);
    });
    this.box.addEventListener("toggle", () => void this.toggle());
    const input = byID<HTMLInputElement>("sql-file");
    input.addEventListener("change", () => {
      const files = [...(input.files ?? [])];
      input.value = ""; // so that the same file can be chosen again
      this.take(files);
    });
    byID("sql-drop").addEventListener("drop", (e) => {
      const files = [...(e.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      e.preventDefault(); // and the page takes it for no log
      this.take(files);
    });
  }

  /** Makes tables of files, which opens the section. */
  take(files: File[]): void {
    this.waiting.push(...files);
    this.box.open = true;
    this.hand();
  }

  private hand(): void {
    if (this.panel) this.panel.add(this.waiting.splice(0));
  }

  private async toggle(): Promise<void> {
    if (!this.box.open) {
      this.panel?.close();
      this.panel = undefined;
      return;
    }
    if (this.panel || !this.run) return;
    showError(byID("sql-error"), "");
    try {
      const { Panel } = await import("./panel");
      if (!this.box.open || this.panel) return;
      this.panel = new Panel(this.about, this.asking, this.run, this.title);
      this.hand();
    } catch (e) {
      showError(byID("sql-error"), opening.sql.notLoaded((e as Error).message));
    }
  }
}
