// Columns of the charts' numbers. A saved file has English heads in every language, so that what reads it need not know
// the page's.
import { compare as texts } from "texts/compare";
import { compare as english } from "../texts/en/compare";

/** A column: its head on the page and in a file, and how a reader sees its numbers. */
export interface Column {
  name: string;
  file: string;
  show?: (v: number) => string;
}

type Named = { [K in keyof typeof texts.columns]: (typeof texts.columns)[K] extends string ? K : never }[keyof typeof texts.columns];

/** A column by its name among the texts. */
export function column(name: Named, show?: (v: number) => string): Column {
  return { name: texts.columns[name], file: english.columns[name], show };
}

/** The column of widths. */
export function widthsColumn(unit: string): Column {
  return { name: texts.units[unit].head, file: english.units[unit].head };
}

/** A column whose head names something, such as a policy. */
export function columnOf(head: (columns: typeof texts.columns) => string, show?: (v: number) => string): Column {
  return { name: head(texts.columns), file: head(english.columns), show };
}

/** The column of groups by something. */
export function groupsColumn(by: keyof typeof texts.columnBy): Column {
  return { name: texts.columnBy[by], file: english.columnBy[by] };
}
