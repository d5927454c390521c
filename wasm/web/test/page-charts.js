// What charts show: peaks however much time is shown, and nothing that is not known.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { lab, shots, shown, test, themes, tip } from "./lab.js";

/** A queue of 300 short jobs for some minutes of 50 days. */
const peaked = [
  "; MaxProcs: 8",
  ...Array.from({ length: 302 }, (_, i) => `${i + 1} ${[0, ...Array(300).fill(2_000_000), 4_320_000][i]} 0 20 8 -1 -1 8 60 -1 1 1 1 1 1 1 -1 -1`),
].join("\n");

/** Four jobs one after the other, which every policy starts at once. */
const alike = ["; MaxProcs: 8", ...[0, 1, 2, 3].map((i) => `${i + 1} ${9000 * i} 0 6000 ${2 * i + 1} -1 -1 8 9000 -1 1 1 1 1 1 1 -1 -1`)].join("\n");

/** How far down from the top of its plot a chart's highest coloured pixel is, as a part of its height. Runs in the page. */
function highest(id) {
  const canvas = document.querySelector(id);
  const { width, height } = canvas;
  const ratio = width / canvas.getBoundingClientRect().width;
  const [left, top, bottom] = [60 * ratio, 8 * ratio, height - 24 * ratio].map(Math.round);
  const px = canvas.getContext("2d").getImageData(left, 0, Math.round(width - 12 * ratio) - left, bottom).data;
  const across = px.length / 4 / bottom;
  const coloured = (i) => px[i + 3] > 0 && Math.max(px[i], px[i + 1], px[i + 2]) - Math.min(px[i], px[i + 1], px[i + 2]) > 20;
  for (let k = 0; k < px.length / 4; k++) if (coloured(4 * k)) return (Math.floor(k / across) - top) / (bottom - top);
  return 1;
}

test("a peak of the queue stays one however much time is shown, and the chart says what lines and bands are", async () => {
  const page = await lab.open();
  await shown(page);
  for (const name of ["fcfs", "cons", "sjf-easy"]) await page.uncheck(`#policy-${name}`);
  await page.setInputFiles("#log", { name: "peaked.swf", mimeType: "text/plain", buffer: Buffer.from(peaked) });
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("302 jobs"));
  await shown(page);
  await page.locator("#queued").scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
  if (shots) await page.locator("#over-time").screenshot({ path: join(shots, "over-time.png") });
  assert.ok((await page.evaluate(highest, "#queued")) < 0.03, "the longest queue reaches the top of the chart");
  assert.match(await page.textContent("#queued-note"), /^Lines are means over .* in bands from the least to the most in that time\. What is read out is of one moment\.$/);
  assert.match(await page.textContent("#busy-note"), /^Lines are means over [^,]*\. What is read out is of one moment\.$/);
  await lab.close(page);
});

test("where the shares of jobs are too many to be known, no use of nodes is drawn", async () => {
  const page = await lab.open({}, `${lab.server.url}#shared`);
  await shown(page);
  assert.ok((await page.isVisible("#busy")) && (await page.isHidden("#busy-unknown")));
  // The answer as it is for very many jobs.
  await page.evaluate(() => {
    const { parse } = JSON;
    JSON.parse = (text) => {
      const m = parse(text);
      if (m?.answer?.left_out) {
        m.answer.left_out.push("shares");
        delete m.answer.tables.shares;
      }
      return m;
    };
  });
  await page.click("#run");
  await page.waitForSelector("#busy-unknown:not([hidden])");
  await shown(page);
  assert.ok((await page.isHidden("#busy")) && (await page.isHidden("#busy-head")) && (await page.isHidden("#busy-note")));
  assert.equal(await page.textContent("#queued-title"), "Jobs waiting for their first start");
  if (shots) await page.locator("#over-time").screenshot({ path: join(shots, "over-time-unknown.png") });
  await page.click("#modes a[href='#machine']");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("5,000 jobs"));
  await shown(page);
  assert.ok((await page.isVisible("#busy")) && (await page.isHidden("#busy-unknown")));
  await lab.close(page);
});

/** The figures that are offered. */
function offered(page) {
  return page.$$eval("#figure option", (all) => all.filter((o) => !o.disabled && !o.hidden).map((o) => o.value));
}

