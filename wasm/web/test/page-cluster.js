// A cluster, as students and administrators have it: the example, what they
// change in it, and a description and log of their own.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contrasts, lab, layoutShifts, metrics, phone, root, run, shots, shown, test, themes, tip, unnamed, why } from "./lab.js";

async function openSlurm(options = {}) {
  const page = await lab.open(options, `${lab.server.url}#cluster`);
  await shown(page);
  return page;
}

/** The table of waits: { physics: { Slurm: seconds, ... }, ... }. */
function waits(page) {
  return page.$eval("#waits-table", (table) => {
    const [head, ...rows] = [...table.rows].map((r) => [...r.cells]);
    return Object.fromEntries(rows.map(([name, , , ...cells]) => [name.firstChild.textContent, Object.fromEntries(cells.map((c, i) => [head[i + 3].textContent, parseFloat(c.title)]))]));
  });
}

/** Runs what the form says, and waits for it. */
async function again(page) {
  await page.click("#run");
  await shown(page);
}

/** The example's files, as the command writes them. */
async function example(name) {
  return readFile(join(root, "core/slurm/campus", name), "utf8");
}

/** When the example begins. */
const MONDAY = Date.UTC(2026, 2, 2, 8) / 1000;

const weight = '[id="cluster-priority.weight_fairshare"]';
const depth = '[id="cluster-scheduling.bf_max_job_test"]';

test("the example of a cluster is one click away and shows who waits", async () => {
  const page = await lab.open();
  await shown(page);
  assert.ok((await page.isHidden("#cluster")) && (await page.isHidden("#waits")) && (await page.isHidden("#take-allocations")));
  await page.click("#modes a[href='#cluster']");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("318 jobs on 10 nodes with 160 cores"));
  await shown(page);
  assert.equal(await page.$eval("#modes [aria-current]", (a) => a.textContent), "Your cluster");
  assert.deepEqual(Object.keys(await metrics(page)), ["Slurm", "EASY"]);
  assert.match(await page.textContent("#cluster-summary"), /campus \(the example\).*10 nodes · 160 cores · 8 GPUs · partitions batch, gpu · 4 accounts/);
  assert.ok((await page.isHidden("#exact")) && (await page.isHidden("#plan-row")) && (await page.isVisible("#add-row")));
  assert.ok(await page.isHidden("#gantt-help .solve"));

  // The waits are the means of the jobs table.
  const jobs = await lab.table(page, "jobs");
  const got = await waits(page);
  for (const [who, by] of Object.entries(got)) {
    for (const [title, policy] of [["Slurm", "slurm"], ["EASY", "easy"]]) {
      const of = jobs.filter((j) => j.policy === policy && (who === "all jobs" || j.account === who)).map((j) => Number(j.wait_s));
      const mean = of.reduce((a, b) => a + b, 0) / of.length;
      assert.ok(Math.abs(by[title] - mean) <= 0.5, `${who} under ${title}: ${by[title]}, its jobs ${mean}`);
    }
  }
  assert.deepEqual(Object.keys(got), ["all jobs", "physics", "chemistry", "vision", "biology"]);
  await page.selectOption("#waits-by", "partition");
  assert.deepEqual(Object.keys(await waits(page)), ["all jobs", "batch", "gpu"]);

  // What the simulation leaves out is beside its numbers, and why Slurm's and EASY's are no contest.
  assert.match(await page.textContent("#beside"), /obey none of them, so a difference to slurm is not what a policy would gain/);
  assert.match(await page.textContent("#twin-notes"), /Not simulated: to which cores GPUs.*know no priorities/s);

  // A node is a row, and a job tells where it was.
  const held = await lab.table(page, "allocations");
  assert.equal(held.length, jobs.length);
  await page.focus("#gantts canvas:not(.waiting)");
  await page.keyboard.press("n");
  const { head, list } = await tip(page);
  const row = held.find((h) => h.policy === "slurm" && `Job ${h.job}` === head.replace(", overtook", ""));
  assert.deepEqual([list.On, list.Cores, list.Partition, list.Ended], [row.nodes, row.cores, row.partition, "completed"]);
  await lab.close(page);
});

