// Laws of the texts: they stand in one place, and every language has all of them.
import { before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { modulesOf } from "./bundle.js";
import { literals } from "./literals.js";

const src = new URL("../src/", import.meta.url).pathname;
const LANGUAGES = ["en", "de"];

/** What stands outside of texts all the same, by the beginning of its file's name, and why. */
const APART = [
  ["dom.ts", /^the page has no #¤$/, "a fault of the page's"],
  ["story/s", /^the (schedule|answer|jobs table) has no /, "a fault of the simulator's, which speaks English"],
  ["tables/", /^(the (\w+|¤) table has |it is no Arrow file|the Arrow file is )/, "a fault of the simulator's, which speaks English"],
  ["state/store.ts", /^a view changes the state /, "a fault of the page's"],
  ["state/remembered.ts", /^another tab holds it$/, "is caught"],
  ["state/spec.ts", /^other ¤s$/, "the name of a site in an experiment, the same in all languages"],
  ["forms/gridform.ts", /^site ¤$/, "the name of a site in an experiment, the same in all languages"],
  ["simulator/worker.ts", /^(it has not started|the program ended, |¤: the server answered ¤)/, "of a worker that all languages share"],
  ["offline/", /^(take over|¤: the server answered ¤|¤ is of another build)$/, "of a worker that all languages share, and told to it"],
  ["sql/network.ts", /^this page reads nothing from other hosts/, "of a worker that all languages share"],
  ["terms.ts", /^[A-Z][\w'-]+(, [A-Z]\w+)*: /, "a paper's title"],
  ["results/repeat.ts", /^(backfill run |import )/, "a program"],
  ["sql/", /^(select|with|drop|view|table|create|union|following|integer|avg|coalesce) /, "SQL"],
  ["sql/statements.ts", /^(all analyse|do else|pivot pivot_longer|unique unpivot) /, "words of SQL"],
  ["papers/words.ts", /^(by construction|not testable)$/, "a verdict's name"],
  ["compare/picture.ts", /^<svg /, "a file"],
  ["scene/files.ts", /^<svg /, "a file"],
  ["", /^backfill ¤/, "the program's name"],
  ["charts/gantt.ts", /^job ¤$/, "a name that a colour is made from"],
  ["", /^(Escape|Enter|Delete|Backspace|Mod-Enter|Files|Content-Type)$/, "a name of the browser's"],
  ["", /^(\d+px \w+ var\(|color-mix\(|repeating-linear-gradient\()/, "a style"],
];

/** Two words, or one that begins as a sentence does. */
const isText = (text) => /(?:^|\s)[A-Za-z][a-z'’]+[,:]? [a-z'’]+/.test(text) || /^[A-Z][a-z]+\b/.test(text) || /^[a-z]+ ¤/.test(text);

/** Where a text is a class or a selector: what stands before it. */
const NAMED = /(className: |class: |closest(?:<\w+>)?\??\.?\(|querySelector(?:All)?(?:<\w+>)?\(|matches\(|\.className = |"class", )$/;

/** The names of the modules of a folder of texts. */
async function modules(language) {
  const all = await readdir(join(src, "texts", language), { recursive: true });
  return all.filter((f) => f.endsWith(".ts")).map((f) => f.slice(0, -".ts".length)).sort();
}

/** The texts of a language: by module, as they are written. */
async function textsOf(language) {
  const names = await modules(language);
  const all = await modulesOf(names.map((n, i) => `export * as m${i} from "./texts/${language}/${n}";`).join(""), language);
  return Object.fromEntries(names.map((n, i) => [n, all[`m${i}`]]));
}

let texts;

before(async () => {
  texts = Object.fromEntries(await Promise.all(LANGUAGES.map(async (l) => [l, await textsOf(l)])));
});

test("no module but those of texts has a text", async () => {
  const found = [];
  const used = new Set();
  for (const file of await readdir(src, { recursive: true })) {
    if (!file.endsWith(".ts") || file.endsWith(".d.ts") || file.startsWith("texts/") || file === "simulator/messages.ts") continue;
    for (const l of literals(await readFile(join(src, file), "utf8"))) {
      const text = l.text.replace(/\s+/g, " ").trim();
      if (l.module || !isText(text) || NAMED.test(l.before)) continue;
      const apart = APART.find(([of, what]) => file.startsWith(of) && what.test(text));
      if (apart) used.add(apart);
      else found.push(`${file}:${l.line}: ${text}`);
    }
  }
  assert.deepEqual(found, [], "put it into texts/en and texts/de");
  assert.deepEqual(APART.filter((a) => !used.has(a)).map(String), [], "nothing is apart any more");
});

test("a text outside of texts is found, in a string, a template and within one", () => {
  const all = (code) => literals(code).filter((l) => !l.module && isText(l.text)).map((l) => l.text);
  assert.deepEqual(all('say("No job waits."); // "nor this one"'), ["No job waits."]);
  assert.deepEqual(all("say(`${n} jobs wait${n > 0 ? `, and they run` : \"Nobody here\"}`)"), ["¤ jobs wait¤", ", and they run", "Nobody here"]);
  assert.deepEqual(all('import { a } from "Some module here"; const r = /"a text here"/g; const half = a / 2; b("a text here")'), ["a text here"]);
  assert.deepEqual(all('make("div", { id: "sql-box" }, "wait_s")'), []);
});

test("the template of the page has no text", async () => {
  const html = await readFile(join(src, "index.html"), "utf8");
  const KEPT = /^(backfill|Arrow|Parquet|CSV|SVG|PNG|spec\.json|s|\{"procs"[\s\S]*)$/; // names, a unit, and an example of a file
  const between = [...html.replace(/<textarea[\s\S]*?<\/textarea>/, "").matchAll(/>([^<>]*[A-Za-z][^<>]*)</g)].map((m) => m[1].trim());
  const named = [...html.matchAll(/\b(?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map((m) => m[1]);
  const found = [...between, ...named].filter((t) => /[A-Za-z]{2}/.test(t.replaceAll(/\{\{\$?[\w.]+\}\}/g, "")) && !KEPT.test(t) && !/^partitions\.gpu/.test(t));
  assert.deepEqual(found, []);
});

test("every language has the same modules, and in them the same texts with as many arguments", () => {
  const shape = (v) => (typeof v === "function" ? `f${v.length}` : typeof v === "string" ? "text" : Array.isArray(v) ? v.map(shape) : Object.fromEntries(Object.entries(v).map(([k, w]) => [k, shape(w)])));
  const words = ({ terms, catalogue, ...rest }) => ({ ...rest, terms: Object.keys(terms.terms) }); // terms have as many spellings as they need
  assert.deepEqual(shape(words(texts.de)), shape(words(texts.en)));
});

test("no text is empty but the one that says what is not in the language of the page", () => {
  const empty = (v, path) => (typeof v === "string" ? (v.trim() === "" ? [path] : []) : typeof v === "object" ? Object.entries(v).flatMap(([k, w]) => empty(w, `${path}.${k}`)) : []);
  assert.deepEqual(empty(texts.en, "en"), ["en.page.page.partly"]);
  assert.deepEqual(empty(texts.de, "de"), []);
});

test("what is the same text in both languages is a name or a word of both", () => {
  const flat = (v, path) => (typeof v === "string" ? [[path, v]] : v && typeof v === "object" ? Object.entries(v).flatMap(([k, w]) => flat(w, `${path}.${k}`)) : []);
  const english = new Map(flat(texts.en, ""));
  const same = flat(texts.de, "").filter(([path, v]) => english.get(path) === v && /[a-z]{4}/.test(v)).map(([, v]) => v);
  const BOTH = ["backfill", "Cluster", "Name", "Partition", "Jobs", "Log", "Python", "Median, s", "linear", "optimal", "Job", "Grid", "dynP", "Greedy", "Gantt"];
  assert.deepEqual([...new Set(same)].filter((v) => !BOTH.includes(v) && !/^\(?[A-Z]\w+\)?$/.test(v)), []);
});

test("numbers, durations and plurals follow the language; what files hold does not", async () => {
  const contents = `export * from "./format";`;
  const [en, de] = [await modulesOf(contents), await modulesOf(contents, "de")];
  assert.deepEqual([en.count(1234567), de.count(1234567)], ["1,234,567", "1.234.567"]);
  assert.deepEqual([en.number(0.1234), de.number(0.1234)], ["0.123", "0,123"]);
  assert.deepEqual([en.number(1.5e12), de.number(1.5e12)], ["1.50e12", "1,50e12"]);
  assert.deepEqual([en.duration(1.5), de.duration(1.5), de.duration(90000)], ["1.5 s", "1,5 s", "1 d 1 h"]);
  assert.deepEqual([en.fixed(1234.5, 1), de.fixed(1234.5, 1)], ["1234.5", "1234,5"]);
  assert.deepEqual([en.moment(90000, 0), de.moment(90000, 0)], ["day 2, 01:00", "Tag 2, 01:00"]);
  assert.deepEqual([en.plural(1, "job"), en.plural(2000, "job"), de.plural(1, "Knoten", "Knoten"), de.plural(2, "Konto", "Konten")], ["1 job", "2,000 jobs", "1 Knoten", "2 Konten"]);
  for (const page of [en, de]) assert.equal(page.csvOf([["a", 1.5, 1234567]]), "a,1.5,1234567\n");
});

test("texts of the simulator are translated as a whole or by their parts, and stay English where one is unknown", async () => {
  const { inLanguage } = await modulesOf(`export * from "./simulator/catalogue";`, "de");
  assert.equal(inLanguage("Shortest job first, backfilling with one reservation"), "Kürzester Job zuerst, Backfilling mit einer Reservierung");
  assert.equal(inLanguage("Smallest estimate first."), "Kleinste Schätzung zuerst.");
  assert.equal(inLanguage("Shortest job first, from the moon"), "Shortest job first, from the moon");
  assert.equal(inLanguage(""), "");
  const described = { name: "sjf", title: "shortest job first", example: { title: "shortest job first" }, order_titles: ["widest first"], list: ["widest first"] };
  assert.deepEqual(inLanguage(described), { name: "sjf", title: "kürzester Job zuerst", example: { title: "shortest job first" }, order_titles: ["breitester zuerst"], list: ["widest first"] });
  const english = await modulesOf(`export * from "./simulator/catalogue";`);
  assert.deepEqual(english.inLanguage(described), described);
});

test("the glossary is in the order of the alphabet, no two terms share a word, and German terms are marked in compounds of no other word", async () => {
  const { TERMS, pieces } = await modulesOf(`export * from "./terms";`, "de");
  const names = TERMS.map((t) => t.name);
  assert.deepEqual(names, [...names].sort((a, b) => a.localeCompare(b, "de")));
  const spelled = TERMS.flatMap((t) => t.words.map((w) => w.toLowerCase()));
  assert.equal(new Set(spelled).size, spelled.length);
  const marked = (text) => pieces(text).filter((p) => p.term).map((p) => p.text);
  assert.deepEqual(marked("Die Laufzeit der Jobs, die Laufzeitschätzung und die Verbreiterung."), ["Laufzeit", "Jobs"]);
  assert.deepEqual(marked("Übergrid und Grid"), ["Grid"]);
});
