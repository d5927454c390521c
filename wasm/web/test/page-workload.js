// Workloads that are drawn by a model, and how the jobs of any look.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contrasts, lab, phone, run, shots, shown, test, unnamed } from "./lab.js";
import { smallLog } from "./logs.js";

/** Chooses the model, and waits for its jobs. */
async function toOrder(page) {
  await page.selectOption("#workload-choice", "model:lublin");
  await drawn(page);
}

async function drawn(page) {
  await page.waitForFunction(() => /^[\d,]+ jobs? · /.test(document.querySelector("#summary").textContent) && !/being drawn/.test(document.querySelector("#status").textContent));
}

/** Moves a slider to its i-th stop. */
const slide = (page, name, i) => page.fill(`#model-${name}`, String(i));

test("sliders draw the jobs that the command draws, and the same again from a link and from spec.json", async () => {
  const page = await lab.open();
  await shown(page);
  await toOrder(page);
  assert.match(await page.textContent("#summary"), /^1,000 jobs · 128 processors · .* · offered load 0\.85 · 32 users/);
  await slide(page, "jobs", 4);
  await slide(page, "procs", 3);
  await slide(page, "load", 8);
  await slide(page, "wide", 3);
  await slide(page, "run_factor", 1);
  await page.selectOption("#model-estimates", "factor");
  await slide(page, "factor", 2);
  await slide(page, "users", 2);
  await page.fill("#model-seed", "7");
  await page.waitForFunction(() => /^200 jobs · 32 processors · .* · offered load 0\.9 · 4 users/.test(document.querySelector("#summary").textContent));
  assert.equal(await page.getAttribute("#model-factor", "aria-valuetext"), "up to 2 times the run time");
  await page.click("#run");
  await shown(page);
  const spec = JSON.parse(await readFile(await lab.download(page, "#repeat-spec"), "utf8"));
  assert.deepEqual(spec.workload, { model: { name: "lublin", jobs: 200, procs: 32, load: 0.9, users: 4, seed: 7, estimates: "factor", factor: 1, wide: 0.25, run_factor: 0.25 } });
  // The file of the page's rows has what this machine computes of its Spec.
  await lab.verified([await lab.download(page, "[data-table=jobs][data-format=arrow]"), await lab.download(page, "[data-table=runs][data-format=arrow]")]);
  const log = join(lab.temp, "drawn.swf");
  const flags = Object.entries({ jobs: 200, procs: 32, load: 0.9, users: 4, seed: 7, estimates: "factor", factor: 1, wide: 0.25, "run-factor": 0.25 }).flatMap(([k, v]) => [`--${k}`, String(v)]);
  await run(lab.native, ["generate", "--model", "lublin", ...flags, "-o", log]);
  const jobs = (await lab.table(page, "jobs")).filter((j) => j.policy === "fcfs");
  const rows = (await readFile(log, "utf8")).split("\n").filter((l) => /^\s*\d/.test(l)).map((l) => l.trim().split(/\s+/));
  assert.deepEqual(jobs.map((j) => [j.job, j.submit_s, j.run_s, j.procs, j.estimate_s]), rows.map((r) => [r[0], r[1], r[3], r[4], r[8]]));
  const note = await page.textContent("#run-note");
  const text = (n) => n.replace(/; simulated in .*/, "");
  await page.reload();
  await shown(page);
  assert.equal(text(await page.textContent("#run-note")), text(note));
  assert.equal(await page.inputValue("#model-jobs"), "4");
  const other = await lab.open();
  await shown(other);
  await other.setInputFiles("#log", { name: "spec.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(spec)) });
  await other.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("200 jobs on 32 processors"));
  assert.deepEqual(JSON.parse(await readFile(await lab.download(other, "#repeat-spec"), "utf8")), spec);
  // What the page has no slider for is refused; what a Spec leaves out is the model's own.
  for (const [model, what] of [[{ name: "lublin", type: "both" }, /no form for lublin, type of this experiment's model/], [{ name: "lublin", jobs: 30 }, /^$/]]) {
    await other.setInputFiles("#log", { name: "a.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ workload: { model }, policies: ["easy"] })) });
    await other.waitForFunction(([jobs]) => (jobs ? document.querySelector("#run-note").textContent.startsWith("30 jobs on 128 processors") : document.querySelector("#log-error").textContent !== ""), [model.jobs]);
    assert.match(await other.textContent("#log-error"), what);
  }
  await shown(other);
  assert.deepEqual(JSON.parse(await readFile(await lab.download(other, "#repeat-spec"), "utf8")).workload.model, { name: "lublin", jobs: 30, procs: 128, run_factor: 1, estimates: "exact" });
  await lab.close(other);
  await lab.close(page);
});

test("another seed draws other jobs of the same kind; grids and shared nodes take drawn jobs, too", async () => {
  const page = await lab.open();
  await shown(page);
  await toOrder(page);
  await slide(page, "jobs", 3);
  const submissions = async () => {
    await drawn(page);
    await page.click("#run");
    await shown(page);
    return (await lab.table(page, "jobs")).map((j) => j.submit_s).join();
  };
  const first = await submissions();
  await page.click("#generator button");
  assert.equal(await page.inputValue("#model-seed"), "2");
  assert.notEqual(await submissions(), first);
  await page.fill("#model-seed", "1");
  assert.equal(await submissions(), first);
  for (const mode of ["grid", "shared"]) {
    await page.click(`#modes a[href='#${mode}']`);
    await shown(page);
    await toOrder(page);
    await page.click("#run");
    await shown(page);
    assert.match(await page.textContent("#run-note"), /^100 jobs on/);
  }
  await lab.close(page);
});

test("small charts tell how many jobs there are in each class, as counting the saved jobs does", async () => {
  const page = await lab.open();
  await shown(page);
  const jobs = (await lab.table(page, "jobs")).filter((j) => j.policy === "easy");
  await page.click("#shape > summary");
  await page.waitForSelector("#shape svg");
  const charts = await page.$$eval("#shape figure", (all) => all.map((f) => ({ title: f.querySelector("figcaption").textContent, label: f.querySelector("svg")?.getAttribute("aria-label"), bars: [...f.querySelectorAll("svg title")].map((t) => t.textContent), users: [...f.querySelectorAll(".shares > span:not(.track)")].map((s) => s.textContent) })));
  assert.deepEqual(charts.map((c) => c.title), ["Jobs submitted by hour of the day", "Jobs submitted over time, 7 d a bar", "Jobs by processors", "Jobs by run time", "Jobs by run time as a part of the estimate", "Share of the work, by user"]);
  const told = (i) => charts[i].bars.map((b) => Number(/: ([\d,]+) jobs?$/.exec(b)[1].replace(",", "")));
  const counted = (n, of) => jobs.reduce((all, j) => (all[of(j)]++, all), Array(n).fill(0));
  assert.deepEqual(told(0), counted(24, (j) => Math.floor(j.submit_s / 3600) % 24));
  assert.deepEqual(told(1), counted(charts[1].bars.length, (j) => Math.floor(j.submit_s / 604800)));
  assert.deepEqual(told(2), counted(9, (j) => Math.floor(Math.log2(j.procs))));
  assert.deepEqual(told(3), counted(9, (j) => [10, 60, 600, 3600, 14400, 43200, 86400, 345600, Infinity].findIndex((b) => Number(j.run_s) < b)));
  assert.deepEqual(told(4), counted(11, (j) => Math.floor((10 * j.run_s) / j.estimate_s)));
  assert.match(charts[2].label, /^Jobs by processors: most, 1,508 jobs, in 1$/);
  const work = jobs.reduce((all, j) => ({ ...all, [j.user]: (all[j.user] ?? 0) + j.procs * j.run_s }), {});
  const [user] = Object.keys(work).sort((a, b) => work[b] - work[a]);
  assert.deepEqual(charts[5].users.slice(0, 2), [user, `${Number(((100 * work[user]) / Object.values(work).reduce((a, b) => a + b)).toPrecision(3))} %`]);
  if (shots) await page.locator("#workload").screenshot({ path: join(shots, "workload.png") });
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme });
    assert.deepEqual(await page.evaluate(contrasts), []);
  }
  // They follow the workload, and a log's hours are those of its date.
  await page.setInputFiles("#log", { name: "small.swf", mimeType: "text/plain", buffer: Buffer.from(smallLog) });
  await page.waitForFunction(() => /^Jobs submitted over time, 1 min/.test(document.querySelectorAll("#shape figcaption")[1]?.textContent));
  const hour = new Date(1700000000e3).getUTCHours();
  const titles = await page.$$eval("#shape figure:first-child svg title", (all) => all.map((t) => t.textContent));
  assert.deepEqual(titles.filter((t) => !t.endsWith(": 0 jobs")), [`${hour}:00 to ${hour + 1}:00: 6 jobs`]);
  await toOrder(page);
  await page.waitForFunction(() => document.querySelectorAll("#shape figure").length === 6 && /12 h a bar/.test(document.querySelector("#shape").textContent));
  assert.deepEqual(await page.evaluate(unnamed), []);
  await lab.close(page);
  const small = await lab.open(phone, `${lab.server.url}#machine?workload=model:lublin`);
  await shown(small);
  await small.click("#setup > summary");
  await small.click("#shape > summary");
  await small.waitForSelector("#shape svg");
  assert.ok(await small.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than the phone");
  await lab.close(small);
});
