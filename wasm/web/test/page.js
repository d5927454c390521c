// The page as its users have it: in a real browser, from a static server, under
// a path of its own.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { askAll, mismatch } from "./cases.js";
import { budget, contrasts, dist, drawn, lab, metrics, phone, PROTOCOL, root, run, sha256, shots, shown, splitCSV, test, themes, unnamed } from "./lab.js";
import { bigLog, smallLog } from "./logs.js";
import { serve } from "./server.js";

test("the default workload is simulated without a click, as natively, bit for bit", async () => {
  const page = await lab.open();
  await shown(page);
  assert.match(await page.textContent("#run-note"), /^5,000 jobs on 256 processors/);

  const files = [];
  for (const table of ["jobs", "runs"]) {
    for (const format of ["arrow", "parquet"]) files.push(await lab.download(page, `[data-table=${table}][data-format=${format}]`));
  }
  const lines = (await lab.verified(files)).trim().split("\n");
  assert.deepEqual(lines.map((l) => l.split(" ")[1]), ["20000", "20000", "4", "4"]);

  // What the table shows is what the runs table holds.
  const csv = (await readFile(await lab.download(page, "[data-table=runs][data-format=csv]"), "utf8")).trim().split("\n").map((l) => l.split(","));
  const column = csv[0].indexOf("wait_mean_s");
  const table = await metrics(page);
  assert.deepEqual(Object.keys(table), ["FCFS", "EASY", "Conservative", "SJF-EASY"]);
  assert.deepEqual(Object.values(table).map((m) => parseFloat(m["Mean wait"])), csv.slice(1).map((r) => parseFloat(r[column])));
  const jobs = await readFile(await lab.download(page, "[data-table=jobs][data-format=csv]"), "utf8");
  assert.equal(jobs.trim().split("\n").length, 20_001);

  // The command gives the same numbers and the same file.
  const out = join(lab.temp, "native");
  const { stdout } = await run(lab.native, ["run", "--policy", "fcfs,easy,cons,sjf-easy", "--out", out, "--formats", "parquet,arrow", "--json"]);
  const runs = JSON.parse(stdout).runs;
  const header = csv[0];
  runs.forEach((r, i) => {
    for (const [name, value] of Object.entries(r.metrics)) assert.equal(parseFloat(csv[i + 1][header.indexOf(name)]), value, `${r.run}: ${name}`);
  });
  // All metrics are a row for each that a run has, and none for the others.
  await page.check("#all-metrics");
  const rows = await page.$$eval("#metrics tbody tr", (all) => all.map((tr) => [...tr.querySelectorAll("td")].map((td) => td.title)));
  assert.equal(rows.length, new Set(runs.flatMap((r) => Object.keys(r.metrics).filter((name) => r.metrics[name] !== null))).size);
  assert.ok(rows.every((r) => r.some((title) => title !== "not defined for this schedule")));
  await lab.verified([join(out, "jobs.arrow"), join(out, "jobs.parquet"), join(out, "runs.parquet"), ...files]);
  const program = (await run(lab.native, ["version", "--json"])).stdout;
  assert.equal(await page.textContent("#program"), `backfill ${JSON.parse(program).version}`, "the page and the command are of different versions: build both again");
  assert.equal(await sha256(files[0]), await sha256(join(out, "jobs.arrow")), "SHA-256 of jobs.arrow");
  await lab.close(page);
});

test("the page asks for nothing but its own files, under its own path", async () => {
  const own = await serve(dist, "/some/path/");
  const page = await lab.open({}, own.url);
  await shown(page);
  const names = [...new Set(own.asked)].filter((n) => !/\/chunk-\w+\.js$/.test(n)).sort(); // what main.js shares with parts that are loaded later
  assert.deepEqual(names, ["", "backfill.wasm", "main.js", "style.css", "worker.js"].map((n) => `/some/path/${n}`));
  await lab.close(page);
  await own.close();
});

