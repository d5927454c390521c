// The papers' experiments in the tab, held against those of the command.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { lab, phone, root, run, shots, test, themes } from "./lab.js";

/** Opens an experiment of a paper, or the list. */
async function opened(hash, options = {}) {
  const page = await lab.open(options, lab.server.url + hash);
  await page.waitForSelector("#papers h2");
  return page;
}

/** Runs the experiment that is open. */
async function compute(page) {
  await page.click("#papers .run-here .primary");
  await page.waitForSelector(".experiment[data-digest], #papers .error:not([hidden])");
  assert.equal(await page.$eval("#papers .error", (e) => e.textContent), "");
}

test("an experiment computed in the tab has the numbers and the claims' verdicts of the command", async () => {
  const { BACKFILL_TRACES: _, ...env } = process.env; // the tab has no logs: both compute on the substitutes
  const ids = ["dfrs/table1", "dynp/table4", "grid/fig2", "dfrs/table2", "rules/table3", "exact/table1"];
  const out = join(lab.temp, "papers");
  await run(lab.native, ["paper", "run", ...ids, "--scale", "quick", "--cache", "none", "--format", "csv", "--out", out], { env });
  const page = await opened(`#papers/${ids[0]}`);
  for (const id of ids) {
    await page.evaluate((h) => (location.hash = h), `papers/${id}`);
    await page.waitForFunction((id) => document.title.startsWith(id), id);
    await compute(page);
    const want = JSON.parse(await readFile(join(out, id, "experiment.json"), "utf8"));
    for (const b of await page.$$("#papers p > button:not(.run-here button)")) await b.click();
    const got = await page.$eval("#papers", (e) => ({
      here: [...e.querySelectorAll(".compared tbody tr")].filter((r) => r.cells[5].textContent !== "").map((r) => `${r.cells[0].textContent}|${r.cells[1].textContent}`),
      verdicts: [...e.querySelectorAll(".claims .decided")].filter((p) => p.textContent.startsWith("Here")).map((p) => p.querySelector(".verdict").textContent),
    }));
    assert.equal(got.here.length, want.numbers.length, id);
    assert.deepEqual(new Set(got.here), new Set(want.numbers.map((n) => `${n.row}|${n.column}`)), id);
    assert.deepEqual(got.verdicts, want.claims.map((c) => c.verdict), id);
  }
  if (shots) await page.screenshot({ path: `${shots}/papers-exact.png`, fullPage: true });
  await lab.close(page);
});

test("the list of papers has every experiment of the command", async () => {
  const page = await opened("#papers");
  const { stdout } = await run(lab.native, ["paper", "list", "--json"]);
  const rows = await page.$$eval("#papers .experiments tbody tr", (all) => all.map((r) => r.cells[0].textContent));
  assert.deepEqual(rows, JSON.parse(stdout).map((x) => x.id));
  await page.click('#modes a[href="#grid"]');
  await page.waitForSelector("#form", { state: "visible" });
  assert.ok(await page.isHidden("#papers"));
  await page.goBack();
  await page.waitForSelector("#papers .experiments", { state: "visible" });
  await page.evaluate(() => (location.hash = "papers/dynp/table99"));
  await page.waitForSelector("#papers .error");
  assert.match(await page.textContent("#papers .error"), /No paper has an experiment dynp\/table99/);
  await lab.close(page);
});

test("an experiment can be read at every width, before and after it was computed", async () => {
  for (const [device, widths] of [[{ ...phone, viewport: { width: 360, height: 800 } }, [360]], [{}, [768, 1280, 1920]]]) {
    const page = await opened("#papers/dynp/fig4", device);
    const names = await page.$$eval("#papers .compared tbody tr", (all) => all.length);
    assert.ok(names > 0);
    const readable = async (when) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        for await (const colorScheme of themes(page)) {
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${when}, at ${width} px the page is wider than the window`);
          if (shots) await page.screenshot({ path: `${shots}/papers-${width}-${colorScheme}-${when}.png`, fullPage: true });
        }
      }
    };
    await readable("before");
    await compute(page);
    await page.waitForSelector("#papers .paper-picture svg");
    await readable("after");
    assert.match(await page.textContent("#papers .substitute"), /substitutes for the logs.*backfill paper run dynp\/fig4 --scale paper/);
    await lab.close(page);
  }
});

/** The hashes that are seen, and how many of their characters stand on a line. Runs in the page. */
function hashesSeen() {
  return [...document.querySelectorAll("code")].filter((c) => /^[0-9a-f]{12,64}$/.test(c.textContent)).flatMap((c) => {
    const lines = new Set([...c.getClientRects()].map((r) => Math.round(r.top))).size;
    return lines === 0 ? [] : [{ text: c.textContent, each: c.textContent.length / lines }];
  });
}

test("no hash in the report of the papers is broken into lines of a few characters, on a phone and on a screen", async () => {
  const out = join(lab.temp, "record");
  await run(lab.native, ["paper", "record", "--from", join(root, "notebooks/record"), "-o", out]);
  for (const viewport of [{ width: 360, height: 800 }, { width: 1280, height: 900 }]) {
    const page = await lab.browser.newPage({ viewport });
    await page.goto(pathToFileURL(join(out, "report.html")).href);
    const hashes = await page.evaluate(hashesSeen);
    assert.ok(hashes.some((h) => h.text.length === 64) && hashes.some((h) => h.text.length === 12));
    assert.deepEqual(hashes.filter((h) => h.each < Math.min(h.text.length / 3, 12)), [], `at ${viewport.width} px`);
    await page.close();
  }
});
