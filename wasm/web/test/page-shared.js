// Nodes that jobs share, as the page's users have them: the five-node example,
// algorithms by their parts, a log with memory.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contrasts, drawn, lab, layoutShifts, metrics, phone, shots, shown, test, themes, tip, unnamed, why } from "./lab.js";
import { memoryLog } from "./logs.js";

const EXAMPLE = ["EASY", "Greedy*/OPT=MIN", "GreedyP*/OPT=MIN", "GreedyPM*/per/OPT=MIN/MINVT=600"];
const POLICIES = ["easy", ...EXAMPLE.slice(1).map((name) => `dfrs:${name}`)];

async function openNodes(options = {}) {
  const page = await lab.open(options, `${lab.server.url}#shared`);
  await shown(page);
  return page;
}

/** Titles of the charts with what is said of each. */
function titles(page) {
  return page.$$eval("#gantts h3", (all) => all.map((h) => h.textContent));
}

/** Nodes of a row of the shares table: [node, tasks]. */
function places(text) {
  return text.split(",").flatMap((part) => {
    const [, from, to, count] = /^(\d+)(?:-(\d+))?(?:\*(\d+))?$/.exec(part);
    return Array.from({ length: (to ?? from) - from + 1 }, (_, k) => [Number(from) + k, Number(count ?? 1)]);
  });
}

test("the five-node example is one click away and judges each policy against the bound", async () => {
  const page = await lab.open();
  await shown(page);
  assert.ok((await page.isHidden("#shared")) && (await page.isHidden("#turnaround")) && (await page.isHidden("#take-shares")));
  await page.click("#modes a[href='#shared']");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("20 jobs on 5 nodes"));
  await shown(page);
  assert.equal(await page.$eval("#modes [aria-current]", (a) => a.textContent), "Shared nodes");
  const table = await metrics(page);
  assert.deepEqual(Object.keys(table), EXAMPLE);

  // Counted from the jobs table: pauses and migrations of each policy.
  const jobs = await lab.table(page, "jobs");
  const sum = (policy, column) => jobs.filter((j) => j.policy === policy).reduce((s, j) => s + Number(j[column]), 0);
  const times = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
  assert.deepEqual(await titles(page), EXAMPLE.map((title, i) => title + (i === 0 ? "each task has a node of its own" : `${times(sum(POLICIES[i], "pauses"), "pause")}, ${times(sum(POLICIES[i], "migrations"), "migration")}`)));
  assert.ok(sum(POLICIES[3], "pauses") > 0 && sum(POLICIES[3], "migrations") > 0);
  EXAMPLE.forEach((name, i) => {
    if (i > 0) assert.equal(parseFloat(table[name]["Pauses per job"]), sum(POLICIES[i], "pauses") / 20);
    for (const of of ["Maximum stretch", "Mean stretch", "Underutilisation", "Migrations per job"]) assert.ok(of in table[name], of);
  });

  // The bars are the largest bounded slowdowns, on a scale of tenfolds; the bound is left of all.
  const stretch = POLICIES.map((policy) => Math.max(...jobs.filter((j) => j.policy === policy).map((j) => Math.max(j.end_s - j.submit_s, 10) / Math.max(j.alone_s, 10))));
  const bars = await page.$$eval("#turnaround-bars li", (all) => all.map((li) => ({ width: parseFloat(li.querySelector(".bar").style.width), line: parseFloat(li.querySelector(".reference").style.left) })));
  const bound = Number(/than ([\d.]+) \(dashed\)/.exec(await page.textContent("#turnaround-note"))[1]);
  assert.ok(bound >= 1 && bound <= Math.min(...stretch), `the bound is ${bound}`);
  const part = (v) => (100 * Math.log(v)) / Math.log(Math.max(...stretch));
  bars.forEach((b, i) => {
    assert.ok(Math.abs(b.width - part(stretch[i])) < 0.01, `${EXAMPLE[i]}: ${b.width} % for ${stretch[i]}`);
    assert.ok(Math.abs(b.line - part(bound)) < 0.5 && b.line <= b.width);
  });

  for (const format of ["arrow", "parquet"]) {
    const files = [];
    for (const t of ["jobs", "runs", "shares"]) files.push(await lab.download(page, `[data-table=${t}][data-format=${format}]`));
    await lab.verified(files);
  }
  await page.selectOption("#figure", "shares");
  assert.match(await readFile(await lab.download(page, "[data-figure=svg]"), "utf8"), /<svg/);

  // And back: what was of the nodes is gone.
  await page.click("#modes a[href='#machine']");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("5,000 jobs"));
  await shown(page);
  assert.deepEqual(Object.keys(await metrics(page)), ["FCFS", "EASY", "Conservative", "SJF-EASY"]);
  assert.equal(await page.textContent("#busy-title"), "Processors in use");
  assert.equal(await page.$eval("#colouring", (s) => s.value), "wait");
  assert.ok((await page.isHidden("#shared")) && (await page.isHidden("#turnaround")) && (await page.isVisible("#overrun-row")));
  assert.equal(await page.evaluate(() => scrollY), 0, "the address scrolls the page");
  await page.click("#modes a[href='#grid']");
  await page.waitForFunction(() => document.querySelector("#turnaround-title").textContent === "Mean turnaround");
  await lab.close(page);
});

