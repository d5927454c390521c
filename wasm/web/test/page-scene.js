// The visitor's first minute: a scene that is there before the simulator is, and can be moved; what it shows is what the
// simulator finds.
import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { modulesOf } from "./bundle.js";
import { budget, eventually, lab, phone, run, shown, test } from "./lab.js";
import { serve } from "./server.js";
import { temporary } from "./temp.js";

const modules = modulesOf('export * from "./scene/scenario"; export * from "./format";', "en");

/** The mean waits that are shown. */
const means = (page) => page.$$eval("#scene .mean strong", (all) => all.map((e) => e.textContent));

/** What is said of a job in each schedule. */
const told = (page, id) => page.$$eval(`#scene [data-job="${id}"]`, (all) => all.map((e) => e.getAttribute("aria-label")));

/** The numbers of the jobs that are drawn. */
const jobs = (page) => page.$$eval("#scene figure:first-child [data-job]", (all) => all.map((e) => Number(e.dataset.job)).sort((a, b) => a - b));

/** Where a job's box is in the second schedule, or the first. */
const boxOf = (page, id, k = 2) => page.$eval(`#scene figure:nth-child(${k}) [data-job="${id}"] .box`, (e) => {
  const { x, y, width, height } = e.getBoundingClientRect();
  return { x, y, width, height };
});

async function pull(page, from, to, then = async () => {}) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await then();
  await page.mouse.up();
}

/** What a button copies. */
async function copiedBy(page, name) {
  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (window.copied = text)));
  await page.click(`#scene .share button:text-is("${name}")`);
  return (await page.waitForFunction(() => window.copied)).jsonValue();
}

/** The scenario that is shown, as its link has it. */
async function scenario(page) {
  const { read } = await modules;
  const words = new URL(await copiedBy(page, "Copy link")).hash.slice("#scene?".length);
  await page.evaluate(() => (window.copied = ""));
  const given = new URLSearchParams(words);
  if (!given.has("z")) return read(given);
  const { inflateRawSync } = await import("node:zlib");
  return read(new URLSearchParams(inflateRawSync(Buffer.from(given.get("z"), "base64url")).toString()));
}

/** Waits until what is shown is what the command finds for the same jobs: means, and of each job its wait in both schedules. */
async function asSimulated(page) {
  const { swf, duration } = await modules;
  const s = await scenario(page);
  const log = join(lab.temp, `scene-${Math.random().toString(36).slice(2)}.swf`);
  await writeFile(log, swf(s.jobs, s.procs));
  const out = `${log}.out`;
  const { stdout } = await run(lab.native, ["run", log, "--policy", s.policies.join(","), "--json", "--out", out, "--formats", "csv"]);
  const wanted = JSON.parse(stdout).runs.map((r) => duration(r.metrics.wait_mean_s));
  assert.deepEqual(await eventually(page, () => means(page), (m) => m.join() === wanted.join()), wanted);
  const [header, ...rows] = (await readFile(join(out, "jobs.csv"), "utf8")).trim().split("\n").map((l) => l.split(","));
  const column = (name) => header.indexOf(name);
  for (const j of s.jobs) {
    const waits = rows.filter((r) => Number(r[column("job")]) === j.id).map((r) => `waits ${duration(Number(r[column("wait_s")]))},`);
    const said = await told(page, j.id);
    assert.equal(waits.length, 2);
    waits.forEach((w, k) => assert.ok(said[k].includes(w), `${said[k]}: ${w}`));
  }
  return s;
}

/** A page that shows its scene. */
async function open(options, address) {
  const page = await lab.open(options, address);
  await page.waitForSelector("#scene:not([hidden]) [data-job]");
  return page;
}

