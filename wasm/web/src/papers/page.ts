// The papers' page: the list of their tables and figures, or one of these.
import { make } from "../dom";
import { plural } from "../format";
import type { Client } from "../simulator/client";
import type { Experiment, Paper } from "../simulator/protocol";
import { ExperimentView } from "./experiment";
import type { Place } from "./place";
import { counted } from "./words";

const TITLE = document.title;

export class PapersPage {
  private readonly views = new Map<string, ExperimentView>();
  private readonly list: HTMLElement;
  private shown = false;

  constructor(private readonly box: HTMLElement, private readonly computer: Client, private readonly papers: Paper[]) {
    const all = papers.reduce((n, p) => n + p.experiments.length, 0);
    this.list = make("div", {},
      make("h2", { tabIndex: -1 }, "Five papers, recomputed"),
      make("p", {}, `${all} tables and figures. Each page has the numbers that the paper prints, ours at the paper’s own size from the project’s record, and a button that computes a small version in this tab.`),
      ...papers.map((p) => section(p)));
  }

  /** Shows what the address asks for. */
  show(at: Place): void {
    const before = this.shown;
    this.shown = true;
    if (at.experiment === "") {
      this.box.replaceChildren(this.list);
      document.title = `Papers · ${TITLE}`;
    } else {
      const view = this.view(at.experiment);
      this.box.replaceChildren(view ? view.element : make("p", { className: "error" }, `No paper has an experiment ${at.experiment}. `, make("a", { href: "#papers" }, "All papers")));
      document.title = `${at.experiment} · ${TITLE}`;
      view?.draw();
    }
    if (!before) return;
    scrollTo({ top: 0 });
    this.box.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }

  /** Leaves the title of the page as it was. */
  close(): void {
    document.title = TITLE;
    this.shown = false;
  }

  private view(id: string): ExperimentView | undefined {
    const paper = this.papers.find((p) => p.experiments.some((x) => x.id === id));
    if (!paper) return undefined;
    const index = paper.experiments.findIndex((x) => x.id === id);
    let view = this.views.get(id);
    if (!view) this.views.set(id, (view = new ExperimentView(this.computer, paper, index)));
    return view;
  }
}

function section(p: Paper): HTMLElement {
  const venue = p.doi ? make("a", { href: `https://doi.org/${p.doi}`, rel: "noreferrer" }, p.venue) : p.venue;
  const body = make("tbody", {}, ...p.experiments.map(row));
  const head = make("tr", {}, ...["", "Shows", "Recorded claims"].map((t) => make("th", { scope: "col" }, t)));
  return make("section", { className: "part" }, make("h3", {}, p.title), make("p", { className: "note" }, `${p.authors}. `, venue),
    make("div", { className: "scroll" }, make("table", { className: "experiments" }, make("caption", { className: "unseen" }, `${plural(p.experiments.length, "experiment")} of ${p.title}`), make("thead", {}, head), body)));
}

function row(x: Experiment): HTMLElement {
  return make("tr", {}, make("th", { scope: "row" }, make("a", { href: `#papers/${x.id}` }, x.id)), make("td", {}, x.title), make("td", {}, counted(x.claims)));
}
