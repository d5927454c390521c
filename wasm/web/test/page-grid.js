// Grids of sites as the page's users have them: the two-site example, sites by
// hand, sites of a log's queues.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contrasts, drawn, lab, layoutShifts, metrics, phone, shots, shown, test, themes, tip, unnamed, why } from "./lab.js";
import { queuesLog } from "./logs.js";

const EXAMPLE = ["Independent clusters", "Load sharing", "Multi-site execution", "Adaptive processor allocation"];

async function openGrid(options = {}) {
  const page = await lab.open(options, `${lab.server.url}#grid`);
  await shown(page);
  return page;
}

/** What the charts are called: [policy and facts, [site title, ...]] by policy. */
function charts(page) {
  return page.$$eval("#gantts .gantt", (all) => all.map((g) => ({ title: g.querySelector("h3").textContent, sites: [...g.querySelectorAll("h4")].map((h) => h.textContent), canvases: g.querySelectorAll("canvas:not(.waiting)").length })));
}

test("the two-site example is one click away and shows each policy on each site", async () => {
  const page = await lab.open();
  await shown(page);
  assert.ok(await page.isHidden("#turnaround") && await page.isHidden("#sites") && await page.isHidden("#take-parts"));
  await page.click("#modes a[href='#grid']");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("40 jobs on 64 processors of 2 sites"));
  await shown(page);
  assert.equal(await page.$eval("#modes [aria-current]", (a) => a.textContent), "Grid of sites");
  assert.deepEqual(Object.keys(await metrics(page)), EXAMPLE);

  const drawn = await charts(page);
  assert.deepEqual(drawn.map((g) => g.canvases), [2, 2, 2, 2]);
  for (const g of drawn) assert.deepEqual(g.sites, ["old: 32 processors of speed 1", "new: 32 processors of speed 2"]);
  const jobs = await lab.table(page, "jobs");
  const parts = await lab.table(page, "parts");
  assert.equal(jobs.length, 160);
  const of = (policy) => jobs.filter((j) => j.policy === policy);
  const expected = ["grid-independent", "grid-sharing", "grid-multisite", "grid-moldable"].map((policy, i) => {
    const split = of(policy).filter((j) => j.site.includes("+")).length;
    const away = of(policy).filter((j) => !j.site.includes("+") && j.site !== j.home_site).length;
    const molded = of(policy).filter((j) => j.procs !== j.asked_procs).length;
    return `${EXAMPLE[i]}${away} of 40 jobs ran away from home${split ? `, ${split} on several sites at once` : ""}${molded ? `, ${molded} molded` : ""}`;
  });
  assert.deepEqual(drawn.map((g) => g.title), expected);
  assert.match(expected[2], /on several sites/);
  assert.match(expected[3], /molded/);
  // Each chart says how many jobs it has.
  const labels = await page.$$eval("#gantts canvas[role=img]", (all) => all.map((c) => c.getAttribute("aria-label")));
  const [old, young] = ["old", "new"].map((site) => parts.filter((p) => p.policy === "grid-multisite" && p.site === site).length);
  assert.deepEqual(labels.slice(4, 6), [`Gantt chart of Multi-site execution on site old: ${old} jobs`, `Gantt chart of Multi-site execution on site new: ${young} jobs`]);

  // The bars are the mean turnarounds of the runs table, each against the first.
  const runs = await lab.table(page, "runs");
  const bars = await page.$$eval("#turnaround-bars li", (all) => all.map((li) => ({ text: li.textContent, width: parseFloat(li.querySelector(".bar").style.width) })));
  const means = runs.map((r) => parseFloat(r.art_s));
  bars.forEach((b, i) => {
    assert.ok(b.text.startsWith(EXAMPLE[i]), b.text);
    assert.ok(Math.abs(b.width - (100 * means[i]) / Math.max(...means)) < 0.01, `${b.text}: ${b.width} % for ${means[i]} s`);
    if (i > 0) assert.ok(b.text.endsWith(` ${((100 * means[i]) / means[0]).toFixed(0)} %`), b.text);
    const own = of(["grid-independent", "grid-sharing", "grid-multisite", "grid-moldable"][i]);
    assert.ok(Math.abs(own.reduce((sum, j) => sum + (j.end_s - j.submit_s), 0) / 40 - means[i]) < 1e-6);
  });

  // All four tables are what this machine computes.
  const files = [];
  for (const t of ["jobs", "runs", "steps", "parts"]) for (const format of ["arrow", "parquet"]) files.push(await lab.download(page, `[data-table=${t}][data-format=${format}]`));
  const rows = (await lab.verified(files)).trim().split("\n").map((l) => Number(l.split(" ")[1]));
  assert.deepEqual([rows[0], rows[2], rows[6]], [160, 4, parts.length]);
  await page.selectOption("#figure", "gantt");
  assert.match(await readFile(await lab.download(page, "[data-figure=svg]"), "utf8"), /<svg[\s\S]*new[\s\S]*<\/svg>/);

  // Back to one machine, and forth by the browser's own button.
  await page.click("#modes a[href='#machine']");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("5,000 jobs"));
  await shown(page);
  assert.deepEqual(Object.keys(await metrics(page)), ["FCFS", "EASY", "Conservative", "SJF-EASY"]);
  assert.equal(await page.evaluate(() => scrollY), 0, "the address scrolls the page");
  assert.ok(await page.isHidden("#turnaround") && await page.isHidden("#sites") && await page.isHidden("#take-parts"));
  assert.equal(await page.$eval("#colouring", (s) => s.value), "wait");
  assert.equal(await page.locator("#gantts h4").count(), 0);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("40 jobs"));
  await lab.close(page);
});