test("the content security policy holds: what breaks in neither runs nor reaches another server", async () => {
  const text = await readFile(join(dist, "index.html"), "utf8");
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text)[1];
  const other = await serve(dist, "/");
  const own = await serve(dist, "/", undefined, { "Content-Security-Policy": policy }); // for its worker, too
  for (const address of [lab.server.url, own.url]) {
    const page = await lab.open({}, address);
    await shown(page);
    const stopped = await page.evaluate(breakIn, other.url);
    assert.deepEqual(stopped, ["connect-src", "form-action", "frame-src", "img-src", "script-src", "script-src-attr", "script-src-elem", "style-src-attr", "worker-src"]);
    assert.equal(await page.evaluate(() => window.broken), undefined);
    page.faults.length = 0; // the browser's complaints about each
    await lab.close(page);
  }
  assert.deepEqual(other.asked, []);
  await Promise.all([own.close(), other.close()]);
});

/** In the page: tries to run and load what is not the page's, and returns the directives that stopped it, when each has. */
function breakIn(other) {
  const add = (name, attributes, text = "") => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    document.body.append(element);
    return element;
  };
  const attempts = [
    () => add("script", {}, "window.broken = 'a script in the page'"),
    () => add("script", { src: `${other}main.js` }),
    () => add("button", { onclick: "window.broken = 'a handler in the page'" }).click(),
    () => (0, eval)("window.broken = 'eval'"),
    () => fetch(other).catch(() => {}),
    () => navigator.sendBeacon(other, "a log"),
    () => new WebSocket(other.replace("http", "ws")),
    () => add("img", { src: `${other}a-log.png` }),
    () => add("div", { style: "background: red" }),
    () => add("iframe", { src: other }),
    () => add("form", { action: other, method: "post" }).submit(),
    () => new Worker(URL.createObjectURL(new Blob([`fetch(${JSON.stringify(other)})`]))),
  ];
  const seen = new Set();
  return new Promise((done) => {
    document.addEventListener("securitypolicyviolation", (e) => {
      seen.add(e.effectiveDirective);
      if (seen.size === 9) done([...seen].sort());
    });
    // In tasks of their own: what a debugger evaluates may use eval. What is stopped at once throws; the event follows.
    for (const attempt of attempts) setTimeout(() => attempt());
  });
}

