// The guided story as students, teachers and paper have it. What it says is held against the command's schedules of the
// same jobs, and against starts worked out by hand.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tableFromIPC } from "@uwdata/flechette";
import { contrasts, lab, phone, run, shots, shown, test, themes, unnamed } from "./lab.js";

const STEPS = 10;

/** Opens the story where all steps have been simulated. */
async function story(address = "#learn", options = {}) {
  const page = await lab.open(options, lab.server.url + address);
  await page.waitForSelector("#story[data-ready]", { state: "attached" });
  return page;
}

async function go(page, hash) {
  await page.evaluate((h) => (location.hash = h), hash);
  if (hash.startsWith("learn/") && hash !== "learn/notes") await page.waitForSelector(`#learn-${/\/(\d+)/.exec(hash)[1]}.current`);
}

/** Chooses what a step's control offers, and waits until that is drawn. */
async function choose(page, step, index) {
  const before = await page.$eval(`#learn-${step} .seen`, (e) => (e.dataset.old = e.textContent));
  const choice = page.locator(`#learn-${step}-try-${index}`);
  if (await choice.count()) await choice.check();
  else await page.$eval(`#learn-${step}-try`, (e, i) => ((e.value = i), e.dispatchEvent(new Event("input"))), String(index));
  await page.waitForFunction(([s, old]) => document.querySelector(`#learn-${s} .seen`).textContent !== old, [step, before]);
}

/** What a step shows: the sentence, the jobs of the second picture, and the starts of both by job. */
function shows(page, step) {
  return page.$eval(`#learn-${step}`, (e) => {
    const rows = [...e.querySelectorAll(".listed tbody tr")].map((r) => [...r.cells].map((c) => Number(c.textContent)));
    return { seen: e.querySelector(".seen").textContent, jobs: rows.map((r) => r.slice(0, 5)), first: rows.map((r) => r[5]), second: rows.map((r) => r[6]) };
  });
}

/** The starts, ends and policies' figures that the command has for jobs [number, submission, processors, run, estimate], in minutes. */
async function native(jobs, procs, policy, more = {}) {
  const name = `story-${Math.random().toString(36).slice(2)}`;
  const memory = more.memory ?? [];
  const rows = jobs.map(([id, at, width, run, says], i) => [id, at * 60, -1, run * 60, width, -1, memory[i] ?? -1, width, says * 60, memory[i] ?? -1, 1, more.users?.[i] ?? id, 1, -1, 1, -1, -1, -1].join(" "));
  const log = join(lab.temp, `${name}.swf`);
  await writeFile(log, [`; MaxProcs: ${procs}`, ...rows, ""].join("\n"));
  const out = join(lab.temp, name);
  await run(lab.native, ["run", log, "--policy", policy, "--out", out, "--formats", "arrow", ...(more.flags ?? [])]);
  const table = tableFromIPC(await readFile(join(out, "jobs.arrow")));
  const of = (column) => Array.from(table.getChild(column).toArray(), (v) => Number(v) / 60);
  return { start: of("start_s"), end: of("end_s"), wait: of("wait_s") };
}

const plain = (n) => String(Number(n.toFixed(n < 10 ? 2 : 1)));
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;

test("each step of the story shows the starts worked out by hand", async () => {
  const page = await story();
  const want = {
    1: [[0, 5, 40, 70, 70, 90], [0, 5, 10, 40, 40, 60]],
    2: [[0, 5, 45, 60, 60], [0, 60, 100, 100, 100]],
    3: [[0, 60, 100, 100, 140], [0, 60, 10, 50, 100]],
    4: [[0, 60, 10, 50, 100], [0, 60, 100, 15, 100]],
    5: [[0, 60, 95, 15], [0, 60, 60, 100]],
    6: [[0, 0, 30, 90, 90, 110, 110, 130, 130, 150, 150, 170, 170], [0, 0, 130, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110]],
    8: [[0, 5, 60, 15, 120], [0, 5, 10, 45, 60]],
  };
  for (const [step, [first, second]] of Object.entries(want)) {
    const got = await shows(page, step);
    assert.deepEqual([got.first, got.second], [first, second], `step ${step}`);
  }
  await lab.close(page);
});