/** Of each chart of a policy: the shares of its pixels in the colours of the legend's homes. Runs in the page. */
function painted(policy) {
  const colours = [...document.querySelectorAll("#gantt-legend > span")].slice(0, 2).map((s) => getComputedStyle(s.querySelector(".swatch")).backgroundColor.match(/\d+/g).map(Number));
  return [...document.querySelectorAll("#gantts .gantt")[policy].querySelectorAll("canvas:not(.waiting)")].map((canvas) => {
    const { width, height } = canvas.getBoundingClientRect();
    const ratio = canvas.width / width;
    const px = canvas.getContext("2d").getImageData(...[58, 8, width - 68, height - 32].map((v) => Math.round(v * ratio))).data;
    const sums = colours.map(() => 0);
    for (let i = 0; i < px.length; i += 4) {
      colours.forEach((c, k) => {
        if (px[i + 3] > 200 && Math.abs(c[0] - px[i]) + Math.abs(c[1] - px[i + 1]) + Math.abs(c[2] - px[i + 2]) < 12) sums[k]++;
      });
    }
    return sums.map((s) => (400 * s) / px.length);
  });
}

test("each site's chart has as much of each home's colour as its jobs held, light and dark", async () => {
  const page = await openGrid();
  const jobs = await lab.table(page, "jobs");
  const parts = await lab.table(page, "parts");
  const first = Math.min(...jobs.map((j) => j.submit_s));
  const last = Math.max(...jobs.map((j) => j.end_s));
  for await (const colorScheme of themes(page)) {
    for (const [i, policy] of ["grid-independent", "grid-sharing"].entries()) {
      await page.locator("#gantts .gantt").nth(i).scrollIntoViewIfNeeded();
      await drawn(page);
      const seen = await page.evaluate(painted, i);
      ["old", "new"].forEach((site, s) => {
        ["old", "new"].forEach((home, h) => {
          const ids = new Set(jobs.filter((j) => j.policy === policy && j.home_site === home).map((j) => j.job));
          const held = parts.filter((p) => p.policy === policy && p.site === site && ids.has(p.job)).reduce((sum, p) => sum + p.procs * (p.end_s - p.start_s), 0);
          const want = (100 * held) / (32 * (last - first));
          // Borders, numbers and the grid's lines take something away.
          assert.ok(seen[s][h] <= want + 1 && seen[s][h] >= 0.85 * want - 1, `${colorScheme}, ${policy}: site ${site} has ${seen[s][h].toFixed(1)} % of ${home}, its jobs held ${want.toFixed(1)} %`);
          if (policy === "grid-independent") assert.equal(held > 0, site === home);
        });
      });
    }
  }
  await lab.close(page);
});

