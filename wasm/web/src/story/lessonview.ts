// A step of the story on the page: text, pictures, the one thing to try, what is seen, and a question.
import { story as texts } from "texts/story";
import { byID, make, showError } from "../dom";
import { plain } from "../format";
import { Minutes, tryIt, type Trial } from "./controls";
import { events } from "./figures";
import { withTerms } from "./glossary";
import type { Lesson } from "./lesson";
import { ends, picture } from "./picture";
import type { Tried } from "./place";
import type { Scene } from "./scene";
import type { Simulations } from "./simulate";
import { told } from "./told";

/** Pictures of a step. */
const SHOWN = 2;

/** Width of pictures that are laid out for paper, in CSS pixels. */
const PAPER = 380;

export class LessonView {
  readonly element: HTMLElement;
  readonly notes: HTMLElement;
  private index: number;
  private turn = 0; // so that an answer that comes late does not replace a later one
  private scenes: Scene[] = [];
  private paper = false;
  private queued: boolean; // room is kept for those who wait
  private began: Promise<void> | undefined;
  private readonly id: string;
  private readonly title: HTMLElement;
  private readonly pictures = make("div", { className: "pictures" });
  private readonly now = make("div", { className: "told" });
  private readonly minutes: Minutes;
  private readonly seen = make("p", { className: "seen" });
  private readonly error = make("p", { className: "error", hidden: true });
  private readonly jobs = make("details", { className: "listed" }, make("summary", {}, texts.asTable));
  private readonly answers = [make("p", {}), make("dd", {})];
  private readonly known = new Set<string>(); // terms that the step has explained
  private readonly trial: Trial;
  private moment: number | undefined; // to be shown: what was chosen last, of those at which something happens

