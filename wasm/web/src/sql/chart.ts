// The chart of an answer, with choices of its columns.
import { barY, dot, lineY, ruleY, type Markish, type PlotOptions } from "@observablehq/plot";
import { figure } from "../charts/observable";
import { bandColour, policyColour } from "../charts/theme";
import { make, swatch } from "../dom";
import { count, number } from "../format";
import { momentText, type Answer, type Column, type Value } from "./answer";
import { distinct, MOST_COLOURS, suits, type Chosen, type Mark } from "./suits";
import { sql as texts } from "texts/sql";

/** Rows that are drawn at most. */
const MOST_ROWS = 2000;

/** Marks that tell their values when pointed at: more would take long to draw. */
const MOST_TITLES = 300;

const MARKS: Record<Mark, string> = { bars: texts.bars, line: texts.line, points: texts.points };

export class AnswerChart {
  readonly element = make("div", { className: "sql-chart" });
  private chosen: Chosen | undefined;
  private answer: Answer | undefined;
  private ordered = false;
  private readonly place = make("div");
  private readonly legend = make("p", { className: "legend" });
  private readonly note = make("p", { className: "note" });
  private readonly mark = make("select");
  private readonly x = make("select");
  private readonly y = make("select");
  private readonly by = make("select");
  private width = 0;
  private readonly resized = new ResizeObserver(([entry]) => {
    const { width } = entry.contentRect;
    if (Math.abs(width - this.width) < 1) return;
    this.width = width;
    this.draw();
  });

  /** policies are the names of the run's, in their order, which have their colours everywhere. */
  constructor(private readonly policies: () => string[]) {
    const controls = make("div", { className: "sql-controls" });
    for (const [select, text] of [[this.mark, texts.chart], [this.x, texts.across], [this.y, texts.up], [this.by, texts.colour]] as const) {
      controls.append(make("label", {}, text, select));
      select.addEventListener("change", () => {
        this.chosen = { mark: this.mark.value as Mark, x: this.x.value, y: this.y.value, by: this.by.value || undefined };
        this.draw();
      });
    }
    this.mark.append(...Object.entries(MARKS).map(([value, text]) => make("option", { value }, text)));
    this.element.append(controls, this.legend, this.place, this.note);
    this.resized.observe(this.place);
  }

  /** Shows an answer; wanted is the chart to begin with, if the answer has its columns. Ordered answers keep their order. */
  show(answer: Answer, wanted: Chosen | undefined, ordered: boolean): void {
    this.answer = answer;
    this.ordered = ordered;
    const has = (name: string | undefined) => name === undefined || answer.columns.some((c) => c.name === name);
    this.chosen = wanted && answer.rows > 0 && [wanted.x, wanted.y, wanted.by].every(has) ? wanted : suits(answer);
    this.element.hidden = !this.chosen;
    if (!this.chosen) return;
    const options = (columns: Column[]) => columns.map((c) => make("option", { value: c.name }, c.name));
    this.x.replaceChildren(...options(answer.columns));
    this.y.replaceChildren(...options(answer.columns.filter((c) => c.kind === "number")));
    this.by.replaceChildren(make("option", { value: "" }, texts.one), ...options(answer.columns.filter((c) => distinct(c) <= MOST_COLOURS)));
    this.mark.value = this.chosen.mark;
    this.x.value = this.chosen.x;
    this.y.value = this.chosen.y;
    this.by.value = this.chosen.by ?? "";
    this.draw();
  }

  close(): void {
    this.resized.disconnect();
  }

