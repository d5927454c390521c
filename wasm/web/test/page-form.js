// What the page says of its forms and of what is shown: that it is of the forms as they are, or not.
import assert from "node:assert/strict";
import { lab, metrics, shown, test } from "./lab.js";

/** A log of one job, of one processor of one. */
const oneJob = ["; MaxProcs: 1", "1 0 0 600 1 -1 -1 1 900 -1 1 1 1 1 1 1 -1 -1"].join("\n");

test("a form that is changed during a run makes its results old ones", async () => {
  const page = await lab.open();
  await shown(page);
  // The change comes while the simulator works: once it has been asked, before it has answered.
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (m, ...rest) {
      post.call(this, m, ...rest);
      if (!m.json?.includes('"op":"run"')) return;
      Worker.prototype.postMessage = post;
      document.querySelector("#policy-fcfs").click();
    };
  });
  await page.click("#run");
  await page.waitForFunction(() => !document.querySelector("#policy-fcfs").checked);
  await page.waitForSelector("#cancel", { state: "hidden" });
  assert.ok(await page.$eval("#shown", (e) => e.classList.contains("stale")), "what is shown is of another form");
  assert.equal(await page.textContent("#status"), "Run to see the change.");
  assert.equal(Object.keys(await metrics(page)).length, 4);
  await page.click("#run");
  await shown(page);
  assert.deepEqual(Object.keys(await metrics(page)), ["EASY", "Conservative", "SJF-EASY"]);
  await lab.close(page);
});

test("Back leads to what was shown before, and other anchors leave it as it is", async () => {
  const page = await lab.open();
  await shown(page);
  const mode = () => page.$eval("#form", (f) => f.dataset.mode);
  const reached = (name) => page.waitForFunction((want) => document.querySelector("#form").dataset.mode === want, name);
  await page.click("#modes a[href='#grid']");
  await reached("grid");
  await shown(page);
  await page.evaluate(() => (location.hash = "results")); // as the link over the page does
  await page.waitForFunction(() => location.hash === "#results");
  assert.equal(await mode(), "grid");
  await page.click("#modes a[href='#nodes']");
  await reached("nodes");
  await page.goBack(); // to #results
  await reached("grid");
  await page.goBack(); // to #grid
  await page.goBack(); // to the page without a mode
  await reached("machine");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("5,000 jobs"));
  await shown(page);
  assert.equal(await page.$eval("#modes [aria-current]", (a) => a.textContent), "One machine");
  await page.goForward();
  await reached("grid");
  await lab.close(page);
});

test("live regions are silent while the charts play", async () => {
  const page = await lab.open();
  await shown(page);
  await page.evaluate(() => {
    window.told = [];
    const live = document.querySelectorAll("output, [aria-live], [role=status], [role=alert], [role=log]");
    for (const e of live) new MutationObserver(() => window.told.push(`${e.id}: ${e.textContent}`)).observe(e, { childList: true, characterData: true, subtree: true });
  });
  const before = await page.textContent("#moment");
  await page.click("#play");
  await page.waitForFunction(() => Number(document.querySelector("#now").value) > 20);
  assert.notEqual(await page.textContent("#moment"), before);
  assert.deepEqual(await page.evaluate(() => window.told), []);
  await page.click("#play");
  await page.waitForFunction(() => window.told.length > 0);
  assert.match((await page.evaluate(() => window.told)).join("\n"), /^details: Paused at day \d+, \d\d:\d\d$/);
  await lab.close(page);
});

test("one job is one job, one fault has one name, and a number an hour is one", async () => {
  const page = await lab.open();
  await shown(page);
  await page.setInputFiles("#log", { name: "empty.swf", mimeType: "text/plain", buffer: Buffer.alloc(0) });
  await page.waitForSelector("#log-error:not([hidden])");
  assert.match(await page.textContent("#log-error"), /^empty\.swf: (?!empty\.swf)/);
  await page.setInputFiles("#log", { name: "one.swf", mimeType: "text/plain", buffer: Buffer.from(oneJob) });
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("1 job on 1 processor at"));
  await shown(page);
  await page.check("#all-metrics");
  for (const text of [await page.innerText("main"), await page.innerText("#form")]) assert.doesNotMatch(text, /\b1 (jobs|processors|users|rows|policies)\b|1\/h/);
  assert.match((await metrics(page)).EASY.Throughput, /^[\d.]+\/h$/);
  await lab.close(page);
});
