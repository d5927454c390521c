// Two policies compared, job by job and by groups, in the page.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { tableFromIPC } from "@uwdata/flechette";
import { contrasts, drawn, eventually, lab, layoutShifts, phone, run, shiftedThings, shots, shown, splitCSV, test, themes, unnamed } from "./lab.js";

/** Brings the comparison into view and waits for its charts. */
async function compared(page) {
  await page.locator("#compare").scrollIntoViewIfNeeded();
  await page.waitForSelector("#compare-body[data-shown]");
}

async function saved(page, name) {
  const coming = page.waitForEvent("download");
  await page.click(`[data-save="${name}"]`);
  const file = join(lab.temp, `compare-${Math.random().toString(36).slice(2)}`);
  await (await coming).saveAs(file);
  return readFile(file, "utf8");
}

const records = (text) => {
  const [head, ...rows] = text.trimEnd().split("\n").map(splitCSV);
  return rows.map((r) => Object.fromEntries(head.map((h, i) => [h, r[i]])));
};

/** How many pixels of each Gantt chart have the colour of jobs that are not to be looked at. Runs in the page. */
function palePixels() {
  return [...document.querySelectorAll("#gantts canvas:not(.waiting)")].map((canvas) => {
    const px = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    let n = 0;
    for (let i = 0; i < px.length; i += 4) if (px[i] === 0xe4 && px[i + 1] === 0xe8 && px[i + 2] === 0xec && px[i + 3] === 255) n++;
    return n;
  });
}

/** The pale pixels once they are as expected. */
const paleOnce = (page, ok) => eventually(page, () => page.evaluate(palePixels), ok);

test("the marks of the table of metrics are the stars of the command, and say what they mean", async () => {
  const page = await lab.open();
  await shown(page);
  const names = ["wait_mean_s", "wait_p95_s", "wait_max_s", "bsld_mean", "util", "loc", "makespan_s", "fairness_users", "killed_share"];
  const { stdout } = await run(lab.native, ["run", "--policy", "fcfs,easy,cons,sjf-easy", "--metrics", names.join(",")]);
  const lines = stdout.split("\n").map((l) => l.trim().split(/\s+/));
  const stars = names.map((name) => lines.find((cells) => cells[0] === name).slice(1).map((v) => ({ "*": "best", "'": "first" })[v.at(-1)] ?? ""));
  assert.deepEqual([...new Set(stars.flat())].sort(), ["", "best", "first"], "the test needs each of them");
  assert.deepEqual(await page.$$eval("#metrics tbody tr", (rows) => rows.map((r) => [...r.querySelectorAll("td")].map((td) => td.className))), stars);
  assert.deepEqual(await page.$$eval("#metrics td:not([class='']) .unseen", (all) => [...new Set(all.map((e) => e.textContent))].sort()), [" best", " first, not surely best"]);
  assert.match(await page.textContent("#metrics-marks"), /^best: the best of its row, by more than the 12 weeks of this log vary .*first, not surely best: the 12 weeks of this log do not tell it/);
  await lab.close(page);
});