test("a job is told about by keyboard, and outlined on all of its sites", async () => {
  const page = await openGrid();
  const multi = page.locator("#gantts .gantt").nth(2).locator("canvas:not(.waiting)");
  const jobs = (await lab.table(page, "jobs")).filter((j) => j.policy === "grid-multisite");
  const parts = (await lab.table(page, "parts")).filter((p) => p.policy === "grid-multisite");
  await multi.nth(0).scrollIntoViewIfNeeded();
  await multi.nth(0).focus();
  const pixels = () => multi.nth(1).evaluate((c) => c.toDataURL());
  const plain = await pixels();
  const onOld = parts.filter((p) => p.site === "old").sort((a, b) => a.start_s - b.start_s);
  let split = 0;
  for (let i = 0; i < onOld.length; i++) {
    await page.keyboard.press("n");
    const { head, list } = await tip(page);
    const job = jobs.find((j) => j.job === /\d+/.exec(head)[0]);
    assert.equal(list["Home site"], job.home_site);
    assert.equal(list["Ran on"], job.site.replace("+", " and "));
    assert.equal(list.Processors, job.procs === job.asked_procs ? job.procs : `${job.procs} (it asked for ${job.asked_procs})`);
    await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
    if (job.site.includes("+")) {
      split++;
      assert.equal(list["For being split"], `took ${Number(job.multisite_slowdown)} times as long`);
      assert.match(list["Split over"], /^(old and new|new and old) \(adaptive\)$/);
      assert.ok("larger first leaves room for" in list && "faster first leaves room for" in list, JSON.stringify(list));
      assert.notEqual(await pixels(), plain, `job ${job.job} is not outlined on the other site`);
    } else {
      assert.equal(list["Sent to"], "old (fastest)");
      assert.equal(await pixels(), plain, `job ${job.job} did not run on the other site`);
    }
  }
  assert.equal(split, jobs.filter((j) => j.site.includes("+")).length);
  assert.match(await page.textContent("#details"), /^Job \d+.*Home site/);
  await page.keyboard.press("w");
  const { title, summary } = await why(page);
  assert.match(title, /^Why did job \d+ not start earlier under /);
  assert.match(summary, /^Job \d+ (waited .*: |started at once).* on site/);
  await page.keyboard.press("Escape");

  const molded = page.locator("#gantts .gantt").nth(3).locator("canvas:not(.waiting)").nth(1);
  await molded.focus();
  let found = false;
  for (let i = 0; i < 40 && !found; i++) {
    await page.keyboard.press("n");
    const { list } = await tip(page);
    found = / \(it asked for \d+\)$/.test(list.Processors);
    if (found) assert.ok(list["Molded on"] && "free power of new" in list, JSON.stringify(list));
  }
  assert.ok(found, "no molded job is told about");
  if (shots) await page.screenshot({ path: join(shots, "grid-tip.png") });

  // The charts share their axis of time, and fill together with the queue beside.
  const whole = await page.textContent("#moment");
  await page.keyboard.press("+");
  await page.waitForFunction((t) => document.querySelector("#moment").textContent !== t, whole);
  await page.click("#zoom-all");
  await page.fill("#now", "300");
  await page.waitForFunction(() => document.body.classList.contains("watching"));
  assert.equal(await page.locator("#gantts canvas.waiting:visible").count(), 4);
  // Who waits has the colour of its home, as long as colours tell that.
  const queue = () => page.$eval("#gantts canvas.waiting", (c) => [...new Set(new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer))].map((v) => [v & 255, (v >> 8) & 255, (v >> 16) & 255].join()));
  const home = await page.$eval("#gantt-legend .swatch", (s) => getComputedStyle(s).backgroundColor.match(/\d+/g).join());
  assert.ok((await queue()).includes(home));
  await page.selectOption("#colouring", "width");
  assert.ok(!(await queue()).includes(home));
  await page.selectOption("#colouring", "home");
  if (shots) await page.locator("#gantts .gantt").first().screenshot({ path: join(shots, "grid-watching.png") });
  await lab.close(page);
});

