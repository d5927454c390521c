// What visitors stumbled over once: results of something else, words of the command, places that say nothing.
import assert from "node:assert/strict";
import { lab, shown, test } from "./lab.js";

const text = (name, content) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
const swf = (procs, jobs) => [`; MaxProcs: ${procs}`, ...jobs.map(([submit, run, width], i) => `${i + 1} ${submit} 0 ${run} ${width} -1 -1 ${width} ${run} -1 1 1 1 1 1 1 -1 -1`)].join("\n");

test("a change is simulated by itself, and until then a ribbon says whose the results are", async () => {
  const page = await lab.open();
  await shown(page);
  await page.evaluate(() => {
    window.told = [];
    new MutationObserver(() => window.told.push(document.querySelector("#stale").hidden ? "" : document.querySelector("#stale-of").textContent)).observe(document.querySelector("#stale"), { attributes: true });
  });
  const jobs = await page.$$eval("#workload-choice option", (all) => all.find((o) => /lesson/i.test(o.textContent)).value);
  await page.selectOption("#workload-choice", jobs);
  await page.waitForFunction(() => /^\d+ jobs/.exec(document.querySelector("#run-note").textContent)?.[0].length < 8);
  await shown(page);
  const told = await page.evaluate(() => window.told);
  assert.match(told[0], /^Not of what is chosen now: results of default, 4 policies\.$/);
  assert.ok(await page.isHidden("#stale"));
  await page.uncheck("#policy-fcfs");
  await page.waitForFunction(() => document.querySelectorAll("#metrics thead button").length === 3);
  await lab.close(page);
});

test("on a Slurm cluster the headline follows what is tried, and says who gains and who pays", async () => {
  const page = await lab.open({}, `${lab.server.url}#cluster`);
  await shown(page);
  assert.match(await page.textContent("#headline"), /^Under Slurm a job waits/);
  await page.getByLabel("Weight of fair share").fill("4");
  await page.waitForFunction(() => document.querySelector("#headline").textContent.startsWith("With this change"));
  assert.match(await page.textContent("#headline"), /on average under Slurm instead of .*; \w+ gains .*, \w+ pays /);
  await lab.close(page);
});

test("a machine's size that is a guess is called one, and jobs that are left out come first", async () => {
  const page = await lab.open();
  await shown(page);
  const row = (id, at) => `${id}|2024-01-0${at}T00:00:00|2024-01-0${at}T00:00:00|2024-01-0${at}T10:00:00|4|12:00:00|COMPLETED|u`;
  await page.setInputFiles("#log", text("sacct.txt", ["JobID|Submit|Start|End|AllocCPUS|Timelimit|State|User", ...[1, 2, 3, 4].map((d) => row(d, d))].join("\n")));
  await page.waitForFunction(() => document.querySelector("#headline").textContent.includes("guess"));
  assert.match(await page.textContent("#headline"), /^The machine's size is a guess, 4 processors, so large that nobody waits/);
  assert.doesNotMatch(await page.textContent("#summary"), /--/);
  await page.click("#headline-procs");
  assert.equal(await page.evaluate(() => document.activeElement.id), "procs");
  await page.setInputFiles("#log", text("wide.swf", swf(8, [[0, 100, 1], [10, 100, 8], [20, 100, 8], [30, 100, 1]])));
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("4 jobs"));
  await page.fill("#procs", "1");
  await page.waitForFunction(() => /^2 of 4 jobs are left out/.test(document.querySelector("#headline").textContent));
  await lab.close(page);
});

test("a table whose columns have names of their own is read as the visitor says, and errors speak of what the page has", async () => {
  const page = await lab.open();
  await shown(page);
  await page.setInputFiles("#log", text("own.csv", "arrival;breadth;duration\n0;2;100\n10;4;50\n20;1;30\n"));
  await page.waitForSelector("#mapping:not([hidden])");
  assert.doesNotMatch(await page.textContent("#log-error"), /--/);
  assert.equal(await page.locator("#mapping tbody tr").count(), 3);
  await page.selectOption("#map-procs", "breadth");
  assert.deepEqual(await page.$$eval("#mapping select", (all) => all.map((s) => s.value)), ["arrival", "breadth", "duration"]);
  await page.click("#map-read");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("3 jobs"));
  assert.ok(await page.isHidden("#mapping"));
  await page.setInputFiles("#log", { name: "random.bin", mimeType: "application/octet-stream", buffer: Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7919) % 251)) });
  await page.waitForFunction(() => document.querySelector("#log-error").textContent === "random.bin: This is not a text file.");
  await lab.close(page);
});

test("a link of a log that is not here asks for it where the results will be", async () => {
  const sha256 = "0".repeat(64);
  const page = await lab.open({}, `${lab.server.url}#machine?log=own.swf~${sha256}`);
  await page.waitForSelector("#empty label");
  assert.match(await page.textContent("#empty"), /This link needs own\.swf\. Drop it here/);
  await lab.close(page);
});

test("no file control scrolls the page away, and an address that leads nowhere says so", async () => {
  const page = await lab.open({}, `${lab.server.url}#nonsense`);
  await shown(page);
  assert.equal(await page.textContent("#link-error"), 'This page has no part called "nonsense": here is the laboratory.');
  await page.evaluate(() => document.querySelector("#rules-file").focus());
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.goto(`${lab.server.url}#learn/99`);
  await page.waitForSelector("#story .error:not([hidden])");
  assert.match(await page.textContent("#story .error"), /no "99" here: steps are numbered from 1 to 10/);
  await lab.close(page);
});

test("a link that was copied says so beside its button, and swatches stand on top of their columns", async () => {
  const page = await lab.open({ permissions: ["clipboard-write", "clipboard-read"] });
  await shown(page);
  await page.click("#repeat-link");
  await page.waitForFunction(() => document.querySelector("#take-said").textContent.startsWith("Copied"));
  const boxes = await page.$$eval("#metrics thead th:not(:first-child)", (all) => all.map((th) => [th.getBoundingClientRect(), th.querySelector(".swatch").getBoundingClientRect()].map((b) => [b.left, b.right, b.top])));
  for (const [th, mark] of boxes) assert.ok(mark[0] >= th[0] && mark[1] <= th[1] && mark[2] - th[2] < 4, JSON.stringify([th, mark]));
  await lab.close(page);
});

test("of two files that are dropped at once, the page says which it took", async () => {
  const page = await lab.open();
  await shown(page);
  const files = [["a.swf", swf(4, [[0, 10, 1]])], ["b.swf", swf(4, [[0, 20, 1]])]];
  await page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, content] of files) dataTransfer.items.add(new File([content], name));
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
  }, files);
  await page.waitForFunction(() => document.querySelector("#log-error").textContent === "Only a.swf was taken: one of 2 files at a time.");
  await lab.close(page);
});