test("what the page says of two policies is what the command's jobs say, in the sentence and in the numbers of every chart", async () => {
  const page = await lab.open();
  await shown(page);
  assert.ok(!(await page.evaluate(() => performance.getEntriesByType("resource").some((e) => /panel-/.test(e.name)))), "nothing is loaded before it comes into view");
  const opened = await page.evaluate(layoutShifts); // which other tests have a limit for
  await compared(page);
  const out = join(lab.temp, "compare");
  const { stdout } = await run(lab.native, ["run", "--policy", "fcfs,easy,cons,sjf-easy", "--out", out, "--formats", "arrow", "--json"]);
  const table = tableFromIPC(await readFile(join(out, "jobs.arrow")));
  const [policy, job, wait] = ["policy", "job", "wait_s"].map((name) => Array.from(table.getChild(name).toArray()));
  const jobs = policy.map((p, i) => ({ policy: p, job: String(job[i]), wait_s: wait[i] }));
  const of = (policy) => new Map(jobs.filter((j) => j.policy === policy).map((j) => [j.job, j]));
  const [fcfs, easy] = [of("fcfs"), of("easy")];
  const rows = records(await saved(page, "jobs.csv"));
  assert.equal(rows.length, fcfs.size);
  for (const r of rows) {
    const [a, b] = [fcfs.get(r.Job), easy.get(r.Job)];
    assert.deepEqual([r["Wait under FCFS, s"], r["Wait under EASY, s"], r["Change, s"]].map(Number), [Number(a.wait_s), Number(b.wait_s), b.wait_s - a.wait_s]);
  }
  const earlier = rows.filter((r) => Number(r["Change, s"]) < 0).length;
  const later = rows.filter((r) => Number(r["Change, s"]) > 0).length;
  const format = (n) => n.toLocaleString("en-US");
  assert.ok((await page.textContent("#compare-headline")).startsWith(`Under EASY, ${format(earlier)} of ${format(rows.length)} jobs start earlier than under FCFS, ${format(later)} later; the mean wait falls from `));
  // The groups' means, weighted by their jobs, are the change of the mean wait that the command prints.
  const groups = records(await saved(page, "groups.csv"));
  const printed = JSON.parse(stdout).runs.map((r) => ({ policy: r.policy, ...r.metrics }));
  const mean = (policy) => Number(printed.find((r) => r.policy === policy).wait_mean_s);
  assert.ok(groups.some((g) => Number(g["± 95 %, s"]) > 0) && groups.every((g) => g["± 95 %, s"] === "" || Number(g["± 95 %, s"]) >= 0));
  assert.match(await page.textContent("#compare-groups .note"), /The thin line is the 95 % interval of the mean, over the 12 weeks in which the jobs were submitted\./);
  const weighted = groups.reduce((sum, g) => sum + g.Jobs * g["Mean change, s"], 0) / rows.length;
  assert.ok(Math.abs(weighted - (mean("easy") - mean("fcfs"))) < 1e-6 * Math.abs(weighted), `${weighted}`);
  for (const [name, metric] of [["waits", "wait"], ["slowdowns", "bsld"]]) {
    const ranks = records(await saved(page, `${name}.csv`));
    for (const [k, policy] of ["fcfs", "easy", "cons", "sjf-easy"].entries()) {
      const row = printed.find((r) => r.policy === policy);
      const unit = metric === "wait" ? "_s" : "";
      const at = (p) => Number(Object.entries(ranks[k]).find(([h]) => h.startsWith(p))[1]);
      assert.deepEqual([at("50 %"), at("95 %"), at("99 %"), at("all")], [`${metric}_p50${unit}`, `${metric}_p95${unit}`, `${metric}_p99${unit}`, `${metric}_max${unit}`].map((c) => Number(row[c])));
    }
  }
  const overtaken = records(await saved(page, "overtaken.csv"));
  assert.deepEqual(overtaken.map((r) => Number(r["Fairness between users"])), ["fcfs", "easy", "cons", "sjf-easy"].map((p) => Number(printed.find((r) => r.policy === p).fairness_users)));
  assert.deepEqual([overtaken[0]["Jobs overtaken"], overtaken[0]["Jobs that overtook"]], ["0", "0"], "nobody overtakes under FCFS");
  const shifts = (await page.evaluate(layoutShifts)) - opened;
  assert.ok(shifts < 0.1, `layout shifts by ${shifts} when policies are compared: ${await page.evaluate(shiftedThings)}`);
  await lab.close(page);
});

