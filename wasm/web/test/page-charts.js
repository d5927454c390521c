// What charts show: peaks however much time is shown, and nothing that is not known.
import assert from "node:assert/strict";
import { join } from "node:path";
import { lab, shots, shown, test } from "./lab.js";

/** A queue of 300 short jobs for some minutes of 50 days. */
const peaked = [
  "; MaxProcs: 8",
  ...Array.from({ length: 302 }, (_, i) => `${i + 1} ${[0, ...Array(300).fill(2_000_000), 4_320_000][i]} 0 20 8 -1 -1 8 60 -1 1 1 1 1 1 1 -1 -1`),
].join("\n");

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
  const page = await lab.open({}, `${lab.server.url}#nodes`);
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
