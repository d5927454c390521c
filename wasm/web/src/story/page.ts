// The story's page: its steps, the teacher's notes and the glossary, of which the address chooses one.
import { glossary as entries } from "texts/glossary";
import { story as texts } from "texts/story";
import { make, showError } from "../dom";
import type { Client } from "../simulator/client";
import type { Description } from "../simulator/protocol";
import { onThemeChange, onPaper } from "../charts/theme";
import { CALM } from "../state/history";
import { glossary } from "./glossary";
import { LessonView } from "./lessonview";
import { addressOf, type Place } from "./place";
import { Simulations } from "./simulate";
import { LESSONS } from "./story";

const TITLE = document.title;

export class StoryPage {
  private readonly views: LessonView[];
  private readonly lost = make("p", { className: "error", hidden: true });
  private readonly steps = make("nav", { className: "steps" });
  private readonly turn = make("nav", { className: "turn" });
  private readonly glossary = glossary();
  private readonly notes: HTMLElement;
  private at: Place | undefined;
  private all: Promise<void> | undefined;
  private timer = 0;

  constructor(private readonly box: HTMLElement, simulator: Client, about: Description) {
    const lab = new Simulations(simulator, about);
    this.views = LESSONS.map((l, i) => new LessonView(lab, l, i + 1, LESSONS.length, () => this.note(i + 1)));
    this.steps.setAttribute("aria-label", texts.steps);
    this.turn.setAttribute("aria-label", texts.turn);
    this.steps.append(make("ol", {}, ...LESSONS.map((l, i) => {
      const a = make("a", { href: `#learn/${i + 1}`, title: l.title }, String(i + 1));
      a.setAttribute("aria-label", texts.step(i + 1, l.title));
      return make("li", {}, a);
    })));
    const print = make("button", { type: "button" }, texts.print);
    print.addEventListener("click", () => void this.everything().then(() => window.print()));
    const more = make("p", { className: "more" }, print, make("a", { href: "#learn/notes" }, texts.notes), make("a", { href: "#glossary" }, entries.glossary), make("span", { className: "note" }, texts.keys));
    this.notes = make("section", { className: "part", id: "learn-notes" }, make("h2", { tabIndex: -1 }, texts.notes),
      make("p", {}, texts.aboutNotes(LESSONS.length, LESSONS.reduce((sum, l) => sum + l.notes.minutes, 0))),
      make("p", { className: "more" }, make("a", { href: "#learn/1" }, texts.toSteps)), ...this.views.map((v) => v.notes));
    box.replaceChildren(make("h1", { className: "hand-out" }, texts.handOut), this.lost, this.steps, ...this.views.map((v) => v.element), this.turn, more, this.glossary, this.notes);
    document.addEventListener("keydown", (e) => this.key(e));
    onThemeChange(() => this.views.forEach((v) => v.forPaper(onPaper())));
  }

  /** Shows what the address asks for. */
  show(at: Place): void {
    const before = this.at;
    this.at = at;
    this.box.dataset.part = at.page === "glossary" ? "glossary" : at.notes ? "notes" : "step";
    const step = Math.min(at.page === "learn" ? at.step : 1, LESSONS.length);
    const current = at.page === "learn" && !at.notes ? step : 0;
    this.views.forEach((v, i) => v.element.classList.toggle("current", i + 1 === current));
    const known = at.page === "glossary" ? at.term === "" || document.getElementById(`term-${at.term}`) !== null : at.notes || ["", String(step)].includes(at.asked);
    showError(this.lost, known ? "" : texts.lost(at.page === "glossary" ? at.term : at.asked, LESSONS.length));
    this.steps.querySelectorAll("a").forEach((a, i) => (i + 1 === current ? a.setAttribute("aria-current", "step") : a.removeAttribute("aria-current")));
    const link = (to: number, sign: (title: string) => string) => (to < 1 || to > LESSONS.length ? [] : [make("a", { href: `#learn/${to}`, className: to > step ? "next" : "before" }, sign(LESSONS[to - 1].title))]);
    const end = step === LESSONS.length ? [make("a", { href: "#machine", className: "next" }, texts.toLaboratory)] : [];
    this.turn.replaceChildren(...link(step - 1, (t) => `← ${t}`), ...link(step + 1, (t) => `${t} →`), ...end);
    const name = at.page === "glossary" ? entries.glossary : at.notes ? texts.notes : LESSONS[step - 1].title;
    document.title = `${name} · ${TITLE}`;
    clearTimeout(this.timer);
    if (at.page === "learn" && current > 0) this.views[current - 1].restore(at.tried);
    if (current > 0) void this.views[current - 1].begin().then(() => this.everything());
    else void this.everything();
    if (before) this.reveal(at, current);
    else if (at.page === "glossary" && at.term) this.reveal(at, current);
  }

  /** Has the address name what was chosen in a step. */
  private note(step: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => history.replaceState(history.state, "", addressOf(step, this.views[step - 1].tried)), CALM);
  }

  /** Leaves the title of the page as it was. */
  close(): void {
    clearTimeout(this.timer);
    document.title = TITLE;
    this.at = undefined;
  }

  /** Scrolls to what has been opened, and gives it the focus. */
  private reveal(at: Place, current: number): void {
    if (at.page === "glossary" && at.term) {
      const entry = document.getElementById(`term-${at.term}`);
      entry?.scrollIntoView({ block: "center" });
      entry?.focus({ preventScroll: true });
      return;
    }
    scrollTo({ top: 0 });
    if (current > 0) this.views[current - 1].focus();
    else this.box.querySelector<HTMLElement>(`#${at.page === "glossary" ? "glossary" : "learn-notes"} h2`)?.focus({ preventScroll: true });
  }

  /** Simulates all steps, one after the other: the hand-out has all of them. */
  private everything(): Promise<void> {
    return (this.all ??= (async () => {
      for (const v of this.views) await v.begin();
      this.box.dataset.ready = "";
    })());
  }

  /** Arrows, n and p lead from step to step, unless a control has use for them. */
  private key(e: KeyboardEvent): void {
    const at = this.at;
    if (at?.page !== "learn" || at.notes || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
    if ((e.target as Element).closest?.("input, select, textarea, .scroll")) return;
    const by = { ArrowRight: 1, n: 1, ArrowLeft: -1, p: -1 }[e.key];
    const to = at.step + (by ?? 0);
    if (!by || to < 1 || to > LESSONS.length) return;
    e.preventDefault();
    location.hash = `learn/${to}`;
  }
}
