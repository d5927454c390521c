// Which chart suits an answer, by the kinds of its columns.
import type { Answer, Column } from "./answer";

export type Mark = "bars" | "line" | "points";

/** A chart by the names of its columns. */
export interface Chosen {
  mark: Mark;
  /** Across. */
  x: string;
  /** Up: a column of numbers. */
  y: string;
  /** Tells bars, lines or points apart by colour. */
  by?: string;
}

/** More bars than these cannot be told apart, and more colours neither. */
const MOST_BARS = 120;
export const MOST_COLOURS = 32;

/** The chart to begin with, or undefined if there is nothing to draw. */
export function suits({ columns, rows }: Pick<Answer, "columns" | "rows">): Chosen | undefined {
  const numbers = columns.filter((c) => c.kind === "number");
  const names = columns.filter((c) => c.kind === "text" || c.kind === "flag");
  const by = names.find((c) => distinct(c) <= MOST_COLOURS && distinct(c) < rows)?.name;
  const along = columns.find((c) => c.kind === "time") ?? columns.find((c) => c.kind === "number");
  const up = numbers.filter((c) => c !== along);
  if (rows < 2 || !along) return undefined;
  if (up[0] && rises(along, columns.find((c) => c.name === by))) return { mark: "line", x: along.name, y: up[0].name, by };
  const bars = names.find((c) => c.name !== by) ?? names[0];
  if (bars && rows <= MOST_BARS && numbers[0]) return { mark: "bars", x: bars.name, y: numbers[0].name, by: by === bars.name ? undefined : by };
  const [x, y] = numbers.slice(-2);
  return y && { mark: "points", x: x.name, y: y.name, by };
}

export function distinct(c: Column): number {
  return new Set(c.values).size;
}

/** Whether the values rise from row to row, among those of a colour. */
function rises(c: Column, by: Column | undefined): boolean {
  const last = new Map<unknown, number>();
  return c.values.every((v, i) => {
    if (v === null) return false;
    const group = by?.values[i];
    const before = last.get(group) ?? -Infinity;
    last.set(group, Number(v));
    return Number(v) > before;
  });
}
