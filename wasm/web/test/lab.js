// What every test of the page needs: a static server, a browser, the command and
// the check of result files built natively, and a folder for downloads.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { launch, PATIENCE } from "./browser.js";
import { serve } from "./server.js";
import { temporary } from "./temp.js";

export const dist = new URL("../dist/", import.meta.url).pathname;
export const root = new URL("../../..", import.meta.url).pathname;
export const shots = process.env.SHOTS; // a folder for screenshots

export const run = promisify(execFile);

/** The version of the bridge's protocol that the page speaks. */
export const PROTOCOL = Number(/VERSION = (\d+)/.exec(await readFile(new URL("../src/simulator/messages.ts", import.meta.url), "utf8"))[1]);

/** A desk's window, and a phone to open the page on. */
const DESK = { width: 1360, height: 900 };
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Laws, which are tested beside each other, and budgets of processor time, which are measured one by one: [name, function]. */
export const cases = { laws: [], budgets: [] };
export const test = (name, fn) => cases.laws.push([name, fn]);
export const budget = (name, fn) => cases.budgets.push([`budget: ${name}`, fn]);

class Lab {
  #contexts = new Map(); // by their options

  async start() {
    this.temp = await temporary();
    this.build = join(this.temp, "build");
    this.native = join(this.temp, "backfill");
    const built = run("go", ["build", "-o", this.temp, "./wasm/build", "./cmd/backfill"], { cwd: root });
    this.server = await serve(dist, "/some/path/");
    this.browser = await launch();
    await built;
  }

  async stop() {
    await this.browser?.close();
    await this.server?.close();
    await rm(this.temp, { recursive: true, force: true });
  }

  /**
   * Opens the page, at rest unless options say otherwise: its first picture's motion takes as much of a
   * processor as all else. What it logs as an error, and what it asks of other hosts, fails the test.
   */
  async open({ colorScheme = "light", reducedMotion = "reduce", viewport = DESK, ...options } = {}, address = this.server.url) {
    const page = await (await this.#context({ reducedMotion, ...options })).newPage();
    if (viewport !== DESK) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    page.faults = [];
    page.on("pageerror", (e) => page.faults.push(e.message));
    page.on("console", (m) => m.type() === "error" && page.faults.push(m.text() + (/^Failed to load/.test(m.text()) ? ` ${m.location().url}` : "")));
    page.on("request", (r) => {
      if (!r.url().startsWith(new URL(address).origin) && !/^(data|blob):/.test(r.url())) page.faults.push(`asked for ${r.url()}`);
    });
    await page.goto(address);
    return page;
  }

  /**
   * The context with these options. Its pages share a process, and one page that
   * stays open holds the compiled simulator: compiling it takes longer than a test.
   */
  #context(options) {
    const key = JSON.stringify(options);
    if (!this.#contexts.has(key)) this.#contexts.set(key, this.#newContext(options));
    return this.#contexts.get(key);
  }

  async #newContext(options) {
    const context = await this.browser.newContext({ viewport: DESK, acceptDownloads: true, serviceWorkers: "block", ...options });
    const holder = await context.newPage();
    await holder.goto(new URL("style.css", this.server.url).href);
    await holder.evaluate(async () => {
      window.held = await Promise.all(["backfill.wasm", "parquet.wasm", "figure.wasm"].map((name) => WebAssembly.compileStreaming(fetch(name))));
    });
    return context;
  }

  async close(page) {
    assert.deepEqual(page.faults, []);
    await page.close();
  }

  /** Clicks for a file and saves it: by itself, or by the link that it is when the click is too long ago. */
  async download(page, selector) {
    // Chromium drops a page's eleventh file within a second.
    const came = (page.came ??= []);
    if (came.length >= 10) await page.waitForTimeout(Math.max(0, came.at(-10) + 1100 - performance.now()));
    const begun = page.waitForEvent("download");
    await page.click(selector);
    const settled = page.waitForFunction(linkOrFailure).then((h) => h.jsonValue());
    settled.catch(() => {}); // a file that came by itself leaves neither
    const first = await Promise.race([begun, settled]);
    if (first === "link") await page.click("#take-status a");
    else if (typeof first === "string") assert.fail(`${selector}: ${first}`);
    const file = await begun;
    came.push(performance.now());
    const path = join(this.temp, `${Math.random().toString(36).slice(2)}-${file.suggestedFilename()}`);
    await file.saveAs(path);
    return path;
  }

  /** A table of the page as objects by column, through its CSV. */
  async table(page, name) {
    const text = await readFile(await this.download(page, `[data-table=${name}][data-format=csv]`), "utf8");
    const [header, ...rows] = text.trim().split("\n").map(splitCSV);
    return rows.map((r) => Object.fromEntries(header.map((h, i) => [h, r[i]])));
  }

  /** The processor time, in ms, that all pages with their workers spend while fn goes on. Other pages are to be at rest. */
  async processorTime(fn) {
    const session = (this.session ??= await this.browser.newBrowserCDPSession());
    const spent = async () => {
      const { processInfo } = await session.send("SystemInfo.getProcessInfo");
      return processInfo.filter((p) => p.type === "renderer").reduce((sum, p) => sum + 1000 * p.cpuTime, 0);
    };
    const before = await spent();
    await fn();
    return (await spent()) - before;
  }

