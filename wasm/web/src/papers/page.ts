// The papers' page: the list of their tables and figures, or one of these.
import { make } from "../dom";
import type { Client } from "../simulator/client";
import type { Experiment, Paper } from "../simulator/protocol";
import { ExperimentView } from "./experiment";
import type { Place } from "./place";
import { counted } from "./words";
import { papers as texts } from "texts/papers";

const TITLE = document.title;

export class PapersPage {
  private readonly views = new Map<string, ExperimentView>();
  private readonly list: HTMLElement;
  private shown = false;

  constructor(private readonly box: HTMLElement, private readonly computer: Client, private readonly papers: Paper[]) {
    const all = papers.reduce((n, p) => n + p.experiments.length, 0);
    this.list = make("div", {},
      make("h2", { tabIndex: -1 }, texts.heading),
      make("p", {}, texts.about(all)),
      ...papers.map((p) => section(p)));
  }

  /** Shows what the address asks for. */
  show(at: Place): void {
    const before = this.shown;
    this.shown = true;
    if (at.experiment === "") {
      this.box.replaceChildren(this.list);
      document.title = texts.pageTitle(TITLE);
    } else {
      const view = this.view(at.experiment);
      this.box.replaceChildren(view ? view.element : make("p", { className: "error" }, texts.noExperiment(at.experiment), " ", make("a", { href: "#papers" }, texts.allPapers)));
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
  const head = make("tr", {}, ...["", texts.shows, texts.recordedClaims].map((t) => make("th", { scope: "col" }, t)));
  return make("section", { className: "part" }, make("h3", { lang: "en" }, p.title), make("p", { className: "note" }, `${p.authors}. `, venue),
    make("div", { className: "scroll" }, make("table", { className: "experiments" }, make("caption", { className: "unseen" }, texts.experimentsOf(p.experiments.length, p.title)), make("thead", {}, head), body)));
}

function row(x: Experiment): HTMLElement {
  return make("tr", {}, make("th", { scope: "row" }, make("a", { href: `#papers/${x.id}` }, x.id)), make("td", { lang: "en" }, x.title), make("td", {}, counted(x.claims)));
}