test("what a step says is computed from the schedule that the command has, whatever is chosen", async () => {
  const page = await story();
  const steps = [
    [1, "fcfs", (i) => [3, 4, 6, 8][i], [0, 3]], [2, "fcfs", () => 8, [0, 6]], [3, "easy", () => 8, [2, 7]], [4, "easy", () => 8, [0, 3, 7]], [5, "cons", () => 8, [1, 6]], [6, "sjf-easy", () => 4, [1, 6]],
  ];
  for (const [step, policy, procs, choices] of steps) {
    await go(page, `learn/${step}`);
    for (const i of choices) {
      await choose(page, step, i);
      const got = await shows(page, step);
      const own = await native(got.jobs, procs(i), policy);
      assert.deepEqual(got.second, own.start, `step ${step}, choice ${i}`);
      const three = { wait: plain(own.wait[2]), start: plain(own.start[2]), end: plain(own.end[2]) };
      const says = {
        1: `ends at minute ${plain(Math.max(...own.end))},`, 2: `the mean wait is ${plain(mean(own.wait))} minutes`, 3: `to ${plain(mean(own.wait))} minutes`,
        4: i === 0 ? `stopped at minute ${three.end}: it had ${plain(40 - (own.end[2] - own.start[2]))} minutes to go` : i === 3 ? `job 3 is backfilled at minute ${three.start}` : `it starts at minute ${three.start}`,
        5: i === 1 ? "Both do the same" : `which starts at minute ${three.start}, and job 4 waits until minute ${plain(own.start[3])}`, 6: `and ${three.wait} minutes if the shortest is`,
      }[step];
      assert.ok(got.seen.includes(says), `step ${step}, choice ${i}: "${got.seen}" has no "${says}"`);
    }
  }
  await lab.close(page);
});

test("plans, sites, shared nodes and the optimum of the story are those of the command", async () => {
  const page = await story();
  const artww = (jobs, r) => r.end.reduce((sum, e, i) => sum + jobs[i][2] * (e - jobs[i][1]), 0) / jobs.reduce((sum, j) => sum + j[2], 0);
  const plans = await shows(page, 7);
  const dynp = await native(plans.jobs, 8, "dynp-advanced");
  assert.deepEqual(plans.second, dynp.start);
  const fixed = await Promise.all(["plan-fcfs", "plan-sjf", "plan-ljf"].map(async (p) => artww(plans.jobs, await native(plans.jobs, 8, p))));
  const said = [...plans.seen.matchAll(/\d+(?:\.\d+)?/g)].map(Number);
  assert.deepEqual(said.slice(0, 4), [...fixed, artww(plans.jobs, dynp)].map((x) => Number(plain(x))));

  const flags = ["--sites", join(lab.temp, "story-grid.json"), "--home", "user", "--overhead", "0.25"];
  await writeFile(flags[1], JSON.stringify({ sites: [{ name: "A", procs: 8, from: ["1"] }, { name: "B", procs: 8, from: ["2"] }] }));
  await go(page, "learn/8");
  for (const [i, policy] of ["grid-sharing", "grid-multisite", "grid-moldable"].entries()) {
    await choose(page, 8, i);
    const got = await shows(page, 8);
    const own = await native(got.jobs, 16, policy, { users: [1, 1, 1, 2, 1], flags });
    assert.deepEqual(got.second, own.start, policy);
    assert.ok(got.seen.includes(`ends at minute ${plain(own.end[2])} instead of`), got.seen);
  }

  for (const [i, penalty] of [0, 5, 10, 20, 30, 60].entries()) {
    await choose(page, 9, i);
    const got = await shows(page, 9);
    const own = await native(got.jobs, 4, "dfrs:GreedyPM*/per/OPT=MIN/MINVT=600", { memory: [50, 40, 40, 60], flags: ["--shared", "4", "--cores", "1", "--node-memory", "100KiB", "--penalty", String(penalty * 60)] });
    assert.deepEqual(got.second.map(plain), own.start.map(plain));
    const stretch = Math.max(...own.end.map((e, k) => (e - got.jobs[k][1]) / got.jobs[k][3]));
    assert.ok(got.seen.includes(`is ${plain(stretch)} (job`) && got.seen.includes(`Job 1 pays: it ends at minute ${plain(own.end[0])} `), got.seen);
  }

  const best = await shows(page, 10);
  const file = join(lab.temp, "story-instance.json");
  const jobs = best.jobs.map(([id, , procs, minutes]) => ({ id, procs, estimate: minutes * 60, submit: 0 }));
  await writeFile(file, JSON.stringify({ procs: 8, now: 0, free: [{ at: 0, procs: 4 }, { at: 1800, procs: 8 }], jobs }));
  const { policies, answers } = JSON.parse((await run(lab.native, ["exact", file, "--json"])).stdout).instances[0];
  const cost = (starts) => starts.reduce((sum, t, i) => sum + (t * 60 + jobs[i].estimate) * jobs[i].procs, 0);
  assert.deepEqual([cost(best.first), cost(best.second)], [Math.min(...policies.map((p) => p.cost)), answers[0].cost]);
  assert.ok(best.seen.includes(`gives away ${plain(100 * (1 - cost(best.second) / cost(best.first)))} %`), best.seen);
  await lab.close(page);
});