test("sites, what they cost and the policies' options are chosen in the form", async () => {
  const page = await openGrid();
  const site = (i) => page.locator("#site-rows .site").nth(i);
  const set = (i, label, value) => site(i).getByLabel(label, { exact: true }).fill(value);
  await set(1, "Speed", "1");
  await page.click("#site-add");
  assert.equal(await page.locator("#site-rows .site").count(), 3);
  await set(2, "Name", "attic");
  await set(2, "Processors", "16");
  await page.click("#grid-options summary");
  await page.fill("#multisite-overhead", "0.5");
  await page.selectOption("#multisite-spread", "uniform");
  assert.ok(await page.isHidden("#speedup-serial"), "a linear speed-up has no serial fraction");
  await page.selectOption("#speedup-model", "downey");
  await page.fill("#speedup-variance", "2");
  await page.selectOption("#speedup-model", "amdahl");
  assert.ok(await page.isHidden("#speedup-variance"));
  await page.fill("#speedup-serial", "0.1");
  await page.selectOption("#plan-choice", "grid-multisite");
  await page.selectOption("#option-split", "larger");
  await page.click("#plan-add");
  for (const name of ["grid-independent", "grid-moldable"]) await page.uncheck(`#policy-${name}`);
  await page.click("#run");
  await shown(page);
  assert.match(await page.textContent("#run-note"), /^40 jobs on 80 processors of 3 sites/);
  assert.deepEqual(Object.keys(await metrics(page)), ["Load sharing", "Multi-site execution", "Multi-site execution (split=larger)"]);
  assert.deepEqual((await charts(page))[0].sites, ["old: 32 processors of speed 1", "new: 32 processors of speed 1", "attic: 16 processors of speed 1"]);
  const file = await lab.download(page, "[data-table=parts][data-format=arrow]");
  await lab.verified([file]);
  const spec = (await readFile(file)).toString("latin1");
  for (const part of ['"overhead":0.5', '"spread":"uniform"', '"model":"amdahl"', '"serial":0.1', '"name":"attic","procs":16']) assert.ok(spec.includes(part), part);
  assert.ok(!spec.includes("variance"), "an option of another model is in the Spec");

  // What cannot be is refused in the form or in one line, and nothing is lost.
  const before = await page.textContent("#metrics");
  await set(2, "Processors", "0");
  await page.click("#run");
  assert.ok(await page.$eval("#shown", (e) => e.classList.contains("stale")));
  assert.ok(await site(2).getByLabel("Processors").evaluate((e) => document.activeElement === e && !e.validity.valid));
  await set(2, "Processors", "16");
  await set(2, "Name", "old");
  await page.click("#run");
  await page.waitForFunction(() => document.querySelector("#error").textContent.includes("name the sites differently"));
  assert.equal(await page.textContent("#metrics"), before);
  for (const i of [2, 1]) await site(i).getByRole("button").click();
  await page.click("#run");
  await shown(page);
  assert.match(await page.textContent("#run-note"), /^40 jobs on 32 processors of 1 site[;,]/);
  await site(0).getByRole("button").click();
  await page.click("#run");
  await page.waitForFunction(() => document.querySelector("#error").textContent.includes("the grid has no site"));
  await lab.close(page);
});

test("a log's queues become sites, and what is wider than its home is counted", async () => {
  const page = await openGrid();
  await page.setInputFiles("#log", { name: "center.swf", mimeType: "text/plain", buffer: Buffer.from(queuesLog) });
  await page.waitForFunction(() => /^\d+ jobs on 14 processors of 3 sites/.test(document.querySelector("#run-note").textContent));
  await shown(page);
  assert.deepEqual((await charts(page))[0].sites.map((s) => s.split(":")[0]), ["queue 2", "queue 1", "queue 7"]);
  assert.equal(await page.inputValue("#home"), "queue");
  assert.match(await page.textContent("#sites-note"), /^3 sites, 14 processors, power 14\. The jobs' queues: 2, 1, 7\.$/);
  const log = join(lab.temp, "center.swf");
  await writeFile(log, queuesLog);
  const files = [];
  for (const t of ["jobs", "parts"]) files.push(await lab.download(page, `[data-table=${t}][data-format=parquet]`));
  await lab.verified(files, log);
  // A smaller site leaves its wide jobs out, and says so.
  await page.locator("#site-rows .site").first().getByLabel("Processors").fill("4");
  await page.click("#run");
  await shown(page);
  assert.match(await page.textContent("#run-note"), /left out/);
  assert.match(await page.textContent("#odd tbody"), /wider than its home site/);
  // By users there are other sites to choose; the suggestion comes back on request.
  await page.click("#sites-from");
  assert.match(await page.textContent("#sites-note"), /^3 sites, 14 processors/);
  await page.selectOption("#home", "user");
  assert.match(await page.textContent("#sites-note"), /The jobs' users: /);
  // The log stays when one machine is asked for.
  await page.click("#modes a[href='#machine']");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.includes("on 16 processors"));
  await shown(page);
  await lab.close(page);
});

test("the grid can be used on a phone, by name and with contrast, without layout shifts", async () => {
  for (const device of [{ viewport: { width: 1280, height: 900 } }, phone]) {
    const page = await openGrid(device);
    const shifts = await page.evaluate(layoutShifts);
    assert.ok(shifts < 0.1, `layout shifts by ${shifts}`);
    assert.deepEqual(await page.evaluate(unnamed), []);
    for await (const colorScheme of themes(page)) {
      assert.deepEqual(await page.evaluate(contrasts), [], `contrast below 4.5 in ${colorScheme}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), device.viewport.width);
      if (shots) await page.screenshot({ path: join(shots, `grid-${device.viewport.width}-${colorScheme}.png`), fullPage: true });
    }
    if (device === phone) {
      await page.tap("#setup > summary");
      await page.click("#grid-options summary");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), device.viewport.width);
      await page.uncheck("#policy-grid-independent");
      await page.tap("#run");
      await shown(page);
      assert.deepEqual(Object.keys(await metrics(page)), EXAMPLE.slice(1));
    }
    await lab.close(page);
  }
});
