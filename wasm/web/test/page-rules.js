// Rule bases as the page's users have them: examples, files of their own, what
// was in force when, and why.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { contrasts, drawn, lab, layoutShifts, metrics, phone, root, shots, shown, test, themes, tip, unnamed } from "./lab.js";
import { smallLog } from "./logs.js";

const FUZZY = "rules:five fuzzy rules";
const RIGID = "rules:twelve rigid rules";
const count = (n) => n.toLocaleString("en-US");

/** Has the page run these policies and no others. */
async function runThese(page, policies) {
  await page.$eval("#setup", (d) => (d.open = true)); // on a phone
  for (const id of await page.$$eval("#policy-rows input:checked", (all) => all.map((e) => e.id))) if (!policies.includes(id.slice("policy-".length))) await page.uncheck(`[id="${id}"]`);
  for (const name of policies) await page.check(`[id="policy-${name}"]`);
  await page.click("#run");
  await shown(page);
}

/** What the page tells of the moment chosen. */
function told(page) {
  return page.$eval("#rules-state", (r) => ({
    head: r.querySelector("h3").textContent,
    strategy: r.querySelector(".decided").textContent,
    features: [...r.querySelectorAll("dd")].map((d) => d.textContent),
    rules: [...r.querySelectorAll("li")].map((l) => l.textContent),
  }));
}

/** A strategy as the page has it: sjf-easy is EASY, shortest first. */
function words(name) {
  const [order, algorithm] = name.split("-");
  return algorithm ? `${algorithm.toUpperCase()}, ${{ narrow: "narrowest first", sjf: "shortest first", submit: "longest wait first", group: "user groups first" }[order]}` : "Greedy";
}

