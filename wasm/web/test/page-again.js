// What a visitor who comes back is spared.
import assert from "node:assert/strict";
import { dist, shown, test } from "./lab.js";
import { launch } from "./browser.js";
import { serve } from "./server.js";

// Chromium keeps a program when a million bytes of its hot functions are optimized, for which one run of the page's first
// workload is too short.
test("who ran something and comes back has the simulator compiled from the browser's cache, also behind the service worker", async () => {
  const host = await serve(dist, "/", undefined, { "Cache-Control": "max-age=31536000" });
  const browser = await launch({ shared: false }); // a process that has the program would not ask the cache
  try {
    const context = await browser.newContext();
    // The first visit fills the network's cache, the next the service worker's, from which the last has it.
    const visits = [];
    for (let i = 0; i < 20 && !visits.at(-1)?.cached; i++) visits.push(await visit(context, host.url));
    const last = visits.at(-1);
    assert.ok(last.cached && last.controlled, JSON.stringify(visits));
    assert.ok(last.functions < visits[0].functions, `functions that were compiled when they were called: ${JSON.stringify(visits)}`);
  } finally {
    await browser.close();
    await host.close();
  }
});

/** Opens the page, runs its workload once more, and tells what the browser traced until the results were shown. */
async function visit(context, url) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const names = [];
  session.on("Tracing.dataCollected", ({ value }) => names.push(...value.map((e) => e.name)));
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["disabled-by-default-v8.wasm.detailed"] } });
  await page.goto(url);
  const controlled = await page.evaluate(() => navigator.serviceWorker.controller !== null);
  await shown(page);
  await page.evaluate(() => {
    // A run may be over before anybody outside the page looks.
    const runs = () => document.querySelector("#shown.stale, #cancel:not([hidden])");
    window.begun = new Promise((yes) => new MutationObserver(() => runs() && yes()).observe(document.body, { attributes: true, subtree: true }));
  });
  await page.click("#run");
  await page.evaluate(() => window.begun);
  await shown(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const over = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await over;
  await page.close();
  return { controlled, cached: names.includes("wasm.Deserialize"), functions: names.filter((n) => n === "wasm.CompileLazy").length };
}
