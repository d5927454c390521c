// The table of an answer: its first rows.
import { make } from "../dom";
import { local } from "../format";
import type { Answer, Value } from "./answer";
import { textOf } from "./chart";
import { sql as texts } from "texts/sql";

/** Rows that are shown at most: CSV has all. */
const MOST_ROWS = 1000;

/** Numbers are shown with as many digits, and told whole when pointed at. */
const DIGITS = 6;

export function resultTable({ columns, rows }: Answer): HTMLElement {
  const shown = Math.min(rows, MOST_ROWS);
  const table = make("table", { className: "sql-table" });
  table.append(make("thead", {}, make("tr", {}, ...columns.map((c) => make("th", { scope: "col", className: c.kind }, c.name)))));
  const body = make("tbody");
  for (let i = 0; i < shown; i++) body.append(make("tr", {}, ...columns.map((c) => cell(c.values[i], c.kind))));
  table.append(body);
  const box = make("div", { className: "scroll", tabIndex: 0 }, table);
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", texts.rowsOfAnswer);
  return box;
}

function cell(v: Value, kind: string): HTMLElement {
  const td = make("td", { className: kind }, shownAs(v));
  if (typeof v === "number") td.title = String(v);
  if (v === null) td.classList.add("null");
  return td;
}

function shownAs(v: Value): string {
  if (typeof v !== "number") return textOf(v);
  if (Number.isInteger(v)) return Math.abs(v) < 1e15 ? String(v) : local(v.toPrecision(DIGITS));
  return local(String(Number(v.toPrecision(DIGITS))));
}

/** How many rows there are, and where: 25,000 rows, of which the table shows 1,000 and CSV has all. */
export function rowsText({ rows, cut }: Answer): string {
  const shown = rows > MOST_ROWS ? MOST_ROWS : undefined;
  return cut ? texts.moreThan(rows, shown) : texts.rowsShown(rows, shown);
}