test("example rule bases run beside EASY, and tell what was in force when and why", async () => {
  const page = await lab.open();
  await shown(page);
  assert.ok((await page.isHidden("#rules")) && (await page.isHidden("#take-decisions")), "no rules have decided yet");
  await runThese(page, ["easy", FUZZY, RIGID]);
  assert.deepEqual(Object.keys(await metrics(page)), ["EASY", "Rules: five fuzzy rules", "Rules: twelve rigid rules"]);
  const files = [];
  for (const format of ["arrow", "parquet"]) files.push(await lab.download(page, `[data-table=decisions][data-format=${format}]`));
  const [rows, same] = (await lab.verified(files)).trim().split("\n").map((l) => Number(l.split(" ")[1]));
  assert.equal(rows, same);
  const decisions = await lab.table(page, "decisions");
  assert.equal(decisions.length, rows);
  const of = (policy) => decisions.filter((d) => d.policy === policy);

  const titles = await page.$$eval("#rules-strips h3", (all) => all.map((h) => h.textContent));
  for (const [i, policy] of [FUZZY, RIGID].entries()) {
    const all = of(policy);
    const changes = all.filter((d, k) => k > 0 && d.strategy !== d.before).length;
    assert.ok(titles[i].includes(`${count(changes)} changes in ${count(all.length)} decisions; of the time `), titles[i]);
    const parts = [...titles[i].matchAll(/([\d.]+) %/g)].reduce((sum, m) => sum + Number(m[1]), 0);
    assert.ok(Math.abs(parts - 100) < 0.5, `shares of the time add up to ${parts} %`);
  }

  // By keyboard from change to change: what is told is what the table holds.
  for (const [i, policy] of [FUZZY, RIGID].entries()) {
    const canvas = page.locator("#rules-strips canvas").nth(i);
    await canvas.scrollIntoViewIfNeeded();
    await canvas.focus();
    const last = new Map(); // of each second
    for (const d of of(policy)) last.set(d.time_s, d);
    const changed = of(policy).filter((d, k) => k > 0 && d.strategy !== d.before);
    for (const d of changed.slice(0, 3)) {
      await page.keyboard.press("n");
      const { head, list } = await tip(page);
      assert.equal(head, words(d.strategy));
      assert.equal(list.Decided, "now");
      const state = await told(page);
      assert.equal(state.strategy, words(d.strategy));
      assert.ok(state.head.includes(`with ${d.waiting} job`) && state.head.endsWith(`under Rules: ${policy.slice(6)}:`), state.head);
      ["sd", "um", "prcwq1", "prcwq2", "prcwq3", "prcwq4", "prcwq5"].forEach((f, k) => {
        assert.ok(Math.abs(parseFloat(state.features[k]) - d[f]) <= 0.01 * Math.abs(d[f]) + 1e-9, `${f}: ${state.features[k]}, not ${d[f]}`);
      });
      const fired = d.fired.split(" ").map((f) => f.split(":"));
      assert.deepEqual(state.rules.map((r) => /^Rule (\d+) counts (\d+) %\./.exec(r).slice(1)), fired);
      if (policy === RIGID) assert.ok(state.rules[0].endsWith(`: ${words(d.strategy)}.`), state.rules[0]);
      else assert.match(state.rules[0], new RegExp(`^Rule \\d+ counts \\d+ %\\. (Strongly for|For|Indifferent to|Against|Strongly against) ${words(d.strategy)}\\.`));
    }
    await page.keyboard.press("Escape");
  }
  assert.match(await page.textContent("#details"), /Processors in use [\d.]+ %.*Rule \d+ counts/);

  // A click on a moment, and a job's start.
  const box = await page.locator("#rules-strips canvas").first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + 30);
  const clicked = await told(page);
  assert.match(clicked.head, /^At day \d+, \d\d:\d\d( \(.*\))?, with .* under Rules: five fuzzy rules:$/);
  await page.mouse.move(0, 0); // leaving the strips hides their note: not after the keys below
  const chart = page.locator("#gantts .gantt").nth(1).locator("canvas:not(.waiting)");
  await chart.scrollIntoViewIfNeeded();
  await chart.focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("n");
  const { head, list } = await tip(page);
  const id = /\d+/.exec(head)[0];
  const job = (await lab.table(page, "jobs")).find((j) => j.policy === FUZZY && j.job === id);
  const then = of(FUZZY).filter((d) => Number(d.time_s) <= Number(job.start_s)).at(-1);
  assert.equal(list["Strategy then"], `${words(then.strategy)} (${then.rule})`);
  await chart.focus();
  await page.keyboard.press("n");
  const second = /\d+/.exec((await tip(page)).head)[0];
  await page.keyboard.press("Enter");
  assert.ok((await told(page)).head.includes(`(job ${second} started)`));

  // Every rule is listed, with how often it said most.
  await page.locator("#rules-lists summary").nth(1).click();
  const listed = await page.$$eval("#rules-lists table.rigid tbody tr", (all) => all.map((r) => [...r.cells].map((c) => c.textContent)));
  assert.equal(listed.length, 12);
  const times = listed.map((r) => (r[3] === "never" ? 0 : r[3] === "once" ? 1 : parseInt(r[3].replaceAll(",", ""))));
  assert.deepEqual(times, listed.map((_, i) => of(RIGID).filter((d) => d.fired === `${i + 1}:100`).length));
  for (const r of listed) {
    const d = of(RIGID).find((d) => d.fired === `${r[0]}:100`);
    if (d) assert.equal(r[2], words(d.strategy));
  }
  await page.locator("#rules-lists summary").nth(0).click();
  const base = JSON.parse(await readFile(join(root, "wasm/bridge/bases/fuzzy.json"), "utf8"));
  const cells = await page.$$eval("#rules-lists table.fuzzy tbody tr", (all) => all.map((r) => [...r.cells].map((c) => c.textContent)));
  const heads = await page.$$eval("#rules-lists table.fuzzy thead th", (all) => all.map((c) => c.textContent));
  base.fuzzy.rules.forEach((r, i) => {
    for (const [side, sign] of [["strongly_for", "++"], ["for", "+"], ["against", "−"], ["strongly_against", "−−"]]) {
      assert.deepEqual(heads.filter((_, k) => k > 0 && cells[i][k] === sign).sort(), r[side].map(words).sort(), `rule ${i + 1} ${side}`);
    }
  });
  if (shots) await page.locator("#rules").screenshot({ path: join(shots, "rules.png") });

  // A run without rules takes the section away again.
  await runThese(page, ["easy"]);
  assert.ok((await page.isHidden("#rules")) && (await page.isHidden("#take-decisions")));
  await lab.close(page);
});

const busy = {
  format: "backfill rule base 1",
  name: "busy or not",
  about: "For a test.",
  rigid: { partitions: [{ feature: "um", bounds: [50] }], rules: [{ when: "um <= 50", then: "submit-fcfs" }, { when: "um > 50", then: "sjf-easy" }] },
};

