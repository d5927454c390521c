// Texts of SQL: where its statements are, and where an error is.
import { sql as texts } from "texts/sql";

/** Quoted texts, names and comments, in which a semicolon ends nothing. */
const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;

/** The statements of a text. Each stands at its line and column, after white space for what precedes it. */
export function statements(text: string): string[] {
  const out: string[] = [];
  let from = 0;
  const end = (to: number) => {
    const part = text.slice(from, to);
    if (part.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, "").trim() !== "") out.push(text.slice(0, from).replace(/[^\n]/g, " ") + part);
    from = to + 1;
  };
  for (const m of text.matchAll(TOKENS)) if (m[0] === ";") end(m.index);
  end(text.length);
  return out;
}

/** What is wrong with a query, and where, from 1. */
export interface Mistake {
  message: string;
  line?: number;
  column?: number;
}

/** DuckDB's message as one line, without advice that this page cannot follow. */
export function mistake(message: string): Mistake {
  const at = /\nLINE (\d+): (.*)\n( *)\^/.exec(message);
  const [said] = message.replace(/\nLINE \d+: [\s\S]*$/, "").split(/\n+\s*(?:Please try|Alternatively|Install it first)/);
  let text = said.replace(/\s+/g, " ").trim().replace(/^Invalid (?:Input )?Error: (?:.* query result )?Error: /, "");
  if (/\bextension\b|home directory/i.test(text)) text = texts.extension(text.split(/\.\s|\.$|: Can't/)[0]);
  if (!at) return { message: text };
  const line = Number(at[1]);
  const cut = at[2].startsWith("...") || at[2].endsWith("...");
  const column = at[3].length - `LINE ${line}: `.length + 1;
  return cut || column < 1 ? { message: text, line } : { message: text, line, column };
}

/** The words that are no names in the SQL of some version of DuckDB, unless they stand in quotes. */
export const RESERVED = new Set((
  "all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default deferrable desc describe distinct " +
  "do else end except false fetch for foreign from grant group having in initially intersect into lambda lateral leading limit not null offset on only or order " +
  "pivot pivot_longer pivot_wider placing primary qualify references returning select show some summarize symmetric table then to trailing true union " +
  "unique unpivot using variadic when where window with"
).split(" "));

/** Writes a name as SQL takes it. */
export function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Writes a text as SQL takes it. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A table's name for a file: jobs 2020.parquet is jobs_2020, or with a number behind it if that is taken. */
export function tableName(file: string, taken: (name: string) => boolean): string {
  const base = file.replace(/\.[^.]*$/, "").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  const name = /^[a-z]/.test(base) && !RESERVED.has(base) ? base : `t_${base}`;
  let free = name;
  for (let i = 2; taken(free); i++) free = `${name}_${i}`;
  return free;
}
