// All that is chosen is in the address, in the history and in the tab; files of one's own are remembered until they are forgotten.
import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lab, metrics, root, run, shown, test } from "./lab.js";
import { smallLog } from "./logs.js";

/** What the forms say, of all controls that are shown. */
function forms() {
  return [...document.querySelectorAll("#form input:not([type=file]), #form select, #form textarea")]
    .filter((e) => e.checkVisibility() && !e.id.startsWith("add-") && !e.id.startsWith("plan-"))
    .map((e) => `${e.id || e.parentElement.textContent}: ${e.type === "checkbox" ? e.checked : e.value}`);
}

/** Waits until the address tells what is chosen. */
const told = (page, what) => page.waitForFunction((text) => location.hash.includes(text), what);

test("what is chosen on one machine is in the address: opened elsewhere, it shows the same run at the same time", async () => {
  const page = await lab.open();
  await shown(page);
  await page.fill("#procs", "64");
  await page.fill("#shrink", "0.8");
  await page.uncheck("#policy-cons");
  await page.selectOption("#add-order", "ljf");
  await page.click("#add");
  await page.selectOption("#colouring", "width");
  await page.click("#run");
  await shown(page);
  await page.click("#zoom-in");
  await page.check("#all-metrics");
  await told(page, "allMetrics=yes");
  await told(page, "zoom=");
  const [before, table, moment] = [await page.evaluate(forms), await metrics(page), await page.textContent("#moment")];
  const address = page.url();
  assert.match(address, /#machine\?/);
  await lab.close(page);

  const other = await lab.open({}, address);
  await shown(other);
  assert.deepEqual(await other.evaluate(forms), before);
  assert.deepEqual(await metrics(other), table);
  await other.waitForFunction((text) => document.querySelector("#moment").textContent === text, moment);
  assert.equal(await other.inputValue("#colouring"), "width");
  assert.equal(other.url(), address);
  await other.reload();
  await shown(other);
  assert.deepEqual(await other.evaluate(forms), before);
  await lab.close(other);
});

test("a grid, shared nodes and what is tried of a cluster are in the address too, compressed where it is long", async () => {
  const cases = {
    grid: async (page) => {
      for (let i = 0; i < 12; i++) await page.click("#site-add");
      await page.locator("#site-rows .site").last().locator("input").first().fill("the last one");
      await page.selectOption("#home", "user");
      await page.evaluate(() => (document.querySelector("#grid-options").open = true));
      await page.selectOption("#speedup-model", "amdahl");
      await page.fill("#speedup-serial", "0.1");
    },
    shared: async (page) => {
      await page.fill("#shared-nodes", "7");
      await page.fill("#shared-penalty_s", "60");
    },
    cluster: async (page) => {
      await page.fill("#cluster-add", "2");
      await page.locator("#cluster-controls input").first().fill("0");
    },
  };
  for (const [mode, change] of Object.entries(cases)) {
    const page = await lab.open({}, `${lab.server.url}#${mode}`);
    await shown(page);
    await change(page);
    await told(page, "?");
    await page.click("#run");
    await shown(page);
    const [before, table, address] = [await page.evaluate(forms), await metrics(page), page.url()];
    await lab.close(page);
    if (mode === "grid") assert.match(address, /\?z=/);
    const other = await lab.open({}, address);
    await shown(other);
    if (mode === "grid") await other.evaluate(() => (document.querySelector("#grid-options").open = true));
    assert.deepEqual(await other.evaluate(forms), before, mode);
    assert.deepEqual(await metrics(other), table, mode);
    await lab.close(other);
  }
});

test("Back and Forward go from run to run, with forms and zoom as they were", async () => {
  const page = await lab.open();
  await shown(page);
  await page.click("#zoom-in");
  await told(page, "zoom=");
  const zoomed = await page.textContent("#moment");
  await page.fill("#procs", "64");
  await told(page, "procs=64");
  await page.click("#run");
  await shown(page);
  const small = await metrics(page);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#procs").value === "");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.includes("256 processors"));
  await shown(page);
  await page.waitForFunction((text) => document.querySelector("#moment").textContent === text, zoomed);
  await page.goForward();
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.includes("64 processors"));
  await shown(page);
  assert.equal(await page.inputValue("#procs"), "64");
  assert.deepEqual(await metrics(page), small);
  await lab.close(page);
});