test("the picture plays while the simulator is still on its way, which says how far it has come", async () => {
  const page = await lab.browser.newPage();
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/backfill.wasm*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(lab.server.url);
  await page.waitForSelector("#scene:not([hidden])");
  const reach = () => Number(document.querySelector("#scene clipPath rect").getAttribute("width"));
  const begun = performance.now();
  const first = await page.evaluate(reach);
  assert.ok((await eventually(page, () => page.evaluate(reach), (w) => w > first)) > first);
  await page.waitForFunction(() => document.querySelector("#scene .mean strong").textContent === "5 h 39 min"); // it has counted up
  assert.ok(performance.now() - begun > 2000, "it took its time");
  assert.match(await page.textContent("#scene .says"), /^FCFS: \d+ or more of 32 processors stand idle for .+ EASY starts \d+ jobs/);
  assert.ok(await page.isHidden("#shown"));
  await page.evaluate(() => {
    window.told = [];
    new MutationObserver(() => window.told.push(document.querySelector("#progress-text").textContent)).observe(document.querySelector("#progress-text"), { childList: true });
  });
  release();
  await shown(page);
  const said = (await page.evaluate(() => window.told)).filter((t) => /^\d+ % of the simulator is here$/.test(t)).map((t) => parseInt(t));
  assert.ok(said.length > 2, `it was told ${said}`);
  assert.deepEqual(said, [...said].sort((a, b) => a - b));
  assert.equal(said.at(-1), 100);
  await page.close();
});

test("what the first picture shows is what the simulator finds", async () => {
  const page = await open();
  assert.equal((await jobs(page)).length, 60);
  const s = await asSimulated(page);
  assert.deepEqual([s.procs, s.policies, s.jobs.length], [32, ["fcfs", "easy"], 60]);
  await lab.close(page);
});

test("a job that is dragged longer, wider or later moves both means, and the schedules are the simulator's", async () => {
  const page = await open();
  const before = await means(page);
  const three = await boxOf(page, 3);
  await pull(page, [three.x + three.width - 1, three.y + three.height / 2], [three.x + three.width + 90, three.y + three.height / 2]);
  const longer = await eventually(page, () => means(page), (m) => m[0] !== before[0] && m[1] !== before[1]);
  assert.ok(longer[0] !== before[0] && longer[1] !== before[1], `${before} ${longer}`);
  assert.ok((await asSimulated(page)).jobs.find((j) => j.id === 3).run > 26 * 3600);
  const thirty = await boxOf(page, 30);
  await pull(page, [thirty.x + thirty.width / 2, thirty.y + 1], [thirty.x + thirty.width / 2, thirty.y - 30]);
  const { procs } = (await asSimulated(page)).jobs.find((j) => j.id === 30);
  assert.ok(procs > 8, `job 30 has ${procs}`);
  const submitted = (s) => s.jobs.find((j) => j.id === 19).submit;
  const at = submitted(await scenario(page));
  const nineteen = await boxOf(page, 19);
  await pull(page, [nineteen.x + 40, nineteen.y + 40], [nineteen.x + 100, nineteen.y + 40]);
  assert.ok(submitted(await asSimulated(page)) > at + 3600);
  for (let i = 0; i < 3; i++) await page.click('#scene button:text-is("Undo")');
  assert.deepEqual(await eventually(page, () => means(page), (m) => m.join() === before.join()), before, "each was one step");
  assert.ok(await page.isDisabled('#scene button:text-is("Undo")'));
  await lab.close(page);
});

test("by keyboard: from job to job, longer, wider, later, away and back", async () => {
  const page = await open();
  const of = (s, id) => s.jobs.find((j) => j.id === id);
  await page.focus('#scene figure:first-child [tabindex="0"]');
  const focused = () => page.evaluate(() => Number(document.activeElement.dataset.job));
  assert.equal(await focused(), 33);
  const before = of(await scenario(page), 34);
  await page.focus('#scene figure:first-child [tabindex="0"]');
  await page.keyboard.press("n");
  assert.equal(await focused(), 34);
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp", "Shift+ArrowRight"]) await page.keyboard.press(key);
  assert.equal(await focused(), 34, "the focus stays on it");
  const after = of(await asSimulated(page), 34);
  assert.equal(after.procs, before.procs + 1);
  assert.ok(after.run > before.run && after.submit > before.submit && after.estimate > before.estimate);
  await page.focus('#scene figure:first-child [tabindex="0"]');
  await page.keyboard.press("Delete");
  assert.equal(of(await asSimulated(page), 34), undefined);
  assert.equal((await jobs(page)).length, 59);
  await page.focus('#scene figure:first-child [tabindex="0"]');
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelectorAll("#scene figure:first-child [data-job]").length === 60);
  await page.focus('#scene figure:first-child [data-job="36"]');
  await page.keyboard.press("w");
  await page.waitForSelector("#why-text .note");
  assert.match(await page.textContent("#why-title"), /36.*FCFS/);
  await page.keyboard.press("Escape");
  await lab.close(page);
});

