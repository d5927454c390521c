// What the page says of its forms and of what is shown: that it is of the forms as they are, or not.
import assert from "node:assert/strict";
import { lab, metrics, shown, test } from "./lab.js";
import { smallLog } from "./logs.js";

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
  // What is shown last is of the form as it is, though nobody has asked again.
  await page.waitForFunction(() => document.querySelectorAll("#metrics thead button").length === 3);
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
  await page.click("#modes a[href='#shared']");
  await reached("shared");
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
  await page.waitForFunction(() => document.body.classList.contains("watching") && Number(document.querySelector("#now").value) > 20);
  assert.notEqual(await page.textContent("#moment"), before);
  assert.deepEqual(await page.evaluate(() => window.told), []);
  await page.click("#play");
  await page.waitForFunction(() => window.told.length > 0);
  assert.match((await page.evaluate(() => window.told)).join("\n"), /^details: Paused at day \d+, \d\d:\d\d\. FCFS: [^\n]* waiting\.$/);
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

test("a log that is being read is said to be, and no rerun reads it again but by another width or simulator", async () => {
  const page = await lab.open();
  await shown(page);
  await page.evaluate(() => {
    window.asked = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (m, ...rest) {
      const op = m.json && JSON.parse(m.json).op;
      window.asked.push(op);
      window.simulator = this;
      if (op === "load" && !window.release) window.release = () => post.call(this, m, ...rest); // held back
      else post.call(this, m, ...rest);
    };
  });
  await page.setInputFiles("#log", { name: "six.swf", mimeType: "text/plain", buffer: Buffer.from(smallLog) });
  await page.waitForFunction(() => window.release);
  assert.equal(await page.textContent("#log-said"), `Reading six.swf, ${smallLog.length} B…`);
  await page.evaluate(() => window.release());
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("6 jobs on 8 processors"));
  await shown(page);
  assert.equal(await page.textContent("#log-said"), "");
  const loads = () => page.evaluate(() => window.asked.filter((op) => op === "load").length);
  assert.equal(await loads(), 1);
  const rerun = async () => {
    await page.click("#run");
    await shown(page);
    return loads();
  };
  await page.uncheck("#policy-fcfs");
  assert.equal(await rerun(), 1);
  await page.fill("#shrink", "0.5");
  assert.equal(await rerun(), 1);
  await page.selectOption("#width", "requested");
  assert.equal(await rerun(), 2);
  assert.equal(await rerun(), 2);
  await page.evaluate(() => window.simulator.onmessage({ data: { kind: "dead", why: "it ran out of memory" } }));
  assert.equal(await rerun(), 3);
  await lab.close(page);
});

test("the form says the load that the run has, with the jobs that are too wide for the machine left out", async () => {
  const page = await lab.open();
  await shown(page);
  for (const [procs, factor] of [["3", "1"], ["17", "0.8"], ["64", "1"], ["512", "1"]]) {
    await page.fill("#procs", procs);
    await page.fill("#shrink", factor);
    const said = /^Offered load about ([\d.]+) on (\d+) processors(?:: more work arrives than the machine can do)?(?:; ([\d,]+) wider jobs will be left out)?\.$/.exec(await page.textContent("#load-note"));
    assert.ok(said && said[2] === procs, await page.textContent("#load-note"));
    await page.click("#run");
    await shown(page);
    const [, jobs, load, out] = /^([\d,]+) jobs on \d+ processors at an offered load of ([\d.]+)(?:, ([\d,]+) rows left out)?/.exec(await page.textContent("#run-note"));
    assert.equal(said[3], out);
    assert.equal(Number(jobs.replace(",", "")) + Number((out ?? "0").replace(",", "")), 5000);
    assert.ok(Math.abs(Number(said[1]) - Number(load)) <= 0.002 * Number(load), `the form says ${said[1]}, the run ${load}`); // submissions are whole seconds
  }
  await lab.close(page);
});