/** Of each node of a chart: the share of its CPU band's pixels that is not background. Runs in the page. */
function filled([chart, nodes, surface]) {
  const canvas = document.querySelectorAll("#gantts canvas:not(.waiting)")[chart];
  const { width, height } = canvas.getBoundingClientRect();
  const ratio = canvas.width / width;
  const g = canvas.getContext("2d");
  const band = (height - 32) / nodes;
  return Array.from({ length: nodes }, (_, k) => {
    const box = [58, 8 + (nodes - k - 0.95) * band, width - 68, 0.73 * band].map((v) => Math.round(v * ratio));
    const px = g.getImageData(...box).data;
    let n = 0;
    for (let i = 0; i < px.length; i += 4) if (px[i + 3] > 200 && Math.abs(px[i] - px[i + 1]) + Math.abs(px[i + 1] - px[i + 2]) > surface) n++;
    return (400 * n) / px.length;
  });
}

test("each node's band is filled as far as jobs have its CPU, light and dark", async () => {
  const page = await openNodes();
  const jobs = await lab.table(page, "jobs");
  const shares = await lab.table(page, "shares");
  const first = Math.min(...jobs.map((j) => j.submit_s));
  const last = Math.max(...jobs.map((j) => j.end_s));
  for await (const colorScheme of themes(page)) {
    for (const k of [1, 2, 3]) {
      await page.locator("#gantts canvas:not(.waiting)").nth(k).scrollIntoViewIfNeeded();
      await drawn(page);
      const want = Array(5).fill(0);
      for (const s of shares.filter((s) => s.policy === POLICIES[k])) {
        const at = places(s.nodes);
        const tasks = at.reduce((sum, [, n]) => sum + n, 0);
        for (const [node, n] of at) want[node] += (100 * (s.cpu / tasks) * n * (s.end_s - s.start_s)) / (last - first);
      }
      const seen = await page.evaluate(filled, [k, 5, 24]);
      // Borders, numbers and hatches take something away.
      want.forEach((w, node) => assert.ok(seen[node] <= w + 2 && seen[node] >= 0.8 * w - 2, `${colorScheme}, ${POLICIES[k]}: node ${node} is filled by ${seen[node].toFixed(1)} %, its jobs had ${w.toFixed(1)} %`));
    }
  }
  await lab.close(page);
});