/** The boxes of a step's pictures in minutes and processors, by the ticks of their axes. Runs in the page. */
function boxes(step) {
  return [...document.querySelectorAll(`#learn-${step} svg.picture`)].map((svg) => {
    const ticks = [...svg.querySelectorAll("text.axis[text-anchor=middle]")].filter((t) => /^\d+$/.test(t.textContent)).map((t) => [Number(t.textContent), Number(t.getAttribute("x"))]);
    const frame = svg.querySelector(".frame");
    const minute = (x) => ticks[0][0] + ((x - ticks[0][1]) * (ticks[1][0] - ticks[0][0])) / (ticks[1][1] - ticks[0][1]);
    const of = (r) => ({ from: minute(Number(r.getAttribute("x"))), to: minute(Number(r.getAttribute("x")) + Number(r.getAttribute("width"))), top: Number(r.getAttribute("y")), bottom: Number(r.getAttribute("y")) + Number(r.getAttribute("height")) });
    const y = Number(frame.getAttribute("y")) + Number(frame.getAttribute("height"));
    const all = [...svg.querySelectorAll("g.box")].map((g) => ({ job: g.textContent, ...of(g.querySelector("rect")) })).filter((b) => b.top < y);
    return { boxes: all, reserved: [...svg.querySelectorAll(".reserved")].map(of), height: Number(frame.getAttribute("height")) };
  });
}

test("pictures of the story draw each job whole, on its processors, and none over another", async () => {
  const page = await story();
  for (const [step, procs] of [[1, [4, 6]], [2, [8, 8]], [3, [8, 8]], [4, [8, 8]], [5, [8, 8]], [6, [4, 4]], [7, [8, 8]]]) {
    const { jobs, first, second } = await shows(page, step);
    const got = await page.evaluate(boxes, step);
    [first, second].forEach((starts, k) => {
      assert.equal(got[k].boxes.length, jobs.length, `step ${step}`);
      for (const b of got[k].boxes) {
        const i = Number.parseInt(b.job, 10) - 1;
        assert.ok(Math.abs(b.from - starts[i]) < 1 && Math.abs(b.to - b.from - jobs[i][3]) < 2, `step ${step}: job ${b.job} is drawn from ${b.from} to ${b.to}`);
        const width = step === 2 && k === 0 && i === 1 ? 3 : jobs[i][2];
        assert.ok(Math.abs((b.bottom - b.top + 1) / (got[k].height / procs[k]) - width) < 0.1, `step ${step}: job ${b.job} is drawn ${b.bottom - b.top} high`);
        for (const o of got[k].boxes) assert.ok(o === b || o.from >= b.to || o.to <= b.from || o.top >= b.bottom || o.bottom <= b.top, `step ${step}: jobs ${b.job} and ${o.job} overlap`);
      }
    });
  }
  const round = (t) => 5 * Math.round(t / 5); // outlines are drawn a pixel within
  // The head's reservation in the third step: job 2, from minute 60 for 40 minutes; none under FCFS.
  const [fcfs, easy] = await page.evaluate(boxes, 3);
  assert.equal(fcfs.reserved.length, 0);
  assert.deepEqual(easy.reserved.map((r) => [round(r.from), round(r.to)]), [[60, 100]]);
  // Under conservative backfilling all who wait have one; under EASY the head alone.
  const [one, all] = await page.evaluate(boxes, 5);
  assert.deepEqual([one.reserved.length, all.reserved.map((r) => round(r.from))], [1, [60, 60, 100]]);
  await lab.close(page);
});

