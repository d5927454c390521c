// The section that compares two policies of a run: its charts are loaded when it first comes into view.
import { opening } from "texts/opening";
import { onThemeChange } from "../charts/theme";
import type { View } from "../charts/view";
import { byID, followSight, showError } from "../dom";
import type { Results, Run } from "../results/results";
import type { Client } from "../simulator/client";
import type { Description } from "../simulator/protocol";
import type { State } from "../state/state";
import type { Store } from "../state/store";
import type { Panel } from "./panel";

/** How far below the screen it may be when it is loaded. */
const AHEAD = "500px";

export class CompareSection {
  private panel: Panel | undefined;
  private loading = false;
  private inView = false;
  private run: Run | undefined; // to be shown when it comes into view

  constructor(
    private readonly client: Client,
    private readonly results: Results,
    private readonly store: Store<State>,
    private readonly view: View,
    private readonly title: (policy: string) => string,
    private readonly about: Description,
  ) {
    const section = byID("compare");
    followSight(section, AHEAD, (is) => {
      this.inView = is;
      void this.show();
    });
    results.onRun((run) => {
      section.hidden = run.schedules.length < 2;
      this.run = section.hidden ? undefined : run;
      if (section.hidden) this.panel?.forget();
      void this.show();
    });
    addEventListener("beforeprint", () => section.classList.toggle("unread", !this.panel)); // paper does not wait for it
    view.onChange(() => {
      if (this.inView) this.panel?.zoomed();
    });
    onThemeChange(() => this.panel?.draw());
  }

  private async show(): Promise<void> {
    if (!this.inView) return;
    if (!this.panel) {
      if (this.loading || !this.run) return;
      this.loading = true;
      try {
        const { Panel } = await import("./panel");
        this.panel = new Panel(this.client, this.results.gantts, this.store, this.view, this.title, this.about.metrics.findIndex((m) => m.name === "fairness_users"));
        showError(byID("compare-error"), "");
      } catch (e) {
        showError(byID("compare-error"), opening.compare.notLoaded((e as Error).message));
        return;
      } finally {
        this.loading = false;
      }
    }
    const { run, panel } = this;
    this.run = undefined;
    if (run) panel.show(run);
    else panel.zoomed(); // it may have missed something
  }
}