test("a server that calls everything octet-stream will do", async () => {
  const plain = await serve(dist, "/", { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" });
  const page = await lab.open({}, plain.url);
  await shown(page);
  await lab.close(page);
  await plain.close();
});

test("the bridge answers in the browser as it does natively", async () => {
  const cases = JSON.parse(await readFile(join(root, "wasm/bridge/testdata/cases.json"), "utf8"));
  const page = await lab.open();
  for (const c of cases) {
    const got = await page.evaluate(askAll, { version: PROTOCOL, steps: c.steps });
    c.steps.forEach((step, i) => assert.equal(mismatch(step, got[i]), "", `${c.name}, step ${i}: ${JSON.stringify(step).slice(0, 300)}`));
  }
  await lab.close(page);
});

test("a dropped log is summarised, its odd rows listed, and simulated", async () => {
  const page = await lab.open();
  await shown(page);
  const data = await page.evaluateHandle((text) => {
    const d = new DataTransfer();
    d.items.add(new File([text], "cluster.swf"));
    return d;
  }, smallLog);
  await page.dispatchEvent("body", "dragenter", { dataTransfer: data });
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("6 jobs on 8 processors"));
  await shown(page);
  assert.match(await page.textContent("#summary"), /6 jobs · 8 processors/);
  assert.match(await page.textContent("#odd summary"), /2 rows left out/);
  assert.match(await page.textContent("#odd tbody"), /cancelled before it started/);
  assert.match(await page.textContent("#policy-rows"), /as recorded/);

  // A policy's name in the table is told about, as in the form.
  for (const name of await page.$$eval("#metrics thead button", (all) => all.map((b) => b.textContent))) {
    const term = page.locator("#metrics thead button", { hasText: new RegExp(`^${name}$`) });
    await term.focus();
    const told = await page.$eval("#tip", (t) => ({ head: t.querySelector("strong").textContent, policy: t.querySelector("small").textContent.replace("--policy ", "") }));
    const form = await page.$eval(`[id="policy-${told.policy}"] + label`, (e) => e.firstChild.textContent.trim());
    assert.equal(told.head, form);
    assert.ok((await term.getAttribute("aria-description")).length > form.length, name);
  }

  // The recorded schedule is one of the log as it is, so another width, machine or load bars it.
  await page.check("#policy-recorded");
  await page.click("#run");
  await shown(page);
  assert.match(await page.textContent("#metrics"), /as recorded/);
  await page.selectOption("#width", "requested");
  await page.fill("#procs", "16");
  await page.fill("#shrink", "0.5");
  await page.selectOption("#overrun", "extend");
  assert.ok(await page.isDisabled("#policy-recorded") && !(await page.isChecked("#policy-recorded")));
  assert.match(await page.textContent("#doc-recorded"), /Only of the log as it is/);
  await page.click("#run");
  await shown(page);
  assert.match(await page.textContent("#run-note"), /^7 jobs on 16 processors.* 1 row left out/);
  assert.match(await page.textContent("#odd summary"), /1 row left out/);
  const log = join(lab.temp, "cluster.swf");
  await writeFile(log, smallLog);
  const file = await lab.download(page, "[data-table=jobs][data-format=arrow]");
  assert.match(await lab.verified([file], log), /^\w{64} 28 rows/);
  await lab.close(page);
});

test("a bad log gets one clear line and changes nothing", async () => {
  const page = await lab.open();
  await shown(page);
  const before = await page.textContent("#metrics");
  for (const [name, data] of [["noise.bin", Buffer.from([0, 1, 2, 255, 254, 7, 8, 9])], ["empty.swf", Buffer.alloc(0)], ["page.html", Buffer.from("<!doctype html>")]]) {
    await page.setInputFiles("#log", { name, mimeType: "application/octet-stream", buffer: data });
    await page.waitForFunction((n) => document.querySelector("#log-error").textContent.startsWith(n), name);
    assert.doesNotMatch(await page.textContent("#log-error"), /\n/);
  }
  assert.equal(await page.textContent("#metrics"), before);
  assert.match(await page.$eval("#workload-choice", (e) => e.value), /^builtin:/);
  // A good file takes the message away.
  await page.setInputFiles("#log", { name: "good.swf", mimeType: "text/plain", buffer: Buffer.from(smallLog) });
  await page.waitForSelector("#log-error", { state: "hidden" });
  await lab.close(page);
});

test("a long run is cancelled and the next one works", async () => {
  const page = await lab.open();
  await shown(page);
  for (const name of ["fcfs", "easy", "sjf-easy"]) await page.uncheck(`#policy-${name}`);
  for (const order of ["lxf", "wfp3", "unicef"]) {
    await page.selectOption("#add-kind", "cons");
    await page.selectOption("#add-order", order);
    await page.click("#add");
  }
  await page.setInputFiles("#log", { name: "long.swf", mimeType: "text/plain", buffer: Buffer.from(bigLog(60_000)) });
  await page.waitForFunction(() => document.querySelector("#progress-text").textContent.includes("of 60,000 jobs"));
  const seen = await page.$eval("#bar", (e) => e.value);
  assert.ok(seen >= 0 && seen < 1, `progress ${seen}`);
  await page.click("#cancel");
  await page.waitForSelector("#cancel", { state: "hidden" });
  assert.match(await page.textContent("#status"), /^Cancelled/);
  assert.match(await page.textContent("#run-note"), /^5,000 jobs/);
  await page.selectOption("#workload-choice", "builtin:default");
  await page.click("#run");
  await shown(page);
  await lab.close(page);
});

test("figures and Parquet come from an add-on each, which is not loaded before", async () => {
  const own = await serve(dist, "/some/path/");
  const page = await lab.open({}, own.url);
  await shown(page);
  const added = () => own.asked.filter((n) => n.endsWith(".wasm")).map((n) => n.split("/").pop());
  assert.deepEqual(added(), ["backfill.wasm"]);
  const figures = await page.$$eval("#figure option", (all) => all.map((o) => o.value));
  assert.ok(figures.length >= 4 && figures.includes("gantt"), String(figures));
  await page.selectOption("#figure", "gantt");
  const svg = await readFile(await lab.download(page, "[data-figure=svg]"), "utf8");
  assert.match(svg, /<svg[\s\S]*<\/svg>\s*$/);
  const png = await readFile(await lab.download(page, "[data-figure=png]"));
  assert.deepEqual([...png.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  assert.deepEqual(added(), ["backfill.wasm", "figure.wasm"]);
  await lab.download(page, "[data-table=runs][data-format=parquet]");
  assert.deepEqual(added(), ["backfill.wasm", "figure.wasm", "parquet.wasm"]);
  if (shots) await writeFile(join(shots, "figure.png"), png);
  await lab.close(page);
  await own.close();
});

test("a file that is ready long after its click is a link, so that no browser blocks it", async () => {
  const page = await lab.open();
  let go;
  const held = new Promise((resolve) => (go = resolve));
  await page.route(/parquet\.wasm/, async (route) => {
    await held;
    await route.continue();
  });
  const files = [];
  page.on("download", (file) => files.push(file.suggestedFilename()));
  await shown(page);
  const asked = page.waitForRequest(/parquet\.wasm/);
  await page.hover("[data-table=jobs][data-format=parquet]");
  await asked; // before the click
  // What a test asks of a page counts as a click there, so the page calls.
  await page.evaluate(() => new MutationObserver(() => document.querySelectorAll("#take-status a").length === 2 && console.log("both")).observe(document.querySelector("#take-status"), { childList: true }));
  // A click counts for 5 s, or here as long as the test says.
  await page.evaluate(() => Object.defineProperty(navigator, "userActivation", { get: () => ({ isActive: window.clicked }) }));
  for (const table of ["jobs", "runs"]) await page.click(`[data-table=${table}][data-format=parquet]`);
  const both = page.waitForEvent("console", { predicate: (m) => m.text() === "both" });
  await page.evaluate(() => (window.clicked = false));
  go();
  await both;
  assert.match(await page.textContent("#take-status"), /^runs\.parquet, [\d.]+ kB, is ready\. Save jobs\.parquet Save runs\.parquet$/);
  assert.deepEqual(files, []);
  assert.deepEqual(await page.evaluate(contrasts), []);
  // By keyboard: the link is what comes after the last control of the section.
  await page.focus("#repeat-link");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Save jobs.parquet");
  const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  const path = join(lab.temp, "late-jobs.parquet");
  await file.saveAs(path);
  await lab.verified([path]);
  await page.waitForFunction(() => document.querySelectorAll("#take-status a").length === 1);
  assert.match(await page.textContent("#take-said"), /^jobs\.parquet, .* is in your downloads\.$/);
  assert.ok(await page.$eval("[data-table=jobs][data-format=parquet]", (b) => document.activeElement === b));
  // Made again within its click it comes by itself.
  await page.evaluate(() => (window.clicked = true));
  const again = await Promise.all([page.waitForEvent("download"), page.click("[data-table=jobs][data-format=parquet]")]);
  assert.equal(again[0].suggestedFilename(), "jobs.parquet");
  // A click counts for one file only.
  const third = page.waitForEvent("download");
  await page.evaluate(() => ["jobs", "runs"].forEach((t) => document.querySelector(`[data-table=${t}][data-format=arrow]`).click()));
  await third;
  await page.waitForFunction(() => document.querySelectorAll("#take-status a").length === 2);
  assert.deepEqual(files, ["jobs.parquet", "jobs.parquet", "jobs.arrow"]);
  await lab.close(page);
});

test("an add-on that cannot be loaded is told of, and asked for again", async () => {
  const page = await lab.open();
  await page.route(/figure\.wasm/, (route) => route.fulfill({ status: 503 })); // also when the pointer comes near, before the click
  await shown(page);
  await assert.rejects(lab.download(page, "[data-figure=svg]"), /503/);
  await page.unroute(/figure\.wasm/);
  await lab.download(page, "[data-figure=svg]");
  page.faults = page.faults.filter((f) => !f.includes("503")); // the browser's own line
  await lab.close(page);
});

test("policies of other queue orders can be added and taken off", async () => {
  const page = await lab.open();
  await shown(page);
  await page.selectOption("#add-order", "saf");
  await page.selectOption("#add-kind", "cons");
  await page.click("#add");
  assert.ok(await page.isChecked("#policy-saf-cons"));
  for (const name of ["fcfs", "easy", "sjf-easy"]) await page.uncheck(`#policy-${name}`);
  await page.click("#run");
  await shown(page);
  assert.deepEqual(Object.keys(await metrics(page)), ["Conservative", "SAF-Conservative"]);
  assert.equal(await page.locator("#gantts canvas:not(.waiting)").count(), 2);
  await page.click("[aria-label='Take SAF-Conservative off the list']");
  await page.uncheck("#policy-cons");
  assert.ok(await page.isDisabled("#run"));
  await lab.close(page);
});

test("charts zoom, pan, tell about jobs and play, by mouse and by keyboard", async () => {
  const page = await lab.open();
  await shown(page);
  const canvas = page.locator("#gantts canvas").nth(2);
  await canvas.scrollIntoViewIfNeeded();
  const whole = await page.textContent("#moment");
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.down("Control");
  for (let i = 0; i < 8; i++) await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await page.waitForFunction((t) => document.querySelector("#moment").textContent !== t, whole);
  const zoomed = await page.textContent("#moment");
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 150, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction((t) => document.querySelector("#moment").textContent !== t, zoomed);

  await canvas.focus();
  await page.keyboard.press("n");
  await page.waitForSelector("#tip:not([hidden])");
  assert.match(await page.textContent("#tip"), /Job \d+[\s\S]*Processors[\s\S]*Waited/);
  const first = await page.textContent("#tip strong");
  await page.keyboard.press("n");
  assert.notEqual(await page.textContent("#tip strong"), first);
  assert.match(await page.textContent("#details"), /^Job \d+/);
  await page.keyboard.press("w");
  await page.waitForFunction(() => /started at once|waited/.test(document.querySelector("#why-text").textContent));
  await page.keyboard.press("Escape");

  await page.keyboard.press("Home");
  await page.waitForFunction((t) => document.querySelector("#moment").textContent === t, whole);
  await page.click("#play");
  await page.waitForFunction(() => document.body.classList.contains("watching"));
  await page.waitForFunction(() => Number(document.querySelector("#now").value) > 5);
  await page.click("#play");
  await drawn(page); // the last frame may be on its way
  const stopped = await page.textContent("#moment");
  for (let i = 0; i < 5; i++) await drawn(page);
  assert.equal(await page.textContent("#moment"), stopped);
  await page.fill("#now", "1000");
  await page.waitForFunction(() => !document.body.classList.contains("watching"));
  await lab.close(page);
});

budget("the first results take 5 s; of 100,000 jobs, a run is cancelled within 2 s, and a zoom takes 0.5 s", async () => {
  let page;
  const first = await lab.processorTime(async () => {
    page = await lab.open();
    await shown(page);
  });
  for (const name of ["easy", "cons", "sjf-easy"]) await page.uncheck(`#policy-${name}`);
  await page.setInputFiles("#log", { name: "large.swf", mimeType: "text/plain", buffer: Buffer.from(bigLog(100_000)) });
  await page.waitForFunction(() => document.querySelector("#progress-text").textContent.includes("of 100,000 jobs"));
  const cancelled = await lab.processorTime(async () => {
    await page.click("#cancel");
    await page.waitForSelector("#cancel", { state: "hidden" });
  });
  await page.click("#run");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("100,000 jobs"));
  await shown(page);
  await page.locator("#gantts canvas").first().scrollIntoViewIfNeeded();
  await page.waitForSelector("#gantts canvas:not(.waiting)");
  const zooms = 12;
  const zoomed = await lab.processorTime(async () => {
    for (let i = 0; i < zooms; i++) {
      await page.evaluate((by) => document.querySelector(by).click(), i < zooms / 2 ? "#zoom-in" : "#zoom-out");
      await drawn(page);
    }
  });
  const took = { first, cancelled, zoom: zoomed / zooms };
  console.log(`ms of processor: ${Object.entries(took).map(([what, ms]) => `${what} ${ms.toFixed(0)}`).join(", ")}`);
  assert.ok(took.first < 5000 && took.cancelled < 2000 && took.zoom < 500, JSON.stringify(took));
  await lab.close(page);
});

test("every control has a name and texts have contrast", async () => {
  const page = await lab.open();
  await shown(page);
  assert.deepEqual(await page.evaluate(unnamed), []);
  for await (const colorScheme of themes(page)) assert.deepEqual(await page.evaluate(contrasts), [], `contrast below 4.5 in ${colorScheme}`);
  await lab.close(page);
});

test("nothing is wider than a phone, and the page can be used there", async () => {
  const page = await lab.open(phone);
  await shown(page);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.tap("#setup > summary");
  await page.uncheck("#policy-fcfs");
  await page.tap("#run");
  await shown(page);
  assert.deepEqual(Object.keys(await metrics(page)), ["EASY", "Conservative", "SJF-EASY"]);
  for await (const colorScheme of themes(page)) {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    if (shots) await page.screenshot({ path: join(shots, `phone-${colorScheme}.png`), fullPage: true });
  }
  await lab.close(page);
});

test("a simulator that dies is started again", async () => {
  const page = await lab.open();
  await shown(page);
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (m, ...rest) {
      Worker.prototype.postMessage = post;
      this.onmessage({ data: { kind: "dead", why: "it ran out of memory" } });
    };
  });
  await page.click("#run");
  await page.waitForFunction(() => /ran out of memory/.test(document.querySelector("#error").textContent));
  await page.click("#run");
  await shown(page);
  await lab.close(page);
});

