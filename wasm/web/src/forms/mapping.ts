// What the columns of a table are: asked where their names do not say it.
import { byID, make } from "../dom";
import { forms as texts } from "texts/forms";

/** The first lines of a table. */
export interface Beginning {
  names: string[];
  rows: string[][];
}

/** What must be known of each job, as core/trace/table calls it. */
const FIELDS = ["submit", "procs", "run"] as const;

/** Words in names that say what a column is likely to be. */
const LIKELY: Record<(typeof FIELDS)[number], RegExp> = {
  submit: /submit|submission|arriv|created|queued/i,
  procs: /proc|cpu|core|width|size|slot|ntasks|nodes/i,
  run: /run|duration|elapsed|length|wall/i,
};

const SEPARATORS = [",", ";", "\t", "|"];

/** How much of a file is looked at, in bytes, and how many rows are shown of it. */
const LOOKED = 1 << 14;
const ROWS = 3;

/** Whether a file's beginning is no text. One that is compressed is not judged. */
export async function isBinary(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  if (head[0] === 0x1f && head[1] === 0x8b) return false;
  const control = head.filter((b) => b < 32 && b !== 9 && b !== 10 && b !== 12 && b !== 13).length;
  return control > head.length / 50;
}

/** The beginning of a text table; undefined of anything else. */
export async function beginning(file: Blob): Promise<Beginning | undefined> {
  if (await isBinary(file)) return undefined;
  const text = await file.slice(0, LOOKED).text();
  return beginningOf(text);
}

/** The beginning of a text table with a line of names. */
export function beginningOf(text: string): Beginning | undefined {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/).filter((l) => l.trim() !== "" && !/^[;#]\s/.test(l)).slice(0, ROWS + 1);
  if (lines.length < 2) return undefined;
  const count = (line: string, by: string) => line.split(by).length;
  const by = SEPARATORS.reduce((best, s) => (count(lines[0], s) > count(lines[0], best) ? s : best));
  const cells = (line: string) => line.split(by).map((c) => c.trim().replace(/^"(.*)"$/, "$1"));
  const [names, ...rows] = lines.map(cells);
  return names.length >= 3 && names.every((n) => n !== "" && Number.isNaN(Number(n))) ? { names, rows } : undefined;
}

/** The map of what is chosen, as the command has it. */
export function mapOf(chosen: Record<string, string>): string {
  return ["auto", ...FIELDS.map((f) => `${f}=${/[,=:"]/.test(chosen[f]) ? `"${chosen[f].replaceAll('"', '""')}"` : chosen[f]}`)].join(",");
}

/** Asks what a table's columns are; take reads it by the answer. */
export function askColumns({ names, rows }: Beginning, take: (map: string) => void): void {
  const box = byID("mapping");
  const selects = FIELDS.map((f) => {
    const select = make("select", { id: `map-${f}` }, ...names.map((n) => make("option", { value: n }, n)));
    select.value = names.find((n) => LIKELY[f].test(n)) ?? names.find((n) => !Object.values(LIKELY).some((is) => is.test(n))) ?? names[0];
    return select;
  });
  const read = make("button", { type: "button", id: "map-read" }, texts.readSo);
  read.addEventListener("click", () => take(mapOf(Object.fromEntries(FIELDS.map((f, i) => [f, selects[i].value])))));
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...names.map((n) => make("th", { scope: "col" }, n)))), make("tbody", {}, ...rows.map((r) => make("tr", {}, ...r.map((c) => make("td", {}, c))))));
  box.replaceChildren(make("p", {}, texts.whichColumns), ...FIELDS.map((f, i) => make("div", { className: "pair" }, make("label", { htmlFor: selects[i].id }, texts.fields[f]), selects[i])), make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: texts.firstRows }, table), read);
  box.hidden = false;
}