test("a rule base is dropped or chosen, and runs; what is none is refused in one line", async () => {
  const page = await lab.open();
  await shown(page);
  const data = await page.evaluateHandle((text) => {
    const d = new DataTransfer();
    d.items.add(new File([text], "busy.json"));
    return d;
  }, JSON.stringify(busy));
  await page.dispatchEvent("body", "dragenter", { dataTransfer: data });
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await page.waitForSelector("#rules:not([hidden])");
  await shown(page);
  assert.deepEqual(Object.keys(await metrics(page)), ["FCFS", "EASY", "Conservative", "SJF-EASY", "Rules: busy or not"]);
  const file = await lab.download(page, "[data-table=decisions][data-format=arrow]");
  await lab.verified([file]);
  assert.ok((await readFile(file)).toString("latin1").includes('"busy or not"'), "the rule base is not in the file's Spec");

  // Where a log is wanted a rule base is known all the same; one of the same name takes the place of the old one.
  await page.setInputFiles("#log", { name: "again.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ ...busy, about: "Changed." })) });
  await page.waitForFunction(() => document.querySelector("#policy-rows").textContent.includes("Changed."));
  await shown(page);
  assert.equal(await page.locator("#policy-rows .policy", { hasText: "busy or not" }).count(), 1);

  const before = await page.textContent("#metrics");
  const bad = [
    ["noise.json", "\u0000\u0001", /./],
    ["empty.json", "", /./],
    ["other.json", "{}", /./],
    ["example.json", JSON.stringify({ ...busy, name: "five fuzzy rules" }), /another name/],
    ["strategy.json", JSON.stringify({ ...busy, name: "sjf-easy" }), /that of a strategy/],
    ["feature.json", JSON.stringify(busy).replaceAll('"um"', '"moon"'), /moon/],
  ];
  for (const [name, text, what] of bad) {
    await page.setInputFiles("#rules-file", { name, mimeType: "application/json", buffer: Buffer.from(text) });
    await page.waitForFunction((n) => document.querySelector("#rules-error").textContent.startsWith(n), name);
    const said = await page.textContent("#rules-error");
    assert.match(said, what);
    assert.doesNotMatch(said, /\n/);
  }
  assert.equal(await page.textContent("#metrics"), before);

  // It is taken off the list like any policy that was added; on a grid rules are not offered.
  await page.click("[aria-label='Take Rules: busy or not off the list']");
  assert.equal(await page.locator("#policy-rows .policy", { hasText: "busy or not" }).count(), 0);
  await page.click("#modes a[href='#grid']");
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("40 jobs"));
  await shown(page);
  assert.ok((await page.isHidden("#rules-row")) && (await page.isHidden("#rules")));
  // One that is dropped there leads back to one machine.
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await page.waitForSelector("#rules:not([hidden])");
  await shown(page);
  assert.equal(await page.$eval("#modes [aria-current]", (a) => a.textContent), "One machine");
  await lab.close(page);
});

test("each of the 13 strategies looks different, light and dark", async () => {
  const page = await lab.open();
  await shown(page);
  await page.setInputFiles("#log", { name: "small.swf", mimeType: "text/plain", buffer: Buffer.from(smallLog) });
  await page.waitForFunction(() => document.querySelector("#run-note").textContent.startsWith("6 jobs"));
  await shown(page);
  const strategies = await page.$$eval("#plan-choice option[value^='rules:']", (all) => all.map((o) => o.value));
  assert.equal(strategies.length, 13);
  for (const s of strategies) {
    await page.selectOption("#plan-choice", s);
    await page.click("#plan-add");
  }
  await runThese(page, strategies);
  for await (const colorScheme of themes(page)) {
    const looks = [];
    for (let i = 0; i < 13; i++) {
      const canvas = page.locator("#rules-strips canvas").nth(i);
      await canvas.scrollIntoViewIfNeeded();
      await drawn(page);
      looks.push(await canvas.evaluate((c) => c.getContext("2d").getImageData(80, 10, 64, 32).data.join()));
    }
    assert.equal(new Set(looks).size, 13, colorScheme);
    const swatches = await page.$$eval("#rules-legend .swatch", (all) => all.map((s) => getComputedStyle(s).background));
    assert.equal(new Set(swatches).size, 13);
  }
  await lab.close(page);
});

test("rules can be read on a phone, by name and with contrast, without layout shifts", async () => {
  for (const device of [{ viewport: { width: 1280, height: 900 } }, phone]) {
    const page = await lab.open(device);
    await shown(page);
    const opened = await page.evaluate(layoutShifts);
    assert.ok(opened < 0.1, `layout shifts by ${opened} when the page opens`);
    await runThese(page, ["easy", FUZZY, RIGID]);
    await page.locator("#rules-strips canvas").nth(1).scrollIntoViewIfNeeded();
    const first = await told(page); // the first decision, until a moment is chosen
    assert.ok(first.rules.length > 0 && first.head.includes("five fuzzy rules"));
    const before = await page.evaluate(layoutShifts);
    for (const strip of [1, 0]) {
      await page.locator("#rules-strips canvas").nth(strip).focus();
      // Not by the keyboard: half a second after a key shifts are a visitor's.
      await page.evaluate(() => [..."nnnnn"].forEach((key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))));
      await drawn(page);
    }
    await page.keyboard.press("Escape");
    await drawn(page);
    const after = await page.evaluate(layoutShifts);
    assert.ok(after - before < 0.1, `layout shifts by ${after - before} when moments are chosen`);
    for (const s of await page.$$("#rules-lists summary")) await s.click();
    assert.deepEqual(await page.evaluate(unnamed), []);
    for await (const colorScheme of themes(page)) {
      assert.deepEqual(await page.evaluate(contrasts), [], `contrast below 4.5 in ${colorScheme}`);
      if (shots) await page.locator("#rules").screenshot({ path: join(shots, `rules-${device.viewport.width}-${colorScheme}.png`) });
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), device.viewport.width);
    await lab.close(page);
  }
});