test("a job pointed at in one chart is outlined in all, and a region dragged over makes all other jobs pale", async () => {
  const page = await lab.open();
  await shown(page);
  await compared(page);
  const place = page.locator("#compare-jobs .compare-place");
  await place.focus();
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  const told = await page.textContent("#details");
  assert.match(told, /^Job \d+: Processors .*Waits under FCFS .*, Waits under EASY .*, Change /);
  const ring = () => page.$eval("#compare-jobs .ring", (e) => (e.style.display === "none" ? "" : `${e.getAttribute("cx")} ${e.getAttribute("cy")}`));
  const second = await ring();
  assert.notEqual(second, "");
  await page.keyboard.press("p");
  assert.notEqual(await ring(), second);
  await page.keyboard.press("Escape");
  assert.equal(await ring(), "");
  // In a Gantt chart, by keys: the job is ringed here.
  await page.locator("#gantts canvas:not(.waiting)").first().focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("n");
  assert.notEqual(await ring(), "");
  await page.keyboard.press("Escape");
  assert.equal(await ring(), "");
  await place.scrollIntoViewIfNeeded();
  await drawn(page);
  const before = await page.evaluate(palePixels);
  const box = await place.boundingBox();
  await page.mouse.move(box.x + 60, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height - 60, { steps: 4 });
  await page.mouse.up();
  const chosen = /^([\d,]+) jobs chosen: ([\d,]+) earlier and ([\d,]+) later under EASY; mean wait .* under FCFS, .* under EASY\.$/.exec(await page.textContent("#compare-chosen strong"));
  assert.ok(chosen, await page.textContent("#compare-chosen"));
  const [n, earlier, later] = chosen.slice(1).map((v) => Number(v.replaceAll(",", "")));
  assert.ok(n > 50 && n < 5000 && earlier + later <= n);
  assert.equal(await page.textContent("#details"), await page.textContent("#compare-chosen strong"));
  await page.locator("#gantts").scrollIntoViewIfNeeded();
  const more = (all) => all.length === 4 && all.every((p, i) => p > before[i] + 1000);
  const pale = await paleOnce(page, more);
  assert.ok(more(pale), `${before} then ${pale}`);
  if (shots) await page.locator("#gantts").screenshot({ path: join(shots, "compare-gantts.png") });
  await page.click("#compare-all");
  await page.locator("#gantts").scrollIntoViewIfNeeded();
  assert.deepEqual(await paleOnce(page, (all) => String(all) === String(before)), before);
  // A group, by its button.
  await page.click("#compare-groups summary");
  await page.waitForSelector("#compare-groups tbody button");
  const width = await page.$eval("#compare-groups tbody tr:last-child", (tr) => [...tr.cells].map((c) => c.textContent));
  await page.click("#compare-groups tbody tr:last-child button");
  assert.ok((await page.textContent("#compare-chosen strong")).startsWith(`${width[1]} jobs chosen (jobs of ${width[0]} processors): `));
  await lab.close(page);
});

test("the policies compared, the groups and the axes are in the link, and the chart of jobs follows the time in sight", async () => {
  const page = await lab.open();
  await shown(page);
  await compared(page);
  await page.selectOption("#compare-to", "sjf-easy");
  await page.waitForSelector("#compare-body[data-shown='fcfs sjf-easy']");
  await page.click("#compare-swap");
  await page.waitForSelector("#compare-body[data-shown='sjf-easy fcfs']");
  await page.selectOption("#compare-by", "run");
  await page.selectOption("#compare-across", "wait");
  await page.waitForFunction(() => document.querySelector("#compare-groups .note").textContent.includes("By the run time under"));
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes('"by":"run"'));
  const headline = await page.textContent("#compare-headline");
  await page.reload();
  await shown(page);
  await compared(page);
  assert.equal(await page.textContent("#compare-headline"), headline);
  assert.deepEqual(await page.evaluate(() => ["from", "to", "by", "across"].map((k) => document.querySelector(`#compare-${k}`).value)), ["sjf-easy", "fcfs", "run", "wait"]);
  await page.selectOption("#compare-across", "time");
  const note = () => page.textContent("#compare-jobs .note");
  await page.waitForFunction(() => /^All 5,000 jobs are drawn/.test(document.querySelector("#compare-jobs .note").textContent));
  await page.evaluate(() => document.querySelector("#zoom-in").click());
  await page.waitForFunction(() => /^The [\d,]+ of 5,000 jobs in the time shown are drawn/.test(document.querySelector("#compare-jobs .note").textContent));
  assert.ok(await note());
  // A policy cannot be compared with itself: the other takes its place.
  await page.selectOption("#compare-to", "sjf-easy");
  await page.waitForSelector("#compare-body[data-shown='fcfs sjf-easy']");
  await lab.close(page);
});