test("one walks through the story by keyboard, and Back leads back; a slider keeps its arrows", async () => {
  const page = await story();
  const at = () => page.$eval(".lesson.current", (e) => e.id);
  assert.equal(await at(), "learn-1");
  for (let i = 2; i <= STEPS; i++) {
    await page.keyboard.press(i % 2 ? "n" : "ArrowRight");
    await page.waitForSelector(`#learn-${i}.current`);
    assert.ok(await page.$eval(`#learn-${i} h2`, (e) => document.activeElement === e), `the title of step ${i} has the focus`);
  }
  await page.keyboard.press("ArrowRight");
  assert.equal(await at(), `learn-${STEPS}`);
  await page.keyboard.press("p");
  await page.waitForSelector(`#learn-${STEPS - 1}.current`);
  await page.goBack();
  await page.waitForSelector(`#learn-${STEPS}.current`);
  await go(page, "learn/3");
  await page.focus("#learn-3-try");
  const before = (await shows(page, 3)).seen;
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  await page.waitForFunction((old) => document.querySelector("#learn-3 .seen").textContent !== old, before);
  assert.equal(await at(), "learn-3");
  await page.waitForFunction(() => document.querySelector("#details").textContent === document.querySelector("#learn-3 .seen").textContent);
  // Minute by minute: at minute 50 job 3 of 40 minutes would have ended; with 70 it waits.
  await page.focus("#learn-3-minute");
  await page.keyboard.press("Home");
  assert.match(await page.textContent("#learn-3 .told"), /Job 1 starts\. Job 1 running, nobody waiting\./);
  // A term is explained where one reads, and Escape leads back to it.
  const term = page.locator("#learn-3 .term", { hasText: "shadow time" }).first();
  await term.focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("#term[open]");
  assert.match(await page.textContent("#term"), /Shadow time.*enough processors will be free/);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#term:not([open])", { state: "attached" });
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "shadow time");
  await lab.close(page);
});

test("what is tried in a step, and its minute, are in the address: reloading and the other language keep them", async () => {
  const page = await story("#learn/3");
  const first = await shows(page, 3);
  await choose(page, 3, 6);
  await page.focus("#learn-3-minute");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => location.hash === "#learn/3?try=70&minute=0");
  const chosen = await shows(page, 3);
  assert.notDeepEqual(chosen, first);
  await page.reload();
  await page.waitForSelector("#story[data-ready]", { state: "attached" });
  assert.deepEqual(await shows(page, 3), chosen);
  assert.equal(await page.inputValue("#learn-3-try"), "6");
  assert.match(await page.textContent("#learn-3 .told"), /Job 1 starts\. Job 1 running, nobody waiting\./);
  await page.click("#language");
  await page.waitForURL(/de\.html#learn\/3\?try=70&minute=0$/);
  await page.waitForSelector("#story[data-ready]", { state: "attached" });
  assert.deepEqual((await shows(page, 3)).second, chosen.second);
  // Another address leads to another choice; what there is not leaves the step as it is.
  await go(page, "learn/3?try=30&minute=end");
  await page.waitForFunction(() => document.querySelector("#learn-3-try").value === "2");
  await go(page, "learn/3?try=nothing");
  assert.equal(await page.inputValue("#learn-3-try"), "2");
  await lab.close(page);
});

