// The page on paper and in forced colours.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contrasts, drawn, eventually, lab, shots, shown, test, themes } from "./lab.js";

/** The lightness of the darkest and the lightest pixel that a chart's labels have, 0..255. Runs in the page. */
function inked(id) {
  const canvas = document.querySelector(id);
  const px = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  let [darkest, lightest] = [Infinity, -Infinity];
  for (let i = 0; i < px.length; i += 4) {
    if (px[i + 3] < 250) continue;
    const level = (px[i] + px[i + 1] + px[i + 2]) / 3;
    [darkest, lightest] = [Math.min(darkest, level), Math.max(lightest, level)];
  }
  return lightest < 0 ? undefined : { darkest, lightest };
}

/** The lightness once it is as expected. */
const inkedOnce = (page, id, ok) => eventually(page, () => page.evaluate(inked, id), ok);

/** Whether a chart is in the colours of a dark page, where labels are the lightest: on a light one the grid is. */
const isDark = ({ lightest }) => lightest > 150 && lightest < 200;

test("on paper there is no form and no button, and a dark page's charts are those of a light one", async () => {
  const page = await lab.open({ colorScheme: "dark" });
  await shown(page);
  await page.selectOption("#plan-choice", "dynp-basic");
  await page.click("#plan-add");
  await page.click("#run");
  await shown(page);
  await drawn(page);
  assert.ok(isDark(await inkedOnce(page, "#busy", isDark)), "pale labels on a dark page");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await drawn(page);
  const seen = await page.$$eval("form, button, input, select, textarea, progress, #modes, dialog", (all) => all.filter((e) => e.checkVisibility() && !e.classList.contains("metric")).map((e) => e.outerHTML.slice(0, 80)));
  assert.deepEqual(seen, []);
  assert.deepEqual(await page.evaluate(contrasts), []);
  for (const id of ["#busy", "#queued", "#bands canvas", "#gantts .gantt:last-child canvas:not(.waiting)"]) {
    const ink = await page.evaluate(inked, id);
    assert.ok(ink, `${id} is drawn, though it was never in sight`);
    assert.ok(ink.darkest < 110, `${id}: labels are dark on paper, ${ink.darkest}`);
  }
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--ink").trim()), "#16202b");
  if (shots) await page.screenshot({ path: join(shots, "print.png"), fullPage: true });
  await page.locator("#over-time").scrollIntoViewIfNeeded(); // charts are drawn when they come into sight
  await page.emulateMedia({ media: null, colorScheme: "dark" });
  await page.waitForFunction(() => !document.documentElement.hasAttribute("data-paper"));
  await drawn(page);
  assert.ok(isDark(await inkedOnce(page, "#busy", isDark)), "dark again after printing");
  // What a printer gets is drawn before it: no frame comes between.
  await page.evaluate(() => addEventListener("beforeprint", () => (window.printed = document.querySelector("#queued").toDataURL())));
  const pdf = await page.pdf({ format: "A4" });
  if (shots) await writeFile(join(shots, "print.pdf"), pdf);
  const printed = await page.evaluate(() => window.printed);
  assert.notEqual(printed, await page.$eval("#queued", (c) => c.toDataURL()), "it is dark before and after");
  await page.emulateMedia({ colorScheme: "light" });
  // It is printed as a light page has it, once that is drawn.
  await page.waitForFunction((printed) => document.querySelector("#queued").toDataURL() === printed, printed);
  await lab.close(page);
});

test("in forced colours the legends keep theirs, and charts can be read", async () => {
  const page = await lab.open();
  await shown(page);
  await page.locator("#busy").scrollIntoViewIfNeeded(); // charts are drawn when they come into sight
  for await (const colorScheme of themes(page)) {
    const colours = () => page.$$eval("#legend .swatch, #metrics .swatch, #gantt-legend .ramp", (all) => all.map((e) => getComputedStyle(e).backgroundColor + getComputedStyle(e).backgroundImage));
    const before = await colours();
    assert.equal(new Set(before).size, 5);
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await drawn(page);
    assert.deepEqual(await colours(), before);
    const [text, paper] = await page.$eval("body", (b) => [getComputedStyle(b).color, getComputedStyle(b).backgroundColor].map((c) => c.match(/\d+/g).slice(0, 3).reduce((sum, v) => sum + Number(v), 0) / 3));
    const legible = ({ lightest, darkest }) => (text > paper ? lightest > 220 : darkest < 40);
    const ink = await inkedOnce(page, "#busy", legible);
    assert.ok(Math.abs(text - paper) > 150 && legible(ink), `text ${text} on ${paper}, labels ${JSON.stringify(ink)}`);
    if (shots) await page.screenshot({ path: join(shots, `forced-${colorScheme}.png`), fullPage: true });
    await page.emulateMedia({ forcedColors: "none" });
  }
  await lab.close(page);
});

test("colours that are read between their change and the next frame, as by a chart drawn just then, reach every chart", async () => {
  const page = await lab.open();
  await shown(page);
  await page.addInitScript(watchColours);
  await page.reload();
  await shown(page);
  await page.locator("#busy").scrollIntoViewIfNeeded();
  for (const [media, ok] of [
    [{ colorScheme: "dark" }, isDark],
    [{ forcedColors: "active" }, ({ lightest }) => lightest > 250],
    [{ forcedColors: "none", colorScheme: "light" }, ({ lightest }) => lightest > 200 && lightest < 250],
  ]) {
    await page.emulateMedia(media);
    const ink = await inkedOnce(page, "#busy", ok);
    assert.ok(ok(ink), `${JSON.stringify(media)}: labels ${JSON.stringify(ink)}`);
  }
  assert.equal(await page.evaluate(() => window.changes), 3);
  await lab.close(page);
});

/** Reads every media query that the page has read as soon as colours have changed, before the page is told in a frame. Runs before the page. */
function watchColours() {
  const { get } = Object.getOwnPropertyDescriptor(MediaQueryList.prototype, "matches");
  const own = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) => matchMedia(query));
  const read = new Set();
  Object.defineProperty(MediaQueryList.prototype, "matches", {
    get() {
      read.add(this);
      return get.call(this);
    },
  });
  const state = () => String(own.map((list) => get.call(list)));
  const { port1, port2 } = new MessageChannel();
  let last = state();
  window.changes = 0;
  port1.onmessage = () => {
    if (state() !== last) {
      for (const list of read) get.call(list);
      last = state();
      window.changes++;
    }
    port2.postMessage(0);
  };
  port2.postMessage(0);
}
