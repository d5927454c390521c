// The best schedule of a step as the page's users have it: of a moment of a run, or
// of an instance of their own.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { budget, contrasts, drawn, lab, layoutShifts, phone, run, shots, shown, test, themes, tip, unnamed } from "./lab.js";
import { smallLog } from "./logs.js";

const seconds = (text) => parseFloat(text.replaceAll(",", ""));

/** Waits until nothing is being solved. */
async function solved(page) {
  await page.waitForSelector("#solving", { state: "hidden" });
  assert.equal(await page.textContent("#exact-error"), "");
}

/** The table of numbers: { FCFS: [ARTwW, cost, loss], ... }, and which policy is called the best. */
function numbers(page) {
  return page.$$eval("#solved-numbers tbody tr", (rows) => {
    const out = {};
    for (const r of rows) {
      const [name, ...rest] = [...r.cells].map((c) => c.textContent);
      out[name.replace(", the best policy", "")] = rest;
      if (name.includes("best policy")) out.best = name.split(",")[0];
    }
    return out;
  });
}

/** Saves the instance and the schedule, and reads them. */
async function saved(page) {
  const files = {};
  for (const what of ["instance", "solution"]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(`#save-${what}`)]);
    assert.equal(file.suggestedFilename(), `${what}.json`);
    files[what] = join(lab.temp, `${Math.random().toString(36).slice(2)}-${what}.json`);
    await file.saveAs(files[what]);
    files[`the ${what}`] = JSON.parse(await readFile(files[what], "utf8"));
  }
  return files;
}

/** Holds a schedule against its instance: no job too early, never more processors than are free, and this cost. */
function legal(instance, { starts, cost }) {
  const { jobs, free, now } = instance;
  assert.equal(starts.length, jobs.length);
  for (const t of [...starts, ...free.map((s) => s.at)]) {
    assert.ok(t >= now);
    const used = jobs.reduce((sum, j, i) => sum + (starts[i] <= t && t < starts[i] + j.estimate ? j.procs : 0), 0);
    assert.ok(used <= free.filter((s) => s.at <= t).at(-1).procs, `second ${t}: ${used} processors`);
  }
  assert.equal(jobs.reduce((sum, j, i) => sum + (starts[i] - j.submit + j.estimate) * j.procs, 0), cost);
}

/** n long jobs on a full machine, the same at every call. */
function busy(n, seed = 1) {
  const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) / 0x80000000;
  const below = (k) => Math.floor(random() * k);
  const free = [{ at: 100_000, procs: below(4) }];
  while (free.at(-1).procs < 128) free.push({ at: free.at(-1).at + 1 + below(8000), procs: Math.min(128, free.at(-1).procs + 1 + below(16)) });
  const times = [300, 900, 3600, 7200, 14_400, 21_600, 64_800];
  const jobs = Array.from({ length: n }, (_, i) => ({ id: i + 1, procs: 2 ** below(7), estimate: times[below(7)], submit: 100_000 - below(20_000) }));
  return { name: `busy ${n}`, procs: 128, now: 100_000, free, jobs };
}

/** Gives the page an instance as a file. */
async function give(page, instance) {
  await page.setInputFiles("#instance-file", { name: "instance.json", mimeType: "application/json", buffer: Buffer.from(typeof instance === "string" ? instance : JSON.stringify(instance)) });
}