test("the story hides the laboratory, which is as it was when one comes back", async () => {
  const page = await story();
  assert.ok(await page.isHidden("#form") && await page.isVisible("#story"));
  await page.click("#modes a[href='#machine']");
  await page.waitForSelector("#form", { state: "visible" });
  await page.waitForSelector("#shown:not([hidden])");
  assert.ok(await page.isHidden("#story"));
  await page.waitForFunction(() => document.querySelector("#gantts canvas").width > 600); // drawn although it was hidden before
  await page.click("#pages a");
  await page.waitForSelector("#learn-1.current");
  assert.equal(await page.$eval("#pages a", (a) => a.getAttribute("aria-current")), "page");
  await page.goBack();
  await page.waitForSelector("#form", { state: "visible" });
  await page.click("#pages a");
  await page.waitForSelector("#learn-1.current");
  await page.click("#modes a[href='#grid']");
  await page.waitForSelector("#form[data-mode=grid]");
  assert.ok(await page.isHidden("#story") && await page.isVisible("#form"));
  for (const [hash, title] of [["learn/77", "optimum"], ["learn/0", "queue"], ["learn/x", "queue"]]) {
    await page.evaluate((h) => (location.hash = h), hash);
    await page.waitForFunction((t) => document.querySelector(".lesson.current h2")?.textContent.toLowerCase().includes(t), title);
  }
  await lab.close(page);
});

test("printed, the story is a hand-out of all steps with room for answers; the notes are the teacher's", async () => {
  for (const notes of [false, true]) {
    const page = await story(notes ? "#learn/notes" : "#learn/4", { viewport: { width: 718, height: 1000 } });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.waitForFunction(() => document.documentElement.hasAttribute("data-paper")); // the page has been told of it
    const steps = await page.$$eval(".lesson", (all) => all.map((e) => {
      const seen = (selector) => [...e.querySelectorAll(selector)].some((x) => x.checkVisibility() && x.getBoundingClientRect().height > 0);
      return [e.checkVisibility(), e.querySelectorAll("svg.picture").length, seen("svg.picture .box"), seen(".room div"), seen(".ask > p"), seen(".answer p"), seen(".listed td"), seen("input[type=range]"), seen(".turn, button")].join(" ");
    }));
    assert.deepEqual(steps, Array(STEPS).fill("true 2 true true true false true false false"));
    assert.ok(await page.isVisible("#glossary dd"));
    assert.equal(await page.isVisible("#learn-notes"), notes);
    const ink = await page.$eval(".lesson", (e) => getComputedStyle(e).color);
    assert.equal(ink, "rgb(22, 32, 43)");
    const high = await page.$$eval(".lesson", (all) => all.map((e) => e.getBoundingClientRect().height));
    assert.ok(high.every((h) => h < 1009), `steps are ${high} CSS pixels high: a page of A4 holds 1009`);
    await lab.close(page);
  }
});

test("every marked term has an entry, every entry is used, and no abbreviation stands unexplained", async () => {
  const page = await story("#learn/notes");
  const entries = await page.$$eval("#glossary dt", (all) => all.map((e) => e.id.replace(/^term-/, "#glossary/")));
  const used = await page.$$eval("a.term", (all) => all.map((a) => a.getAttribute("href")));
  assert.deepEqual(used.filter((u) => !entries.includes(u)), []);
  assert.deepEqual(entries.filter((e) => !used.includes(e)), []);
  assert.equal(new Set(entries).size, entries.length);
  // An abbreviation is a term with an entry, or stands in brackets or beside the plain words that it is short for.
  const unexplained = await page.$$eval(".lesson", (all) => all.flatMap((e) => {
    const terms = new Set([...e.querySelectorAll(".term")].map((t) => t.textContent));
    const copy = e.cloneNode(true);
    for (const x of copy.querySelectorAll("figcaption span, svg, .told, .listed")) x.remove();
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode.data);
    const text = texts.join("\n").replace(/\([^)]*\)/g, (brackets) => (terms.add(brackets.slice(1, -1)), ""));
    return (text.match(/\b(?:[A-Z]{2,}\w*|dynP|\w+[a-z][A-Z]\w*)\b/g) ?? []).filter((w) => !terms.has(w));
  }));
  assert.deepEqual([...new Set(unexplained)], []);
  const long = await page.$$eval(".lesson", (all) => all.map((e) => [...e.querySelectorAll(":scope > p:not(.count, .roles, .seen, .error)")].map((p) => p.textContent).join(" ").split(/\s+/).length).filter((n) => n > 120));
  assert.deepEqual(long, []);
  // The glossary's own page goes to the entry that the address names.
  await go(page, "glossary/yield");
  await page.waitForFunction(() => document.activeElement.id === "term-yield");
  assert.ok(await page.isHidden("#learn-notes") && await page.isHidden(".lesson"));
  await lab.close(page);
});

