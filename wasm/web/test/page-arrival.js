// The visitor's first minute: a picture before the simulator is there, and what it says is what the simulator finds.
import assert from "node:assert/strict";
import { lab, PROTOCOL, shown, test } from "./lab.js";

test("the picture fills while the simulator is still on its way, which says how far it has come", async () => {
  const page = await lab.browser.newPage();
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/backfill.wasm*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(lab.server.url);
  await page.waitForSelector("#arrival:not([hidden])");
  const reach = () => page.$eval("#arrival clipPath rect", (r) => Number(r.getAttribute("width")));
  const first = await reach();
  await page.waitForFunction((w) => Number(document.querySelector("#arrival clipPath rect").getAttribute("width")) > w, first);
  assert.match(await page.textContent("#arrival-says"), /^FCFS: \d+ or more of 32 processors stand idle for .+ EASY starts \d+ jobs/);
  assert.ok(await page.isHidden("#shown"));
  await page.evaluate(() => {
    window.told = [];
    new MutationObserver(() => window.told.push(document.querySelector("#progress-text").textContent)).observe(document.querySelector("#progress-text"), { childList: true });
  });
  release();
  await shown(page);
  const told = (await page.evaluate(() => window.told)).filter((t) => /^\d+ % of the simulator is here$/.test(t)).map((t) => parseInt(t));
  assert.ok(told.length > 2, `it was told ${told}`);
  assert.deepEqual(told, [...told].sort((a, b) => a - b));
  assert.equal(told.at(-1), 100);
  await page.close();
});

test("what the first picture shows is what the page's own simulator finds", async () => {
  const page = await lab.open();
  await shown(page);
  const { runs, jobs } = await page.evaluate(() => ({
    runs: [...document.querySelectorAll("#arrival svg")].map((s) => s.getAttribute("aria-label")),
    jobs: [...document.querySelectorAll("#arrival svg")].map((s) => new Set([...s.querySelectorAll(".job title")].map((t) => t.textContent)).size),
  }));
  assert.deepEqual(jobs, [60, 60]);
  const spec = { workload: { model: { name: "lublin", jobs: 60, procs: 32, load: 0.9, users: 8, seed: 4, estimates: "round", factor: 3 } }, policies: ["fcfs", "easy"] };
  const waits = await page.evaluate(async ([spec, version]) => {
    const worker = new Worker(performance.getEntriesByType("resource").find((r) => r.name.includes("worker.js")).name);
    const next = (kind) => new Promise((resolve) => (worker.onmessage = ({ data }) => (data.kind === kind && !data.json?.includes('"progress"') ? resolve(data) : undefined)));
    worker.postMessage({ kind: "start", wasm: performance.getEntriesByType("resource").find((r) => r.name.includes("backfill.wasm"))?.name ?? "backfill.wasm", program: "" });
    await next("ready");
    const answered = next("sent");
    worker.postMessage({ kind: "request", json: JSON.stringify({ version, id: 1, op: "run", spec }), blobs: [] });
    const { answer, error } = JSON.parse((await answered).json);
    worker.terminate();
    if (error) throw new Error(error);
    return answer.runs.map((r) => r.metrics);
  }, [spec, PROTOCOL]);
  for (const [i, label] of runs.entries()) assert.ok(waits[i].some((m) => label.endsWith(`Mean wait ${spoken(m)}.`)), `${label}: ${waits[i]}`);
  await lab.close(page);
});

/** Seconds as the page writes a mean wait. */
function spoken(s) {
  const minutes = Math.round(s / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

test("the picture folds to a line when something is chosen, its jobs can be tried, and it is not shown for a link", async () => {
  const context = await lab.browser.newContext(); // of its own: what is put away is kept there
  try {
    const open = async (hash = "") => {
      const page = await context.newPage();
      await page.goto(lab.server.url + hash);
      await shown(page);
      return page;
    };
    const linked = await open("#machine?procs=64");
    assert.ok(await linked.isHidden("#arrival"));
    const page = await open();
    assert.ok(await page.isVisible("#arrival"));
    await page.fill("#procs", "64");
    await page.waitForSelector("#arrival-charts", { state: "hidden" });
    const again = await open();
    assert.ok(await again.isVisible("#arrival-charts"), "it was not put away");
    await again.click("#arrival-on");
    assert.equal(await again.evaluate(() => document.activeElement.id), "results");
    assert.ok(await again.isHidden("#arrival-charts"));
    await again.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("60 jobs on 32 processors"));
    assert.match(await again.textContent("#headline"), /^Jobs wait least under EASY/);
    await again.click("#try-policy");
    await again.waitForFunction(() => document.querySelectorAll("#metrics thead button").length === 3);
    const last = await open();
    assert.ok(await last.isHidden("#arrival-charts"));
    await last.click("#arrival-unfold");
    assert.ok(await last.isVisible("#arrival-charts"), "there is a way back to it");
  } finally {
    await context.close();
  }
});

test("who wants less motion sees the whole picture at once", async () => {
  const page = await lab.open({ reducedMotion: "reduce" });
  await page.waitForSelector("#arrival:not([hidden])");
  const [width, whole] = await page.$eval("#arrival svg", (s) => [Number(s.querySelector("clipPath rect").getAttribute("width")), s.viewBox.baseVal.width]);
  assert.ok(width > 0.9 * whole - 40, `${width} of ${whole}`);
  await page.close();
});
