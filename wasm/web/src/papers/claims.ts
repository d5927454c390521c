// The results that a paper's text states, with the verdicts of the record and of this tab.
import { make } from "../dom";
import type { Evaluation, Experiment, Verdict } from "../simulator/protocol";
import { VERDICTS } from "./words";

export class Claims {
  readonly element = make("section", { className: "claims" });

  constructor(private readonly x: Experiment) {
    this.draw(undefined);
  }

  show(answer: Evaluation): void {
    this.draw(answer);
  }

  private draw(answer: Evaluation | undefined): void {
    this.element.hidden = this.x.claims.length === 0;
    this.element.replaceChildren(make("h3", {}, "What the text says"), make("ol", {}, ...this.x.claims.map((c) => {
      const here = answer?.claims.find((h) => h.id === c.id);
      const item = make("li", {}, make("p", {}, c.text, make("small", {}, c.section ? ` Section ${c.section}.` : " A claim of ours.")), verdict("Recorded", c.verdict, c.of > 1 ? ` with ${c.held} of ${c.of} seeds` : "", c.note));
      if (here) item.append(verdict("Here", here.verdict, "", here.note));
      return item;
    })));
  }
}

function verdict(where: string, v: Verdict, seeds: string, note: string): HTMLElement {
  return make("p", { className: "decided" }, `${where}: `, make("span", { className: "verdict", title: VERDICTS[v] }, v), `${seeds}. `, make("small", {}, note));
}