test("a step of a run is solved, as the command solves it", async () => {
  const page = await lab.open();
  await shown(page);
  assert.ok(await page.isHidden("#solved"));
  await page.selectOption("#step-run", "sjf-easy");
  const chosen = await page.textContent("#step-at");
  await page.click("#solve");
  await solved(page);
  assert.match(await page.textContent("#solved-status"), /^Proven optimal after .* nodes?\.$/);
  const files = await saved(page);
  const { "the instance": instance, "the solution": solution } = files;
  assert.ok(chosen.endsWith(`: ${instance.jobs.length} jobs to schedule`), chosen);
  assert.equal(instance.name, `default/sjf-easy@${instance.now}`);
  legal(instance, solution);

  // What waits then is what the run's table has.
  const jobs = (await lab.table(page, "jobs")).filter((j) => j.policy === "sjf-easy" && Number(j.submit_s) <= instance.now && Number(j.start_s) >= instance.now);
  assert.deepEqual(jobs.map((j) => Number(j.job)), instance.jobs.map((j) => j.id));

  const { stdout } = await run(lab.native, ["exact", files.instance, "--json", "--time", "60s"]);
  const native = JSON.parse(stdout);
  const one = native.instances?.[0] ?? native;
  const own = one.answers.find((a) => a.solver === "own");
  assert.deepEqual([solution.cost, solution.bound, solution.optimal], [own.cost, own.bound, true]);
  const table = await numbers(page);
  for (const p of one.policies) {
    assert.deepEqual(table[p.policy.toUpperCase()].slice(0, 2).map(seconds), [Math.round(10 * p.artww_s) / 10, p.cost]);
    assert.ok(Math.abs(parseFloat(table[p.policy.toUpperCase()][2]) - 100 * (1 - own.cost / p.cost)) < 0.0101);
  }
  assert.equal(table.best, one.best_policy.toUpperCase());
  assert.equal(await page.inputValue("#solved-policy"), one.best_policy);
  assert.equal(seconds(table["Optimal schedule"][1]), own.cost);
  assert.equal(seconds(table["No schedule is below"][1]), own.bound);

  // By keyboard, job by job: what is told is what both plans have.
  await page.selectOption("#solved-policy", "ljf");
  const ljf = one.policies.find((p) => p.policy === "ljf").starts;
  const chart = page.locator("#plan-chart");
  await chart.scrollIntoViewIfNeeded();
  await chart.focus();
  const seen = new Map();
  for (let i = 0; i < instance.jobs.length + instance.free.length; i++) {
    await page.keyboard.press("n");
    const { head, list } = await tip(page);
    seen.set(head, list);
  }
  instance.jobs.forEach((j, i) => {
    const list = seen.get(`Job ${j.id}`);
    assert.equal(list.Processors, String(j.procs));
    assert.equal(list["Planned for"] === "now", ljf[i] === instance.now);
    assert.equal(list["In the best schedule"] === "at the same time", ljf[i] === solution.starts[i], `job ${j.id}`);
  });
  assert.equal(await chart.getAttribute("aria-label"), "Gantt chart of LJF's plan");
  await lab.close(page);
});

test("a step is chosen by a click, a key, the buttons or the moment that is watched", async () => {
  const page = await lab.open();
  await shown(page);
  const at = () => page.textContent("#step-at");
  const first = await at();
  await page.click("#step-on");
  const next = await at();
  assert.notEqual(next, first);
  await page.click("#step-back");
  assert.equal(await at(), first);

  const canvas = page.locator("#gantts canvas:not(.waiting)").nth(2);
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const clicked = await at();
  assert.notEqual(clicked, first);
  assert.equal(await page.inputValue("#step-run"), "cons");
  assert.equal(await page.textContent("#details"), `Step chosen: ${clicked}`);
  // It is marked there, and in no other chart.
  const look = async () => {
    const all = [];
    for (const c of await page.$$("#gantts canvas:not(.waiting)")) {
      await c.scrollIntoViewIfNeeded(); // charts are drawn when they come into sight
      await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(r)))));
      all.push(await c.evaluate((e) => e.toDataURL()));
    }
    return all;
  };
  await page.mouse.move(box.x - 5, box.y - 5);
  const marked = await look();
  await page.click("#step-on");
  assert.deepEqual((await look()).map((l, i) => l === marked[i]), [true, true, false, true]);
  await page.click("#step-back");
  assert.deepEqual(await look(), marked);
  // A drag moves the chart and chooses nothing.
  for (let i = 0; i < 3; i++) await page.click("#zoom-in");
  await canvas.scrollIntoViewIfNeeded();
  const again = await canvas.boundingBox();
  await page.mouse.move(again.x + 600, again.y + 60);
  await page.mouse.down();
  await page.mouse.move(again.x + 400, again.y + 60, { steps: 4 });
  await page.mouse.up();
  assert.equal(await at(), clicked);

  await canvas.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("n");
  const { head, list } = await tip(page);
  await page.keyboard.press("b");
  assert.equal(await page.evaluate(() => document.activeElement.id), "solve");
  const job = (await lab.table(page, "jobs")).find((j) => j.policy === "cons" && j.job === /\d+/.exec(head)[0]);
  const clock = new Date(1000 * Number(job.submit_s)).toISOString().slice(11, 19);
  assert.ok((await at()).startsWith(`${list.Submitted.split(",")[0]}, ${clock}: `), `${await at()} for ${list.Submitted}`);

  const asked = await at();
  await page.click("#zoom-all");
  await page.fill("#now", "900");
  await page.waitForFunction((t) => document.querySelector("#step-at").textContent !== t, asked);
  assert.equal(await page.inputValue("#step-run"), "cons");

  // Another run of the page brings its own steps; one of jobs that never wait has none.
  await page.setInputFiles("#log", { name: "small.swf", mimeType: "text/plain", buffer: Buffer.from(smallLog) });
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("6 jobs"));
  await shown(page);
  await page.selectOption("#step-run", "easy");
  assert.match(await at(), /^2023-11-14 22:\d\d:\d\d: \d jobs to schedule$/);
  assert.ok(!(await page.$$eval("#step-run option", (all) => all.map((o) => o.value))).includes("recorded"));
  await page.click("#solve");
  await solved(page);
  assert.match(await page.textContent("#solved-title"), /\(small\/easy@\d+\)$/);
  await lab.close(page);
});

