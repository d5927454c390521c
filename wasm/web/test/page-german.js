// The page in German, and the way between the languages.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { modulesOf } from "./bundle.js";
import { askAll } from "./cases.js";
import { dist, lab, metrics, PROTOCOL, shown, test } from "./lab.js";
import { serve } from "./server.js";
import { VIEWS, WALKS } from "./views.js";

const german = (hash = "") => new URL(`de.html${hash}`, lab.server.url).href;

/** English words that are no names and stand in no German text. */
const ENGLISH = /\b(the|of|and|with|jobs? (on|waiting|that)|wait(s|ing)?|is|are|not|which|queue|under|before|mean|longest|processors?)\b/i;

/** Formulas, papers and where in them something stands, and names of options, columns and nodes. */
const FORMULA = /[=*/(]|sum|JSSPP|IPDPS|TPDS|GPC 2008|RR-7659|PPoPP|^[A-Z][\w'-]+(, [A-Z][\w'-]+)*: [A-Z]|--|column|^[a-z0-9-]+: |^[a-z]\[\d/;

/** What a visitor reads and hears in an element, without what is marked as English. */
function read(page, selector) {
  return page.$eval(selector, (root) => {
    const out = [];
    const walk = (e) => {
      if (e.lang === "en" || /^(SCRIPT|STYLE|CODE|PRE|TEXTAREA)$/.test(e.tagName) || e.hidden) return;
      for (const name of ["title", "aria-label", "aria-description", "placeholder"]) if (e.getAttribute(name) && !e.closest("svg title")) out.push(e.getAttribute(name));
      for (const n of e.childNodes) if (n instanceof Text) out.push(n.data.trim());
      else if (n instanceof Element) walk(n);
    };
    walk(root);
    return out.filter((t) => t !== "");
  });
}

test("the link to the other language keeps all that is chosen, both ways", async () => {
  const page = await lab.open();
  await shown(page);
  assert.equal(await page.getAttribute("html", "lang"), "en");
  await page.uncheck("#policy-cons");
  await page.fill("#shrink", "0.8");
  await page.click("#run");
  await shown(page);
  await page.waitForFunction(() => location.hash.includes("shrink"));
  const before = await metrics(page);
  await page.click("#language");
  await page.waitForURL(/\/de\.html#machine\?/);
  await shown(page);
  assert.equal(await page.getAttribute("html", "lang"), "de");
  assert.equal(await page.textContent("#run"), "Simulieren");
  assert.deepEqual(Object.keys(await metrics(page)), Object.keys(before));
  assert.equal(await page.inputValue("#shrink"), "0.8");
  await page.check("#policy-cons");
  await page.waitForFunction(() => location.hash.includes("cons"));
  await page.click("#language");
  await page.waitForURL(/\/some\/path\/#machine\?/);
  await shown(page);
  assert.equal(await page.getAttribute("html", "lang"), "en");
  assert.ok(await page.isChecked("#policy-cons"));
  await lab.close(page);
});

test("on a first visit all is in German, but what is marked as English, in every view", async () => {
  const english = [];
  for (const walk of WALKS) {
    const page = await lab.open({}, german());
    await shown(page);
    if (walk.includes("machine")) {
      assert.equal(await page.title(), "backfill: ein Labor für Job-Scheduling");
      assert.match(await page.textContent("#scene .says"), /^FCFS: Mindestens \d+ von 32 Prozessoren stehen .* lang still, weil Job \d+ an der Reihe ist/);
      assert.match(await page.textContent("#run-note"), /^5\.000 Jobs auf 256 Prozessoren bei angebotener Last 0,\d+; simuliert in /);
      assert.deepEqual(Object.keys(Object.values(await metrics(page))[0]).slice(0, 3), ["Mittlere Wartezeit", "Wartezeit von 95 % höchstens", "Längste Wartezeit"]);
      assert.match(await page.textContent(".partly"), /ist auf Englisch/);
    }
    for (const name of walk) {
      await VIEWS[name](page);
      const found = (await read(page, "body")).filter((t) => ENGLISH.test(t) && !FORMULA.test(t));
      for (const t of new Set(found)) english.push(`${name}: ${t}`);
    }
    await lab.close(page);
  }
  assert.deepEqual(english, []);
});

test("a mistake in the form gets one line, in German where the page says it and marked where the simulator does", async () => {
  const page = await lab.open({}, german());
  await shown(page);
  await page.setInputFiles("#log", { name: "noise.txt", mimeType: "text/plain", buffer: Buffer.from("a b c\nd e f\n") });
  await page.waitForSelector("#log-error:not([hidden])");
  assert.equal(await page.getAttribute("#log-error", "lang"), "en");
  for (const name of ["fcfs", "easy", "cons", "sjf-easy"]) await page.uncheck(`#policy-${name}`);
  assert.equal(await page.textContent("#status"), "Bitte mindestens ein Verfahren ankreuzen.");
  assert.ok(await page.isDisabled("#run"));
  await page.fill("#procs", "2");
  await page.waitForFunction(() => /^Angebotene Last etwa [\d,.]+ auf 2 Prozessoren: Es kommt mehr Arbeit, als der Rechner schafft; [\d.]+ breitere Jobs entfallen\.$/.test(document.querySelector("#load-note").textContent));
  await page.evaluate(() => (location.hash = "machine?shrink=x&zoom=1..2"));
  await page.waitForFunction(() => document.querySelector("#link-error").textContent === "„shrink“ des Links bleibt weg: x ist keine Zahl.");
  assert.equal(await page.getAttribute("#link-error", "lang"), null);
  await lab.close(page);
});

test("a step of the story, its terms and the glossary are German", async () => {
  const page = await lab.open({}, german("#learn/3"));
  await page.waitForSelector("#learn-3.current .seen:not(:empty)");
  assert.equal(await page.textContent("#learn-3 h2"), "Backfilling, und die Reservierung, die es gerecht macht");
  assert.match(await page.textContent("#learn-3 .seen"), /^Job 3 startet in Minute 10 statt 100, weil er fertig ist, bevor in Minute 60 die Reservierung von Job 2 beginnt\. .*Die mittlere Wartezeit sinkt von /);
  await page.click("#learn-3 a.term[href='#glossary/shadow']");
  assert.equal(await page.textContent("#term h2"), "Schattenzeit");
  assert.match(await page.textContent("#term p"), /^Der erste Moment, in dem nach den Schätzungen/);
  await page.click("#term a[href='#glossary/shadow']");
  await page.waitForSelector("#term-shadow");
  const names = await page.$$eval("#glossary dt", (all) => all.map((e) => e.textContent));
  assert.deepEqual(names.slice(0, 2), ["Ablaufplan", "Anhalten"]);
  await lab.close(page);
});

test("why a job waited is English and marked so, and its times are the page's", async () => {
  const page = await lab.open({}, german());
  await shown(page);
  await VIEWS.why(page);
  assert.match(await page.textContent("#why-title"), /^Warum startete Job \d+ nicht früher unter FCFS\?$/);
  const marked = await page.$$eval("#why-text [lang=en]", (all) => all.map((e) => e.textContent));
  assert.ok(marked.length >= 2 && /\b(job|wait|start)/i.test(marked[0]), marked.join(" | "));
  assert.match(await page.textContent("#why-text .note"), /abgesendet Tag \d+, \d\d:\d\d, gestartet Tag \d+/);
  await lab.close(page);
});

test("what the page saves is the same in both languages", async () => {
  const saved = {};
  for (const [language, address] of [["en", lab.server.url], ["de", german()]]) {
    const page = await lab.open({}, address);
    await shown(page);
    await page.locator("#compare").scrollIntoViewIfNeeded();
    await page.waitForSelector("#compare-body[data-shown]");
    const files = ["[data-table=runs][data-format=csv]", "#repeat-spec", "[data-save='jobs.csv']", "[data-save='waits.csv']"];
    saved[language] = [];
    for (const f of files) saved[language].push(await readFile(await lab.download(page, f), "utf8"));
    await lab.close(page);
  }
  const timeless = (texts) => texts.map((t, i) => (i === 0 ? t.split("\n").map((l) => l.split(",").length) : t)); // a run has its time in its row
  assert.deepEqual(timeless(saved.de), timeless(saved.en));
});

test("each of the simulator's names and sentences has German, but for names that are the same", async () => {
  const page = await lab.open();
  const [{ answer }] = await page.evaluate(askAll, { version: PROTOCOL, steps: [{ request: { op: "describe" } }] });
  await lab.close(page);
  const { inLanguage } = await modulesOf(`export * from "./simulator/catalogue";`, "de");
  const { tables: _, ...about } = answer; // their columns are names of SQL
  for (const w of about.workloads ?? []) delete w.counts; // rules of logs are in English everywhere
  const missing = new Set();
  const walk = (a, b) => {
    for (const [k, v] of Object.entries(a ?? {})) {
      if (typeof v === "string" && ["title", "doc", "spoken"].includes(k) && v === b[k] && /[a-z]{2}/.test(v)) missing.add(v);
      else if (typeof v === "object") walk(v, b[k]);
    }
  };
  walk(about, inLanguage(about));
  const NAME = /^([A-Z0-9]+-(List|Conservative)|(Greedy|MCB8)\S*|[Ll]ist|Conservative|Slurm|Jobs|Amdahl|Downey|linear|\/(stretch-)?per|ARTwW|SLDw[WA].*|U_m|(like )?[cgm]\S* .*)$/;
  assert.deepEqual([...missing].filter((t) => !NAME.test(t)), [], "put it into texts/de/catalogue.ts");
});

test("after one visit of the German page both languages open without a network", async () => {
  const own = await serve(dist, "/lab/");
  const page = await lab.open({ serviceWorkers: "allow" }, `${own.url}de.html`);
  await shown(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  const kept = () => page.evaluate(async () => (await (await caches.open((await caches.keys())[0])).keys()).map((r) => new URL(r.url).pathname).sort());
  const first = await kept();
  for (const name of ["de.html", "main.de.js", "manifest.de.webmanifest", "", "main.js", "style.css", "backfill.wasm"]) assert.ok(first.includes(`/lab/${name}`), `${name} is not among ${first}`);
  await own.close();
  for (const [address, lang] of [[own.url, "en"], [`${own.url}de.html`, "de"]]) {
    await page.goto(address);
    await shown(page);
    assert.equal(await page.getAttribute("html", "lang"), lang);
  }
  page.faults = page.faults.filter((f) => !/ERR_CONNECTION_REFUSED|ERR_FAILED/.test(f)); // icons, and asking whether there is a newer version
  await lab.close(page);
});