test("a log of one's own is found again after a reload and for its link, and is gone when it is forgotten", async () => {
  const page = await lab.open();
  await shown(page);
  await page.setInputFiles("#log", { name: "kept.swf", mimeType: "text/plain", buffer: Buffer.from(smallLog) });
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("6 jobs on 8 processors"));
  await shown(page);
  await told(page, "log=kept.swf%7E");
  await page.waitForSelector("#remembered:not([hidden])");
  const address = page.url();
  await page.reload();
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("6 jobs on 8 processors"));
  await page.evaluate(() => (document.querySelector("#remembered").open = true));
  await page.click("[aria-label='Forget kept.swf']");
  await page.waitForSelector("[aria-label='Forget kept.swf']", { state: "detached" });
  await lab.close(page);

  const other = await lab.open({}, address);
  await other.waitForFunction(() => document.querySelector("#status").textContent.includes("Choose or drop kept.swf"));
  assert.ok(await other.isDisabled("#run"));
  // Another file of that name is another log; the right one is what the link is of.
  await other.setInputFiles("#log", { name: "kept.swf", mimeType: "text/plain", buffer: Buffer.from(smallLog) });
  await other.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("6 jobs on 8 processors"));
  assert.equal(other.url(), address);
  await lab.close(other);
});

test("a rule base of one's own is in the link, and works where its file never was", async () => {
  const page = await lab.open();
  await shown(page);
  const rules = { format: "backfill rule base 1", name: "mine", rigid: { partitions: [{ feature: "um", bounds: [50] }], rules: [{ when: "um <= 50", then: "submit-fcfs" }, { when: "um > 50", then: "sjf-easy" }] } };
  await page.setInputFiles("#rules-file", { name: "mine.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(rules)) });
  await page.waitForSelector("#rules:not([hidden])");
  await shown(page);
  await told(page, "?");
  const [table, address] = [await metrics(page), page.url()];
  assert.ok(table["Rules: mine"]);
  await lab.close(page);
  const other = await lab.open({}, address);
  await shown(other);
  assert.deepEqual(await metrics(other), table);
  await lab.close(other);
});

test("a link that was cut off, changed or made up is said to be, and the page works", async () => {
  const base = encodeURIComponent('[{"name":"x"}]');
  const cases = [
    ["#machine?z=AAAA", [/cut off/]],
    ["#machine?z=%%%", [/cut off/]],
    [
      `#machine?procs=many&grid=%7B%22home%22%3A1%7D&moon=1&workload=file%3A..%2Fetc&zoom=9..1&rules=${base}`,
      [/procs is left out: many is no number/, /grid is left out/, /moon is left out/, /workload is left out/, /zoom is left out/, /rule base x is left out/],
    ],
    ["#machine?policies=fcfs+%2Dsjf-easy+nonsense", [/nonsense/]],
  ];
  for (const [hash, whats] of cases) {
    const page = await lab.open({}, lab.server.url + hash);
    const error = hash.includes("nonsense") ? "#error" : "#link-error";
    await page.waitForSelector(`${error}:not([hidden])`);
    for (const what of whats) assert.match(await page.textContent(error), what, hash);
    await page.waitForSelector("#cancel", { state: "hidden" });
    if (!hash.includes("nonsense")) await shown(page);
    await page.fill("#procs", "64");
    if (hash.includes("nonsense")) await page.uncheck("#policy-nonsense");
    await page.click("#run");
    await shown(page);
    await lab.close(page);
  }
});

test("the tab keeps what is chosen for an address without it", async () => {
  const page = await lab.open();
  await shown(page);
  await page.fill("#procs", "64");
  await told(page, "procs=64");
  await page.goto("about:blank");
  await page.goto(lab.server.url);
  await shown(page);
  assert.equal(await page.inputValue("#procs"), "64");
  await lab.close(page);
});

/** The metrics of a run by the command, by policy. */
function numbers(json) {
  return Object.fromEntries(JSON.parse(json).runs.map((r) => [r.policy, r.metrics]));
}

test("a run is repeated by its spec.json, its command, its notebook cells and in this page", async () => {
  const page = await lab.open();
  await shown(page);
  await page.setInputFiles("#log", { name: "six jobs.swf", mimeType: "text/plain", buffer: Buffer.from(smallLog) });
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("6 jobs on 8 processors"));
  await shown(page);
  await page.uncheck("#policy-cons");
  await page.fill("#shrink", "0.5");
  await page.fill("#procs", "6");
  await page.click("#run");
  await shown(page);
  const table = await metrics(page);
  const dir = join(lab.temp, "repeat");
  await mkdir(dir);
  await writeFile(join(dir, "six jobs.swf"), smallLog);
  const file = await lab.download(page, "#repeat-spec");
  await writeFile(join(dir, "spec.json"), await readFile(file));

  await page.evaluate(() => (document.querySelector(".repeat").open = true));
  const command = await page.textContent("#repeat-text");
  assert.match(command, /^backfill run 'six jobs\.swf' --policy fcfs,easy,sjf-easy --procs 6 --shrink 0\.5 /);
  const of = async (words) => numbers((await run("sh", ["-c", words.replace(/^backfill/, lab.native).replace(" --out results", " --json")], { cwd: dir })).stdout);
  const [byFlags, bySpec] = [await of(command), await of("backfill run spec.json --out results")];
  assert.deepEqual(byFlags, bySpec);
  assert.deepEqual(Object.keys(bySpec), ["fcfs", "easy", "sjf-easy"]);

  await page.selectOption("#repeat-in", "notebook");
  const cells = await page.textContent("#repeat-text");
  const cell = join(root, "wasm", "web", "test", `cell-${process.pid}`);
  await mkdir(cell);
  try {
    await writeFile(join(cell, "main.go"), `package main\n\n${cells.replace(/^%%\n/m, "func main() {\n")}}\n`);
    await run("go", ["build", "-o", join(dir, "cell"), "."], { cwd: cell });
  } finally {
    await rm(cell, { recursive: true });
  }
  await mkdir(join(dir, "out"));
  await mkdir(join(dir, "in"));
  await writeFile(join(dir, "in", "six jobs.swf"), smallLog);
  const { stdout } = await run(join(dir, "cell"), [], { cwd: join(dir, "in") });
  assert.match(stdout, /4 jobs on 6 processors under fcfs, easy, sjf-easy/);

  // In the page it is the same run again, even after another one.
  await page.fill("#procs", "");
  await page.check("#policy-cons");
  await page.click("#run");
  await shown(page);
  await page.setInputFiles("#log", { name: "spec.json", mimeType: "application/json", buffer: await readFile(file) });
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("4 jobs on 6 processors"));
  await shown(page);
  assert.deepEqual(await metrics(page), table);
  for (const [text, what] of [
    ['{"workload": {}, "policies": ["easy"], "estimates": "exact"}', /^a\.json: the page has no form for estimates of this experiment: backfill run takes it$/],
    ['{"workload": {"file": "x/other.swf"}, "policies": ["easy"]}', /^a\.json: choose or drop other\.swf, its log, first/],
    ['{"workload": {}, "policies": "easy"}', /^a\.json: this experiment names no policies$/],
  ]) {
    const before = await page.textContent("#log-error");
    await page.setInputFiles("#log", { name: "a.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await page.waitForFunction((n) => document.querySelector("#log-error").textContent.startsWith("a.json") && document.querySelector("#log-error").textContent !== n, before);
    assert.match(await page.textContent("#log-error"), what);
  }
  await lab.close(page);
});

test("the experiments of a grid, of shared nodes and of a cluster come back from their spec.json as they were saved", async () => {
  const [page, other] = [await lab.open({}, `${lab.server.url}#grid`), await lab.open()];
  await Promise.all([shown(page), shown(other)]);
  for (const mode of ["grid", "shared", "cluster"]) {
    await page.click(`#modes a[href^="#${mode}"]`);
    await shown(page);
    const before = await metrics(page);
    const saved = await readFile(await lab.download(page, "#repeat-spec"));
    await other.setInputFiles("#log", { name: "spec.json", mimeType: "application/json", buffer: saved });
    await other.waitForFunction((m) => document.querySelector("#form").dataset.mode === m, mode);
    await shown(other);
    assert.deepEqual(await metrics(other), before, mode);
    assert.deepEqual(JSON.parse(await readFile(await lab.download(other, "#repeat-spec"))), JSON.parse(saved), mode);
  }
  await lab.close(page);
  await lab.close(other);
});