test("a hard instance is solved for a while, watched and cancelled", async () => {
  const page = await lab.open();
  await shown(page);
  const instance = busy(60);
  await page.fill("#solve-seconds", "600");
  await give(page, instance);
  const told = async () => {
    const m = /^([\d.]+) (?:s|min) of 10 min; cost ([\d,]+), bound ([\d,]+) processor seconds; gap ([\d.]+) %; ([\d,]+) nodes?$/.exec(await page.textContent("#solve-text"));
    return m && { cost: seconds(m[2]), bound: seconds(m[3]), gap: seconds(m[4]), nodes: seconds(m[5]) };
  };
  await page.waitForFunction(() => /bound [\d,]{6,}/.test(document.querySelector("#solve-text").textContent));
  const one = await told();
  await page.waitForFunction((n) => Number(/([\d,]+) nodes?$/.exec(document.querySelector("#solve-text").textContent)?.[1].replaceAll(",", "")) > n + 200, one.nodes);
  const two = await told();
  assert.ok(two.cost <= one.cost && two.bound >= one.bound && two.gap <= one.gap && two.bound <= two.cost, JSON.stringify([one, two]));
  assert.ok(await page.isDisabled("#solve"));
  const shown1 = await numbers(page);
  assert.ok(seconds(shown1["Best schedule found"][1]) <= seconds(shown1[shown1.best][1]));
  // The page does other things meanwhile.
  await lab.table(page, "runs");
  assert.ok(await page.isVisible("#solving"));

  await page.click("#solve-cancel");
  await solved(page);
  assert.match(await page.textContent("#solved-status"), /^Cancelled after .* no schedule is more than [\d.]+ % better than this one\.$/);
  const files = await saved(page);
  legal(instance, files["the solution"]);
  assert.deepEqual(files["the instance"], instance);
  assert.equal(files["the solution"].stopped, "cancelled");

  // The limit ends it as well, and one that is none is refused where it stands.
  await page.fill("#solve-seconds", "1");
  await give(page, instance);
  await page.waitForFunction(() => document.querySelector("#solved-status").textContent.startsWith("Stopped at the time limit after"));
  await page.fill("#solve-seconds", "0");
  await page.click("#solve");
  assert.ok(await page.isHidden("#solving"));
  // What is cancelled before it is read is not solved.
  await page.fill("#solve-seconds", "600");
  await page.evaluate((text) => {
    document.querySelector("#instance-text").value = text;
    document.querySelector("#instance-form").requestSubmit();
    document.querySelector("#solve-cancel").click();
  }, JSON.stringify({ ...busy(5), name: "never shown" }));
  await solved(page);
  assert.equal(await page.textContent("#solved-status"), "Cancelled.");
  assert.match(await page.textContent("#solved-title"), /busy 60/);
  // A new wish takes the place of one that goes on.
  await page.fill("#solve-seconds", "600");
  await give(page, instance);
  await page.waitForFunction(() => /gap/.test(document.querySelector("#solve-text").textContent));
  await page.fill("#solve-seconds", "60");
  await give(page, { ...busy(5), name: "small one" });
  await page.waitForFunction(() => document.querySelector("#solved-title").textContent.endsWith("(small one)") && document.querySelector("#solved-status").textContent.startsWith("Proven"));
  await lab.close(page);
});