/** Ticks dynP with its options, and plans of one order; runs the default workload. */
async function runSwitching(page) {
  await page.tap?.("#setup > summary").catch(() => {});
  for (const name of ["fcfs", "easy", "cons", "sjf-easy"]) await page.uncheck(`#policy-${name}`);
  await page.selectOption("#plan-choice", "dynp-advanced");
  await page.selectOption("#option-quality", "art");
  await page.click("#plan-options summary");
  await page.fill("#option-slack", "5");
  await page.check("#plan-options input[value=saf]");
  await page.click("#plan-add");
  await page.selectOption("#plan-choice", "dynp-basic");
  await page.click("#plan-add");
  await page.selectOption("#plan-choice", "plan-sjf");
  await page.click("#plan-add");
  await page.check("#policy-dynp-advanced");
  await page.click("#run");
  await shown(page);
}

test("dynP tells which order was in force, when and why", async () => {
  const page = await lab.open();
  await shown(page);
  assert.ok(await page.isHidden("#switching") && await page.isHidden("#take-steps"), "no policy has recorded steps yet");
  // The form has what describe has; a number out of bounds is refused there.
  await page.selectOption("#plan-choice", "dynp-advanced");
  assert.deepEqual(await page.$$eval("#option-quality option", (all) => all.map((o) => o.value)), ["art", "artww", "ms", "sld", "sldww", "wait", "waitww"]);
  await page.click("#plan-options summary");
  await page.fill("#option-slack", "100");
  const listed = await page.locator("#policy-rows .policy").count();
  await page.click("#plan-add");
  assert.equal(await page.locator("#policy-rows .policy").count(), listed);
  await page.selectOption("#plan-choice", "dynp-simple");
  await page.selectOption("#plan-choice", "dynp-advanced");

  await runSwitching(page);
  const long = "dynp-advanced:quality=art,policies=fcfs+sjf+ljf+saf,slack=5";
  assert.deepEqual(Object.keys(await metrics(page)), [
    "self-tuning dynP, advanced decider",
    "self-tuning dynP, advanced decider (quality=art, policies=fcfs+sjf+ljf+saf, slack=5)",
    "basic dynP",
    "Planned SJF",
  ]);
  const titles = await page.$$eval("#bands h3", (all) => all.map((h) => h.textContent));
  assert.equal(titles.length, 3);
  assert.match(titles[0], /^self-tuning dynP, advanced decider[\d,]+ changes of order in [\d,]+ steps; of the time /);
  const parts = titles.map((t) => [...t.matchAll(/([\d.]+) %/g)].reduce((sum, m) => sum + Number(m[1]), 0));
  for (const sum of parts) assert.ok(Math.abs(sum - 100) < 0.5, `shares of the time add up to ${sum} %`);
  assert.deepEqual(await page.$$eval("#switching-legend > span", (all) => all.map((s) => s.textContent)), ["FCFS", "SJF", "LJF", "SAF"]);

  // The tables are those that this machine computes, and the summary counts what they hold.
  const files = [];
  for (const format of ["arrow", "parquet"]) files.push(await lab.download(page, `[data-table=steps][data-format=${format}]`));
  const [rows, same] = (await lab.verified(files)).trim().split("\n").map((l) => Number(l.split(" ")[1]));
  assert.equal(rows, same);
  const csv = (await readFile(await lab.download(page, "[data-table=steps][data-format=csv]"), "utf8")).trim().split("\n");
  const [header, ...lines] = csv.map(splitCSV);
  assert.equal(lines.length, rows);
  const col = Object.fromEntries(header.map((name, i) => [name, i]));
  const of = (policy) => {
    const seen = new Set();
    return lines.filter((l) => l[col.policy] === policy && !seen.has(l[col.step]) && seen.add(l[col.step]));
  };
  const decided = of("dynp-advanced");
  const changed = decided.filter((l) => l[col.before] !== l[col.after]);
  const count = (n) => n.toLocaleString("en-US");
  assert.ok(titles[0].includes(`${count(changed.length)} changes of order in ${count(decided.length)} steps`), titles[0]);
  assert.ok(of(long).length > 1000 && of("plan-sjf").length === 0);

  // By keyboard from change to change: the note says what the table says.
  const canvas = page.locator("#bands canvas").first();
  await canvas.scrollIntoViewIfNeeded();
  await canvas.focus();
  for (const l of changed.slice(0, 3)) {
    await page.keyboard.press("n");
    await page.waitForSelector("#tip:not([hidden])");
    const tip = await page.$eval("#tip", (t) => ({ head: t.querySelector("strong").textContent, list: Object.fromEntries([...t.querySelectorAll("dt")].map((d) => [d.textContent, d.nextSibling.textContent])) }));
    assert.equal(tip.head, `${l[col.after].toUpperCase()} in force`);
    assert.equal(tip.list["Decision"], `${l[col.before].toUpperCase()} → ${l[col.after].toUpperCase()}`);
    assert.equal(tip.list["Case of table 1"], l[col.case]);
    assert.equal(tip.list["Waiting at it"], l[col.waiting]);
    assert.equal(tip.list["Last step"], "now");
    assert.ok(["FCFS judged", "SJF judged", "LJF judged", "Time", "Jobs waiting"].every((k) => tip.list[k]), JSON.stringify(tip));
  }
  assert.match(await page.textContent("#details"), /in force: Time /);
  // It shares its axis of time with the other charts.
  const whole = await page.textContent("#moment");
  await page.keyboard.press("+");
  await page.waitForFunction((t) => document.querySelector("#moment").textContent !== t, whole);
  await page.click("#zoom-all");
  if (shots) await page.locator("#switching").screenshot({ path: join(shots, "bands.png") });

  // A run without steps takes the section away again.
  for (const id of await page.$$eval("#policy-rows input:checked", (all) => all.map((e) => e.id))) await page.uncheck(`[id="${id}"]`);
  await page.check("#policy-easy");
  await page.click("#run");
  await shown(page);
  assert.ok(await page.isHidden("#switching") && await page.isHidden("#take-steps"));
  await lab.close(page);
});

