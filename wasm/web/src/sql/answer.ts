// What a query came to: columns of plain values.
import { tableFromIPC, type Table } from "@uwdata/flechette";
import { csvOf } from "../format";

export type Value = number | string | boolean | Date | null;

export interface Column {
  name: string;
  kind: "number" | "text" | "time" | "flag";
  values: Value[];
}

export interface Answer {
  columns: Column[];
  rows: number;
  /** There are more rows, which were not fetched. */
  cut: boolean;
  seconds: number;
}

/** Flechette's numbers of Arrow's types. */
const KINDS: Record<number, Column["kind"]> = { 2: "number", 3: "number", 6: "flag", 7: "number", 8: "time", 10: "time" };

/** Rows of an answer as they arrive, batch by batch. */
export class Batches {
  readonly columns: Column[];
  rows = 0;

  /** header is the IPC stream up to the first batch. */
  constructor(private readonly header: Uint8Array) {
    this.columns = this.read([header]).schema.fields.map((f) => ({ name: f.name, kind: KINDS[f.type.typeId] ?? "text", values: [] }));
  }

  add(batch: Uint8Array): void {
    const table = this.read([this.header, batch]);
    this.columns.forEach((c, i) => {
      for (const v of table.getChildAt(i)!) c.values.push(plain(v));
    });
    this.rows += table.numRows;
  }

  private read(parts: Uint8Array[]): Table {
    return tableFromIPC(parts, { useBigInt: true, useDate: true });
  }
}

function plain(v: unknown): Value {
  if (v === null || v === undefined) return null;
  if (typeof v === "bigint") return Number.isSafeInteger(Number(v)) ? Number(v) : String(v);
  if (typeof v === "number" || typeof v === "string" || typeof v === "boolean" || v instanceof Date) return v;
  return JSON.stringify(v, (_, x: unknown) => (typeof x === "bigint" ? Number(x) : ArrayBuffer.isView(x) ? [...(x as Uint8Array)] : x));
}

/** A moment as 2026-11-25 10:30:00, a day as 2026-11-25. */
export function momentText(d: Date): string {
  const text = d.toISOString().replace("T", " ").replace(/(\.000)?Z$/, "");
  return text.endsWith(" 00:00:00") ? text.slice(0, 10) : text;
}

/** The answer as CSV, moments as texts. */
export function csv({ columns, rows }: Pick<Answer, "columns" | "rows">): string {
  const row = (i: number) => columns.map(({ values: { [i]: v } }) => (v instanceof Date ? momentText(v) : v));
  return csvOf([columns.map((c) => c.name), ...Array.from({ length: rows }, (_, i) => row(i))]);
}
