// One table or figure of a paper: printed, recorded and computed here.
import { fixed } from "../format";
import { english, make, showError } from "../dom";
import { RequestError, type Client } from "../simulator/client";
import type { Evaluation, Experiment, Paper } from "../simulator/protocol";
import { Claims } from "./claims";
import { Numbers } from "./numbers";
import { pictures } from "./picture";
import { papers as texts } from "texts/papers";

export class ExperimentView {
  readonly element = make("article", { className: "part experiment" });
  private readonly x: Experiment;
  private readonly numbers: Numbers;
  private readonly claims: Claims;
  private readonly start = make("button", { type: "button", className: "primary" }, texts.run);
  private readonly stop = make("button", { type: "button", hidden: true }, texts.cancel);
  private readonly bar = make("progress", { hidden: true, max: 1 });
  private readonly said = make("p", { className: "note" });
  private readonly error = make("p", { className: "error", hidden: true });
  private readonly here = make("div", { className: "here", hidden: true });
  private readonly picture = make("div", { className: "paper-picture" });
  private readonly choices: HTMLSelectElement[];
  private got: Evaluation | undefined;
  private request: number | undefined;

  constructor(private readonly computer: Client, paper: Paper, index: number) {
    const x = (this.x = paper.experiments[index]);
    this.numbers = new Numbers(x);
    this.claims = new Claims(x);
    this.said.setAttribute("role", "status");
    this.error.setAttribute("role", "alert");
    this.bar.setAttribute("aria-label", texts.share);
    this.choices = paper.choices.map((c) => make("select", { id: `reading-${x.id}-${c.key}`, name: c.key, lang: "en" }, ...c.values.map((v) => make("option", { value: v.name, title: v.doc }, `${v.name}: ${v.doc}`))));
    this.start.addEventListener("click", () => void this.run());
    this.stop.addEventListener("click", () => this.request !== undefined && this.computer.cancel(this.request));
    const size = x.seeds === 0 ? texts.noRecord : texts.record(x.seeds, x.logs);
    this.element.append(
      make("nav", { className: "more" }, make("a", { href: "#papers" }, texts.allPapersBack), ...beside(paper, index)),
      make("h2", { tabIndex: -1, lang: "en" }, x.title),
      make("p", { className: "note" }, texts.of(x.id, x.kind, paper.authors, paper.title, paper.venue)),
      ...(x.doc ? [make("p", { lang: "en" }, x.doc)] : []),
      make("p", { className: "run-here" }, this.start, this.stop, this.bar), this.said, this.error,
      make("p", { className: "substitute" }, texts.substitute, " ", make("code", {}, `${x.command} --traces DIR`)),
      make("p", { className: "note" }, size),
      ...this.readings(paper), this.here, this.picture, this.numbers.element, this.claims.element);
  }

  /** Draws the picture for the room there is. */
  draw(): void {
    this.picture.replaceChildren(...(this.got?.chart ? pictures(this.got.chart, Math.floor(this.picture.getBoundingClientRect().width)) : []));
  }

  private readings(paper: Paper): HTMLElement[] {
    if (paper.choices.length === 0) return [];
    return [make("details", {}, make("summary", {}, texts.leftOpen(paper.choices.length)), ...paper.choices.map((c, i) =>
      make("div", { className: "reading" }, make("label", { htmlFor: this.choices[i].id, lang: "en" }, c.asks), this.choices[i], make("p", { className: "note", lang: "en" }, `${c.text} ${c.why}`))))];
  }

  /** The choices that are not the default, as the command has them. */
  private get reading(): string {
    return this.choices.filter((s) => s.selectedIndex > 0).map((s) => `${s.name}=${s.value}`).join(",");
  }

  private async run(): Promise<void> {
    showError(this.error, "");
    this.busy(true);
    this.said.textContent = texts.loading;
    const begun = performance.now();
    try {
      const asked = this.computer.request("experiment", { experiment: this.x.id, reading: this.reading }, [], (p) => {
        this.bar.value = p.share;
        this.said.textContent = texts.runsDone(p.done, p.total);
      });
      this.request = asked.id;
      const { answer } = await asked.promise;
      this.show(answer, (performance.now() - begun) / 1000);
    } catch (e) {
      if (e instanceof RequestError && e.cancelled) this.said.textContent = texts.cancelled;
      else {
        this.said.textContent = "";
        showError(this.error, (e as Error).message, e);
      }
    } finally {
      this.request = undefined;
      this.busy(false);
    }
  }

  private show(answer: Evaluation, seconds: number): void {
    this.got = answer;
    this.element.dataset.digest = answer.digest;
    this.said.textContent = texts.computedIn(fixed(seconds, 1));
    this.here.hidden = false;
    this.here.replaceChildren(
      make("p", { className: "note" }, texts.sameNumbers, " ", make("code", {}, answer.command), " ", texts.digest(answer.digest.slice(0, 12))),
      ...(answer.origins.length === 0 ? [] : [make("details", {}, make("summary", {}, texts.computedFrom), make("ul", {}, ...answer.origins.map(origin)))]));
    this.numbers.show(answer);
    this.claims.show(answer);
    this.draw();
  }

  private busy(is: boolean): void {
    this.start.hidden = is;
    this.stop.hidden = this.bar.hidden = !is;
    if (is) this.bar.removeAttribute("value");
  }
}

function origin(o: Evaluation["origins"][number]): HTMLElement {
  return make("li", {}, english(`${o.title}: ${o.doc}`), " ", ...(o.substitute ? [texts.isSubstitute, " "] : []), english((o.notes ?? []).join(" ")));
}

/** Links to the experiments before and after. */
function beside(paper: Paper, index: number): HTMLElement[] {
  return [index - 1, index + 1].flatMap((i) => {
    const x = paper.experiments[i];
    return x ? [make("a", { href: `#papers/${x.id}`, title: x.title }, i < index ? `← ${x.id}` : `${x.id} →`)] : [];
  });
}