test("fair share and the depth of backfill change the waits as it is documented", async () => {
  const page = await openSlurm();
  const minutes = async (who) => (await waits(page))[who].Slurm / 60;
  const near = (got, want, what) => assert.ok(Math.abs(got - want) <= 1, `${what}: ${got} minutes, documented are ${want}`);
  near(await minutes("physics"), 706, "physics as described");
  near(await minutes("chemistry"), 39, "chemistry as described");

  await page.fill(weight, "0");
  assert.equal(await page.textContent("#cluster-note"), "1 change to what is described.");
  await again(page);
  near(await minutes("physics"), 490, "physics without fair share");
  near(await minutes("chemistry"), 359, "chemistry without fair share");
  assert.equal(await page.textContent("#waits-changed"), "Changed: Weight of fair share 0, described 5,000.");
  assert.match(await page.textContent("#waits-table tbody tr:nth-child(2)"), /was 11 h 46 min/);

  await page.click("#cluster-reset");
  await page.fill(depth, "1");
  await again(page);
  near(await minutes("physics"), 1047, "physics with a depth of 1");

  // Nodes are added like those chosen, and any other change is written.
  await page.click("#cluster-reset");
  await page.fill("#cluster-add", "2");
  await page.selectOption("#cluster-like", "g1");
  await page.click("#cluster-more summary");
  await page.fill("#cluster-other", "scheduling.bf_window_s=3600");
  await again(page);
  assert.match(await page.textContent("#run-note"), /12 nodes with 192 cores/);
  assert.match(await page.textContent("#waits-changed"), /2 nodes more, like g1; scheduling\.bf_window_s=3600/);
  await page.fill("#cluster-other", "policy=easy");
  await page.click("#run");
  await page.waitForSelector("#error:not([hidden])");
  assert.equal(await page.textContent("#error"), "policy=easy is no change to the cluster: choose policies and load in their places");
  await lab.close(page);
});

test("the page computes what the command computes on the example", async () => {
  const page = await openSlurm();
  const out = join(lab.temp, "campus");
  await run(lab.native, ["run", "campus", "--cluster", "campus", "--policy", "slurm,easy", "--out", out]);
  const stdout = await lab.verified([join(out, "jobs.parquet")]);
  const path = await lab.download(page, "[data-table=jobs][data-format=parquet]");
  const digest = (text) => /[0-9a-f]{64}/.exec(text)[0];
  assert.equal(digest(await lab.verified([path])), digest(stdout));
  await lab.close(page);
});

test("an administrator's own description and log are read in any order, and jobs are on their nodes", async () => {
  const page = await openSlurm();
  await page.click("#policy-recorded");
  await again(page);
  assert.equal(await page.$$eval("#gantts h3", (all) => all.length), 3);
  // What the log records is compared with nothing, and has no place on a changed cluster.
  const column = (await page.$$eval("#metrics thead th", (all) => all.map((th) => th.textContent))).indexOf("as recorded");
  assert.ok(column > 0 && (await page.$$eval(`#metrics td:nth-child(${column + 1}):not([class=""])`, (all) => all.length)) === 0);
  assert.ok((await page.$$eval("#metrics td.best, #metrics td.first", (all) => all.length)) > 0);
  assert.match(await page.textContent("#beside"), /a difference between these two is an error of the simulation.*of no real cluster/);
  await page.fill("#cluster-add", "1");
  assert.ok((await page.isDisabled("#policy-recorded")) && !(await page.isChecked("#policy-recorded")));
  assert.match(await page.textContent('[id="doc-recorded"]'), /Only of the log as it is: with its own load, on the cluster as it is described/);
  await again(page);
  assert.deepEqual(Object.keys(await metrics(page)), ["Slurm", "EASY"]);
  await page.click("#cluster-reset");
  assert.ok(await page.isChecked("#policy-recorded"));
  await again(page);
  const description = join(lab.temp, "mine.json");
  const log = join(lab.temp, "mine.txt");
  await writeFile(description, (await example("campus.json")).replace('"name": "campus"', '"name": "ours"').replace('"weight_fairshare": 5000', '"weight_fairshare": 0'));
  await writeFile(log, await example("campus.txt"));

  // A description first: the log is asked for, and one can go back.
  await page.setInputFiles("#cluster-file", description);
  await page.waitForSelector("#cluster-missing:not([hidden])");
  assert.match(await page.textContent("#cluster-missing"), /^mine\.json is read\. Now choose or drop the log/);
  assert.ok(await page.isDisabled("#run"));
  await page.click("#cluster-missing button");
  await shown(page);
  assert.match(await page.textContent("#cluster-summary"), /the example/);

  // Chosen where logs are chosen, it is told apart from a log.
  await page.setInputFiles("#log", description);
  await page.waitForSelector("#cluster-missing:not([hidden])");
  await page.setInputFiles("#log", log);
  await page.waitForFunction(() => document.querySelector("#cluster-summary").textContent.startsWith("ours (yours)"));
  await shown(page);
  assert.equal(await page.getAttribute(weight, "placeholder"), "0");
  assert.ok(Math.abs((await waits(page)).physics.Slurm / 60 - 490) <= 1, "it is the own description that counts");
  await lab.close(page);

  // A log first, on one machine; then its cluster.
  const other = await lab.open();
  await shown(other);
  await other.setInputFiles("#log", log);
  await other.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("318 jobs"));
  await other.click("#modes a[href='#cluster']");
  await other.waitForSelector("#cluster-missing:not([hidden])");
  assert.match(await other.textContent("#cluster-missing"), /^Now choose or drop the description/);
  assert.ok(await other.isHidden("#width-row"));

  // An experiment's description is taken from it.
  const spec = join(lab.temp, "spec.json");
  await writeFile(spec, JSON.stringify({ workload: { builtin: "campus" }, policies: ["slurm"], cluster: JSON.parse(await example("campus.json")) }));
  await other.setInputFiles("#log", spec);
  await other.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("318 jobs on 10 nodes"));
  await shown(other);
  assert.ok(Math.abs((await waits(other)).physics.Slurm / 60 - 706) <= 1);
  await lab.close(other);
});

