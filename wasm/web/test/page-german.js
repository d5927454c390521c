// The page in German, and the way between the languages.
import assert from "node:assert/strict";
import { lab, metrics, shown, test } from "./lab.js";

const german = () => new URL("de.html", lab.server.url).href;

test("the link to the other language keeps all that is chosen, both ways", async () => {
  const page = await lab.open();
  await shown(page);
  assert.equal(await page.getAttribute("html", "lang"), "en");
  await page.uncheck("#policy-cons");
  await page.fill("#shrink", "0.8");
  await page.click("#run");
  await shown(page);
  await page.waitForFunction(() => location.hash.includes("shrink"));
  const before = await metrics(page);
  await page.click("#language");
  await page.waitForURL(/\/de\.html#machine\?/);
  await shown(page);
  assert.equal(await page.getAttribute("html", "lang"), "de");
  assert.equal(await page.textContent("#run"), "Simulieren");
  assert.deepEqual(Object.keys(await metrics(page)), Object.keys(before));
  assert.equal(await page.inputValue("#shrink"), "0.8");
  await page.check("#policy-cons");
  await page.waitForFunction(() => location.hash.includes("cons"));
  await page.click("#language");
  await page.waitForURL(/\/some\/path\/#machine\?/);
  await shown(page);
  assert.equal(await page.getAttribute("html", "lang"), "en");
  assert.ok(await page.isChecked("#policy-cons"));
  await lab.close(page);
});