test("a job is drawn where the machine is free, or added by a button, and deleted; Reset leads back", async () => {
  const page = await open();
  const before = await means(page);
  const hole = await page.$eval("#scene figure:first-child .hole", (e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return { x, y, width, height };
  });
  await pull(page, [hole.x + 40, hole.y + 10], [hole.x + 140, hole.y + 60], async () => assert.equal(await page.locator("#scene .rubber").count(), 1));
  const drawn = (await asSimulated(page)).jobs.find((j) => j.id === 61);
  assert.ok(drawn.procs > 8 && drawn.procs < 13 && drawn.run > 2 * 3600 && drawn.submit > 15 * 3600, JSON.stringify(drawn));
  assert.equal(await page.textContent("#scene .job strong"), "Job 61");
  await page.click('#scene button:text-is("Add a job")');
  assert.equal((await asSimulated(page)).jobs.length, 62);
  await page.click('#scene button:text-is("Delete")');
  assert.equal((await asSimulated(page)).jobs.length, 61);
  await page.click('#scene button:text-is("Reset")');
  assert.deepEqual(await eventually(page, () => means(page), (m) => m.join() === before.join()), before);
  assert.equal((await jobs(page)).length, 60);
  await lab.close(page);
});

test("the machine's size and both policies can be chosen, and no machine is smaller than its widest job", async () => {
  const page = await open();
  await page.click('#scene [aria-label="A larger machine"]');
  assert.equal((await asSimulated(page)).procs, 36);
  await page.fill("#scene input[type=number]", "20");
  await page.keyboard.press("Tab");
  assert.equal(await page.inputValue("#scene input[type=number]"), "32");
  await page.click('#scene figure:first-child [data-policy="cons"]');
  await page.click('#scene figure:nth-child(2) [data-policy="cons"]');
  await page.waitForFunction(() => /under both\.$/.test(document.querySelector("#scene .says").textContent));
  await page.click('#scene figure:nth-child(2) [data-policy="sjf-easy"]');
  assert.deepEqual((await asSimulated(page)).policies, ["cons", "sjf-easy"]);
  await lab.close(page);
});

test("a link holds the jobs, and one that is broken says so", async () => {
  const page = await open({}, `${lab.server.url}#scene?procs=4&policies=fcfs,easy&jobs=1.0.3.3600_2.60.4.600_7.120.1.1800.3600`);
  const s = await asSimulated(page);
  assert.deepEqual(s.jobs, [{ id: 1, submit: 0, procs: 3, run: 3600, estimate: 3600 }, { id: 2, submit: 60, procs: 4, run: 600, estimate: 600 }, { id: 7, submit: 120, procs: 1, run: 1800, estimate: 3600 }]);
  await shown(page);
  assert.equal(await page.textContent("#link-error"), "");
  await page.click('#scene figure:first-child [data-policy="list"]');
  const link = await copiedBy(page, "Copy link");
  const other = await open({}, link);
  assert.deepEqual(await scenario(other), { ...s, policies: ["list", "easy"] });
  await asSimulated(other);
  await lab.close(other);
  for (const wrong of ["procs=4&jobs=1.0.5.60", "procs=4&jobs=1.0.1.60_1.0.1.60", "z=AAAA", "jobs=", "procs=4&jobs=1.0.1.1e9", "procs=4&jobs=1.0.1.60.60.60", "procs=99999&jobs=1.0.1.1"]) {
    await page.evaluate((hash) => (location.hash = hash), `#scene?${wrong}`);
    await page.waitForSelector("#scene > .error:not([hidden])");
    assert.equal((await jobs(page)).length, 60, wrong);
    await page.evaluate(() => (location.hash = "#scene"));
    await page.waitForSelector("#scene > .error", { state: "hidden" });
  }
  await lab.close(page);
});