test("dynP's bands have the colours of the order in force, on desktop and phone, light and dark", async () => {
  for (const device of [{}, phone]) {
    const page = await lab.open(device);
    await shown(page);
    await runSwitching(page);
    if (device.viewport) assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await page.locator("#bands canvas").first().scrollIntoViewIfNeeded();
    for await (const colorScheme of themes(page)) {
      // How much of the band has each colour of the legend is what the summary says.
      const seen = await page.evaluate(() => {
        const canvas = document.querySelector("#bands canvas");
        const ratio = canvas.width / canvas.getBoundingClientRect().width;
        const box = [58, 8, canvas.getBoundingClientRect().width - 68, 40].map((v) => Math.round(v * ratio));
        const px = canvas.getContext("2d").getImageData(...box).data;
        const colours = [...document.querySelectorAll("#switching-legend .swatch")].map((s) => getComputedStyle(s).backgroundColor.match(/\d+/g).map(Number));
        const sums = colours.map(() => 0);
        for (let i = 0; i < px.length; i += 4) {
          const far = colours.map((c) => Math.abs(c[0] - px[i]) + Math.abs(c[1] - px[i + 1]) + Math.abs(c[2] - px[i + 2]));
          sums[far.indexOf(Math.min(...far))] += 1;
        }
        return { text: document.querySelector("#bands h3").textContent, share: Object.fromEntries([...document.querySelectorAll("#switching-legend > span")].map((s, i) => [s.textContent, (400 * sums[i]) / px.length])) };
      });
      for (const [, name, share] of seen.text.matchAll(/([A-Z]+) ([\d.]+) %/g)) {
        assert.ok(Math.abs(seen.share[name] - Number(share)) < 4, `${colorScheme}: ${name} has ${seen.share[name].toFixed(1)} % of the band, of ${seen.text}`);
      }
      if (shots) await page.screenshot({ path: join(shots, `dynp-${device.viewport ? "phone" : "desktop"}-${colorScheme}.png`), fullPage: true });
    }
    await lab.close(page);
  }
});
