// How long, how smoothly and with how much memory the page runs large logs, as a table:
//
//	npm run budgets [-- 100000x4 1000000x2 200000fps]
//
// NxP simulates N jobs under P policies; Nfps zooms, pans and plays the charts of N jobs under two.
// Memory is that of the renderer's process: its peak, and what it has after the run, and after a
// small run that follows. Numbers are to be compared on one machine only, in one sitting.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launch } from "./browser.js";
import { bigLog } from "./logs.js";
import { serve } from "./server.js";
import { temporary } from "./temp.js";

const POLICIES = ["easy", "fcfs", "sjf-easy", "cons"];
const dist = new URL("../dist/", import.meta.url).pathname;
const asked = process.argv.slice(2);
const sizes = asked.length > 0 ? asked : ["100000x4", "1000000x2", "200000fps"];

const server = await serve(dist, "/");
const rows = [];
try {
  for (const size of sizes) {
    const [, n, policies] = /^(\d+)(?:x(\d)|fps)$/.exec(size) ?? [];
    if (!n) throw new Error(`${size} is no size: give such as 100000x4 or 200000fps`);
    rows.push({ size, ...(await measure(Number(n), Number(policies ?? 2), policies === undefined)) });
  }
} finally {
  await server.close();
}
console.table(rows);

/** Simulates a log in a browser of its own. */
async function measure(n, policies, charts) {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1360, height: 900 } });
    page.setDefaultTimeout(600_000);
    await page.addInitScript(() => {
      window.blocks = [];
      new PerformanceObserver((list) => window.blocks.push(...list.getEntries().map((e) => e.duration))).observe({ type: "longtask" });
    });
    await page.goto(server.url);
    await finished(page);
    for (const p of ["fcfs", "easy", "cons", "sjf-easy"]) await page.setChecked(`#policy-${p}`, POLICIES.slice(0, policies).includes(p));
    await page.evaluate(() => (window.blocks = []));
    const dir = await temporary();
    const path = join(dir, `${n}.swf`);
    await writeFile(path, bigLog(n, 165));
    await page.setInputFiles("#log", path);
    await page.waitForFunction((jobs) => document.querySelector("#run-note").textContent.startsWith(jobs), `${n.toLocaleString("en-US")} jobs`);
    await finished(page);
    await rm(dir, { recursive: true });
    // Again, as reading the log is not part of it.
    await page.evaluate(() => (window.blocks = []));
    const began = performance.now();
    await page.click("#run");
    await page.waitForSelector("#cancel", { state: "visible" });
    await finished(page);
    const seconds = (performance.now() - began) / 1000;
    if (charts) return await frames(page);
    await page.waitForTimeout(1000);
    const block = await page.evaluate(() => Math.round(Math.max(0, ...window.blocks)));
    const heap = await page.evaluate(() => performance.memory.usedJSHeapSize / 1e6);
    const pid = await renderer(browser);
    const [peak, now] = [await memory(pid, "VmHWM"), await memory(pid, "VmRSS")];
    await page.selectOption("#workload-choice", "builtin:default");
    await page.click("#run");
    await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("5,000 jobs"));
    await finished(page);
    const small = await memory(await renderer(browser), "VmRSS");
    return { "result, s": seconds.toFixed(1), "longest block, ms": block, "JS heap, MB": Math.round(heap), "peak, MB": peak, "after, MB": now, "after a small run, MB": small };
  } finally {
    await browser.close();
  }
}

async function finished(page) {
  await page.waitForSelector("#shown:not([hidden]):not(.stale)");
  await page.waitForSelector("#cancel", { state: "hidden" });
}

/** The renderer with most memory. */
async function renderer(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const all = await Promise.all(processInfo.filter((p) => p.type === "renderer").map(async ({ id }) => ({ id, rss: await memory(id, "VmRSS") })));
  return all.sort((a, b) => b.rss - a.rss)[0].id;
}

/** A line of a process's status, in MB. */
async function memory(pid, line) {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)[1]) / 1000);
}

/** Frames per second while the Gantt charts are zoomed, panned and played. */
async function frames(page) {
  await page.locator("#gantts canvas[tabindex]").first().scrollIntoViewIfNeeded();
  await page.locator("#gantts canvas[tabindex]").first().focus();
  const zoom = await page.evaluate(drive, "zoom");
  const pan = await page.evaluate(drive, "pan");
  await page.click("#zoom-all");
  await page.click("#play");
  const play = await page.evaluate(drive, "watch");
  return { "zooming, 1/s": zoom, "panning, 1/s": pan, "playing, 1/s": play };
}

/** Does something at every frame of four seconds and counts them. Runs in the page. */
function drive(what) {
  const canvas = document.querySelector("#gantts canvas[tabindex]");
  const { left, width } = canvas.getBoundingClientRect();
  return new Promise((done) => {
    let n = 0;
    const began = performance.now();
    const step = () => {
      const passed = performance.now() - began;
      if (passed > 4000) return done(Math.round((1000 * n) / passed));
      n++;
      const deltaY = passed < 2000 ? -8 : 8;
      if (what === "zoom") canvas.dispatchEvent(new WheelEvent("wheel", { deltaY, clientX: left + width / 2, cancelable: true }));
      if (what === "pan") canvas.dispatchEvent(new WheelEvent("wheel", { deltaX: deltaY, clientX: left + width / 2, cancelable: true }));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