test("?bare is the scene alone, and loads no simulator until it is touched; a frame never holds anything else", async () => {
  const page = await open({}, `${lab.server.url}?bare`);
  const seen = () => page.$$eval("body > :not(.unseen)", (all) => all.filter((e) => e.checkVisibility()).map((e) => e.id));
  assert.deepEqual(await seen(), ["scene"]);
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").filter((e) => /wasm/.test(e.name)).length);
  assert.equal(await loaded(), 0);
  await page.click('#scene button[title="Next start"]');
  await page.click('#scene figure:first-child [data-policy="sjf-fcfs"]');
  await asSimulated(page);
  assert.match(await copiedBy(page, "Copy link"), /\?bare#scene\?/);
  await page.evaluate(() => (window.copied = ""));
  const snippet = await copiedBy(page, "Embed");
  assert.match(snippet, /^<iframe src="http:[^"]+\?bare#scene\?[^"]+" title="[^"]+" width="100%" height="\d+"/);
  // A page of another host frames the snippet, and the laboratory, which is but the scene there.
  const host = await (await lab.browser.newContext()).newPage();
  const course = await temporary();
  await writeFile(join(course, "index.html"), `${snippet}<iframe src="${lab.server.url}#machine" width="900" height="900"></iframe>`);
  const other = await serve(course, "/");
  await host.goto(other.url);
  for (const frame of await host.$$("iframe")) {
    const inside = await frame.contentFrame();
    await inside.waitForSelector("#scene [data-job]");
    assert.deepEqual(await inside.$$eval("body > :not(.unseen)", (all) => all.filter((e) => e.checkVisibility()).map((e) => e.id)), ["scene"]);
  }
  await host.context().close();
  await other.close();
  await rm(course, { recursive: true });
  await lab.close(page);
});

test("the scene makes room for what is chosen elsewhere, and is never gone: it leads on with its very jobs", async () => {
  const linked = await lab.open({}, `${lab.server.url}#machine?procs=300`);
  await shown(linked);
  assert.ok(await linked.isHidden("#scene .schedules"));
  await linked.click("#scene-unfold");
  assert.ok(await linked.isVisible("#scene .schedules"));
  await linked.click('#modes a[href="#grid"]');
  await linked.waitForSelector("#scene .schedules", { state: "hidden" });
  await lab.close(linked);

  const page = await open();
  await page.click("#scene .on .primary");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("60 jobs on 32 processors"));
  await shown(page);
  assert.equal(await page.evaluate(() => document.activeElement.id), "results");
  assert.match(await page.textContent("#headline"), /^Jobs wait least under EASY/);
  assert.match(await page.evaluate(() => location.hash), /model/, "a link to them needs no file");
  await page.click('#scene [aria-label="A larger machine"]');
  await page.click('#scene button:text-is("Add a job")');
  await page.click("#scene .on .primary");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("61 jobs on 36 processors"));
  await shown(page);
  const rows = await lab.table(page, "jobs");
  const s = await scenario(page);
  for (const [k, policy] of s.policies.entries()) {
    const { duration } = await modules;
    const waits = rows.filter((r) => r.policy === policy);
    assert.equal(waits.length, 61);
    for (const r of waits) assert.ok((await told(page, r.job))[k].includes(`waits ${duration(Number(r.wait_s))},`));
  }
  // Who looks at something else and comes back finds the scene as it was left.
  await page.evaluate(() => (location.hash = "#machine"));
  await page.waitForSelector("#scene .schedules", { state: "hidden" });
  await page.evaluate(() => (location.hash = ""));
  await page.waitForSelector("#scene .schedules", { state: "visible" });
  assert.equal((await jobs(page)).length, 61);
  await page.click('#scene .on a[href="#log"]');
  await page.waitForFunction(() => document.querySelector("#drop").getBoundingClientRect().top < innerHeight);
  await lab.close(page);
  const again = await open();
  assert.ok(await again.isVisible("#scene .schedules"), "nothing is remembered against it");
  await lab.close(again);
});