  readonly draw = (): void => {
    const { answer, chosen } = this;
    if (!answer || !chosen || this.width === 0) return;
    const find = (name: string | undefined) => answer.columns.find((c) => c.name === name);
    const [x, y, by] = [find(chosen.x)!, find(chosen.y)!, find(chosen.by)];
    const rows = Array.from({ length: Math.min(answer.rows, MOST_ROWS) }, (_, i) => i).filter((i) => x.values[i] !== null && y.values[i] !== null);
    const policies = this.policies();
    const groups = by ? inOrder([...new Set(rows.map((i) => by.values[i]))], policies, false) : [];
    const colour = (v: Value) => (policies.includes(textOf(v)) ? policyColour(textOf(v)) : bandColour(groups.indexOf(v)));
    const places = inOrder([...new Set(rows.map((i) => x.values[i]))], policies, this.ordered && chosen.mark === "bars");
    this.place.replaceChildren(figure({ ...this.options(chosen.mark, x, y, by !== x ? groups : [], places), marks: marks(chosen.mark, x, y, by, rows, colour) }, texts.markOf(MARKS[chosen.mark], y.name, x.name)));
    this.legend.replaceChildren(...groups.map((g) => make("span", {}, swatch(colour(g)), textOf(g))));
    this.legend.hidden = !by || by === x;
    this.note.textContent = answer.rows > MOST_ROWS ? texts.firstDrawn(count(MOST_ROWS), count(answer.rows)) : "";
  };

  private options(mark: Mark, x: Column, y: Column, groups: Value[], places: Value[]): PlotOptions {
    const band = mark === "bars";
    const long = band ? Math.max(...places.map((v) => textOf(v).length)) : 0;
    const tilted = long * places.length * 8 > this.width - 60;
    const every = Math.ceil((places.length * 16) / Math.max(this.width - 80, 1)); // a tilted label is 16 px wide
    const ticks = { domain: places, ticks: places.filter((_, i) => i % every === 0), tickRotate: tilted ? -60 : 0, tickFormat: textOf };
    const across = { label: x.name, ...(band ? ticks : { tickFormat: x.kind === "number" ? number : undefined }) };
    return {
      width: this.width,
      height: Math.min(320, Math.max(220, this.width / 2)) + (tilted ? Math.min(long * 6, 120) : 0),
      marginLeft: 60,
      marginBottom: tilted ? Math.min(long * 6 + 36, 160) : 40,
      ...(band && groups.length > 0 ? { fx: across, x: { axis: null, domain: groups } } : { x: across }),
      y: { label: y.name, grid: true, tickFormat: number },
    };
  }
}

function marks(mark: Mark, x: Column, y: Column, by: Column | undefined, rows: number[], colour: (v: Value) => string): Markish[] {
  const shade = by ? (i: number) => colour(by.values[i]) : "var(--in-order)";
  const title = (i: number) => [x, y, by].filter((c, k, all) => c && all.indexOf(c) === k).map((c) => `${c!.name} ${textOf(c!.values[i])}`).join("\n");
  const common = { x: (i: number) => x.values[i], y: (i: number) => y.values[i], title: rows.length <= MOST_TITLES ? title : undefined };
  const zero = ruleY([0], { stroke: "var(--faint)" });
  if (mark === "line") {
    const line = { ...common, z: by ? (i: number) => textOf(by.values[i]) : null, stroke: shade, strokeWidth: 1.5 };
    return [lineY(rows, line), ...(rows.length <= 200 ? [dot(rows, { ...common, fill: shade, r: 2.5 })] : [])];
  }
  if (mark === "points") return [dot(rows, { ...common, stroke: shade, fill: shade, fillOpacity: 0.35, r: 3 })];
  const bars = { title, y1: 0, y2: common.y, fill: shade }; // from 0, so that those of one place are not stacked
  if (by && by !== x) return [barY(rows, { ...bars, fx: common.x, x: (i: number) => by.values[i] }), zero];
  return [barY(rows, { ...bars, x: common.x }), zero];
}

/** In the order of the answer where the question asks for one; else policies as in the run, numbers and times rising, others as they came. */
function inOrder(values: Value[], policies: string[], ordered: boolean): Value[] {
  if (ordered && values.every((v) => typeof v === "string")) return values;
  if (values.every((v) => policies.includes(textOf(v)))) return policies.filter((p) => values.includes(p));
  return values.every((v) => typeof v === "number" || v instanceof Date) ? values.sort((a, b) => Number(a) - Number(b)) : values;
}

export function textOf(v: Value): string {
  return v === null ? "–" : v instanceof Date ? momentText(v) : String(v);
}