test("hostile descriptions give one clear line, and what was there stays", async () => {
  const page = await openSlurm();
  const before = await waits(page);
  const good = await example("campus.json");
  let k = 0;
  for (const [text, said] of [
    ['{"backfill_cluster": 1', /^bad0\.json:1: this is not the JSON of a cluster/],
    ['{"backfill_cluster": 99}', /backfill_cluster is 99, expected 1/],
    [good.replace('"c[1-6]"', '"c[1-999999999]"'), /^bad2\.json: .*c\[1-999999999\]/],
    [good.replace('"cores": 16', '"cores": -3'), /nodes\[0\]\.cores is -3: give a whole number/],
    [good.replace('"name": "campus"', '"name": "<img src=x onerror=alert(1)>", "x": 1'), /^bad4\.json:\d+: .*"x"/],
    [`{"backfill_cluster": 1, "nodes": ${"[".repeat(200_000)}`, /^bad5\.json/],
  ]) {
    const path = join(lab.temp, `bad${k++}.json`);
    await writeFile(path, text);
    await page.setInputFiles("#cluster-file", path);
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#cluster-error").textContent), said.source);
    assert.ok(!(await page.textContent("#cluster-error")).includes("\n") && (await page.textContent("#cluster-error")).length < 700);
  }
  assert.deepEqual(await waits(page), before);
  assert.ok(await page.$eval("#shown", (e) => !e.classList.contains("stale")), "a file that is not taken changes nothing");
  // Names from files are text.
  const path = join(lab.temp, "named.json");
  await writeFile(path, good.replace('"name": "campus"', '"name": "<img src=x onerror=alert(1)>"'));
  await page.setInputFiles("#cluster-file", path);
  await page.waitForFunction(() => document.querySelector("#cluster-summary").textContent.includes("<img"));
  assert.equal(await page.$$eval("img", (all) => all.length), 0);
  // A log of another cluster has no place on it.
  const log = join(lab.temp, "elsewhere.txt");
  await writeFile(log, (await example("campus.txt")).replaceAll("|batch|", "|long|").replaceAll("|gpu|", "|short|").replaceAll("-p batch", "-p long").replaceAll("-p gpu", "-p short"));
  await page.setInputFiles("#log", log);
  await page.waitForSelector("#error:not([hidden])");
  assert.match(await page.textContent("#error"), /partition/);
  await lab.close(page);

  // Dropped where another mode is open, it is refused where one can read it.
  const other = await lab.open();
  await shown(other);
  await other.setInputFiles("#log", join(lab.temp, "bad3.json"));
  await other.waitForSelector("#cluster-error:not([hidden])");
  assert.match(await other.textContent("#cluster-error"), /nodes\[0\]\.cores is -3: give a whole number/);
  await shown(other);
  assert.match(await other.textContent("#run-note"), /^318 jobs on 10 nodes/);
  await lab.close(other);
});