  constructor(
    private readonly lab: Simulations,
    private readonly lesson: Lesson,
    number: number,
    of: number,
    /** The visitor has chosen something. */
    private readonly onTry: () => void,
  ) {
    this.id = `learn-${number}`;
    this.index = lesson.control.first;
    this.moment = lesson.moment;
    this.trial = tryIt(`${this.id}-try`, lesson.control, (i) => {
      void this.choose(i);
      onTry();
    });
    this.queued = lesson.moment !== undefined;
    this.minutes = new Minutes(`${this.id}-minute`, () => {
      const moment = (this.moment = this.minutes.value);
      this.queued = true;
      this.draw();
      this.onTry();
      if (moment !== undefined) this.say(this.pictured.map((s) => `${s.title}: ${told(s, moment)}`).join(" "));
    });
    this.title = make("h2", { id: `${this.id}-title`, tabIndex: -1 }, lesson.title);
    const roles = make("p", { className: "roles" }, ...lesson.roles.map((r) => make("span", {}, make("span", { className: `swatch ${r.role}` }), r.name)), ...(lesson.holes ? [make("span", {}, make("span", { className: "swatch hole" }), texts.idle)] : []));
    const answer = make("details", { className: "answer" }, make("summary", {}, texts.answer), this.answers[0]);
    this.element = make("article", { className: "lesson", id: this.id },
      make("p", { className: "count" }, texts.stepOf(number, of)), this.title,
      ...lesson.text.map((t) => make("p", {}, ...withTerms(t, this.known))),
      make("div", { className: "try" }, this.trial.element),
      this.pictures, roles, this.seen, this.error, this.minutes.element, this.now,
      make("div", { className: "ask" }, make("h3", {}, texts.question), make("p", {}, ...withTerms(lesson.question, this.known)), answer, room()),
      this.jobs);
    this.element.setAttribute("aria-labelledby", this.title.id);
    const n = lesson.notes;
    const list = make("dl", {}, ...[[texts.aim, n.aim], [texts.time, texts.minutes(n.minutes)], [texts.ask, n.ask], [texts.believe, n.misconception], [texts.question, lesson.question]].flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, ...withTerms(text))]));
    list.append(make("dt", {}, texts.answer), this.answers[1]);
    this.notes = make("article", { className: "lesson-notes" }, make("h3", {}, `${number}. ${lesson.title}`), list);
    if (lesson.roles.length === 0 && !lesson.holes) roles.hidden = true;
    new ResizeObserver(() => this.draw()).observe(this.pictures);
  }

  /** What is chosen, as far as it is not what the step begins with. */
  get tried(): Tried {
    const { lesson, index, moment } = this;
    return {
      value: index === lesson.control.first ? undefined : String(lesson.control.choices[index].value),
      minute: moment === lesson.moment ? undefined : (moment ?? "end"),
    };
  }

  /** Goes to what an address has chosen; what it does not name, or what there is not, stays as it is. */
  restore({ value, minute }: Tried): void {
    const index = this.lesson.control.choices.findIndex((c) => String(c.value) === value);
    if (minute !== undefined) {
      this.moment = minute === "end" ? undefined : minute;
      this.queued = true;
    }
    if (index >= 0) this.trial.set((this.index = index));
    if (this.began && (index >= 0 || minute !== undefined)) void this.choose(this.index);
  }

  /** Simulates the step unless that has been done, and fills in the answer. */
  begin(): Promise<void> {
    return (this.began ??= this.choose(this.index).then(() => {
      for (const e of this.answers) e.replaceChildren(...withTerms(this.lesson.answer(this.scenes), new Set(e === this.answers[0] ? this.known : [])));
    }));
  }

  focus(): void {
    this.title.focus({ preventScroll: true });
  }

  /** Draws for paper, or for the screen again. */
  forPaper(is: boolean): void {
    this.paper = is;
    this.jobs.open = is;
    this.draw();
  }

  private async choose(index: number): Promise<void> {
    const turn = ++this.turn;
    this.index = index;
    const { value } = this.lesson.control.choices[index];
    try {
      const scenes = await this.lesson.scenes(this.lab, value);
      if (turn !== this.turn) return;
      const before = this.scenes;
      this.scenes = scenes;
      this.minutes.set(events(this.pictured), this.moment);
      this.seen.replaceChildren(...withTerms(this.lesson.seen(scenes, value), new Set(this.known)));
      showError(this.error, "");
      if (before.length > 0) this.say(this.seen.textContent);
      this.table();
      this.draw();
    } catch (e) {
      if (turn === this.turn) showError(this.error, texts.failed((e as Error).message), e);
    }
  }

  private get pictured(): Scene[] {
    return this.scenes.slice(0, SHOWN);
  }

  /** Says what has changed to those who do not see it, unless it is another step's. */
  private say(text: string): void {
    if (this.element.classList.contains("current")) byID("details").textContent = text;
  }

  private draw(): void {
    if (this.scenes.length === 0) return;
    const all = this.pictured;
    const beside = this.pictures.clientWidth >= 640;
    const room = Math.floor(beside ? (this.pictures.clientWidth - 24) / 2 : this.pictures.clientWidth);
    const width = this.paper || room <= 0 ? PAPER : Math.max(260, room);
    const moment = this.minutes.value;
    const frame = { width, end: Math.max(...all.map(ends)), height: Math.max(...all.map((s) => s.height)), moment, roles: this.lesson.roles, holes: this.lesson.holes ?? false, queued: this.queued };
    this.pictures.replaceChildren(...all.map((s) => {
      const caption = make("figcaption", {}, make("strong", {}, s.title), " ", make("span", {}, s.aside));
      const figure = make("figure", {}, caption);
      figure.append(picture(s, frame));
      return figure;
    }));
    this.now.replaceChildren(...all.map((s) => make("p", {}, make("strong", {}, `${s.title}: `), moment === undefined ? texts.done(Math.max(...s.jobs.map((j) => j.end))) : told(s, moment))));
  }

  private table(): void {
    const [a, ...rest] = this.pictured;
    const differs = rest.some((s) => s.jobs.some((j, i) => j.width !== a.jobs[i]?.width || j.run !== a.jobs[i]?.run || j.estimate !== a.jobs[i]?.estimate));
    const last = rest.at(-1) ?? a;
    const head = [...texts.columns, ...this.pictured.map((s) => texts.starts(s.title))];
    const rows = last.jobs.map((j) => [j.id, j.at, j.width, j.run, j.estimate, ...this.pictured.map((s) => s.jobs.find((k) => k.id === j.id)?.start ?? NaN)]);
    const table = make("table", {}, make("thead", {}, make("tr", {}, ...head.map((h) => make("th", { scope: "col" }, h)))), make("tbody", {}, ...rows.map((r) => make("tr", {}, ...r.map((v) => make("td", {}, Number.isNaN(v) ? "–" : plain(v)))))));
    const scroll = make("div", { className: "scroll", tabIndex: 0 }, table);
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", texts.asTable);
    const note = differs ? [make("p", { className: "note" }, texts.asIn(last.title))] : [];
    this.jobs.replaceChildren(make("summary", {}, texts.asTable), scroll, ...note);
  }
}

/** Lines to write an answer on, on paper. */
function room(): HTMLElement {
  const e = make("div", { className: "room" }, ...Array.from({ length: 3 }, () => make("div", {})));
  e.setAttribute("aria-hidden", "true");
  return e;
}

