// Slow policies are simulated by several workers.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lab, sha256, shown, test } from "./lab.js";
import { bigLog } from "./logs.js";

const POLICIES = ["dynp-basic", "dynp-simple", "dynp-advanced", "plan-sjf"];
const JOBS = 3000;

/** Opens the page on a machine of so many cores, where a second lasts 10 ms, so that a run of little work is slow. window.workers are those of the simulator. */
async function opened(cores) {
  const page = await lab.open({}, new URL("style.css", lab.server.url).href);
  await page.addInitScript((n) => {
    Object.defineProperty(navigator, "hardwareConcurrency", { get: () => n });
    const now = performance.now.bind(performance);
    performance.now = () => 100 * now();
    window.workers = [];
    window.Worker = class extends Worker {
      constructor(...args) {
        super(...args);
        if (/worker\.js/.test(args[0])) window.workers.push(this);
        this.addEventListener("message", (e) => (this.began ||= /"progress"/.test(e.data.json)));
      }
      terminate() {
        this.ended = true;
        super.terminate();
      }
    };
  }, cores);
  await page.goto(lab.server.url);
  await shown(page);
  for (const name of POLICIES) {
    await page.selectOption("#plan-choice", name);
    await page.click("#plan-add");
  }
  for (const name of ["fcfs", "easy", "sjf-easy"]) await page.uncheck(`#policy-${name}`);
  await page.waitForSelector("#shown:not(.stale)"); // what was chosen runs by itself
  await shown(page);
  return page;
}

const made = (page) => page.evaluate(() => window.workers.length);
const live = (page) => page.evaluate(() => window.workers.filter((w) => !w.ended).length);

/** Digests of the run's files, as they are, and what is told of it without its seconds. */
async function outcome(page, log) {
  await page.waitForFunction((n) => document.querySelector("#run-note").textContent.startsWith(n), JOBS.toLocaleString("en-US"));
  await shown(page);
  const files = [];
  for (const name of ["jobs", "runs", "steps"]) files.push(await lab.download(page, `[data-table=${name}][data-format=arrow]`));
  await lab.verified(files, log);
  return { files: await Promise.all(files.map(sha256)), metrics: await page.textContent("#metrics") };
}

test("several workers come to the files of one, also when one of them dies, and all stop when the run is cancelled", async () => {
  const log = join(lab.temp, "many.swf");
  await writeFile(log, bigLog(JOBS));
  const alone = await opened(1);
  await alone.setInputFiles("#log", log);
  const want = await outcome(alone, log);
  assert.equal(await made(alone), 1, "workers on one core");
  await lab.close(alone);

  const page = await opened(3);
  let so = await made(page); // the run that the page opens with may have had helpers
  await page.setInputFiles("#log", log);
  assert.deepEqual(await outcome(page, log), want);
  assert.equal(await made(page), so + 2, "helpers on three cores");
  assert.equal(await live(page), 1, "workers after the run");

  // The first helper dies as a program without memory does, while it is at work.
  so = await made(page);
  await page.click("#run");
  await page.waitForFunction((n) => window.workers[n]?.began, so);
  await page.evaluate((n) => window.workers[n].dispatchEvent(new MessageEvent("message", { data: { kind: "dead", why: "out of memory" } })), so);
  assert.deepEqual(await outcome(page, log), want);

  const long = join(lab.temp, "long.swf"); // so long that it is not over before the click
  await writeFile(long, bigLog(20 * JOBS));
  so = await made(page);
  await page.setInputFiles("#log", long);
  await page.waitForFunction((n) => window.workers[n]?.began, so);
  assert.match(await page.textContent("#progress-text"), /at the same time/);
  await page.click("#cancel");
  await page.waitForSelector("#cancel", { state: "hidden" });
  assert.match(await page.textContent("#status"), /^Cancelled/);
  assert.equal(await live(page), 1, "workers after a cancelled run");
  await page.setInputFiles("#log", log);
  assert.deepEqual(await outcome(page, log), want);
  await lab.close(page);
});