test("a job tells why it waited, in squeue's codes and the command's words", async () => {
  const page = await openSlurm();
  const out = join(lab.temp, "campus-why");
  await run(lab.native, ["run", "campus", "--cluster", "campus", "--policy", "slurm,easy", "--out", out]);
  const date = (t) => `${new Date((MONDAY + t) * 1000).toISOString().slice(0, 16).replace("T", " ")}`;
  const charts = page.locator("#gantts canvas:not(.waiting)");
  for (const [k, policy, title] of [[0, "slurm", "Slurm"], [1, "easy", "EASY"]]) {
    const { stdout } = await run(lab.native, ["why", "2184", "--from", out, "--run", policy, "--json"]);
    const [want] = JSON.parse(stdout);
    await charts.nth(k).focus();
    await page.keyboard.press("n"); // of the other chart, it may be told still
    for (let i = 0; i < 318 && !(await page.textContent("#details")).startsWith("Job 2184"); i++) await page.keyboard.press("n");
    await page.keyboard.press("w");
    const got = await why(page);
    assert.equal(got.title, `Why did job 2184 not start earlier under ${title}?`);
    assert.equal(got.summary, want.summary);
    assert.equal(got.about, `${want.needs}; submitted ${date(want.submit_s)}, started ${date(want.start_s)}.`);
    assert.equal(got.spans.length, want.spans.length);
    want.spans.forEach((s, i) => {
      assert.ok(got.spans[i].includes(`: ${s.cause} (${s.code}): `), `${got.spans[i]} has no ${s.cause} (${s.code})`);
      const planned = [s.cluster.shadow_s, s.cluster.planned_s].filter((t) => t > 0);
      for (const t of planned) assert.ok(got.spans[i].includes(date(t)), `${got.spans[i]} does not date second ${t}`);
      if (planned.length === 0) assert.ok(got.spans[i].endsWith(`${s.text}.`));
    });
    if (policy === "easy") assert.ok(want.spans.some((s) => s.cluster.shadow_s > 0));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  }

  // By a double click, too.
  const box = await charts.first().boundingBox();
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 4);
  const { head } = await tip(page);
  await page.mouse.dblclick(box.x + box.width / 3, box.y + box.height / 4);
  assert.ok((await why(page)).title.startsWith(`Why did job ${/[\d_]+/.exec(head)[0]} not`));
  await lab.close(page);
});

test("three policies and what they were fit the table of waits beside the form", async () => {
  const page = await openSlurm({ viewport: { width: 1280, height: 900 } });
  await page.check("#policy-cons");
  await again(page);
  await page.fill(weight, "0");
  await again(page);
  const [wide, of] = await page.$eval("#waits .scroll", (e) => [e.scrollWidth, e.clientWidth]);
  assert.ok(wide <= of, `the table is ${wide} wide on ${of}`);
  assert.equal(await page.$$eval("#waits-table tbody td .value small", (all) => all.length), 15);
  await lab.close(page);
});

test("a cluster can be used on a phone, in the dark and by keyboard", async () => {
  for (const [name, options] of Object.entries({ desktop: {}, narrow: { ...phone, viewport: { width: 360, height: 780 } } })) {
    const page = await openSlurm(options);
    assert.ok((await page.evaluate(layoutShifts)) < 0.1, "nothing jumps");
    await page.evaluate(() => (document.querySelector("#setup").open = true));
    await page.fill(weight, "0");
    await again(page);
    await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
    assert.deepEqual(await page.evaluate(unnamed), []);
    for await (const colorScheme of themes(page)) {
      assert.deepEqual(await page.evaluate(contrasts), [], `contrast below 4.5 in ${colorScheme}`);
      const [wide, of] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= of, `the page is ${wide} wide on ${of}`);
      if (shots) await page.screenshot({ path: join(shots, `cluster-${name}-${colorScheme}.png`), fullPage: true });
    }
    await lab.close(page);
  }
});