test("the story is read on a phone, in the dark and without a mouse: nothing cut, unnamed, pale or too small to touch", async () => {
  for (const device of [{ viewport: { width: 1280, height: 900 } }, { ...phone, viewport: { width: 360, height: 780 } }]) {
    const page = await story("#learn", device);
    for (let step = 1; step <= STEPS; step++) {
      await go(page, `learn/${step}`);
      await page.click(`#learn-${step} .answer summary`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), device.viewport.width, `step ${step}`);
      assert.deepEqual(await page.evaluate(unnamed), []);
      const cut = await page.$$eval(".lesson.current svg.picture", (all) => all.flatMap((svg) => [...svg.querySelectorAll("text")].filter((t) => {
        const [a, b] = [t.getBoundingClientRect(), svg.getBoundingClientRect()];
        return a.left < b.left - 1 || a.right > b.right + 6 || a.top < b.top - 1 || a.bottom > b.bottom + 1;
      }).map((t) => t.textContent)));
      assert.deepEqual(cut, [], `step ${step}`);
      const small = await page.$$eval("#story :is(button, .steps a, .turn a, summary, input)", (all) => all.filter((e) => e.checkVisibility()).map((e) => ((e.type === "radio" ? e.parentElement : e).getBoundingClientRect())).filter((r) => r.height < 24 || r.width < 24).length);
      assert.equal(small, 0, `step ${step}`);
      for await (const colorScheme of themes(page)) {
        assert.deepEqual(await page.evaluate(contrasts), [], `step ${step} in ${colorScheme}`);
        if (shots) await page.screenshot({ path: join(shots, `story-${step}-${device.viewport.width}-${colorScheme}.png`), fullPage: true });
      }
    }
    await lab.close(page);
  }
});

test("nothing is simulated below the story and the papers; who leaves them gets one run, of what the link says", async () => {
  const page = await lab.open({}, new URL("style.css", lab.server.url).href);
  await page.addInitScript(() => {
    window.runs = 0;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (m, ...rest) {
      if (m.wanted === "prepared") window.runs++; // what the story asks for it wants in another form
      return post.call(this, m, ...rest);
    };
  });
  for (const [from, ready] of [["#learn", "#story[data-ready]"], ["#glossary", "#story[data-ready]"], ["#papers", "#papers h2"]]) {
    for (const [mode, note] of [["machine", /^5,000 jobs/], ["grid", /^40 jobs/]]) {
      await page.goto("about:blank"); // an address that differs in its hash only opens nothing
      await page.goto(lab.server.url + from);
      await page.waitForSelector(ready, { state: "attached" });
      await page.waitForFunction(() => document.querySelector("#program").textContent !== "");
      if (from === "#papers") await page.evaluate(() => (location.hash = "#learn")); // from one to the other
      assert.equal(await page.evaluate(() => window.runs), 0, from);
      await page.click(`#modes a[href="#${mode}"]`);
      await shown(page);
      assert.match(await page.textContent("#run-note"), note);
      assert.equal(await page.evaluate(() => window.runs), 1, `${from}, then #${mode}`);
    }
  }
  await lab.close(page);
});
