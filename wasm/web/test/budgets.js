// How long, how smoothly and with how much memory the page runs large logs, as a table:
//
//	npm run budgets [-- 100000x4 1000000x2 200000fps 20000slow1 20000slow2] [--strict] [--tasks]
//
// NxP simulates N jobs under P policies; Nfps zooms, pans and plays the charts of N jobs under two; NslowW simulates N jobs
// under four slow policies on as many processors as W says, of which the page knows, and so with as many workers. Memory is what the
// renderer's process has of its own, without what it shares with others, such as Chromium's program: at most, after the
// run, when its garbage is collected, and after a small run that follows. The browser's process, which no budget is for,
// holds the tables, as Blobs: of the run that is shown, and of the next one. Processor time is that of the page's thread
// and of the simulator's; it depends less on what else the machine does. Numbers are to be compared on one machine only,
// in one sitting. With --strict it fails if a budget is exceeded, which says something on a machine at rest only. On a machine at work
// the longest block says little: --tasks traces the page's tasks and adds the processor time of the longest, which takes memory of its own.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launch } from "./browser.js";
import { bigLog } from "./logs.js";
import { serve } from "./server.js";
import { temporary } from "./temp.js";

const POLICIES = ["easy", "fcfs", "sjf-easy", "cons"];
const SLOW = ["dynp-advanced", "dynp-basic", "dynp-simple", "plan-sjf"];
const dist = new URL("../dist/", import.meta.url).pathname;

const [SECONDS, BLOCK, PEAK] = ["result, s", "longest block, ms", "own memory, MB"];
const MOVES = { zoom: "zooming, 1/s", pan: "panning, 1/s", watch: "playing, 1/s" };

/** What is not to be exceeded; of frames, what is to be reached. */
const BUDGETS = {
  "100000x4": { most: { [SECONDS]: 3, [BLOCK]: 100, [PEAK]: 400 } },
  "1000000x2": { most: { [BLOCK]: 200, [PEAK]: 2000 } },
  "200000fps": { least: { [MOVES.zoom]: 60, [MOVES.pan]: 60, [MOVES.watch]: 60 } },
};

const asked = process.argv.slice(2).filter((a) => !a.startsWith("--"));
const [strict, traced] = ["--strict", "--tasks"].map((flag) => process.argv.includes(flag));
const sizes = asked.length > 0 ? asked : Object.keys(BUDGETS);

const server = await serve(dist, "/");
const rows = [];
try {
  for (const size of sizes) {
    const [, n, policies, charts, workers] = /^(\d+)(?:x(\d)|(fps)|slow(\d))$/.exec(size) ?? [];
    if (!n) throw new Error(`${size} is no size: give such as 100000x4, 200000fps or 20000slow2`);
    rows.push({ size, ...(await measure(Number(n), workers ? SLOW : POLICIES.slice(0, Number(policies ?? 2)), { charts, workers })) });
  }
} finally {
  await server.close();
}
console.table(rows);
const exceeded = rows.flatMap((row) => {
  const { most = {}, least = {} } = BUDGETS[row.size] ?? {};
  const over = (limits, by) => Object.entries(limits).flatMap(([what, limit]) => (by(Number(row[what]), limit) ? [`${row.size}: ${what} ${row[what]}, the budget is ${limit}`] : []));
  return [...over(most, (v, limit) => v > limit), ...over(least, (v, limit) => v < limit)];
});
for (const line of exceeded) console.log(line);
if (strict && exceeded.length > 0) process.exitCode = 1;