test("a job is told about by keyboard and pointer, and outlined on all of its nodes", async () => {
  const page = await openNodes();
  const chart = page.locator("#gantts canvas:not(.waiting)").nth(3);
  const jobs = (await lab.table(page, "jobs")).filter((j) => j.policy === POLICIES[3]);
  await chart.scrollIntoViewIfNeeded();
  await chart.focus();
  const pixels = () => chart.evaluate((c) => c.toDataURL());
  const plain = await pixels();
  const told = new Set();
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press("n");
    const { head, list } = await tip(page);
    const job = jobs.find((j) => j.job === /\d+/.exec(head)[0]);
    told.add(job.job);
    assert.deepEqual([list.Paused, list.Migrated, list.Tasks], [String(Number(job.pauses)), String(Number(job.migrations)), job.procs]);
    assert.match(list["Yield here"], / %(, in its penalty)?$/);
    assert.match(list["Computed here"], /^0 s of /); // at its start
    assert.ok(!("Estimate" in list));
    await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
    assert.notEqual(await pixels(), plain, `job ${job.job} is not outlined`);
  }
  assert.equal(told.size, 20, "n goes from job to job");
  if (shots) await page.screenshot({ path: join(shots, "nodes-tip.png") });
  // Why it waited, and what came after its start.
  let { list: last } = await tip(page);
  for (let i = 0; i < 20 && last.Migrated === "0"; i++) {
    await page.keyboard.press("p");
    last = (await tip(page)).list;
  }
  assert.notEqual(last.Migrated, "0");
  await page.keyboard.press("w");
  const { title, summary, spans } = await why(page);
  assert.match(title, /^Why did job \d+ not start earlier under GreedyPM/);
  assert.match(summary, /^Job \d+ (waited .*: |started at once on node).*moved (once|twice|\d+ times)/);
  assert.ok(spans.filter((s) => /: moved /.test(s)).length >= Number(last.Migrated), spans.join("\n"));
  await page.keyboard.press("Escape");
  assert.equal(await pixels(), plain);

  // Half way through what a job held, half of its work or so is done.
  const box = await chart.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.75);
  const { list } = await tip(page);
  assert.doesNotMatch(list["Computed here"], /^0 s of/);
  await page.fill("#now", "300");
  await page.waitForFunction(() => document.body.classList.contains("watching"));
  if (shots) await page.locator("#gantts .gantt").nth(3).screenshot({ path: join(shots, "nodes-watching.png") });
  await lab.close(page);
});

test("nodes and algorithms are chosen in the form, the latter by their parts", async () => {
  const page = await openNodes();
  assert.ok((await page.isHidden("#shared-cores")) && (await page.isHidden("#plan-choice")) && (await page.isHidden("#overrun-row")) && (await page.isHidden("#procs-row")));
  await page.fill("#shared-nodes", "8");
  await page.fill("#shared-penalty_s", "0");
  await page.selectOption("#part-submission", "MCB8");
  assert.ok(await page.$eval("#part-periodic option[value='/stretch-per']", (o) => o.disabled), "stretch-per does not go with MCB8");
  await page.selectOption("#part-periodic", "");
  assert.equal(await page.inputValue("#part-completion"), "*");
  await page.selectOption("#option-OPT", "AVG");
  await page.click("#plan-options summary");
  await page.fill("#option-MINFT", "300");
  await page.click("#plan-add");
  await page.selectOption("#part-submission", "");
  await page.selectOption("#part-periodic", "/stretch-per");
  await page.click("#plan-options summary");
  await page.fill("#option-PERIOD", "60");
  await page.click("#plan-add");
  for (const name of POLICIES.slice(1)) await page.uncheck(`[id="policy-${name}"]`);
  await page.click("#run");
  await shown(page);
  assert.match(await page.textContent("#run-note"), /^20 jobs on 8 nodes/);
  assert.deepEqual(Object.keys(await metrics(page)), ["EASY", "/stretch-per/OPT=MAX/PERIOD=60", "MCB8*/OPT=AVG/MINFT=300"].sort((a, b) => (a === "EASY" ? -1 : b === "EASY" ? 1 : a < b ? 1 : -1)));
  const file = await lab.download(page, "[data-table=shares][data-format=arrow]");
  await lab.verified([file]);
  assert.ok((await readFile(file)).toString("latin1").includes('"shared":{"nodes":8,"penalty_s":0}'));

  // What cannot be is refused in the form, and nothing is lost.
  const before = await page.textContent("#metrics");
  await page.fill("#shared-nodes", "0");
  await page.click("#run");
  assert.ok(await page.$eval("#shared-nodes", (e) => document.activeElement === e && !e.validity.valid));
  assert.equal(await page.textContent("#metrics"), before);
  // On few nodes, batch scheduling cannot run what is wider, and the page says so.
  await page.fill("#shared-nodes", "1");
  await page.click("#run");
  await shown(page);
  assert.match(await page.textContent("#run-note"), /EASY cannot run \d+ jobs of more tasks than nodes/);
  await lab.close(page);
});