  /** A line per file with the digest of its rows, which are those that this machine computes. */
  async verified(files, log) {
    const { stdout } = await run(this.build, ["verify", ...(log ? ["-log", log] : []), ...files]);
    return stdout;
  }
}

export const lab = new Lab();

/** Whether the status line of downloads has a link or tells a failure. Runs in the page, and in the next one while that is read. */
function linkOrFailure() {
  const status = document.querySelector("#take-status");
  if (!status) return "the page was left";
  return status.querySelector("a") ? "link" : status.classList.contains("failed") && status.textContent;
}

/** Waits until charts in sight are drawn. */
export function drawn(page) {
  return page.evaluate(() => new Promise((r) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(r)))));
}

/** The themes, in which the page is one after the other: it follows them while it is open, and to open it again would take longer. */
export async function* themes(page) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await drawn(page);
    yield colorScheme;
  }
}

/** Waits until a run is over and shown, and nothing has changed since. */
export async function shown(page) {
  await page.waitForSelector("#shown:not([hidden]):not(.stale)");
  await page.waitForSelector("#cancel", { state: "hidden" });
  assert.equal(await page.textContent("#error"), "");
}

export async function sha256(file) {
  return createHash("sha256").update(await readFile(file)).digest("hex");
}

/** The metrics table by policy: { EASY: { "Mean wait": "9 h 20 min", ... } }. */
export function metrics(page) {
  return page.$eval("#metrics", (table) => {
    const [head, ...rows] = [...table.rows].map((r) => [...r.cells]);
    const out = {};
    head.slice(1).forEach((h, i) => {
      out[h.textContent] = Object.fromEntries(rows.map((r) => [r[0].textContent, r[i + 1].title]));
    });
    return out;
  });
}

/** What is told of a job. */
export async function tip(page) {
  await page.waitForSelector("#tip:not([hidden])");
  return page.$eval("#tip", (t) => ({ head: t.querySelector("strong").textContent, list: Object.fromEntries([...t.querySelectorAll("dt")].map((d) => [d.textContent.trim(), d.nextSibling.textContent])) }));
}

/** What the dialog says of why a job waited: its title, a sentence, what the job is, and a line for each span. */
export async function why(page) {
  await page.waitForSelector("#why-text .note, #why-text .error");
  for (const more of await page.$$("#why-text button")) await more.click();
  return page.$eval("#why", (d) => ({
    title: d.querySelector("h2").textContent,
    summary: d.querySelector("#why-text > p").textContent,
    about: d.querySelector("#why-text .note")?.textContent,
    spans: [...d.querySelectorAll("li")].map((li) => li.textContent),
  }));
}

/** What look returns once that is ok, or when there was time enough for it: charts are drawn one after the other. */
export async function eventually(page, look, ok) {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const seen = await look();
    if (ok(seen) || performance.now() > end) return seen;
    await drawn(page);
  }
}

/** How much the page has shifted by itself since it was opened. Runs in the page. */
export function layoutShifts() {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: "layout-shift", buffered: true });
  const shifts = observer.takeRecords();
  observer.disconnect();
  return shifts.filter((e) => !e.hadRecentInput).reduce((sum, e) => sum + e.value, 0);
}

/** What has shifted most, when, and from which height to which: for a message. Runs in the page. */
export function shiftedThings() {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: "layout-shift", buffered: true });
  const shifts = observer.takeRecords();
  observer.disconnect();
  const of = (s) => `${s.node?.id || s.node?.nodeName} ${Math.round(s.previousRect.y)} to ${Math.round(s.currentRect.y)}`;
  return shifts.filter((e) => e.value > 0.01 && !e.hadRecentInput).map((e) => `${e.value.toFixed(3)} at ${Math.round(e.startTime)} ms: ${e.sources.map(of).join(", ")}`).join("; ");
}

/** Texts whose contrast to their background is below 4.5, as WCAG 2 AA has it. Runs in the page. */
export function contrasts() {
  const rgb = (css) => css.match(/[\d.]+/g).map(Number);
  const level = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => ((v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] > 0.5) return c;
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll("h1, h2, h3, h4, a, p, small, label, legend, td, th, button, summary, output, span, strong")]
    .filter((e) => e.checkVisibility() && e.textContent.trim() && !e.disabled)
    .map((e) => {
      const [a, b] = [level(rgb(getComputedStyle(e).color)), level(behind(e))].sort((x, y) => y - x);
      return { text: e.textContent.trim().slice(0, 40), ratio: (a + 0.05) / (b + 0.05) };
    })
    .filter((x) => x.ratio < 4.5);
}

/** Controls without a name that a screen reader could say, hidden ones too, and charts that are shown. Runs in the page. */
export function unnamed() {
  return [...document.querySelectorAll("button, select, input, canvas[tabindex], [role=group], [role=region]")]
    .filter((e) => {
      if (e.tagName === "CANVAS" && !e.checkVisibility()) return false; // it has its name when it is drawn first
      const by = e.getAttribute("aria-labelledby");
      const label = e.getAttribute("aria-label") || (by && document.getElementById(by)?.textContent) || e.labels?.[0]?.textContent || (e.tagName === "BUTTON" && e.textContent);
      return !label || !label.trim();
    })
    .map((e) => e.outerHTML.slice(0, 120));
}

/** The fields of a line of CSV. */
export function splitCSV(line) {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((m) => m[1].replace(/^"|"$/g, "").replaceAll('""', '"')).slice(0, line.endsWith(",") ? undefined : -1);
}
