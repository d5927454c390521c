// The table of an experiment's numbers: printed, recorded at the paper's size, and computed here.
import { make } from "../dom";
import { count, number } from "../format";
import type { Evaluation, Experiment, PaperNumber } from "../simulator/protocol";
import { between, CLASSES, VERDICTS } from "./words";
import { papers as texts } from "texts/papers";

/** Rows that are shown at first: some figures have a thousand. */
const MOST = 100;

/** A row of the table; the record or this tab may lack it. */
export interface Row {
  row: string;
  column: string;
  unit: string;
  record?: PaperNumber;
  here?: PaperNumber;
}

/** Joins what is recorded with what came out here, by row and column. */
export function joined(recorded: PaperNumber[], here: PaperNumber[]): Row[] {
  const rows = new Map<string, Row>();
  const at = (n: { row: string; column: string; unit?: string }) => {
    const key = JSON.stringify([n.row, n.column]);
    if (!rows.has(key)) rows.set(key, { row: n.row, column: n.column, unit: n.unit ?? "" });
    return rows.get(key)!;
  };
  for (const n of recorded) at(n).record = n;
  for (const n of here) at(n).here = n;
  return [...rows.values()];
}

export class Numbers {
  readonly element = make("div");
  private all = false;
  private here: PaperNumber[] = [];

  constructor(private readonly x: Experiment) {
    this.draw();
  }

  show(answer: Evaluation): void {
    this.here = answer.numbers;
    this.draw();
  }

  private draw(): void {
    const rows = joined(this.x.numbers, this.here);
    const shown = this.all ? rows : rows.slice(0, MOST);
    const notes = [...new Set(shown.flatMap((r) => r.record?.note || []))];
    const head = make("tr", {}, ...[texts.row, texts.column, texts.unit, texts.printed, texts.recorded, texts.here].map((t) => make("th", { scope: "col" }, t)));
    const table = make("table", { className: "compared" }, make("caption", {}, texts.caption), make("thead", {}, head),
      make("tbody", {}, ...shown.map((r) => line(r, notes))));
    const scroll = make("div", { className: "scroll", tabIndex: 0 }, table);
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", texts.numbers);
    this.element.replaceChildren(scroll, ...(notes.length > 0 ? [make("ol", { className: "footnotes", lang: "en" }, ...notes.map((n) => make("li", {}, n)))] : []));
    if (shown.length === rows.length) return;
    const more = make("button", { type: "button" }, texts.showAll(count(rows.length)));
    more.addEventListener("click", () => {
      this.all = true;
      this.draw();
    });
    this.element.append(make("p", {}, more));
  }
}

/** A row; its note is one of those below the table, where many rows share one. */
function line(r: Row, notes: string[]): HTMLElement {
  const { record, here } = r;
  const recorded = make("td", {}, between(record?.ours, record?.ours_most));
  if (typeof record?.low === "number" && typeof record.high === "number") recorded.append(" ", make("small", {}, texts.range(number(record.low), number(record.high))));
  if (record?.verdict) recorded.append(" ", make("span", { className: "verdict", title: VERDICTS[record.verdict] }, texts.verdicts[record.verdict]));
  if (record && record.class !== "measured" && record.class !== "ours") recorded.append(make("small", {}, ` ${CLASSES[record.class]}`));
  if (record?.note) recorded.append(" ", make("sup", { title: record.note }, texts.footnote(notes.indexOf(record.note) + 1)));
  const cells = [make("td", {}, between(record?.published, null)), recorded, make("td", { className: "live" }, here ? between(here.ours, here.ours_most) : "")];
  [texts.printed, texts.recorded, texts.here].forEach((name, i) => (cells[i].dataset.label = name)); // where the head has no room
  return make("tr", {}, make("th", { scope: "row", lang: "en" }, r.row), make("td", { lang: "en" }, r.column), make("td", {}, r.unit), ...cells);
}