/** The texts of a figure, as it is saved. */
async function figure(page, id) {
  await page.selectOption("#figure", id);
  const svg = await readFile(await lab.download(page, "[data-figure=svg]"), "utf8");
  return [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map((m) => m[1]);
}

const NOTHING = /^no (job has run|run|run is .*)$/m;

test("only figures that have something to show are offered, those of rule bases with what they need", async () => {
  const page = await lab.open();
  await shown(page);
  const always = await offered(page);
  assert.ok(always.includes("gantt") && !always.some((id) => ["shares", "strategies", "rules"].includes(id)), String(always));
  for (const id of always) assert.doesNotMatch((await figure(page, id)).join("\n"), NOTHING, id);
  const base = await page.$eval("#policy-rows input[value^='rules:']", (e) => e.value);
  await page.check(`[id="policy-${base}"]`);
  await page.click("#run");
  await shown(page);
  assert.deepEqual((await offered(page)).filter((id) => !always.includes(id)), ["strategies", "rules"]);
  for (const id of ["strategies", "rules"]) {
    const texts = await figure(page, id);
    assert.ok(texts.length > 10, `${id}: ${texts}`);
    assert.doesNotMatch(texts.join("\n"), NOTHING, id);
  }
  // A figure that is no longer offered is not the chosen one.
  await page.uncheck(`[id="policy-${base}"]`);
  await page.click("#run");
  await shown(page);
  assert.equal(await page.inputValue("#figure"), "gantt");
  await page.click("#modes a[href='#shared']");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("20 jobs on 5 nodes"));
  await shown(page);
  assert.ok((await offered(page)).includes("shares"));
  await lab.close(page);
});

test("a rerun keeps what part of the time is shown, and a figure shows that part in the chart's colours", async () => {
  const page = await lab.open();
  await shown(page);
  const moment = () => page.textContent("#moment");
  const whole = await moment();
  for (let i = 0; i < 5; i++) await page.click("#zoom-in");
  await page.waitForFunction((t) => document.querySelector("#moment").textContent !== t, whole);
  await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
  const part = await moment();
  await page.uncheck("#policy-fcfs");
  await page.click("#run");
  await shown(page);
  await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
  assert.equal(await moment(), part, "the run under fewer policies is of the same time");
  const days = (texts) => texts.map((t) => /^(?:day )?(\d+)/.exec(t)?.[1]).filter(Boolean).map(Number);
  const zoomed = await figure(page, "gantt");
  assert.ok(zoomed.includes("Waited") && zoomed.includes("up to 1 min"), `coloured by wait: ${zoomed}`);
  await page.selectOption("#colouring", "order");
  assert.ok((await figure(page, "gantt")).includes("before one submitted earlier"));
  await page.click("#zoom-all");
  const all = await figure(page, "gantt");
  assert.notDeepEqual(days(all), days(zoomed), "the axis of time is another");
  // Another workload has a time of its own.
  await page.click("#zoom-in");
  await page.fill("#shrink", "0.5");
  await page.click("#run");
  await shown(page);
  assert.equal(await page.evaluate(() => Number(document.querySelector("#now").value)), 1000);
  await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
  assert.match(await moment(), /^day 1, .* to day \d+/);
  await lab.close(page);
});

test("lines that coincide are all seen, each in its colour", async () => {
  const page = await lab.open();
  await shown(page);
  await page.setInputFiles("#log", { name: "apart.swf", mimeType: "text/plain", buffer: Buffer.from(alike) });
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("4 jobs"));
  await shown(page);
  await page.locator("#busy").scrollIntoViewIfNeeded();
  for await (const colorScheme of themes(page)) {
    const seen = await page.evaluate(() => {
      const canvas = document.querySelector("#busy");
      const px = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      return [...document.querySelectorAll("#legend .swatch")].map((s) => {
        const [r, g, b] = getComputedStyle(s).backgroundColor.match(/\d+/g).map(Number);
        let n = 0;
        for (let i = 0; i < px.length; i += 4) if (px[i + 3] > 200 && Math.abs(px[i] - r) + Math.abs(px[i + 1] - g) + Math.abs(px[i + 2] - b) < 24) n++;
        return n;
      });
    });
    assert.equal(seen.length, 4);
    assert.ok(seen.every((n) => n > 30), `pixels of each policy: ${seen}`);
    if (shots) await page.locator("#over-time").screenshot({ path: join(shots, `coincide-${colorScheme}.png`) });
  }
  await lab.close(page);
});

test("what keys have found stays when the page moves below a pointer at rest, and goes when the pointer has come and gone", async () => {
  const page = await lab.open();
  await shown(page);
  const chart = page.locator("#gantts canvas[tabindex]").first();
  await chart.focus();
  await page.keyboard.press("n");
  const found = (await tip(page)).head;
  await chart.dispatchEvent("pointerleave"); // as a browser has it where the page scrolls
  assert.equal((await tip(page)).head, found);
  const { x, y, width, height } = await chart.boundingBox();
  await page.mouse.move(x + width / 2, y + 0.4 * height);
  await page.mouse.move(x + width / 2, y + 0.5 * height);
  await page.mouse.move(2, 2);
  await page.waitForSelector("#tip", { state: "hidden" });
  await lab.close(page);
});