test("a log's jobs become tasks with the memory that it tells", async () => {
  const page = await openNodes();
  await page.setInputFiles("#log", { name: "center.swf", mimeType: "text/plain", buffer: Buffer.from(memoryLog) });
  await page.waitForFunction(() => /^24 jobs on 16 nodes/.test(document.querySelector("#run-note").textContent));
  await shown(page);
  assert.deepEqual(await page.$$eval("#shared input", (all) => all.map((e) => [e.value, e.placeholder])), [["", "16"], ["", "1"], ["", "524288"], ["", "300"]]);
  await page.fill("#shared-cores", "4");
  assert.deepEqual(await page.$$eval("#shared input", (all) => all.map((e) => e.placeholder)), ["4", "1", "2097152", "300"]);
  await page.click("#run");
  await page.waitForFunction(() => /^24 jobs on 4 nodes/.test(document.querySelector("#run-note").textContent));
  await shown(page);
  const jobs = (await lab.table(page, "jobs")).filter((j) => j.policy === POLICIES[3]);
  // By section 5.3.1: 8 and 4 processors with little memory are tasks of whole nodes, others one task each.
  assert.deepEqual(jobs.slice(0, 6).map((j) => Number(j.procs)), [2, 1, 1, 2, 1, 6]);
  const log = join(lab.temp, "center.swf");
  await writeFile(log, memoryLog);
  const files = [];
  for (const t of ["jobs", "shares"]) files.push(await lab.download(page, `[data-table=${t}][data-format=parquet]`));
  await lab.verified(files, log);
  // A ready-made workload on very many nodes is drawn as one band.
  await page.selectOption("#workload-choice", "builtin:default");
  for (const name of POLICIES.slice(2)) await page.uncheck(`[id="policy-${name}"]`);
  await page.click("#run");
  await page.waitForFunction(() => /^[45],\d+ jobs on 256 nodes/.test(document.querySelector("#run-note").textContent));
  await shown(page);
  assert.equal((await titles(page)).length, 2);
  if (shots) await page.screenshot({ path: join(shots, "nodes-many.png"), fullPage: true });
  await lab.close(page);
});

test("shared nodes can be used on a phone, by name and with contrast, without layout shifts", async () => {
  for (const device of [{ viewport: { width: 1280, height: 900 } }, phone]) {
    const page = await openNodes(device);
    const shifts = await page.evaluate(layoutShifts);
    assert.ok(shifts < 0.1, `layout shifts by ${shifts}`);
    assert.deepEqual(await page.evaluate(unnamed), []);
    for await (const colorScheme of themes(page)) {
      assert.deepEqual(await page.evaluate(contrasts), [], `contrast below 4.5 in ${colorScheme}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), device.viewport.width);
      if (shots) await page.screenshot({ path: join(shots, `nodes-${device.viewport.width}-${colorScheme}.png`), fullPage: true });
    }
    if (device === phone) {
      await page.tap("#setup > summary");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), device.viewport.width);
      await page.uncheck("#policy-easy");
      await page.tap("#run");
      await shown(page);
      assert.deepEqual(Object.keys(await metrics(page)), EXAMPLE.slice(1));
    }
    await lab.close(page);
  }
});