test("an instance is written or dropped; what is none is refused in one line", async () => {
  const page = await lab.open();
  await shown(page);
  await page.click(".own summary");
  await page.click("#instance-form button");
  await solved(page);
  await page.waitForFunction(() => document.querySelector("#solved-status").textContent.startsWith("Proven"));
  legal(...Object.values(await saved(page)).filter((v) => typeof v === "object"));
  const before = await numbers(page);
  const good = busy(4);
  const bad = [
    ["", /empty/],
    ["\u0000\u0001", /not JSON/],
    ["{", /ends too early/],
    ["[]", /./],
    ['{"procs": 4, "moon": 1}', /moon/],
    [JSON.stringify({ ...good, procs: 0 }), /procs is 0/],
    [JSON.stringify({ ...good, free: [] }), /free is empty/],
    [JSON.stringify({ ...good, jobs: [{ id: 1, procs: 500, estimate: 1, submit: 0 }] }), /procs 500, expected 1 to 128/],
    [JSON.stringify({ ...good, now: 1e300 }), /now/],
    [`${JSON.stringify(good)}\n${JSON.stringify(good)}`, /more text follows/],
  ];
  for (const [text, what] of bad) {
    await page.fill("#instance-text", text);
    await page.click("#instance-form button");
    await page.waitForFunction(() => document.querySelector("#solving").hidden && document.querySelector("#exact-error").textContent !== "");
    const said = await page.textContent("#exact-error");
    assert.match(said, what);
    assert.doesNotMatch(said, /\n/);
  }
  assert.deepEqual(await numbers(page), before);
  await give(page, "{}");
  await page.waitForFunction(() => document.querySelector("#exact-error").textContent.startsWith("instance.json: "));

  // Dropped anywhere, on a grid too, it is known by its words.
  await page.click("#modes a[href='#grid']");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("40 jobs"));
  await shown(page);
  assert.ok(await page.isHidden("#exact"));
  const data = await page.evaluateHandle((text) => {
    const d = new DataTransfer();
    d.items.add(new File([text], "dropped.json"));
    return d;
  }, JSON.stringify({ ...good, name: "dropped" }));
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await page.waitForFunction(() => document.querySelector("#solved-status").textContent.startsWith("Proven"));
  await page.waitForSelector("#exact:not([hidden])");
  assert.equal(await page.$eval("#modes [aria-current]", (a) => a.textContent), "One machine");
  assert.match(await page.textContent("#solved-title"), /\(dropped\)$/);
  await lab.close(page);
});

budget("a search is cancelled within 2 s", async () => {
  const page = await lab.open();
  await shown(page);
  await page.fill("#solve-seconds", "600");
  await give(page, busy(60));
  await page.waitForFunction(() => /bound [\d,]{6,}/.test(document.querySelector("#solve-text").textContent));
  const took = await lab.processorTime(async () => {
    await page.click("#solve-cancel");
    await solved(page);
  });
  console.log(`a search is cancelled in ${took.toFixed(0)} ms of processor`);
  assert.ok(took < 2000, `${took} ms`);
  await lab.close(page);
});

test("a step's best schedule can be read on a phone, by name and with contrast, without layout shifts", async () => {
  for (const device of [{ viewport: { width: 1280, height: 900 } }, phone]) {
    const page = await lab.open(device);
    await shown(page);
    await page.locator("#solve").scrollIntoViewIfNeeded();
    await page.fill("#solve-seconds", "2");
    await give(page, busy(30));
    await page.waitForFunction(() => /gap/.test(document.querySelector("#solve-text").textContent));
    for await (const colorScheme of themes(page)) {
      assert.deepEqual(await page.evaluate(contrasts), [], `contrast below 4.5 in ${colorScheme}`);
      if (shots) await page.locator("#exact").screenshot({ path: join(shots, `exact-going-${device.viewport.width}-${colorScheme}.png`) });
    }
    const before = await page.evaluate(layoutShifts);
    await page.waitForSelector("#solving", { state: "hidden" });
    await drawn(page);
    assert.ok((await page.evaluate(layoutShifts)) - before < 0.1, "layout shifts while it is solved");
    await page.$eval(".own", (d) => (d.open = true));
    assert.deepEqual(await page.evaluate(unnamed), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), device.viewport.width);
    for await (const colorScheme of themes(page)) {
      assert.deepEqual(await page.evaluate(contrasts), [], `contrast below 4.5 in ${colorScheme}`);
      // The charts are drawn, and differ.
      const pictures = await page.$$eval("#solved canvas", (all) => all.map((c) => c.toDataURL().length));
      assert.ok(pictures.every((n) => n > 3000), String(pictures));
      if (shots) await writeFile(join(shots, `exact-${device.viewport.width}-${colorScheme}.png`), await page.locator("#exact").screenshot());
    }
    await lab.close(page);
  }
});