test("who wants less motion sees the whole picture at once, and goes from start to start", async () => {
  const page = await open();
  const reach = () => page.$eval("#scene svg", (s) => Number(s.querySelector("clipPath rect").getAttribute("width")) / s.viewBox.baseVal.width);
  assert.equal(await reach(), 1);
  await page.click('#scene button[title="Next start"]');
  const first = await reach();
  assert.ok(first < 0.2, `${first}`);
  await page.click('#scene button[title="Next start"]');
  assert.ok((await reach()) > first);
  await page.click('#scene button[title="Start before"]');
  assert.equal(await reach(), first);
  await lab.close(page);
});

test("a finger scrolls over the charts, takes a job's handles, and has buttons for all", async () => {
  const page = await open({ ...phone });
  const before = await scenario(page);
  await page.evaluate(() => scrollTo(0, 0));
  const five = await boxOf(page, 5, 1);
  await page.touchscreen.tap(five.x + five.width / 2, five.y + five.height / 2);
  assert.equal(await page.textContent("#scene .job strong"), "Job 5");
  assert.deepEqual(await scenario(page), before, "a tap chooses and changes nothing");
  for (const name of ["longer", "wider", "later"]) await page.tap(`#scene [aria-label="${name}"]`);
  const of = (s) => s.jobs.find((j) => j.id === 5);
  const [a, b] = [of(before), of(await asSimulated(page))];
  assert.ok(b.run > a.run && b.procs === a.procs + 1 && b.submit > a.submit);
  assert.ok(await page.$eval("#scene .handle", (h) => getComputedStyle(h).touchAction === "none"));
  await lab.close(page);
});

test("both schedules are saved as a picture", async () => {
  const page = await open();
  for (const [kind, begins] of [["SVG", "<svg xmlns="], ["PNG", "\x89PNG"]]) {
    const came = page.waitForEvent("download");
    await page.click(`#scene .share button:text-is("${kind}")`);
    const file = await (await came).path();
    const bytes = await readFile(file);
    assert.ok(bytes.subarray(0, begins.length).toString("latin1") === begins, kind);
    if (kind === "SVG") assert.match(bytes.toString(), /First come, first served: mean wait 5 h 39 min.*EASY backfilling: mean wait 21 min/s);
    else assert.ok(bytes.length > 10_000);
  }
  await lab.close(page);
});

budget("an edit of 60 jobs is drawn, simulated under both policies, in 50 ms of processor", async () => {
  const page = await open({}, `${lab.server.url}?bare`);
  const three = await boxOf(page, 3);
  const [x, y] = [three.x + three.width - 1, three.y + three.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const before = await means(page);
  await page.mouse.move(x + 40, y);
  await eventually(page, () => means(page), (m) => m[0] !== before[0]); // the simulator is there
  await page.evaluate(() => {
    window.took = [];
    let at = 0;
    document.querySelector("#scene figure:nth-child(2) svg").addEventListener("pointermove", () => (at = performance.now()), true);
    new MutationObserver(() => at && (window.took.push(performance.now() - at), (at = 0))).observe(document.querySelector("#scene figure:first-child .mean"), { childList: true, characterData: true, subtree: true });
  });
  // The best of some rounds: what else the machine does slows a processor, too.
  const rounds = [];
  for (let round = 0; round < 4; round++) {
    const [edits, done] = [15, await page.evaluate(() => window.took.length)];
    const spent = await lab.processorTime(async () => {
      for (let i = 1; i <= edits; i++) {
        await page.mouse.move(x + 40 + 8 * (round * edits + i), y);
        await page.waitForTimeout(60); // waiting for what it draws would take a processor, too
      }
    });
    const drawn = (await eventually(page, () => page.evaluate(() => window.took.length), (n) => n > done + edits / 2)) - done;
    rounds.push(spent / drawn);
  }
  await page.mouse.up();
  const took = (await page.evaluate(() => window.took)).sort((a, b) => a - b);
  const least = Math.min(...rounds);
  console.log(`      from a pointer's event to both schedules: median ${took[took.length >> 1].toFixed(0)} ms, shortest ${took[0].toFixed(0)} ms; ${least.toFixed(0)} ms of processor`);
  assert.ok(least < 50, `${rounds} ms of processor`);
  await lab.close(page);
});
