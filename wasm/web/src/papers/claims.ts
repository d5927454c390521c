// The results that a paper's text states, with the verdicts of the record and of this tab.
import { english, make } from "../dom";
import type { Evaluation, Experiment, Verdict } from "../simulator/protocol";
import { VERDICTS } from "./words";
import { papers as texts } from "texts/papers";

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
    this.element.replaceChildren(make("h3", {}, texts.claims), make("ol", {}, ...this.x.claims.map((c) => {
      const here = answer?.claims.find((h) => h.id === c.id);
      const item = make("li", {}, make("p", {}, english(c.text), " ", make("small", {}, c.section ? texts.section(c.section) : texts.ours)), verdict(texts.recorded, c.verdict, c.of > 1 ? texts.seedsHeld(c.held, c.of) : "", c.note));
      if (here) item.append(verdict(texts.here, here.verdict, "", here.note));
      return item;
    })));
  }
}

function verdict(where: string, v: Verdict, seeds: string, note: string): HTMLElement {
  return make("p", { className: "decided" }, `${where}: `, make("span", { className: "verdict", title: VERDICTS[v] }, texts.verdicts[v]), seeds === "" ? ". " : ` ${seeds}. `, make("small", { lang: "en" }, note));
}