/** Simulates a log in a browser of its own. */
async function measure(n, policies, { charts, workers }) {
  const browser = await launch();
  const dir = await temporary();
  try {
    const page = await browser.newPage({ viewport: { width: 1360, height: 900 } });
    page.setDefaultTimeout(600_000);
    await page.addInitScript(() => {
      window.blocks = [];
      new PerformanceObserver((list) => window.blocks.push(...list.getEntries().map((e) => e.duration))).observe({ type: "longtask" });
    });
    if (workers) await page.addInitScript((n) => Object.defineProperty(navigator, "hardwareConcurrency", { get: () => n }), Number(workers));
    await page.goto(server.url);
    await finished(page);
    for (const p of workers ? SLOW : []) {
      await page.selectOption("#plan-choice", p);
      await page.click("#plan-add");
    }
    for (const box of await page.$$("input[id^=policy-]")) await box.setChecked(policies.includes(await box.getAttribute("value")));
    await page.evaluate(() => (window.blocks = []));
    const path = join(dir, `${n}.swf`);
    await writeFile(path, bigLog(n, workers ? 120 : 165)); // long queues make policies slow
    await page.setInputFiles("#log", path);
    await page.waitForFunction((jobs) => document.querySelector("#run-note").textContent.startsWith(jobs), `${n.toLocaleString("en-US")} jobs`);
    await finished(page);
    // Again, as reading the log is not part of it.
    await page.evaluate(() => (window.blocks = []));
    const pid = await renderer(browser);
    const before = await processorTime(pid);
    const each = new Map(Object.entries(before.each)); // seconds of processor of each worker, also of those that end with the run
    const watch = setInterval(async () => Object.entries((await processorTime(pid)).each).forEach(([thread, s]) => each.set(thread, s)), 100);
    const began = performance.now();
    if (traced && !charts) await browser.startTracing(page, { categories: ["toplevel"] });
    await page.click("#run");
    await page.waitForSelector("#cancel", { state: "visible" });
    await finished(page);
    const seconds = (performance.now() - began) / 1000;
    clearInterval(watch);
    if (charts) return await frames(page, pid);
    await page.waitForTimeout(1000);
    const shares = [...each].map(([thread, s]) => s - (before.each[thread] ?? 0)).filter((s) => s >= 0.1).map((s) => s.toFixed(1));
    const longest = traced ? { "longest task, ms of processor": longestTask(await browser.stopTracing(), pid) } : {};
    const block = await page.evaluate(() => Math.round(Math.max(0, ...window.blocks)));
    const spent = await processorTime(pid);
    const [peak, after] = [(await memory(pid, "VmHWM")) - (await shared(pid)), await memory(pid, "RssAnon")];
    const main = await browserProcess(browser);
    const tables = (await memory(main, "VmHWM")) - (await shared(main));
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    const collected = await memory(pid, "RssAnon");
    await page.selectOption("#workload-choice", "builtin:default");
    await page.click("#run");
    await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("5,000 jobs"));
    await finished(page);
    const small = await memory(await renderer(browser), "RssAnon");
    return {
      [SECONDS]: seconds.toFixed(1), [BLOCK]: block, ...longest, "page, s of processor": (spent.page - before.page).toFixed(1), "each worker, s of processor": shares.join(" "),
      [PEAK]: peak, "browser, MB": tables, "after, MB": after, "collected, MB": collected, "after a small run, MB": small,
    };
  } finally {
    await browser.close();
    await rm(dir, { recursive: true }); // helpers read the log, too
  }
}

async function finished(page) {
  await page.waitForSelector("#shown:not([hidden]):not(.stale)");
  await page.waitForSelector("#cancel", { state: "hidden" });
}

/** The renderer with most memory. */
async function renderer(browser) {
  const all = await Promise.all((await processes(browser, "renderer")).map(async (id) => ({ id, rss: await memory(id, "VmRSS") })));
  return all.sort((a, b) => b.rss - a.rss)[0].id;
}

async function browserProcess(browser) {
  return (await processes(browser, "browser"))[0];
}

/** Those of a type. */
async function processes(browser, type) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.filter((p) => p.type === type).map(({ id }) => id);
}

/** A line of a process's status, in MB. */
async function memory(pid, line) {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)[1]) / 1000);
}

/** What a process shares with others, in MB. */
async function shared(pid) {
  return (await memory(pid, "RssFile")) + (await memory(pid, "RssShmem"));
}

/** Seconds that the page's thread and those of workers have computed. */
async function processorTime(pid) {
  const spent = { page: 0, workers: 0, each: {} };
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, "utf8").catch(() => ""); // it may just have ended
    const [, name, rest] = /\((.*)\) (.*)/.exec(stat) ?? [];
    if (name === undefined) continue;
    const fields = rest.split(" ");
    const seconds = (Number(fields[11]) + Number(fields[12])) / 100; // ticks of user and system
    if (Number(thread) === Number(pid)) spent.page += seconds;
    else if (name.startsWith("DedicatedWorker")) {
      spent.workers += seconds;
      spent.each[thread] = seconds;
    }
  }
  return spent;
}

/** The most processor time that a task of the page's thread took, in ms, by Chromium's trace. */
function longestTask(trace, pid) {
  const tasks = JSON.parse(trace.toString()).traceEvents.filter((e) => e.pid === Number(pid) && e.tid === e.pid && e.tdur !== undefined);
  if (tasks.length === 0) throw new Error("the trace has no task of the page: has Chromium another name for its events?");
  return Math.round(tasks.reduce((most, e) => Math.max(most, e.tdur), 0) / 1000);
}

/** Frames per second while the Gantt charts are zoomed, panned and played, and what each costs the page's thread. */
async function frames(page, pid) {
  await page.locator("#gantts canvas[tabindex]").first().scrollIntoViewIfNeeded();
  await page.locator("#gantts canvas[tabindex]").first().focus();
  const row = {};
  for (const [what, name] of Object.entries(MOVES)) {
    if (what === "watch") {
      await page.click("#zoom-all");
      await page.click("#play");
    }
    const before = (await processorTime(pid)).page;
    const { perSecond, drawn } = await page.evaluate(drive, what);
    row[name] = perSecond;
    row[`${what}, ms of processor a frame`] = ((1000 * ((await processorTime(pid)).page - before)) / drawn).toFixed(1);
  }
  return row;
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
      if (passed > 4000) return done({ perSecond: Math.round((1000 * n) / passed), drawn: n });
      n++;
      const deltaY = passed < 2000 ? -8 : 8;
      if (what === "zoom") canvas.dispatchEvent(new WheelEvent("wheel", { deltaY, clientX: left + width / 2, cancelable: true }));
      if (what === "pan") canvas.dispatchEvent(new WheelEvent("wheel", { deltaX: deltaY, clientX: left + width / 2, cancelable: true }));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