test("a chart is saved in the colours of paper whatever the page's are, and needs no style of the page", async () => {
  const page = await lab.open({ colorScheme: "dark" });
  await shown(page);
  await compared(page);
  for (const name of ["jobs", "groups", "waits", "slowdowns", "widths", "overtaken"]) {
    const svg = await saved(page, `${name}.svg`);
    assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="720"/);
    assert.ok(!/var\(|<style/.test(svg), name);
    assert.ok(svg.includes('fill="#ffffff"') && svg.includes("FCFS") && svg.includes("EASY"), name);
    const wrong = await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")?.textContent, svg);
    assert.equal(wrong, undefined, name);
    const colours = [...svg.matchAll(/#(?:0072b2|1b7837|56b4e9|7fcf8a)/g)].map((m) => m[0]);
    assert.ok(colours.length > 0 && colours.every((c) => ["#0072b2", "#1b7837"].includes(c)), `${name}: ${[...new Set(colours)]}`);
  }
  assert.ok(!(await page.evaluate(() => document.documentElement.hasAttribute("data-paper"))), "the page is dark again");
  await lab.close(page);
});

test("policies of grids, shared nodes and clusters are compared, and one policy alone is not", async () => {
  for (const mode of ["grid", "shared", "cluster"]) {
    const page = await lab.open({}, `${lab.server.url}#${mode}`);
    await shown(page);
    assert.ok(await page.isVisible("#compare"), mode);
    await compared(page);
    assert.match(await page.textContent("#compare-headline"), /^Under .+, [\d,]+ of [\d,]+ jobs? start earlier than under .+, [\d,]+ later; the mean wait /, mode);
    assert.equal(await page.locator("#compare-body svg.plot").count(), 6, mode);
    // The largest bounded slowdown and, on nodes, the largest stretch are the metric's.
    const slowest = records(await saved(page, "slowdowns.csv"));
    const metric = (await lab.table(page, "runs")).map((r) => Number(r.bsld_max));
    slowest.forEach((r, k) => assert.ok(Math.abs(Number(r["all at most"]) - metric[k]) <= 1e-9 * metric[k], `${mode}: ${r["all at most"]} and ${metric[k]}`));
    await lab.close(page);
  }
  const page = await lab.open();
  await shown(page);
  for (const name of ["easy", "cons", "sjf-easy"]) await page.uncheck(`#policy-${name}`);
  await page.click("#run");
  await shown(page);
  assert.ok(await page.isHidden("#compare"));
  await lab.close(page);
});

test("the comparison can be read and used on a phone, in light and dark", async () => {
  const page = await lab.open(phone);
  await shown(page);
  await compared(page);
  for (const s of await page.$$("#compare summary")) await s.click();
  for await (const colorScheme of themes(page)) {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), await page.evaluate(() => innerWidth));
    assert.deepEqual(await page.evaluate(unnamed), []);
    assert.deepEqual(await page.evaluate(contrasts), [], colorScheme);
    const small = await page.$$eval("#compare :is(button, select, summary)", (all) => all.filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 24).map((e) => e.textContent));
    assert.deepEqual(small, []);
    if (shots) await page.locator("#compare").screenshot({ path: join(shots, `compare-phone-${colorScheme}.png`) });
  }
  await lab.close(page);
});
